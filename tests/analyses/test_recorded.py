"""Questions about recorded plays: exact verdicts, shrunken effects, plans, facts, and refused questions."""

import numpy as np
import polars as pl
import pytest
from scipy import stats
from typer.testing import CliRunner

import starbalance as sb
from starbalance.analyses.cli import app
from starbalance.analyses.questions.agree import lines
from starbalance.analyses.questions.effects import left_out
from starbalance.analyses.statistics.estimate import ClusterSums, exact_shares
from starbalance.analyses.statistics.shrunken import Table, shrunken
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result
from tests.data import declared

HEADER = "game,player,race,seat,score,rounds,won"


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    """Return a function that imports games, each a list of (person, race, score), where the highest score wins."""

    def imported(games, out=None):
        path = tmp_path_factory.mktemp("plays") / "club.csv"
        rows = [
            f"{number},{person},{race},{seat},{score},{6 + number % 2},{int(score == max(each[2] for each in game))}"
            for number, game in enumerate(games)
            for seat, (person, race, score) in enumerate(game, 1)
        ]
        path.write_text("\n".join([HEADER, *rows]), encoding="utf-8")
        return sb.import_plays(path, out).result

    return imported


PEOPLE = ("Ann", "Bo")
PAIR, TRIPLE = [("Ann", "Elves", 9), ("Bo", "Orcs", 7)], [("Ann", "Orcs", 3), ("Bo", "Elves", 5), ("Cy", "Men", 5)]


@pytest.fixture(scope="module")
def club(imported):
    """Three games of two players and two games of three, of which the latter are shared by two winners."""
    return imported([PAIR, PAIR[::-1], [("Ann", "Elves", 8), PAIR[1]], TRIPLE, TRIPLE[::-1]])


def test_games_without_seats_are_one_row_that_no_further_game_decides(tmp_path):
    path = tmp_path / "club.csv"
    rows = [f"{game},{name},{seat if game else ''}" for game in range(3) for seat, name in enumerate(("Ann", "Bo"), 1)]
    path.write_text(
        "\n".join(["game,player,seat,won", *(f"{row},{int('Ann' in row)}" for row in rows)]), encoding="utf-8"
    )
    plays = sb.import_plays(path, tmp_path / "plays").result
    table = sb.rates(plays, "seat")
    assert table["seat"].tolist() == ["none", 1, 2]
    assert table["reason"].tolist() == ["same for all seats", "", ""]
    assert set(sb.effects(plays, ["seat"])["level"]) == {"none", "1", "2"}
    _, page = sb.report(str(tmp_path / "plays"))
    assert ">1.00<" not in page.read_text(encoding="utf-8")


def test_missing_levels_of_a_column_with_many_words_are_one_row(tmp_path):
    """More words than a list of words has are stored as text."""
    path = tmp_path / "club.csv"
    rows = [
        f"{game},{name},{f'line {game}' if game else ''},{name == 'Ann':d}" for game in range(300) for name in PEOPLE
    ]
    path.write_text("\n".join(["game,player,opening,won", *rows]), encoding="utf-8")
    table = sb.rates(sb.import_plays(path).result, "opening")
    assert sorted(table["opening"]) == sorted(["none", *(f"line {game}" for game in range(1, 300))])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["skill"], "holds recorded plays"),
        (["compare", "--variant", "x"], "is a run, and a game is needed"),
        (["play", "--human", "0"], "is a run, and a game is needed"),
        (["show"], "is a run, and a game is needed"),
        (["strategy", "check", "sensible"], "is a run, and a game is needed"),
    ],
)
def test_a_command_for_a_game_says_that_the_folder_is_of_plays(imported, tmp_path, words, sentence):
    imported([PAIR], tmp_path / "plays")
    first = next((place for place, word in enumerate(words) if word.startswith("--")), len(words))
    result = CliRunner().invoke(app, [*words[:first], str(tmp_path / "plays"), *words[first:]])
    assert result.exit_code == 2
    assert sentence in result.stderr and "--gap" not in result.stderr


