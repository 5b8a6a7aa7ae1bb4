"""What a strategy is: a name, named weights and one compiled function that scores the options; and how it is found.

A strategy of one's own is a plain function `name(state, rules, options, weights, scores)` in a Python file or a
notebook cell; it may call `sensible.score` of the game first and change only the scores it cares about.
"""

import inspect
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
from starbalance.simulator.engine.restricted import Restricted, check_round, item_codes
from starbalance.simulator.engine.searcher import Search, Searcher, at_once, check_playouts, read_numbers
from starbalance.simulator.engine.strategy_name import (
    GREEDY,
    ITSELF,
    POOL,
    RANDOM_AFTER,
    TRUTH,
    WITHOUT,
    Variation,
    looks_ahead,
    parse_strategy,
    search_name,
)
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.user_file import import_file
from starbalance.simulator.engine.weights import BASE, Recipe, Row, level_codes, read_recipe, recipes

PARAMETERS = ["state", "rules", "options", "weights", "scores"]
UNIFORM = "uniform"
_COMPILED: dict[tuple[str, str], Any] = {}


@dataclass(frozen=True)
class Strategy:
    """A named way to play: a built-in recipe (`base`, else of the same name) or a function, weights, temperature.

    setups: other weights, by the set-ups in which they hold. levels: those of a seat that is something, such as a race,
    by its name; codes: of these, under the rules that it plays by. random_from: the round from which on it plays at
    random; 0: in none. without: the items that it does without; items: their codes under the rules. search: how it
    looks ahead; none, if it does not. Raises BadInput for more weights than fit.
    """

    name: str
    weights: dict[str, float] = field(default_factory=dict)
    temperature: float = 0.0
    recipe: str = ""
    base: str = ""
    source: Callable | None = None
    setups: Mapping[str, Row] = field(default_factory=dict)
    levels: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    codes: tuple[int, ...] = ()
    random_from: int = 0
    without: tuple[str, ...] = ()
    items: tuple[int, ...] = ()
    search: Search | None = None

    def __post_init__(self) -> None:
        if len(self.weights) > MAX_WEIGHTS:
            raise BadInput(
                f"The strategy '{self.name}' has {len(self.weights)} weights: a strategy has {MAX_WEIGHTS} at most."
            )

    def at(self, game: Game, rules: Rules) -> "Strategy":
        """As it plays by the rules of a set-up, and as those play that it believes in.

        Raises BadInput for an item or a level that does not exist.
        """
        search = self.search
        if search is not None:
            search = replace(search, believed=tuple(each.at(game, rules) for each in search.believed))
        row = self.setups.get(rules.setup.name, Row(self.weights, self.levels))
        codes = level_codes(game, rules, row.levels) if row.levels else ()
        items = item_codes(game, rules, self.without) if self.without else ()
        return replace(
            self, weights=dict(row.weights), setups={}, levels=row.levels, codes=codes, items=items, search=search
        )

    def specialised(self, game: Game, rules: Rules, level: str) -> "Strategy":
        """The same, ready for the rules, with a row of weights for a level, which are those that it plays there."""
        found = self.at(game, rules)
        return replace(found, levels={level: found.weights, **found.levels}).at(game, rules)

    @property
    def believed(self) -> tuple["Strategy", ...]:
        """Whom it takes the others for when it looks ahead, beside itself and what they are."""
        return () if self.search is None else self.search.believed

    @property
    def stamp(self) -> str:
        """A hash of the content of a function of the user's. Empty for a built-in recipe."""
        return "" if self.source is None else self.fingerprint.stamp

    @property
    def fingerprint(self) -> Fingerprint:
        """The identity of a function of the user's. Raises BadInput if it uses something that cannot be compared."""
        return fingerprint(self.source, f"The strategy '{self.name}'")

    @property
    def module(self) -> str:
        """The module of the game's strategies that has its score; empty for uniform play and the user's functions."""
        return "" if self.source is not None or self.base == UNIFORM else self.base or self.name

    def score(self, game: Game) -> Any:
        """The compiled score. Raises BadInput if it cannot be compiled."""
        if self.source is not None:
            return _compiled(game, self)
        return _score(game, self.module) if self.module else import_module(UNIFORM_MODULE).score(game)


def strategy_names(game: Game) -> list[str]:
    """The strategies of a game: uniform, sensible, then its archetypes, by modules or by weights alone."""
    place = folder(game)
    found = {path.stem for path in place.glob("*.py")} | set(recipes(place))
    return [UNIFORM, BASE, *sorted(found - {"__init__", BASE})]


