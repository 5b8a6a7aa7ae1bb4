"""The outcome of a check in formats for machines: JUnit XML and JSON."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from starbalance.analyses.questions.check import OUT, Checked, Gate, Row
from starbalance.analyses.statistics.verdict import UNDECIDED
from starbalance.simulator.engine.files import replacing, write_text

_ELEMENTS = {OUT: "failure", UNDECIDED: "error"}


def write_junit(gate: Gate, path: Path) -> None:
    """Write the outcome as JUnit XML: a suite for each check, a case for each row.

    A row that is out of balance is a failure, an undecided row is an error.

    Args:
        gate: The checks with their runs.
        path: The file.
    """
    root = ElementTree.Element("testsuites", {"name": f"starbalance check {gate.game}", **_counts(_all_rows(gate))})
    for each in gate.checked:
        suite = ElementTree.SubElement(root, "testsuite", {"name": each.check.name, **_counts(each.rows)})
        for row in each.rows:
            case = ElementTree.SubElement(suite, "testcase", classname=f"{gate.game}.{each.check.name}", name=row.name)
            _add_outcome(case, row)
    ElementTree.indent(root)
    with replacing(path) as draft:
        ElementTree.ElementTree(root).write(draft, encoding="utf-8", xml_declaration=True)


def _all_rows(gate: Gate) -> list[Row]:
    return [row for each in gate.checked for row in each.rows]


def _counts(rows: list[Row]) -> dict[str, str]:
    outcomes = [row.outcome for row in rows]
    return {
        "tests": str(len(rows)),
        "failures": str(outcomes.count(OUT)),
        "errors": str(outcomes.count(UNDECIDED)),
    }


def _add_outcome(case: ElementTree.Element, row: Row) -> None:
    """Add the sentence of a row to its case: as the failure or error, or as its output."""
    if row.outcome in _ELEMENTS:
        ElementTree.SubElement(case, _ELEMENTS[row.outcome], type=row.outcome, message=row.sentence)
    else:
        ElementTree.SubElement(case, "system-out").text = row.sentence


def write_json(gate: Gate, path: Path) -> None:
    """Write the outcome as JSON: the game, the outcome, and for each check its settings, its run and its rows.

    Args:
        gate: The checks with their runs.
        path: The file.
    """
    record = {"game": gate.game, "outcome": gate.outcome, "checks": [_record(each) for each in gate.checked]}
    write_text(path, json.dumps(record, indent=2) + "\n")


def _record(each: Checked) -> dict[str, Any]:
    settings = each.result.settings
    return {
        "name": each.check.name,
        "by": each.check.by,
        "margin": each.check.margin,
        "alpha": each.check.alpha,
        "setup": settings["setup"],
        "seed": settings["seed"],
        "games": each.result.played,
        "changes": settings["changes"],
        "strategies": [used["name"] for used in settings["strategies"]],
        "rules": settings["rules"],
        "until": "decided" if "until" in settings else None,
        "rows": [{**asdict(row), "outcome": row.outcome} for row in each.rows],
    }
