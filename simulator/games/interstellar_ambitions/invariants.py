"""The invariants of a game in progress (RULES.md, Invariants), in plain Python."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from starbalance.simulator.engine.records import plain
from starbalance.simulator.games.interstellar_ambitions.rules import (
    DRAWN,
    FIRST_HOME,
    MODIFIERS,
    NONE,
    PLANETS,
    RESOURCES,
    STACK,
    EndTurns,
    RaidMedal,
)
from starbalance.simulator.games.interstellar_ambitions.state import After, Phase, Stage
from starbalance.simulator.games.interstellar_ambitions.word import Battle, Class, Level, Medal, Modifier, Origin, Row

IDLE = (  # decisions that neither give nor cost resources
    Phase.KEEPING,
    Phase.START_TECHNOLOGY,
    Phase.HEAD_START,
    Phase.USURPING,
    Phase.ADVANCING,
    Phase.ACTION,
    Phase.PLANNING,
    Phase.RETURNING,
    Phase.REPLACING,
    Phase.LOWEST,
    Phase.SHADOW_ACTION,
    Phase.FLEET_ACTION,
    Phase.ORDER,
    Phase.UNMATCHED,
    Phase.SPOIL,
    Phase.DISRUPTING,
    Phase.ACQUIRING,
    Phase.BOMBARDING,
    Phase.LAST_PLANET,
)
ARRIVALS = (After.EVENT_SHIP, After.EVENT_CARDS, After.SUPPLIED)  # what a new planet waits for
CAPTURES = (Phase.CAPTURING, Phase.PAYING, Phase.EXCHANGING)  # decisions within the payment of a capture


def violations(state: Any, rules: Any) -> list[str]:
    """What is wrong with a state, a sentence each; an empty list if nothing is."""
    checks = (
        nothing_is_owed_below_zero,
        tokens_are_conserved,
        ultimate_slots_suffice,
        every_planet_lies_in_one_place,
        levels_are_within_their_bounds,
        events_are_conserved,
        every_technology_lies_in_one_place,
        knowledge_adds_up,
        fleets_are_within_their_bounds,
        ship_cards_are_conserved,
        shadow_cards_are_conserved,
        medals_are_earned,
        claims_add_up,
        the_end_follows_the_trigger,
        the_first_turns_are_peaceful,
        turns_have_one_step_of_each,
    )
    there, given = plain(state), plain(rules)
    return [sentence for check in checks for sentence in check(there, given)]


def step_violations(before: Any, after: Any, rules: Any) -> list[str]:
    """What is wrong with a step from one state to the next."""
    checks = (
        resources_come_and_go_for_a_reason,
        knowledge_and_medals_stay,
        claims_come_one_a_turn,
        tokens_advance_by_one,
        raids_spare_heavy_ships,
        battles_move_what_they_may,
        everybody_has_a_planet,
    )
    was, now, given = plain(before), plain(after), plain(rules)
    return [sentence for check in checks for sentence in check(was, now, given)]


def _players(state: Any, rules: Any) -> list[tuple[int, Any]]:
    """(seat, player) of those in the game."""
    return list(enumerate(state.players[: rules.seats]))


def _owned(player: Any) -> list[int]:
    return player.planet[: player.planets].tolist()


def _ships(player: Any) -> list[tuple[int, int]]:
    """(kind, damage) of a fleet."""
    return list(zip(player.ship[: player.ships].tolist(), player.damage[: player.ships].tolist(), strict=True))


def _bits(number: int) -> set[int]:
    return {k for k in range(int(number).bit_length()) if (int(number) >> k) & 1}


def _copies(cards: list[int], room: int) -> np.ndarray:
    """How many there are of each kind."""
    return np.bincount(np.array(cards, int), minlength=room)[:room]


def nothing_is_owed_below_zero(state: Any, rules: Any) -> Iterator[str]:
    """I-1: resources are never negative, nor is what is due."""
    for seat, player in _players(state, rules):
        if player.resources.min() < 0:
            yield f"I-1: seat {seat} has resources {player.resources.tolist()}"
    if min(*state.need, state.need_any) < 0:
        yield f"I-1: {state.need.tolist()} and {state.need_any} of any type are due"


def tokens_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I-2: tokens on the track and in the pool are those a player has."""
    for seat, player in _players(state, rules):
        number = int(player.tokens.sum() + player.pool)
        if number != rules.tokens_per_player or min(player.tokens.min(), player.pool) < 0:
            yield f"I-2: seat {seat} has {number} tokens, {player.pool} of them in the pool"


