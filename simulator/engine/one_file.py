"""Games in one file: a few functions and a list of fields, from which the other modules of a game are derived.

The `__init__.py` of such a game defines GAME with `one_file_game`, and these functions, each marked `@rule`:

- `options(state, rules, opts)` lists the legal actions of the acting seat in `opts` and returns their number.
- `apply(state, rules, option)` carries out an action. The same seat acts again unless the function calls `pass_turn`,
  `pass_to` or `end_game`.
- `result(state, rules, seat)` returns the score or the payoff of a seat, at the end of the game and at any time before.
- `setup(state, rules)` prepares the game. Without it all fields begin with 0, and seat 0 begins.
- `standing(state, rules, seat)` returns the heuristic value of a seat. Without it that is the result so far.
- `NAME(state, rules, options, weights, scores)` is the strategy NAME. One must be called `sensible`.

Cards are whole numbers from 0. -1 stands for a place without a card. The places in the deck and in the hands of other
seats are hidden. They are resampled, so that no search and no strategy can use them.

A module or data file of a full game may stand next to the file, such as `picture.py` or `columns.toml`. It takes the
place of what is derived.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from starbalance.simulator.engine.chance import below, next_turn, shuffle
from starbalance.simulator.engine.contract import (
    DECISION,
    begin_redeal,
    blank_rules,
    end_redeal,
    fill_switches,
    option_room,
    outcome_record,
    purposes,
    rules_record,
    share_among,
    share_win,
    state_record,
)
from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.game import Functions, Game, Setup
from starbalance.simulator.engine.jit import kernel, rule, unrolled
from starbalance.simulator.engine.limits import PURPOSES, SEATS
from starbalance.simulator.engine.memory import blank
from starbalance.simulator.engine.play import carry_out, set_up
from starbalance.simulator.engine.records import add, copy_of, record, zeros
from starbalance.simulator.engine.signatures import signatures
from starbalance.simulator.engine.tables import load
from starbalance.simulator.engine.weights import BASE

__all__ = [
    "Number",
    "add",
    "below",
    "end_game",
    "one_file_game",
    "pass_to",
    "pass_turn",
    "purposes",
    "rule",
    "shuffle",
    "start",
]

PASS, END = 1, 2  # of state.pending_step
MOST_ROUNDS = 1000  # of a game without a round limit of its own
_SEAT = (("seat", "i8"), ("player", "i8"), ("credit", "f8"))
_OF_RUNS = ("game", "strategy", "setup", "players")  # further columns of the seats in every run
_CODES = {int: "i8", float: "f8", bool: "i8"}
_SHARES = record(("credit", "f8", (SEATS,)))
_WIDTH = 4  # options that a search tries
_HIDDEN = PURPOSES - 1  # the random purpose of resampled cards
_FUNCTIONS = Functions(*(f"kernels.{name}" for name in ("setup", "options", "apply", "finish", "standing", "proceed")))


class Ended(IntEnum):
    """How a game ends."""

    RULES = 0
    TRUNCATED = 1


@dataclass(frozen=True)
class Number:
    """A number of the rules, which `--set` and variants can change.

    Attributes:
        value: The number.
        source: The source: `rulebook`, `published` or `assumed`.
        note: The meaning.
        least: The smallest allowed value.
        most: The largest allowed value.
    """

    value: float
    source: str
    note: str
    least: float
    most: float


_ROUND_LIMIT = Number(MOST_ROUNDS, "assumed", "The round limit, after which the game is truncated.", 1, 1_000_000)


@dataclass(frozen=True)
class Sheet:
    """What the file of a game declares.

    Attributes:
        package: The package of the game.
        seats: The largest number of seats.
        numbers: The numbers of the rules, by name.
        state: The fields of the table.
        player: The fields of each seat.
        actions: The action types.
        most_options: The largest number of options of a decision.
        weights: The weights of each strategy, by name.
        deck: The field of the table with the cards that no seat holds. Empty if there are none.
        hands: The fields of each seat with cards that the other seats cannot see.
        has_payoffs: Whether results are payoffs.
        temperature: The temperature of the strategies.
        sides: The number of sides. 0 means one side per seat.
    """

    package: str
    seats: int
    numbers: Mapping[str, Number]
    state: Mapping[str, Any]
    player: Mapping[str, Any]
    actions: type[IntEnum]
    most_options: int
    weights: Mapping[str, Mapping[str, float]]
    deck: str
    hands: Sequence[str]
    has_payoffs: bool
    temperature: float
    sides: int

    @property
    def switches(self) -> dict[str, type]:
        """The type of each number, by name."""
        return {name: type(number.value) for name, number in self.numbers.items()}

    @property
    def result(self) -> str:
        """The column of the outcome with the result of a seat."""
        return "payoff" if self.has_payoffs else "result"

    @property
    def columns(self) -> tuple[str, ...]:
        """The fields of a seat that are columns of its outcome: those with one value."""
        return tuple(name for name, kind in self.player.items() if not isinstance(kind, tuple))


def one_file_game(
    package: str,
    *,
    title: str,
    players: Sequence[int],
    numbers: Mapping[str, Number],
    player: Mapping[str, Any],
    actions: type[IntEnum],
    most_options: int,
    strategies: Mapping[str, Mapping[str, float]],
    state: Mapping[str, Any] | None = None,
    deck: str = "",
    hands: Sequence[str] = (),
    has_payoffs: bool = False,
    temperature: float = 0.0,
    sides: int = 0,
) -> Game:
    """Return the game that a file describes.

    Args:
        package: `__name__` of the file.
        title: The name of the game in sentences.
        players: The numbers of players. The first is the default.
        numbers: The numbers of the rules, by name. `max_rounds` is the round limit. Default: 1,000.
        player: The fields of each seat: the type, `int` or `float`, by name. An array is a pair (type, length).
        actions: The action types, numbered from 0.
        most_options: The largest number of options of a decision.
        strategies: The weights of each strategy by name, in the order in which its function reads them.
        state: The fields of the table, as for `player`. Default: none.
        deck: The field of the table with the cards that no seat holds, an array. Default: no cards are hidden.
        hands: The fields of each seat with cards that the other seats cannot see. Default: none.
        has_payoffs: Whether results are payoffs, which are added over games, and not only compared. Default: false.
        temperature: The temperature of the strategies. Default: 0, the highest score is chosen.
        sides: The number of sides. With 2 sides, seats 1, 3 and 5 play against the other seats: `rules.side` has the
            side of each seat, from 0. All seats of a side must have the same result. Default: one side per seat.

    Raises:
        BadInput: If a field has another type, the name of a column of every run, or is named and does not exist.
    """
    _check_names(package, players, hands)
    with_limit = {**numbers, "max_rounds": numbers.get("max_rounds", _ROUND_LIMIT)}
    sheet = Sheet(
        package,
        max(players),
        with_limit,
        state or {},
        player,
        actions,
        most_options,
        strategies,
        deck=deck,
        hands=hands,
        has_payoffs=has_payoffs,
        temperature=temperature,
        sides=sides,
    )
    _check_fields(sheet)
    _FINDER.add(sheet)
    return Game(
        package=package,
        strategies=f"{package}.strategies",
        name=package.rpartition(".")[2].replace("_", "-"),
        title=title,
        factor="seat",
        standing="points",
        setups=tuple(Setup(f"players{count}", players=count, seats=count, sides=sides) for count in players),
        functions=replace(_FUNCTIONS, redeal="hidden.redeal" if deck else None),
        has_payoffs=has_payoffs,
        labels=lambda rules: {"ended": tuple(each.name.lower() for each in Ended)},
    )


def _check_names(package: str, players: Any, hands: Any) -> None:
    """Raise BadInput unless `players` and `hands` list something. A word or a number in brackets needs a comma."""
    if isinstance(players, int):
        raise _fault(package, f"`players` must list numbers, such as players=({players},), got {players}")
    if isinstance(hands, str):
        raise _fault(package, f"`hands` must list names of fields, such as hands=('{hands}',), got '{hands}'")


def _check_fields(sheet: Sheet) -> None:
    """Raise BadInput unless the fields have types and free names, and the fields with cards exist."""
    for what, fields in (("state", sheet.state), ("player", sheet.player)):
        for name, kind in fields.items():
            if not _is_kind(kind):
                problem = f"the field '{name}' of `{what}` has the type {getattr(kind, '__name__', kind)}"
                raise _fault(sheet.package, f"{problem}: write int, float, or a type and a length such as (int, 5)")
    taken = [name for name, *_ in _SEAT] + [sheet.result, *_OF_RUNS]
    for name in sheet.columns:
        if name in taken:
            problem = f"every run has a column '{name}', so the field '{name}' of `player` needs another name"
            raise _fault(sheet.package, problem)
    named = [("deck", sheet.deck, "state", sheet.state)] if sheet.deck else []
    for argument, name, what, fields in [*named, *(("hands", each, "player", sheet.player) for each in sheet.hands)]:
        arrays = [each for each, kind in fields.items() if isinstance(kind, tuple)]
        if name not in arrays:
            problem = f"`{argument}` names '{name}', which is no array of `{what}`"
            raise _fault(sheet.package, f"{problem}: {nearest(name, arrays)}")


def _is_kind(kind: Any) -> bool:
    """Return whether a field can have a type: a number, or a pair of a number and a length."""
    if isinstance(kind, tuple):
        return len(kind) == 2 and kind[0] in _CODES and isinstance(kind[1], int)
    return isinstance(kind, type) and kind in _CODES


def _fault(package: str, problem: str) -> BadInput:
    """Return an error in the file of a game, as a sentence with its full stop."""
    stop = "" if problem.endswith(("?", ".")) else "."
    return BadInput(f"{sys.modules[package].__file__}: {problem}{stop}")


def start(game: Game, setup: str | None = None, seed: int = 1, **numbers: float) -> tuple[Any, Any]:
    """Return the state at the first decision of a game, and its rules record, for a test.

    Args:
        game: The game.
        setup: The setup. Default: the first one.
        seed: The seed.
        **numbers: Changed numbers of the rules.
    """
    rules = load(game, setup, set={f"switches.{name}": value for name, value in numbers.items()}).record
    state = zeros(1, game.kernels.state_dt)[0]
    state.key[0] = seed
    set_up(game, state, rules)
    return state, rules


class _Derived(MetaPathFinder, Loader):
    """The import of derived modules. Python asks it last, so a file of the same name comes first."""

    def __init__(self) -> None:
        self._builders: dict[str, tuple[Sheet, Callable[[Sheet], dict[str, Any]]]] = {}

    def add(self, sheet: Sheet) -> None:
        """Take in the modules of a game."""
        for name, builder in _BUILDERS.items() if sheet.deck else _WITHOUT_HIDDEN.items():
            self._builders[f"{sheet.package}.{name}"] = sheet, builder
        for name in sheet.weights:
            self._builders[f"{sheet.package}.strategies.{name}"] = sheet, _strategy(name)

    def find_spec(self, fullname: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return how to import a derived module. `None` for every other module."""
        if fullname not in self._builders:
            return None
        file = sys.modules[self._builders[fullname][0].package].__file__
        spec = ModuleSpec(fullname, self, origin=file, is_package=fullname.endswith(".strategies"))
        spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Fill in a derived module."""
        sheet, builder = self._builders[module.__name__]
        vars(module).update(builder(sheet))


def _state(sheet: Sheet) -> dict[str, Any]:
    """Return the contents of the module `state`: the records and the enumerations."""
    own, columns = record(*_fields(sheet.player)), _fields(sheet.player, sheet.columns)
    records = {
        "state_dt": state_record(own, sheet.seats, *_fields(sheet.state)),
        "rules_dt": rules_record(sheet.switches, *((("side", "i8", (SEATS,)),) if sheet.sides else ())),
        "outcome_dt": outcome_record(record(*_SEAT, (sheet.result, "f8"), *columns), sheet.seats),
    }
    return {
        **records,
        "SIG": signatures(*(records[name] for name in ("state_dt", "rules_dt", "outcome_dt"))),
        "MAX_OPTIONS": option_room(sheet.most_options),
        "Decision": IntEnum("Decision", ["ACTION"], start=0),
        "Kind": sheet.actions,
        "Ended": Ended,
        "COLUMNS": _columns(sheet),
    }


def _columns(sheet: Sheet) -> dict[str, Any]:
    """Return the meanings of the columns of a seat, and the column with the points, as in `columns.toml`."""
    meaning = "The payoff at the end of the game." if sheet.has_payoffs else "The score that decides the game."
    fields = {name: {"meaning": f"The field `{name}` of the player at the end of the game."} for name in sheet.columns}
    return {"points": sheet.result, "seats": {sheet.result: {"meaning": meaning}, **fields}}


def _fields(kinds: Mapping[str, Any], names: Sequence[str] | None = None) -> list[tuple]:
    """Return fields of a record: name, type and, for an array, shape."""
    pairs = [(name, kinds[name] if isinstance(kinds[name], tuple) else (kinds[name],)) for name in names or kinds]
    return [(name, _CODES[kind[0]], *((each,) for each in kind[1:])) for name, kind in pairs]


def _reader(sheet: Sheet) -> dict[str, Any]:
    """Return the contents of the module `reader`."""

    def fill(document: Mapping[str, Any], setup: Setup) -> Any:
        rules = blank_rules(_module(sheet, "state").rules_dt, setup)
        fill_switches(rules, sheet.switches, document["switches"])
        if sheet.sides:
            rules.side[: setup.seats] = np.arange(setup.seats) % sheet.sides
        return rules

    entries = {name: dict(vars(number)) for name, number in sheet.numbers.items()}
    return {"KEYS": {"switches": sheet.switches}, "FIELDS": {}, "TABLES": {"switches": entries}, "fill": fill}


def _kernels(sheet: Sheet) -> dict[str, Any]:
    """Return the contents of the module `kernels`: the game functions."""
    own, sig = vars(sys.modules[sheet.package]), _module(sheet, "state").SIG
    bound = {f"own_{name}": own[name] for name in ("options", "apply", "result")}
    bound |= {"own_setup": own.get("setup", _nothing), "own_standing": own.get("standing", own["result"])}
    bound |= {"COLUMNS": sheet.columns, "HAS_PAYOFFS": sheet.has_payoffs, "RESULT": sheet.result}
    bound["_end"] = rule(_bound(_end, sheet, bound))
    functions = (setup, options, apply, finish, standing, proceed)
    place = f"{sheet.package}.kernels"
    return {each.__name__: kernel(sig[each.__name__], place)(_bound(each, sheet, bound)) for each in functions}


def _hidden(sheet: Sheet) -> dict[str, Any]:
    """Return the contents of the module `hidden`: what is hidden, and the function that resamples it."""
    held = sheet.seats * sum(sheet.player[name][1] for name in sheet.hands)
    bound: dict[str, Any] = {"DECK": sheet.deck, "HANDS": tuple(sheet.hands), "HELD": held}
    bound["_exchange"] = rule(_bound(_exchange, sheet, bound))
    sig = _module(sheet, "state").SIG["redeal"]
    return {
        "PRIVATE": (*(f"players.{name}" for name in sheet.hands), "notes"),
        "HIDDEN_FIELDS": ("key", "drawn", sheet.deck),
        "CARD_FIELDS": (sheet.deck, *(f"players.{name}" for name in sheet.hands)),
        "redeal": kernel(sig, f"{sheet.package}.kernels")(_bound(redeal, sheet, bound)),
    }


def _bound(function: Any, sheet: Sheet, names: Mapping[str, Any]) -> Any:
    """Return a copy of a function for which names of this module stand for the functions of a game."""
    made = FunctionType(function.__code__, {**globals(), **names}, function.__name__)
    made.__module__ = f"{sheet.package}.kernels"
    return made


def _module(sheet: Sheet, name: str) -> Any:
    """Return a module of a game, derived or from a file."""
    return import_module(f"{sheet.package}.{name}")


def _strategies(sheet: Sheet) -> dict[str, Any]:
    """Return the contents of the package of the strategies."""
    if BASE not in sheet.weights:
        raise _fault(sheet.package, f"`strategies` has no '{BASE}', which all players use by default")
    limit = int(sheet.numbers["max_rounds"].most)
    search = {"width": _WIDTH, "horizon": limit, "scale": 1.0, "threshold": 1.0, "decisions": ("ACTION",)}
    return {"NAMES": tuple(sheet.weights), "SEARCH": search}


def _strategy(name: str) -> Callable[[Sheet], dict[str, Any]]:
    """Return the function that makes the module of a strategy."""

    def contents(sheet: Sheet) -> dict[str, Any]:
        known = vars(sys.modules[sheet.package])
        if name not in known:
            own = [each for each, value in known.items() if getattr(value, "__module__", "") == sheet.package]
            raise _fault(sheet.package, f"there is no function '{name}' for this strategy: {nearest(name, own)}")
        plain = getattr(known[name], "py_func", known[name])
        score = kernel(_module(sheet, "state").SIG["score"], f"{sheet.package}.strategies.{name}")(plain)
        return {
            "score": score,
            "WEIGHTS": dict(sheet.weights[name]),
            "TEMPERATURE": sheet.temperature,
            "__doc__": plain.__doc__,
        }

    return contents


def _text(sheet: Sheet) -> dict[str, Any]:
    """Return the contents of the module `text`."""

    class Narrator(_Narrator):
        game, actions, fields = sys.modules[sheet.package].GAME, sheet.actions, tuple(sheet.player)
        shared_fields = tuple(name for name in sheet.state if name != sheet.deck)

    return {"Narrator": Narrator}


_BUILDERS: Mapping[str, Callable[[Sheet], dict[str, Any]]] = {
    "state": _state,
    "reader": _reader,
    "kernels": _kernels,
    "hidden": _hidden,
    "strategies": _strategies,
    "text": _text,
}
_WITHOUT_HIDDEN = {name: builder for name, builder in _BUILDERS.items() if name != "hidden"}
_FINDER = _Derived()
sys.meta_path.append(_FINDER)


class _Narrator:
    """The writer of the log of a game in one file. Players have the numbers of `--strategies`, from 0."""

    game: Game
    actions: type[IntEnum]
    fields: tuple[str, ...]
    shared_fields: tuple[str, ...]

    def __init__(self, rules: Any) -> None:
        self.rules = rules.record

    def opening(self, state: Any, strategies: Sequence[str]) -> list[str]:
        """Return a line with the strategy of each player."""
        plays = [f"player {self.rules.player[seat]} plays {strategies[seat]}" for seat in range(self.rules.seats)]
        return [f"{', '.join(plays).capitalize()}."]

    def table(self, state: Any) -> list[str]:
        """Return the round with the fields of the table except the deck, then the fields of each player."""
        lines = [_values(state, self.shared_fields), *(_values(each, self.fields) for each in self._players(state))]
        names = [f"Round {state.rounds}", *(f"  Player {player}" for player in self.rules.player)]
        return [f"{name}: {line}" if line else name for name, line in zip(names, lines, strict=False)]

    def decision(self, state: Any, options: Any, chosen: int) -> str:
        """Return the chosen action, with its numbers that are not 0, and the fields that it changes."""
        option, after = options[chosen], copy_of(state)
        numbers = [str(option[name]) for name in ("a", "b", "c") if option[name]]
        words = [f"    Player {self.rules.player[state.actor]}: {self.actions(option.kind).name.lower()}", *numbers]
        carry_out(self.game, after, self.rules, option)
        changes = ", ".join(self._changes(state, after))
        return " ".join([*words, f"({changes})"] if changes else words)

    def ending(self, state: Any) -> str:
        """Return a line with the winners."""
        winners = [f"player {self.rules.player[seat]}" for seat in range(self.rules.seats) if state.credit[seat] > 0]
        return f"Round {state.rounds}: {' and '.join(winners)} won."

    def _players(self, state: Any) -> Any:
        return state.players[: self.rules.seats]

    def _changes(self, before: Any, after: Any) -> Iterator[str]:
        """Yield the changed fields of the table and the players. Only fields of other seats have the player's name."""
        yield from _changed(before, after, self.shared_fields)
        for seat, pair in enumerate(zip(self._players(before), self._players(after), strict=True)):
            other = "" if seat == before.actor else f"player {self.rules.player[seat]} "
            yield from (f"{other}{change}" for change in _changed(*pair, self.fields))


