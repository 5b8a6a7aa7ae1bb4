"""The digest of a game that was made up: its leads, its turning points, who won."""

import dataclasses

import pytest

from starbalance.analyses.presentation.replay import Frame, Replay

# (round after the act, actor, whose turn, sentence, standings of Ann and Bob)
ACTS = [
    (0, None, None, "", (0, 0)),
    (1, 0, 0, "Ann settles down", (5, 5)),
    (1, 0, 0, "Ann builds (ABC-1.2)", (6, 5)),
    (2, 1, 1, "Bob waits", (6, 5)),
    (2, 0, 0, "Ann attacks Bob (ABC-3.1)", (6, 5)),
    (2, 1, 0, "Bob loses a fleet (ABC-3.2); Bob flees", (8, 2)),
    (3, 1, 1, "Bob finds gold", (8, 2.01)),
    (3, 1, 1, "Bob builds a great thing", (8, 12)),
    (4, 0, 0, "Ann waits", (8, 12)),
    (4, None, None, "Round 4: Bob won (ABC-9.9).", (8, 12)),
]


@pytest.fixture
def found():
    frames = [
        Frame(rounds, {}, [], [], standings, sentence, actor, turn) for rounds, actor, turn, sentence, standings in ACTS
    ]
    parts = {"title": "A game", "game": "mine", "command": "", "players": ["Ann", "Bob"], "strategies": ["a", "b"]}
    more = {"colours": [], "unit": "points", "panels": {}, "opening": [], "ending": ACTS[-1][3], "credit": [0.0, 1.0]}
    return Replay(**parts, **more, frames=frames, seating="Seats.", tallies=["raids 2", ""])


def test_it_tells_seats_leads_turning_points_and_the_end_in_order(found):
    assert list(found.summary()) == [
        "A game, 4 rounds.",
        "Seats.",
        "The lead, in points at the end of a round, changed hands once.",
        "Round 1: Ann builds [Ann +1]",
        "Round 1, the first lead: Ann 6, Bob 5.",
        "Round 2, turn of Ann: Bob loses a fleet; Bob flees [Ann +2, Bob -3]",
        "Round 2, half-time: Ann 8, Bob 2.",
        "Round 3: Bob builds a great thing [Bob +10]",
        "Round 3, a new lead: Bob 12, Ann 8.",
        "Bob, won: 12 points.",
        "Ann, place 2: 8 points; raids 2.",
        "Round 4: Bob won.",
    ]


def test_a_long_game_has_few_lines_those_that_moved_it_most(found):
    """Ann gains a point in each of a hundred rounds, and three once; of equals the last are told."""
    frames = [Frame(0, {}, [], [], (0, 0))]
    for k in range(1, 101):
        gain = 3 if k == 50 else 1
        frames.append(Frame(k, {}, [], [], (frames[-1].standings[0] + gain, 0), f"Ann acts {k} {'x' * 200}", 0, 0))
    lines = list(dataclasses.replace(found, frames=[*frames, frames[-1]]).summary())
    acts = [line for line in lines if "Ann acts" in line]
    assert len(lines) <= 22 and "Ann acts 50 ..." in acts[0] and "[Ann +3]" in acts[0]
    assert "Ann acts 100" in acts[-1] and "never changed hands" in lines[2]


def test_a_win_that_is_shared_is_told(found):
    lines = list(dataclasses.replace(found, credit=[0.5, 0.5]).summary())
    assert "Bob, shares the win: 12 points." in lines


def test_a_game_in_which_nobody_leads_has_no_leads(found):
    frames = [dataclasses.replace(frame, standings=(3, 3)) for frame in found.frames]
    lines = list(dataclasses.replace(found, frames=frames).summary())
    assert lines[2:4] == [
        "Nobody led alone at the end of a round, in points.",
        "Round 2, half-time: Ann 3, Bob 3.",
    ]


def test_allies_stand_as_one(found):
    """Cat always stands as Bob does."""
    frames = [dataclasses.replace(frame, standings=(*frame.standings, frame.standings[1])) for frame in found.frames]
    three = {"players": ["Ann", "Bob", "Cat"], "credit": [0.0, 0.5, 0.5], "tallies": [""] * 3}
    lines = list(dataclasses.replace(found, frames=frames, **three).summary())
    assert "Round 3, a new lead: Bob and Cat 12, Ann 8." in lines
    assert "Round 2, turn of Ann: Bob loses a fleet; Bob flees [Ann +2, Bob and Cat -3]" in lines


