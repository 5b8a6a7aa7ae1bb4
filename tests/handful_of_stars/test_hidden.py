"""No information leak: resampling the hidden part of a state changes neither what a seat sees nor any score."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.limits import MAX_WEIGHTS
from starbalance.simulator.games.handful_of_stars.rules import ALIEN_KINDS, FIRST_TECHNOLOGY
from starbalance.simulator.games.handful_of_stars.state import NONE, SCRATCH, Decision, Zone
from tests.contract.worlds import redealt, sees_the_same
from tests.handful_of_stars.table import Table
from tests.handful_of_stars.walk import GAME, started, walk

SETUPS = [each.name for each in GAME.setups]
A, B = np.uint64(12345678901), np.uint64(99)
UNKNOWN = 999
RATE = 1e-4  # probability of a false alarm in each chi-square test; the draws are fixed, so results never change
DRAWS = 3000


def load(setup, **switches):
    return tables.load(GAME, setup, set={f"switches.{name}": value for name, value in switches.items()}).record


def states(setup, every=37, games=3, steps=600, **switches):
    """Yield (rules, state) for decisions of random games, including decisions of the setup and of Blue-Sky Research."""
    rules = load(setup, cost_shift=-2, **switches)
    for seed in range(games):
        yield rules, started(rules, seed)
        for k, (before, _, _, _) in enumerate(walk(rules, seed, steps)):
            if k % every == 0 or before.decision in (Decision.HOME, Decision.COLONY, Decision.KEEPING):
                yield rules, before


def is_known(state, seat, card):
    """Return whether the seat knows a card: a System, Starting or Race Ability card, or a Technology card that it has
    seen."""
    return card < FIRST_TECHNOLOGY or bool((state.seen_card[card] >> seat) & 1)


def as_known(state, seat, cards):
    """Return the cards, with every card unknown to the seat replaced by one value."""
    return [int(card) if is_known(state, seat, card) else UNKNOWN for card in cards]


def blank_pile(pile, cards):
    """Replace the cards of a pile by these cards."""
    pile.card[:] = 0
    pile.card[: len(cards)] = cards


def view(state, rules, seat):
    """Return a copy of the state in which everything hidden from the seat is replaced by fixed values."""
    seen = state.copy()
    for name in (*SCRATCH, "key", "drawn"):
        seen[name] = 0
    seen.notes[np.arange(len(seen.notes)) != seat] = 0
    _blur_aliens(seen, seat)
    _blur_technologies(seen, state, seat)
    for other in range(rules.seats):
        _blur_player(seen.players[other], state, seat, other)
    if state.decision != Decision.KEEPING or state.actor != seat:
        seen.looked[:] = 0
    return seen


def _blur_aliens(seen, seat):
    unseen = (seen.alien != NONE) & ((seen.alien_seen >> seat) & 1 == 0)
    pool = seen.aliens_left + np.bincount(seen.alien[unseen], minlength=ALIEN_KINDS)
    seen.alien[unseen] = UNKNOWN
    seen.aliens_left[:] = pool


def _blur_technologies(seen, state, seat):
    deck = as_known(state, seat, state.technologies[: state.technologies_left])
    seen.technologies[:] = 0
    seen.technologies[: len(deck)] = deck
    seen.seen_card[[card for card in range(len(seen.seen_card)) if not is_known(state, seat, card)]] = 0


def _blur_player(player, state, seat, other):
    """Hide the order of the seat's draw deck; for another player, hide which cards are in hand and what only he has
    seen."""
    hand, deck = (player.piles[zone].card[: player.piles[zone].count].tolist() for zone in (Zone.HAND, Zone.DRAW_DECK))
    if other == seat:
        blank_pile(player.piles[Zone.HAND], hand)
        blank_pile(player.piles[Zone.DRAW_DECK], sorted(deck))
        return
    blank_pile(player.piles[Zone.HAND], [])
    blank_pile(player.piles[Zone.DRAW_DECK], sorted(as_known(state, seat, hand + deck)))
    player.dealt[:] = player.drafted = 0
    for choice in (
        ("home", "colony")
        if state.decision == Decision.HOME
        else ("colony",)
        if state.decision == Decision.COLONY
        else ()
    ):
        player[choice] = UNKNOWN if player[choice] != NONE else NONE


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("race_mode", ["random", "draft"])
def test_redeal_changes_nothing_that_a_seat_sees(setup, race_mode):
    """A redeal keeps everything that the seat knows.

    The seat knows map, pieces, Reserves, counters, displays, pool, discard piles, sizes and points. It also knows
    scouted aliens, its hand, the cards of its deck without their order, and the Technology cards that it has seen or
    put under the deck.

    HOS-2.2, HOS-2.8, HOS-2.10, HOS-11.7; A23, A61.
    """
    for rules, state in states(setup, race_mode=race_mode):
        for seat in range(rules.seats):
            other = redealt(GAME, state, rules, seat, A)
            assert view(other, rules, seat).tobytes() == view(state, rules, seat).tobytes()


def test_every_hidden_field_changes_over_a_sample():
    """HOS-2.9, HOS-2.11, HOS-2.12, HOS-2.19, HOS-2.21, HOS-17.5: Every hidden field is resampled."""
    changed = set()
    for rules, state in states("players3"):
        seat = (state.actor + 1) % 3
        other = redealt(GAME, state, rules, seat, A)
        names = ("key", "drawn", "alien", "aliens_left", "technologies", "seen_card", "looked")
        changed |= {name for name in names if (np.asarray(state[name]) != np.asarray(other[name])).any()}
        for player_seat in range(3):
            one, two = state.players[player_seat], other.players[player_seat]
            whose = "own" if player_seat == seat else "other's"
            changed |= {f"{whose} {name}" for name in ("home", "colony", "drafted") if one[name] != two[name]}
            changed |= {f"{whose} dealt"} if (one.dealt != two.dealt).any() else set()
            changed |= {
                f"{whose} {zone.name.lower()}"
                for zone in Zone
                if (
                    one.piles[zone].card[: one.piles[zone].count] != two.piles[zone].card[: two.piles[zone].count]
                ).any()
            }
    hidden = {"home", "colony", "hand", "draw_deck", "dealt", "drafted"}
    common = {"key", "drawn", "alien", "aliens_left", "technologies", "seen_card", "looked", "own draw_deck"}
    assert changed == common | {f"other's {name}" for name in hidden}


def worlds_of(at, seat, number=DRAWS):
    return [redealt(GAME, at.state, at.rules, seat, np.uint64(7919 * n + 1)) for n in range(number)]


def assert_spread(counts, expected):
    """Check that counts follow probabilities: a chi-square test at RATE, with every outcome possible."""
    assert set(counts) <= set(expected)
    outcomes = sorted(expected)
    seen = np.array([counts[outcome] for outcome in outcomes], float)
    chances = np.array([expected[outcome] for outcome in outcomes], float)
    assert chisquare(seen, chances / chances.sum() * seen.sum()).pvalue > RATE


def test_unseen_aliens_follow_the_distribution_of_the_remaining_counters():
    """Two unseen systems hold two counters drawn without replacement from all counters that the seat has not seen.

    HOS-2.19.
    """
    at = Table("players2", 3)
    places = np.flatnonzero(at.state.alien != NONE)
    at.state.alien_seen[places[2:5]] = 1 << 1
    pool = at.rules.alien_copies.copy()
    for space in places[2:5]:
        pool[at.state.alien[space]] -= 1
    kinds = range(at.rules.alien_kinds)
    expected = {(a, b): pool[a] * (pool[b] - (a == b)) for a in kinds for b in kinds}
    counts = Counter((int(w.alien[places[0]]), int(w.alien[places[1]])) for w in worlds_of(at, 1))
    assert_spread(counts, {pair: chance for pair, chance in expected.items() if chance > 0})


def test_the_hand_of_another_player_is_drawn_from_hand_and_draw_deck():
    """HOS-2.21: Any two cards of that player are equally likely to be the first two of the hand."""
    at = Table("players2", 3, dealt_technologies=0)
    at.deal(0, hand=["Star Drive", "Shipyard", "Settlers"], draw=["Academy", "Berylith"])
    cards = [card for zone in (Zone.HAND, Zone.DRAW_DECK) for card in at._ids(0, zone)]
    counts = Counter(tuple(w.players[0].piles[Zone.HAND].card[:2].tolist()) for w in worlds_of(at, 1))
    assert_spread(counts, dict.fromkeys(permutations(cards, 2), 1))


def test_every_order_of_the_seats_draw_deck_is_equally_likely():
    """HOS-2.21: The seat does not know the order of its draw deck."""
    at = Table("players2", 3)
    at.deal(0, hand=["Star Drive"], draw=["Shipyard", "Settlers", "Academy", "Berylith"])
    counts = Counter(tuple(w.players[0].piles[Zone.DRAW_DECK].card[:4].tolist()) for w in worlds_of(at, 0))
    assert_spread(counts, dict.fromkeys(permutations(at._ids(0, Zone.DRAW_DECK)), 1))


def test_unseen_technology_cards_are_spread_over_deck_and_hands():
    """The top of the Technology deck and a card dealt to another player are drawn from all unseen cards.

    Wormhole Technology always lies in the deck.

    HOS-2.9, HOS-10.6, HOS-17.34.
    """
    at = Table("players2", 3)
    deck = range(FIRST_TECHNOLOGY, FIRST_TECHNOLOGY + at.rules.technology_cards)
    unseen = [card for card in deck if not is_known(at.state, 1, card)]
    wormhole = at.copies("Wormhole Technology")[0]
    left = int(at.state.technologies_left)
    assert (wormhole in unseen, len(unseen)) == (True, left + 2)
    worlds = worlds_of(at, 1)
    chances = dict.fromkeys([card for card in unseen if card != wormhole], 1.0)
    tops = Counter(int(world.technologies[left - 1]) for world in worlds)
    assert_spread(tops, chances | {wormhole: len(chances) / (left - 1)})
    assert_spread(Counter(_dealt(world, 0)[0] for world in worlds), chances)


def _dealt(world, seat):
    """Return the Technology cards of a player at the start."""
    piles = world.players[seat].piles
    cards = [card for zone in (Zone.HAND, Zone.DRAW_DECK) for card in piles[zone].card[: piles[zone].count].tolist()]
    return [card for card in cards if card >= FIRST_TECHNOLOGY]


def _reads_hands(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = 0.0
        for seat in range(rules.seats):
            if seat != state.actor:
                for k in range(state.players[seat].piles[1].count):
                    scores[i] += state.players[seat].piles[1].card[k]


def _reads_aliens(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = 0.0
        for space in range(rules.spaces):
            scores[i] += (space + 1.0) * state.alien[space]


def _reads_top_of_deck(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = float(state.technologies[state.technologies_left - 1])


def _reads_drawn_cards(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        pile = state.players[(state.actor + 1) % rules.seats].piles[0]
        scores[i] = float(pile.card[pile.count])


def _reads_dealt_names(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = float(state.players[(state.actor + 1) % rules.seats].dealt[0])


CHEATS = [_reads_hands, _reads_aliens, _reads_top_of_deck, _reads_drawn_cards, _reads_dealt_names]


@pytest.mark.parametrize("cheat", CHEATS)
def test_planted_cheats_are_caught(cheat):
    """Planted strategies read a hand, an unseen alien, a deck, the cards left behind a pile, records and the random
    stream.

    HOS-2.9, HOS-2.19, HOS-2.21.
    """
    caught = [
        not sees_the_same(GAME, cheat, np.zeros(MAX_WEIGHTS), state, rules)
        for rules, state in states("players2", 97, 1)
    ]
    assert any(caught)
