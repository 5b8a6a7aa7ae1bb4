"""No peeking: another world that a seat cannot tell from this one changes neither what it sees nor any score."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.limits import MAX_WEIGHTS, SEATS
from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from starbalance.simulator.games.interstellar_ambitions.state import After, Phase
from starbalance.simulator.games.interstellar_ambitions.word import Row
from tests.contract.worlds import redealt, sees_the_same
from tests.interstellar_ambitions.battle import arrayed
from tests.interstellar_ambitions.table import Table, bare_table
from tests.interstellar_ambitions.walk import GAME, started, walk

SETUPS = [each.name for each in GAME.setups]
A, B = np.uint64(12345678901), np.uint64(99)
UNKNOWN = 999
RATE = 1e-4  # of a false alarm in each of the tests of spread; the draws are fixed, so they pass or fail for good
DRAWS = 800
SECRET = (Phase.KEEPING, Phase.BUYING, Phase.DROPPING, Phase.ORDER)  # decisions at which most is hidden
RUSH = {  # battles and thefts from the start
    "switches.peace_rounds": 0,
    "switches.hand_limit": 3,
    "fleet.BASIC.invade": True,
    "shadow_cards.Double Agents.copies": 9,
}
LEFT = {"technology": "technologies", "merc": "mercs", "emergency": "emergencies", "event": "events"}


def load(setup, **switches):
    changes = {f"switches.{name}": value for name, value in switches.items()}
    return tables.load(GAME, setup, set=RUSH | changes).record


def states(setup, every=23, games=2, steps=160, **switches):
    """(rules, state) of decisions of random games, most of those at which much is hidden among them."""
    rules = load(setup, **switches)
    for seed in range(games):
        yield rules, started(rules, seed)
        for k, (before, _, _, _) in enumerate(walk(rules, seed, steps)):
            if k % every == 0 or (before.phase in SECRET and k % 3 == 0):
                yield rules, before


def looks_in_secret(state, seat):
    """Whether another player has shadow cards before him."""
    return state.active != seat and state.row == Row.SHADOW and state.looked_at > 0


def view(state, rules, seat):
    """A copy of the state with all that the seat cannot see made equal, whatever it is."""
    seen = state.copy()
    seen.key[:] = 0
    seen.drawn[:] = 0
    seen.notes[np.arange(SEATS) != seat] = 0
    _blur_shadow_cards(seen, state, rules, seat)
    for name, left in LEFT.items():
        pile = seen[f"{name}_deck"]
        pile[: state[f"{left}_left"]] = sorted(pile[: state[f"{left}_left"]])
    for resource in range(4):
        if rules.planet_stacks == 0 or state.recycled[resource]:
            seen.stack[resource, : state.stacked[resource]] = sorted(seen.stack[resource, : state.stacked[resource]])
    if state.phase == Phase.ORDER:
        _blur_orders(seen, state, seat)
    return seen


def _blur_shadow_cards(seen, state, rules, seat):
    """All that the seat cannot place in one sorted heap; of a hand what it knows."""
    unseen = state.shadow_deck[: state.shadow_left].tolist()
    for other in range(rules.seats):
        player = seen.players[other]
        if other == seat:
            continue
        hidden = player.hand - player.shown[seat]
        unseen += [kind for kind, number in enumerate(hidden) for _ in range(number)]
        player.hand[:] = player.shown[seat]
        player.shown[[watcher for watcher in range(SEATS) if watcher != seat]] = 0
        if state.phase == Phase.KEEPING:
            there = np.flatnonzero(state.dealt[other, : rules.start_cards_dealt] != NONE)
            unseen += state.dealt[other, there].tolist()
            seen.dealt[other, there] = UNKNOWN
    if looks_in_secret(state, seat):
        unseen += state.looked[: state.looked_at].tolist()
        seen.looked[: state.looked_at] = UNKNOWN
        seen.wanted = UNKNOWN if state.after == After.BOUGHT else state.wanted
    seen.looked[state.looked_at :] = 0
    seen.shadow_deck[:] = 0
    seen.shadow_deck[: len(unseen)] = sorted(unseen)


def _blur_orders(seen, state, seat):
    """The undamaged ships in another's order, all of them where no participant is damaged."""
    battle = state.battle
    for side, owner in enumerate((battle.attacker, battle.defender)):
        for k in range(battle.placed[side]) if owner != seat else ():
            if not battle.face_up or not state.players[owner].damage[battle.order[side, k]]:
                seen.battle.order[side, k] = UNKNOWN


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("stacks", ["shuffled", "ascending_vp"])
def test_redeal_changes_nothing_that_a_seat_sees(setup, stacks):
    """IAM-3.4, IAM-7.13, IAM-8.5, IAM-10.6, A03, A64: resources, planets, technologies, fleets, tokens, medals,
    claims, what lies
    face up, discards, sizes; the own hand, cards known in other hands, the composition of decks, damaged ships in an
    order."""
    for rules, state in states(setup, planet_stacks=stacks):
        for seat in range(rules.seats):
            other = redealt(GAME, state, rules, seat, A)
            assert view(other, rules, seat).tobytes() == view(state, rules, seat).tobytes()