def find_strategy(game: Game, spec: "str | Callable | Strategy | Searcher | Restricted") -> Strategy:
    """Return a strategy.

    Args:
        game: The game.
        spec: A name as `strategy_name` describes it, a function of the user's, a `Searcher`, or a `Restricted`.

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
        return _searching(game, Searcher(str(name.without_search()), name.playouts, name.believing))
    found = _unvaried(game, name.base)
    for variation in name.variations:
        found = _varied(found, variation)
    return found


def _unvaried(game: Game, name: str) -> Strategy:
    """Return a strategy of the game or of a file of the user."""
    if ".toml" in name:
        return _from_weights(game, name)
    if ".py" in name:
        return _from_file(game, name)
    return _built_in(game, name)


def folder(game: Game) -> Path:
    """Where the strategies of a game lie."""
    return Path(str(load_module(game.strategies, game.title).__file__)).parent


def _built_in(game: Game, name: str) -> Strategy:
    """A strategy of the game's own: its weights stand in the file of weights, or beside a score in its module."""
    if name not in strategy_names(game):
        raise unknown("strategy", name, strategy_names(game))
    if name == UNIFORM:
        return Strategy(UNIFORM, recipe="Every option with the same chance, step by step.", base=UNIFORM)
    found = recipes(folder(game)).get(name)
    if found is not None and not _has_module(game, name):
        return _weighed(found, _built_in(game, found.base))
    module = _module(game, name)
    weights = module.WEIGHTS if found is None else found.weights
    played = Strategy(name, dict(weights), getattr(module, "TEMPERATURE", 0.0), inspect.getdoc(module) or "", name)
    if found is None:
        return played
    heat = played.temperature if found.temperature is None else found.temperature
    return replace(played, temperature=heat, setups=found.setups)


def _weighed(found: Recipe, base: Strategy) -> Strategy:
    """Return the base with the weights of a file, and with its temperature if the file has one."""
    heat = base.temperature if found.temperature is None else found.temperature
    return Strategy(found.name, dict(found.weights), heat, found.recipe, base=base.base, setups=found.setups)


def _has_module(game: Game, name: str) -> bool:
    return (folder(game) / f"{name}.py").is_file()


def _from_weights(game: Game, spec: str) -> Strategy:
    """A strategy in a file of weights of the user's."""
    path, name = _split(spec)
    setups = [each.name for each in game.setups]
    found = read_recipe(Path(path), name, lambda base: _built_in(game, base), setups)
    return _weighed(found, _built_in(game, found.base))


def _varied(base: Strategy, variation: Variation) -> Strategy:
    """Return a strategy with a variation of its name."""
    if variation.kind == GREEDY:
        return _greedy(base)
    if variation.kind == RANDOM_AFTER:
        return _random_from(base, check_round(int(variation.value)))
    if variation.kind == WITHOUT:
        return _without(base, variation.value)
    return replace(base, name=f"{base.name}{variation}", temperature=float(variation.value))


def _searching(game: Game, asked: Searcher) -> Strategy:
    """A strategy that looks ahead by the numbers of its game."""
    base = _without_search(game, asked.base)
    believing, believed = _beliefs(game, asked.believing)
    search = Search(check_playouts(asked.playouts), **search_numbers(game), believing=believing, believed=believed)
    name = search_name(base.name, search.playouts, believing)
    recipe = f"Plays {base.name}, and looks ahead; takes the others for {believing}. {base.recipe}"
    played = "" if base.source is not None else base.base or base.name
    return replace(base, name=name, recipe=recipe, base=played, search=search)


def _restricted(game: Game, asked: Restricted) -> Strategy:
    """A strategy that is kept from something. Raises BadInput for one that looks ahead, or is so already."""
    found = find_strategy(game, asked.base)
    if found.search is not None and not found.search.is_greedy:
        raise BadInput(f"'{found.name}' looks ahead: what a search is based on is restricted, not the search.")
    if asked.is_greedy:
        found = _greedy(found)
    if asked.random_after is not None:
        found = _random_from(found, check_round(asked.random_after))
    for item in [asked.without] if isinstance(asked.without, str) else asked.without:
        found = _without(found, item)
    return found


def _greedy(base: Strategy) -> Strategy:
    if base.search is not None:
        raise BadInput(f"'{base.name}' is greedy already.")
    recipe = f"Takes the option after which it stands best at once, of equals the one of {base.name}. {base.recipe}"
    return replace(base, name=f"{base.name}{Variation(GREEDY)}", recipe=recipe, search=at_once())


