"""Combat, step by step (HOS-7) and its effects (HOS-8): strengths, casualties, retreats, aftermath."""

from starbalance.simulator.handful_of_stars.cards import (
    draw,
    draw_one,
    has_lasting,
    has_power,
    put,
    put_into_box,
    refill,
    take,
)
from starbalance.simulator.handful_of_stars.moving import keep_movers
from starbalance.simulator.handful_of_stars.routes import by_hop, directly, may_move_bases, survey
from starbalance.simulator.handful_of_stars.rules import Card, MissilesHew, RetreatCard, RetreatRange, Timing
from starbalance.simulator.handful_of_stars.state import (
    EVERYBODY,
    FAR,
    NONE,
    Marker,
    Phase,
    Resource,
    Stage,
    Unit,
    Zone,
)
from starbalance.simulator.handful_of_stars.systems import (
    eliminate,
    has_wormhole,
    place_units,
    relocate,
    remove_marker,
    review_control,
    units_at,
)
from starbalance.simulator.kernel import rule

ATTACKER, DEFENDER = 0, 1  # sides


@rule
def side_of(state, seat):
    return ATTACKER if seat == state.combat.attacker else DEFENDER


@rule
def seat_of(state, side):
    """The seat of a side, NONE for a neutral defender."""
    return state.combat.attacker if side == ATTACKER else state.combat.defender


@rule
def units_of(state, seat):
    """n of HOS-8.1."""
    return units_at(state, seat, state.combat.space) if seat != NONE else 0


@rule
def modifiers(state, rules, seat, defending, fleets, present):
    """HOS-7.2, 17.9, 17.25, 17.29: lasting strength of a player with so many fleets there, and some presence."""
    lasting = state.players[seat].lasting
    strength = 0
    if fleets > 0:
        strength += lasting[Card.DREADNOUGHTS] * rules.amount[Card.DREADNOUGHTS]
        strength += lasting[Card.SUPER_DREADNOUGHTS] * rules.amount[Card.SUPER_DREADNOUGHTS]
    if defending and present:
        strength += lasting[Card.SPACE_MINES] * rules.amount[Card.SPACE_MINES]
    return strength


@rule
def has_presence(state, rules, seat, space):
    """HOS-17.25c, A51: an outpost, colony or home world; units alone if the switch says so."""
    return state.marker[space] != Marker.EMPTY or (rules.mines_units_only == 1 and units_at(state, seat, space) > 0)


@rule
def strength_of_units(rules, fleets, star_bases):
    """HOS-1.6, HOS-7.2."""
    return rules.fleet_strength * fleets + rules.base_strength * star_bases


@rule
def neutral_strength(state, rules, space):
    """HOS-7.3: tile and alien counter."""
    alien = state.alien[space]
    return rules.strength[state.tile[space]] + (rules.alien_strength[alien] if alien != NONE else 0)


@rule
def standing_strength(state, rules, seat, space, defending):
    """HOS-7.2, 7.4: a player's strength in a system before anything is committed."""
    fleets, star_bases = state.fleets[seat, space], state.star_bases[seat, space]
    present = defending and has_presence(state, rules, seat, space)
    return strength_of_units(rules, fleets, star_bases) + modifiers(state, rules, seat, defending, fleets, present)


@rule
def strength(state, rules, side):
    combat = state.combat
    seat = seat_of(state, side)
    if seat == NONE:
        return neutral_strength(state, rules, combat.space)
    return standing_strength(state, rules, seat, combat.space, side == DEFENDER) + combat.added[side]


@rule
def margin(state, rules):
    """HOS-7.5: the value of the marker."""
    return strength(state, rules, ATTACKER) - strength(state, rules, DEFENDER)


@rule
def side_behind(state, rules):
    """HOS-7.5, 7.8: ties favour the defender, unless the switch says otherwise."""
    ahead = margin(state, rules) >= (1 if rules.ties_to_defender else 0)
    return DEFENDER if ahead else ATTACKER


@rule
def is_behind(state, rules, seat):
    return side_behind(state, rules) == side_of(state, seat)


