"""The digest of a made-up game: its leads, its turning points and its winner."""

import dataclasses

import pytest

from starbalance.analyses.presentation.replay import Frame, Replay

# (round after the act, acting seat, seat in turn, sentence, standings of Ann and Bob)
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
def made_up():
    frames = [
        Frame(rounds, {}, [], [], standings, sentence, actor, turn) for rounds, actor, turn, sentence, standings in ACTS
    ]
    parts = {"title": "A game", "game": "mine", "command": "", "players": ["Ann", "Bob"], "seats": [1, 2]}
    more = {
        "strategies": ["a", "b"],
        "colours": [],
        "unit": "points",
        "panels": {},
        "opening": [],
        "ending": ACTS[-1][3],
        "credit": [0.0, 1.0],
    }
    return Replay(**parts, **more, frames=frames, seating="Seats.", tallies=["raids 2", ""])


def test_the_digest_lists_seats_leads_turning_points_and_the_end_in_order(made_up):
    assert list(made_up.summary()) == [
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


def test_the_digest_of_a_long_game_shows_the_largest_changes(made_up):
    """Ann gains 3 points in one round and 1 point in each other round. Of equal gains, the last ones are shown."""
    frames = [Frame(0, {}, [], [], (0, 0))]
    for k in range(1, 101):
        gain = 3 if k == 50 else 1
        frames.append(Frame(k, {}, [], [], (frames[-1].standings[0] + gain, 0), f"Ann acts {k} {'x' * 200}", 0, 0))
    lines = list(dataclasses.replace(made_up, frames=[*frames, frames[-1]]).summary())
    acts = [line for line in lines if "Ann acts" in line]
    assert len(lines) <= 22 and "Ann acts 50 ..." in acts[0] and "[Ann +3]" in acts[0]
    assert "Ann acts 100" in acts[-1] and "never changed hands" in lines[2]


def test_a_shared_win_is_reported(made_up):
    lines = list(dataclasses.replace(made_up, credit=[0.5, 0.5]).summary())
    assert "Bob, shares the win: 12 points." in lines


def test_a_game_without_a_sole_leader_has_no_leads(made_up):
    frames = [dataclasses.replace(frame, standings=(3, 3)) for frame in made_up.frames]
    lines = list(dataclasses.replace(made_up, frames=frames).summary())
    assert lines[2:4] == [
        "No player was the only leader at the end of a round, in points.",
        "Round 2, half-time: Ann 3, Bob 3.",
    ]


def test_allies_are_listed_together(made_up):
    """The standings of Cat always equal those of Bob."""
    frames = [dataclasses.replace(frame, standings=(*frame.standings, frame.standings[1])) for frame in made_up.frames]
    three = {"players": ["Ann", "Bob", "Cat"], "credit": [0.0, 0.5, 0.5], "tallies": [""] * 3}
    lines = list(dataclasses.replace(made_up, frames=frames, **three).summary())
    assert "Round 3, a new lead: Bob and Cat 12, Ann 8." in lines
    assert "Round 2, turn of Ann: Bob loses a fleet; Bob flees [Ann +2, Bob and Cat -3]" in lines


def test_a_game_that_ends_during_setup_has_no_course(made_up):
    frames = [dataclasses.replace(frame, rounds=0) for frame in made_up.frames]
    lines = list(dataclasses.replace(made_up, frames=frames).summary())
    assert lines[3:] == ["Bob, won: 12 points.", "Ann, place 2: 8 points; raids 2.", "Round 4: Bob won."]


def test_a_long_sentence_loses_its_longest_parts_except_the_first(made_up):
    parts = ["Bob builds a very great thing indeed", f"Bob draws {'card ' * 20}cards", "Bob +10 points"]
    frames = [
        dataclasses.replace(each, sentence="; ".join(parts)) if k == 7 else each
        for k, each in enumerate(made_up.frames)
    ]
    lines = list(dataclasses.replace(made_up, frames=frames).summary())
    assert f"Round 3: {parts[0]}; {parts[2]} [Bob +10]" in lines


def lines_of(made_up, acts, **parts):
    """Return the digest of acts (round, seat in turn, sentence, standings after it)."""
    frames = [Frame(0, {}, [], [], (0, 0)), Frame(1, {}, [], [], (0, 0), "they begin")]
    frames += [Frame(k, {}, [], [], standings, words, turn, turn) for k, turn, words, standings in acts]
    return list(dataclasses.replace(made_up, frames=[*frames, frames[-1]], **parts).summary())


def test_only_the_main_acts_of_a_turn_are_shown(made_up):
    """Ann makes two claims of equal size in a turn."""
    acts = [(1, 0, "Ann claims gold", (4, 0)), (1, 0, "Ann sneezes", (5, 0)), (2, 0, "Ann claims silver", (9, 0))]
    assert "Round 1: Ann claims gold; then Ann claims silver [Ann +9]" in lines_of(made_up, acts)


def test_parts_that_are_too_long_are_omitted_and_not_truncated(made_up):
    acts = [(1, 0, f"Ann claims gold; Ann has {'very ' * 25}much", (4, 0)), (1, 0, "Ann claims silver", (8, 0))]
    assert "Round 1: Ann claims gold; then Ann claims silver [Ann +8]" in lines_of(made_up, acts)


def test_standings_are_rounded_and_their_fractions_break_ties(made_up):
    """Both end with 1 point after rounding. Bob has slightly more, but only Ann ever leads in points."""
    acts = [(1, 0, "Ann claims gold", (1.3, 0.9)), (2, 0, "Ann waits", (1.3, 0.9)), (3, 1, "Bob claims", (1.3, 1.4))]
    lines = lines_of(made_up, acts, tallies=["", ""])
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


def test_equal_standings_share_a_place(made_up):
    lines = lines_of(made_up, [(1, 0, "Ann builds", (7, 7))], credit=[0.0, 0.0])
    assert lines[-3:-1] == ["Ann, place 1: 7 points; raids 2.", "Bob, place 1: 7 points."]


def test_only_scoring_parts_are_shown_if_the_game_names_them(made_up):
    long = "Bob waits for a very long time; Ann waits for even longer; Bob claims gold; Bob claims silver"
    assert "Round 1: Bob claims gold; Bob claims silver [Bob +2]" in lines_of(
        made_up, [(1, 1, long, (0, 2))], scoring=["claims"]
    )


def test_decisive_acts_are_shown_even_without_a_change_of_standings(made_up):
    acts = [(1, 0, f"Ann moves; Ann waits {'long ' * 40}; Ann captures a home", (0, 0)), (1, 1, "Bob waits", (0, 0))]
    lines = lines_of(made_up, acts, decisive=["captures"])
    assert lines[3] == "Round 1: Ann moves; Ann captures a home"
    assert not any("captures" in line for line in lines_of(made_up, acts))


def test_a_long_sentence_keeps_the_words_about_the_player_that_gains(made_up):
    """The words about Bob stay, although they are the longest: Bob gains."""
    words = f"Ann waits; Ann has {'very ' * 12}few cards; a card is lost; Bob claims {'and claims ' * 5}gold"
    line = f"Round 1: Ann waits; a card is lost; Bob claims {'and claims ' * 5}gold [Bob +1]"
    assert line in lines_of(made_up, [(1, 0, words, (0, 1))])
