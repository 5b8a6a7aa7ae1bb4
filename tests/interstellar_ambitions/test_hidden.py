"""No information leak: resampling the hidden part of a state changes neither what a seat sees nor any score."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.limits import MAX_WEIGHTS, SEATS
from starbalance.simulator.games.interstellar_ambitions.rules import NONE
from starbalance.simulator.games.interstellar_ambitions.state import After, Decision
from starbalance.simulator.games.interstellar_ambitions.word import Row
from tests.contract.worlds import redealt, sees_the_same
from tests.interstellar_ambitions.battle import arrayed
from tests.interstellar_ambitions.table import Table, bare_table
from tests.interstellar_ambitions.walk import GAME, started, walk

SETUPS = [each.name for each in GAME.setups]
A, B = np.uint64(12345678901), np.uint64(99)
UNKNOWN = 999
RATE = 1e-4  # probability of a false alarm in each chi-square test; the draws are fixed, so results never change
DRAWS = 800
SECRET = (
    Decision.KEEPING,
    Decision.BUYING,
    Decision.DROPPING,
    Decision.ORDER,
)  # decisions with most hidden information
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
    """Yield (rules, state) for decisions of random games, including most decisions with much hidden information."""
    rules = load(setup, **switches)
    for seed in range(games):
        yield rules, started(rules, seed)
        for k, (before, _, _, _) in enumerate(walk(rules, seed, steps)):
            if k % every == 0 or (before.decision in SECRET and k % 3 == 0):
                yield rules, before


def looks_in_secret(state, seat):
    """Return whether another player is looking at shadow cards."""
    return state.active != seat and state.row == Row.SHADOW and state.looked_at > 0


def view(state, rules, seat):
    """Return a copy of the state in which everything hidden from the seat is replaced by fixed values."""
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
    if state.decision == Decision.ORDER:
        _blur_orders(seen, state, seat)
    return seen


def _blur_shadow_cards(seen, state, rules, seat):
    """Put all cards whose place the seat does not know into one sorted pile; keep known cards in the hands."""
    unseen = state.shadow_deck[: state.shadow_left].tolist()
    for player_seat in range(rules.seats):
        player = seen.players[player_seat]
        if player_seat == seat:
            continue
        hidden = player.hand - player.shown[seat]
        unseen += [kind for kind, number in enumerate(hidden) for _ in range(number)]
        player.hand[:] = player.shown[seat]
        player.shown[[watcher for watcher in range(SEATS) if watcher != seat]] = 0
        if state.decision == Decision.KEEPING:
            slots = np.flatnonzero(state.dealt[player_seat, : rules.start_cards_dealt] != NONE)
            unseen += state.dealt[player_seat, slots].tolist()
            seen.dealt[player_seat, slots] = UNKNOWN
    if looks_in_secret(state, seat):
        unseen += state.looked[: state.looked_at].tolist()
        seen.looked[: state.looked_at] = UNKNOWN
        seen.wanted = UNKNOWN if state.after == After.BOUGHT else state.wanted
    seen.looked[state.looked_at :] = 0
    seen.shadow_deck[:] = 0
    seen.shadow_deck[: len(unseen)] = sorted(unseen)


def _blur_orders(seen, state, seat):
    """Hide the undamaged ships in another player's order, or all its ships if no participant is damaged."""
    battle = state.battle
    for side, owner in enumerate((battle.attacker, battle.defender)):
        for k in range(battle.placed[side]) if owner != seat else ():
            if not battle.face_up or not state.players[owner].damage[battle.order[side, k]]:
                seen.battle.order[side, k] = UNKNOWN


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("stacks", ["shuffled", "ascending_vp"])
def test_redeal_changes_nothing_that_a_seat_sees(setup, stacks):
    """A redeal keeps everything that the seat knows.

    The seat knows resources, planets, technologies, fleets, tokens, medals, claims, face-up cards, discards and sizes.
    It also knows its hand, cards known in other hands, the composition of decks, and damaged ships in an order.

    IAM-3.4, IAM-7.13, IAM-8.5, IAM-10.6, A03, A64.
    """
    for rules, state in states(setup, planet_stacks=stacks):
        for seat in range(rules.seats):
            other = redealt(GAME, state, rules, seat, A)
            assert view(other, rules, seat).tobytes() == view(state, rules, seat).tobytes()


