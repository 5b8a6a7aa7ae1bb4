"""Plays games: rules as data and kernels. `from simulator import run` plays a batch; its outcomes are frames."""

from importlib import import_module
from typing import Any

from simulator.errors import unknown
from simulator.game import Game

_PACKAGES = ("four_thousand_ad", "handful_of_stars", "interstellar_ambitions")


def games() -> dict[str, Game]:
    """Every game by its name on the command line."""
    found = [import_module(f"simulator.{package}").GAME for package in _PACKAGES]
    return {game.name: game for game in found}


def find_game(name: str) -> Game:
    """A game by its name; BadInput names the nearest one."""
    known = games()
    if name not in known:
        raise unknown("game", name, known)
    return known[name]


def __getattr__(name: str) -> Any:
    if name == "run":
        from analyses.design import run

        return run
    raise AttributeError(name)