def _values(record: Any, names: Sequence[str]) -> str:
    """Return the values of fields by their names. An array is a list of its numbers."""
    numbers = {name: " ".join(f"{each:g}" for each in np.atleast_1d(record[name])) for name in names}
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in numbers.items())


def _changed(before: Any, after: Any, names: Sequence[str]) -> Iterator[str]:
    """Yield the new value of each field that differs, and of each place of an array."""
    for name in names:
        words, is_array = name.replace("_", " "), np.ndim(after[name])
        for place in np.flatnonzero(np.atleast_1d(before[name]) != np.atleast_1d(after[name])):
            yield f"{words}[{place}] {after[name][place]:g}" if is_array else f"{words} {after[name]:g}"


@rule
def pass_turn(state, rules):
    """End the turn of the acting seat. The seat after it acts next."""
    state.actor = (state.actor + 1) % rules.seats
    state.pending_step = PASS


@rule
def pass_to(state, seat):
    """End the turn of the acting seat. The given seat acts next. Unless its number is higher, the round ends."""
    state.actor = seat
    state.pending_step = PASS


@rule
def end_game(state):
    """End the game. The results of the seats decide who wins."""
    state.pending_step = END


@rule
def _nothing(state, rules):
    pass


# The derived game functions follow. `_kernels` copies them for a game, with its own functions under these names.
own_setup = own_options = own_apply = own_result = own_standing = _nothing
COLUMNS: tuple[str, ...] = ()
HANDS: tuple[str, ...] = ()
DECK, RESULT, HELD = "", "", 0
HAS_PAYOFFS = False