def test_every_hidden_field_changes_over_a_sample():
    """Every hidden field is resampled.

    IAM-1.6, IAM-1.8, IAM-1.11, IAM-1.12, IAM-1.13, IAM-8.5, IAM-12.2, IAM-19.2, IAM-21.7.
    """
    decks = {f"{name}_deck" for name in (*LEFT, "shadow")}
    names = {"key", "drawn", "stack", "dealt", "looked", "wanted", *decks}
    hidden, changed = names | {"order", "other's hand", "other's shown"}, set()
    for rules, state in states("players3", every=7, games=20):
        seat = (state.actor + 1) % 3
        other = redealt(GAME, state, rules, seat, A)
        changed |= {name for name in names if (np.asarray(state[name]) != np.asarray(other[name])).any()}
        changed |= {"order"} if (state.battle.order != other.battle.order).any() else set()
        for player_seat in range(3):
            whose = "own" if player_seat == seat else "other's"
            one, two = state.players[player_seat], other.players[player_seat]
            changed |= {f"{whose} {name}" for name in ("hand", "shown") if (one[name] != two[name]).any()}
        if changed == hidden:
            break
    assert changed == hidden


def worlds_of(at, seat, number=DRAWS):
    return [redealt(GAME, at.state, at.rules, seat, np.uint64(7919 * n + 1)) for n in range(number)]


def assert_spread(counts, expected):
    """Check that counts follow probabilities: a chi-square test at RATE, with every outcome possible."""
    assert set(counts) <= set(expected)
    outcomes = sorted(expected)
    seen = np.array([counts[outcome] for outcome in outcomes], float)
    chances = np.array([expected[outcome] for outcome in outcomes], float)
    assert chisquare(seen, chances / chances.sum() * seen.sum()).pvalue > RATE


def unseen_by(at, seat):
    """Return the number of shadow cards of each kind whose place a seat does not know."""
    state, rules = at.state, at.rules
    heap = np.bincount(state.shadow_deck[: state.shadow_left], minlength=len(rules.shadow_copies))
    for other in range(rules.seats):
        if other != seat:
            heap = heap + state.players[other].hand - state.players[other].shown[seat]
    return heap


def test_unseen_shadow_cards_are_spread_over_deck_and_hands():
    """IAM-8.5: The top of the deck and the only card of another hand may be any two unseen cards."""
    at = bare_table().deal(0, "Red Tape", "Informants").deal(1, "Grand Heist").deal(2, "Petty Theft", "Hijackers")
    heap = unseen_by(at, 0)
    kinds = range(at.rules.shadow_kinds)
    top = int(at.state.shadow_left) - 1
    worlds = worlds_of(at, 0)
    assert_spread(Counter(int(w.shadow_deck[top]) for w in worlds), {k: int(heap[k]) for k in kinds if heap[k]})
    hands = Counter(int(np.flatnonzero(w.players[1].hand)[0]) for w in worlds)
    assert_spread(hands, {k: int(heap[k]) for k in kinds if heap[k]})


def test_two_unseen_cards_are_drawn_without_replacement():
    """IAM-8.5: A hand of two holds a pair as often as random pairs of unseen cards do."""
    at = bare_table().deal(1, "Grand Heist", "Petty Theft")
    heap = unseen_by(at, 0)
    pairs, number = int((heap * (heap - 1)).sum()), int(heap.sum())
    counts = Counter(int((w.players[1].hand == 2).any()) for w in worlds_of(at, 0))
    assert_spread(counts, {1: pairs, 0: number * (number - 1) - pairs})


DECKS = [("technology", "technologies"), ("merc", "mercs"), ("emergency", "emergencies"), ("event", "events")]