@rule
def begin_combat(state, space, attacker, defender):
    """HOS-7.1, 7.3: the alien counter is turned up (A36, A59)."""
    combat = state.combat
    combat.attacker = attacker
    combat.defender = defender
    combat.space = space
    combat.added[:] = 0
    combat.missiles[:] = 0
    combat.weapons[:] = 0
    combat.energy_weapons[:] = 0
    combat.armies[:] = 0
    combat.lost[:] = 0
    combat.crossed = 0
    combat.defender_added = 0
    combat.effects = 0
    combat.interrupted = 0
    combat.stage = Stage.OPENING
    if state.alien[space] != NONE and defender == NONE:
        state.alien_seen[space] = EVERYBODY
    kind = 0 if defender == NONE else 1
    state.players[attacker].attacks[kind] += 1
    if defender != NONE:
        state.players[defender].defences += 1


@rule
def add_strength(state, seat, points):
    """Strength committed during the combat; the defender's bars Diplomacy (HOS-17.8c)."""
    side = side_of(state, seat)
    state.combat.added[side] += points
    state.combat.defender_added |= side


@rule
def holds(state, rules, seat, name):
    """A card of that name that a player could play, from hand or Reserve (HOS-4.1); NONE: none."""
    for zone in range(Zone.HAND, Zone.RESERVE_TWO + 1):
        if zone != Zone.DISCARD_PILE:
            pile = state.players[seat].piles[zone]
            for k in range(pile.count):
                if rules.card_name[pile.card[k]] == name:
                    return pile.card[k]
    return NONE


@rule
def adds_energy(state, rules, seat):
    """HOS-17.13: whether energy may be spent for strength now."""
    combat, side = state.combat, side_of(state, seat)
    if rules.missiles_hew == MissilesHew.EXCLUSIVE and combat.missiles[side] > 0:
        return False
    return combat.energy_weapons[side] == 1 or has_power(state, rules, seat, Card.HIGH_ENERGY_WEAPONS)


@rule
def adds_population(state, rules, seat):
    """HOS-17.15: whether population may be spent for strength now."""
    return state.combat.armies[side_of(state, seat)] == 1 or has_power(state, rules, seat, Card.MASS_ARMIES)


@rule
def can_fire_missiles(state, rules, seat, zone, card):
    """HOS-17.16, A12: Missiles in a Reserve that have not fired in this combat; those in hand if they are played."""
    if rules.missiles_hew == MissilesHew.EXCLUSIVE and state.combat.weapons[side_of(state, seat)]:
        return False
    if rules.timing[Card.MISSILES] == Timing.COMBAT:
        return True
    return zone != Zone.HAND and state.touched[card] == 0


@rule
def fire_missiles(state, rules, seat):
    """HOS-17.16: draws cards and adds a multiple of their matter; both are discarded after the draw."""
    state.combat.missiles[side_of(state, seat)] += 1
    first = draw_one(state, rules, seat)
    points = 0
    drawn = state.peek  # scratch: no other card is looked at during a combat
    number = 0
    while first != NONE and number < rules.draws[Card.MISSILES]:
        drawn[number] = first
        number += 1
        points += rules.symbols[first, Resource.MATTER]
        first = draw_one(state, rules, seat) if number < rules.draws[Card.MISSILES] else NONE
    for k in range(number):
        put(state, rules, seat, Zone.DISCARD_PILE, drawn[k])
    add_strength(state, seat, rules.amount[Card.MISSILES] * points)


@rule
def play_in_combat(state, rules, seat, card, unit):
    """HOS-7.9c: Rapid-Reaction Force, Star Bomb, Missiles; A10: weapons that are read as combat cards."""
    name = rules.card_name[card]
    combat, side = state.combat, side_of(state, seat)
    combat.effects += 1
    state.guard_hit |= 1 if combat.effects >= rules.effects_most else 0
    state.players[seat].played |= 1 << name
    if name == Card.MISSILES and rules.timing[name] == Timing.RESERVE:
        state.touched[card] = 1
        fire_missiles(state, rules, seat)
        return
    take(state, rules, seat, card)
    if name == Card.RAPID_REACTION_FORCE:
        add_strength(state, seat, rules.amount[name])
        draw(state, rules, seat, rules.draws[name])
    elif name == Card.STAR_BOMB:
        _bomb(state, rules, 1 - side, unit)
    elif name == Card.MISSILES:
        fire_missiles(state, rules, seat)
    elif name == Card.HIGH_ENERGY_WEAPONS:
        combat.energy_weapons[side] = 1
    elif name == Card.MASS_ARMIES:
        combat.armies[side] = 1
    put_away(state, rules, seat, card)


