"""How every number of a report came about, and how to remake it."""

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.document import Element, Heading, Table, Text
from starbalance.analyses.presentation.wording import as_options, plain
from starbalance.analyses.questions.players import recipes, strategies_option
from starbalance.analyses.questions.skill import SKILL, courses, rounds_ahead
from starbalance.analyses.questions.tournament import Tournament
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.strategy import BASE
from starbalance.simulator.engine.strategy_name import search_name
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.amount import joined

_STATISTICS = (
    "Intervals are 95 %, always with games as the independent unit: Wilson's for shares, Student's for means and "
    "ratios. They hold for each row by itself, so that about one row in twenty misses the truth, but in tables of "
    "variants, where they hold for all rows at once (Bonferroni).",
    "Verdicts hold for each table as a whole: the chance of any wrong one is 5 % at most (Holm). A row is balanced "
    "when its share is significantly within 2 points of parity (two one-sided tests), strong or weak when it differs "
    "significantly from parity, undecided otherwise, with the number of games, in all, of a run that has an even "
    "chance to decide it, or too near to tell where that would be more than a million. A share that differs "
    "significantly from parity by less than that may be strong or weak in few games and is balanced in enough. What "
    "comes up in one seat only is undecided, since its effect cannot be separated from that of the seat.",
    "Other rules and other data are compared on the same luck, game by game: a change is unchanged when it is "
    "significantly within 2 points, higher or lower when it differs significantly from 0.",
)

_TOGETHER = (
    "The verdicts of the first pages come from {tables} tables, on the set-ups as they are played: the chance that any "
    "of them all is wrong is 5 % at most, {chance:.2g} % for each table (Bonferroni), with these players and these "
    "data. Of the other tables one in twenty may have a wrong word. `sb.rates(result, by, alpha={alpha:.2g})` is as "
    "cautious."
)

_SHARED = (
    "All scenarios of a study share a seed: game number k has the same luck in each as long as their rules ask for the "
    "same. They are no independent replications of each other, and games that two of them have in common count once."
)

_UNTIL = (
    "The run was played until its verdicts were decided: the intervals of win shares and of effects hold at all "
    "numbers of games at once (Waudby-Smith et al., Annals of Statistics 52, 2024); others are for a number set before."
)

_DRAWS = (
    "What is drawn for all players of a game together is drawn at random: games with one {draw} and games without it "
    "differ by what stands in its place alone. What two do together beyond what each does alone is the games with both "
    "and with neither, minus those with either one. Intervals of such differences are Welch's for length and margin, "
    "Newcombe's for win shares: low and high for each row by itself, low all and high all for all rows of a table at "
    "once (Bonferroni), as do low and high of who wins most and of effects under other data. What is called "
    "significant holds for each table as a whole (Holm). To claim one is a choice: the win share of those who do is "
    "not the effect of a claim."
)


_GAMES = (
    "A command that shows a game (`starbalance play ... --as-of EDITION`) names by a hash the rules and strategies of "
    "this report: under others the game may go another way, and the command says so. `starbalance find RUN --where "
    "CONDITION --html FOLDER` shows the games behind a number of a run that was played with the same ones."
)


_PLAYERS = (
    "Who plays: `NAME@T` plays NAME with noise, and the higher T, the more often not the option that it thinks best. "
    "`search:NAME@N` plays NAME and looks ahead: after each of its best options it plays on N times, {rounds} rounds "
    "at most, and takes another than NAME does where that is better for sure. In the pool each player's strategy is "
    "drawn from all below but uniform, in the league from the mix that was hardest to beat."
)


def method(study_runs: StudyRuns, study: Mapping[str, Any], subject: str, *, games: int | None) -> list[Element]:
    """How every number came about, and how to remake it."""
    scenarios = list(study_runs.scenarios.values())
    settings = scenarios[0].result.settings
    game = find_game(settings["game"])
    how = (
        "Complete games by the rulebook, played by heuristic strategies. Where several strategies are listed, each "
        "player's is drawn at random for each game, so that turn order and strategy do not mix. "
    )
    players = _PLAYERS.format(rounds=rounds_ahead(game, search_name(BASE, 1)))
    which = f" ({study['assumed']})" if "assumed" in study else ""
    data = (
        f"{100 * tables.assumed_share(game):.0f} % of the values in the data files are stand-ins for what the "
        f"rulebook's text does not tell{which}; each is marked `assumed` there."
    )
    versions = ", ".join(f"{name} {number}" for name, number in settings["versions"].items())
    again = f"starbalance report {subject}" + (f" --games {games}" if games else "")
    statistics = _STATISTICS + _together(study_runs) + ((_UNTIL,) if "until" in settings else ())
    statistics += (_SHARED,) if len(scenarios) > 1 else ()
    statistics += (_DRAWS.format(draw=plain(game.draws)),) if game.draws else ()
    rows = [_row(scenario) for scenario in scenarios]
    rows += [_tournament_row(each) for each in study_runs.tournaments.values()]
    rows += [*_skill_rows(study_runs), *_yardstick_rows(study_runs)]
    return [
        Heading("Method and provenance"),
        *(Text([text]) for text in (how + " ".join(study.get("method", [])), players, *statistics, data)),
        Text(
            [
                f"Versions: {versions}. Remake every number: `{again}`; any scenario alone, and any table of better "
                "players, by its command below."
            ]
        ),
        Text([_GAMES]),
        Table("strategies", recipes(game), "How each strategy plays", folded=True),
        Table("provenance", pd.DataFrame(rows), "What was played", folded=len(rows) > 1),
    ]