def ultimate_slots_suffice(state: Any, rules: Any) -> Iterator[str]:
    """I-3: tokens at ULTIMATE of a row are at most its slots."""
    for row in Row:
        taken = sum(int(player.tokens[row, Level.ULTIMATE]) for _, player in _players(state, rules))
        if taken > rules.ultimate_slots:
            yield f"I-3: {taken} tokens at {row.name} ULTIMATE with {rules.ultimate_slots} slots"


def every_planet_lies_in_one_place(state: Any, rules: Any) -> Iterator[str]:
    """I-4: stack, slot, one player, discards; a Home World with one player, or out of the game."""
    owned = [planet for _, player in _players(state, rules) for planet in _owned(player)]
    for seat, player in _players(state, rules):
        if player.planets > rules.planet_limit:
            yield f"I-4: seat {seat} has {player.planets} planets"
        if set(_owned(player)) != set(np.flatnonzero(state.owner == seat).tolist()):
            yield f"I-4: the planets of seat {seat} are not those it owns"
    lying: list[int] = owned + [int(planet) for planet in state.face_up if planet != NONE]
    for kind in range(RESOURCES):
        lying += state.stack[kind, : state.stacked[kind]].tolist()
        lying += state.planet_discard[kind, : state.planets_discarded[kind]].tolist()
    found = _copies(lying, PLANETS)
    for planet in range(FIRST_HOME):
        if found[planet] != rules.planet_in[planet]:
            yield f"I-4: planet {planet} lies in {found[planet]} places"
    colours = {int(player.colour) for _, player in _players(state, rules)}
    for planet in range(FIRST_HOME, PLANETS):
        if found[planet] > (planet - FIRST_HOME in colours):
            yield f"I-4: Home World {planet} lies in {found[planet]} places"
    for kind, planet in enumerate(state.face_up.tolist()):
        if planet != NONE and planet // STACK != kind:
            yield f"I-4: planet {planet} lies in the slot of type {kind}"


def _waits(state: Any, planet: int) -> bool:
    """Whether a new planet waits for its level."""
    asked = (Phase.EVENT, Phase.SHORTAGE)
    waiting = (Phase.PAYING, Phase.EXCHANGING, Phase.SCRAPPING, Phase.DROPPING)
    return planet == state.planet and (state.phase in asked or (state.phase in waiting and state.after in ARRIVALS))


def levels_are_within_their_bounds(state: Any, rules: Any) -> Iterator[str]:
    """I-5: an owned planet has level 1 to its maximum; any other has no level, marker or siphon mark."""
    for planet in range(PLANETS):
        level = int(state.level[planet])
        if state.owner[planet] == NONE:
            if level or state.marker[planet] != NONE or state.siphoned[planet]:
                yield f"I-5: planet {planet}, which nobody owns, has level {level} or a marker"
        elif not 1 <= level <= rules.planet_levels[planet] and not (level == 0 and _waits(state, planet)):
            yield f"I-5: planet {planet} of seat {state.owner[planet]} has level {level}"


