"""Data tables: numbers, changes, variants and provenance, with allowed values and error messages."""

import json
import tomllib

import pytest
import tomli_w

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.errors import BadInput, nearest
from starbalance.simulator.engine.external import new_game
from starbalance.simulator.games import EXAMPLE, find_game, games
from starbalance.simulator.games.handful_of_stars import GAME as HANDFUL
from tests.data import edited, flat

GAME = find_game("4000-ad")
GAMES = pytest.mark.parametrize("game", [GAME, HANDFUL], ids=lambda game: game.name)
BUILT_IN = [game for game in games().values() if game.is_built_in] + [find_game(EXAMPLE)]
SETUPS = [setup.name for setup in GAME.setups]


def written(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def other(value):
    """Return a valid value for an entry that differs from the current one."""
    now, entry = value.value, value.entry
    if isinstance(now, bool):
        return not now
    if value.path == "switches.first_player":
        return "fixed:Regulus"
    if "choices" in entry:
        return next(choice for choice in entry["choices"] if choice != now)
    return now + 1 if now < entry["most"] else now - 1


def test_nearest_names_the_most_similar_choice():
    assert nearest("Vegga", ["Algol", "Vega"]).startswith("did you mean 'Vega'?")


def test_nearest_lists_few_choices_and_not_many():
    assert "one of a, b" in nearest("a", ["a", "b"])
    assert "one of" not in nearest("1", map(str, range(13)))


def test_nearest_lists_all_choices_if_none_is_similar():
    """The list is limited to 60 choices."""
    assert nearest("q", ["a"]) == "the only one is 'a'."
    assert nearest("q", map(str, range(60))) == f"choose one of {', '.join(map(str, range(60)))}."
    assert nearest("q", map(str, range(61))).startswith("did you mean '")


def test_nearest_reports_an_empty_list_of_choices():
    assert nearest("a", []) == "there is nothing to choose from."


@GAMES
def test_every_setup_loads(game):
    for setup in game.setups:
        rules = tables.load(game, setup.name)
        assert rules.setup == setup
        assert rules.record.seats == setup.seats
        assert rules.changed == {}


@pytest.mark.parametrize(
    ("players", "name"), [(2, "alliances2"), (3, "independents3"), (4, "independents4"), (None, SETUPS[0])]
)
def test_a_number_of_players_selects_its_default_setup(players, name):
    assert tables.load(GAME, players=players).setup.name == name


@GAMES
def test_every_value_has_a_known_source(game):
    missing = [each.path for each in tables.values(tables.read(game)) if each.source not in tables.SOURCES]
    assert missing == []


@GAMES
def test_every_variant_has_a_question_and_loads_with_an_effect_in_some_setup(game):
    setups = [setup.name for setup in game.setups]
    base = [tables.load(game, setup) for setup in setups]
    for name, variant in tables.variants(game).items():
        changed = [tables.load(game, setup, variant=name) for setup in setups]
        assert variant["question"].endswith("?"), name
        assert [flat(rules.record) for rules in changed] != [flat(rules.record) for rules in base], name
        assert all(new.version != old.version for new, old in zip(changed, base, strict=True)), name


def test_every_field_of_the_rules_is_read_from_the_data_or_derived_from_it():
    base, moved = flat(tables.load(GAME).record), set()
    for value in tables.values(tables.read(GAME)):
        if value.path.startswith("switches."):
            record = flat(tables.load(GAME, set={value.path: other(value)}).record)
            differing = {name for name in base if record[name] != base[name]}
            assert differing == {value.path.removeprefix("switches.")}
            moved |= differing
    for overrides in (
        {"stars.Vega.population": 0},
        {"stars.Vega.materials": 0},
        {"board.rows": 3, "board.columns": 4},
        {"setups.independents4.homes": ["Algol", "Regulus", "Vega", "Pavo"]},
    ):
        record = flat(tables.load(GAME, set=overrides).record)
        moved |= {name for name in base if record[name] != base[name]}
    for setup in SETUPS[1:]:
        record = flat(tables.load(GAME, setup).record)
        moved |= {name for name in base if record[name] != base[name]}
    assert set(base) - moved == set()


@GAMES
def test_every_switch_has_a_description(game):
    for name, entry in tables.read(game)["switches"].items():
        assert len(entry["note"].split()) > 4, name


def test_an_override_reads_text_as_the_type_of_the_value():
    rules = tables.load(
        GAME,
        set={
            "switches.max_warps": "3",
            "switches.diplomacy": "True",
            "switches.resign_ratio": "2",
            "switches.combat": "square",
            "stars.Vega.materials": "0",
            "setups.independents4.homes": '["Pavo", "Antares", "Regulus", "Algol"]',
        },
    )
    assert rules.changed["switches.max_warps"] == rules.record.max_warps == 3
    assert (rules.record.diplomacy, rules.record.resign_ratio, rules.record.combat) == (1, 2.0, 2)
    assert rules.record.materials[2] == 0
    assert rules.record.home.tolist() == [42, 46, 4, 0]


def test_an_override_wins_over_a_variant():
    rules = tables.load(GAME, set={"switches.max_warps": 3}, variant="five_warps")
    assert rules.record.max_warps == 3


def test_an_override_does_not_affect_the_next_load():
    tables.load(GAME, set={"switches.max_warps": 5})
    assert tables.load(GAME).record.max_warps == 2


def test_the_version_depends_on_the_values_and_the_setup():
    version = tables.load(GAME).version
    assert version == tables.load(GAME).version
    assert version == tables.load(GAME, set={"switches.max_warps": 2}).version
    assert version != tables.load(GAME, set={"switches.max_warps": 3}).version
    assert version != tables.load(GAME, "alliances4").version


@pytest.mark.parametrize(("arguments", "words"), [
    ({"setup": "independent4"}, "'independents4'"),
    ({"setup": "alliances2", "players": 4}, "is for 2 players, not 4"),
    ({"players": 5}, "choose one of 2, 3, 4"),
    ({"players": 0}, "has no setup for 0 players"),
    ({"variant": "fife_warps"}, "'five_warps'"),
    ({"variant": "missing.toml"}, "missing.toml cannot be read"),
])  # fmt: skip
def test_an_unknown_name_is_refused_with_the_nearest(arguments, words):
    with pytest.raises(BadInput, match=words):
        tables.load(GAME, **arguments)


@pytest.mark.parametrize(("path", "value", "words"), [
    ("switches.max_wraps", 3, "'switches.max_warps'"),
    ("stars.Vegga.materials", 0, "'stars.Vega.materials'"),
    ("switches.max_warps", 6, "must be at most 5, got 6"),
    ("switches.max_warps", 0, "must be at least 1, got 0"),
    ("switches.max_warps", "two", "must be a whole number such as 2, got 'two'"),
    ("switches.max_warps", 2.5, "a whole number"),
    ("switches.max_warps", True, "a whole number"),
    ("switches.max_warps", "3\nx = 1", "a whole number"),
    ("switches.max_warps", float("inf"), "a whole number"),
    ("switches.resign_ratio", "nan", "a number"),
    ("switches.diplomacy", "perhaps", "true or false"),
    ("switches.diplomacy", 1, "true or false"),
    ("switches.combat", "subtrakt", "'subtract'"),
    ("switches.combat", 1, "text such as"),
    ("switches.first_player", "fixed:Mira", "one of Algol"),
    ("stars.Vega.letter", "Z", "stars.Vega.letter"),
    ("stars.Vega.layer", "blue", "one of yellow, red"),
    ("stars.Vega.slot", 1, "is taken"),
    ("stars.Vega.population", 4, "one of 0, 1, 2, 3"),
    ("stars.Vega.population", -1, "one of 0, 1, 2, 3"),
    ("board.rows", 5, "must have 12 letters"),
    ("setups.independents4.homes", "Algol", "a list like"),
    ("setups.independents4.homes", ["Algol", "Regulus", "Vegga", "Pavo"], "'Vega'"),
    ("setups.independents4.homes", ["Algol", "Algol", "Vega", "Pavo"], "4 different stars"),
    ("setups.independents4.side", [0, 0, 1, 1], "must be 0, 1, 2, 3, got"),
    ("setups.independents4.player", [0, 0, 1, 1], "each of 0 to 3"),
    ("setups.independents4.alliances", True, "0, 0, 1, 1 in some order"),
])  # fmt: skip
def test_an_invalid_value_is_refused_with_the_allowed_values(path, value, words):
    with pytest.raises(BadInput, match=words):
        tables.load(GAME, set={path: value})


def test_a_grid_with_too_long_journeys_is_refused():
    with pytest.raises(BadInput, match="at most 7 turns, got 8"):
        tables.load(GAME, set={"board.rows": 6, "board.columns": 2})


@pytest.mark.parametrize("text", [
    'question = "More?"\n[changes]\n"switches.max_warps" = 4\n',
    "changes.switches.max_warps = 4\n",
    "[changes.switches]\nmax_warps = 4\n",
])  # fmt: skip
def test_a_variant_file_can_write_paths_in_any_form_of_toml(tmp_path, text):
    assert tables.load(GAME, variant=written(tmp_path, text)).changed == {"switches.max_warps": 4}


@pytest.mark.parametrize(("text", "words"), [
    ("[changes]\n\nswitches.max_warps = 9\n", "line 3: .*must be at most 5, got 9"),
    ('[changes]\n"switches.max_wraps" = 3\n', "line 2: .*'switches.max_warps'"),
    ("[changes.switches]\nmax_warps = 3\nmax_wraps = 3\n", "line 3: .*'switches.max_warps'"),
    ("\nquestoin = 1\n[changes]\n", "line 2: unknown key 'questoin': did you mean 'question'"),
    ("title = 5\n[changes]\n", "line 1: 'title' must be text, got '5'"),
    ("question = ['x?']\n[changes]\n", "line 1: 'question' must be text"),
    ("question = 'x?'\n", "`changes`, a table"),
    ("changes = 3\n", "`changes`, a table"),
    ("[changes]\nx = \n", "not valid TOML: .*line 2"),
])  # fmt: skip
def test_a_broken_variant_file_is_refused_with_file_and_line(tmp_path, text, words):
    path = written(tmp_path, text)
    with pytest.raises(BadInput, match=words) as caught:
        tables.load(GAME, variant=path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("text", "title"), [
    ('title = "three warps per home"\n[changes]\n"switches.max_warps" = 3\n', "three warps per home"),
    ('[changes]\n"switches.max_warps" = 3\n', "three more warps"),
    ('title = ""\n[changes]\n"switches.max_warps" = 3\n', "three more warps"),
])  # fmt: skip
def test_a_variant_without_a_title_has_its_name_with_spaces_as_title(tmp_path, text, title):
    path = tmp_path / "three_more_warps.toml"
    path.write_text(text, encoding="utf-8")
    assert tables.read_variant(GAME, path)["title"] == title


def test_a_named_variant_without_a_title_has_its_name_with_spaces_as_title(tmp_path):
    folder = new_game(tmp_path / "untitled_game")
    path = folder / "data" / "variants.toml"
    path.write_text('[a_long_race]\n[a_long_race.changes]\n"switches.goal" = 60\n', encoding="utf-8")
    known = tables.variants(find_game(folder))
    assert {name: each["title"] for name, each in known.items()} == {"a_long_race": "a long race"}


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
def test_every_variant_of_a_built_in_game_has_its_own_title_of_at_most_eight_words(game):
    """A title is part of a sentence, so that it has no full stop and begins with a small letter."""
    entries = tables.parse(game.folder / "data" / "variants.toml")
    titles = {name: entry.get("title", "") for name, entry in entries.items()}
    assert [name for name, title in titles.items() if not 1 <= len(title.split()) <= 8] == []
    assert [name for name, title in titles.items() if "_" in title or title.endswith((".", "?"))] == []
    assert [name for name, title in titles.items() if not title[:1].islower()] == []
    assert len(set(titles.values())) == len(titles)


def test_a_binary_variant_file_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="UTF-8"):
        tables.load(GAME, variant=path)


