"""Balance analysis of board games: `run` plays games, `load` opens a run, every question is a function on runs."""

from importlib import import_module
from typing import Any

_HOMES = {
    "run": "simulator.runs.run",
    "load": "simulator.runs.result",
    "games": "simulator",
    "find_game": "simulator",
    "new_game": "simulator.outside",
    "BadInput": "simulator.errors",
    "Until": "analyses.questions.until",
    "rates": "analyses.questions.rates",
    "clause": "analyses.questions.clause",
    "compare": "analyses.questions.compare",
    "sweep": "analyses.questions.sweep",
    "tournament": "analyses.questions.tournament",
    "effects": "analyses.questions.effects",
    "draws": "analyses.questions.draws",
    "quality": "analyses.questions.quality",
    "check": "analyses.questions.check",
    "games_of": "analyses.questions.games_of",
    "seats_frame": "analyses.statistics.pandas_frame",
    "chart": "analyses.present",
}

__all__ = sorted(_HOMES)


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(f"{__name__}.{_HOMES[name]}")
    found = getattr(home, name, None)
    return import_module(f"{home.__name__}.{name}") if found is None else found