def events_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I-6: deck, discards, kept with planets and looked at add up to all."""
    lying = state.event_deck[: state.events_left].tolist() + state.event_discard[: state.events_discarded].tolist()
    lying += [int(kind) for kind in state.marker if kind != NONE]
    if state.phase == Phase.EVENT:
        lying += state.looked[: state.looked_at].tolist()
    found = _copies(lying, len(rules.event_copies))
    if (found != rules.event_copies).any():
        yield f"I-6: {found.tolist()} events by kind, not {rules.event_copies.tolist()}"
    for planet in np.flatnonzero(state.marker != NONE):
        if not rules.event_keep[state.marker[planet]]:
            yield f"I-6: an event that does not stay lies with planet {planet}"


def every_technology_lies_in_one_place(state: Any, rules: Any) -> Iterator[str]:
    """I-7: deck, slot, discards, tracker, or an Owner who knows it; nobody knows one without an Owner."""
    lying: list[int] = state.technology_deck[: state.technologies_left].tolist()
    lying += state.technology_discard[: state.technologies_discarded].tolist()
    lying += [int(each) for each in state.technology_slot[: rules.technology_slots] if each != NONE]
    lying += [*_bits(state.on_tracker), *np.flatnonzero(state.technology_owner != NONE).tolist()]
    found = _copies(lying, len(rules.technology_in))
    for technology in np.flatnonzero(found != rules.technology_in).tolist():
        yield f"I-7: technology {technology} lies in {found[technology]} places"
    for seat, player in _players(state, rules):
        for technology in _bits(player.known):
            if state.technology_owner[technology] == NONE:
                yield f"I-7: seat {seat} knows technology {technology}, which has no Owner"


def knowledge_adds_up(state: Any, rules: Any) -> Iterator[str]:
    """I-8: what a player knows contains what they own; their modifiers are those of all that they have."""
    for seat, player in _players(state, rules):
        if _bits(player.owned) != set(np.flatnonzero(state.technology_owner == seat).tolist()):
            yield f"I-8: seat {seat} does not own what it is the Owner of"
        if player.owned & ~player.known:
            yield f"I-8: seat {seat} owns what it does not know"
        held = np.zeros(MODIFIERS, int)
        for technology in _bits(player.known):
            held += rules.technology_modifiers[technology]
        for planet in _owned(player):
            held += rules.planet_modifiers[planet]
        for kind, _ in _ships(player):
            held += rules.ship_modifiers[kind]
        if (player.modifiers != held).any():
            yield f"I-8: the modifiers of seat {seat} are not those of what it has"


def fleets_are_within_their_bounds(state: Any, rules: Any) -> Iterator[str]:
    """I-9: so many ships at most; none with more damage than it survives but in the midst of a battle."""
    for seat, player in _players(state, rules):
        if player.ships > rules.ship_limit:
            yield f"I-9: seat {seat} has {player.ships} ships"
        for kind, damage in _ships(player):
            endurance = rules.combat[kind] + rules.tough[kind] + player.modifiers[Modifier.SHIP_TOUGH]
            if damage < 0 or (damage > endurance and state.battle.stage != Stage.UNMATCHED):
                yield f"I-9: a ship of kind {kind} of seat {seat} has {damage} damage"


def ship_cards_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I-10: mercs in deck, slots, fleets and discards; emergency ships in deck, fleets and discards."""
    fleets = [kind for _, player in _players(state, rules) for kind, _ in _ships(player)]
    mercs: list[int] = (
        state.merc_deck[: state.mercs_left].tolist() + state.merc_discard[: state.mercs_discarded].tolist()
    )
    mercs += [int(kind) for kind in state.merc_slot[: rules.merc_slots] if kind != NONE]
    emergencies: list[int] = state.emergency_deck[: state.emergencies_left].tolist()
    emergencies += state.emergency_discard[: state.emergencies_discarded].tolist()
    for origin, lying in ((Origin.MERC, mercs), (Origin.EMERGENCY, emergencies)):
        cards = lying + [kind for kind in fleets if rules.ship_origin[kind] == origin]
        found = _copies(cards, len(rules.ship_copies))
        wanted = np.where(rules.ship_origin == origin, rules.ship_copies, 0)
        if (found != wanted).any():
            yield f"I-10: {found.tolist()} {origin.name.lower()} ships by kind, not {wanted.tolist()}"


