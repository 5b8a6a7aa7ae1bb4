"""The explorer of a run: its widgets, in Python and in a real browser."""

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


def test_the_explorer_starts_with_the_win_shares_by_the_factor(explorer, small_run):
    assert list(explorer.cells.value["share"]) == list(rates(small_run, ["home"])["share"])
    assert explorer.about.object.startswith("300 games\n")
    assert explorer.chart.object is not None


def test_choosing_columns_updates_the_table_and_an_empty_choice_does_not(explorer, small_run):
    explorer.by.value = ["seat", "strategy"]
    expected = rates(small_run, ["seat", "strategy"])
    assert list(explorer.cells.value["games"]) == list(expected["games"])
    explorer.by.value = []
    assert list(explorer.cells.value["games"]) == list(expected["games"])


def test_games_are_chosen_by_the_words_of_a_column(explorer, small_run):
    """A game has a word if any of its seats has it. With no column chosen, all games are shown."""
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


@pytest.mark.nightly
def test_a_cell_lists_its_games_and_a_game_is_replayed(explorer, small_run):
    explorer.by.value = ["home", "strategy"]
    explorer.cells.selection = [1]
    row = explorer.cells.value.iloc[1]
    matches = find(small_run, f"home={row['home']} and strategy={row['strategy']}", limit=20)
    assert list(explorer.games.value["game"]) == list(matches.first["game"])
    explorer.games.selection = [0]
    (shown,) = explorer.replay.objects
    assert f"--game {matches.first['game'][0]} " in html.unescape(html.unescape(shown.object))
    explorer.by.value = ["seat"]
    assert explorer.replay.objects == [] and explorer.games.value.empty


def test_a_notebook_can_show_the_explorer(explorer):
    assert explorer._repr_mimebundle_() is not None


def test_a_port_that_is_taken_is_refused():
    port = free_port()
    assert free_port(port) == port
    with pytest.raises(BadInput, match="Port 70000 is not free"):
        free_port(70000)


def test_a_missing_panel_is_reported_with_the_command_to_install_it(small_run, monkeypatch):
    monkeypatch.delitem(sys.modules, "starbalance.analyses.report.explorer")
    monkeypatch.setitem(sys.modules, "panel", None)
    result = CliRunner().invoke(app, ["explore", str(small_run.folder)])
    assert result.exit_code == 2 and "pip install -e '.[explore]'" in result.output
    assert "http" not in result.output


# The text of a page, including the shadow trees of its widgets; a click on the first row of the table.
WORDS = """(function words(at) { return [...at.childNodes].map((it) => it.nodeType == 3 ? it.textContent :
  (it.shadowRoot ? words(it.shadowRoot) : "") + words(it)).join(" "); })(document.body)"""
CLICK = """(function cells(at) { return [...at.querySelectorAll("*")].flatMap((it) =>
  it.shadowRoot ? cells(it.shadowRoot) : it.matches(".tabulator-row .tabulator-cell") ? [it] : []);
})(document)[0].click()"""


async def browsed(address, debugging):
    """Return (text of the page, text after a click on its first row, errors of the console)."""
    targets, errors = [], []
    while not any(each["type"] == "page" for each in targets):
        await asyncio.sleep(0.5)
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://{HOST}:{debugging}/json") as answer:
            targets = json.load(answer)
    page = await websocket_connect(next(each for each in targets if each["type"] == "page")["webSocketDebuggerUrl"])

    async def call(method, **parameters):
        await page.write_message(json.dumps({"id": 1, "method": method, "params": parameters}))
        while (message := json.loads(await page.read_message())).get("id") != 1:
            is_error = message["method"] == "Runtime.exceptionThrown" or message["params"].get("type") == "error"
            errors.extend([message] * is_error)
        return message["result"]

    async def words_with(text):
        while text not in (words := (await call("Runtime.evaluate", expression=WORDS))["result"].get("value", "")):
            await asyncio.sleep(0.5)
        return words

    await call("Runtime.enable")
    await call("Page.navigate", url=address)
    first = await words_with("undecided")
    await call("Runtime.evaluate", expression=CLICK)
    return first, await words_with("starbalance play"), errors


@pytest.mark.skipif(BROWSER is None, reason="Chromium is not installed")
def test_a_browser_shows_the_local_page(small_run, tmp_path):
    """The page shows the table and the games of the clicked row, without errors in the console."""
    port, debugging = free_port(), free_port()
    about = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}")
    server = serve(small_run, port, is_waiting=False)
    with subprocess.Popen(
        [BROWSER, *about, f"--remote-debugging-port={debugging}"], stderr=subprocess.DEVNULL
    ) as browser:
        try:
            texts = asyncio.run(asyncio.wait_for(browsed(f"http://{HOST}:{port}/", debugging), timeout=90))
        finally:
            browser.kill()
            server.stop()
    first, then, errors = texts
    assert "4000 A.D., four independents" in first.replace("\n", " ") and "starbalance play" not in first
    assert "Algol" in then and errors == []