@pytest.mark.parametrize(("file", "old", "new", "words"), [
    ("switches.toml", "[max_warps]", "[max_wraps]", "line 4: unknown key 'max_wraps': did you mean 'max_warps'"),
    ("switches.toml", "value = 2", "valeu = 2", "line 5: unknown key 'valeu': did you mean 'value'"),
    ("switches.toml", "value = 2", 'value = "two"', "line 5: 'max_warps.value' must be a whole number, got 'two'"),
    ("switches.toml", 'value = "ecc"', 'value = "edge"', "must be one of ecc, track_end"),
    ("switches.toml", "value = 2\n", "", "line 4: 'max_warps.value' is missing"),
    ("stars.toml", "materials = 1\n", "", "'Algol.materials' is missing"),
    ("stars.toml", "materials = 1", "material = 1", "unknown key 'material': did you mean 'materials'"),
    ("board.toml", "[rows]\nvalue = 4", "rows = 4\n[x]\nvalue = 4", "unknown key 'x'"),
])  # fmt: skip
def test_a_broken_data_file_is_refused_with_file_line_and_key(tmp_path, file, old, new, words):
    game = edited(GAME, tmp_path, file, old, new)
    path = tmp_path / "data" / file
    with pytest.raises(BadInput, match=words) as caught:
        tables.load(game)
    assert str(caught.value).startswith(str(path))


