"""What a redeal resamples for a seat, and what the seat knows and keeps, position by position."""

import numpy as np

from starbalance.simulator.games.handful_of_stars.state import NONE, Zone
from tests.contract.worlds import redealt
from tests.handful_of_stars.table import Table
from tests.handful_of_stars.walk import GAME

A = np.uint64(12345678901)


def test_a_scouted_alien_is_known_only_to_the_scout():
    """HOS-17.24: A seat that has seen it keeps it in every redeal; for other seats it changes in some redeals."""
    at = Table("players2", 3)
    space = int(np.flatnonzero(at.state.alien != NONE)[0])
    at.state.alien_seen[space] = 1 << 0
    kinds = [
        {int(redealt(GAME, at.state, at.rules, seat, np.uint64(n)).alien[space]) for n in range(60)} for seat in (0, 1)
    ]
    assert kinds[0] == {int(at.state.alien[space])}
    assert len(kinds[1]) > 1


def test_cards_put_under_the_deck_are_known_to_the_player_who_put_them_there():
    """After Blue-Sky Research the two cards not kept stay under the deck for the player who saw them.

    For other players they, and the card kept, are like any other unseen card.

    HOS-17.5.
    """
    at = Table("players2", 3)
    at.deal(0, hand=["Blue-Sky Research"]).choose("play Blue-Sky Research")
    at.choose(at.options[0])
    under = at.state.technologies[:2].tolist()
    worlds = [[redealt(GAME, at.state, at.rules, seat, np.uint64(n)) for n in range(60)] for seat in (0, 1)]
    assert {tuple(world.technologies[:2]) for world in worlds[0]} == {tuple(under)}
    assert len({tuple(world.technologies[:2]) for world in worlds[1]}) > 10
    hands = [{int(w.players[0].piles[Zone.HAND].card[0]) for w in samples} for samples in worlds]
    assert len(hands[0]) == 1 < len(hands[1])


def test_a_choice_made_at_the_same_time_is_hidden_until_it_is_revealed():
    """HOS-2.11, HOS-2.12: The second player does not know the home world or colony that the first player has chosen."""
    at = Table("players2", 3, at_setup=True)
    for choice in ("home", "colony"):
        at.choose(at.options[0])
        known = redealt(GAME, at.state, at.rules, 0, A).players[0][choice]
        worlds = {int(redealt(GAME, at.state, at.rules, 1, np.uint64(n)).players[0][choice]) for n in range(100)}
        assert known == at.player(0)[choice]
        assert len(worlds) == (5 if choice == "home" else 4)
        at.choose(at.options[0])
        assert redealt(GAME, at.state, at.rules, 1, A).players[0][choice] == at.player(0)[choice]


def test_cards_looked_at_are_hidden_from_the_opponents():
    """HOS-17.5: While a player chooses one, his opponents know neither these cards nor the order of the deck."""
    at = Table("players2", 3)
    at.deal(0, hand=["Blue-Sky Research"]).choose("play Blue-Sky Research")
    assert at.prompt == (0, "keeping")
    number = int(at.state.looked_at)
    looked = [
        {tuple(redealt(GAME, at.state, at.rules, seat, np.uint64(n)).looked[:number].tolist()) for n in range(60)}
        for seat in (0, 1)
    ]
    assert looked[0] == {tuple(at.state.looked[:number].tolist())}
    assert len(looked[1]) > 30