def _end(state, rules):
    """End the game. Without payoffs, divide the win among the seats with the highest result."""
    for seat in range(rules.seats):
        state.credit[seat] = own_result(state, rules, seat)
    if not HAS_PAYOFFS:
        share_win(state, rules)
    state.over = 1


def setup(state, rules):
    """Set up the game for the first decision."""
    state.rounds = 1
    own_setup(state, rules)
    state.active = state.actor
    next_turn(state)


def options(state, rules, opts):
    """List the legal actions in `opts` and return how many there are."""
    return own_options(state, rules, opts)


def apply(state, rules, option):
    """Carry out an option."""
    own_apply(state, rules, option)


def proceed(state, rules):
    """Do the pending step: end the game, or begin the turn of the next seat unless the round limit is reached."""
    is_round_over = state.actor <= state.active
    if state.pending_step == END:
        _end(state, rules)
    elif is_round_over and state.rounds >= rules.max_rounds:
        state.ended, state.truncated = Ended.TRUNCATED, 1
        _end(state, rules)
    else:
        state.rounds += 1 if is_round_over else 0
        state.active = state.actor
        next_turn(state)
        state.pending_step = DECISION


def standing(state, rules, seat):
    """Return the heuristic value of a seat."""
    return float(own_standing(state, rules, seat))


