"""Strategies, and the functions that find them by name.

A strategy has a name, named weights, and one compiled function that scores the options.

A user's strategy is a plain function `name(state, rules, options, weights, scores)` in a Python file or a notebook. It
may first call `sensible.score` of the game, and then change some of the scores.
"""

import inspect
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from starbalance.simulator.engine.errors import BadInput, in_a_sentence, unknown
from starbalance.simulator.engine.fingerprint import Fingerprint, fingerprint
from starbalance.simulator.engine.game import UNIFORM as UNIFORM_MODULE
from starbalance.simulator.engine.game import Game, load_module
from starbalance.simulator.engine.limits import MAX_WEIGHTS
from starbalance.simulator.engine.network_file import Network, network_path, read_network, rules_code, values_hash
from starbalance.simulator.engine.restricted import Restricted, check_round, component_codes
from starbalance.simulator.engine.searcher import FILE as SEARCH_FILE
from starbalance.simulator.engine.searcher import Search, Searcher, at_once, check_playouts, read_numbers, read_strong
from starbalance.simulator.engine.strategy_name import (
    GREEDY,
    ITSELF,
    POOL,
    RANDOM_AFTER,
    STRONG,
    TRUTH,
    WITHOUT,
    Variation,
    parse_strategy,
    search_in_search,
    search_name,
)
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.user_file import import_file
from starbalance.simulator.engine.weights import BASE, Entry, Row, entries, level_codes, read_entry

PARAMETERS = ("state", "rules", "options", "weights", "scores")
FORMS: dict[tuple[str, ...], Callable[[Callable, str], "Strategy"]] = {}  # other functions of users, by parameters
UNIFORM = "uniform"
_COMPILED: dict[tuple[str, str], Any] = {}


@dataclass(frozen=True)
class Strategy:
    """A strategy: a score function with weights, a temperature, restrictions and a search.

    Attributes:
        name: The name.
        weights: The weights by name, in the order in which the score reads them.
        temperature: The temperature of the softmax choice. Default: 0, the option with the highest score.
        description: The strategy in words.
        base: The strategy of the game that contains the score. Default: the strategy with the name `name`.
        source: The user's score function. `None` for a strategy of the game.
        setups: The weights for single setups, by name of the setup. Default: the weights hold in all setups.
        levels: The weights for single levels of the factor, by name. Default: the weights hold for all levels.
        codes: The codes of these levels under the rules, after `at`.
        random_from: The first round of uniformly random play. Default: 0, no random play.
        without: The components that it avoids.
        components: The codes of these components under the rules, after `at`.
        search: The parameters of its search. `None` means no search.
        search_of: Returns the search for a game and its rules, with which `at` replaces `search`. `None` means that the
            search is the same in all setups.

    Raises:
        BadInput: If there are more than MAX_WEIGHTS weights.
    """

    name: str
    weights: dict[str, float] = field(default_factory=dict)
    temperature: float = 0.0
    description: str = ""
    base: str = ""
    source: Callable | None = None
    setups: Mapping[str, Row] = field(default_factory=dict)
    levels: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    codes: tuple[int, ...] = ()
    random_from: int = 0
    without: tuple[str, ...] = ()
    components: tuple[int, ...] = ()
    search: Search | None = None
    search_of: Callable[[Game, Rules], Search] | None = None

    def __post_init__(self) -> None:
        if len(self.weights) > MAX_WEIGHTS:
            raise BadInput(
                f"The strategy '{self.name}' must have at most {MAX_WEIGHTS} weights, got {len(self.weights)}."
            )

    def at(self, game: Game, rules: Rules) -> "Strategy":
        """Return a copy for the rules of a setup, with its opponent models for these rules too.

        Args:
            game: The game.
            rules: The rules.

        Returns:
            A strategy with the weights of the setup, and with the codes of its levels and avoided components.

        Raises:
            BadInput: If a component or a level does not exist.
        """
        search = self.search if self.search_of is None else self.search_of(game, rules)
        if search is not None:
            search = replace(search, opponent_models=tuple(each.at(game, rules) for each in search.opponent_models))
        row = self.setups.get(rules.setup.name, Row(self.weights, self.levels))
        codes = level_codes(game, rules, row.levels) if row.levels else ()
        components = component_codes(game, rules, self.without) if self.without else ()
        return replace(
            self,
            weights=dict(row.weights),
            setups={},
            levels=row.levels,
            codes=codes,
            components=components,
            search=search,
            search_of=None,
        )

    def specialised(self, game: Game, rules: Rules, level: str) -> "Strategy":
        """Return a copy for the rules of a setup that has weights for a level.

        Args:
            game: The game.
            rules: The rules.
            level: The level of the factor. Unless it has weights, it gets the general weights of the setup.
        """
        bound = self.at(game, rules)
        return replace(bound, levels={level: bound.weights, **bound.levels}).at(game, rules)

    @property
    def opponent_models(self) -> tuple["Strategy", ...]:
        """The opponent models of its search. Empty if it has no search, or models opponents as itself or truthfully."""
        return () if self.search is None else self.search.opponent_models

    @property
    def code_hash(self) -> str:
        """A hash of the content of a user's function. Empty for a built-in strategy."""
        return "" if self.source is None else self.fingerprint.code_hash

    @property
    def fingerprint(self) -> Fingerprint:
        """The fingerprint of a user's function.

        Raises:
            BadInput: If the function uses a value whose content cannot be hashed.
        """
        return fingerprint(self.source, f"The strategy '{self.name}'")

    @property
    def module(self) -> str:
        """The module of the game that contains its score. Empty for `uniform` and for users' functions."""
        return "" if self.source is not None or self.base == UNIFORM else self.base or self.name

    def score(self, game: Game) -> Any:
        """Return the compiled score function.

        Raises:
            BadInput: If it cannot be compiled.
        """
        if self.source is not None:
            return _compiled(game, self)
        return _score(game, self.module) if self.module else import_module(UNIFORM_MODULE).score(game)


