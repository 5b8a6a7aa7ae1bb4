"""The decision loop that all games share, and the stepper that replays one game decision by decision."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from starbalance.simulator.engine.chance import LINEUP, below, choose
from starbalance.simulator.engine.contract import DECISION, begin_redeal, end_redeal
from starbalance.simulator.engine.jit import rule, unchecked
from starbalance.simulator.engine.limits import FLAGS, NOTHING, SEATS, TABLE
from starbalance.simulator.engine.memory import borrowed
from starbalance.simulator.engine.network import Networks
from starbalance.simulator.engine.records import strategy_dt, zeros
from starbalance.simulator.engine.signatures import SEARCHED, LoopKernels, Room, SearchKernels, make_room

IN_PLAY, BLANK = range(2)  # indices of `Room.desk`
FINE, EMPTY, OVERFLOW, UNSCORED, AHEAD = range(5)
FAULTS = {
    EMPTY: "the rules list no option for a decision",
    OVERFLOW: "the rules list more options than MAX_OPTIONS of the game",
    UNSCORED: "a strategy leaves an option without a score, or gives no option a finite score",
    AHEAD: "a playout of a search reached a decision with no option, too many options, or an option without a score",
}


@rule
def seat_strategies(state, seed, number, rules, lineup, pool, seated):
    """Key the random draws of a game and fill in `seated`, the row of each seat.

    A row of -1 in the lineup is replaced by a random row below `pool`, with one draw per player.
    """
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
    """Return the fault of a list of n options: EMPTY, OVERFLOW if n is above `room`, or FINE."""
    if n == 0:
        return EMPTY
    return OVERFLOW if n > room else FINE


@rule
def is_random(strategy, state):
    """Return whether a strategy has switched to uniformly random play by this round."""
    return 0 < strategy.random_from <= state.rounds


@rule
def forgo(uses, strategy, state, rules, opts, values):
    """Set the score of options that use an avoided component to -inf, unless all options use one.

    If the score of every remaining option is -inf, set these scores to 0.
    """
    left, is_able = 0, False
    for is_counted in range(2):
        for i in range(opts.shape[0]):
            is_used = False
            for k in range(strategy.components):
                code = strategy.without[k]
                is_used = is_used or uses(state, rules, opts[i], code // FLAGS, code % FLAGS)
            if is_counted == 0 and not is_used:
                left += 1
                is_able = is_able or values[i] != -np.inf
            elif is_counted == 1 and left > 0 and is_used:
                values[i] = -np.inf
            elif is_counted == 1 and left > 0 and not is_able:
                values[i] = 0.0


_forgo = getattr(forgo, "py_func", forgo)  # for the stepper: compiled code with a function argument cannot be cached


@rule
def weights_row(kernels, strategy, state, rules):
    """Return the index of the weight row for the acting seat: the row of its level if the strategy has one, else 0."""
    if strategy.levels > 0:
        level = kernels.level(state, rules, state.actor)
        for k in range(strategy.levels):
            if strategy.level[k] == level:
                return 1 + k
    return 0


_weights_row = getattr(weights_row, "py_func", weights_row)  # for the stepper, like _forgo


def weights_of(kernels: Any, strategy: Any, state: Any, rules: Any) -> np.ndarray:
    """Return the weights with which a strategy scores the options of the next decision.

    Args:
        kernels: The game functions.
        strategy: A row of the strategy table.
        state: The state.
        rules: The rules record.

    Returns:
        A row of `strategy.weights`: MAX_WEIGHTS numbers, 0 beyond the weights of the strategy.
    """
    return strategy.weights[_weights_row(kernels, strategy, state, rules)]


@rule
def choice(kernels, score, strategy, state, rules, opts, values):
    """Return the index of the option that a strategy takes, or -UNSCORED for an invalid score. Fill in the scores.

    Args:
        kernels: The game functions.
        score: The score function of the strategy.
        strategy: A row of the strategy table.
        state: The state.
        rules: The rules record.
        opts: The options.
        values: The scores of the options, filled in.
    """
    if is_random(strategy, state):
        values[:] = 0.0
    else:
        values[:] = np.nan
        score(state, rules, opts, strategy.weights[weights_row(kernels, strategy, state, rules)], values)
    if strategy.components > 0:
        forgo(kernels.uses, strategy, state, rules, opts, values)
    chosen = choose(state, values, strategy.temperature)
    return chosen if chosen >= 0 else -UNSCORED


@rule
def take(kernels, state, rules, option):
    """Carry out an option of the decision, then proceed to the next decision or the end of the game."""
    kernels.apply(state, rules, option)
    while state.pending_step != DECISION and state.over == 0:
        kernels.proceed(state, rules)


def nothing_between(state, rules):
    """Proceed to the next decision, in a game without steps between decisions."""
    state.pending_step = DECISION


def redeal_randomness(state, rules, seat, randomness):
    """Resample future random draws and clear the notes of other players, in a game without hidden information."""
    begin_redeal(state, randomness)
    end_redeal(state, rules, seat)


def uses_nothing(state, rules, option, column, number):
    """Return False, in a game without `uses`."""
    return False


def no_level(state, rules, seat):
    """Return NOTHING, in a game without levels."""
    return NOTHING


def no_assets(state, rules, seat, asset):
    """Return 0, in a game without evaluation features."""
    return 0.0


DEFAULTS: dict[str, Callable] = {  # the functions of a game that does not define them
    "proceed": nothing_between,
    "redeal": redeal_randomness,
    "uses": uses_nothing,
    "level": no_level,
    "assets": no_assets,
}


@rule
def _stand(kernels, state, rules, standings):
    """Write the heuristic value of each seat into `standings`."""
    for seat in range(rules.seats):
        standings[seat] = kernels.standing(state, rules, seat)


@rule
def begin(kernels, state, rules):
    """Set up a game and proceed to its first decision."""
    kernels.setup(state, rules)
    while state.pending_step != DECISION and state.over == 0:
        kernels.proceed(state, rules)


@rule
def _end(kernels, state, rules, seated, outcome, fault):
    """Fill in the outcome of a game. If it has a fault, only the fault and the strategies are filled in."""
    if fault == FINE:
        kernels.finish(state, rules, outcome)
    outcome.fault = fault
    for seat in range(rules.seats):
        outcome.strategy[seat] = seated[seat]


@rule
def _lent(room):
    """Return a room with the same arrays, borrowed (see `memory.borrowed`)."""
    return Room(
        borrowed(room.desk),
        borrowed(room.seated),
        borrowed(room.opponent_models),
        borrowed(room.opts),
        borrowed(room.values),
        borrowed(room.opts_ahead),
        borrowed(room.values_ahead),
        borrowed(room.trials),
        room.memory,
        room.networks,
    )


def decide_and_play(kernels, scores, rows, pool, lineup, rules, room, seed, outcomes, timeline):
    """Play the games whose numbers are in `outcomes`, and fill in the outcomes.

    A fault is recorded in the outcome and ends its game.

    Args:
        kernels: The game functions in the order of LoopKernels.
        scores: The score functions of the strategy table (TABLE).
        rows: The records of the strategy table (TABLE).
        pool: The number of rows, from the first, that can be drawn for a player.
        lineup: The row of each player (SEATS). -1 means that it is drawn for each game.
        rules: The rules record.
        room: The arrays to work in.
        seed: The seed.
        outcomes: The outcome records, whose field `game` is set.
        timeline: An array (games x rounds x SEATS) to fill in with the heuristic value of each seat at the end of each
            round. It may have fewer rounds than the games, or none.
    """
    game = LoopKernels(*kernels)
    ahead = kernels[:SEARCHED]
    room = _lent(room)
    state, seated, opts, values = room.desk[IN_PLAY], room.seated, room.opts, room.values
    for g in range(outcomes.shape[0]):
        room.desk[IN_PLAY], number = room.desk[BLANK], outcomes[g].game
        seat_strategies(state, seed, number, rules, lineup, pool, seated)
        begin(game, state, rules)
        fault, decisions = FINE, 0
        while state.over == 0 and fault == FINE:
            n, chosen = game.options(state, rules, opts), 0
            fault = fault_of(n, opts.shape[0])
            if n > 1 and fault == FINE:
                decisions += 1
                row = seated[state.actor]
                chosen = choice(game, scores[row], rows[row], state, rules, opts[:n], values[:n])
                if chosen >= 0 and rows[row].playouts > 0:  # inline, since a function per decision is 4% slower
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
    """The strategy table of the decision loop.

    Attributes:
        scores: The compiled score functions, TABLE of them. Unused rows repeat the last one.
        rows: A record of strategy_dt for each row.
        pool: The number of rows, from the first, that can be drawn for a player.
        networks: The networks of the rows. `None` means that there are none.
    """

    scores: tuple
    rows: np.ndarray
    pool: int
    networks: Networks | None = None

    @classmethod
    def of(cls, strategies: Sequence[tuple[Any, list[float], float]], pool: int | None = None) -> "Table":
        """Return a table of strategies without restrictions, levels and searches.

        Args:
            strategies: A triple (score, weights, temperature) for each row, at most TABLE.
            pool: The number of rows that can be drawn. `None` means all.
        """
        rows = zeros(TABLE, strategy_dt)
        for i, (_, numbers, heat) in enumerate(strategies):
            rows[i].weights[0, : len(numbers)] = numbers
            rows[i].temperature = heat
        scores = [score for score, _, _ in strategies]
        count = len(scores)
        return cls(tuple(scores + scores[-1:] * (TABLE - count)), rows, count if pool is None else pool)


@dataclass(frozen=True)
class Step:
    """One step of a replayed game, before its option is applied. The last step has no options.

    Attributes:
        state: The state. It changes when the iterator continues.
        options: The records of the options.
        scores: The score of each option. `None` for a forced step and for the end of the game.
        chosen: The index of the chosen option. -1 at the end of the game.
        trials: The records of the options that a search tried. Empty or `None` without a search.
    """

    state: Any
    options: np.ndarray
    scores: np.ndarray | None
    chosen: int
    trials: np.ndarray | None = None


def choice_stands(kernels, scores, rows, rules, room, n, chosen, seed, number, decision):
    """Return the choice of the base strategy, in runs without a search."""
    return chosen


_WITHOUT_SEARCH = {"look_ahead": "choice_stands", "estimate": "no_estimate"}


def called(names: type[LoopKernels] | type[SearchKernels], kernels: Any, rows: np.ndarray) -> tuple:
    """Return the game functions as a tuple in the order of the fields of `names`.

    Args:
        names: The class of the tuple.
        kernels: The game functions.
        rows: The records of the strategy table. If none searches, the search is left out, which need not be compiled.
    """
    instead = {} if (rows["playouts"] > 0).any() else _WITHOUT_SEARCH
    return tuple(getattr(kernels, instead.get(name, name)) for name in names._fields)


def play_chunk(
    game: Any, rules: Any, table: Table, lineup: np.ndarray, seed: int, numbers: np.ndarray, rounds: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Play games in this process and thread.

    Args:
        game: The game.
        rules: The rules record.
        table: The strategy table.
        lineup: The row of each player (SEATS). -1 means that it is drawn for each game.
        seed: The seed.
        numbers: The numbers of the games.
        rounds: The number of rounds in the timeline. Default: 0.

    Returns:
        The outcome records, one per game, and the timeline (games x rounds x SEATS). The timeline has the heuristic
        value of each seat at the end of each round, and NaN after the last round of a game.
    """
    kernels = game.kernels
    outcomes = zeros(len(numbers), kernels.outcome_dt)
    outcomes["game"] = numbers
    timeline = np.full((len(numbers), rounds, SEATS), np.nan)
    room = make_room(kernels.state_dt, kernels.max_options, table.networks)
    functions = called(LoopKernels, kernels, table.rows)
    seeded = np.uint64(seed)
    play = unchecked(kernels.play)
    play(functions, table.scores, table.rows, table.pool, lineup, rules, room, seeded, outcomes, timeline)
    return outcomes, timeline


