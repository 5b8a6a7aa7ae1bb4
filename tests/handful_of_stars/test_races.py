"""The races and their Race Ability cards (HOS-19)."""

import pytest

from starbalance.simulator.games.handful_of_stars.rules import FIRST_ABILITY, FIRST_TECHNOLOGY
from starbalance.simulator.games.handful_of_stars.state import Zone
from tests.handful_of_stars.table import Table, bare_table

A = {
    "Aggroloids": ["Dreadnoughts", "Missiles", "Star Bomb"],
    "Bilderoids": ["Armaments", "Production Line", "Mobile Factories"],
    "Culturemoogs": ["Festival of Culture", "Culture", "Culture"],
    "Exploremords": ["Scouts", "Temporary Wormhole", "Fast Ships"],
    "Peacenims": ["Diplomacy", "Space Mines", "Space Mines"],
    "Storbots": ["Warehouse", "Out of Storage", "Recycling Plant"],
    "Technoids": ["Blue-Sky Research", "Top-Secret Research", "Research Laboratories"],
}
B = {
    "Aggroloids": ["Super Dreadnoughts", "Dreadnoughts", "Star Bomb"],
    "Bilderoids": ["Armaments", "Production Line", "Recycling Plant"],
    "Culturemoogs": ["Festival of Culture", "Culture", "Development"],
    "Exploremords": ["Scouts", "Temporary Wormhole", "Stealth Technology"],
    "Peacenims": ["Diplomacy", "Space Mines", "Retreat"],
    "Storbots": ["Warehouse", "Out of Storage", "Artificial Intelligence"],
    "Technoids": ["Blue-Sky Research", "Top-Secret Research", "Hyper-Search Engine"],
}


def abilities(at, seat):
    """Return the names of a player's Race Ability cards in all places."""
    return sorted(at.card_name(card) for zone in Zone for card in cards_in(at, seat, zone) if is_ability(card))


def cards_in(at, seat, zone):
    """Return the ids of the cards in a pile."""
    pile = at.player(seat).piles[zone]
    return pile.card[: pile.count].tolist()


def is_ability(card):
    return FIRST_ABILITY <= card < FIRST_TECHNOLOGY


def drafted(race, setup="players2", **switches):
    """Return a game at its first turn in which seat 0 has picked this race."""
    at = Table(setup, at_setup=True, race_mode="draft", **switches)
    while at.prompt[1] != "turn":
        wanted = f"pick race {race}"
        mine = at.prompt == (0, "race")
        options = [words for words in at.options if words != wanted]
        at.choose(wanted if mine else options[0])
    return at.turn(0)


@pytest.mark.parametrize(("table", "race", "cards"), [
    *[("a", race, cards) for race, cards in A.items()], *[("b", race, cards) for race, cards in B.items()],
])  # fmt: skip
def test_a_race_begins_with_its_three_cards_in_the_deck(table, race, cards):
    """Both tables give the race its three cards; a deck has 19 cards with two players.

    HOS-19.1, HOS-19.4, HOS-19.5, HOS-19.6, HOS-19.7, HOS-19.8, HOS-19.9, HOS-19.10.
    """
    at = drafted(race, race_table=table)
    assert at.races[at.player(0).race] == race
    assert abilities(at, 0) == sorted(cards)
    assert len(at.pile(0, "draw")) + len(at.hand(0)) == 19


@pytest.mark.parametrize(("setup", "players"), [("players2", 2), ("players3", 3), ("players4", 4)])
def test_dealt_races_differ_and_bring_their_cards(setup, players):
    """HOS-19.1, HOS-1.1, HOS-2.10"""
    at = Table(setup)
    races = [at.races[at.player(seat).race] for seat in range(players)]
    assert len(set(races)) == players
    assert [abilities(at, seat) for seat in range(players)] == [sorted(A[race]) for race in races]