def test_every_hidden_field_changes_over_a_sample():
    """IAM-1.6, IAM-1.8, IAM-1.11, IAM-1.12, IAM-1.13, IAM-8.5, IAM-12.2, IAM-19.2, IAM-21.7: all that is hidden is
    dealt anew."""
    decks = {f"{name}_deck" for name in (*LEFT, "shadow")}
    names = {"key", "drawn", "stack", "dealt", "looked", "wanted", *decks}
    hidden, changed = names | {"order", "other's hand", "other's shown"}, set()
    for rules, state in states("players3", every=7, games=20):
        seat = (state.actor + 1) % 3
        other = redealt(GAME, state, rules, seat, A)
        changed |= {name for name in names if (np.asarray(state[name]) != np.asarray(other[name])).any()}
        changed |= {"order"} if (state.battle.order != other.battle.order).any() else set()
        for who in range(3):
            whose = "own" if who == seat else "other's"
            one, two = state.players[who], other.players[who]
            changed |= {f"{whose} {name}" for name in ("hand", "shown") if (one[name] != two[name]).any()}
        if changed == hidden:
            break
    assert changed == hidden


def worlds_of(at, seat, number=DRAWS):
    return [redealt(GAME, at.state, at.rules, seat, np.uint64(7919 * n + 1)) for n in range(number)]


def assert_spread(found, expected):
    """Whether counts follow probabilities: a chi-square test at RATE, every outcome possible."""
    assert set(found) <= set(expected)
    outcomes = sorted(expected)
    seen = np.array([found[each] for each in outcomes], float)
    chances = np.array([expected[each] for each in outcomes], float)
    assert chisquare(seen, chances / chances.sum() * seen.sum()).pvalue > RATE


def unseen_by(at, seat):
    """How many shadow cards of each kind a seat cannot place."""
    state, rules = at.state, at.rules
    heap = np.bincount(state.shadow_deck[: state.shadow_left], minlength=len(rules.shadow_copies))
    for other in range(rules.seats):
        if other != seat:
            heap = heap + state.players[other].hand - state.players[other].shown[seat]
    return heap


def test_unseen_shadow_cards_are_spread_over_deck_and_hands():
    """IAM-8.5: the top of the deck and the one card of another hand are any two of those unseen."""
    at = bare_table().deal(0, "Red Tape", "Informants").deal(1, "Grand Heist").deal(2, "Petty Theft", "Hijackers")
    heap = unseen_by(at, 0)
    kinds = range(at.rules.shadow_kinds)
    top = int(at.state.shadow_left) - 1
    worlds = worlds_of(at, 0)
    assert_spread(Counter(int(w.shadow_deck[top]) for w in worlds), {k: int(heap[k]) for k in kinds if heap[k]})
    hands = Counter(int(np.flatnonzero(w.players[1].hand)[0]) for w in worlds)
    assert_spread(hands, {k: int(heap[k]) for k in kinds if heap[k]})


def test_two_unseen_cards_are_drawn_without_replacement():
    """IAM-8.5: a hand of two has two of a kind as often as the unseen cards have pairs."""
    at = bare_table().deal(1, "Grand Heist", "Petty Theft")
    heap = unseen_by(at, 0)
    pairs, number = int((heap * (heap - 1)).sum()), int(heap.sum())
    found = Counter(int((w.players[1].hand == 2).any()) for w in worlds_of(at, 0))
    assert_spread(found, {1: pairs, 0: number * (number - 1) - pairs})


DECKS = [("technology", "technologies"), ("merc", "mercs"), ("emergency", "emergencies"), ("event", "events")]