def test_an_entry_that_is_not_a_table_is_refused(tmp_path):
    old = GAME.data_file("board").read_text(encoding="utf-8")
    game = edited(GAME, tmp_path, "board.toml", old, "rows = 4\ncolumns = 3\n")
    with pytest.raises(BadInput, match=r"line 1: 'rows' must be a table, \[rows\]"):
        tables.load(game)


def test_a_missing_star_is_refused(tmp_path):
    text = GAME.data_file("stars").read_text(encoding="utf-8")
    game = edited(GAME, tmp_path, "stars.toml", text[text.index("[Vega]") : text.index("[Deneb]")], "")
    with pytest.raises(BadInput, match="must list 48 stars, 2 per sector, got 47"):
        tables.load(game)


@GAMES
def test_the_share_of_assumed_data_counts_values(game):
    sources = [each.source for each in tables.values(tables.read(game))]
    assert tables.assumed_share(game) == sources.count("assumed") / len(sources)
    assert 0 < tables.assumed_share(game) < 1


COUNTER = """
[new.counters.matter_4]
copies = 1
energy = 0
matter = 4
population = 0
research = 0
reserve = 0
vp = 0
"""
ONE_MORE = COUNTER + "[changes]\ncomponents.development_counters = 34\n"


def test_a_variant_file_adds_an_entry_at_the_end_of_its_file(tmp_path):
    rules = tables.load(HANDFUL, variant=written(tmp_path, ONE_MORE))
    assert list(rules.document["counters"])[-1] == "matter_4"
    kind = rules.record.counter_kinds - 1
    assert (rules.record.counter_copies[kind], rules.record.counter_symbols[kind].tolist()) == (1, [0, 4, 0, 0])
    assert tables.find_value(rules.document, "counters.matter_4.matter").source == "assumed"
    assert tables.load(HANDFUL).record.counter_kinds == kind


