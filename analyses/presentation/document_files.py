"""The files of a report: an HTML page, Markdown with charts, the findings as JSON, and one file of all tables."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pandas as pd
from pandas.api.types import is_bool_dtype, is_integer_dtype, is_numeric_dtype

from starbalance.analyses.presentation import html, markdown
from starbalance.analyses.presentation.chart import save
from starbalance.analyses.presentation.document import TABLES, Chart, Element, Heading, Table, first_charts
from starbalance.analyses.presentation.table import table
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.files import merging, read_text, write_text

PAGE = "report.html"


def write(
    folder: Path,
    title: str,
    kicker: str,
    *,
    elements: Sequence[Element],
    summary: Mapping[str, Any],
    all_files: bool = False,
) -> Path:
    """Write a report: report.html, report.md with charts/*.svg, summary.json, and tables.parquet.

    Args:
        folder: Folder of the report. Other files in it stay.
        title: Title of the report, its main finding.
        kicker: A line that says what the report is.
        elements: Headings, texts, tables and charts, in their order.
        summary: The findings as data.
        all_files: Whether to write also every chart as charts/*.svg and *.png, and every table as tables/*.csv.

    Returns:
        The path of the page.

    Raises:
        BadInput: If two tables or two charts have the same name, or a file cannot be written. The folder is then
            unchanged.
    """
    charts = [each for each in elements if isinstance(each, Chart)]
    frames = [each for each in elements if isinstance(each, Table)]
    _check_names("charts", (each.name for each in charts))
    _check_names("tables", (each.name for each in frames))
    drawings = {each.name: _drawing(each) for each in charts}
    with merging(folder) as draft:
        for chart in charts if all_files else first_charts(elements):
            write_text(draft / "charts" / f"{chart.name}.svg", drawings[chart.name])
        for chart in charts if all_files else ():
            save(chart.figure, draft / "charts" / f"{chart.name}.png")
        for each in frames if all_files else ():
            write_text(draft / "tables" / f"{each.name}.csv", table(each.frame.to_dict("records"), "csv") + "\n")
        one_table(elements).to_parquet(draft / TABLES, index=False)
        write_text(draft / "summary.json", json.dumps(summary, indent=2, ensure_ascii=False) + "\n")
        write_text(draft / "report.md", markdown.markup(title, kicker, elements))
        write_text(draft / PAGE, html.markup(title, kicker, elements, drawings=drawings))
    return folder / PAGE


def _check_names(what: str, names: Iterable[str]) -> None:
    """Check that no two charts or tables have the same name.

    Raises:
        BadInput: If a name occurs twice.
    """
    known: set[str] = set()
    for name in names:
        if name in known:
            raise BadInput(
                f"Two {what} of the report have the name '{name}': give the sections of the study different names."
            )
        known.add(name)


def _drawing(chart: Chart) -> str:
    """Return a chart as SVG."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "chart.svg")
        save(chart.figure, file)
        return read_text(file)


def one_table(elements: Sequence[Element]) -> pd.DataFrame:
    """Return the rows of all tables of a report as one frame.

    Returns:
        A frame with the columns `section` (the chapter of the report), `table` (the name) and all columns of the
        tables, empty where a table lacks one. A column is text if it is text in any table. Whole numbers stay whole.
    """
    parts, section = [pd.DataFrame({"section": [], "table": []}, dtype=str)], ""
    for element in elements:
        if isinstance(element, Heading) and element.level == 2:
            section = element.text
        elif isinstance(element, Table):
            frame = _with_missing(element.frame.rename(columns={"section": "section_", "table": "table_"}))
            parts.append(frame.assign(section=section, table=element.name))
    whole = pd.concat(parts, ignore_index=True)
    whole.attrs.clear()
    mixed = [name for name, column in whole.items() if not is_numeric_dtype(column)]
    return whole.assign(**{str(name): whole[name].map(str, na_action="ignore") for name in mixed})


def _with_missing(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame whose whole numbers and truth values have types that can be missing."""
    kinds = {
        str(name): "boolean" if is_bool_dtype(column) else "Int64"
        for name, column in frame.items()
        if is_bool_dtype(column) or is_integer_dtype(column)
    }
    return frame.astype(kinds)