def strategy_names(game: Game) -> list[str]:
    """Return the names of the strategies of a game: `uniform`, `sensible`, then its archetypes from A to Z."""
    names = module_names(game) | set(entries(folder(game)))
    return [UNIFORM, BASE, *sorted(names - {BASE})]


def module_names(game: Game) -> set[str]:
    """Return the names of the modules of a game's strategies, in files or derived from the file of the game."""
    package = load_module(game.strategies, game.title)
    return {path.stem for path in folder(game).glob("*.py")} - {"__init__"} | set(getattr(package, "NAMES", ()))


def find_strategy(game: Game, spec: "str | Callable | Strategy | Searcher | Restricted") -> Strategy:
    """Return a strategy by its name or another specification.

    Args:
        game: The game.
        spec: A name in the form of `strategy_name`, a user's function, a `Searcher`, a `Restricted` or a `Strategy`.

    Raises:
        BadInput: If the strategy does not exist, or its name has no meaning.
    """
    if isinstance(spec, Strategy):
        return spec
    if isinstance(spec, Searcher):
        return _searching(game, spec)
    if isinstance(spec, Restricted):
        return _restricted(game, spec)
    if callable(spec):
        return _own(game, spec.__name__, spec)
    name = parse_strategy(spec)
    if name.playouts is not None:
        return _searching(game, Searcher(str(name.without_search()), name.playouts, name.opponents))
    strategy = _unvaried(game, name.base)
    for variation in name.variations:
        strategy = _varied(strategy, variation)
    return strategy


def _unvaried(game: Game, name: str) -> Strategy:
    """Return a strategy whose name has no variation, from a file of weights, a user's Python file or the game."""
    if ".toml" in name:
        return _from_weights(game, name)
    if ".py" in name:
        return _from_file(game, name)
    if name == STRONG and name not in strategy_names(game):
        return _strong(game)
    return _built_in(game, name)


def folder(game: Game) -> Path:
    """Return the folder of the strategies of a game."""
    return Path(str(load_module(game.strategies, game.title).__file__)).parent


def _built_in(game: Game, name: str) -> Strategy:
    """Return a strategy of the game by its name. Raise BadInput if there is none.

    Its weights are in the file of weights, or in the module of its score.
    """
    if name not in strategy_names(game):
        raise unknown("strategy", name, strategy_names(game))
    if name == UNIFORM:
        return Strategy(
            UNIFORM, description="Plays every option of each decision with the same probability.", base=UNIFORM
        )
    entry = entries(folder(game)).get(name)
    if entry is not None and name not in module_names(game):
        return _weighed(entry, _built_in(game, entry.base))
    module = _module(game, name)
    weights = module.WEIGHTS if entry is None else entry.weights
    played = Strategy(name, dict(weights), getattr(module, "TEMPERATURE", 0.0), inspect.getdoc(module) or "", name)
    if entry is None:
        return played
    heat = played.temperature if entry.temperature is None else entry.temperature
    return replace(played, temperature=heat, setups=entry.setups)


def _weighed(entry: Entry, base: Strategy) -> Strategy:
    """Return the base with the weights of a file, and with its temperature if the file has one."""
    heat = base.temperature if entry.temperature is None else entry.temperature
    return Strategy(entry.name, dict(entry.weights), heat, entry.description, base=base.base, setups=entry.setups)


def _from_weights(game: Game, spec: str) -> Strategy:
    """Return a strategy in a user's file of weights."""
    path, name = _split(spec)
    setups = [each.name for each in game.setups]
    entry = read_entry(Path(path), name, lambda base: _built_in(game, base), setups)
    return _weighed(entry, _built_in(game, entry.base))


