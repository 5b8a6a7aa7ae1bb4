"""Python functions as strategies: `agent(observation, mask)` chooses an action for the acting seat.

Compiled code plays the games and calls back to the function at each of its decisions.
"""

import ctypes
import hashlib
import threading
import traceback
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.fingerprint import Fingerprint
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.jit import compiled, kernel
from starbalance.simulator.engine.memory import address
from starbalance.simulator.engine.play import set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.engine.strategy import FORMS, Strategy
from starbalance.simulator.runs.lanes import Stopped, choose
from starbalance.simulator.runs.observation import Observer

HEAT = 1.0  # the temperature at which an action has the probability that the function returns
MOST_LANES = 256  # games that are played side by side
_CALLERS: dict[tuple[str, str, int, bool], "_Caller"] = {}


@dataclass(frozen=True, init=False)
class Agent(Strategy):
    """A strategy whose actions a Python function chooses, such as a neural network, a language model or a rule engine.

    The function is called as `function(observation, mask)`. The observation is the dictionary that the environments of
    `starbalance.envs` give, and the mask is its `action_mask`. The function returns the number of a legal action, or a
    probability for each action, from which the toolkit draws. It must not depend on anything but its arguments, so that
    a run can be repeated.

    With a batch, many games are played side by side, and the function is called as `function(observations, masks)`:
    each array has one more dimension, the decisions. The function returns a choice for each of them, which must not
    depend on the others.

    Args:
        source: The function, or any object that can be called.
        name: The name. Default: the name of the function.
        version: A text that identifies the function in place of its content, such as "epoch 20". It is needed if the
            function uses objects whose content cannot be compared, such as a PyTorch module. Change it when the
            function changes.
        batch: The largest number of decisions of a call. Default: 0, one decision at a time without a further
            dimension.
        setup: The setup of the observations, which a run fills in.
        **fields: Further fields of `Strategy`.
    """

    version: str = ""
    batch: int = 0
    setup: str = ""

    def __init__(
        self,
        source: Callable,
        name: str = "",
        *,
        version: str = "",
        batch: int = 0,
        setup: str = "",
        **fields: Any,
    ):
        name = name or getattr(source, "__name__", type(source).__name__)
        if not 0 <= batch <= MOST_LANES:
            raise BadInput(f"The batch of the function '{name}' must be from 0 to {MOST_LANES}, got {batch}.")
        object.__setattr__(self, "version", version)
        object.__setattr__(self, "batch", batch)
        object.__setattr__(self, "setup", setup)
        super().__init__(source=source, name=name, **{"temperature": HEAT, **fields})

    def at(self, game: Game, rules: tables.Rules) -> "Agent":
        bound = super().at(game, rules)
        assert isinstance(bound, Agent)
        return replace(bound, setup=rules.setup.name)

    @property
    def fingerprint(self) -> Fingerprint:
        if self.version:
            module = getattr(self.source, "__module__", "")
            return Fingerprint(hashlib.sha256(self.version.encode()).hexdigest()[:12], frozenset([module]), ())
        try:
            return super().fingerprint
        except BadInput as error:
            raise BadInput(f'{error} Or name the version of the function: sb.Agent(function, version="1").') from None

    def score(self, game: Game) -> Any:
        return self._caller(game).score

    def prepare(self, game: Game, rules: Any) -> None:
        """Find and compute the features of the observations once, which takes some seconds in a large game.

        Args:
            game: The game.
            rules: The rules record.
        """
        state, options = zeros(1, game.kernels.state_dt), zeros(game.kernels.max_options, option_dt)
        set_up(game, state[0], rules)
        count = game.kernels.options(state[0], rules, options)
        observer = self._caller(game).observer(np.frombuffer(rules.tobytes(), np.uint8))
        observer.observe(state.view(np.uint8), options[:count])

    def refuse(self, game: Game, where: str) -> None:
        """Raise the error that the function has raised, if any.

        Args:
            game: The game.
            where: The game that stopped, in words.

        Raises:
            BadInput: If the function raised an exception or returned no legal action.
        """
        caller = self._caller(game)
        error, caller.error = caller.error, None
        if isinstance(error, Exception):
            raise BadInput(f"{where} stopped: the function '{self.name}' {_reason(error)}.") from error
        if error is not None:
            raise error

    def _caller(self, game: Game) -> "_Caller":
        """Return the caller of the function, made once per process."""
        assert self.source is not None
        key = (game.package, self.setup, id(self.source), self.batch > 0)
        if key not in _CALLERS:
            choice_of = partial(choose if self.batch else _choose_alone, self.source)
            _CALLERS[key] = _Caller(game, self.setup, choice_of, is_shared=not self.batch)
        return _CALLERS[key]


