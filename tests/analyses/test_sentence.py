"""Sentences of a report: each appears with the facts that give a reason for it, and is absent without them."""

from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
from jinja2 import UndefinedError

from starbalance.analyses.report import sentence as module
from starbalance.analyses.report.sentence import capital, names, percent, points, sentence, signed

FIRST, PROBLEM, PLAYERS, MERITS = "first_page", "problem_page", "players_page", "merits_page"
PRINTED, OTHER = SimpleNamespace(is_unchanged=True), SimpleNamespace(is_unchanged=False)


def case(**facts):
    """Return a made-up finding: a Tug that won 60% of the games of two players."""
    row = pd.Series({"share": 0.6, "low": 0.59, "high": 0.61})
    usual = {"name": "tug", "row": row, "where": "two players", "equal_share": 0.5, "printed": None, "judge": PRINTED}
    usual |= {"verdict": "strong", "is_imbalanced": True}
    return SimpleNamespace(**usual | facts)


def change(**facts):
    """Return a made-up change that lowers the win share from 60% to 52%."""
    usual = {"title": "a heavier Tug", "difference": -0.081, "effect": 0.06, "cost": ("", 0.0), "is_assumed": False}
    usual |= {"finding": TUG, "games": 2500, "now": "", "before": 0.6, "after": 0.52, "low": -0.1, "high": -0.06}
    return SimpleNamespace(**usual | facts)


TUG = case()


def gain(low=0.05):
    return pd.Series({"strategy": "search:a", "against": "b", "gain": 0.12, "low": low, "high": 0.2, "share": 0.62})


RESPONSE = {"start": "sensible", "share": 0.62, "share_low": 0.55, "share_high": 0.7, "before": 0.5, "low": 0.05}
HEADLINE = {"worst": TUG, "fix": None, "factor": "ship", "is_open": False, "margin": "2 points"}
OTHERS = {"strong": ["Clipper"], "weak": ["Probe"], "where": "two players", "also": True, "most": 3}
FACTOR = {"factor": "seat", "worst": "seat 2", "points": 0.06, "where": "two players", "verdict": "strong"}
DRAWN = {"factor": "objective", "level": "Mira", "component": "Long Reach", "points": 0.06, "low": 0.04, "high": 0.08}
DRAWN |= {"where": "two players", "verdict": ""}
ADVICE = {"worst": TUG, "fix": None, "rounds": 0.0, "margin": 0.02, "tried": 0, "nearer": 0}
ADVICE |= {"is_open": False, "search": "starbalance balance"}
DATA = {"assumed": 0.25, "is_headline": False, "turned": [], "outcomes": ["holds"], "untried": False, "trust": []}
PLAY = {"gain": None, "turned": [], "outcomes": ["holds"], "untried": False}
OUTCOMES = {"holds": ["four"], "changes": ["three"], "undecided": ["two"]}
NONE = {"holds": [], "changes": [], "undecided": []}
CHANGES = {"nearer": 2, "total": 7, "first": change(), "rounds": 1.25}
LUCK = {"chance": 0.05, "is_doubtful": False}
HEADING = {"outcomes": ["holds", "changes", "undecided"], "is_tried": True}
PARTS = [{"levels": ["Tug", "Probe"], "where": "two players"}, {"levels": ["Clipper"], "where": "three players"}]
SHARES = [{"share": 0.4, "where": "two players"}, {"share": 0.3, "where": "three players"}]
PLAN = {"main": "purple", "value": 1.97, "rest": 0.04, "others": ["orange", "grey"], "name": "sensible"}
STOPPED = [{"share": 0.4, "skill": "search:a", "before": 0.002, "where": "two players"}]

