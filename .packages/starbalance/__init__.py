"""The Python interface of starbalance, a balance analysis of board games.

`run` plays games and returns a run, `load` opens a saved run, and every analysis is a function of one or more runs.

    import starbalance as sb

    result = sb.run("handful-of-stars", players=4, games=10_000)
    sb.rates(result, ["race"])

Nearly every command of the command line has a function of the same name, with its options as arguments. `import` is
`import_plays`, and `--until decided` is the argument `until=Until([...])`.

Games are returned as a `Result` with polars frames, tables as pandas frames. Shares lie between 0 and 1. The columns
`low` and `high` are the end points of a confidence interval. Shares and counts may be text, as on the command line:
`margin="2pp"`, `games="10k"`. A single name may stand for a list of names, and the folder of a run for the run. A name
that does not exist, or a value of a wrong type or out of range, raises `BadInput`.
"""

from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from inspect import isfunction, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

_HOLDER = Path(__file__).parent.parent
if (
    _HOLDER.name == ".packages"
):  # in a checkout the folders are at the top level; the links in this folder are for tools
    __path__.insert(0, str(_HOLDER.parent))

if TYPE_CHECKING:
    from starbalance.analyses.presentation import chart
    from starbalance.analyses.questions.agree import agree
    from starbalance.analyses.questions.averages import game_means, lengths, seat_means, seat_ratios
    from starbalance.analyses.questions.balance import Balance, balance
    from starbalance.analyses.questions.board import board, flights
    from starbalance.analyses.questions.check import check
    from starbalance.analyses.questions.columns import columns
    from starbalance.analyses.questions.compare import Comparison, compare, share_differences
    from starbalance.analyses.questions.draws import draws
    from starbalance.analyses.questions.effects import effects, explained
    from starbalance.analyses.questions.export import export
    from starbalance.analyses.questions.find import find
    from starbalance.analyses.questions.flags import elements, flag_words, flags, occurrences
    from starbalance.analyses.questions.import_plays import Import, import_plays
    from starbalance.analyses.questions.interactions import interactions
    from starbalance.analyses.questions.log import play
    from starbalance.analyses.questions.plan import plan
    from starbalance.analyses.questions.quality import quality
    from starbalance.analyses.questions.randomness import randomness
    from starbalance.analyses.questions.rates import Until, rates
    from starbalance.analyses.questions.replay import replay
    from starbalance.analyses.questions.runs import name_run, remove_runs, runs
    from starbalance.analyses.questions.sensitivity import sensitivity
    from starbalance.analyses.questions.skill import skill
    from starbalance.analyses.questions.skill_gap import exchange, skill_gap
    from starbalance.analyses.questions.sweep import sweep
    from starbalance.analyses.questions.tournament import tournament
    from starbalance.analyses.questions.usage import usage
    from starbalance.analyses.questions.usage_differences import usage_differences
    from starbalance.analyses.questions.waiting import waiting
    from starbalance.analyses.questions.why import Why, why
    from starbalance.analyses.report.check_game import check_game
    from starbalance.analyses.report.explore import explore
    from starbalance.analyses.report.report import report
    from starbalance.analyses.statistics.pandas_frame import seats_frame
    from starbalance.analyses.training import envs
    from starbalance.analyses.training.benchmark import benchmark
    from starbalance.analyses.training.blunders import Blunders, blunders
    from starbalance.analyses.training.check_strategy import check_strategy
    from starbalance.analyses.training.exact import exact_exploitability
    from starbalance.analyses.training.league import League, league
    from starbalance.analyses.training.learn import Strong, learn
    from starbalance.analyses.training.response import exploitability
    from starbalance.analyses.training.train import Training, train
    from starbalance.simulator.engine.errors import BadInput
    from starbalance.simulator.engine.external import new_game
    from starbalance.simulator.engine.restricted import Restricted
    from starbalance.simulator.engine.searcher import Searcher
    from starbalance.simulator.games import find_game, games
    from starbalance.simulator.runs.agent import Agent
    from starbalance.simulator.runs.result import Result, load
    from starbalance.simulator.runs.run import run