def _random_from(base: Strategy, number: int) -> Strategy:
    if base.random_from:
        raise BadInput(f"'{base.name}' plays at random from a round on already: it takes one such round.")
    recipe = f"Plays {base.name}, and from round {number} on every option with the same chance. {base.recipe}"
    return replace(base, name=f"{base.name}{Variation(RANDOM_AFTER, str(number))}", recipe=recipe, random_from=number)


def _without(base: Strategy, item: str) -> Strategy:
    """A strategy that does without one more item, whose commas its name lacks: they part the names of strategies."""
    recipe = f"Plays {base.name}, and uses '{item}' only where there is no other option. {base.recipe}"
    name = f"{base.name}{Variation(WITHOUT, item.replace(',', ''))}"
    return replace(base, name=name, recipe=recipe, without=(*base.without, item))


def search_numbers(game: Game) -> Mapping[str, Any]:
    """How strategies of a game look ahead. Raises BadInput where its file does not say."""
    words = game.module("state")
    return read_numbers(folder(game), words.Phase, getattr(words, "Asset", None))


def _without_search(game: Game, spec: Any) -> Strategy:
    """A strategy that does not look ahead. Raises BadInput for one that does."""
    found = find_strategy(game, spec)
    if found.search is not None:
        raise looks_ahead(found.name)
    return found


def _beliefs(game: Game, others: Any) -> tuple[str, tuple[Strategy, ...]]:
    """(what is believed of the others in a word, the strategies that they are taken for)."""
    if others in (ITSELF, TRUTH):
        return others, ()
    if others == POOL:
        return POOL, tuple(_built_in(game, name) for name in strategy_names(game) if name != UNIFORM)
    found = _without_search(game, others)
    return found.name, (found,)


def _module(game: Game, name: str) -> Any:
    """A module of the game's strategies; its score is compiled when it is to play."""
    from starbalance.simulator.engine.jit import postponed

    with postponed():
        return load_module(f"{game.strategies}.{name}", game.title)


def _score(game: Game, name: str) -> Any:
    from starbalance.simulator.engine.jit import ready

    score = _module(game, name).score
    with in_a_sentence(f"{game.title}: {game.strategies}.{name} cannot be compiled"):
        return ready(score, game.module("state").SIG["score"])


def _own(game: Game, name: str, function: Callable) -> Strategy:
    given = list(inspect.signature(function).parameters)
    if given != PARAMETERS:
        raise BadInput(f"The strategy '{name}' takes ({', '.join(given)}); it must take ({', '.join(PARAMETERS)}).")
    sensible = _built_in(game, BASE)
    source = getattr(function, "py_func", function)
    recipe = inspect.getdoc(function) or ""
    return Strategy(name, dict(sensible.weights), 0.0, recipe, source=source, setups=sensible.setups)


def _from_file(game: Game, spec: str) -> Strategy:
    path, name = _split(spec)
    module = import_file(Path(path).resolve())
    functions = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
    if not callable(getattr(module, name, None)):
        raise unknown(f"strategy in {path} called", name, functions)
    return _own(game, name, getattr(module, name))


def _split(spec: str) -> tuple[str, str]:
    """(the file, the name of the strategy in it)."""
    path, colon, name = spec.rpartition(":")
    if not colon or not path.endswith((".py", ".toml")):
        raise BadInput(f"'{spec}' names no strategy: write {spec}:name.")
    if not Path(path).is_file():
        raise BadInput(f"There is no strategy file '{path}'.")
    return path, name


def _compiled(game: Game, strategy: Strategy) -> Any:
    """The compiled function of a strategy of the user's, once per process."""
    identity = strategy.fingerprint
    key = (game.package, identity.stamp)
    if key not in _COMPILED:
        _COMPILED[key] = _compile(game, strategy.name, strategy.source, identity.rules)
    return _COMPILED[key]


def _compile(game: Game, name: str, function: Any, rules: Sequence[Any]) -> Any:
    from starbalance.simulator.engine.jit import kernel, renewed

    signature = game.verbs.signatures["score"]
    try:
        renewed(rules)
        return kernel(signature, "own")(function)
    except Exception as error:  # whatever is wrong with the user's code, in any pass of the compiler
        reason = (str(error).strip().splitlines() or [type(error).__name__])[-1]
        raise BadInput(f"The strategy '{name}' cannot be compiled: {reason}") from None