def test_an_added_entry_changes_the_version_and_is_reproduced_from_the_changes(tmp_path):
    first = tables.load(HANDFUL, variant=written(tmp_path, ONE_MORE))
    again = tables.load(HANDFUL, set=tomllib.loads(tomli_w.dumps(first.changed)))
    assert first.changed["new.counters.matter_4"]["matter"] == 4
    assert again.version == first.version != tables.load(HANDFUL).version
    assert again.changed == first.changed
    assert flat(again.record) == flat(first.record)


def test_an_entry_can_be_added_as_json_text():
    entry = {"copies": 0, "energy": 0, "matter": 4, "population": 0, "research": 0, "reserve": 0, "vp": 0}
    changes = {"new.counters.matter_4": json.dumps(entry)}
    assert tables.load(HANDFUL, set=changes).document["counters"]["matter_4"]["matter"] == 4


def test_an_added_entry_can_be_changed_by_its_path_in_any_order():
    entry = {"copies": 0, "energy": 0, "matter": 4, "population": 0, "research": 0, "reserve": 0, "vp": 0}
    changes = {"counters.matter_4.matter": 5, "new.counters.matter_4": entry}
    assert tables.load(HANDFUL, set=changes).document["counters"]["matter_4"]["matter"] == 5


@pytest.mark.parametrize(("old", "new", "words"), [
    ("counters.matter_4", "counters.vp_2", "line 2: .*already exists. .* such as 'counters.vp_2.copies'"),
    ("counters.matter_4", "counter.matter_4", "no table of entries 'counter': did you mean 'counters'"),
    ("counters.matter_4", "switches.matter_4", "no table of entries 'switches'"),
    ("counters.matter_4", 'counters."matter.4"', "a name without a dot"),
    ("matter = 4", "mater = 4", "has an unknown field 'mater': did you mean 'matter'"),
    ("matter = 4\n", "", "'new.counters.matter_4.matter' is missing. It must be a whole number"),
    ("matter = 4", "matter = 'four'", "'new.counters.matter_4.matter' must be a whole number, got 'four'"),
    ("matter = 4", "matter = 4\nsource = 'guessed'", "unknown source 'guessed': did you mean 'assumed'"),
    ("matter = 4", "matter = 4\nleast = 'x'", "has an unknown field 'least'"),
    (COUNTER, "\nnew.counters.matter_4 = 3\n", "must be a table with copies, energy, .*, got '3'"),
    (COUNTER, "\nnew.counters = 3\n", "'new.counters.' cannot be added: it needs a name"),
    (COUNTER, "\nnew = 3\n", "a table of paths and values"),
])  # fmt: skip
def test_an_entry_that_cannot_be_added_is_refused_with_file_and_line(tmp_path, old, new, words):
    path = written(tmp_path, ONE_MORE.replace(old, new, 1))
    with pytest.raises(BadInput, match=words) as caught:
        tables.load(HANDFUL, variant=path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


OPEN = {
    "4000-ad": [],
    "4000-ad-leaders": ["leaders", "objectives"],
    "handful-of-stars": ["aliens", "counters"],
    "interstellar-ambitions": ["ambitions", "planets", "technologies", "ships", "shadow_cards", "events"],
    "ascending-empires": [],
}


ABOUT = ("source", "note", "ruling", "choices", "least", "most")
ALL = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)