@pytest.mark.parametrize(("name", "left"), DECKS)
def test_the_top_of_a_deck_is_any_of_its_cards(name, left):
    """IAM-1.8, IAM-1.11, IAM-1.12, IAM-1.13: a deck keeps its cards in any order, for every player."""
    at = Table()
    number = int(at.state[f"{left}_left"])
    deck = Counter(at.state[f"{name}_deck"][:number].tolist())
    found = Counter(int(w[f"{name}_deck"][number - 1]) for w in worlds_of(at, 0))
    assert_spread(found, dict(deck))


def test_the_next_planet_of_a_stack_is_any_of_it():
    """IAM-1.7, A03: of a shuffled stack; one in the order of its points stays, and is shuffled when it comes again."""
    at = Table()
    number = int(at.state.stacked[0])
    found = Counter(int(w.stack[0, number - 1]) for w in worlds_of(at, 0))
    assert_spread(found, dict.fromkeys(at.state.stack[0, :number].tolist(), 1))
    at = Table(planet_stacks="ascending_vp")
    assert {tuple(w.stack[0]) for w in worlds_of(at, 0, 30)} == {tuple(at.state.stack[0])}
    at.state.recycled[0] = 1
    assert len({tuple(w.stack[0]) for w in worlds_of(at, 0, 30)}) > 20


def test_an_order_face_down_is_any_order():
    """IAM-21.7: without a damaged ship the defender knows nothing of it; the attacker knows his own."""
    at = arrayed("Strike Craft", "Destroyer", "Cruiser")
    found = Counter(tuple(w.battle.order[0, :4].tolist()) for w in worlds_of(at, 1))
    assert_spread(found, dict.fromkeys(permutations(range(4)), 1))
    assert {tuple(w.battle.order[0, :4]) for w in worlds_of(at, 0, 30)} == {tuple(at.state.battle.order[0, :4])}


def test_damaged_ships_lie_face_up_in_an_order():
    """IAM-21.8: the defender knows where they are; the undamaged ones may lie in any of the other places."""
    at = arrayed("Strike Craft", "Destroyer", "Cruiser")
    order = at.state.battle.order[0, :4].tolist()
    at.player(0).damage[order[1]] = 1
    at.state.battle.face_up = 1
    rest = [place for place in order if place != order[1]]
    found = Counter(tuple(w.battle.order[0, :4].tolist()) for w in worlds_of(at, 1))
    assert_spread(found, {(a, order[1], b, c): 1 for a, b, c in permutations(rest)})


def _reads_hands(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = 0.0
        for seat in range(rules.seats):
            if seat != state.actor:
                for kind in range(rules.shadow_kinds):
                    scores[i] += (kind + 1.0) * state.players[seat].hand[kind]


def _reads_what_others_know(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = 0.0
        for seat in range(rules.seats):
            for watcher in range(rules.seats):
                if seat != state.actor and watcher != state.actor:
                    for kind in range(rules.shadow_kinds):
                        scores[i] += (kind + 1.0) * state.players[seat].shown[watcher, kind]


def _reads_top_of_deck(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = float(state.shadow_deck[state.shadow_left - 1])


def _reads_drawn_cards(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = float(state.shadow_deck[state.shadow_left])


def _reads_next_event(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = float(state.event_deck[state.events_left - 1])


def _reads_next_planet(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = float(state.stack[0, state.stacked[0] - 1])


def _reads_dealt_cards(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = float(state.dealt[(state.actor + 1) % rules.seats, 0])


def _reads_looked_at(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = float(state.looked[0])


def _reads_orders(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = 0.0
        if state.phase == Phase.ORDER:
            for k in range(state.battle.placed[0]):
                scores[i] += (k + 1.0) * state.battle.order[0, k]


CHEATS = [_reads_hands, _reads_what_others_know, _reads_top_of_deck, _reads_drawn_cards, _reads_next_event,
          _reads_next_planet, _reads_dealt_cards, _reads_looked_at, _reads_orders]  # fmt: skip


@pytest.mark.parametrize("cheat", CHEATS)
def test_planted_cheats_are_caught(cheat):
    """IAM-8.5, IAM-12.2, IAM-19.2, IAM-21.7: reads of a hand, of what others know, of decks and what is left behind in
    them, of
    cards dealt or looked at, of an order, of the dice."""
    weights = np.zeros(MAX_WEIGHTS)
    assert any(
        not sees_the_same(GAME, cheat, weights, state, rules) for rules, state in states("players3", 11, 20, 300)
    )