@rule
def put_away(state, rules, seat, card):
    """HOS-1.11, A34: a card played for its effect goes to the discard pile, a One-Use card to the box."""
    if rules.one_use[rules.card_name[card]]:
        put_into_box(state, card)
    else:
        put(state, rules, seat, Zone.DISCARD_PILE, card)


@rule
def _bomb(state, rules, side, unit):
    """HOS-17.27: one enemy unit back to its stock; a system under attack keeps its defender until the combat ends."""
    seat, space = seat_of(state, side), state.combat.space
    fleets = 1 if unit == Unit.FLEET else 0
    place_units(state, seat, space, -fleets, fleets - 1)
    state.players[seat].fleets += fleets
    state.players[seat].star_bases += 1 - fleets
    state.combat.lost[side] += 1


@rule
def is_wiped_out(state, rules, side):
    """HOS-7.16: no piece of any kind left; a neutral defender always counts as present."""
    seat = seat_of(state, side)
    if seat == NONE or units_of(state, seat) > 0:
        return False
    return side == ATTACKER or state.marker[state.combat.space] == Marker.EMPTY


@rule
def conclude(state, rules, loser, free):
    """HOS-7.14 to 7.19, 8.2: who has lost, and the casualties due: of the loser half rounded up, of the winner down."""
    combat = state.combat
    combat.loser = loser
    combat.free = free
    combat.casualties[:] = 0
    if not free:
        winner_liable = combat.crossed == 1 or rules.first_round_free == 0
        if seat_of(state, DEFENDER) == NONE and rules.neutral_crossing_losses == 0 and loser == DEFENDER:
            winner_liable = False
        if is_wiped_out(state, rules, loser):
            winner_liable = False
        combat.casualties[0] = (units_of(state, seat_of(state, loser)) + 1) // 2
        combat.casualties[1] = units_of(state, seat_of(state, 1 - loser)) // 2 if winner_liable else 0
    combat.stage = Stage.LOSER_SHIELDS


@rule
def side_due(state):
    """The side whose casualties the stage is about."""
    loser_due = state.combat.stage == Stage.LOSER_SHIELDS or state.combat.stage == Stage.LOSER_CASUALTIES
    return state.combat.loser if loser_due else 1 - state.combat.loser


@rule
def casualties_due(state):
    return state.combat.casualties[0 if side_due(state) == state.combat.loser else 1]


@rule
def suffer(state, rules, side, fleets, star_bases):
    """HOS-8.2, 8.8: casualties."""
    seat, space = seat_of(state, side), state.combat.space
    place_units(state, seat, space, -fleets, -star_bases)
    state.players[seat].fleets += fleets
    state.players[seat].star_bases += star_bases
    state.combat.lost[side] += fleets + star_bases


@rule
def survey_retreats(state, rules, seat):
    """HOS-8.4, 17.28d, A06: marks in state.distance what a unit could retreat to."""
    survey(state, rules, seat, state.combat.space, FAR - 1 if rules.retreat_range == RetreatRange.CHAIN else 2)


@rule
def may_retreat_to(state, rules, seat, space):
    """HOS-8.4 to 8.6, after survey_retreats: a friendly system one connection, one hop, or one stealthy pass away."""
    if space == state.combat.space or state.owner[space] != seat:
        return False
    if rules.retreat_range == RetreatRange.CHAIN:
        return directly(state, space) < FAR or by_hop(state, seat, space) < FAR
    if directly(state, space) == 1 or by_hop(state, seat, space) == 0:
        return True
    return has_lasting(state, seat, Card.STEALTH_TECHNOLOGY) and _passes_by_stealth(state, rules, seat, space)


