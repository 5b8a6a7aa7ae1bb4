"""The page of a replay in a real browser: what it shows, its keys and slider, its width on a phone, its print."""

import html
import re
import shutil
import subprocess

import pytest

from starbalance.analyses.questions.replay import replay
from starbalance.simulator.engine.outside import TEMPLATE
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

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed: the page is not tried in a browser")


@pytest.fixture(scope="module", params=[*games(), str(TEMPLATE)])
def found(request):
    return replay(request.param, seed=3, strategies="pool", set={"switches.max_rounds": 2})


@pytest.fixture
def browse(tmp_path):
    """Opens a page at an address within it; what has become of it. Whatever a console says fails."""

    def opened(page, hash="", width=1200):
        path = tmp_path / "page.html"
        path.write_text(page, encoding="utf-8")
        about = (f"--user-data-dir={tmp_path / 'profile'}", f"--window-size={width},900", "--dump-dom")
        done = subprocess.run(
            [BROWSER, *OPTIONS, *about, f"{path.as_uri()}{hash}"], capture_output=True, text=True, timeout=120
        )
        assert "CONSOLE" not in done.stderr
        return html.unescape(done.stdout)

    return opened


def drawn(page, layer):
    """The classes of the shapes of a layer of all panels."""
    groups = re.findall(rf'<g class="{layer}">(.*?)</g>(?=<g class="\w+">|</svg>)', page, re.DOTALL)
    return [kind for group in groups for kind in re.findall(r'class="([^"]+)"', group)]


def test_a_decision_is_shown_by_its_address(found, browse):
    """Its line, its slider, as many pieces as the position has, the options in their order."""
    step, frame = next((k, each) for k, each in enumerate(found.frames) if each.decision == 12)
    page = browse(found.page(), "#decision=12")
    assert f'data-step="{step}"' in re.search(r"<body[^>]*>", page)[0]
    assert f'<p id="now" aria-live="polite">{frame.sentence}</p>' in page
    pieces = [each for by_panel in frame.pieces.values() for each in by_panel]
    assert len(drawn(page, "pieces")) == len(pieces)
    options = re.search(r'<details id="considered".*?</details>', page, re.DOTALL)[0]
    assert re.findall(r"</b> (.*?)</li>", options) == [each.words for each in frame.considered]


def test_keys_and_slider_move_and_a_phone_is_wide_enough(found, browse):
    """In a frame of 360 pixels: nothing but what scrolls by itself is wider."""
    last = len(found.frames) - 1
    keys = ["Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "ArrowLeft"]
    script = PRESSED.replace("KEYS", str(keys))
    page = browse(found.page().replace("</body>", f"{script}</body>"), width=500)
    assert re.search(r'data-seen="([^"]*)"', page)[1] == f"0 1 2 1 {last} {last} {last - 1} 7"
    assert int(re.search(r'data-wide="(\d+)"', page)[1]) <= 360
