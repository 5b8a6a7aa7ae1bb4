"""Games as environments for reinforcement learning, with the interface of PettingZoo (agent environment cycle).

The agents are the players, `player_0`, `player_1` and so on, in the order of `--strategies`. The environment takes
the decisions with one legal action, as a run does.
"""

from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.network import memory_of
from starbalance.simulator.engine.play import FAULTS, carry_out, fault_of, set_up
from starbalance.simulator.engine.records import option_dt, zeros
from starbalance.simulator.runs.batch import SEED_LIMIT
from starbalance.simulator.runs.experiment import Experiment, prepare
from starbalance.simulator.runs.observation import FIELDS, Observer
from starbalance.simulator.runs.options import GameOptions
from starbalance.simulator.runs.ready import make_rules_ready

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as error:
    if error.name not in ("gymnasium", "pettingzoo"):
        raise
    raise BadInput(
        "Environments need PettingZoo, which is not installed: run pip install 'starbalance[envs]', or "
        "pip install -e '.[envs]' in the folder of the toolkit."
    ) from None

VERSION = 0  # of the observations, actions and rewards


def make(
    game: str | Path, *, notify: Callable[[str], None] = lambda line: None, **options: Unpack[GameOptions]
) -> AECEnv:
    """Return a setup of a game as a PettingZoo environment.

    Args:
        game: Name or folder of the game.
        notify: Called with a line of text before anything that takes seconds. Default: no lines.
        **options: Options of `run`: players, setup, skill, set, variant and seed. The seed holds until `reset` gets
            another one.

    Returns:
        An environment, see `GameEnv`. It raises an error if a method is called before `reset`.

    Raises:
        BadInput: If a name does not exist, or a value is out of range.
    """
    experiment, _ = prepare(game, options, GameOptions)
    make_rules_ready(experiment.game, experiment.rules.record, [], notify=notify)
    return OrderEnforcingWrapper(GameEnv(experiment))


class GameEnv(AECEnv):
    """A setup of a game as an environment.

    An observation is a dictionary:

    - `observation`: the features of each seat, the acting seat first and then the seats after it. They do not depend
      on what the seat cannot see.
    - `action_mask`: 1 for each legal action
    - `actions`: the type (`kind`) and the three numbers (`a`, `b`, `c`) of each legal action

    Between its decisions and after the end, a player keeps its last observation, with an empty mask. The reward at the
    end of the game is the payoff, or the share of the win in a game without payoffs. All other rewards are 0.

    Args:
        experiment: The game, its rules and the seed.

    Attributes:
        features: A name for each feature.
    """

    def __init__(self, experiment: Experiment):
        super().__init__()
        self._game, self._kernels = experiment.game, experiment.game.kernels
        self._rules = experiment.rules.record
        self._seats, players = int(self._rules.seats), experiment.rules.setup.players
        self._observer = Observer(experiment.game, experiment.setup, self._rules)
        self._seed, self._number = experiment.seed, -1
        self._states, self._options = zeros(1, self._kernels.state_dt), zeros(self._kernels.max_options, option_dt)
        self._octets, self._count = memory_of(self._states).octets[0], 0
        self.features = self._observer.features
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._kernels.max_options) for agent in self.possible_agents}
        self.render_mode = None
        self.metadata = {
            "name": f"{self._game.name}-{experiment.setup}-v{VERSION}",
            "rules": experiment.rules.version,
            "starbalance": metadata.version("starbalance"),
            "render_modes": [],
            "is_parallelizable": False,
        }

    def _observation_space(self) -> spaces.Dict:
        most, whole = self._kernels.max_options, np.iinfo(np.int64)
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, self._observer.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (most,), np.int8),
                "actions": spaces.Box(whole.min, whole.max, (most, len(FIELDS)), np.int64),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of the observations of a player."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """Return the space of the actions of a player: the rows of `actions`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up a game.

        Args:
            seed: The seed. The game is the first one of this seed. Default: the next game of the same seed.
            options: Ignored.
        """
        if seed is not None:
            self._seed, self._number = int(seed) % SEED_LIMIT, -1
        self._number += 1
        self._states[:] = zeros(1, self._states.dtype)
        self._states[0].key[:] = self._seed, self._number
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._observations = {agent: self._observer.blank() for agent in self.agents}
        set_up(self._game, self._states[0], self._rules)
        self._proceed()

    def step(self, action: int | None) -> None:
        """Carry out an action of the player `agent_selection`. At the end of the game the action is `None`.

        Raises:
            BadInput: If the action is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) < self._count:
            raise BadInput(f"The action of {agent} must be from 0 to {self._count - 1}, got {action}.")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        carry_out(self._game, self._states[0], self._rules, self._options[int(action)])
        mask = np.zeros(self._kernels.max_options, np.int8)
        self._observations[agent] = {**self._observations[agent], "action_mask": mask}
        self._proceed()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return the observation of a player: that of its decision, or its last one with an empty mask."""
        return self._observations[agent]

    def _proceed(self) -> None:
        """Take forced actions until a player has a choice or the game ends."""
        state = self._states[0]
        while not state.over:
            self._count = int(self._kernels.options(state, self._rules, self._options))
            if fault := fault_of(self._count, len(self._options)):
                raise BadInput(f"{self._game.title}: {FAULTS[fault]}.")
            if self._count > 1:
                self.agent_selection = self.possible_agents[int(self._rules.player[state.actor])]
                seen = self._observer.observe(self._octets, self._options[: self._count])
                self._observations[self.agent_selection] = seen
                return
            carry_out(self._game, state, self._rules, self._options[0])
        self._end(state)

    def _end(self, state: Any) -> None:
        """Pay the players at the end of the game."""
        paid = np.bincount(self._rules.player[: self._seats], state.credit[: self._seats])
        self.rewards = dict(zip(self.possible_agents, paid.tolist(), strict=True))
        is_over = self.truncations if state.truncated else self.terminations
        is_over.update(dict.fromkeys(self.agents, True))
        self.agent_selection = self.agents[0]
