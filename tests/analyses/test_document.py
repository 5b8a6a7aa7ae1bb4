"""The elements of a report: page numbers of the contents, glosses of terms, and the parts of a table on the page."""

from dataclasses import replace

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from starbalance.analyses.presentation.document import (
    APPENDIX,
    Box,
    Chart,
    Heading,
    Table,
    Text,
    appended,
    contents,
    first_charts,
    glossed,
)

GLOSSES = {"sensible": "a careful player", r"search:[\w:@]+": "simulates games", "pool": "a random player"}


def chapter(title, rows=0, folded=False):
    """Return a chapter with a table of some rows, open by default. About 50 rows fill a printed page."""
    return [Heading(title, page=True), Table(title, pd.DataFrame({"n": range(rows)}), folded=folded)]


def numbers(*elements):
    return {heading.text: number for heading, number in contents(elements)}


def test_the_first_chapter_is_on_page_2_and_short_chapters_share_a_page():
    """The elements before the first heading are page 1, however short they are."""
    assert numbers(*chapter("One", 5), *chapter("Two", 5), *chapter("Three", 5)) == {"One": 2, "Two": 2, "Three": 2}
    elements = [Text(["Hi."]), *chapter("One", 30), *chapter("Two", 30), *chapter("Three", 5)]
    assert numbers(*elements) == {"One": 2, "Two": 3, "Three": 3}


def test_the_appendix_follows_a_page_that_is_at_most_half_full():
    appendix = appended([Heading("Method"), Text(["Played."])])
    assert numbers(*chapter("One"), *appendix) == {"One": 2, APPENDIX: 2}
    assert numbers(*chapter("One", 40), *appendix) == {"One": 2, APPENDIX: 3}


def test_only_headings_that_begin_a_page_are_in_the_contents():
    assert numbers(Heading("Zero"), *chapter("One"), Heading("Below", 3), Heading("Method")) == {"One": 2}
    assert numbers(Heading("Zero"), Text(["Hi."])) == {}


def test_a_chapter_of_two_pages_moves_the_next_chapter_by_two_pages():
    assert numbers(*chapter("One", 75), *chapter("Two", 40)) == {"One": 2, "Two": 4}


def test_headings_texts_boxes_and_charts_fill_a_page_too():
    """A folded table takes one line of a page."""
    paragraph = "word " * 100
    tall = [
        [Text([paragraph] * 15)],
        [Box("A box", [paragraph] * 15)],
        [Heading("Below", 3)] * 30,
        [Chart(str(i), plt.figure(figsize=(6, 3.5)), "A chart.") for i in range(4)],
    ]
    for elements in tall:
        assert numbers(*chapter("One"), *elements, *chapter("Two"))["Two"] > 2
    folded = [*chapter("One", 100, folded=True), *chapter("Two")]
    assert numbers(*folded) == {"One": 2, "Two": 2}
    plt.close("all")


def test_the_first_charts_are_those_before_the_appendix_and_not_for_html_only():
    early, late = (Chart(name, None, "A chart.") for name in ("early", "late"))
    assert first_charts([early, Heading("One"), *appended([late])]) == [early]
    assert first_charts([Heading("One"), early, late]) == [early, late]
    assert first_charts([early, replace(late, only_html=True)]) == [early]


def lines_of(*elements):
    return [line for each in glossed(elements, GLOSSES) for line in getattr(each, "lines", [getattr(each, "text", "")])]


def test_only_the_first_use_of_a_term_has_a_gloss():
    lines = lines_of(
        Text(["A sensible player.", "Sensible, sensible or a pool."], listed=True), Text(["sensible pool"])
    )
    assert lines == [
        "A sensible (a careful player) player.",
        "Sensible, sensible or a pool (a random player).",
        "sensible pool",
    ]


def test_the_first_use_is_in_the_order_of_the_elements():
    """Boxes and texts of charts count. Headings and tables stay, since a title needs no gloss."""
    chart = Chart("chart", None, "The pool.")
    table = Table("table", pd.DataFrame({"n": [1]}), "Table of the pool")
    elements = [Heading("The pool"), table, Box("The pool", ["Nothing.", "A sensible one."]), chart, Text(["pool"])]
    heading, same, box, drawn, text = glossed(elements, GLOSSES)
    assert (heading, same) == (elements[0], table)
    assert box == Box("The pool", ["Nothing.", "A sensible (a careful player) one."])
    assert drawn == Chart("chart", None, "The pool (a random player).")
    assert text == elements[-1]


def test_a_term_within_code_or_within_another_name_has_no_gloss():
    lines = lines_of(Text(["Run `play --strategies sensible,pool`: sensible wins."]), Text(["pools, carpool and pool"]))
    assert lines == [
        "Run `play --strategies sensible,pool`: sensible (a careful player) wins.",
        "pools, carpool and pool (a random player)",
    ]
    names = "sensible@2, sensible-without:ITEM, search:sensible@8"
    assert lines_of(Text([names])) == [f"{names} (simulates games)"]


def test_a_gloss_follows_the_term_and_precedes_the_comma():
    assert lines_of(Text(["Among search:sensible@8, sensible wins."])) == [
        "Among search:sensible@8 (simulates games), sensible (a careful player) wins."
    ]


@pytest.mark.parametrize(
    ("rows", "most", "shown"),
    [(120, None, 120), (121, None, 0), (121, 121, 121), (121, 10, 10), (5, 10, 5), (5, 0, 0)],
)
def test_a_table_has_all_rows_up_to_120_on_the_page(rows, most, shown):
    """Only a table that names a number of rows is shown in part."""
    table = Table("table", pd.DataFrame({"n": range(rows)}), most=most)
    assert list(table.shown["n"]) == list(range(shown))
