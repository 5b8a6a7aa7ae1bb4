"""The cards of a player: piles, draws, shuffles, and the ways out of play."""

from starbalance.simulator.engine.chance import shuffle
from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.handful_of_stars.rules import FIRST_STARTING, Card, ShuffleTiming, Timing
from starbalance.simulator.games.handful_of_stars.scoring import count_culture
from starbalance.simulator.games.handful_of_stars.state import DRAW_DECKS, EVERYBODY, NONE, ZONES, Zone


@rule
def is_system_card(card):
    return card < FIRST_STARTING


@rule
def put(state, rules, seat, zone, card):
    """HOS-17.6: Add a card to the end of a pile of the seat. In a Reserve its lasting effect begins."""
    pile = state.players[seat].piles[zone]
    pile.card[pile.count] = card
    pile.count += 1
    if zone >= Zone.DISCARD_PILE:
        state.seen_card[card] = EVERYBODY
    if zone >= Zone.RESERVE_ONE:
        _change_reserve(state, rules, seat, card, 1)


@rule
def take_at(state, rules, seat, zone, place):
    """Take the card at index `place` out of a pile of the seat and return it. The other cards keep their order."""
    pile = state.players[seat].piles[zone]
    card = pile.card[place]
    pile.count -= 1
    for k in range(place, pile.count):
        pile.card[k] = pile.card[k + 1]
    if zone >= Zone.RESERVE_ONE:
        _change_reserve(state, rules, seat, card, -1)
    return card


@rule
def find(state, seat, zone, card):
    """Return the index of a card in a pile of the seat, or `NONE` if the card is not in it."""
    pile = state.players[seat].piles[zone]
    for k in range(pile.count):
        if pile.card[k] == card:
            return k
    return NONE


@rule
def zone_of(state, seat, card):
    """Return the `Zone` of the player's pile that has a card, or `NONE` if no pile has it."""
    for zone in range(ZONES):
        if find(state, seat, zone, card) != NONE:
            return zone
    return NONE


@rule
def take(state, rules, seat, card):
    """Take a card out of the piles of a player and return its `Zone`, or `NONE` if no pile has it."""
    for zone in range(ZONES):
        place = find(state, seat, zone, card)
        if place != NONE:
            take_at(state, rules, seat, zone, place)
            return zone
    return NONE


@rule
def discard(state, rules, seat, card):
    """HOS-4.6: Move a card of a player to their discard pile."""
    take(state, rules, seat, card)
    put(state, rules, seat, Zone.DISCARD_PILE, card)


@rule
def _change_reserve(state, rules, seat, card, by):
    name = rules.card_name[card]
    if name != NONE:
        state.players[seat].lasting[name] += by
        state.players[seat].played |= 1 << name if by > 0 and is_lasting(rules, name) else 0
        count_culture(state, rules, seat)


@rule
def is_lasting(rules, name):
    """HOS-1.11: Return whether a card has an effect while it lies in a Reserve."""
    return rules.reserve[name] == 1


@rule
def has_lasting(state, seat, name):
    """Return whether a card of this name lies in a Reserve of the player."""
    return state.players[seat].lasting[name] > 0


@rule
def has_power(state, rules, seat, name):
    """A10: Return whether a card of this name lies in a Reserve of the player and has the timing `reserve`."""
    return rules.timing[name] == Timing.RESERVE and has_lasting(state, seat, name)


@rule
def holds(state, rules, seat, name):
    """HOS-4.1: Return a card of this name that a player could play from hand or Reserve, or `NONE`."""
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[seat].piles[zone]
            for k in range(pile.count):
                if rules.card_name[pile.card[k]] == name:
                    return pile.card[k]
    return NONE


@rule
def holds_cards(state, seat):
    """HOS-12.1, HOS-13.1: Return whether the player has a card in hand or in a Reserve."""
    piles = state.players[seat].piles
    return piles[Zone.HAND].count + piles[Zone.RESERVE_ONE].count + piles[Zone.RESERVE_TWO].count > 0


@rule
def hand_size(state, rules, seat):
    """HOS-3.5, HOS-17.3: Return the number of cards in a full hand, more with Artificial Intelligence in a Reserve."""
    more = rules.amount[Card.ARTIFICIAL_INTELLIGENCE] if has_lasting(state, seat, Card.ARTIFICIAL_INTELLIGENCE) else 0
    return rules.hand_size + more


