"""Kuhn poker and Pig in plain Python, with which the benchmark of speed compares the simulator.

A player is a function that chooses between two actions. It returns whether to bet or call in Kuhn poker, and whether to
roll again in Pig. A game returns its number of decisions, and then the result of each player.
"""

from collections.abc import Callable, Sequence
from random import Random

KING = 2
BLUFF = 1 / 3  # the chance with which the first player bluffs, as in the strategy `sensible`
GOAL = 100
ENOUGH = 20  # points of a turn with which the strategy `sensible` holds

Player = Callable[..., bool]
Outcome = tuple[int, ...]


def uniform(random: Random, *seen: int) -> bool:
    """Choose an action at random."""
    return random.random() < 0.5


def bet_in_equilibrium(random: Random, card: int, seat: int, bets: int, passes: int) -> bool:
    """Bet or call with the chance of an equilibrium."""
    if card == KING:
        return seat == 1 or passes == 1 or random.random() < 3 * BLUFF
    if bets:
        return card > 0 and random.random() < 1 / 3 + (BLUFF if seat == 0 else 0)
    return card == 0 and random.random() < (BLUFF if seat == 0 else 1 / 3)


def roll_to_20(random: Random, points: int, turn_points: int) -> bool:
    """Roll until the turn has brought enough points, or enough to win."""
    return turn_points < ENOUGH and points + turn_points < GOAL


def kuhn_poker(random: Random, players: Sequence[Player]) -> Outcome:
    """Play a game of Kuhn poker."""
    cards = [0, 1, 2]
    random.shuffle(cards)
    paid, seat, bets, passes, decisions = [1, 1], 0, 0, 0, 0
    while bets < 2 and passes < 2:
        decisions += 1
        if players[seat](random, cards[seat], seat, bets, passes):
            paid[seat] += 1
            bets += 1
        elif bets:
            return decisions, *_gains(paid, 1 - seat)
        else:
            passes += 1
        seat = 1 - seat
    return decisions, *_gains(paid, 0 if cards[0] > cards[1] else 1)


def _gains(paid: Sequence[int], winner: int) -> tuple[int, int]:
    return (paid[1], -paid[1]) if winner == 0 else (-paid[0], paid[0])


def pig(random: Random, players: Sequence[Player]) -> Outcome:
    """Play a game of Pig."""
    points, seat, decisions = [0] * len(players), 0, 0
    while max(points) < GOAL:
        turn_points, is_rolling = 0, True
        while is_rolling:
            pips = 1 + int(6 * random.random())
            if pips == 1:
                turn_points = 0
                break
            turn_points += pips
            decisions += 1
            is_rolling = players[seat](random, points[seat], turn_points)
        points[seat] += turn_points
        seat = (seat + 1) % len(players)
    return decisions, *points


PLAIN: dict[str, tuple[Callable[..., Outcome], dict[str, Player]]] = {  # players by the strategy that they play like
    "kuhn-poker": (kuhn_poker, {"uniform": uniform, "sensible": bet_in_equilibrium}),
    "pig": (pig, {"uniform": uniform, "sensible": roll_to_20}),
}