# (page, macro, facts, phrases that the facts give a reason for, other facts, phrases that these give a reason for)
CASES = [
    (FIRST, "headline", HEADLINE, ["Tug won 60%", "(two players)", "50% is equal"], {"worst": None}, ["is balanced"]),
    (FIRST, "headline", HEADLINE | {"fix": change()}, ["a heavier Tug lowers that by 8 po"], {"fix": None}, ["60%"]),
    (FIRST, "headline", HEADLINE | {"fix": change(finding=case())}, ["50% is equal."], {"fix": change()}, ["8 points"]),
    (FIRST, "headline", HEADLINE | {"worst": case(printed=0.55, judge=OTHER)},
     ["Tug won 60% of the games (two players) and 55% under the printed rules, where 50%"], {"worst": case()}, ["60%"]),
    (FIRST, "headline", HEADLINE | {"fix": change(difference=0.08)}, ["raises that by 8 points."],
     {"fix": change()}, ["lowers that"]),
    (FIRST, "headline", HEADLINE | {"worst": case(judge=OTHER)}, ["not the printed"], {"worst": case()}, ["60%"]),
    (FIRST, "headline", HEADLINE | {"worst": None, "is_open": True}, ["No ship is shown", "more games"],
     {"is_open": False}, ["balanced", "within 2 points"]),
    (FIRST, "others", OTHERS, ["Two players: Clipper also won too often"],
     {"strong": []}, ["Two players: Probe won too rarely"]),
    (FIRST, "others", OTHERS | {"also": False}, ["; Probe also won too rarely"], {"strong": []},
     ["Two players: Probe also"]),
    (FIRST, "others", OTHERS, ["Probe won too rarely"], {"weak": []}, ["Clipper also won too often."]),
    (FIRST, "others", OTHERS, ["Clipper"], {"strong": [], "weak": []}, []),
    (FIRST, "others", OTHERS, ["Clipper also"], {"also": False}, ["Clipper won too often"]),
    (FIRST, "others", OTHERS | {"strong": list("ABCD")}, ["A, B, C and 1 more"], {"most": 1}, ["A and 3 more"]),
    (FIRST, "other_factor", {"row": FACTOR}, ["By seat", "seat 2 won 6 points more"], {"row": None}, []),
    (FIRST, "other_factor", {"row": FACTOR | {"points": -0.06}}, ["6 points less"], {"row": FACTOR}, ["more"]),
    (FIRST, "other_factor", {"row": DRAWN},
     ["Mira won 4 to 8 points more in games with the shared objective Long Reach than in other games (two players)"],
     {"row": DRAWN | {"points": -0.06, "low": -0.08, "high": -0.04}}, ["won 4 to 8 points less in games"]),
    (FIRST, "other_factor", {"row": DRAWN | {"level": ""}},
     ["Seats with Long Reach (objective) won 4 to 8 points more than seats without it (two players)"],
     {"row": DRAWN | {"level": "", "points": -0.06}}, ["won 4 to 8 points less than seats without it"]),
    (FIRST, "endless", {"row": {"share": 0.4, "low": 0.3, "where": "two players"}}, ["30%", "(two players)"],
     {"row": None}, []),
    (FIRST, "balanced", {"where": ["seat with two players"]}, ["Balanced: seat with two players."], {"where": []}, []),
    (FIRST, "recommendation", ADVICE | {"fix": change()}, ["Try a heavier Tug.", "at least 6 points.", "none that"],
     {"fix": change(cost=("Probe", 0.03))}, ["3 points further", "for Probe."]),
    (FIRST, "recommendation", ADVICE | {"fix": change(), "rounds": 1.25}, ["Cost: games 1.2 rounds longer."],
     {"rounds": -1.25, "fix": change(cost=("Probe", 0.03))}, ["for Probe and games 1.2 rounds shorter"]),
    (FIRST, "recommendation", ADVICE | {"fix": change(difference=-0.07)}, ["not enough by itself"],
     {"fix": change()}, ["6 points. Cost"]),
    (FIRST, "recommendation", ADVICE | {"fix": change(finding=case())}, ["a heavier Tug (two players)"],
     {"fix": change()}, ["Try a heavier Tug."]),
    (FIRST, "recommendation", ADVICE | {"fix": change(now="2")}, ["Try a heavier Tug (now 2)."],
     {"fix": change(now="2", finding=case())}, ["Try a heavier Tug (now 2; two players)."]),
    (FIRST, "recommendation", ADVICE | {"fix": change(is_assumed=True)}, ["rule is assumed", "check the rulebook"],
     {"fix": change()}, ["Try a heavier Tug"]),
    (FIRST, "recommendation", ADVICE | {"fix": change()}, ["Untried: other strategies, other data."],
     {"fix": None}, ["No change was tried for"]),
    (FIRST, "recommendation", ADVICE | {"tried": 3}, ["none of the 3", "brings tug nearer", "starbalance balance"],
     {"tried": 1}, ["the one that was tried does not bring"]),
    (FIRST, "recommendation", ADVICE | {"tried": 3, "nearer": 1}, ["with certainty, though 1 helps."],
     {"nearer": 2}, ["though 2 help."]),
    (FIRST, "recommendation", ADVICE, ["No change was tried for", "starbalance balance"],
     {"worst": None}, ["No change is needed."]),
    (FIRST, "recommendation", ADVICE | {"worst": None, "is_open": True}, ["Play more games"],
     {"is_open": False}, ["No change is needed."]),
    (FIRST, "data", DATA | {"turned": ["Tug"]}, ["25%", "change the verdicts on Tug"], {"turned": []}, ["No verdict"]),
    (FIRST, "data", DATA | {"turned": ["Tug"], "is_headline": True}, ["change the headline and the verdicts on Tug"],
     {"is_headline": False}, ["change the verdicts on Tug"]),
    (FIRST, "data", DATA | {"outcomes": []}, ["not tried"], {"outcomes": ["holds"]}, ["No verdict changed"]),
    (FIRST, "data", DATA | {"outcomes": ["undecided"]}, ["No verdict is reversed", "not every one is decided"],
     {"outcomes": ["holds"]}, ["No verdict changed"]),
    (FIRST, "data", DATA | {"untried": True}, ["No verdict that was tried changed"],
     {"untried": False}, ["No verdict changed"]),
    (FIRST, "data", DATA | {"trust": ["The deal is assumed."]}, ["The deal is assumed."], {"trust": []}, ["25%"]),
    (FIRST, "players", PLAY | {"gain": {**gain(0.12), "where": "two"}},
     ["One search player (search:a) among b gains at least 12 points (two)"],
     {"gain": None}, ["Players: computers."]),
    (FIRST, "players", PLAY | {"turned": ["Tug"]}, ["change the verdicts on Tug"], {"turned": []}, ["Every verdict"]),
    (FIRST, "players", PLAY | {"outcomes": []}, ["were not tried"], {"outcomes": ["holds"]}, ["Every verdict holds"]),
    (FIRST, "players", PLAY | {"outcomes": ["holds", "undecided"]}, ["not every verdict is decided"],
     {"outcomes": ["holds"]}, ["Every verdict holds"]),
    (FIRST, "players", PLAY | {"untried": True}, ["Each verdict that was tried"],
     {"untried": False}, ["Every verdict"]),
    (FIRST, "luck", LUCK, ["data and players", "95%"], {"chance": 0.1}, ["90%"]),
    (FIRST, "luck", LUCK | {"is_doubtful": True}, ["Warning: the self-test"],
     {"is_doubtful": False}, ["data and players."]),
    (FIRST, "finding", {"each": case()}, ["Tug won 60%", "(two players)", "50%", "too strong"],
     {"each": case(verdict="balanced", is_imbalanced=False)}, ["Tug won 60%", ": balanced"]),
    (FIRST, "chart_title", {"worst": case(), "factor": "ship"}, ["tug"], {"worst": None}, ["Every ship is near"]),
    (PROBLEM, "heading", {"name": "tug", "often": ["two"], "rarely": ["three"]},
     ["Tug won too often (two) and too rarely (three)"], {"rarely": []}, ["too often (two)"]),
    (PROBLEM, "heading", {"name": "tug", "often": ["two"], "rarely": ["three"]}, ["too often"],
     {"often": []}, ["Tug won too rarely (three)"]),
    (PROBLEM, "size", {"cases": [case(), case(where="three", judge=OTHER)]},
     ["two players 60.0% (59.0 to 61.0)", "three", "not the printed rules"], {"cases": [case()]}, ["60.0%"]),
    (PROBLEM, "size", {"cases": [case(printed=0.552, judge=OTHER)]}, ["(59.0 to 61.0), 55.2% under the printed rules."],
     {"cases": [case(judge=OTHER)]}, ["not the printed rules"]),
    (PROBLEM, "players", OUTCOMES, ["Stronger players", "holds (four)", "changes", "(three)", "not decided", "(two)"],
     NONE, []),
    (PROBLEM, "players", OUTCOMES, ["depends on skill (three)"], {"changes": []}, ["holds (four)", "(two)"]),
    (PROBLEM, "players", OUTCOMES, ["holds (four)"], {"holds": []}, ["(three)", "(two)"]),
    (PROBLEM, "data", OUTCOMES, ["Other assumed values", "holds (four)", "changes (three)", "not decided (two)"],
     NONE, []),
    (PROBLEM, "data", OUTCOMES, ["holds (four)"], {"holds": []}, ["changes (three)"]),
    (PROBLEM, "data", OUTCOMES, ["not decided (two)"], {"undecided": []}, ["changes (three)"]),
    (PROBLEM, "cause", {"count": 2, "is_strong": True, "where": "two"}, ["(two)", "win more often"],
     {"count": 0}, ["no difference in play", "wins"]),
    (PROBLEM, "cause", {"count": 2, "is_strong": False, "where": "two"}, ["win less often"],
     {"count": 0}, ["losses"]),
    (PROBLEM, "given", {"rows": [{"what": "head start", "own": "8.0", "others": "2.0"}]},
     ["not chosen", "head start (8.0 against 2.0)"], {"rows": []}, []),
    (PROBLEM, "changes", CHANGES,
     ["2 of the 7", "the best a heavier Tug: in the first 2,500 games, 60% becomes 52% (two players; change -10.0 to -",
      "1.2 rounds longer"], {"rounds": 0.0}, ["2 of the 7"]),
    (PROBLEM, "changes", CHANGES | {"rounds": -3.0}, ["3.0 rounds shorter"], {"nearer": 0}, ["none of the 7"]),
    (PROBLEM, "changes", CHANGES, ["were tried bring it"], {"nearer": 1}, ["1 of the 7 that were tried brings it"]),
    (PROBLEM, "changes", CHANGES | {"nearer": 0}, ["none of the 7"], {"total": 0}, ["none was tried"]),
    (PROBLEM, "watch", {"command": "starbalance play x", "is_strong": True}, ["starbalance play x", "won"],
     {"command": ""}, []),
    (PROBLEM, "watch", {"command": "starbalance play x", "is_strong": False}, ["lost"], {"is_strong": True}, ["won"]),
    (PROBLEM, "share_title", {"name": "tug", "outcomes": {"holds"}, "is_strong": True},
     ["Tug won too often among stronger players"], {"is_strong": False}, ["Tug won too rarely"]),
    (PROBLEM, "share_title", {"name": "tug", "outcomes": {"holds", "changes", "undecided"}, "is_strong": True},
     ["tug won too often depends on the players"],
     {"outcomes": {"undecided"}}, ["undecided with stronger players"]),
    (PROBLEM, "share_title", {"name": "tug", "outcomes": {"holds", "undecided"}, "is_strong": False},
     ["Tug won too rarely, confirmed among stronger players in some setups"],
     {"outcomes": {"undecided"}}, ["undecided with"]),
    (PROBLEM, "share_title", {"name": "tug", "outcomes": {"untried"}, "is_strong": True}, ["in the games of the study"],
     {"outcomes": {"holds"}}, ["among stronger players"]),
    (PROBLEM, "changes_title", {"nearer": True, "name": "tug"}, ["brings tug nearer"],
     {"nearer": False}, ["No change brings tug"]),
    (PROBLEM, "untried", {"play": False, "data": False}, ["Not tried: stronger players and other assumed values."],
     {"data": True}, ["Not tried: stronger players."]),
    (PROBLEM, "untried", {"play": True, "data": False}, ["Not tried: other assumed values."], {"data": True}, []),
    (PLAYERS, "heading", HEADING, ["1 of 3 verdicts is confirmed"], {"outcomes": ["changes"]}, ["The verdict is not"]),
    (PLAYERS, "heading", HEADING | {"outcomes": ["holds"]}, ["The verdicts hold"], {"outcomes": []}, ["no verdict to"]),
    (PLAYERS, "heading", HEADING | {"outcomes": []}, ["no verdict to confirm"], {"is_tried": False}, ["not tried"]),
    (PLAYERS, "ladder", {"rungs": ["uniform", "sensible"]}, ["uniform, sensible", "rung"], {"rungs": ["uniform"]}, []),
    (PLAYERS, "styles", {"names_of": ["bold"]}, ["Other styles", "bold"], {"names_of": []}, []),
    (PLAYERS, "verdicts", {"holds": ["A"], "changes": ["B"], "undecided": ["C"]},
     ["1 of 3", "Depends on skill: B", "Not decided on every rung: C"], NONE, []),
    (PLAYERS, "verdicts", {"holds": ["A"], "changes": ["B"], "undecided": ["C"]}, ["Depends on skill"],
     {"changes": []}, ["1 of 2", "Not decided"]),
    (PLAYERS, "verdicts", {"holds": ["A"], "changes": ["B"], "undecided": ["C"]}, ["Not decided"],
     {"undecided": []}, ["1 of 2", "Depends on skill"]),
    (PLAYERS, "search", {"row": gain(), "title": "two"},
     ["search:a", "among players with b", "12 points more", "+5 to +20", "two"],
     {"row": gain(-0.01)}, ["not shown to gain"]),
    (PLAYERS, "search", {"row": gain(), "title": "two"}, ["12 points"], {"row": None}, []),
    (PLAYERS, "another", {"row": gain(), "title": "two"}, ["12 points", "+5 to +20", "better play exists"],
     {"row": gain(0.0)}, ["not shown to gain"]),
    (PLAYERS, "another", {"row": gain(), "title": "two"}, ["12 points"], {"row": None}, []),
    (PLAYERS, "trained", {"row": RESPONSE, "title": "two"},
     ["win 62% of the games (55% to 70%; two), and sensible, from which they started, 50%."],
     {"row": {**RESPONSE, "low": 0.0}}, ["(55% to 70%; two), which is not shown to be more than the 50% of sensible"]),
    (PLAYERS, "trained", {"row": RESPONSE, "title": "two"}, ["62%"], {"row": None}, []),
    (PLAYERS, "endless", {"rows": STOPPED}, ["40%", "search:a", "0.2%", "two players"], {"rows": []}, []),
    (PLAYERS, "plan", PLAN, ["sensible reach 2.0 for purple", "at most 0.0 for orange and grey"], {"main": ""}, []),
    (PLAYERS, "misplayed", {"row": {"variant": "bare", "strategy": "sensible", "where": "two"}},
     ["bare", "sensible becomes too weak"], {"row": None}, []),
    (PLAYERS, "ladder_title", {}, ["Each rung beats the rung below"], {}, ["Each rung"]),
    (PLAYERS, "shares_title", {"changes": ["Tug"], "holds": True, "where": "two"}, ["Tug depends on skill"],
     {"changes": []}, ["persist as players get stronger (two)"]),
    (PLAYERS, "shares_title", {"changes": [], "holds": False, "where": "two"}, ["Not every verdict is decided"],
     {"holds": True}, ["persist"]),
    (MERITS, "heading", {}, ["What works well"], {}, ["works well"]),
    (MERITS, "balanced", {"column": "ship", "parts": PARTS},
     ["by ship", "Tug and Probe (two players)", "Clipper (three players)"], {"parts": []}, []),
    (MERITS, "decided", {"parts": SHARES, "unit": "points"}, ["by points", "40%", "30%", "(three players)"],
     {"parts": []}, []),
    (MERITS, "comebacks", {"parts": SHARES, "unit": "points"}, ["by points", "40%", "30%", "(three players)"],
     {"parts": []}, []),
    (MERITS, "lengths", {"parts": [{"low": "9", "high": "12", "where": "two players"}]},
     ["9 to 12 rounds (two players)"], {"parts": []}, []),
    (MERITS, "ended", {"parts": [{"high": 0.001, "where": "two"}, {"high": 0.008, "where": "three"}]},
     ["at most 0.8%", "two and three"], {"parts": []}, []),
    (MERITS, "still", {"column": "cards", "parts": PARTS}, ["No advantage by cards", "Clipper (three players)"],
     {"parts": []}, []),
    (MERITS, "chart_title", {"margin": "2 points"}, ["within 2 points"], {"margin": "3 points"}, ["within 3 points"]),
]  # fmt: skip