def _together(study_runs: StudyRuns) -> tuple[str, ...]:
    """What the verdicts that hold together are of, if any do."""
    if not study_runs.together:
        return ()
    alpha = min(each.alpha for each in study_runs.scenarios.values())
    return (_TOGETHER.format(tables=study_runs.together, chance=100 * alpha, alpha=alpha),)


def _row(scenario: Scenario) -> dict[str, Any]:
    settings = scenario.result.settings
    return {
        "scenario": scenario.name,
        "setup": settings["setup"],
        "games": scenario.result.played,
        "seed": settings["seed"],
        "changes": _changes(settings),
        "strategies": ", ".join(each["name"] for each in settings["strategies"]),
        "rules": settings["rules"],
        "command": command(settings),
    }


def _changes(settings: Mapping[str, Any]) -> str:
    return ", ".join(f"{k}={v}" for k, v in settings["changes"].items()) or "none"


def command(settings: Mapping[str, Any]) -> str:
    """The line that plays a run again; empty for what the command line cannot ask for."""
    strategies = strategies_option(settings)
    if strategies is None:
        return ""
    words = ["starbalance", "run", settings["game"], "--setup", settings["setup"]]
    words += [*_length(settings), "--seed", str(settings["seed"])]
    words += ["--strategies", joined(strategies)]
    words += as_options(settings["changes"])
    return shlex.join([*words, "--timeline"] if settings["timeline"] else words)


def _length(settings: Mapping[str, Any]) -> list[str]:
    """How many games: a number, or until decided."""
    until = settings.get("until")
    if until is None:
        return ["--games", str(settings["games"])]
    words = ["--until", "decided", "--by", ",".join(until["by"]), "--margin", str(until["margin"])]
    return [*words, "--alpha", str(until["alpha"]), "--max-games", str(settings["games"])]


def _tournament_row(found: Tournament) -> dict[str, Any]:
    """As of a scenario; games: of each pair."""
    settings, count = found.free.settings, len(found.names)
    games = settings["games"] // count
    return {
        "scenario": f"tournament of {settings['setup']}",
        "setup": settings["setup"],
        "games": games,
        "seed": settings["seed"],
        "changes": _changes(settings),
        "strategies": ", ".join(found.names),
        "rules": settings["rules"],
        "command": _asked(settings, games, "tournament"),
    }


def _skill_rows(study_runs: StudyRuns) -> Iterator[dict[str, Any]]:
    """As of a scenario, of every question that is asked of ever better players; games: of a level without search."""
    for (_, name), found in study_runs.skills.items():
        scenario = study_runs.scenarios[name]
        settings = scenario.result.settings
        for by, table in found:
            levels, games = list(dict.fromkeys(table[SKILL])), int(courses(table)["games"].max())
            yield _row(scenario) | {
                "scenario": f"{name}: {' and '.join(map(plain, by))} among ever better players",
                "games": games,
                "strategies": ", ".join(levels),
                "command": _asked(settings, games, "skill", "--by", ",".join(by), "--levels", joined(levels)),
            }


def _yardstick_rows(study_runs: StudyRuns) -> Iterator[dict[str, Any]]:
    """As of a scenario, of every strategy that is measured; games: against each of the others."""
    for (_, name), table in study_runs.yardsticks.items():
        scenario = study_runs.scenarios[name]
        settings = scenario.result.settings
        for strategy, rows in table.groupby("strategy", sort=False):
            others, games = joined(rows["against"]), int(rows["games"].max())
            yield _row(scenario) | {
                "scenario": f"{name}: what one {strategy} wins",
                "games": games,
                "strategies": ", ".join([strategy, *rows["against"]]),
                "command": _asked(settings, games, "strategy benchmark", "--strategy", strategy, "--against", others),
            }


def _asked(settings: Mapping[str, Any], games: int, *words: str) -> str:
    """The line that asks a question of the rules of a run again. words: the command, and what it is asked."""
    name, *asked = words
    line = ["starbalance", *name.split(), settings["game"], "--setup", settings["setup"], *asked, "--games", str(games)]
    return shlex.join([*line, "--seed", str(settings["seed"]), *as_options(settings["changes"])])
