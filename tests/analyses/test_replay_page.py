"""The page of a replay in a real browser: its contents, keys, slider, and width on a phone."""

import html
import re
import shutil
import subprocess

import pytest

from starbalance.analyses.questions.replay import replay
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.games import games

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--virtual-time-budget=4000")
PRESSED = """<script>
document.body.style.width = "360px";
const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const seen = [];
for (const key of KEYS) { press(key); seen.push(document.body.dataset.step); }
slider.value = 7;
slider.dispatchEvent(new Event("input"));
seen.push(document.body.dataset.step);
document.body.dataset.seen = seen.join(" ");
document.body.dataset.wide = Math.max(...[...document.querySelectorAll("main, main > *")].map((it) => it.scrollWidth));
</script>"""

pytestmark = pytest.mark.skipif(BROWSER is None, reason="Chromium is not installed")


@pytest.fixture(scope="module", params=[*games(), str(TEMPLATE)])
def replayed(request):
    return replay(request.param, seed=3, strategies="pool", set={"switches.max_rounds": 2})


@pytest.fixture
def browse(tmp_path):
    """A function that opens a page at a fragment and returns its document; console messages fail the test."""

    def open_page(page, hash="", width=1200):
        path = tmp_path / "page.html"
        path.write_text(page, encoding="utf-8")
        about = (f"--user-data-dir={tmp_path / 'profile'}", f"--window-size={width},900", "--dump-dom")
        done = subprocess.run(
            [BROWSER, *OPTIONS, *about, f"{path.as_uri()}{hash}"], capture_output=True, text=True, timeout=120
        )
        assert "CONSOLE" not in done.stderr
        return html.unescape(done.stdout)

    return open_page


def drawn(page, layer):
    """Return the classes of all shapes of a layer, over all panels."""
    groups = re.findall(rf'<g class="{layer}">(.*?)</g>(?=<g class="\w+">|</svg>)', page, re.DOTALL)
    return [kind for group in groups for kind in re.findall(r'class="([^"]+)"', group)]


def test_a_decision_is_shown_for_its_fragment(replayed, browse):
    """The page shows its sentence, step, pieces and ordered options."""
    step, frame = next((k, each) for k, each in enumerate(replayed.frames) if each.decision == 12)
    page = browse(replayed.page(), "#decision=12")
    assert f'data-step="{step}"' in re.search(r"<body[^>]*>", page)[0]
    assert f'<p id="now" aria-live="polite">{frame.sentence}</p>' in page
    pieces = [each for by_panel in frame.pieces.values() for each in by_panel]
    assert len(drawn(page, "pieces")) == len(pieces)
    options = re.search(r'<details id="considered".*?</details>', page, re.DOTALL)[0]
    assert re.findall(r"</b> (.*?)</li>", options) == [each.words for each in frame.considered]


def test_keys_and_slider_change_the_step_and_the_page_fits_a_phone(replayed, browse):
    """In a frame of 360 pixels, only scrolling elements are wider."""
    last = len(replayed.frames) - 1
    keys = ["Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "ArrowLeft"]
    script = PRESSED.replace("KEYS", str(keys))
    page = browse(replayed.page().replace("</body>", f"{script}</body>"), width=500)
    assert re.search(r'data-seen="([^"]*)"', page)[1] == f"0 1 2 1 {last} {last} {last - 1} 7"
    assert int(re.search(r'data-wide="(\d+)"', page)[1]) <= 360
