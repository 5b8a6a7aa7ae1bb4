"""Tic-tac-toe with cards: the known numbers of random play, and an enumeration of all deals and games."""

from collections import Counter
from functools import cache

import pytest

from starbalance.analyses.report import check_game as checks
from starbalance.simulator.games import card_tic_tac_toe
from starbalance.simulator.runs.run import run

NAME = card_tic_tac_toe.GAME.name
LONGEST = 170  # lines
GAMES = 20_000
ERRORS = 4  # largest distance from the exact value, in standard errors
ROWS = ["012", "345", "678", "036", "147", "258", "048", "246"]
EMPTY, NONE, ALL = "." * 9, (0, 0, 0), (3, 3, 3)  # the board, and cards by column
VALUES = {"X": {0: 1, 1: 3, 2: 100}, "O": {2: 20}}  # of the stones in a line, of the acting player X and of the other


def at_random(board, spaces):
    """Return the spaces that a player chooses from with equal chances."""
    return spaces


def carefully(board, spaces):
    """Return the best spaces for X, as `sensible` values them."""

    def value(space):
        total = 0
        for row in ROWS:
            stones = Counter(board[int(each)] for each in row)
            if str(space) in row and not (stones["X"] and stones["O"]):
                total += VALUES["O"].get(stones["O"], 0) if stones["O"] else VALUES["X"][stones["X"]]
        return total

    best = max(map(value, spaces))
    return [space for space in spaces if value(space) == best]


def drawn(hand, deck):
    """Yield each hand and deck after a draw, with its probability. Both are the numbers of cards of the columns."""
    total = sum(deck)
    if not total:
        yield hand, deck, 1.0
    for column in range(3):
        if deck[column]:
            yield moved(hand, column, 1), moved(deck, column, -1), deck[column] / total


def moved(cards, column, step):
    return tuple(count + step * (place == column) for place, count in enumerate(cards))


def won(board):
    return any(all(board[int(space)] == "X" for space in row) for row in ROWS)


def exact(policy, size):
    """Return the probabilities that the first and the second player win with `size` cards in each hand."""

    @cache
    def play(board, own, other, deck):
        """Return the probabilities that X, who acts, and O win."""
        spaces = [space for space in range(9) if board[space] == "." and own[space % 3]]
        chosen, wins, losses = policy(board, spaces) if spaces else [], 0.0, 0.0
        for space in chosen:
            after = board[:space] + "X" + board[space + 1 :]
            if won(after):
                wins += 1 / len(chosen)
                continue
            turned = after.translate(str.maketrans("XO", "OX"))
            for hand, rest, chance in drawn(moved(own, space % 3, -1), deck):
                further_losses, further_wins = play(turned, other, hand, rest)
                wins += chance * further_wins / len(chosen)
                losses += chance * further_losses / len(chosen)
        return wins, losses

    def deal(one, two, deck):
        """Return the probabilities after the rest of the deal, whose cards go to the first player first."""
        if sum(two) == size:
            return play(EMPTY, one, two, deck)
        to_first = sum(one) < size
        sums = [0.0, 0.0]
        for hand, rest, chance in drawn(one if to_first else two, deck):
            parts = deal(hand, two, rest) if to_first else deal(one, hand, rest)
            sums = [each + chance * part for each, part in zip(sums, parts, strict=True)]
        return sums

    return deal(NONE, NONE, ALL)


def test_the_enumeration_has_the_known_numbers_of_random_tic_tac_toe():
    assert exact(at_random, 1) == pytest.approx([737 / 1260, 363 / 1260])


@pytest.mark.parametrize(("strategy", "policy", "size"), [("uniform", at_random, 1), ("sensible", carefully, 2)])
def test_both_players_win_as_often_as_enumerated(strategy, policy, size):
    seats = run(NAME, games=GAMES, seed=1, strategies=strategy, set={"switches.hand": size}).seats
    for seat, chance in enumerate(exact(policy, size), 1):
        share = seats.filter(seats["seat"] == seat)["result"].mean()
        assert abs(share - chance) <= ERRORS * (chance * (1 - chance) / GAMES) ** 0.5


def test_the_game_has_no_fault_and_is_short(monkeypatch):
    monkeypatch.setattr(checks, "FULL", {"games": 4, "seconds": 1.0})
    assert set(checks.check_game(NAME)["verdict"]) == {"passed"}
    card_tic_tac_toe.test_three_stones_in_a_line_win()
    assert len((card_tic_tac_toe.GAME.folder / "__init__.py").read_text(encoding="utf-8").splitlines()) <= LONGEST
