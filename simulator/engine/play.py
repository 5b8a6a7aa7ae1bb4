"""The one decision loop of every game, and the stepper that replays one game decision by decision."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from starbalance.simulator.engine.chance import LINEUP, below, choose
from starbalance.simulator.engine.contract import DECISION, begin_redeal, end_redeal
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.engine.limits import FLAGS, NOTHING, SEATS, TABLE
from starbalance.simulator.engine.memory import borrowed
from starbalance.simulator.engine.records import strategy_dt, zeros
from starbalance.simulator.engine.signatures import LoopVerbs, Room, SearchVerbs, make_room

IN_PLAY, BLANK = range(2)  # places on the desk
FINE, EMPTY, OVERFLOW, UNSCORED, AHEAD = range(5)
FAULTS = {
    EMPTY: "the rules listed no option",
    OVERFLOW: "the rules listed more options than the game has room for",
    UNSCORED: "a strategy left an option without a finite score",
    AHEAD: "a search played on to where the rules list no option, or too many, or a strategy leaves one unscored",
}


@rule
def _seat_strategies(state, seed, number, rules, lineup, pool, seated):
    """Keys the dice of a game and seats the strategies: one draw for each player whose lineup says -1."""
    state.key[0] = seed
    state.key[1] = np.uint64(number)
    for seat in range(rules.seats):
        player = rules.player[seat]
        seated[seat] = lineup[player]
        if lineup[player] < 0:
            state.drawn[LINEUP] = player
            seated[seat] = below(state, LINEUP, pool)
    state.drawn[LINEUP] = 0


@rule
def fault_of(n, room):
    """What is wrong with a list of n options, or FINE."""
    if n == 0:
        return EMPTY
    return OVERFLOW if n > room else FINE


@rule
def is_random(strategy, state):
    """Whether a strategy plays every option with the same chance by now."""
    return 0 < strategy.random_from <= state.rounds


@rule
def forgo(uses, strategy, state, rules, opts, values):
    """Rules out the options that use what a strategy does without, unless all do.

    Of those that are left, and that it would never take, each is as good as the other.
    """
    left, is_able = 0, False
    for is_counted in range(2):
        for i in range(opts.shape[0]):
            is_used = False
            for k in range(strategy.items):
                code = strategy.without[k]
                is_used = is_used or uses(state, rules, opts[i], code // FLAGS, code % FLAGS)
            if is_counted == 0 and not is_used:
                left += 1
                is_able = is_able or values[i] != -np.inf
            elif is_counted == 1 and left > 0 and is_used:
                values[i] = -np.inf
            elif is_counted == 1 and left > 0 and not is_able:
                values[i] = 0.0


_forgo = getattr(forgo, "py_func", forgo)  # for the stepper: a compiled one cannot be cached with a verb as argument


@rule
def weights_row(verbs, strategy, state, rules):
    """Which row of its weights a strategy plays with: that of what the seat that decides is, or that of all."""
    if strategy.levels > 0:
        level = verbs.level(state, rules, state.actor)
        for k in range(strategy.levels):
            if strategy.level[k] == level:
                return 1 + k
    return 0


_weights_row = getattr(weights_row, "py_func", weights_row)  # for the stepper, as _forgo


def weights_of(verbs: Any, strategy: Any, state: Any, rules: Any) -> np.ndarray:
    """The weights with which a row of a table scores the options of the pending decision."""
    return strategy.weights[_weights_row(verbs, strategy, state, rules)]


@rule
def choice(verbs, score, strategy, state, rules, opts, values):
    """The place of the option that a strategy takes, -UNSCORED where it leaves one without; fills in values."""
    if is_random(strategy, state):
        values[:] = 0.0
    else:
        values[:] = np.nan
        score(state, rules, opts, strategy.weights[weights_row(verbs, strategy, state, rules)], values)
    if strategy.items > 0:
        forgo(verbs.uses, strategy, state, rules, opts, values)
    chosen = choose(state, values, strategy.temperature)
    return chosen if chosen >= 0 else -UNSCORED


@rule
def take(verbs, state, rules, option):
    """Carries out an option of the pending decision, and plays on to the next one or the end."""
    verbs.apply(state, rules, option)
    while state.then != DECISION and state.over == 0:
        verbs.go_on(state, rules)


def nothing_between(state, rules):
    """Go on in a game in which nothing happens between two decisions."""
    state.then = DECISION


def redeal_luck(state, rules, seat, luck):
    """Redeal in a game without hidden information: the coming dice, and the notes of other players."""
    begin_redeal(state, luck)
    end_redeal(state, rules, seat)


def uses_nothing(state, rules, option, column, number):
    """Return False, in a game that does not define what its actions use."""
    return False


def no_level(state, rules, seat):
    """Return NOTHING, in a game that does not define levels."""
    return NOTHING


def no_assets(state, rules, seat, asset):
    """Return 0, in a game without evaluation features."""
    return 0.0


DEFAULTS: dict[str, Callable] = {  # for the functions that a game leaves out
    "go_on": nothing_between,
    "redeal": redeal_luck,
    "uses": uses_nothing,
    "level": no_level,
    "assets": no_assets,
}


@rule
def _stand(verbs, state, rules, standings):
    """Notes how each seat stands."""
    for seat in range(rules.seats):
        standings[seat] = verbs.standing(state, rules, seat)


@rule
def _begin(verbs, state, rules):
    """Sets up a game, and plays on to its first decision."""
    verbs.setup(state, rules)
    while state.then != DECISION and state.over == 0:
        verbs.go_on(state, rules)


@rule
def _end(verbs, state, rules, seated, outcome, fault):
    """The outcome of a game: all that is known of it, or its fault."""
    if fault == FINE:
        verbs.finish(state, rules, outcome)
    outcome.fault = fault
    for seat in range(rules.seats):
        outcome.strategy[seat] = seated[seat]


@rule
def _lent(room):
    """The same room, its arrays borrowed."""
    return Room(
        borrowed(room.desk),
        borrowed(room.seated),
        borrowed(room.believed),
        borrowed(room.opts),
        borrowed(room.values),
        borrowed(room.opts_ahead),
        borrowed(room.values_ahead),
        borrowed(room.trials),
    )


def decide_and_play(verbs, scores, rows, pool, lineup, rules, room, seed, outcomes, timeline):
    """Plays the games whose numbers stand in `outcomes`.

    verbs: as LoopVerbs names them. scores, rows (TABLE): the table of strategies. lineup (SEATS): the row of each
    player, -1 to draw it from the first `pool` rows. room: to work in. A fault is recorded in the outcome and ends its
    game. timeline (games x rounds x SEATS): filled in with the standing of each seat at the end of each round, as far
    as it reaches.
    """
    game = LoopVerbs(*verbs)
    ahead = (game.options, game.apply, game.go_on, game.standing, game.assets, game.redeal, game.uses, game.level)
    room = _lent(room)
    state, seated, opts, values = room.desk[IN_PLAY], room.seated, room.opts, room.values
    for g in range(outcomes.shape[0]):
        room.desk[IN_PLAY], number = room.desk[BLANK], outcomes[g].game
        _seat_strategies(state, seed, number, rules, lineup, pool, seated)
        _begin(game, state, rules)
        fault, decisions = FINE, 0
        while state.over == 0 and fault == FINE:
            n, chosen = game.options(state, rules, opts), 0
            fault = fault_of(n, opts.shape[0])
            if n > 1 and fault == FINE:
                decisions += 1
                row = seated[state.actor]
                chosen = choice(game, scores[row], rows[row], state, rules, opts[:n], values[:n])
                if chosen >= 0 and rows[row].playouts > 0:  # one function for a decision would cost 4 % of the speed
                    chosen = game.look_ahead(ahead, scores, rows, rules, room, n, chosen, seed, number, decisions)
                fault = max(FINE, -chosen)
            if fault == FINE:
                now = state.rounds
                take(game, state, rules, opts[chosen])
                if 0 < now <= timeline.shape[1] and (state.rounds > now or state.over != 0):
                    _stand(game, state, rules, timeline[g, now - 1])
        outcomes[g].decisions = decisions
        _end(game, state, rules, seated, outcomes[g], fault)


@dataclass(frozen=True)
class Table:
    """Strategies ready for the loop: up to TABLE rows of a score and a strategy_dt; the first `pool` may be drawn."""

    scores: tuple
    rows: np.ndarray
    pool: int

    @classmethod
    def of(cls, strategies: Sequence[tuple[Any, list[float], float]], pool: int | None = None) -> "Table":
        """From (score, weights, temperature) triples; the unused rows repeat the last score. pool: none, all."""
        rows = zeros(TABLE, strategy_dt)
        for i, (_, numbers, heat) in enumerate(strategies):
            rows[i].weights[0, : len(numbers)] = numbers
            rows[i].temperature = heat
        scores = [score for score, _, _ in strategies]
        count = len(scores)
        return cls(tuple(scores + scores[-1:] * (TABLE - count)), rows, count if pool is None else pool)


@dataclass(frozen=True)
class Decision:
    """One decision of a replayed game, before it is applied: the options (records) and the index of the chosen one.

    trials: of a search, as it left them; none where nothing was searched.
    """

    state: Any
    options: np.ndarray
    scores: np.ndarray | None
    chosen: int
    trials: np.ndarray | None = None


def _called(names: type[LoopVerbs] | type[SearchVerbs], verbs: Any) -> tuple:
    """The verbs of a game as a kernel takes them."""
    return tuple(getattr(verbs, name) for name in names._fields)


def play_chunk(
    game: Any, rules: Any, table: Table, lineup: np.ndarray, seed: int, numbers: np.ndarray, rounds: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """(outcomes, timeline) of the games of these numbers, in this process and thread.

    outcomes: records. timeline (games x rounds x SEATS): the standing of each seat at the end of the first rounds, NaN
    after the last.
    """
    verbs = game.verbs
    outcomes = zeros(len(numbers), verbs.outcome_dt)
    outcomes["game"] = numbers
    timeline = np.full((len(numbers), rounds, SEATS), np.nan)
    room = make_room(verbs.state_dt, verbs.max_options)
    called = _called(LoopVerbs, verbs)
    seeded = np.uint64(seed)
    verbs.play(called, table.scores, table.rows, table.pool, lineup, rules, room, seeded, outcomes, timeline)
    return outcomes, timeline


def set_up(game: Any, state: Any, rules: Any) -> None:
    """Sets up a game on a blank state with its dice keyed, and plays on to its first decision."""
    game.verbs.setup(state, rules)
    play_on(game, state, rules)


def carry_out(game: Any, state: Any, rules: Any, option: Any) -> None:
    """Carries out an option of the pending decision and plays on to the next one."""
    game.verbs.apply(state, rules, option)
    play_on(game, state, rules)


def play_on(game: Any, state: Any, rules: Any) -> None:
    """Plays on, step by step, to the next decision or the end."""
    while state.then != DECISION and not state.over:
        game.verbs.go_on(state, rules)


def steps(
    game: Any, rules: Any, table: Table, lineup: np.ndarray, seed: int, number: int, seated: np.ndarray | None = None
) -> Iterator[Decision]:
    """Replays one game: yields every step, forced ones too, then applies it. The last yield has no options (game over).

    seated (SEATS): filled in with the row of the table that plays each seat.

    Raises RuntimeError on a fault, in the words of FAULTS.
    """
    verbs = game.verbs
    room = make_room(verbs.state_dt, verbs.max_options)
    state, decision = room.desk[IN_PLAY], 0
    _seat_strategies(state, np.uint64(seed), number, rules, lineup, table.pool, room.seated)
    if seated is not None:
        seated[:] = room.seated
    set_up(game, state, rules)
    while not state.over:
        n = verbs.options(state, rules, room.opts)
        fault, chosen, scores = fault_of(n, len(room.opts)), 0, None
        room.trials["option"] = -1
        if n > 1 and fault == FINE:
            decision += 1
            chosen = _chosen(verbs, table, rules, room, n=n, luck=(np.uint64(seed), number, decision))
            fault, scores = max(FINE, -chosen), room.values[:n].copy()
        if fault != FINE:
            raise RuntimeError(f"game {number} of seed {seed}: {FAULTS[fault]}")
        trials = room.trials[:-1]
        yield Decision(state, room.opts[:n], scores, chosen, trials[trials["option"] >= 0])
        carry_out(game, state, rules, room.opts[chosen])
    yield Decision(state, room.opts[:0], None, -1)


def _chosen(verbs: Any, table: Table, rules: Any, room: Room, *, n: int, luck: tuple) -> int:
    """The place of the option that is taken out of room.opts[:n], as in the loop; below 0: the fault.

    luck: seed and number of the game, and which decision of it this is.
    """
    state = room.desk[IN_PLAY]
    row = room.seated[state.actor]
    if is_random(table.rows[row], state):
        room.values[:n] = 0.0
    else:
        room.values[:n] = np.nan
        weights = weights_of(verbs, table.rows[row], state, rules)
        table.scores[row](state, rules, room.opts[:n], weights, room.values[:n])
    if table.rows[row]["items"] > 0:
        _forgo(verbs.uses, table.rows[row], state, rules, room.opts[:n], room.values[:n])
    chosen = choose(state, room.values[:n], table.rows[row].temperature)
    if chosen < 0:
        return -UNSCORED
    if table.rows[row].playouts == 0:
        return chosen
    called = _called(SearchVerbs, verbs)
    return verbs.look_ahead(called, table.scores, table.rows, rules, room, n, chosen, *luck)
