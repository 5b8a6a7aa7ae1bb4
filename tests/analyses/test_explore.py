"""A run explored: what its widgets show when they are used, here and in a real browser."""

import asyncio
import contextlib
import html
import json
import subprocess
import sys
import urllib.request

import pytest
from tornado.websocket import websocket_connect
from typer.testing import CliRunner

import starbalance as sb
from starbalance.analyses.cli import app
from starbalance.analyses.questions.find import find
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.report.explore import HOST, free_port, serve
from starbalance.analyses.report.explorer import ALL
from starbalance.simulator.engine.errors import BadInput
from tests.analyses.test_replay_page import BROWSER


@pytest.fixture
def explorer(small_run):
    return sb.explore(small_run)


def test_at_first_it_shows_the_win_shares_by_the_factor(explorer, small_run):
    assert list(explorer.cells.value["share"]) == list(rates(small_run, ["home"])["share"])
    assert explorer.about.object.startswith("300 games\n")
    assert explorer.chart.object is not None


def test_columns_are_chosen_and_a_table_of_nothing_is_not_asked_for(explorer, small_run):
    explorer.by.value = ["seat", "strategy"]
    expected = rates(small_run, ["seat", "strategy"])
    assert list(explorer.cells.value["games"]) == list(expected["games"])
    explorer.by.value = []
    assert list(explorer.cells.value["games"]) == list(expected["games"])


def test_games_are_chosen_by_the_words_of_a_column(explorer, small_run):
    """A word of a seat is one that some seat of the game has; with all words of the column taken back, all games."""
    explorer.column.value = "strategy"
    word = explorer.words.options[0]
    explorer.words.value = [word]
    seats = small_run.scan("seats").collect()
    numbers = seats.filter(strategy=word)["game"].unique()
    assert explorer.about.object.startswith(f"{len(numbers)} games\n")
    shares = seats.filter(seats["game"].is_in(numbers.implode())).group_by("home").agg(credit=seats["credit"].mean())
    assert len(explorer.cells.value) == len(shares) == 4
    explorer.column.value = ALL
    assert explorer.about.object.startswith("300 games\n") and explorer.words.options == []


def test_games_are_chosen_by_flags(tmp_path):
    run = sb.run("4000-ad-leaders", players=4, games=60, seed=2, strategies="pool", out=tmp_path / "run")
    explorer = sb.explore(run)
    explorer.column.value = "claimed"
    place, word = 2, explorer.words.options[2]
    explorer.words.value = [word]
    seats = run.scan("seats").collect()
    with_it = seats.filter(seats["claimed"] & (1 << place) != 0)["game"].n_unique()
    assert explorer.about.object.startswith(f"{with_it} games\n") and with_it > 0


def test_a_cell_lists_its_games_and_a_game_is_replayed(explorer, small_run):
    explorer.by.value = ["home", "strategy"]
    explorer.cells.selection = [1]
    row = explorer.cells.value.iloc[1]
    found = find(small_run, f"home={row['home']} and strategy={row['strategy']}", limit=20)
    assert list(explorer.games.value["game"]) == list(found.first["game"])
    explorer.games.selection = [0]
    (shown,) = explorer.replay.objects
    assert f"--game {found.first['game'][0]} " in html.unescape(html.unescape(shown.object))
    explorer.by.value = ["seat"]
    assert explorer.replay.objects == [] and explorer.games.value.empty


def test_a_notebook_shows_it(explorer):
    assert explorer._repr_mimebundle_() is not None


def test_a_port_that_is_taken_is_refused():
    port = free_port()
    assert free_port(port) == port
    with pytest.raises(BadInput, match="The port 70000 cannot be had"):
        free_port(70000)


def test_without_panel_one_sentence_says_what_to_install(small_run, monkeypatch):
    monkeypatch.delitem(sys.modules, "starbalance.analyses.report.explorer")
    monkeypatch.setitem(sys.modules, "panel", None)
    result = CliRunner().invoke(app, ["explore", str(small_run.folder)])
    assert result.exit_code == 2 and "pip install -e '.[explore]'" in result.output
    assert "http" not in result.output


# All words of a page, those of its widgets too, which keep theirs in shadow trees; a row of the table clicked on.
WORDS = """(function words(at) { return [...at.childNodes].map((it) => it.nodeType == 3 ? it.textContent :
  (it.shadowRoot ? words(it.shadowRoot) : "") + words(it)).join(" "); })(document.body)"""
CLICK = """(function cells(at) { return [...at.querySelectorAll("*")].flatMap((it) =>
  it.shadowRoot ? cells(it.shadowRoot) : it.matches(".tabulator-row .tabulator-cell") ? [it] : []);
})(document)[0].click()"""


async def browsed(address, debugging):
    """(the words of a page, those after a click on its first row, what the console said of errors)."""
    targets, errors = [], []
    while not any(each["type"] == "page" for each in targets):
        await asyncio.sleep(0.5)
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://{HOST}:{debugging}/json") as answer:
            targets = json.load(answer)
    page = await websocket_connect(next(each for each in targets if each["type"] == "page")["webSocketDebuggerUrl"])

    async def call(method, **asked):
        await page.write_message(json.dumps({"id": 1, "method": method, "params": asked}))
        while (said := json.loads(await page.read_message())).get("id") != 1:
            is_error = said["method"] == "Runtime.exceptionThrown" or said["params"].get("type") == "error"
            errors.extend([said] * is_error)
        return said["result"]

    async def words_with(text):
        while text not in (words := (await call("Runtime.evaluate", expression=WORDS))["result"].get("value", "")):
            await asyncio.sleep(0.5)
        return words

    await call("Runtime.enable")
    await call("Page.navigate", url=address)
    first = await words_with("undecided")
    await call("Runtime.evaluate", expression=CLICK)
    return first, await words_with("starbalance play"), errors


@pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed: the page is not tried in a browser")
def test_a_browser_shows_the_page_of_this_machine_alone(small_run, tmp_path):
    """The table, and the games of the row that is clicked on; its console tells of no error."""
    port, debugging = free_port(), free_port()
    about = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}")
    server = serve(small_run, port, is_waiting=False)
    with subprocess.Popen(
        [BROWSER, *about, f"--remote-debugging-port={debugging}"], stderr=subprocess.DEVNULL
    ) as browser:
        try:
            found = asyncio.run(asyncio.wait_for(browsed(f"http://{HOST}:{port}/", debugging), timeout=90))
        finally:
            browser.kill()
            server.stop()
    first, then, errors = found
    assert "4000 A.D., four independents" in first.replace("\n", " ") and "starbalance play" not in first
    assert "Algol" in then and errors == []
