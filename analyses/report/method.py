"""The last chapter of a report: methods, and commands that reproduce every number."""

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from starbalance.analyses.presentation.document import Element, Table, Text
from starbalance.analyses.presentation.wording import as_options, margin_words, plain
from starbalance.analyses.questions.players import strategies_option, strategy_table
from starbalance.analyses.questions.skill import SKILL, courses, rounds_ahead
from starbalance.analyses.questions.tournament import Tournament
from starbalance.analyses.report.scenario import Scenario, StudyRuns
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.strategy import BASE
from starbalance.simulator.engine.strategy_name import search_name
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.amount import joined

_STATISTICS = (
    "Intervals have 95% confidence and treat games as independent units: Wilson's for shares, Student's for means "
    "and ratios. They hold for each row separately, so that about one row in twenty misses the truth. In tables of "
    "variants they hold for all rows together (Bonferroni).",
    "Verdicts hold for each table as a whole: the probability of any wrong verdict is at most 5% (Holm). A row is "
    "balanced if its share is significantly within {margin} of an equal share (two one-sided tests), or if it differs "
    "significantly and its whole interval lies within {margin}. It is strong or weak if it differs significantly and "
    "its interval reaches further. A row that is balanced by its interval only counts as wrong from {wrong} on; from "
    "{number} to {wrong} the probability is at most 2.5% for each such row. Otherwise a row is undecided, with the "
    "total games of a run that decides it with a probability of about 50%, or 'too close to call' above a million "
    "games. A share that differs significantly from an equal share by less than {margin} may be strong or weak in few "
    "games, and is balanced in enough games. A level that occurs in one seat only is undecided, since its effect is "
    "not separable from the effect of the seat.",
    "Other rules and other data are compared with common random numbers, game by game. A change is unchanged if it is "
    "significantly within {margin}. Otherwise it is higher or lower if it differs significantly from 0.",
)

_TOGETHER = (
    "The verdicts of the first pages come from {tables} tables, on the setups as played. The probability that any of "
    "them is wrong is at most 5%, or {chance:.2g}% for each table (Bonferroni), with these players and these data. Of "
    "the other tables, one in twenty may have a wrong verdict. `sb.rates(result, by, alpha={alpha:.2g})` has the same "
    "error probability."
)

_SHARED = (
    "All scenarios of a study share a seed: game number k has common random numbers in each scenario, as long as the "
    "rules draw the same numbers. So scenarios are not independent replications of each other, and games that two of "
    "them have in common count once."
)

_UNTIL = (
    "The run continued until its verdicts were decided: the intervals of win shares and of effects are anytime-valid "
    "(Waudby-Smith et al., Annals of Statistics 52, 2024). Other intervals hold for a fixed number of games."
)

_DRAWS = (
    "Shared components are drawn at random for all players of a game: games with one {draw} and games without it "
    "differ only in the component in its place. The joint effect of two components compares games with both and with "
    "neither to games with one of them. Intervals of such differences are Welch's for length and margin, and "
    "Newcombe's for win shares. Low and high hold for each row, low all and high all for all rows of a table "
    "together (Bonferroni), as do low and high in the tables of best levels and of effects under other data. "
    "'Significant' holds for each table as a whole (Holm). A claim is a choice: the win share of claiming seats is "
    "not the effect of a claim."
)


_GAMES = (
    "A command that shows a game (`starbalance play ... --as-of FINGERPRINT`) contains a fingerprint of the rules and "
    "strategies of this report. With others the game may differ, and the command reports this. `starbalance find RUN "
    "--where CONDITION --html FOLDER` shows the games behind a number of a run with the same rules and strategies."
)


_PLAYERS = (
    "Strategies: `NAME@T` plays NAME with noise, and a higher T chooses more often an option that is not the best. "
    "`search:NAME@N` is a search strategy based on NAME: it runs N playouts of at most {rounds} rounds after each of "
    "its best options, and takes another option than NAME if it is significantly better. In the pool, each player's "
    "strategy is drawn from all strategies below except uniform and searches. In the league, it is drawn from the "
    "equilibrium of the league."
)


def method(study_runs: StudyRuns, study: Mapping[str, Any], subject: str, *, games: int | None) -> list[Element]:
    """Return the elements of the chapter on methods and provenance, without its heading.

    Args:
        study_runs: The runs of the study.
        study: The study.
        subject: Subject of the report, for the command that repeats it.
        games: Games per scenario, or `None` for the numbers in the study.
    """
    scenarios = list(study_runs.scenarios.values())
    settings = scenarios[0].result.settings
    game = find_game(settings["game"])
    how = (
        "Complete games by the rulebook, played by heuristic strategies. If several strategies are listed, each "
        "player's strategy is drawn at random for each game, so that turn order and strategy are independent. "
    )
    players = _PLAYERS.format(rounds=rounds_ahead(game, search_name(BASE, 1), settings["setup"]))
    which = f" ({study['assumed']})" if "assumed" in study else ""
    data = (
        f"{100 * tables.assumed_share(game):.0f}% of the values in the data files are assumed, since the text of the "
        f"rulebook does not contain them{which}. They are marked `assumed` there."
    )
    versions = ", ".join(f"{name} {number}" for name, number in settings["versions"].items())
    again = f"starbalance report {subject}" + (f" --games {games}" if games else "")
    statistics = _statistics(scenarios[0].margin) + _together(study_runs) + ((_UNTIL,) if "until" in settings else ())
    statistics += (_SHARED,) if len(scenarios) > 1 else ()
    statistics += (_DRAWS.format(draw=plain(game.draws)),) if game.draws else ()
    rows = [_row(scenario) for scenario in scenarios]
    rows += [_tournament_row(each) for each in study_runs.tournaments.values()]
    rows += [*_skill_rows(study_runs), *_ladder_rows(study_runs), *_benchmark_rows(study_runs)]
    return [
        *(Text([text]) for text in (how + " ".join(study.get("method", [])), players, *statistics, data)),
        Text(
            [
                f"Versions: {versions}. Reproduce every number with `{again}`. The column `command` of the table "
                "`provenance` has the commands of single scenarios and tables of skill."
            ]
        ),
        Text([_GAMES]),
        Table("strategies", strategy_table(game), "How each strategy plays", folded=True),
        Table("provenance", pd.DataFrame(rows), "What was played", folded=len(rows) > 1),
    ]


