"""Report files: a self-contained page with sorting, folding and links; Markdown; tables; charts."""

import csv
import html
import json
import re
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from markdown_it import MarkdownIt

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.chart.style import VERDICT_COLOURS
from starbalance.analyses.presentation.document import SHARES, Box, Chart, Heading, Table, Text, appended
from starbalance.analyses.presentation.document_files import write
from starbalance.analyses.presentation.html import markup
from starbalance.analyses.presentation.wording import named, number, speaking
from starbalance.analyses.questions.rates import rates, shares_of
from starbalance.simulator.engine.errors import BadInput

PUBLISHED = sorted(path.parent for path in (Path(__file__).parents[2] / "results").glob("*/report.html"))
VOID = {"meta", "br", "img", "link", "input", "hr", "rect", "circle", "line", "path", "use", "image"}
RATES = pd.DataFrame({
    "race": ["Aggroloids", "Peacenims", "Storbots"],
    "games": [400, 1400, 900],
    "share": [0.441, 0.246, 0.1],
    "low": [0.40, 0.235, 0.08],
    "high": [0.48, 0.257, 0.12],
    "verdict": ["strong", "balanced", "undecided"],
    "games_needed": pd.array([pd.NA, pd.NA, 2800], "Int64"),
    "reason": "",
})  # fmt: skip