def finish(state, rules, outcome):
    """Fill in the outcome: the ending, and for each seat its result and its fields with one value."""
    outcome.ended = state.ended
    outcome.truncated = state.truncated
    outcome.rounds = state.rounds
    shares = blank(_SHARES)
    shares.credit[:] = state.credit
    if HAS_PAYOFFS:
        share_among(shares.credit, rules.seats)
    for seat in range(rules.seats):
        row = outcome.seats[seat]
        row.seat = seat + 1
        row.player = rules.player[seat]
        row[RESULT] = own_result(state, rules, seat)
        row.credit = shares.credit[seat]
        for name in unrolled(COLUMNS):
            row[name] = state.players[seat][name]


def redeal(state, rules, seat, randomness):
    """Resample what the seat cannot see: the cards of the deck and of all other hands, each with as many cards."""
    cards = np.empty(state[DECK].shape[0] + HELD, np.int64)
    begin_redeal(state, randomness)
    count = _exchange(state, rules, seat, cards, False)
    shuffle(state, _HIDDEN, cards[:count])
    _exchange(state, rules, seat, cards, True)
    end_redeal(state, rules, seat)


def _exchange(state, rules, seat, cards, is_put):
    """Take all cards that the seat cannot see into `cards`, or put them back from there. Return their number."""
    count = _move(state[DECK], cards, 0, is_put)
    for other in range(rules.seats):
        if other != seat:
            for name in unrolled(HANDS):
                count = _move(state.players[other][name], cards, count, is_put)
    return count


@rule
def _move(places, cards, count, is_put):
    """Take the cards in some places into `cards` from the index `count`, or put them there. Return the next index."""
    for k in range(places.shape[0]):
        if places[k] >= 0:
            if is_put:
                places[k] = cards[count]
            else:
                cards[count] = places[k]
            count += 1
    return count