def _statistics(margin: float) -> tuple[str, ...]:
    """Return the paragraphs on intervals and verdicts with a margin, as a share."""
    facts = {"margin": margin_words(margin), "number": f"{100 * margin:.4g}", "wrong": margin_words(1.5 * margin)}
    return tuple(text.format(**facts) for text in _STATISTICS)


def _together(study_runs: StudyRuns) -> tuple[str, ...]:
    """Return a paragraph on verdicts that hold together. Empty if each table holds by itself."""
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
    """Return the command that repeats a run. Empty if no command can repeat it."""
    strategies = strategies_option(settings)
    if strategies is None:
        return ""
    words = ["starbalance", "run", settings["game"], "--setup", settings["setup"]]
    words += [*_length(settings), "--seed", str(settings["seed"])]
    words += ["--strategies", joined(strategies)]
    words += as_options(settings["changes"])
    return shlex.join([*words, "--timeline"] if settings["timeline"] else words)


def _length(settings: Mapping[str, Any]) -> list[str]:
    """Return the options of the number of games, or of sequential stopping."""
    until = settings.get("until")
    if until is None:
        return ["--games", str(settings["games"])]
    words = ["--until", "decided", "--by", ",".join(until["by"]), "--margin", str(until["margin"])]
    return [*words, "--alpha", str(until["alpha"]), "--max-games", str(settings["games"])]


def _tournament_row(result: Tournament) -> dict[str, Any]:
    """Return the row of a tournament. `games` is per pair of strategies."""
    settings, count = result.free.settings, len(result.names)
    games = settings["games"] // count
    return {
        "scenario": f"tournament of {settings['setup']}",
        "setup": settings["setup"],
        "games": games,
        "seed": settings["seed"],
        "changes": _changes(settings),
        "strategies": ", ".join(result.names),
        "rules": settings["rules"],
        "command": _command_of(settings, games, "tournament"),
    }


def _skill_rows(study_runs: StudyRuns) -> Iterator[dict[str, Any]]:
    """Yield the rows of tables of skill. `games` is per level without search."""
    for (_, name), by_columns in study_runs.skills.items():
        scenario = study_runs.scenarios[name]
        settings = scenario.result.settings
        for by, table in by_columns:
            levels, games = list(dict.fromkeys(table[SKILL])), int(courses(table)["games"].max())
            yield _row(scenario) | {
                "scenario": f"{name}: {' and '.join(map(plain, by))} at increasing skill",
                "games": games,
                "strategies": ", ".join(levels),
                "command": _command_of(settings, games, "skill", "--by", ",".join(by), "--levels", joined(levels)),
            }


def _ladder_rows(study_runs: StudyRuns) -> Iterator[dict[str, Any]]:
    """Yield the rows of the measured levels of ladders of skill."""
    for (_, name), table in study_runs.ladders.items():
        scenario = study_runs.scenarios[name]
        for _, row in table[table["games"] > 0].iterrows():
            level, rung = row[SKILL], row["against"]
            yield _row(scenario) | {
                "scenario": f"{name}: ladder of skill, one {level}",
                "games": row["games"],
                "strategies": ", ".join([level, rung]),
                "command": _command_of(
                    scenario.result.settings,
                    row["games"],
                    "strategy benchmark",
                    "--strategy",
                    level,
                    "--against",
                    joined([rung]),
                ),
            }


def _benchmark_rows(study_runs: StudyRuns) -> Iterator[dict[str, Any]]:
    """Yield the rows of benchmarks. `games` is per opponent."""
    for (_, name), table in study_runs.benchmarks.items():
        scenario = study_runs.scenarios[name]
        settings = scenario.result.settings
        for strategy, rows in table.groupby("strategy", sort=False):
            others, games = joined(rows["against"]), int(rows["games"].max())
            yield _row(scenario) | {
                "scenario": f"{name}: win share of one {strategy}",
                "games": games,
                "strategies": ", ".join([strategy, *rows["against"]]),
                "command": _command_of(
                    settings, games, "strategy benchmark", "--strategy", strategy, "--against", others
                ),
            }


def _command_of(settings: Mapping[str, Any], games: int, *words: str) -> str:
    """Return the command that repeats a question with the rules of a run.

    `words` are the name of the command and its options.
    """
    name, *options = words
    line = [
        "starbalance",
        *name.split(),
        settings["game"],
        "--setup",
        settings["setup"],
        *options,
        "--games",
        str(games),
    ]
    return shlex.join([*line, "--seed", str(settings["seed"]), *as_options(settings["changes"])])