def set_up(game: Any, state: Any, rules: Any) -> None:
    """Set up a game in a blank state whose `key` is set, and proceed to its first decision."""
    game.kernels.setup(state, rules)
    play_on(game, state, rules)


def carry_out(game: Any, state: Any, rules: Any, option: Any) -> None:
    """Carry out an option of the decision, then proceed to the next decision or the end of the game."""
    game.kernels.apply(state, rules, option)
    play_on(game, state, rules)


def play_on(game: Any, state: Any, rules: Any) -> None:
    """Proceed, step by step, to the next decision or the end of the game."""
    while state.pending_step != DECISION and not state.over:
        game.kernels.proceed(state, rules)


def steps(
    game: Any, rules: Any, table: Table, lineup: np.ndarray, seed: int, number: int, seated: np.ndarray | None = None
) -> Iterator[Step]:
    """Replay one game: yield every step, including forced ones, then apply its option.

    Args:
        game: The game.
        rules: The rules record.
        table: The strategy table.
        lineup: The row of each player (SEATS). -1 means that it is drawn.
        seed: The seed.
        number: The number of the game.
        seated: An array (SEATS) to fill in with the row of each seat. `None` means that it is not needed.

    Yields:
        The steps. The last one has no options and shows the end of the game.

    Raises:
        RuntimeError: If the game has a fault. The message is that of FAULTS.
    """
    kernels = game.kernels
    room = make_room(kernels.state_dt, kernels.max_options, table.networks)
    state, decision = room.desk[IN_PLAY], 0
    seat_strategies(state, np.uint64(seed), number, rules, lineup, table.pool, room.seated)
    if seated is not None:
        seated[:] = room.seated
    set_up(game, state, rules)
    while not state.over:
        n = kernels.options(state, rules, room.opts)
        fault, chosen, scores = fault_of(n, len(room.opts)), 0, None
        room.trials["option"] = -1
        if n > 1 and fault == FINE:
            decision += 1
            chosen = _chosen(kernels, table, rules, room, n=n, randomness=(np.uint64(seed), number, decision))
            fault, scores = max(FINE, -chosen), room.values[:n].copy()
        if fault != FINE:
            raise RuntimeError(f"game {number} of seed {seed}: {FAULTS[fault]}")
        trials = room.trials[:-1]
        yield Step(state, room.opts[:n], scores, chosen, trials[trials["option"] >= 0])
        carry_out(game, state, rules, room.opts[chosen])
    yield Step(state, room.opts[:0], None, -1)