def shadow_cards_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I-11: deck, discards, hands, dealt or looked at, in play; hands within their limit; nobody knows more of a hand
    than there is."""
    found = _copies(_shadow_cards_lying(state, rules), len(rules.shadow_copies))
    found += sum(player.hand for _, player in _players(state, rules))
    if (found != rules.shadow_copies).any():
        yield f"I-11: {found.tolist()} shadow cards by kind, not {rules.shadow_copies.tolist()}"
    dropping = state.phase == Phase.DROPPING and state.after != After.BOUGHT
    for seat, player in _players(state, rules):
        if player.cards != player.hand.sum() or player.hand.min() < 0:
            yield f"I-11: seat {seat} has {player.hand.sum()} cards in hand and counts {player.cards}"
        if player.cards > rules.hand_limit and not (dropping and seat == state.actor):
            yield f"I-11: seat {seat} has {player.cards} cards in hand"
        if (player.shown > player.hand).any() or player.shown.min() < 0:
            yield f"I-11: more is known of the hand of seat {seat} than it holds"


def _shadow_cards_lying(state: Any, rules: Any) -> list[int]:
    """The kinds of shadow cards in deck, discards, before players and in play."""
    lying: list[int] = state.shadow_deck[: state.shadow_left].tolist()
    lying += state.shadow_discard[: state.shadow_discarded].tolist()
    if state.phase == Phase.KEEPING:
        dealt = state.dealt[: rules.seats, : rules.start_cards_dealt]
        lying += dealt[dealt != NONE].tolist()
    if state.row == Row.SHADOW:
        lying += state.looked[: state.looked_at].tolist()
    return lying + [int(state.card)] * (state.card != NONE)


def medals_are_earned(state: Any, rules: Any) -> Iterator[str]:
    """I-12: FLEET medals of all are the INVADEs decided, SHADOW medals of all the checks that succeeded."""
    players = [player for _, player in _players(state, rules)]
    fights = sum(player.invades for player in players)
    undecided = Stage.NO_BATTLE < state.battle.stage <= Stage.RESULT
    if rules.raid_medal == RaidMedal.WINNER:
        fights += sum(player.raids for player in players)
        fights -= undecided
    else:
        fights -= undecided and state.battle.mode == Battle.INVADE
    medals = [sum(int(player.medals[medal]) for player in players) for medal in Medal]
    checks = sum(player.checks_won for player in players)
    if medals != [fights, checks]:
        yield f"I-12: {medals} medals after {fights} battles and {checks} checks that earn one"


def claims_add_up(state: Any, rules: Any) -> Iterator[str]:
    """I-13, I-19, I-20: every claim is one player's, worth what its place gives; so many a player, one more for who
    triggered the end."""
    values = (rules.ambition_vp_first, rules.ambition_vp_second, rules.ambition_vp_others)
    claimed = [_bits(player.claimed) for _, player in _players(state, rules)]
    points = 0
    for k in range(DRAWN):
        claimants = sum(int(state.ambition[k]) in each for each in claimed)
        if claimants != state.claims[k]:
            yield f"I-13: {claimants} players have claimed ambition {k}, {state.claims[k]} claims are counted"
        points += sum(values[min(place, 2)] for place in range(state.claims[k]))
    for seat, player in _players(state, rules):
        most = rules.claims_to_end + (seat == state.trigger_seat)
        if player.claims != len(claimed[seat]) or player.claims > most:
            yield f"I-13: seat {seat} counts {player.claims} claims and has {len(claimed[seat])}, at most {most}"
    given = sum(player.claim_vp for _, player in _players(state, rules))
    if given != points:
        yield f"I-19: claims gave {given} points, their places are worth {points}"
    first = sum(player.first_claims for _, player in _players(state, rules))
    if first != (state.claims > 0).sum():
        yield f"I-20: {first} first claims of {(state.claims > 0).sum()} ambitions claimed"


def the_end_follows_the_trigger(state: Any, rules: Any) -> Iterator[str]:
    """I-14: somebody has claims enough if and only if the end was triggered; then so many turns follow."""
    enough = [seat for seat, player in _players(state, rules) if player.claims >= rules.claims_to_end]
    if state.trigger_seat == NONE:
        if enough:
            yield f"I-14: seats {enough} have claims enough and the end was not triggered"
        return
    if state.trigger_seat not in enough:
        yield f"I-14: seat {state.trigger_seat} triggered the end with too few claims"
    place = (state.trigger_seat - state.first) % rules.seats
    due = {
        EndTurns.ONE_EACH_INCL_TRIGGER: rules.seats,
        EndTurns.FINISH_ROUND: rules.seats - 1 - place,
        EndTurns.ONE_EACH_EXCL_TRIGGER: rules.seats - 1,
    }[EndTurns(rules.end_turns)]
    played = state.turn - ((state.trigger_round - 1) * rules.seats + place + 1)
    left = state.turns_left - (0 if state.over else 1)
    if played + left != due or left < 0:
        yield f"I-14: {played} turns since the trigger and {left} left, not {due} together"


def the_first_turns_are_peaceful(state: Any, rules: Any) -> Iterator[str]:
    """I-15: neither a shadow card nor a FLEET action before peace is over."""
    if state.rounds > rules.peace_rounds:
        return
    for seat, player in _players(state, rules):
        if player.cards_played or player.raids or player.invades or player.actions[Row.FLEET].any():
            yield f"I-15: seat {seat} plays a card or attacks in round {state.rounds}"


def turns_have_one_step_of_each(state: Any, rules: Any) -> Iterator[str]:
    """I-16: one PRODUCE or ADVANCE a turn, and one action, plan or pass; an ADVANCE of so many tokens at most."""
    for seat, player in _players(state, rules):
        done = int(player.actions.sum() + player.plans + player.passes)
        open_turn = int(seat == state.active and not state.over and state.rounds > 0)
        if not player.turns - open_turn <= done <= player.turns or player.produces > player.turns:
            yield f"I-16: seat {seat} has taken {done} actions and {player.produces} PRODUCE in {player.turns} turns"
    limit = rules.advance_tokens + state.players[state.active].modifiers[Modifier.ADVANCE_EXTRA]
    if state.phase == Phase.ADVANCING and state.number >= limit:
        yield f"I-16: another token may advance after {state.number}"


def resources_come_and_go_for_a_reason(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-1: nobody's resources change by a decision that neither gives nor costs any; loot changes hands."""
    changes = [now.resources - was.resources for (_, was), (_, now) in _pairs(before, after, rules)]
    if before.phase in IDLE and any(each.any() for each in changes):
        yield f"I-1: resources change in {Phase(before.phase).name}"
    if before.phase == Phase.LOOTING and sum(changes).any():
        yield "I-1: what is looted is not what is lost"