def _varied(base: Strategy, variation: Variation) -> Strategy:
    """Return a copy of a strategy with one variation.

    A variation is one-ply greedy play, random play from some round, an avoided component, or a temperature.
    """
    if variation.kind == GREEDY:
        return _greedy(base)
    if variation.kind == RANDOM_AFTER:
        return _random_from(base, check_round(int(variation.value)))
    if variation.kind == WITHOUT:
        return _without(base, variation.value)
    return replace(base, name=f"{base.name}{variation}", temperature=float(variation.value))


def _searching(game: Game, spec: Searcher) -> Strategy:
    """Return a strategy with a search, with the search parameters of its game."""
    base = _without_search(game, spec.base)
    opponents, opponent_models = _opponents_of(game, spec.opponents)
    search = Search(
        check_playouts(spec.playouts), **search_numbers(game), opponents=opponents, opponent_models=opponent_models
    )
    name = search_name(base.name, search.playouts, opponents)
    description = f"Plays {base.name} with a search. Opponent model: {opponents}. {base.description}"
    played = "" if base.source is not None else base.base or base.name
    return replace(base, name=name, description=description, base=played, search=search)


def _strong(game: Game) -> Strategy:
    """Return the strategy `strong`, whose search depends on the setup."""
    base = _built_in(game, BASE)
    rows = read_strong(folder(game))
    if not rows:
        raise BadInput(
            f"{game.title} has no strategy '{STRONG}': `starbalance strategy learn {game.address}` makes it."
        )
    description = f"Plays {BASE} with the strongest search that is fast enough for long runs. {base.description}"
    search = Search(1, **search_numbers(game))
    return replace(base, name=STRONG, description=description, base=BASE, search=search, search_of=_strong_search)


def has_strong(game: Game, setup: str) -> bool:
    """Return whether a game has the strategy `strong` for a setup."""
    return setup in read_strong(folder(game))


def _strong_search(game: Game, rules: Rules) -> Search:
    """Return the search of the strategy `strong` in a setup.

    Raises:
        BadInput: If there is none for the setup, or if its network was trained under other code of the rules.
    """
    rows, setup = read_strong(folder(game)), rules.setup.name
    if setup not in rows:
        command = f"`starbalance strategy learn {game.address} --setup {setup}`"
        raise BadInput(f"{game.title} has no strategy '{STRONG}' for the setup '{setup}': {command} makes it.")
    return tuned_search(game, rows[setup], _network(game, rules) if rows[setup]["network"] else None)


def tuned_search(game: Game, row: Mapping[str, Any], network: Network | None) -> Search:
    """Return the search with the settings of a row of `strong.toml`.

    Args:
        game: The game.
        row: The row.
        network: The network, if the row says that it is used.
    """
    return Search(**{**search_numbers(game), **row, "network": network if row["network"] else None})


def _network(game: Game, rules: Rules) -> Network:
    """Return the network of a setup."""
    path = network_path(folder(game), rules.setup.name)
    network = read_network(path)
    if network.rules_code != rules_code(game):
        command = f"`starbalance strategy learn {game.address} --setup {rules.setup.name}`"
        raise BadInput(f"{path} was trained under other rules than those of today: {command} trains it again.")
    if network.rules_values != values_hash(rules.record):
        warnings.warn(
            f"The network of '{STRONG}' was trained with other numbers of the rules. It may play less well than usual.",
            stacklevel=2,
        )
    return network


def _restricted(game: Game, spec: Restricted) -> Strategy:
    """Return a restricted strategy.

    Raises:
        BadInput: If the base has a search, or already has the restriction.
    """
    strategy = find_strategy(game, spec.base)
    if strategy.search is not None and not strategy.search.is_greedy:
        raise BadInput(f"'{strategy.name}' has a search and cannot be restricted. Restrict the base of the search.")
    if spec.is_greedy:
        strategy = _greedy(strategy)
    if spec.random_after is not None:
        strategy = _random_from(strategy, check_round(spec.random_after))
    for component in [spec.without] if isinstance(spec.without, str) else spec.without:
        strategy = _without(strategy, component)
    return strategy


def _greedy(base: Strategy) -> Strategy:
    if base.search is not None:
        raise BadInput(f"'{base.name}' is already one-ply greedy.")
    description = (
        f"Takes the option with the highest heuristic value right after it, and breaks ties like {base.name}. "
        f"{base.description}"
    )
    return replace(base, name=f"{base.name}{Variation(GREEDY)}", description=description, search=at_once())


def _random_from(base: Strategy, number: int) -> Strategy:
    if base.random_from:
        raise BadInput(f"'{base.name}' already switches to random play. Only one switch round is allowed.")
    description = f"Plays {base.name}, and uniformly at random from round {number} on. {base.description}"
    return replace(
        base, name=f"{base.name}{Variation(RANDOM_AFTER, str(number))}", description=description, random_from=number
    )