@rule
def _passes_by_stealth(state, rules, seat, space):
    """HOS-17.28d: two connections, one of them perhaps a hop, with one non-friendly system between."""
    for between in range(rules.spaces):
        if state.owner[between] != seat and _is_step(state, rules, seat, state.combat.space, between):
            if _is_step(state, rules, seat, between, space):
                return True
    return False


@rule
def _is_step(state, rules, seat, here, there):
    """HOS-8.4: one open connection, or one hop of a player with wormholes."""
    for near in state.near[here]:
        if near == there:
            return True
    if here == there or state.players[seat].wormhole == 0:
        return False
    return has_wormhole(state, rules, here) and has_wormhole(state, rules, there)


@rule
def has_refuge(state, rules, seat):
    """Whether a unit of the seat in the combat could retreat anywhere."""
    survey_retreats(state, rules, seat)
    for space in range(rules.spaces):
        if may_retreat_to(state, rules, seat, space):
            return True
    return False


@rule
def can_leave(state, rules, seat):
    """HOS-7.7b, A05: whether some unit of the defender could retreat."""
    space = state.combat.space
    mobile = state.fleets[seat, space] > 0 or (state.star_bases[seat, space] > 0 and may_move_bases(state, rules, seat))
    return mobile and has_refuge(state, rules, seat)


@rule
def retreating_fleets(state, rules):
    """Units of the loser that have still to retreat: fleets."""
    return state.fleets[seat_of(state, state.combat.loser), state.combat.space]


@rule
def retreating_bases(state, rules):
    seat = seat_of(state, state.combat.loser)
    return state.star_bases[seat, state.combat.space] if may_move_bases(state, rules, seat) else 0


@rule
def may_return(state, rules):
    """HOS-17.8d, 17.30f, A62: after Diplomacy, units that came by Temporary Wormhole and are still there."""
    combat = state.combat
    fleets = min(combat.returning_fleets, retreating_fleets(state, rules))
    star_bases = min(combat.returning_bases, retreating_bases(state, rules))
    return combat.free == 2 and fleets + star_bases > 0


@rule
def retreat_to(state, rules, seat, space, fleets, star_bases):
    """HOS-8.3 to 8.5."""
    combat = state.combat
    survey_retreats(state, rules, seat)
    if combat.free == 2 and space == state.origin and not may_retreat_to(state, rules, seat, space):
        combat.returning_fleets -= fleets
        combat.returning_bases -= star_bases
    relocate(state, rules, seat, combat.space, space, fleets, star_bases)
    if state.owner[space] == NONE:
        state.owner[space] = seat


@rule
def finish_combat(state, rules):
    """HOS-8.6 to 8.17, A46: units without a retreat, the beaten defender's marker, card and points, the alien."""
    combat = state.combat
    loser, space = seat_of(state, combat.loser), combat.space
    if loser != NONE:
        combat.lost[combat.loser] += units_of(state, loser)
        eliminate(state, rules, loser, space, state.fleets[loser, space], state.star_bases[loser, space])
    if combat.loser == DEFENDER:
        if loser == NONE:
            _remove_alien(state, space)
        else:
            remove_marker(state, rules, loser, space)
        state.owner[space] = combat.attacker
        review_control(state, rules, space, combat.attacker)
    elif loser != NONE and combat.defender != NONE:
        review_control(state, rules, space, combat.defender)
    if combat.missiles[ATTACKER] + combat.missiles[DEFENDER] > 0:
        state.touched[:] = 0
    _record(state)
    combat.stage = Stage.REFILL


@rule
def _remove_alien(state, space):
    """HOS-8.15."""
    if state.alien[space] != NONE:
        state.aliens_gone[state.alien[space]] += 1
        state.alien[space] = NONE
        state.alien_seen[space] = 0


@rule
def _record(state):
    combat = state.combat
    attacker = state.players[combat.attacker]
    kind = 0 if combat.defender == NONE else 1
    attacker.wins[kind] += combat.loser
    attacker.losses[kind] += combat.lost[ATTACKER]
    if combat.defender != NONE:
        state.players[combat.defender].held += 1 - combat.loser
        state.players[combat.defender].lost_defending += combat.lost[DEFENDER]


@rule
def ask(state, phase, seat):
    """Leaves a decision pending."""
    state.phase = phase
    state.actor = seat
    return True


