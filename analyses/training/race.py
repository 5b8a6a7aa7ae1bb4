"""The race of a generation's candidates: all play a few games, the better half more, the best quarter more still."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

ROUNDS = ((1.0, 1), (0.5, 1), (0.25, 2))  # the part of the candidates that goes on, the stretches that it plays

Weights = Mapping[str, float]
Play = Callable[[Sequence[Weights], int], np.ndarray]


@dataclass(frozen=True)
class Race:
    """A race that has been run: the places of the candidates, the best first; the credits of all in the first round."""

    order: list[int]
    first: np.ndarray


def stretches(candidates: int) -> int:
    """How many stretches of games the race of so many candidates takes."""
    return sum(round(part * candidates) * count for part, count in ROUNDS)


def race(candidates: Sequence[Weights], play: Play) -> Race:
    """Successive halving (Karnin, Koren and Somekh, Almost Optimal Exploration in Multi-Armed Bandits, ICML 2013).

    play: what candidates win in so many fresh stretches, the same for all, as of Contest.credits. Whoever goes on is
    judged by all its games.
    """
    running: list[int] = list(range(len(candidates)))
    out: list[int] = []
    found: list[np.ndarray] = []
    won = np.zeros(len(candidates))
    for part, length in ROUNDS:
        count = round(part * len(candidates))
        running, out = running[:count], running[count:] + out
        found.append(play([candidates[place] for place in running], length))
        won[running] += found[-1][:-1].sum(1)
        running.sort(key=lambda place: -won[place])
    return Race(running + out, found[0])