def drawn(games, skill, random, *, favourite=0.0):
    """Games of four players with four races. Ann has a skill in log odds, and plays Elves with some probability."""
    for _ in range(games):
        races = list(random.permutation(["Elves", "Orcs", "Men", "Dwarfs"]))
        people = ["Ann", *random.choice([f"P{i}" for i in range(8)], 3, replace=False)]
        if random.random() < favourite:
            races.remove("Elves")
            races.insert(0, "Elves")
        strength = np.array([skill, 0, 0, 0]) + random.gumbel(size=4)
        rows = list(zip(people, races, np.round(100 * strength, 3), strict=True))
        yield [rows[place] for place in random.permutation(4)]


def test_rates_count_games_of_different_sizes_against_their_equal_share(club):
    table = sb.rates(club).set_index("faction")
    assert table["games"].to_dict() == {"Elves": 5, "Men": 2, "Orcs": 5}
    assert table["share"].to_dict() == pytest.approx({"Elves": 0.8, "Men": 0.5, "Orcs": 0.0})
    assert table["equal_share"].to_dict() == pytest.approx({"Elves": 13 / 30, "Men": 1 / 3, "Orcs": 13 / 30})
    assert (table["games"] * (table["share"] - table["equal_share"])).sum() == pytest.approx(0)


@pytest.mark.parametrize(("wins", "games", "null"), [(0, 5, 0.25), (3, 3, 0.25), (7, 20, 0.2), (1, 1, 0.2)])
def test_intervals_and_p_values_of_few_games_are_exact(wins, games, null):
    sums = np.array([[games, wins]], float)
    found = exact_shares(ClusterSums(("rows", "credit"), sums, sums, np.zeros((1, 2, 2))), "credit", "rows")
    interval = stats.binomtest(wins, games).proportion_ci(method="exact")
    assert (found.low[0], found.high[0]) == pytest.approx((interval.low, interval.high))
    tails = stats.binom.cdf(wins, games, null), stats.binom.sf(wins - 1, games, null)
    assert found.p_value(np.array([null]))[0] == pytest.approx(min(1, 2 * min(tails)))


def test_a_race_that_wins_its_only_games_gets_no_verdict(imported):
    games = [[("Ann", f"race {i}", 9), *((name, "Men", 1) for name in ("Bo", "Cy", "Dee"))] for i in range(12)]
    table = sb.rates(imported(games), margin=0.1).set_index("faction")
    assert set(table.drop("Men")["share"]) == {1.0}
    assert set(table.drop("Men")["verdict"]) == {"undecided"}
    assert (table.drop("Men")["games_needed"] > 12).all()


def test_a_race_of_a_good_player_is_not_called_strong(imported):
    result = imported(list(drawn(300, 2.5, np.random.default_rng(5), favourite=0.8)))
    assert sb.rates(result).set_index("faction").loc["Elves", "verdict"] == "strong"
    table = sb.effects(result).set_index(["column", "level"])
    assert table.loc[("faction", "Elves"), "verdict"] == "undecided"
    assert table.loc[("faction", "Elves"), "low"] < 0 < table.loc[("faction", "Elves"), "high"]
    assert table.loc[("person", "Ann"), "verdict"] == "strong"


def test_effects_are_close_to_the_truth_in_many_games_and_to_zero_in_few():
    random = np.random.default_rng(3)
    truth = np.array([1.0, 0.0, -1.0])

    def fitted(games):
        codes = np.array([random.permutation(3) for _ in range(games)])
        best = (truth[codes] + random.gumbel(size=codes.shape)).argmax(axis=1)
        return shrunken([Table(np.eye(3)[best], codes[:, :, None])], [3])

    assert fitted(3000).effect == pytest.approx(truth, abs=0.15)
    assert np.abs(fitted(2).effect).max() < 0.7


