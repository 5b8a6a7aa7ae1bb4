"""Charts and reports: files that stand alone and say what the tables say."""

import csv
import re

import numpy as np
import pytest

from analyses import chart
from analyses.page import Chart, Heading, Table, Text, write
from analyses.rates import rates, shares_of
from analyses.report import make
from simulator.errors import BadInput


def figures(result):
    table = rates(result, ["home"])
    both = rates(result, ["home", "strategy"])
    rounds = result.games["rounds"].to_numpy()
    return {
        "forest": chart.forest(table, ["home"], 4),
        "heat": chart.heat(both, ["home", "strategy"], 4),
        "lengths": chart.lengths(rounds),
        "bars": chart.bars(shares_of(result, "ended"), "ended", "How games end"),
    }


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_every_chart_is_written_in_every_kind(small_run, tmp_path, suffix):
    for name, figure in figures(small_run).items():
        path = tmp_path / f"{name}{suffix}"
        chart.save(figure, path)
        assert path.stat().st_size > 1000
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [suffix] * 4


def test_every_chart_names_its_axes_with_units(small_run):
    for figure in figures(small_run).values():
        axes = figure.axes[0]
        assert axes.get_title(loc="left")
        labels = axes.get_xlabel() + "".join(each.get_ylabel() for each in figure.axes)
        assert "%" in labels


def test_a_kind_of_file_that_cannot_be_written_is_refused(small_run, tmp_path):
    with pytest.raises(BadInput, match=r"\.png"):
        chart.save(figures(small_run)["bars"], tmp_path / "chart.jpeg")
    assert list(tmp_path.iterdir()) == []


def test_a_page_stands_alone(small_run, tmp_path):
    table = rates(small_run, ["home"])
    found = figures(small_run)
    blocks = [
        Heading("One"),
        Text(["A < B"]),
        Table("home", table),
        Chart("forest", found["forest"], "The share of each home."),
        Chart("bars", found["bars"], "How games end."),
    ]
    page = write(tmp_path, "A title", blocks).read_text(encoding="utf-8")
    assert "A &lt; B" in page
    assert re.findall(r'(?:src|href)="(?!#)', page.replace("xlink:href", "href")) == []
    assert page.count('role="img" aria-label="') == page.count("<svg") == 2
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    markdown = (tmp_path / "report.md").read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)]+)\)", markdown):
        assert (tmp_path / link).is_file()
    with (tmp_path / "tables" / "home.csv").open() as file:
        assert [float(row["share"]) for row in csv.DictReader(file)] == list(table["share"])


def test_the_report_of_a_run(small_run, tmp_path):
    headline, page = make(str(small_run.folder), out=tmp_path)
    assert list(headline["share"]) == list(rates(small_run, ["home"])["share"])
    assert "4000 A.D.: balance report" in page.read_text(encoding="utf-8")


def test_the_report_of_a_game_plays_its_study(tmp_path, monkeypatch):
    """With few games of each part: every set-up, the self-test, the other star tables, the method."""
    monkeypatch.chdir(tmp_path)
    headline, page = make("4000-ad", games=24)
    assert page == page.parent.parent / "4000-ad" / "report.html"
    assert headline.groupby("setup")["share"].sum().to_numpy() == pytest.approx(np.ones(4))
    text = (page.parent / "report.md").read_text(encoding="utf-8")
    for words in ("Self-test", "Algol less Antares", "other star tables", "Remake every number", "capped"):
        assert words in text
    names = {path.stem for path in (page.parent / "tables").iterdir()}
    assert {"headline", "provenance", "independents4-by-home-and-strategy", "independents3-robust"} <= names


def test_a_report_of_nothing_names_the_nearest(tmp_path):
    with pytest.raises(BadInput, match="did you mean '4000-ad'"):
        make("4000", out=tmp_path)