@pytest.mark.parametrize(("name", "left"), DECKS)
def test_the_top_of_a_deck_is_any_of_its_cards(name, left):
    """IAM-1.8, IAM-1.11, IAM-1.12, IAM-1.13: Every order of a deck is possible, for every player."""
    at = Table()
    number = int(at.state[f"{left}_left"])
    deck = Counter(at.state[f"{name}_deck"][:number].tolist())
    counts = Counter(int(w[f"{name}_deck"][number - 1]) for w in worlds_of(at, 0))
    assert_spread(counts, dict(deck))


def test_the_next_planet_of_a_shuffled_stack_may_be_any_planet():
    """IAM-1.7, A03: A stack in the order of its points keeps it until it is refilled and shuffled."""
    at = Table()
    number = int(at.state.stacked[0])
    counts = Counter(int(w.stack[0, number - 1]) for w in worlds_of(at, 0))
    assert_spread(counts, dict.fromkeys(at.state.stack[0, :number].tolist(), 1))
    at = Table(planet_stacks="ascending_vp")
    assert {tuple(w.stack[0]) for w in worlds_of(at, 0, 30)} == {tuple(at.state.stack[0])}
    at.state.recycled[0] = 1
    assert len({tuple(w.stack[0]) for w in worlds_of(at, 0, 30)}) > 20


def test_a_face_down_order_may_be_any_order():
    """IAM-21.7: Without a damaged ship the defender does not know it; the attacker knows his order."""
    at = arrayed("Strike Craft", "Destroyer", "Cruiser")
    counts = Counter(tuple(w.battle.order[0, :4].tolist()) for w in worlds_of(at, 1))
    assert_spread(counts, dict.fromkeys(permutations(range(4)), 1))
    assert {tuple(w.battle.order[0, :4]) for w in worlds_of(at, 0, 30)} == {tuple(at.state.battle.order[0, :4])}


def test_damaged_ships_lie_face_up_in_an_order():
    """IAM-21.8: The defender knows their places; undamaged ships may have any of the remaining places."""
    at = arrayed("Strike Craft", "Destroyer", "Cruiser")
    order = at.state.battle.order[0, :4].tolist()
    at.player(0).damage[order[1]] = 1
    at.state.battle.face_up = 1
    rest = [place for place in order if place != order[1]]
    counts = Counter(tuple(w.battle.order[0, :4].tolist()) for w in worlds_of(at, 1))
    assert_spread(counts, {(a, order[1], b, c): 1 for a, b, c in permutations(rest)})


def _reads_hands(state, rules, options, weights, scores):
    for i in range(options.shape[0]):
        scores[i] = 0.0
        for seat in range(rules.seats):
            if seat != state.actor:
                for kind in range(rules.shadow_kinds):
                    scores[i] += (kind + 1.0) * state.players[seat].hand[kind]


def _reads_knowledge_of_opponents(state, rules, options, weights, scores):
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
        if state.decision == Decision.ORDER:
            for k in range(state.battle.placed[0]):
                scores[i] += (k + 1.0) * state.battle.order[0, k]


CHEATS = [_reads_hands, _reads_knowledge_of_opponents, _reads_top_of_deck, _reads_drawn_cards, _reads_next_event,
          _reads_next_planet, _reads_dealt_cards, _reads_looked_at, _reads_orders]  # fmt: skip


@pytest.mark.parametrize("cheat", CHEATS)
def test_planted_cheats_are_caught(cheat):
    """Planted strategies read hidden information, and the check detects each.

    They read a hand, the knowledge of other players, decks and the cards left behind them, cards dealt or looked at, an
    order, and the random stream.

    IAM-8.5, IAM-12.2, IAM-19.2, IAM-21.7.
    """
    weights = np.zeros(MAX_WEIGHTS)
    assert any(
        not sees_the_same(GAME, cheat, weights, state, rules) for rules, state in states("players3", 11, 20, 300)
    )