@pytest.mark.parametrize(("page", "macro", "facts", "phrases", "others", "other_phrases"), CASES)
def test_a_sentence_states_its_facts_and_no_others(page, macro, facts, phrases, others, other_phrases):
    with_facts, without = sentence(page, macro, **facts), sentence(page, macro, **facts | others)
    assert [phrase for phrase in phrases if phrase not in with_facts] == []
    assert [phrase for phrase in other_phrases if phrase not in without] == []
    if others:
        assert not all(phrase in without for phrase in phrases)
    if not other_phrases:
        assert without == ""


def test_every_sentence_of_every_template_is_tested():
    folder = Path(module.__file__).parent / "sentences"
    known = {
        (path.stem, name)
        for path in folder.glob("*.j2")
        for name in vars(module._TEMPLATES.get_template(path.name).module)
        if not name.startswith("_")
    }
    assert {each[:2] for each in CASES} == known


@pytest.mark.parametrize(("page", "macro"), sorted({each[:2] for each in CASES if each[2]}))
def test_missing_facts_raise_an_error(page, macro):
    """A sentence never has a gap where a fact is missing."""
    with pytest.raises(UndefinedError):
        sentence(page, macro)


def test_an_unknown_macro_or_fact_raises_an_error():
    with pytest.raises(TypeError, match="another"):
        sentence(MERITS, "chart_title", margin="2 points", another=1)
    with pytest.raises(AttributeError):
        sentence(MERITS, "no_such_macro")


