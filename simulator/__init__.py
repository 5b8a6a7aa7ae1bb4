"""Plays games: rules as data and kernels."""

from importlib import import_module

from starbalance.simulator.errors import unknown
from starbalance.simulator.game import Game

_PACKAGES = ("four_thousand_ad", "handful_of_stars", "interstellar_ambitions")


def games() -> dict[str, Game]:
    """Every game by its name on the command line."""
    found = [import_module(f"{__name__}.{package}").GAME for package in _PACKAGES]
    return {game.name: game for game in found}


def find_game(name: str) -> Game:
    """A game by its name; BadInput names the nearest one."""
    known = games()
    if name not in known:
        raise unknown("game", name, known)
    return known[name]
