"""The findings of a report as data, for programs that build on them."""

from typing import Any

from starbalance.analyses.report.challenge import DATA, PLAY, STRATEGIES
from starbalance.analyses.report.finding import Finding
from starbalance.analyses.report.first_page import headline, messages, recommendation, trust
from starbalance.analyses.report.fix import Fix
from starbalance.analyses.report.sentence import capital, sentence
from starbalance.analyses.report.story import Story

NOT_TRIED = "not tried"
_DIGITS = 6


def summary(story: Story) -> dict[str, Any]:
    """Return the first page and all findings of a report as data for `summary.json`.

    Returns:
        A dictionary with the keys headline, messages, recommendation, trust (sentences), change (the recommended
        change or `None`) and findings. Each finding has the keys finding (a sentence), setup, players, column, level,
        share, low, high, equal_share (shares from 0 to 1), verdict, games, rules (`printed` or the changed values), and
        trust: for play, strategies and data whether the verdict `holds`, `changes`, is `undecided` or was `not tried`.
    """
    return {
        "game": story.headlines[0].result.settings["game"],
        "headline": headline(story),
        "messages": messages(story),
        "recommendation": recommendation(story),
        "trust": trust(story),
        "change": story.fix and _change(story.fix),
        "findings": [_finding(each) for each in story.findings],
    }


def _change(fix: Fix) -> dict[str, Any]:
    return {
        "variant": fix.variant,
        "title": capital(fix.title),
        "setup": fix.finding.judge.result.settings["setup"],
        "level": fix.finding.level,
        "games": fix.games,
        **_rounded(before=fix.before, after=fix.after, difference=fix.difference, low=fix.low, high=fix.high),
    }


def _finding(finding: Finding) -> dict[str, Any]:
    settings = finding.judge.result.settings
    shares = {name: float(finding.row[name]) for name in ("share", "low", "high")}
    return {
        "finding": sentence("first_page", "finding", each=finding),
        "setup": settings["setup"],
        "players": settings["players"],
        "column": finding.column,
        "level": finding.level,
        **_rounded(**shares, equal_share=finding.equal_share),
        "verdict": finding.verdict,
        "games": int(finding.row["games"]),
        "rules": dict(settings["changes"]) or "printed",
        "trust": {name: finding.trust.get(name, NOT_TRIED) for name in (PLAY, STRATEGIES, DATA)},
    }


def _rounded(**numbers: float) -> dict[str, float]:
    return {name: round(float(value), _DIGITS) for name, value in numbers.items()}
