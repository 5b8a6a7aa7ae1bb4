"""The one decision loop of every game, and the stepper that replays one game decision by decision."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from starbalance.simulator.chance import LINEUP, below, choose
from starbalance.simulator.contract import DECISION
from starbalance.simulator.kernel import MAX_WEIGHTS, SEATS, TABLE, option_dt, rule, zeros

FINE, EMPTY, OVERFLOW, UNSCORED = range(4)
FAULTS = {
    EMPTY: "the rules listed no option",
    OVERFLOW: "the rules listed more options than the game has room for",
    UNSCORED: "a strategy left an option without a finite score",
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
def _fault(n, room):
    if n == 0:
        return EMPTY
    return OVERFLOW if n > room else FINE


def nothing_between(state, rules):
    """The `go_on` of a game in which every decision follows at once on the last."""
    state.then = DECISION


def decide_and_play(
    desk,
    outcomes,
    seed,
    first,
    rules,
    setup,
    options,
    apply,
    go_on,
    finish,
    standing,
    scores,
    weights,
    temperature,
    pool,
    lineup,
    seated,
    opts,
    values,
    timeline,
):
    """Plays len(outcomes) games from number `first` on.

    desk: the state in play and a blank one. scores, weights (TABLE x MAX_WEIGHTS), temperature (TABLE): the table of
    strategies. lineup (SEATS): the row of each player, -1 to draw it from the first `pool` rows. seated, opts, values:
    scratch. A fault is recorded in the outcome and ends its game. timeline (games x rounds x SEATS): filled in with the
    standing of each seat at the end of each round, as far as it reaches.
    """
    state = desk[0]
    for g in range(outcomes.shape[0]):
        desk[0] = desk[1]
        _seat_strategies(state, seed, first + g, rules, lineup, pool, seated)
        setup(state, rules)
        while state.then != DECISION and state.over == 0:
            go_on(state, rules)
        fault, decisions = FINE, 0
        while state.over == 0 and fault == FINE:
            n = options(state, rules, opts)
            fault, chosen = _fault(n, opts.shape[0]), 0
            if n > 1 and fault == FINE:
                row = seated[state.actor]
                values[:n] = np.nan
                scores[row](state, rules, opts[:n], weights[row], values[:n])
                chosen = choose(state, values[:n], temperature[row])
                decisions += 1
                if chosen < 0:
                    fault = UNSCORED
            if fault == FINE:
                now = state.rounds
                apply(state, rules, opts[chosen])
                while state.then != DECISION and state.over == 0:
                    go_on(state, rules)
                if 0 < now <= timeline.shape[1] and (state.rounds > now or state.over != 0):
                    for seat in range(rules.seats):
                        timeline[g, now - 1, seat] = standing(state, rules, seat)
        if fault == FINE:
            finish(state, rules, outcomes[g])
        outcomes[g].game = first + g
        outcomes[g].fault = fault
        outcomes[g].decisions = decisions
        for seat in range(rules.seats):
            outcomes[g].strategy[seat] = seated[seat]


@dataclass(frozen=True)
class Table:
    """The strategies of a run, ready for the loop: up to 16 rows of a score, its weights and its temperature."""

    scores: tuple
    weights: np.ndarray
    temperature: np.ndarray
    pool: int

    @classmethod
    def of(cls, rows: list[tuple[Any, list[float], float]]) -> "Table":
        """From (score, weights, temperature) triples; the unused rows repeat the last score."""
        weights = np.zeros((TABLE, MAX_WEIGHTS))
        temperature = np.zeros(TABLE)
        for i, (_, numbers, heat) in enumerate(rows):
            weights[i, : len(numbers)] = numbers
            temperature[i] = heat
        scores = [score for score, _, _ in rows]
        return cls(tuple(scores + scores[-1:] * (TABLE - len(scores))), weights, temperature, len(rows))


@dataclass(frozen=True)
class Decision:
    """One decision of a replayed game, before it is applied: the options (records) and the index of the chosen one."""

    state: Any
    options: np.ndarray
    scores: np.ndarray | None
    chosen: int


def play_chunk(
    game: Any, rules: Any, table: Table, lineup: np.ndarray, seed: int, first: int, count: int, rounds: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """(outcomes, timeline) of `count` games from number `first` on, in this process and thread.

    outcomes: records. timeline (count x rounds x SEATS): the standing of each seat at the end of the first rounds, NaN
    after the last.
    """
    verbs = game.verbs
    outcomes = zeros(count, verbs.outcome_dt)
    timeline = np.full((count, rounds, SEATS), np.nan)
    verbs.play(
        zeros(2, verbs.state_dt),
        outcomes,
        np.uint64(seed),
        first,
        rules,
        verbs.setup,
        verbs.options,
        verbs.apply,
        verbs.go_on,
        verbs.finish,
        verbs.standing,
        table.scores,
        table.weights,
        table.temperature,
        table.pool,
        lineup,
        np.zeros(SEATS, np.int64),
        zeros(verbs.max_options, option_dt),
        np.zeros(verbs.max_options),
        timeline,
    )
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
    state, opts = zeros(1, verbs.state_dt)[0], zeros(verbs.max_options, option_dt)
    seated = np.zeros(SEATS, np.int64) if seated is None else seated
    _seat_strategies(state, np.uint64(seed), number, rules, lineup, table.pool, seated)
    set_up(game, state, rules)
    while not state.over:
        n = verbs.options(state, rules, opts)
        fault, chosen, scores = _fault(n, len(opts)), 0, None
        if n > 1 and fault == FINE:
            row, scores = seated[state.actor], np.full(n, np.nan)
            table.scores[row](state, rules, opts[:n], table.weights[row], scores)
            chosen = choose(state, scores, table.temperature[row])
        if fault != FINE or chosen < 0:
            raise RuntimeError(f"game {number} of seed {seed}: {FAULTS[fault or UNSCORED]}")
        yield Decision(state, opts[:n], scores, chosen)
        carry_out(game, state, rules, opts[chosen])
    yield Decision(state, opts[:0], None, -1)