@rule
def go_on_with_combat(state, rules):
    """Plays a combat on to its next decision; False when it is over."""
    while state.combat.stage != Stage.NO_COMBAT:
        stage = state.combat.stage
        if stage == Stage.OPENING:
            return ask(state, Phase.RETREAT_AT_ONCE, state.combat.attacker)
        if stage == Stage.STANDING:
            if _ask_defender(state, rules):
                return True
        elif stage == Stage.RESPONDING:
            if _ask_response(state, rules):
                return True
        elif stage <= Stage.WINNER_CASUALTIES:
            if _ask_casualties(state, rules):
                return True
        elif stage == Stage.RETREATING:
            if _ask_retreat(state, rules):
                return True
        elif stage == Stage.AFTERMATH:
            finish_combat(state, rules)
        elif _refill_defender(state, rules):
            return True
    return False


@rule
def _ask_defender(state, rules):
    """Step B (HOS-7.7, 17.8): a player defender may retreat or play Diplomacy, if he can."""
    seat = state.combat.defender
    if seat != NONE and (can_leave(state, rules, seat) or holds(state, rules, seat, Card.DIPLOMACY) != NONE):
        return ask(state, Phase.STAND, seat)
    state.combat.stage = Stage.RESPONDING
    return False


@rule
def _ask_response(state, rules):
    """Step C (HOS-7.8, 7.13, 7.16, 7.18): the side behind responds; a neutral one has lost."""
    combat = state.combat
    for side in range(2):
        if is_wiped_out(state, rules, side):
            conclude(state, rules, side, 0)
            return False
    behind = side_behind(state, rules)
    seat, other = seat_of(state, behind), seat_of(state, 1 - behind)
    if seat == NONE:
        conclude(state, rules, DEFENDER, 0)
        return False
    if rules.retreat_card == RetreatCard.ANY_TIME and combat.interrupted == 0 and other != NONE:
        if holds(state, rules, other, Card.RETREAT) != NONE:
            return ask(state, Phase.INTERRUPTION, other)
    begin_response(state, rules, seat)
    return ask(state, Phase.RESPONSE, seat)


@rule
def begin_response(state, rules, seat):
    """A17, A64: nothing is carried over from an earlier response; what makes its moves possible is kept."""
    state.energy_due = 0
    state.research_due = 0
    state.number = 0
    state.kept = 0
    keep_movers(state)


@rule
def _ask_casualties(state, rules):
    """HOS-8.2, 17.12: Force Shields first, then which units."""
    combat = state.combat
    side = side_due(state)
    seat, due = seat_of(state, side), casualties_due(state)
    shields = combat.stage == Stage.LOSER_SHIELDS or combat.stage == Stage.WINNER_SHIELDS
    combat.stage += 1
    if seat == NONE or due == 0:
        return False
    if shields:
        if holds(state, rules, seat, Card.FORCE_SHIELDS) == NONE:
            return False
        combat.stage -= 1
        return ask(state, Phase.SHIELDS, seat)
    combat.stage -= 1
    return ask(state, Phase.CASUALTIES, seat)


@rule
def _ask_retreat(state, rules):
    """HOS-8.3, 8.4: each group of the loser's units that can retreat."""
    combat = state.combat
    seat = seat_of(state, combat.loser)
    if seat != NONE and retreating_fleets(state, rules) + retreating_bases(state, rules) > 0:
        if has_refuge(state, rules, seat) or may_return(state, rules):
            return ask(state, Phase.RETREAT, seat)
    combat.stage = Stage.AFTERMATH
    return False


@rule
def _refill_defender(state, rules):
    """HOS-8.9: a player defender fills up his hand, whatever the result."""
    seat = state.combat.defender
    if seat != NONE and refill(state, rules, seat):
        return ask(state, Phase.SHORTFALL, seat)
    state.combat.stage = Stage.NO_COMBAT
    return False


@rule
def play_and_discard(state, rules, seat, card):
    """Retreat, Diplomacy and Force Shields: out of hand or Reserve, onto the discard pile."""
    state.players[seat].played |= 1 << rules.card_name[card]
    take(state, rules, seat, card)
    put_away(state, rules, seat, card)