@rule
def reshuffle(state, rules, seat):
    """Shuffle the discard pile into a draw deck, turn the counters front up and advance the Shuffle marker.

    HOS-3.7, HOS-3.8, HOS-18.3. The round is recorded if the marker reaches the trigger.
    """
    player = state.players[seat]
    deck, pile = player.piles[Zone.DRAW_DECK], player.piles[Zone.DISCARD_PILE]
    for k in range(pile.count):
        deck.card[k] = pile.card[k]
    deck.count = pile.count
    pile.count = 0
    shuffle(state, DRAW_DECKS, deck.card[: deck.count])
    player.up[:] = 1
    player.shuffles += 1
    state.shuffles += 1
    if state.shuffles >= rules.trigger and state.trigger_round == 0:
        state.trigger_round = state.rounds
        player.triggered = 1


@rule
def draw_one(state, rules, seat):
    """Take the top card of the draw deck and return it, or `NONE` if there is no card at all (A09).

    The discard pile is shuffled if that is due (A08).
    """
    deck, pile = state.players[seat].piles[Zone.DRAW_DECK], state.players[seat].piles[Zone.DISCARD_PILE]
    if deck.count == 0:
        if pile.count == 0:
            return NONE
        reshuffle(state, rules, seat)
    deck.count -= 1
    card = deck.card[deck.count]
    if rules.shuffle_timing == ShuffleTiming.EAGER and deck.count == 0 and pile.count > 0:
        reshuffle(state, rules, seat)
    return card


@rule
def draw(state, rules, seat, number):
    """Draw `number` cards into the hand, or fewer if no card is left."""
    for _ in range(number):
        card = draw_one(state, rules, seat)
        if card == NONE:
            return
        put(state, rules, seat, Zone.HAND, card)


@rule
def refill(state, rules, seat):
    """HOS-3.5, HOS-3.6, HOS-3.9: Draw up to the hand size.

    Return whether the hand is still too small while the Reserves have cards.
    """
    player = state.players[seat]
    draw(state, rules, seat, hand_size(state, rules, seat) - player.piles[Zone.HAND].count)
    return is_short(state, rules, seat)


@rule
def is_short(state, rules, seat):
    """HOS-3.9: Return whether the hand is below its size while the Reserves have cards."""
    player = state.players[seat]
    reserved = player.piles[Zone.RESERVE_ONE].count + player.piles[Zone.RESERVE_TWO].count
    return reserved > 0 and player.piles[Zone.HAND].count < hand_size(state, rules, seat)


@rule
def remove_from_play(state, rules, seat, card):
    """HOS-13.1, HOS-13.2, HOS-13.3: Move a System card to the pool, or any other card to the box."""
    take(state, rules, seat, card)
    if is_system_card(card):
        state.in_pool[card] = 1
    else:
        put_into_box(state, card)


@rule
def put_into_box(state, card):
    """HOS-13.3: Put a card out of play for good, visible to all players."""
    state.boxed[card] = 1
    state.seen_card[card] = EVERYBODY


@rule
def put_away(state, rules, seat, card):
    """HOS-1.11, A34: Put a card played for its effect onto the discard pile, or into the box if it is One-Use."""
    if rules.one_use[rules.card_name[card]]:
        put_into_box(state, card)
    else:
        put(state, rules, seat, Zone.DISCARD_PILE, card)


@rule
def play_and_discard(state, rules, seat, card):
    """Play Retreat, Diplomacy or Force Shields from hand or Reserve: record the play and put the card away."""
    state.players[seat].played |= 1 << rules.card_name[card]
    take(state, rules, seat, card)
    put_away(state, rules, seat, card)


@rule
def return_system_card(state, rules, seat, tile):
    """HOS-8.11, HOS-3.11: Move the card of a lost system from a pile of the player to the pool.

    Do nothing if no pile has it. If it lay in the draw deck, the deck is shuffled. This does not count as a shuffle for
    the marker.
    """
    zone = take(state, rules, seat, tile)
    if zone == NONE:
        return
    state.in_pool[tile] = 1
    if zone == Zone.DRAW_DECK:
        deck = state.players[seat].piles[Zone.DRAW_DECK]
        shuffle(state, DRAW_DECKS, deck.card[: deck.count])


@rule
def take_system_card(state, rules, seat, tile):
    """HOS-3.10, HOS-9.2: Move the card of a colonised system to the discard pile, if the pool has it."""
    if state.in_pool[tile]:
        state.in_pool[tile] = 0
        put(state, rules, seat, Zone.DISCARD_PILE, tile)


@rule
def cards_of(state, seat):
    """Return how many cards a player has in all piles."""
    total = 0
    for zone in range(ZONES):
        total += state.players[seat].piles[zone].count
    return total
