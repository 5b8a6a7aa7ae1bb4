"""How every number of a report came about, and how to remake it."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from analyses.block import Block, Heading, Table, Text
from analyses.part import Part
from simulator import find_game, tables


def method(parts: Sequence[Part], study: Mapping[str, Any], subject: str, games: int | None) -> list[Block]:
    """How every number came about, and how to remake it."""
    settings = parts[0].result.settings
    game = find_game(settings["game"])
    rows = [
        {
            "part": part.name,
            "setup": part.result.settings["setup"],
            "games": part.result.played,
            "seed": part.result.settings["seed"],
            "changes": ", ".join(f"{k}={v}" for k, v in part.result.settings["changes"].items()) or "none",
            "strategies": ", ".join(each["name"] for each in part.result.settings["strategies"]),
            "rules": part.result.settings["rules"],
        }
        for part in parts
    ]
    versions = ", ".join(f"{name} {number}" for name, number in settings["versions"].items())
    count = f" --games {games}" if games else ""
    return [
        Heading("Method and provenance"),
        Text(
            [
                "Complete games by the rulebook, played by heuristic strategies. Where several strategies are listed,",
                f"each player's is drawn at random for each game, so that {game.factor}, turn order and strategy do",
                "not mix.",
                *study["method"],
                "Intervals are 95 % for each row by itself, so that about one row in twenty misses the truth: Wilson's",
                "for shares, Student's for means and ratios, always with games as the independent unit. Verdicts hold",
                "for each table as a whole: the chance of any wrong one is 5 % at most (Holm). A row is balanced when",
                "its share is surely within 2 points of parity (two one-sided tests), strong or weak when it surely",
                "differs from parity, undecided otherwise, with the games that would decide it.",
            ]
        ),
        Text(
            [
                f"{100 * tables.assumed_share(game):.0f} % of the values in the data files are stand-ins for what the",
                f"rulebook's text does not tell ({study['assumed']}); each is marked `assumed` there.",
            ]
        ),
        Table("provenance", pd.DataFrame(rows), "What was played", folded=len(rows) > 1),
        Text([f"Versions: {versions}. Remake every number: `starbalance report {subject}{count}`."]),
    ]