FORMS["observation", "mask"] = Agent


def _choose_alone(function: Callable, observation: dict[str, np.ndarray]) -> Any:
    """Return the choice of a function that chooses for one decision at a time."""
    return function(observation, observation["action_mask"])


class _IllegalAction(Exception):
    """An action that is not legal, in words."""


def _reason(error: Exception) -> str:
    """Return what a function did wrong, with the place of the last call."""
    if isinstance(error, _IllegalAction):
        return str(error)
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"raises {type(error).__name__}: {error} ({last.filename}, line {last.lineno})"


class _Caller:
    """A compiled score function that calls a Python function, and the error that the function has raised.

    Exceptions do not pass through compiled code. After an error no further decision is scored, which ends the games.

    Args:
        game: The game.
        setup: The setup of the observations.
        choice_of: Returns the choice of the function for an observation.
        is_shared: Whether several threads must not call the function at the same time.
    """

    def __init__(self, game: Game, setup: str, choice_of: Callable, *, is_shared: bool):
        self.error: BaseException | None = None
        self._lock = threading.RLock()  # a worker of a cluster has several threads
        self._calling = self._lock if is_shared else nullcontext()
        self._game, self._setup, self._choice_of = game, setup, choice_of
        self._rules = zeros(1, tables.load(game, setup).record.dtype)
        self._observer: Observer | None = None
        self.score = self._compiled() if compiled() else self._score

    def _compiled(self) -> Any:
        """Return a score function that calls `_score_at` with the addresses of its arguments."""
        call = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 5)(self._score_at)

        def score(state, rules, options, weights, scores):
            call(address(state), address(rules), address(options[0]), options.shape[0], scores.ctypes.data)

        return kernel(self._game.kernels.signatures["score"], "own")(score)

    def _score_at(self, state: int, rules: int, options: int, count: int, scores: int) -> None:
        self._fill_in(
            _at(state, self._game.kernels.state_dt.itemsize),
            _at(rules, self._rules.itemsize),
            _at(options, count * option_dt.itemsize).view(option_dt),
            _at(scores, count * ctypes.sizeof(ctypes.c_double)).view(np.float64),
        )

    def _score(self, state: Any, rules: Any, options: np.ndarray, weights: Any, scores: np.ndarray) -> None:
        octets = [np.frombuffer(record.tobytes(), np.uint8) for record in (state, rules)]
        self._fill_in(octets[0], octets[1], options, scores)

    def _fill_in(self, state: np.ndarray, rules: np.ndarray, options: np.ndarray, scores: np.ndarray) -> None:
        """Fill in the scores of the legal actions, unless the function has raised an error before."""
        if self.error is not None:
            return
        try:
            with self._lock:
                observation = self.observer(rules).observe(state, options)
            with self._calling:
                choice = self._choice_of(observation)
            scores[:] = _scores(choice, len(options))
        except Stopped:
            return  # the exception that stopped the lanes is reported
        except BaseException as error:
            self.error = error

    def observer(self, rules: np.ndarray) -> Observer:
        """Return the observer for the rules with these bytes."""
        if self._observer is None or self._rules.tobytes() != rules.tobytes():
            self._rules.view(np.uint8)[:] = rules
            self._observer = Observer(self._game, self._setup, self._rules[0])
        return self._observer


def _at(address: int, size: int) -> np.ndarray:
    """Return the bytes at an address."""
    return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(address))


def _scores(choice: Any, count: int) -> np.ndarray:
    """Return the logarithm of the probability of each legal action.

    Raises:
        _IllegalAction: If the choice is neither a legal action nor a list of probabilities.
    """
    chosen = np.asarray(choice)
    if chosen.ndim == 0 and chosen.dtype.kind in "iu":
        if not 0 <= chosen < count:
            raise _IllegalAction(f"chose action {chosen}, but the legal actions are 0 to {count - 1}")
        chances = np.arange(count) == chosen
    else:
        chances = _checked(chosen, count)
    with np.errstate(divide="ignore"):
        return np.log(chances, dtype=np.float64)


def _checked(chances: np.ndarray, count: int) -> np.ndarray:
    """Return the probabilities of the legal actions, which need not sum to 1."""
    if chances.ndim != 1 or len(chances) < count or chances.dtype.kind not in "iuf":
        raise _IllegalAction(
            f"returned {chances.tolist()!r:.40}, which is neither the number of a legal action nor one probability for "
            "each action"
        )
    legal = chances[:count]
    if not (np.isfinite(legal) & (legal >= 0)).all() or not legal.any():
        raise _IllegalAction(f"returned probabilities below 0, infinite or all 0 for the {count} legal actions")
    return legal
