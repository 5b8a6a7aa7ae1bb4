"""Lanes: games that are played side by side, so that a Python function chooses for many of them in one call."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

_HERE = threading.local()  # the lanes and the number of the lane that this thread plays
_CALLING = threading.RLock()  # a worker of a cluster plays several chunks, and a function is called by one thread


class Stopped(Exception):
    """The lanes were stopped, for example by Ctrl-C."""


class Lanes:
    """Threads that each play some games, and wait for each other at the decisions of Python functions.

    When every lane waits or has ended, each function is called once for the lanes that wait for it, in their order. The
    batches therefore do not depend on the speed of the threads.

    Args:
        count: The number of lanes.
    """

    def __init__(self, count: int):
        self._playing = count
        self._asked: dict[int, tuple[Callable, dict[str, np.ndarray]]] = {}
        self._answers: list[Any] = [None] * count
        self._answered = [threading.Semaphore(0) for _ in range(count)]
        self._lock = threading.Lock()
        self._is_stopped = False

    def play(self, games: Callable[[int], Any]) -> list[Any]:
        """Play all lanes, and return their results in order.

        Args:
            games: Plays the games of the lane with this number.
        """
        with ThreadPoolExecutor(self._playing) as threads:
            try:
                return list(threads.map(lambda lane: self._play_lane(games, lane), range(self._playing)))
            except BaseException:
                self._stop()
                raise

    def _stop(self) -> None:
        """Let all games end at their next decision of a function."""
        with self._lock:
            self._is_stopped = True
            for lane in self._asked:
                self._answered[lane].release()

    def _play_lane(self, games: Callable[[int], Any], lane: int) -> Any:
        _HERE.lane = self, lane
        try:
            return games(lane)
        finally:
            with self._lock:
                self._playing -= 1
                self._answer()

    def ask(self, lane: int, function: Callable, observation: dict[str, np.ndarray]) -> Any:
        """Return the choice of a function, which is called when all lanes wait.

        Args:
            lane: The number of the lane.
            function: The function.
            observation: What the acting seat sees.

        Raises:
            Stopped: If the lanes were stopped.
        """
        with self._lock:
            if self._is_stopped:
                raise Stopped
            self._asked[lane] = function, observation
            self._answer()
        self._answered[lane].acquire()
        if self._is_stopped:
            raise Stopped
        answer = self._answers[lane]
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _answer(self) -> None:
        """Call the functions, if every lane that still plays waits."""
        if not self._asked or len(self._asked) < self._playing or self._is_stopped:
            return
        asked, self._asked = dict(sorted(self._asked.items())), {}
        for function in {id(each): each for each, _ in asked.values()}.values():
            lanes = [lane for lane, (each, _) in asked.items() if each is function]
            try:
                choices = choices_of(function, [asked[lane][1] for lane in lanes])
            except BaseException as error:
                choices = [error] * len(lanes)
            for lane, choice in zip(lanes, choices, strict=True):
                self._answers[lane] = choice
                self._answered[lane].release()


def choices_of(function: Callable, observations: Sequence[dict[str, np.ndarray]]) -> list[Any]:
    """Return the choices of a function for a batch of observations.

    Args:
        function: The function of observations and masks.
        observations: The observations, at least one.

    Raises:
        ValueError: If the function does not return a choice for each observation.
    """
    batch = {name: np.stack([each[name] for each in observations]) for name in observations[0]}
    with _CALLING:
        choices = list(function(batch, batch["action_mask"]))
    if len(choices) != len(observations):
        raise ValueError(f"{len(choices)} choices for a batch of {len(observations)} observations")
    return choices


def choose(function: Callable, observation: dict[str, np.ndarray]) -> Any:
    """Return the choice of a function for a decision of this thread, together with the other lanes if it is one.

    Args:
        function: The function of observations and masks.
        observation: What the acting seat sees.
    """
    lanes, lane = getattr(_HERE, "lane", (None, 0))
    return choices_of(function, [observation])[0] if lanes is None else lanes.ask(lane, function, observation)