def _chosen(kernels: Any, table: Table, rules: Any, room: Room, *, n: int, randomness: tuple) -> int:
    """Return the index of the chosen option in `room.opts[:n]`, as in the loop. Below 0 it is a negative fault code.

    Args:
        kernels: The game functions.
        table: The strategy table.
        rules: The rules record.
        room: The arrays to work in.
        n: The number of options.
        randomness: The seed, the number of the game, and the number of the decision in the game.
    """
    state = room.desk[IN_PLAY]
    row = room.seated[state.actor]
    if is_random(table.rows[row], state):
        room.values[:n] = 0.0
    else:
        room.values[:n] = np.nan
        weights = weights_of(kernels, table.rows[row], state, rules)
        table.scores[row](state, rules, room.opts[:n], weights, room.values[:n])
    if table.rows[row]["components"] > 0:
        _forgo(kernels.uses, table.rows[row], state, rules, room.opts[:n], room.values[:n])
    chosen = choose(state, room.values[:n], table.rows[row].temperature)
    if chosen < 0:
        return -UNSCORED
    if table.rows[row].playouts == 0:
        return chosen
    functions = called(SearchKernels, kernels, table.rows)
    look_ahead = unchecked(kernels.look_ahead)
    return look_ahead(functions, table.scores, table.rows, rules, room, n, chosen, *randomness)