def another(game, file):
    """Return the changes that add an entry like the last one to a file."""
    entry = {key: value for key, value in list(tables.read(game)[file].values())[-1].items() if key not in ABOUT}
    return {f"new.{file}.Another": {**entry, **({"copies": 0} if "copies" in entry else {})}}


@ALL
def test_a_new_entry_of_an_open_table_is_in_the_rules(game):
    assert tables.open_tables(game) == OPEN[game.name]
    for file in OPEN[game.name]:
        rules = tables.load(game, set=another(game, file))
        assert "Another" in rules.document[file]
        assert rules.record.tobytes() != tables.load(game).record.tobytes()


@ALL
def test_a_new_entry_of_a_closed_table_is_refused_with_the_reason_and_the_open_tables(game):
    known = ", ".join(OPEN[game.name])
    instead = f"Tables that take new entries: {known}" if known else "No table takes new entries"
    for file in set(game.module("reader").FIELDS) - set(OPEN[game.name]):
        with pytest.raises(BadInput) as caught:
            tables.load(game, set=another(game, file))
        assert str(caught.value) == (
            f"'new.{file}.Another' cannot be added: the table '{file}' is closed, because the rules of {game.title} "
            f"are written for its entries. {instead}."
        )


def test_all_tables_are_open_if_a_game_declares_none(monkeypatch):
    monkeypatch.delattr(HANDFUL.module("reader"), "OPEN")
    assert tables.open_tables(HANDFUL) == list(HANDFUL.module("reader").FIELDS)


@pytest.mark.parametrize("text", ["question = 'a'\n[changes]\n" + ".".join(["a"] * 5000) + " = 1", "a = " + "[" * 5000])
def test_a_file_nested_5000_deep_is_reported_in_one_sentence(tmp_path, text):
    path = tmp_path / "deep.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=rf"{path} (has more than 20 levels|is not valid TOML)"):
        tables.read_variant(find_game("4000-ad"), path)