class Outline(HTMLParser):
    """The tags of a page in order; tags must be closed in the reverse of the order in which they were opened."""

    def __init__(self, page):
        super().__init__()
        self.open, self.tags = [], []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def all(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


def tight(page):
    """Return a page without the line breaks between its tags."""
    return re.sub(r">\n+<", "><", page)


def page_of(*elements):
    return tight(markup("A title", "A kicker.", elements, drawings={}))


def written_to(folder, *elements, title="A title", all_files=False):
    """Write a report without findings, and return its page."""
    return write(folder, title, "A kicker.", elements=elements, summary={}, all_files=all_files)


def texts_of(folder):
    """Return the page and the Markdown of a report without the line breaks between tags."""
    return [tight((folder / f"report.{end}").read_text(encoding="utf-8")) for end in ("html", "md")]


@pytest.fixture(scope="module")
def written(small_run, tmp_path_factory):
    """The folder of a report with every kind of element."""
    folder = tmp_path_factory.mktemp("report")
    table = rates(small_run, ["home"])
    written_to(
        folder,
        Heading("One", page=True),
        Box("How far", ["Data: nothing."]),
        Text(["A < B"]),
        Table("home", table, "Homes", SHARES),
        Heading("One", 3),
        Chart("forest", chart.forest(table, ["home"], 4), "The share of each home."),
        Chart("bars", chart.bars(shares_of(small_run, "ended"), "ended", "How games end"), 'How games "end".'),
        *appended([Heading("Two", folded=True), Table("seat", rates(small_run, ["seat"]), "Seats", SHARES)]),
    )
    return folder


def test_a_page_is_self_contained(written):
    page = (written / "report.html").read_text(encoding="utf-8")
    Outline(page)
    assert "A &lt; B" in page
    assert re.findall(r'(?:src|href)="(?!#|data:)', page.replace("xlink:href", "href")) == []
    assert "@import" not in page
    assert "url(" not in page.replace("url(#", "")
    assert re.findall(r"<(?:script|link|iframe)[^>]*(?:src|href)", page) == []


def test_every_chart_has_a_text_and_unique_ids(written):
    page = (written / "report.html").read_text(encoding="utf-8")
    charts = [each for each in Outline(page).all("svg") if each.get("role") == "img"]
    assert [each["aria-label"] for each in charts] == ["The share of each home.", 'How games "end".']
    assert page.count("<figure>") == 2
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for name in re.findall(r'(?:xlink:href="|url\()#([^")]+)', page):
        assert name in ids


def test_charts_follow_the_style_of_the_page(written):
    """On the page, text and axes have the colour of the surrounding text; the SVG file keeps its colours."""
    page = (written / "report.html").read_text(encoding="utf-8")
    figure = page[page.index("<figure>") :]
    assert "currentColor" in figure and "var(--card)" in figure
    assert "#000000" not in figure and "#ffffff" not in figure
    assert "#000000" in (written / "charts" / "forest.svg").read_text(encoding="utf-8")


def test_markdown_links_to_existing_files_and_tables_keep_every_digit(written, small_run):
    markdown = (written / "report.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", markdown)
    assert len(links) == 2
    assert all((written / link).is_file() for link in links)
    tables = pd.read_parquet(written / "tables.parquet")
    for name in ("home", "seat"):
        assert list(tables[tables["table"] == name]["share"]) == list(rates(small_run, [name])["share"])


def charts(small_run, count):
    """Return `count` charts with numbered names and one sentence each."""
    frame = shares_of(small_run, "ended")
    return [Chart(f"chart{i}", chart.bars(frame, "ended", f"Chart {i}"), f"Sentence {i}.") for i in range(count)]


def test_only_the_charts_before_the_appendix_have_files(small_run, tmp_path):
    """In Markdown they are pictures, and later charts are left out."""
    early, late = (charts(small_run, 4)[part] for part in (slice(2), slice(2, 4)))
    page = written_to(tmp_path, *early, *appended(late)).read_text(encoding="utf-8")
    markdown = (tmp_path / "report.md").read_text(encoding="utf-8")
    first = [f"charts/chart{i}.svg" for i in range(2)]
    assert re.findall(r"\]\(([^)]+)\)", markdown) == first
    assert "Sentence 2." not in markdown and "Sentence 2." in page
    files = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert files == [*first, "report.html", "report.md", "summary.json", "tables.parquet"]
    assert page.count("<figure>") == 4


def test_all_files_include_every_chart_as_svg_and_png_and_every_table_as_csv(small_run, tmp_path):
    tables = {"home": rates(small_run, ["home"]), "seat": rates(small_run, ["seat"])}
    appendix = [*charts(small_run, 3)[1:], *(Table(*each) for each in tables.items())]
    elements = [*charts(small_run, 1), *appended(appendix)]
    written_to(tmp_path / "one", *elements)
    written_to(tmp_path / "all", *elements, all_files=True)
    names = {path.name for path in (tmp_path / "all" / "charts").iterdir()}
    assert names == {f"chart{i}.{end}" for i in range(3) for end in ("svg", "png")}
    assert [path.name for path in (tmp_path / "one" / "charts").iterdir()] == ["chart0.svg"]
    for name, table in tables.items():
        with (tmp_path / "all" / "tables" / f"{name}.csv").open() as file:
            assert [float(row["share"]) for row in csv.DictReader(file)] == list(table["share"])
    assert not (tmp_path / "one" / "tables").exists()
    for name in ("report.html", "report.md", "summary.json", "tables.parquet"):
        assert (tmp_path / "all" / name).read_bytes() == (tmp_path / "one" / name).read_bytes()


def test_the_findings_are_written_as_data(tmp_path):
    findings = {"headline": "Müller < Meier", "findings": [{"share": 0.25, "is_sure": True}]}
    write(tmp_path, "A title", "A kicker.", elements=[], summary=findings)
    text = (tmp_path / "summary.json").read_text(encoding="utf-8")
    assert json.loads(text) == findings
    assert "Müller < Meier" in text


def test_the_page_and_the_markdown_begin_with_the_kicker_and_the_title(tmp_path):
    write(tmp_path, "A wins", "4000 A.D.: balance report", elements=appended([]), summary={})
    page, text = texts_of(tmp_path)
    assert '<p class="kicker">4000 A.D.: balance report</p><h1>A wins</h1><nav' in page
    assert text.startswith("# A wins\n\n*4000 A.D.: balance report*\n\nIn this report: Appendix.\n")


def test_the_file_of_tables_has_every_table_with_its_types(tmp_path):
    """A column with text in one table is text in all tables; integers stay integers if other tables lack the column."""
    one = pd.DataFrame(
        {"home": pd.Categorical(["A", "B"]), "seat": [1, 2], "share": [0.1, np.nan], "sure": [True, False]}
    )
    two = pd.DataFrame({"seat": ["5 or more"], "games": [300], "table": ["x"], "section": ["y"]})
    elements = [Heading("One"), Table("one", one), Heading("Below", 3), Table("two", two), Heading("Two")]
    written_to(tmp_path, *elements, Table("three", RATES), Table("none", one.head(0)))
    whole = pd.read_parquet(tmp_path / "tables.parquet")
    assert list(whole["section"]) == ["One"] * 3 + ["Two"] * 3
    assert list(whole["table"]) == ["one", "one", "two", "three", "three", "three"]
    assert list(whole["seat"][:3]) == ["1", "2", "5 or more"] and list(whole["home"][:2]) == ["A", "B"]
    assert whole["games"].dtype == "Int64" and list(whole["games"].dropna()) == [300, 400, 1400, 900]
    assert whole["sure"].dtype == "boolean" and list(whole["sure"].dropna()) == [True, False]
    assert list(whole["share"].dropna()) == [0.1, 0.441, 0.246, 0.1]
    assert list(whole["table_"].dropna()) == ["x"] and list(whole["section_"].dropna()) == ["y"]


@pytest.mark.parametrize("what", ["tables", "charts"])
def test_duplicate_names_are_refused_before_a_file_is_written(small_run, tmp_path, what):
    same = [Table("same", RATES), Heading("Two"), Table("same", RATES.head(1))]
    elements = {"tables": same, "charts": charts(small_run, 1) * 2}[what]
    with pytest.raises(BadInput, match=f"Two {what} of the report have the name '(same|chart0)': give the sections"):
        written_to(tmp_path / "report", *elements)
    assert not (tmp_path / "report").exists()


def test_a_chart_and_a_table_may_share_a_name(small_run, tmp_path):
    (same,) = charts(small_run, 1)
    assert written_to(tmp_path, same, Table(same.name, RATES)).is_file()


def test_every_heading_has_an_id_and_the_contents_link_to_the_pages():
    """Headings with equal words get distinct ids. The contents omit headings that begin no page."""
    more = [Heading("What wins", 3), Heading("What wins", 4), Heading("What wins?", page=True)]
    page = page_of(Heading("What wins", page=True), *more, Heading("Method"))
    ids = ["what-wins", "what-wins~2", "what-wins~3", "what-wins~4", "method"]
    assert re.findall(r'<h[234] id="([^"]+)"', page) == ids
    assert re.findall(r'<a href="#([^"]+)"', page) == ["what-wins", "what-wins~4"]


def test_the_contents_have_page_numbers_and_only_new_pages_break_in_print():
    """All short chapters are printed on page 2, so that only the first begins a page."""
    page = page_of(Text(["Hi."]), Heading("One", page=True), Heading("Two", page=True), *appended([Heading("Three")]))
    numbers = re.findall(r'<a href="#[^"]+">([^<]+)</a> <span class="number">(\d+)</span>', page)
    assert numbers == [("One", "2"), ("Two", "2"), ("Appendix", "2")]
    begins = re.findall(r'<section( class="page")?>.*?<h[12](?: id="([^"]*)")?', page)
    assert [(name, bool(is_new)) for is_new, name in begins] == [
        ("", True),
        ("one", True),
        ("two", False),
        ("appendix", False),
        ("three", False),
    ]
    assert ".page { break-before: page; }" in page[page.index("@media print") :]


def test_shares_are_shown_in_percent_and_sorted_by_all_digits():
    page = page_of(Table("race", RATES, "Races", SHARES))
    heads = re.findall(r"<th[^>]*>([^<]*)</th>", page)
    assert heads == ["race", "games", "share, %", "low, %", "high, %", "verdict"]
    assert '<td class="number" data-value="0.441">44.1</td>' in page
    assert '<td class="number" data-value="1400">1,400</td>' in page
    assert "<caption>Races</caption>" in page
    assert all(each["scope"] == "col" for each in Outline(page).all("th"))


def test_a_difference_has_a_sign_and_nan_is_empty():
    page = page_of(Table("all", pd.DataFrame({"difference": [0.02, -0.013, float("nan"), 0.0]}), "", ["difference"]))
    assert re.findall(r'<td class="number"[^>]*>([^<]*)</td>', page) == ["+2.0", "\N{MINUS SIGN}1.3", "", "0.0"]


def test_numbers_of_a_column_have_the_same_decimal_places():
    """Rows of different quantities are the exception. Whole numbers have no decimals."""
    page = page_of(Table("all", pd.DataFrame({"rounds": [12.34, 0.5], "games": [3000, 2], "share": [0.12345, 0.5]})))
    cells = re.findall(r'<td class="number"[^>]*>([^<]*)</td>', page)
    assert cells == ["12.34", "3,000", "0.123", "0.50", "2", "0.500"]
    mixed = page_of(Table("all", pd.DataFrame({"quantity": ["games", "share_of_it"], "value": [3000.0, 0.12345]})))
    assert re.findall(r"<td[^>]*>([^<]*)</td>", mixed) == ["games", "3,000", "share of it", "0.1235"]


def test_a_verdict_has_a_word_and_a_mark_as_well_as_a_colour():
    """An undecided row has no mark."""
    page = page_of(Table("race", RATES))
    verdicts = re.findall(r'<span class="verdict (\w+)">(?:(\S)\N{NO-BREAK SPACE})?([\w ]+)', page)
    assert verdicts == [("strong", "▲", "too strong"), ("balanced", "●", "balanced"), ("undecided", "", "undecided ")]
    assert "<small>(about 2,800 games in all may decide it)</small>" in page


def test_a_long_table_is_folded_and_a_short_one_only_if_it_has_a_chart():
    long = pd.DataFrame({"n": range(13)})
    short = long.head(12)
    assert page_of(Table("n", short)).count("<details>") == 0
    assert "<summary>Numbers (12 rows)</summary>" in page_of(Table("n", short, "Numbers", folded=True))
    assert "<summary>The numbers (13 rows)</summary>" in page_of(Table("n", long))


def test_a_box_has_its_title_and_its_lines(tmp_path):
    written_to(tmp_path, Box("How far", ["Data: a < b.", "Play: 5 %."]))
    page, text = texts_of(tmp_path)
    Outline(page)
    assert '<aside class="box"><h3>How far</h3><ul><li><b>Data:</b> a &lt; b.</li>' in page
    assert "**How far**\n\n- Data: a < b.\n- Play: 5 %." in text


# Linear RGB as seen without one of the three kinds of cones (Machado, Oliveira and Fernandes, IEEE Transactions on
# Visualization and Computer Graphics 15, 2009).
BLIND = {
    "none": np.eye(3),
    "red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}


def seen(colour, kind):
    """Return a colour (#rrggbb) in CIELAB as seen with a kind of colour blindness."""
    channels = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    light = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = np.cbrt(to_xyz @ np.clip(BLIND[kind] @ light, 0, 1) / np.array([0.9505, 1, 1.089]))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("kind", BLIND)
def test_colours_of_verdicts_differ_with_every_kind_of_colour_blindness(kind):
    """This holds on light pages, on dark pages and in charts. A distance of 20 in CIELAB is large."""
    style = page_of()
    pages = [re.findall(rf"--{verdict}: (#\w{{6}})", style) for verdict in ("strong", "weak", "balanced", "undecided")]
    assert [len(each) for each in pages] == [2] * 4
    for colours in (*zip(*pages, strict=True), tuple(VERDICT_COLOURS[each] for each in ("strong", "weak", "balanced"))):
        for one, two in combinations(colours, 2):
            assert np.linalg.norm(seen(one, kind) - seen(two, kind)) > 20


def test_the_words_before_a_colon_are_bold_in_a_list():
    page = page_of(Text(["Four players, by race: from 1 % to 2 %: a lot.", "Remake it: `report x`."], listed=True))
    assert "<li><b>Four players, by race:</b> from 1\N{NO-BREAK SPACE}% to 2\N{NO-BREAK SPACE}%: a lot.</li>" in page
    assert "<code>report x</code>" in page
    assert "<li>2 hold (A: two)" in page_of(Text(["2 hold (A: two)."], listed=True))


def test_a_page_works_without_its_script_and_prints_no_folded_tables():
    """Table heads are text until the script makes them buttons. Print uses the light style."""
    page = page_of(Table("race", RATES))
    body = page[page.index("<main>") : page.index("<script>")]
    assert "<button" not in body
    style, script = (page[page.index(f"<{tag}>") : page.index(f"</{tag}>")] for tag in ("style", "script"))
    assert "@media screen and (prefers-color-scheme: dark)" in style
    assert "details:not([open]) { display: none; }" in style[style.index("@media print") :]
    for words in ("aria-sort", 'createElement("button")'):
        assert words in script


def test_a_folded_chapter_holds_its_elements_up_to_the_next_title():
    """A click or a link opens it. Print leaves closed chapters out."""
    first = [Heading("One"), Text(["first"])]
    page = page_of(*first, *appended([Heading("Two", folded=True), Text(["second"]), Heading("Three", folded=True)]))
    Outline(page)
    body = page[page.index("<main>") :].replace("\n", "")
    assert '<h2 id="one">One</h2><p>first</p></section><section class="page"><h2 id="appendix">Appendix</h2>' in body
    two, three = '<summary><h2 id="two">Two</h2></summary><p>second</p>', '<summary><h2 id="three">Three</h2></summary>'
    chapter = '<details class="chapter">'
    assert f"{chapter}{two}</details>{chapter}{three}</details></main>" in body
    assert "hashchange" in page
    style = page[: page.index("</style>")]
    assert style.index("details:not([open]) { display: none; }") > style.index("@media print {")


def test_markdown_names_the_tables_of_folded_chapters(tmp_path):
    """Their texts, tables and charts are left out. An unfolded chapter after a folded one is whole again."""
    folded = [Heading("Two_", folded=True), Text(["second"]), Table("two", RATES), Heading("In two", 3)]
    more = [Table("three", RATES), Heading("Four", folded=True), Text(["fourth"]), Heading("Five"), Text(["fifth"])]
    written_to(tmp_path, Heading("One"), Text(["first"]), Table("one", RATES), *appended([*folded, *more]))
    _, text = texts_of(tmp_path)
    assert re.findall("^#+ .*", text, re.MULTILINE) == [
        "# A title",
        "## One",
        "## Appendix",
        "## Five",
        "## Further tables",
    ]
    assert text.endswith("## Further tables\n\nBy chapter, in tables.parquet:\n\n- Two\\_: `two`, `three`\n")
    assert "first" in text and "fifth" in text and "second" not in text and "fourth" not in text
    assert text.count("| race |") == 1
    assert set(pd.read_parquet(tmp_path / "tables.parquet")["table"]) == {"one", "two", "three"}


def test_markdown_without_folded_chapters_names_no_further_tables(tmp_path):
    written_to(tmp_path, Heading("One"), Table("one", RATES))
    assert "Further tables" not in texts_of(tmp_path)[1]


def test_a_wide_table_has_eight_columns_on_the_page_and_all_in_its_file(tmp_path):
    """Intervals are omitted first, unless the table lists its columns. The page names the file with all columns."""
    names = ["variant", "a", "a_low", "a_high", "b", "b_low", "b_high", "c", "d"]
    wide = pd.DataFrame([dict.fromkeys(names, 0.5)])
    chosen = Table("chosen", wide, columns=["variant", "d"])
    longer = Table("longer", wide.assign(**{f"e{place}": 0.5 for place in range(9)}))
    written_to(tmp_path, Table("wide", wide), chosen, longer, Table("eight", wide[names[:8]]))
    page, text = texts_of(tmp_path)
    heads = [re.findall(r"<th[^>]*>([^<]*)</th>", each) for each in re.findall("<thead>.*?</thead>", page)]
    assert heads[:2] == [["variant", "a", "b", "c", "d"], ["variant", "d"]]
    assert [len(each) for each in heads] == [5, 2, 8, 8]
    assert "4 more columns in table wide of tables.parquet." in page
    assert "10 more columns in table longer of tables.parquet." in text
    assert "table eight" not in page
    assert set(names) < set(pd.read_parquet(tmp_path / "tables.parquet"))


@pytest.mark.parametrize("folder", PUBLISHED, ids=lambda folder: folder.name)
def test_a_published_report_has_the_files_of_a_current_report(folder):
    """It has every table that its page names and every chart that its Markdown shows."""
    markdown = (folder / "report.md").read_text(encoding="utf-8")
    charts = re.findall(r"\]\((charts/[^)]+)\)", markdown)
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert [name for name in files if name != "summary.json"] == [
        *sorted(charts),
        "report.html",
        "report.md",
        "tables.parquet",
    ]
    assert charts
    tables = pd.read_parquet(folder / "tables.parquet")
    named_tables = set(re.findall(r"table ([^ ]+) of tables\.parquet", markdown))
    assert {"headline", *named_tables} <= set(tables["table"])
    assert list(tables)[:2] == ["section", "table"]


def test_a_folder_that_cannot_be_written_is_reported(tmp_path):
    (tmp_path / "report").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        written_to(tmp_path / "report", Heading("One"))


def test_a_table_is_shown_whole_or_names_the_file_with_all_rows(tmp_path):
    """Only a table that is sorted by importance is shown in part. A complete table has no note."""
    long = pd.DataFrame({"n": range(121)})
    written_to(
        tmp_path,
        Table("long", long, "Many numbers"),
        Table("nameless", long),
        Table("short", long.head(120)),
        Table("few", long, most=3),
    )
    assert list(pd.read_parquet(tmp_path / "tables.parquet")["table"].value_counts()) == [121, 121, 121, 120]
    texts = texts_of(tmp_path)
    for text in texts:
        assert "Many numbers: 121 rows in table long of tables.parquet." in text
        assert "Numbers: 121 rows in table nameless of tables.parquet." in text
        assert "The first 3 of 121 rows; all rows are in table few of tables.parquet." in text
        assert "table short" not in text
    assert texts[0].count("<tr><td") == 123
    assert texts[1].count("\n| ") - 2 * 2 == 123


def test_columns_and_levels_are_shown_with_the_words_of_a_study(tmp_path):
    """This holds for heads, quantities, ratios and levels. The CSV keeps the column names."""
    frame = pd.DataFrame({"fell": [0, 1], "quantity": ["vp_set", "vp_set per raids"], "big_one": [2.5, 0.5]})
    with speaking({"vp_set": "VP of the set", "big_one": "the big one"}, {"fell": ["no", "yes"]}):
        written_to(tmp_path, Table("told", frame), all_files=True)
        assert named(["fell", "quantity"], frame.iloc[0]) == "fell: no, VP of the set"
    page, text = texts_of(tmp_path)
    assert re.findall(r"<th[^>]*>([^<]*)</th>", page) == ["fell", "quantity", "the big one"]
    assert re.findall(r"<td[^>]*>([^<]*)</td>", page)[3:5] == ["yes", "VP of the set per raids"]
    assert "| no | VP of the set | 2.500 |" in text
    assert (tmp_path / "tables" / "told.csv").read_text().splitlines()[:2] == ["fell,quantity,big_one", "0,vp_set,2.5"]
    assert named(["fell", "quantity"], frame.iloc[0]) == "fell 0, vp set"


def test_rows_of_shares_are_shown_in_percent():
    """Shares have a percent sign and other numbers do not. Sorting uses the share itself."""
    rows = {
        "quantity": ["truncated", "margin"],
        "games": [400, 400],
        "value": [0.0011, 11.25],
        "is_share": [True, False],
    }
    page = page_of(Table("facts", pd.DataFrame(rows)))
    assert re.findall(r"<th[^>]*>([^<]*)</th>", page) == ["quantity", "games", "value"]
    assert re.findall(r"<td[^>]*>([^<]*)</td>", page) == [
        "truncated",
        "400",
        "0.1%",
        "margin",
        "400",
        "11.25",
    ]
    assert 'data-value="0.0011"' in page
    row = {"value": 0.0011, "low": 0.0009, "high": 0.0014, "is_share": True}
    assert number(row, "value") == "0.1% (0.1\u20130.1)"


HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "a|b",
    "_turtle_",
    "**bold**",
    "[link](http://x)",
    "`code`",
    "# one",
    "1. two",
    "$x$",
    "\\|",
    "&lt;b&gt;",
)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("column", ["strategy", "variant", "star"])
def test_a_hostile_name_is_shown_unchanged(name, column, tmp_path):
    """This holds in headings, sentences, boxes, tables and charts, on the page and in Markdown."""
    table = RATES.rename(columns={"race": column}).assign(**{column: [name, "two", "three"]})
    elements = [
        Heading(name, 3),
        Text([f"Strong: {name.replace('`', '')} 44.1 %."], listed=True),
        Table("table", table, name, SHARES, folded=False),
        Box(name, [f"Data: {name.replace('`', '')}."]),
        Chart("chart", chart.forest(table, [column], 4, title=name), name),
        *appended([Heading(name, folded=True), Table("folded", table)]),
    ]
    page = written_to(tmp_path, *elements, title=name)
    outline = Outline(page.read_text(encoding="utf-8"))
    assert outline.all("img") == [] and [each["href"] for each in outline.all("a")] == ["#appendix"]
    assert html.escape(name, quote=False) in (tmp_path / "charts" / "chart.svg").read_text(encoding="utf-8")
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", page.read_text(encoding="utf-8"))
    assert [html.unescape(cell) for cell in cells].count(name) == 2
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse((tmp_path / "report.md").read_text(encoding="utf-8"))
    kicker = next(i for i, token in enumerate(tokens) if token.content == "*A kicker.*")
    inline = [token for i, token in enumerate(tokens) if token.type == "inline" and i != kicker]
    assert "".join(each.content for each in inline[0].children) == name
    lines = [token for token in inline if "pandas.read" not in token.content and "`folded`" not in token.content]
    kinds = {token.type for token in tokens} | {each.type for token in lines for each in token.children}
    assert not kinds & {"html_inline", "html_block", "em_open", "link_open", "code_inline", "s_open"}
    bold = [token for token in lines if any(each.type == "strong_open" for each in token.children)]
    assert ["".join(each.content for each in token.children) for token in bold] == [name]
    cells = [inline[i] for i, token in enumerate(inline) if "".join(each.content for each in token.children) == name]
    assert len(cells) == 5
    assert sum(token.type == "td_open" for token in tokens) == (len(table.columns) - 2) * len(table)