def test_intervals_of_shrunken_effects_cover_effects_of_the_prior():
    random = np.random.default_rng(8)
    covered = []
    for _ in range(40):
        truth = random.normal(0, 0.6, 10)
        codes = np.array([random.permutation(10)[:4] for _ in range(40)])
        best = (truth[codes] + random.gumbel(size=codes.shape)).argmax(axis=1)
        found = shrunken([Table(np.eye(4)[best], codes[:, :, None])], [10])
        covered += list(np.abs(found.effect - (truth - truth.mean())) < 1.96 * found.error)
    assert 0.92 < np.mean(covered) < 0.99


def test_effects_warn_of_few_games_and_of_a_race_of_one_person(club):
    table = sb.effects(club)
    assert table["column"].unique().tolist() == ["faction", "seat", "person"]
    assert table.set_index("level").loc["Men", ["verdict", "reason"]].tolist() == ["undecided", "only Cy played it"]
    lines = left_out(table)
    assert "5 games for 3 levels of faction: half of them are in at most 5 games" in lines[1]
    assert lines[-1] == "These plays cannot separate Men from the only person that played it."


def test_a_plan_takes_the_plays_as_its_pilot(imported, tmp_path):
    imported([PAIR, PAIR[::-1], TRIPLE] * 4, tmp_path / "run")
    table = sb.plan(tmp_path / "run", by=["person"], margin=0.1)
    assert "minutes" not in table
    assert (table["games_at_equal_share"] > 12).all()
    near = table.set_index("person")["games_at_equal_share"]
    assert near["Cy"] == pytest.approx(3 * near["Ann"], rel=0.3)


def test_quality_has_the_facts_of_the_file(club):
    table = sb.quality(club).set_index("quantity")["value"]
    assert table.to_dict() == pytest.approx(
        {
            "games": 5,
            "players per game": 2.4,
            "rounds per game": 6.4,
            "share of shared wins": 0.4,
            "first player: win share minus equal share": 2.5 / 5 - 13 / 30,
            "margin of victory, score": 1.8,
        }
    )


def test_intervals_of_few_plays_hold_only_possible_numbers(imported):
    games = [[("Ann", "Elves", score), ("Bo", "Orcs", 1)] for score in (2, 2, 12)]
    table = sb.quality(imported(games)).set_index("quantity")
    assert table.loc["margin of victory, score", "value"] == pytest.approx(13 / 3)
    assert table.loc["margin of victory, score", "low"] == 0
    assert np.isnan(table.loc["players per game", "low"])


@pytest.mark.parametrize("question", [sb.usage, sb.skill_gap, sb.explained, sb.draws, lambda run: sb.effects([run])])
def test_questions_about_games_of_the_toolkit_refuse_plays(club, question):
    with pytest.raises(BadInput, match=r"holds recorded plays.*Recorded plays take rates, effects"):
        question(club)


def test_commands_print_tables_of_plays(imported, tmp_path):
    folder = str(tmp_path / "run")
    imported([PAIR, TRIPLE], folder)
    for words, line in {
        ("rates", folder): "2 recorded games of 2 to 3 players.",
        ("effects", folder): "Effects are shrunken towards the average",
        ("quality", folder): "Players: people, recorded in club.csv.",
        ("run", folder, "--plan"): "All rows have verdicts after about",
    }.items():
        result = CliRunner().invoke(app, words)
        assert (result.exit_code, line in result.stdout) == (0, True), result.output
    assert f"`starbalance effects {folder}` separates factions" in CliRunner().invoke(app, ["rates", folder]).stdout
    assert CliRunner().invoke(app, ["why", folder, "Elves"]).exit_code == 2


