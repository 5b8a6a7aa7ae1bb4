"""The race of a generation's candidates: all play a few games, the best half more, the best quarter most."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

ROUNDS = ((1.0, 1), (0.5, 1), (0.25, 2))  # part of the candidates that plays the round, slices of games in the round

Weights = Mapping[str, float]
Play = Callable[[Sequence[Weights], int], np.ndarray]


@dataclass(frozen=True)
class Race:
    """The result of a race.

    Attributes:
        order: Indices of the candidates, from best to worst.
        first: Credits of all candidates in the first round, in the form of `Contest.credits`.
    """

    order: list[int]
    first: np.ndarray


def slices(candidates: int) -> int:
    """Return how many slices of games the candidates of a race play in total."""
    return sum(round(part * candidates) * count for part, count in ROUNDS)


def race(candidates: Sequence[Weights], play: Play) -> Race:
    """Return the ranking of candidates by successive halving, and their credits in the first round.

    The method is from Karnin, Koren and Somekh, Almost Optimal Exploration in Multi-Armed Bandits, ICML 2013. The rank
    of a candidate depends on its credit in all games that it has played.

    Args:
        candidates: Weights of each candidate.
        play: Function that plays candidates in a number of fresh slices, the same for all candidates, and returns their
            credits in the form of `Contest.credits`.
    """
    running: list[int] = list(range(len(candidates)))
    out: list[int] = []
    rounds: list[np.ndarray] = []
    won = np.zeros(len(candidates))
    for part, length in ROUNDS:
        count = round(part * len(candidates))
        running, out = running[:count], running[count:] + out
        rounds.append(play([candidates[place] for place in running], length))
        won[running] += rounds[-1][:-1].sum(1)
        running.sort(key=lambda place: -won[place])
    return Race(running + out, rounds[0])