def test_a_game_that_ends_in_its_set_up_has_no_course(found):
    frames = [dataclasses.replace(frame, rounds=0) for frame in found.frames]
    lines = list(dataclasses.replace(found, frames=frames).summary())
    assert lines[3:] == ["Bob, won: 12 points.", "Ann, place 2: 8 points; raids 2.", "Round 4: Bob won."]


def test_a_long_sentence_loses_its_longest_parts_but_not_its_first(found):
    parts = ["Bob builds a very great thing indeed", f"Bob draws {'card ' * 20}cards", "Bob +10 points"]
    frames = [
        dataclasses.replace(each, sentence="; ".join(parts)) if k == 7 else each for k, each in enumerate(found.frames)
    ]
    lines = list(dataclasses.replace(found, frames=frames).summary())
    assert f"Round 3: {parts[0]}; {parts[2]} [Bob +10]" in lines


def lines_of(found, acts, **parts):
    """The digest of acts of the two in the rounds 1, 2, ...: (whose turn, sentence, standings after it)."""
    frames = [Frame(0, {}, [], [], (0, 0)), Frame(1, {}, [], [], (0, 0), "they begin")]
    frames += [Frame(k, {}, [], [], standings, words, turn, turn) for k, turn, words, standings in acts]
    return list(dataclasses.replace(found, frames=[*frames, frames[-1]], **parts).summary())


def test_every_main_act_of_a_turn_is_told_and_no_small_one(found):
    """Ann claims twice in a turn, each time as much."""
    acts = [(1, 0, "Ann claims gold", (4, 0)), (1, 0, "Ann sneezes", (5, 0)), (2, 0, "Ann claims silver", (9, 0))]
    assert "Round 1: Ann claims gold; then Ann claims silver [Ann +9]" in lines_of(found, acts)


def test_of_several_acts_what_is_too_long_is_left_out_and_not_cut_off(found):
    acts = [(1, 0, f"Ann claims gold; Ann has {'very ' * 25}much", (4, 0)), (1, 0, "Ann claims silver", (8, 0))]
    assert "Round 1: Ann claims gold; then Ann claims silver [Ann +8]" in lines_of(found, acts)


def test_a_standing_is_told_whole_and_its_fraction_settles_equals(found):
    """Both have a point in the end, Bob a trifle more, so that Ann alone ever leads in points."""
    acts = [(1, 0, "Ann claims gold", (1.3, 0.9)), (2, 0, "Ann waits", (1.3, 0.9)), (3, 1, "Bob claims", (1.3, 1.4))]
    lines = lines_of(found, acts, tallies=["", ""])
    assert lines[2:] == [
        "The lead, in points at the end of a round, never changed hands.",
        "Round 1: Ann claims gold [Ann +1]",
        "Round 1, the first lead: Ann 1, Bob 0.",
        "Round 2: Bob claims [Bob +1]",
        "Round 2, half-time: Ann 1, Bob 1.",
        "Bob, won: 1 point.",
        "Ann, place 2: 1 point.",
        "Round 4: Bob won.",
    ]


def test_equals_share_their_place(found):
    lines = lines_of(found, [(1, 0, "Ann builds", (7, 7))], credit=[0.0, 0.0])
    assert lines[-3:-1] == ["Ann, place 1: 7 points; raids 2.", "Bob, place 1: 7 points."]


def test_the_parts_that_score_are_told_alone_where_the_game_names_them(found):
    long = "Bob waits for a very long time; Ann waits for even longer; Bob claims gold; Bob claims silver"
    assert "Round 1: Bob claims gold; Bob claims silver [Bob +2]" in lines_of(
        found, [(1, 1, long, (0, 2))], scoring=["claims"]
    )


def test_what_is_decisive_is_told_however_little_it_moves_the_standings(found):
    acts = [(1, 0, f"Ann moves; Ann waits {'long ' * 40}; Ann captures a home", (0, 0)), (1, 1, "Bob waits", (0, 0))]
    lines = lines_of(found, acts, decisive=["captures"])
    assert lines[3] == "Round 1: Ann moves; Ann captures a home"
    assert not any("captures" in line for line in lines_of(found, acts))


def test_a_long_sentence_loses_what_is_said_of_others_and_keeps_who_gained(found):
    """The last words of Bob, who gains, stay, although they are longest."""
    words = f"Ann waits; Ann has {'very ' * 12}few cards; a card is lost; Bob claims {'and claims ' * 5}gold"
    told = f"Round 1: Ann waits; a card is lost; Bob claims {'and claims ' * 5}gold [Bob +1]"
    assert told in lines_of(found, [(1, 0, words, (0, 1))])