def test_races_are_picked_in_turn_order_and_never_twice():
    """HOS-19.1, HOS-2.10: race_mode draft."""
    at = Table("players3", at_setup=True, race_mode="draft")
    first = int(at.state.first)
    picked = []
    for place in range(3):
        assert at.prompt == ((first + place) % 3, "race")
        assert at.options == [f"pick race {race}" for race in at.races if race not in picked]
        picked.append(at.races[6 - place])
        at.choose(f"pick race {picked[-1]}")
    assert [at.races[at.player((first + place) % 3).race] for place in range(3)] == picked
    assert at.prompt == (0, "home")


def test_without_races_no_player_has_a_race_ability_card():
    """HOS-19.1, HOS-2.10: race_mode none: three cards fewer, 16 with two players."""
    at = Table(race_mode="none")
    for seat in range(2):
        assert at.player(seat).race == -1
        assert abilities(at, seat) == []
        assert len(at.pile(seat, "draw")) + len(at.hand(seat)) == 16


def test_a_race_ability_card_is_discarded_reserved_and_removed_like_any_card():
    """HOS-19.1, HOS-13.3"""
    at = drafted("Storbots").deal(0, hand=A["Storbots"], draw=["Academy"], discard=[], one=[], two=[])
    assert all(is_ability(card) for card in cards_in(at, 0, Zone.HAND))
    at.choose("act discard", "discard Warehouse", "done")
    assert at.pile(0, "discard") == ["Warehouse"]
    at.choose("act reserve", "reserve Out of Storage to reserve one", "done")
    assert at.pile(0, "one") == ["Out of Storage"]
    at.turn(0).choose("act remove", "remove Recycling Plant")
    assert at.boxed("Recycling Plant") == 1


def test_race_ability_cards_do_not_count_among_the_copies_of_the_deck():
    """HOS-19.2: With any races the Technology deck has its two Dreadnoughts, four Culture and two Space Mines."""
    at = Table()
    names = [at.card_name(card) for card in range(FIRST_TECHNOLOGY, FIRST_TECHNOLOGY + at.rules.technology_cards)]
    assert [names.count(name) for name in ("Dreadnoughts", "Culture", "Space Mines")] == [2, 4, 2]


@pytest.mark.parametrize(("race", "name"), [
    (race, name) for race, cards in A.items() for name in dict.fromkeys(cards)
])  # fmt: skip
def test_cards_of_one_name_are_alike(race, name):
    """HOS-19.2: Symbols, cost and effect of a copy are set by its name."""
    at = bare_table()
    copies = at.copies(name)
    assert {int(at.rules.card_name[card]) for card in copies} == {at.technologies.index(name)}
    assert len({tuple(at.rules.symbols[card].tolist()) for card in copies}) == 1
    assert any(is_ability(card) for card in copies)


def test_a_race_ability_and_a_technology_card_of_one_name_work_together():
    """HOS-19.2, HOS-17.9: The Aggroloids' Dreadnoughts and the deck's Dreadnoughts add 2 each."""
    at = drafted("Aggroloids").clear_map().place(0, "Pellas", fleets=1).place(1, "Orrin", marker="outpost")
    at.lay(Pellas=0, Orrin=1).deal(0, hand=["Star Drive"], one=["Dreadnoughts"], two=["Dreadnoughts"])
    one, two = cards_in(at, 0, Zone.RESERVE_ONE)[0], cards_in(at, 0, Zone.RESERVE_TWO)[0]
    assert [is_ability(one), is_ability(two)] == [True, False]
    at.choose("act move", "from Pellas", "move 1 fleet to Orrin", "done", "spend Star Drive for energy")
    assert at.margin == 3 + 2 + 2


def test_two_cultures_of_different_decks_score_alike():
    """HOS-19.2, HOS-17.6: 2 VP each."""
    at = drafted("Culturemoogs").deal(0, hand=[], one=["Culture", "Culture"], two=["Culture"])
    kinds = [is_ability(card) for zone in (Zone.RESERVE_ONE, Zone.RESERVE_TWO) for card in cards_in(at, 0, zone)]
    assert kinds == [True, True, False]
    assert at.player(0).vp_culture == 6