_OLD = {  # name in version 0.2 -> its replacement
    "bench": "`python -m starbalance.analyses.bench`",
    "distinctions": "sb.why(result, level).profile",
    "games_of": "sb.find",
    "luck": "sb.randomness",
    "yardstick": "sb.benchmark",
}
_OLD_ARGUMENTS = {"believing": "opponents", "reach": "trust_region", "tell": "notify"}  # name in version 0.2 -> now
_HOMES = {
    "Agent": "simulator.runs.agent",
    "BadInput": "simulator.engine.errors",
    "Balance": "analyses.questions.balance",
    "Blunders": "analyses.training.blunders",
    "Comparison": "analyses.questions.compare",
    "Import": "analyses.questions.import_plays",
    "League": "analyses.training.league",
    "Restricted": "simulator.engine.restricted",
    "Result": "simulator.runs.result",
    "Searcher": "simulator.engine.searcher",
    "Strong": "analyses.training.learn",
    "Training": "analyses.training.train",
    "Until": "analyses.questions.rates",
    "Why": "analyses.questions.why",
    "agree": "analyses.questions.agree",
    "balance": "analyses.questions.balance",
    "benchmark": "analyses.training.benchmark",
    "blunders": "analyses.training.blunders",
    "board": "analyses.questions.board",
    "chart": "analyses.presentation",
    "check": "analyses.questions.check",
    "check_game": "analyses.report.check_game",
    "check_strategy": "analyses.training.check_strategy",
    "columns": "analyses.questions.columns",
    "compare": "analyses.questions.compare",
    "draws": "analyses.questions.draws",
    "effects": "analyses.questions.effects",
    "elements": "analyses.questions.flags",
    "envs": "analyses.training",
    "explained": "analyses.questions.effects",
    "exchange": "analyses.questions.skill_gap",
    "exact_exploitability": "analyses.training.exact",
    "exploitability": "analyses.training.response",
    "explore": "analyses.report.explore",
    "export": "analyses.questions.export",
    "find": "analyses.questions.find",
    "find_game": "simulator.games",
    "flag_words": "analyses.questions.flags",
    "flags": "analyses.questions.flags",
    "flights": "analyses.questions.board",
    "game_means": "analyses.questions.averages",
    "games": "simulator.games",
    "import_plays": "analyses.questions.import_plays",
    "interactions": "analyses.questions.interactions",
    "league": "analyses.training.league",
    "learn": "analyses.training.learn",
    "lengths": "analyses.questions.averages",
    "load": "simulator.runs.result",
    "randomness": "analyses.questions.randomness",
    "name_run": "analyses.questions.runs",
    "new_game": "simulator.engine.external",
    "occurrences": "analyses.questions.flags",
    "plan": "analyses.questions.plan",
    "play": "analyses.questions.log",
    "quality": "analyses.questions.quality",
    "rates": "analyses.questions.rates",
    "remove_runs": "analyses.questions.runs",
    "replay": "analyses.questions.replay",
    "report": "analyses.report.report",
    "run": "simulator.runs.run",
    "runs": "analyses.questions.runs",
    "seat_means": "analyses.questions.averages",
    "seat_ratios": "analyses.questions.averages",
    "seats_frame": "analyses.statistics.pandas_frame",
    "sensitivity": "analyses.questions.sensitivity",
    "share_differences": "analyses.questions.compare",
    "skill": "analyses.questions.skill",
    "skill_gap": "analyses.questions.skill_gap",
    "sweep": "analyses.questions.sweep",
    "tournament": "analyses.questions.tournament",
    "train": "analyses.training.train",
    "usage": "analyses.questions.usage",
    "usage_differences": "analyses.questions.usage_differences",
    "waiting": "analyses.questions.waiting",
    "why": "analyses.questions.why",
}

__all__ = [
    "Agent",
    "BadInput",
    "Balance",
    "Blunders",
    "Comparison",
    "Import",
    "League",
    "Restricted",
    "Result",
    "Searcher",
    "Strong",
    "Training",
    "Until",
    "Why",
    "agree",
    "balance",
    "benchmark",
    "blunders",
    "board",
    "chart",
    "check",
    "check_game",
    "check_strategy",
    "columns",
    "compare",
    "draws",
    "effects",
    "elements",
    "envs",
    "exact_exploitability",
    "exchange",
    "explained",
    "exploitability",
    "explore",
    "export",
    "find",
    "find_game",
    "flag_words",
    "flags",
    "flights",
    "game_means",
    "games",
    "import_plays",
    "interactions",
    "league",
    "learn",
    "lengths",
    "load",
    "name_run",
    "new_game",
    "occurrences",
    "plan",
    "play",
    "quality",
    "randomness",
    "rates",
    "remove_runs",
    "replay",
    "report",
    "run",
    "runs",
    "seat_means",
    "seat_ratios",
    "seats_frame",
    "sensitivity",
    "share_differences",
    "skill",
    "skill_gap",
    "sweep",
    "tournament",
    "train",
    "usage",
    "usage_differences",
    "waiting",
    "why",
]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name in _OLD:
        raise AttributeError(f"sb.{name} is now {_OLD[name]}.")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(f"{__name__}.{_HOMES[name]}")
    value = getattr(home, name, None)
    if value is None:
        value = import_module(f"{home.__name__}.{name}")
    return _reading(value) if isfunction(value) else value


@cache
def _reading(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that also takes shares and counts as text, one name instead of a list, and folders of runs.

    A value of a wrong type raises `BadInput`. The signature of the returned function lists each option that `**options`
    stands for.
    """
    from starbalance.simulator.engine.errors import BadInput
    from starbalance.simulator.runs.argument import arguments as read_arguments
    from starbalance.simulator.runs.experiment import parameters

    shown = signature(function)
    known = parameters(function)

    @wraps(function)
    def read(*arguments: Any, **named: Any) -> Any:
        for old, new in _OLD_ARGUMENTS.items():
            if old in named and new in known:
                raise BadInput(f"`{old}=` is now `{new}=`.")
        try:
            bound = shown.bind(*arguments, **named)
        except TypeError:
            return function(*arguments, **named)
        bound.arguments = read_arguments(bound.arguments, known)
        return function(*bound.args, **bound.kwargs)

    if known.keys() != shown.parameters.keys():
        # `inspect` and `help` read this attribute; mypy does not know that functions have it
        read.__signature__ = shown.replace(parameters=list(known.values()))  # type: ignore[attr-defined]
    return read