def test_a_sentence_has_single_spaces_and_no_spaces_before_punctuation():
    texts = [sentence(page, macro, **facts) for page, macro, facts, *_ in CASES]
    assert [text for text in texts if "  " in text or " ." in text or " ," in text or " ;" in text] == []


@pytest.mark.parametrize(
    ("texts", "most", "text"),
    [
        ([], 3, ""),
        (["A"], 3, "A"),
        (["A", "B"], 3, "A and B"),
        (["A", "B", "C"], 3, "A, B and C"),
        (["A", "B", "C", "D", "E"], 3, "A, B, C and 2 more"),
        (["A", "B", "C"], 1, "A and 2 more"),
    ],
)
def test_names_lists_the_first_names_and_counts_the_others(texts, most, text):
    assert names(texts, most) == text


def test_percent_shows_tenths_only_below_one_percent():
    assert [percent(share) for share in (0.0, 0.004, 0.01, 0.256, 1.0)] == ["0%", "0.4%", "1%", "26%", "100%"]


def test_points_shows_the_size_of_a_difference():
    assert [points(each) for each in (0.06, -0.06, 0.01, 0.004)] == ["6 points", "6 points", "1 point", "0.4 points"]


def test_signed_shows_the_direction_of_a_difference():
    assert [signed(each) for each in (0.06, -0.06)] == ["+6", "-6"]
    assert [signed(each, 1) for each in (0.064, -0.06)] == ["+6.4", "-6.0"]


def test_capital_changes_only_the_first_letter():
    assert [capital(each) for each in ("seat 1", "aB", "")] == ["Seat 1", "AB", ""]