def test_a_report_has_the_shares_the_effects_the_missing_plays_and_what_is_lost(tmp_path):
    path = tmp_path / "club.csv"
    path.write_text(f"{HEADER}\n1,Ann,Elves,1,9,6,1\n1,Bo,Orcs,2,7,6,0\n2,Ann,Orcs,1,x,6,1\n", encoding="utf-8")
    sb.import_plays(path, tmp_path / "run")
    table, page = sb.report(str(tmp_path / "run"))
    text = page.with_suffix(".md").read_text(encoding="utf-8")
    assert page == tmp_path / "run" / "report" / "report.html"
    assert table["faction"].tolist() == ["Elves", "Orcs"]
    assert "# 1 game: 2 of 2 levels are undecided" in text
    for heading in ("## Win shares", "## Adjusted effects", "## How many plays are missing", "### Not used"):
        assert heading in text
    assert "game 2 (line 4) - the score 'x' is not a number" in text


SHIPS = ["Clipper", "Tug", "Probe"]


def ships(random, chances, games):
    """Games of two players with three ships, each with a number of chances to win."""
    for _ in range(games):
        pair = random.choice(list(chances), 2, replace=False)
        score = random.random(2) ** (1 / np.array([chances[ship] for ship in pair]))
        yield [("Ann", pair[0].lower(), score[0]), ("Bo", pair[1].lower(), score[1])]


@pytest.fixture(scope="module")
def played():
    """A made-up run of two players, in which three ships win equally often."""
    random = np.random.default_rng(4)
    pairs = np.array([random.permutation(SHIPS)[:2] for _ in range(600)]).reshape(-1)
    seats = pl.DataFrame(
        {"game": np.arange(600).repeat(2), "race": pairs, "credit": np.eye(2)[random.integers(2, size=600)].reshape(-1)}
    )
    seats = seats.with_columns(pl.col("race").cast(pl.Enum(SHIPS)))
    games = pl.DataFrame({"game": np.arange(600), "truncated": 0})
    return Result(declared(2) | {"players": 2}, None, ({"games": games, "seats": seats},))


def test_agree_finds_the_ship_with_which_people_win_more(played, imported):
    random = np.random.default_rng(2)
    plays = imported(list(ships(random, {"Clipper": 1.0, "Tug": 6.0, "Probe": 1.0}, 300)))
    table = sb.agree(played, plays)
    assert table["level"].tolist() == ["Clipper", "Tug", "Probe"]
    assert table.set_index("level").loc["Tug", "verdict"] == "people win more"
    assert ((table["difference_low"] <= table["difference"]) & (table["difference"] <= table["difference_high"])).all()
    assert table["difference"].to_numpy() == pytest.approx((table["share_plays"] - table["share"]).to_numpy())


def test_agree_reports_levels_of_only_one_side_and_few_plays(played, imported, tmp_path):
    folder = tmp_path / "run"
    plays = imported([[("Ann", "Clippr", 3), ("Bo", "Tug", 1)], TRIPLE], folder)
    table = sb.agree(played, plays)
    assert table[["level", "plays", "verdict"]].values.tolist() == [["Tug", 1, "undecided"]]
    assert lines(table)[0] == "1 of 1 levels is undecided. The rarest level has 1 play."
    assert lines(table)[1:] == [
        "Only the run has Clipper: did you mean 'Clippr'?",
        "Only the run has Probe.",
        "Only the plays have Clippr: did you mean 'Clipper'?",
    ]


def test_agree_needs_a_run_and_plays_of_its_size(played, imported):
    with pytest.raises(BadInput, match="give the folder of the run first"):
        sb.agree(imported([PAIR]), played)
    with pytest.raises(BadInput, match="No play has 2 players"):
        sb.agree(played, imported([TRIPLE]))
    with pytest.raises(BadInput, match="Tug and tug are spellings of one name"):
        sb.agree(played, imported([[("Ann", "Tug", 3), ("Bo", "tug", 1)]]))
    with pytest.raises(BadInput, match="no level in common: the run has Clipper, Tug and Probe"):
        sb.agree(played, imported([PAIR]))