def _pairs(before: Any, after: Any, rules: Any) -> list[Any]:
    """Every player before and after."""
    return list(zip(_players(before, rules), _players(after, rules), strict=True))


def knowledge_and_medals_stay(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-7, I-8, I-12: an Owner never changes, nothing is forgotten, no medal is lost."""
    had = before.technology_owner != NONE
    if (before.technology_owner != after.technology_owner)[had].any():
        yield "I-7: the Owner of a technology changes"
    for (seat, was), (_, now) in _pairs(before, after, rules):
        if was.known & ~now.known:
            yield f"I-8: seat {seat} forgets a technology"
        if (now.medals < was.medals).any():
            yield f"I-12: seat {seat} loses a medal"


def claims_come_one_a_turn(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-13: by the player whose turn it is, one in the turn; none disappears."""
    new = [now.claims - was.claims for (_, was), (_, now) in _pairs(before, after, rules)]
    allowed = int(before.phase == Phase.END and not before.claimed_now)
    for seat, number in enumerate(new):
        if not 0 <= number <= (allowed if seat == before.active else 0):
            yield f"I-13: seat {seat} makes {number} claims"
    if (after.claims < before.claims).any():
        yield "I-13: a claim disappears"


def tokens_advance_by_one(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-16: in an ADVANCE one token of the player goes one level right; nobody else's moves."""
    if before.phase != Phase.ADVANCING:
        return
    for (seat, was), (_, now) in _pairs(before, after, rules):
        change = now.tokens - was.tokens
        if not change.any():
            continue
        row, level = (int(each[0]) for each in np.nonzero(change == -1)) if (change == -1).any() else (0, 0)
        step = np.zeros_like(change)
        step[row, level] = -1
        step[row, min(level + 1, Level.ULTIMATE)] += 1
        if seat != before.active or (change != step).any():
            yield f"I-16: the tokens of seat {seat} do not advance by one"


def _fights(before: Any, after: Any, mode: int) -> bool:
    """Whether a step belongs to a battle of that mode."""
    begun = before.phase == Phase.FLEET_ACTION and (_battles(after) > _battles(before))
    return after.battle.mode == mode and (before.battle.stage != Stage.NO_BATTLE or begun)


def _battles(state: Any) -> int:
    return sum(int(player.raids + player.invades) for player in state.players)


def raids_spare_heavy_ships(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-17: a RAID changes no HEAVY ship, but for room or by repair; it gives no medal and moves no planet."""
    if not _fights(before, after, Battle.RAID):
        return
    for (seat, was), (_, now) in _pairs(before, after, rules):
        heavy = [
            Counter(each for each in _ships(player) if rules.ship_heavy[each[0]] == Class.HEAVY)
            for player in (was, now)
        ]
        if heavy[0] != heavy[1] and before.phase not in (Phase.SCRAPPING, Phase.REPAIRING):
            yield f"I-17: a RAID changes the HEAVY ships of seat {seat}"
        if rules.raid_medal == RaidMedal.NONE and (now.medals != was.medals).any():
            yield f"I-17: a RAID gives seat {seat} a medal"
    if (before.owner != after.owner).any():
        yield "I-17: a RAID moves a planet"


def battles_move_what_they_may(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-17: an INVADE moves resources by capture and repair alone; a RAID only by loot and repair."""
    for mode, reasons in ((Battle.INVADE, CAPTURES), (Battle.RAID, (Phase.LOOTING, Phase.EXCHANGING))):
        if _fights(before, after, mode) and before.phase not in (*reasons, Phase.REPAIRING):
            for (seat, was), (_, now) in _pairs(before, after, rules):
                if (now.resources != was.resources).any():
                    yield f"I-17: the resources of seat {seat} change in {Phase(before.phase).name} of a battle"


def everybody_has_a_planet(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-18: at the end of every turn."""
    if after.turn != before.turn or after.over:
        for seat, player in _players(after, rules):
            if player.planets == 0:
                yield f"I-18: seat {seat} ends a turn without a planet"
