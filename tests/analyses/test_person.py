"""A person at the table: a scripted person plays whole games, undoes, stops and continues, and sees nothing hidden."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import starbalance as sb
from starbalance.analyses.cli import app
from starbalance.analyses.cli.person import _Terminal
from starbalance.analyses.questions.hint import Adviser
from starbalance.analyses.questions.one_game import one_game
from starbalance.analyses.questions.seen import Seen, common
from starbalance.simulator.engine.records import copy_of
from starbalance.simulator.runs.experiment import experiment

CHASE = ["comet-chase", "--human", "0", "--seed", "1"]
WHOLE = ["1", "1", "2"] * 12  # more lines than a game of Comet Chase needs


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def typed(lines, options=CHASE, code=0):
    """Return what the terminal prints while a person types lines, the commands included."""
    result = CliRunner().invoke(app, ["play", *options], input="".join(f"{line}\n" for line in lines))
    assert result.exit_code == code, result.output
    return result.output


def command(*words, code=0):
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == code, result.output
    return result.output


def folder():
    (path,) = Path("runs").glob("*/run.toml")
    return path.parent


def choices():
    return json.loads((folder() / "choices" / "00000.json").read_text())


def test_a_person_plays_a_whole_game_that_becomes_a_run():
    text = typed(WHOLE)
    assert "You are Tug." in text and ("You win." in text or "You lose." in text)
    result = sb.load(folder())
    assert result.played == 1 and sorted(result.seats["strategy"]) == ["person", "sensible"]
    assert f"Round {result.games['rounds'][0]}: " in text
    assert command("play", folder()).splitlines()[-1] in text  # the replay ends as the game did
    assert command("rates", folder()).count("Players: person, sensible.") == 1
    assert f"starbalance play {folder()} --game 0" in command("find", folder(), "--where", "won=true")


def test_undo_and_another_choice_equal_the_choice_alone():
    typed(["1", "2", "undo", "1", "undo", "undo", *WHOLE])
    undone, outcome = choices(), sb.load(folder()).seats
    command("runs", folder(), "--remove", "--yes")
    typed(WHOLE)
    assert choices() == undone
    assert sb.load(folder()).seats.equals(outcome)


def test_a_stopped_game_continues_to_the_same_end():
    text = typed(["1", "1", "quit"])
    assert "starbalance play comet-chase --setup players2 --human 0 --against sensible --seed 1" in text
    assert choices() == [0, 0]
    text = typed(WHOLE[2:])  # the end of the input stops a game like `quit`
    assert text.startswith("You continue your unfinished game.") and "Turn order" not in text
    continued = sb.load(folder()).seats
    command("runs", folder(), "--remove", "--yes")
    typed(WHOLE)
    assert sb.load(folder()).seats.equals(continued)


def test_the_next_game_is_added_to_the_run():
    typed(WHOLE)
    first = sb.load(folder()).seats
    typed(WHOLE)
    result = sb.load(folder())
    assert result.is_complete and result.games["game"].to_list() == [0, 1]
    assert result.seats[:2].equals(first)
    assert command("play", folder(), "--game", 1).splitlines()[-1] != ""
    assert "numbered from 0, so there is no game 2" in command("play", folder(), "--game", 2, code=2)


def test_a_word_lists_the_actions_that_contain_it():
    text = typed(["1", "stop", "nothing", "99", "help", "save"])
    assert text.split("> stop\n")[1].split("> ")[0].splitlines()[0] == "Your actions with 'stop':"
    assert "rolls" not in text.split("> stop\n")[1].split("> ")[0]
    assert "No action contains 'nothing'." in text
    assert "There is no action 99: the numbers go from 1 to 2." in text
    assert "go back to your decision before" in text
    assert f"The game is kept in {folder()}." in text.split("> save\n")[1]


@pytest.mark.parametrize("word", ["-2.1", "com"])
def test_a_word_is_not_searched_in_the_clauses_of_the_actions(word):
    """The actions end with clauses such as (COM-2.1)."""
    assert f"No action contains '{word}'." in typed(["1", word])


@pytest.mark.parametrize("word", ["quit", "q", "exit", "EXIT"])
def test_common_words_stop_a_game(word):
    text = typed(["1", word, "stop"])
    assert "This command continues it:" in text and "with 'stop'" not in text


def test_an_action_does_not_tell_the_next_roll():
    text = typed(["1"])
    assert "    1  rolls (COM-2.1)\n" in text


def test_a_hint_names_the_action_and_its_value():
    text = typed(["1", "hint"])
    assert "`search:sensible@32` would take " in text and "% with it and " in text
    assert re.search(r" In up to \d+ simulated continuations of each action you win ", text)


@pytest.mark.parametrize(("values", "sentence"), [
    ({0: 0.5, 1: 0.25}, "In up to 8 simulated continuations of each action you win 50% with it and 25% with 2 (b)."),
    ({0: 0.5, 1: 0.5}, "you win 50% with it and 50% with 2 (b): no difference to the second was found."),
    ({0: 0.25, 1: 0.5}, "you win 25% with it and 50% with 2 (b), which may be luck."),
    ({0: 0.0, 1: 0.0, 2: 0.0}, "you never win, with it or with 2 other actions that it tried."),
])  # fmt: skip
def test_a_hint_says_what_its_values_show(values, sentence, monkeypatch):
    adviser = object.__new__(Adviser)
    adviser.name, adviser._search = "strong", SimpleNamespace(trials=[SimpleNamespace(worlds=8)])
    monkeypatch.setattr(adviser, "values", lambda step, decision: (0, values), raising=False)
    assert adviser.hint(None, 1, ["a", "b", "c"]).endswith(sentence)


@pytest.mark.parametrize(("setup", "share", "sentence"), [
    ("alliances4", 1.0, "You win."),
    ("independents4", 0.5, "Your share of the win is 50%."),
])  # fmt: skip
def test_a_share_is_the_share_of_the_side(setup, share, sentence):
    """A player that gets half of the win gets all of it together with the ally, and half of it without one."""
    one = one_game(experiment("4000-ad", {"setup": setup}))
    assert one.shares([{"option": 3, "worlds": 8, "value": 4.0}, {"option": 5, "worlds": 0, "value": 0.0}]) == {
        3: share
    }
    terminal = object.__new__(_Terminal)
    terminal.one, terminal.seat = one, 0
    assert terminal._result(SimpleNamespace(credit=[0.5, 0.5, 0.0, 0.0])) == sentence


def test_equal_actions_share_a_line(capsys):
    _Terminal._list(object.__new__(_Terminal), ["drafts Base", "passes", "drafts Base", "drafts Base"])
    assert capsys.readouterr().out.splitlines() == ["Your actions:", "    1  drafts Base (also 3, 4)", "    2  passes"]


def test_the_setup_is_shown_again():
    text = typed(["1", "setup"])
    assert text.count("Turn order: Probe (sensible), Tug (person).") == 2


def test_import_and_agree_take_the_games():
    typed(WHOLE)
    text = command("import", folder(), "--out", "plays")
    assert "1 game of 2 players, with 2 people and 2 factions." in text
    sb.run("comet-chase", games=50, seed=1, out="simulated")
    table = sb.agree(sb.load("simulated"), sb.load(folder()))
    assert table["level"].tolist() == ["Tug"] and table["plays"].tolist() == [1]
    used = sb.usage_differences(sb.load("simulated"), sb.load(folder())).set_index("column")
    rolls = sb.load(folder()).seats.filter(pl.col("strategy") == "person")["rolls"]
    assert used.loc["rolls", ["plays", "people"]].tolist() == [1, rolls.item()]
    text = command("agree", "simulated", folder())
    assert "The clearest is " in text and "family-wise 95%, margin 2 points." in text
    assert "\nrolls,,False,50," in command("agree", "simulated", folder(), "--usage", "--format", "csv")
    assert "Usage is not compared: the plays have no column of what players of Comet Chase do" in command(
        "agree", "simulated", "plays"
    )
    assert "no column of what" in command("agree", "simulated", "plays", "--usage", code=2)
    sb.run("kuhn-poker", games=20, seed=1, out="poker")
    assert "a run of kuhn-poker, and the person played comet-chase" in command("agree", "poker", folder(), code=2)


@pytest.mark.parametrize(("options", "sentence"), [
    (["comet-chase", "--human", "2"], "are numbered from 0 to 1, got 2"),
    (["comet-chase", "--human", "0", "--against", "sensible,sensible"], "--against takes 1 strategy"),
    (["comet-chase", "--human", "0", "--against", "sensibel"], "sensible"),
    (["comet-chase", "--human", "0", "--strategies", "sensible"], "--strategies does not work with --human"),
    (["comet-chase", "--against", "sensible"], "--against belongs to --human"),
])  # fmt: skip
def test_bad_options_get_a_sentence_and_leave_nothing(options, sentence):
    assert sentence in typed([], options, code=2)
    assert not Path("runs").exists()


@pytest.mark.parametrize(("texts", "shown"), [
    (["plans Mira, 2 turns away", "plans Vega, 5 turns away"], "plans ?, ? turns away"),
    (["draws A 1, B; 2 VP", "draws B, C 3; 2 VP"], "draws ? (2); 2 VP"),
    (["draws A; 2 VP", "draws B, C; 2 VP"], "draws ?; 2 VP"),
    (["draws A 1, B and C; 2 VP", "draws B, C 3 and D; 2 VP"], "draws ? (3); 2 VP"),
    (["draws A (1) and B (2).", "draws C (3) and A (1)."], "draws ? (2)."),
    (["draws A, B and C", "draws A, C and D"], "draws A, ? (2)"),
    (["draws A and B", "draws A, B and C"], "draws ?"),
    (["wins and draws A", "wins and draws B"], "wins and draws ?"),
    (["the same", "the same"], "the same"),
    (["Ishtar 3+2", "Ishtar 3+4"], "Ishtar 3+?"),
    (["Ishtar 2+4", "Ishtar 3+4"], "Ishtar ?+4"),
    (["rolls (sum 3)", "rolls (sum 5)"], "rolls (sum ?)"),
    (["rolls (red, 3): won", "rolls (red, 5): won"], "rolls (red, ?): won"),
    (["draws (3)", "draws (5)"], "draws (?)"),
    (["rolls 3 (lost) now", "rolls 4 (won 2) now"], "rolls ? now"),
    (["rolls (sum 3)", "rolls (sum 5) now"], "rolls (sum ?)"),
])  # fmt: skip
def test_words_that_differ_are_marked(texts, shown):
    assert common(texts) == shown


def steps_of(game, count, **options):
    one = one_game(experiment(game, options))
    for number, step in enumerate(one.steps):
        if number >= count or step.chosen < 0:
            return
        yield one, copy_of(step.state), step.options.copy(), step.chosen


def test_what_is_printed_does_not_depend_on_hidden_plans():
    """In 4000 A.D. the destinations of other fleets are hidden. Other destinations change nothing that a seat sees."""
    changed = 0
    for one, state, options, chosen in steps_of("4000-ad", 60, seed=1):
        seen, other = Seen(one, 0), copy_of(state)
        one.game.kernels.redeal(other, one.rules.record, 0, np.uint64(99))
        other.key[:], other.drawn[:] = state.key, state.drawn  # the future dice stay
        if state.actor == 0 or other.tobytes() == state.tobytes():
            continue
        assert seen.lines(one.narrator.table, other) == seen.lines(one.narrator.table, state)
        if "secretly plans" in one.narrator.decision(state, options, chosen):
            texts = {seen.event(state, options, place) for place in (chosen, (chosen + 1) % len(options))}
            assert all("secretly plans to reach ?" in text for text in texts) and len(texts) == 1
            changed += 1
        if changed == 2:
            return
    pytest.fail("no secret plan was made")


def test_a_game_with_payoffs_ends_with_the_payoff():
    text = typed(["1", "1"], ["kuhn-poker", "--human", "0", "--seed", "3"])
    assert "Your payoff is -1." in text


def test_python_functions_take_the_games_of_a_person():
    typed(WHOLE)
    lines = command("play", folder()).splitlines()
    assert list(sb.play(folder())) == lines
    game = sb.replay(folder())
    assert game.ending == lines[-1] and game.command == f"starbalance play {folder()} --game 0"
    with pytest.raises(sb.BadInput, match="which has its options: leave out seed"):
        next(sb.play(folder(), seed=1))
    assert "leave out decision" in command("play", folder(), "--decision", 1, code=2)


@pytest.mark.parametrize("content", ["[0, 1", "{}", "[0, -1]", "[0.5]", "[true]", "[" * 100_000])
def test_a_damaged_file_of_choices_gets_a_sentence(content):
    typed(["1", "quit"])
    path = folder() / "choices" / "00000.json"
    path.write_text(content)
    assert f"{path} is damaged: it must be a list of whole numbers from 0" in typed([], code=2)


def test_choices_that_are_no_actions_get_a_sentence():
    """This holds for a game that is continued and for one that is shown."""
    typed(["1", "quit"])
    path = folder() / "choices" / "00000.json"
    path.write_text("[7]")
    assert f"{path} does not fit the rules and strategies of today." in typed([], code=2)
    path.write_text("[0]")
    typed(WHOLE[1:])
    path.write_text("[0]")
    assert f"{path} does not fit" in command("play", folder(), code=2)
