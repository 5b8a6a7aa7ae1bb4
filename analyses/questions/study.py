"""The studies of the games: one TOML file per game with its own questions, and one with its balance check.

Keys of a study:
    game (text): The name of the game. It has no effect.
    seed (whole number, required): The seed of all runs, which therefore use common random numbers.
    strategies (text or list): The strategies of every scenario that names none. Default: `sensible`.
    method (list of text): Sentences for the section on the method.
    assumed (text): What is assumed in the data, in a few words, for the first page.
    trust (list of text): Sentences for the line on the data of the first page, such as what an assumption means for the
        verdicts. Default: no sentences.
    plan (list of text): Columns of the seats with numbers, whose means show whether all players follow one plan.
        Default: no columns.
    question (table): The main question: `text`, and `section`, the name of the section of kind `draws` that answers it.
    words (table): Words for columns, and for ratios such as `"busts per rolls"`, in sentences and charts.
    levels (table): Names for the numbers 0, 1 and so on in a column, as a list for each column.
    scenario (tables, required): The runs, with the keys below.
    section (tables): The sections of the report, with the keys below.
    equal (tables): The levels that should win equally often, with the keys below.
    robust (tables): The comparisons with other data, with the keys below.

Keys of a scenario:
    name (text, required): Its name, for the keys of other tables.
    title (text, required): Its title in the report.
    setup (text): The name of its setup. Default: the first setup of the game.
    games (whole number or text, required): The number of games, such as `20_000` or `"20k"`.
    by (list of lists of text): The columns of each table of win shares. Default: no tables.
    strategies (text or list): One strategy for all players, `"pool"`, or a list with one for each player.
    skill (number, text or list): The skill of the players, in a game whose players differ in skill.
    variant (text): The name of a variant. Default: the printed rules.
    timeline (true or false): Whether the run stores the table `timeline`, which some measures of quality need.
    verdicts_of (text): The name of a scenario that takes its verdicts by the headline factor from this scenario.

Keys of an entry of equal levels:
    scenario (text, required): The name of a scenario.
    pairs (list of lists of text, required): Pairs of levels of the headline factor.
    why (text, required): Why they are equal, in a few words.

Keys of a comparison with other data:
    what (text, required): The other data, in a few words.
    of (text, required): The name of a scenario.
    under (list of text, required): The names of the scenarios with other data.
    by (list of lists of text): The columns of each table of win shares. Default: the headline factor, if there are no
        `draws`.
    draws (list of text): Columns for which the effects of shared components are compared.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starbalance.analyses.presentation.wording import changed, lowered
from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, unknown
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.wording import plural
from starbalance.simulator.games import find_game
from starbalance.simulator.runs.settings import PLAYS

STUDIES = Path(__file__).parent.parent / "studies"


def study_path(game: str) -> Path:
    """Return the path of the study of a game.

    Args:
        game: The name or folder of a game.

    Returns:
        The file in the folder of studies for a built-in game without a `study.toml`, else `study.toml` in its folder.
    """
    known_game = find_game(game)
    return _file(known_game, f"{known_game.name}.toml", "study.toml")


def check_path(game: str) -> Path:
    """Return the path of the balance check of a game.

    Args:
        game: The name or folder of a game.

    Returns:
        The file in the folder of studies for a built-in game without a `check.toml`, else `check.toml` in its folder.
    """
    known_game = find_game(game)
    return _file(known_game, f"{known_game.name}-check.toml", "check.toml")


def _file(game: Game, shared: str, own: str) -> Path:
    """Return a file among the studies for a built-in game without its own file, else its own file in its folder."""
    file = game.folder / own
    return STUDIES / shared if game.is_built_in and not file.exists() else file


def read(game: str) -> dict[str, Any]:
    """Return the study of a game, or an empty table if it has none.

    Args:
        game: The name or folder of a game.
    """
    path = study_path(game)
    return tables.parse(path) if path.exists() else {}


def other_data(game: str, setup: str) -> list[str]:
    """Return the variants with other assumed data under which the study of a game repeats its findings in a setup.

    Args:
        game: The name or folder of a game.
        setup: The name of the setup.

    Raises:
        BadInput: If the study names a scenario or a variant that does not exist.
    """
    known_game, study, path = find_game(game), read(game), study_path(game)
    scenarios = {each.get("name", ""): each for each in study.get("scenario", [])}
    variants = []
    for place, entry in enumerate(study.get("robust", []), 1):
        with in_place(f"{path}: [[robust]] {place}"):
            of, *others = (_known(scenarios, name) for name in [entry.get("of", ""), *entry.get("under", [])])
            if of.get("setup", known_game.setups[0].name) == setup and "variant" not in of:
                named = [str(each.get("variant", "")) for each in others]
                for name in named:
                    tables.read_variant(known_game, name)
                variants += named
    return list(dict.fromkeys(variants))


def _known(scenarios: Mapping[str, Mapping[str, Any]], name: str) -> Mapping[str, Any]:
    """Return the scenario with a name, or raise BadInput."""
    if name not in scenarios:
        raise unknown("scenario", name, scenarios)
    return scenarios[name]


@contextmanager
def in_place(place: str) -> Iterator[None]:
    """Yield to the body, and put a place in front of the message of a `BadInput` that it raises.

    Args:
        place: The place, such as a file and an entry.
    """
    try:
        yield
    except BadInput as error:
        raise BadInput(f"{place}: {error}") from None


def variant_title(game: str, name: str) -> str:
    """Return the title of a variant: its change in plain words, for charts and sentences.

    Args:
        game: The name or folder of a game.
        name: The name or TOML file of the variant.

    Raises:
        BadInput: If the game or the variant does not exist, or the file has an error.
    """
    return str(tables.read_variant(find_game(game), name)["title"])


_PLAIN = {"name", "title", "setup", "games", "timeline", "by"}  # keys of a scenario that plays an unchanged setup
_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")


def setup_title(game: str, setup: str) -> str:
    """Return a title of a setup.

    The title is the one in the study of the game, else the number of players. The name of the setup is added if another
    setup has the same number of players.

    Args:
        game: The name or folder of a game.
        setup: The name of the setup.

    Raises:
        BadInput: If the game or the setup does not exist.
    """
    for scenario in read(game).get("scenario", []):
        if scenario.get("setup") == setup and set(scenario) <= _PLAIN:
            return scenario["title"]
    known_game = find_game(game)
    players = tables.find_setup(known_game, setup, None).players
    title = f"{_NUMBERS[players]} {plural(players, 'player')}"
    return title if [each.players for each in known_game.setups].count(players) == 1 else f"{title} ({setup})"


def run_title(settings: Mapping[str, Any]) -> str:
    """Return a title of a run: its game, its setup, and the rules that it changes.

    Args:
        settings: The settings of the run.
    """
    if PLAYS in settings:
        return f"{settings['game']}, recorded plays"
    game, setup = settings["game"], setup_title(settings["game"], settings["setup"])
    return ", ".join(filter(None, [find_game(game).title, lowered(setup), changed(settings["changes"])]))