def _without(base: Strategy, component: str) -> Strategy:
    """Return a strategy that also avoids a component. Its name omits commas, since commas separate strategies."""
    description = f"Plays {base.name}, and uses '{component}' only if all options do. {base.description}"
    name = f"{base.name}{Variation(WITHOUT, component.replace(',', ''))}"
    return replace(base, name=name, description=description, without=(*base.without, component))


def search_numbers(game: Game) -> Mapping[str, Any]:
    """Return the search parameters of a game: those of `read_numbers`, or those derived for a game in one file.

    Raises:
        BadInput: If `search.toml` of the game does not exist or has an error.
    """
    words, derived = game.module("state"), getattr(load_module(game.strategies, game.title), "SEARCH", None)
    if derived is not None and not (folder(game) / SEARCH_FILE).exists():
        return dict(derived)
    return read_numbers(folder(game), words.Decision, getattr(words, "Asset", None))


def _without_search(game: Game, spec: Any) -> Strategy:
    """Return a strategy after checking that it has no search.

    Raises:
        BadInput: If it has a search.
    """
    strategy = find_strategy(game, spec)
    if strategy.search is not None:
        raise search_in_search(strategy.name)
    return strategy


def _opponents_of(game: Game, others: Any) -> tuple[str, tuple[Strategy, ...]]:
    """Return the opponent model in a word, and its strategies.

    Empty for the strategy itself and for the true strategies.
    """
    if others in (ITSELF, TRUTH):
        return others, ()
    if others == POOL:
        return POOL, tuple(_built_in(game, name) for name in strategy_names(game) if name != UNIFORM)
    strategy = _without_search(game, others)
    return strategy.name, (strategy,)


def _module(game: Game, name: str) -> Any:
    """Import and return a module of strategies. The compilation of its score is postponed."""
    from starbalance.simulator.engine.jit import postponed

    with postponed():
        return load_module(f"{game.strategies}.{name}", game.title)


def _score(game: Game, name: str) -> Any:
    from starbalance.simulator.engine.jit import ready

    score = _module(game, name).score
    with in_a_sentence(f"{game.title}: {game.strategies}.{name} cannot be compiled"):
        return ready(score, game.module("state").SIG["score"])


def _own(game: Game, name: str, function: Callable | Strategy) -> Strategy:
    if isinstance(function, Strategy):
        return replace(function, name=name)
    parameters = tuple(inspect.signature(function).parameters)
    if parameters in FORMS:
        return FORMS[parameters](function, name)
    if parameters != PARAMETERS:
        forms = " or ".join(f"({', '.join(each)})" for each in (PARAMETERS, *FORMS))
        raise BadInput(f"The strategy '{name}' must take {forms}, not ({', '.join(parameters)}).")
    sensible = _built_in(game, BASE)
    source = getattr(function, "py_func", function)
    description = inspect.getdoc(function) or ""
    return Strategy(name, dict(sensible.weights), 0.0, description, source=source, setups=sensible.setups)


def _from_file(game: Game, spec: str) -> Strategy:
    path, name = _split(spec)
    module = import_file(Path(path).resolve())
    values = {key: each for key, each in vars(module).items() if callable(each) or isinstance(each, Strategy)}
    if name not in values:
        raise unknown(f"strategy in {path} called", name, [key for key in values if not key.startswith("_")])
    return _own(game, name, values[name])


def _split(spec: str) -> tuple[str, str]:
    """Return the path and the strategy name of FILE:NAME.

    Raise BadInput for another form, or if there is no such file.
    """
    path, colon, name = spec.rpartition(":")
    if not colon or not path.endswith((".py", ".toml")):
        raise BadInput(f"'{spec}' names no strategy. Write {spec}:NAME, with the name of a strategy in the file.")
    if not Path(path).is_file():
        raise BadInput(f"There is no strategy file '{path}'.")
    return path, name


def _compiled(game: Game, strategy: Strategy) -> Any:
    """Return the compiled function of a user's strategy, compiled once per process."""
    identity = strategy.fingerprint
    key = (game.package, identity.code_hash)
    if key not in _COMPILED:
        _COMPILED[key] = _compile(game, strategy.name, strategy.source, identity.rules)
    return _COMPILED[key]


def _compile(game: Game, name: str, function: Any, rules: Sequence[Any]) -> Any:
    from starbalance.simulator.engine.jit import kernel, renewed

    signature = game.kernels.signatures["score"]
    try:
        renewed(rules)
        return kernel(signature, "own")(function)
    except Exception as error:  # the user's code can fail in any pass of the compiler
        reason = (str(error).strip().splitlines() or [type(error).__name__])[-1]
        raise BadInput(f"The strategy '{name}' cannot be compiled: {reason}") from None
