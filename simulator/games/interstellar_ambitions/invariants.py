"""The invariants of a game in progress (RULES.md, Invariants), in plain Python."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from starbalance.simulator.engine.records import plain
from starbalance.simulator.engine.wording import counted
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
from starbalance.simulator.games.interstellar_ambitions.state import After, Decision, Stage
from starbalance.simulator.games.interstellar_ambitions.word import Battle, Class, Level, Medal, Modifier, Origin, Row

IDLE = (  # decisions that neither give nor cost resources
    Decision.KEEPING,
    Decision.START_TECHNOLOGY,
    Decision.HEAD_START,
    Decision.USURPING,
    Decision.ADVANCING,
    Decision.ACTION,
    Decision.PLANNING,
    Decision.RETURNING,
    Decision.REPLACING,
    Decision.LOWEST,
    Decision.SHADOW_ACTION,
    Decision.FLEET_ACTION,
    Decision.ORDER,
    Decision.UNMATCHED,
    Decision.SPOIL,
    Decision.DISRUPTING,
    Decision.ACQUIRING,
    Decision.BOMBARDING,
    Decision.LAST_PLANET,
)
ARRIVALS = (After.EVENT_SHIP, After.EVENT_CARDS, After.SUPPLIED)  # steps during which a new planet has no level yet
CAPTURES = (Decision.CAPTURING, Decision.PAYING, Decision.EXCHANGING)  # decisions within the payment of a capture


def violations(state: Any, rules: Any) -> list[str]:
    """Return the violated invariants of a state, one sentence each. An empty list means a valid state."""
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
    plain_state, plain_rules = plain(state), plain(rules)
    return [sentence for check in checks for sentence in check(plain_state, plain_rules)]


def step_violations(before: Any, after: Any, rules: Any) -> list[str]:
    """Return the invariants that a step from one state to the next violates, one sentence each."""
    checks = (
        resources_come_and_go_for_a_reason,
        knowledge_and_medals_stay,
        claims_come_one_a_turn,
        tokens_advance_by_one,
        raids_spare_heavy_ships,
        battles_move_what_they_may,
        everybody_has_a_planet,
    )
    was, now, plain_rules = plain(before), plain(after), plain(rules)
    return [sentence for check in checks for sentence in check(was, now, plain_rules)]


def _players(state: Any, rules: Any) -> list[tuple[int, Any]]:
    """Return (seat, player) pairs of the seats in the game."""
    return list(enumerate(state.players[: rules.seats]))


def _owned(player: Any) -> list[int]:
    return player.planet[: player.planets].tolist()


def _ships(player: Any) -> list[tuple[int, int]]:
    """Return (kind, damage) pairs of a fleet."""
    return list(zip(player.ship[: player.ships].tolist(), player.damage[: player.ships].tolist(), strict=True))


def _bits(number: int) -> set[int]:
    return {k for k in range(int(number).bit_length()) if (int(number) >> k) & 1}


def _copies(cards: list[int], room: int) -> np.ndarray:
    """Return an array with the number of cards of each kind, for `room` kinds."""
    return np.bincount(np.array(cards, int), minlength=room)[:room]


def nothing_is_owed_below_zero(state: Any, rules: Any) -> Iterator[str]:
    """I-1: Yield a message unless resources and amounts due are at least 0."""
    for seat, player in _players(state, rules):
        if player.resources.min() < 0:
            yield f"I-1: seat {seat} has resources {player.resources.tolist()}"
    if min(*state.need, state.need_any) < 0:
        yield f"I-1: {state.need.tolist()} and {state.need_any} of any type are due"


def tokens_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I-2: Yield a message unless the tokens on the track and in the pool add up to a player's tokens."""
    for seat, player in _players(state, rules):
        number = int(player.tokens.sum() + player.pool)
        if number != rules.tokens_per_player or min(player.tokens.min(), player.pool) < 0:
            yield f"I-2: seat {seat} has {number} tokens, {player.pool} of them in the pool"


def ultimate_slots_suffice(state: Any, rules: Any) -> Iterator[str]:
    """I-3: Yield a message unless no row has more tokens at ULTIMATE than slots."""
    for row in Row:
        taken = sum(int(player.tokens[row, Level.ULTIMATE]) for _, player in _players(state, rules))
        if taken > rules.ultimate_slots:
            yield f"I-3: {taken} tokens at {row.name} ULTIMATE with {rules.ultimate_slots} slots"


def every_planet_lies_in_one_place(state: Any, rules: Any) -> Iterator[str]:
    """I-4: Yield a message unless a planet is in one stack, slot, player or discard pile. A Home World may be out of
    the game.
    """
    owned = [planet for _, player in _players(state, rules) for planet in _owned(player)]
    for seat, player in _players(state, rules):
        if player.planets > rules.planet_limit:
            yield f"I-4: seat {seat} has too many planets ({player.planets})"
        if set(_owned(player)) != set(np.flatnonzero(state.owner == seat).tolist()):
            yield f"I-4: the planets of seat {seat} differ from the planets that it owns"
    lying: list[int] = owned + [int(planet) for planet in state.face_up if planet != NONE]
    for kind in range(RESOURCES):
        lying += state.stack[kind, : state.stacked[kind]].tolist()
        lying += state.planet_discard[kind, : state.planets_discarded[kind]].tolist()
    places = _copies(lying, PLANETS)
    for planet in range(FIRST_HOME):
        if places[planet] != rules.planet_in[planet]:
            yield f"I-4: planet {planet} lies in {places[planet]} places"
    colours = {int(player.colour) for _, player in _players(state, rules)}
    for planet in range(FIRST_HOME, PLANETS):
        if places[planet] > (planet - FIRST_HOME in colours):
            yield f"I-4: Home World {planet} must not lie in {counted(places[planet], 'place')}"
    for kind, planet in enumerate(state.face_up.tolist()):
        if planet != NONE and planet // STACK != kind:
            yield f"I-4: planet {planet} lies in the slot of type {kind}"


def _waits(state: Any, planet: int) -> bool:
    """Return whether a new planet still waits for its level."""
    deciding = (Decision.EVENT, Decision.SHORTAGE)
    waiting = (Decision.PAYING, Decision.EXCHANGING, Decision.SCRAPPING, Decision.DROPPING)
    return planet == state.planet and (
        state.decision in deciding or (state.decision in waiting and state.after in ARRIVALS)
    )


def levels_are_within_their_bounds(state: Any, rules: Any) -> Iterator[str]:
    """I-5: Yield a message unless an owned planet has level 1 to its maximum. Other planets have no level, marker or
    siphon.
    """
    for planet in range(PLANETS):
        level = int(state.level[planet])
        if state.owner[planet] == NONE:
            if level or state.marker[planet] != NONE or state.siphoned[planet]:
                yield f"I-5: planet {planet}, which nobody owns, has level {level} or a marker"
        elif not 1 <= level <= rules.planet_levels[planet] and not (level == 0 and _waits(state, planet)):
            yield f"I-5: planet {planet} of seat {state.owner[planet]} has level {level}"


def events_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I-6: Yield a message unless events in the deck, in the discards, kept with planets and looked at add up to all
    events.
    """
    lying = state.event_deck[: state.events_left].tolist() + state.event_discard[: state.events_discarded].tolist()
    lying += [int(kind) for kind in state.marker if kind != NONE]
    if state.decision == Decision.EVENT:
        lying += state.looked[: state.looked_at].tolist()
    counts = _copies(lying, len(rules.event_copies))
    if (counts != rules.event_copies).any():
        yield f"I-6: {counts.tolist()} events by kind, not {rules.event_copies.tolist()}"
    for planet in np.flatnonzero(state.marker != NONE):
        if not rules.event_keep[state.marker[planet]]:
            yield f"I-6: planet {planet} keeps an event that should be discarded"


def every_technology_lies_in_one_place(state: Any, rules: Any) -> Iterator[str]:
    """I-7: Yield a message unless a technology is in the deck, a slot, the discards, on the tracker or has an Owner. A
    known technology needs an Owner.
    """
    lying: list[int] = state.technology_deck[: state.technologies_left].tolist()
    lying += state.technology_discard[: state.technologies_discarded].tolist()
    lying += [int(each) for each in state.technology_slot[: rules.technology_slots] if each != NONE]
    lying += [*_bits(state.on_tracker), *np.flatnonzero(state.technology_owner != NONE).tolist()]
    places = _copies(lying, len(rules.technology_in))
    for technology in np.flatnonzero(places != rules.technology_in).tolist():
        yield f"I-7: technology {technology} lies in {places[technology]} places"
    for seat, player in _players(state, rules):
        for technology in _bits(player.known):
            if state.technology_owner[technology] == NONE:
                yield f"I-7: seat {seat} knows technology {technology}, which has no Owner"


def knowledge_adds_up(state: Any, rules: Any) -> Iterator[str]:
    """I-8: Yield a message unless players know what they own, and their modifiers are the sums over all that they
    have.
    """
    for seat, player in _players(state, rules):
        if _bits(player.owned) != set(np.flatnonzero(state.technology_owner == seat).tolist()):
            yield f"I-8: seat {seat} owns technologies that differ from those of which it is the Owner"
        if player.owned & ~player.known:
            yield f"I-8: seat {seat} owns a technology that it does not know"
        held = np.zeros(MODIFIERS, int)
        for technology in _bits(player.known):
            held += rules.technology_modifiers[technology]
        for planet in _owned(player):
            held += rules.planet_modifiers[planet]
        for kind, _ in _ships(player):
            held += rules.ship_modifiers[kind]
        if (player.modifiers != held).any():
            yield f"I-8: the modifiers of seat {seat} differ from the sums over all that it has"


def fleets_are_within_their_bounds(state: Any, rules: Any) -> Iterator[str]:
    """I-9: Yield a message unless fleets are within their limit. Only during unmatched fire may a ship have more damage
    than it survives.
    """
    for seat, player in _players(state, rules):
        if player.ships > rules.ship_limit:
            yield f"I-9: seat {seat} has too many ships ({player.ships})"
        for kind, damage in _ships(player):
            endurance = rules.combat[kind] + rules.tough[kind] + player.modifiers[Modifier.SHIP_TOUGH]
            if damage < 0 or (damage > endurance and state.battle.stage != Stage.UNMATCHED):
                yield f"I-9: a ship of kind {kind} of seat {seat} has {damage} damage"


def ship_cards_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I-10: Yield a message unless mercs in deck, slots, fleets and discards add up. Emergency ships likewise, without
    slots.
    """
    fleets = [kind for _, player in _players(state, rules) for kind, _ in _ships(player)]
    mercs: list[int] = (
        state.merc_deck[: state.mercs_left].tolist() + state.merc_discard[: state.mercs_discarded].tolist()
    )
    mercs += [int(kind) for kind in state.merc_slot[: rules.merc_slots] if kind != NONE]
    emergencies: list[int] = state.emergency_deck[: state.emergencies_left].tolist()
    emergencies += state.emergency_discard[: state.emergencies_discarded].tolist()
    for origin, lying in ((Origin.MERC, mercs), (Origin.EMERGENCY, emergencies)):
        cards = lying + [kind for kind in fleets if rules.ship_origin[kind] == origin]
        counts = _copies(cards, len(rules.ship_copies))
        wanted = np.where(rules.ship_origin == origin, rules.ship_copies, 0)
        if (counts != wanted).any():
            yield f"I-10: {counts.tolist()} {origin.name.lower()} ships by kind, not {wanted.tolist()}"


def shadow_cards_are_conserved(state: Any, rules: Any) -> Iterator[str]:
    """I-11: Yield a message unless all shadow cards are in place and hands within their limit. No seat may know more
    cards of a hand than it holds.
    """
    counts = _copies(_shadow_cards_lying(state, rules), len(rules.shadow_copies))
    counts += sum(player.hand for _, player in _players(state, rules))
    if (counts != rules.shadow_copies).any():
        yield f"I-11: {counts.tolist()} shadow cards by kind, not {rules.shadow_copies.tolist()}"
    dropping = state.decision == Decision.DROPPING and state.after != After.BOUGHT
    for seat, player in _players(state, rules):
        if player.cards != player.hand.sum() or player.hand.min() < 0:
            yield f"I-11: seat {seat} holds {player.hand.sum()} in hand, but its count is {player.cards}"
        if player.cards > rules.hand_limit and not (dropping and seat == state.actor):
            yield f"I-11: seat {seat} has too many cards in hand ({player.cards})"
        if (player.shown > player.hand).any() or player.shown.min() < 0:
            yield f"I-11: another seat knows of more cards than seat {seat} holds"


def _shadow_cards_lying(state: Any, rules: Any) -> list[int]:
    """Return one kind per shadow card in the deck, in the discards, in front of players or in play, not in hands."""
    lying: list[int] = state.shadow_deck[: state.shadow_left].tolist()
    lying += state.shadow_discard[: state.shadow_discarded].tolist()
    if state.decision == Decision.KEEPING:
        dealt = state.dealt[: rules.seats, : rules.start_cards_dealt]
        lying += dealt[dealt != NONE].tolist()
    if state.row == Row.SHADOW:
        lying += state.looked[: state.looked_at].tolist()
    return lying + [int(state.card)] * (state.card != NONE)


def medals_are_earned(state: Any, rules: Any) -> Iterator[str]:
    """I-12: Yield a message unless all FLEET medals match the INVADEs decided, and all SHADOW medals the checks that
    succeeded.
    """
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
        yield f"I-12: FLEET and SHADOW medals are {medals}, but {[fights, checks]} were earned"


def claims_add_up(state: Any, rules: Any) -> Iterator[str]:
    """I-13, I-19, I-20: Yield a message unless claims match players and points. The player who triggered the end may
    have one claim more than the limit.
    """
    values = (rules.ambition_vp_first, rules.ambition_vp_second, rules.ambition_vp_others)
    claimed = [_bits(player.claimed) for _, player in _players(state, rules)]
    points = 0
    for k in range(DRAWN):
        claimants = sum(int(state.ambition[k]) in each for each in claimed)
        if claimants != state.claims[k]:
            yield f"I-13: ambition {k}: players with a claim {claimants}, claims counted {state.claims[k]}"
        points += sum(values[min(place, 2)] for place in range(state.claims[k]))
    for seat, player in _players(state, rules):
        most = rules.claims_to_end + (seat == state.trigger_seat)
        if player.claims != len(claimed[seat]) or player.claims > most:
            yield f"I-13: seat {seat} has {len(claimed[seat])} of {most} possible claims, its count is {player.claims}"
    scored = sum(player.claim_vp for _, player in _players(state, rules))
    if scored != points:
        yield f"I-19: claims scored {scored} points, but their places give {points}"
    first = sum(player.first_claims for _, player in _players(state, rules))
    if first != (state.claims > 0).sum():
        yield f"I-20: first claims: {first}, but ambitions claimed: {(state.claims > 0).sum()}"


def the_end_follows_the_trigger(state: Any, rules: Any) -> Iterator[str]:
    """I-14: Yield a message unless the end is triggered exactly when a player has enough claims. Then the right number
    of turns must follow.
    """
    enough = [seat for seat, player in _players(state, rules) if player.claims >= rules.claims_to_end]
    if state.trigger_seat == NONE:
        if enough:
            yield f"I-14: seats {enough} have enough claims, but the end was not triggered"
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
        yield f"I-14: turns since the trigger {played}, turns left {left}, but their sum must be {due}"


def the_first_turns_are_peaceful(state: Any, rules: Any) -> Iterator[str]:
    """I-15: Yield a message unless no shadow card and no FLEET action occurs before peace is over."""
    if state.rounds > rules.peace_rounds:
        return
    for seat, player in _players(state, rules):
        if player.cards_played or player.raids or player.invades or player.actions[Row.FLEET].any():
            yield f"I-15: seat {seat} plays a card or attacks in round {state.rounds}"


def turns_have_one_step_of_each(state: Any, rules: Any) -> Iterator[str]:
    """I-16: Yield a message unless a turn has one action, plan or pass and at most one PRODUCE. An ADVANCE may not move
    more tokens than allowed.
    """
    for seat, player in _players(state, rules):
        done = int(player.actions.sum() + player.plans + player.passes)
        open_turn = int(seat == state.active and not state.over and state.rounds > 0)
        if not player.turns - open_turn <= done <= player.turns or player.produces > player.turns:
            yield f"I-16: seat {seat}: actions {done}, PRODUCE {player.produces}, turns {player.turns}"
    limit = rules.advance_tokens + state.players[state.active].modifiers[Modifier.ADVANCE_EXTRA]
    if state.decision == Decision.ADVANCING and state.number >= limit:
        yield f"I-16: {state.number} of at most {limit} tokens have advanced, but another may"


def resources_come_and_go_for_a_reason(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-1: Yield a message unless resources change only in decisions that give or cost some. Loot must not change
    their total.
    """
    changes = [now.resources - was.resources for (_, was), (_, now) in _pairs(before, after, rules)]
    if before.decision in IDLE and any(each.any() for each in changes):
        yield f"I-1: resources change in the decision {Decision(before.decision).name}"
    if before.decision == Decision.LOOTING and sum(changes).any():
        yield "I-1: the loot differs from the loss"


def _pairs(before: Any, after: Any, rules: Any) -> list[Any]:
    """Return one ((seat, player before), (seat, player after)) pair per seat."""
    return list(zip(_players(before, rules), _players(after, rules), strict=True))


def knowledge_and_medals_stay(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-7, I-8, I-12: Yield a message unless an Owner never changes, and no technology is forgotten and no medal
    lost.
    """
    was_owned = before.technology_owner != NONE
    if (before.technology_owner != after.technology_owner)[was_owned].any():
        yield "I-7: the Owner of a technology changes"
    for (seat, was), (_, now) in _pairs(before, after, rules):
        if was.known & ~now.known:
            yield f"I-8: seat {seat} forgets a technology"
        if (now.medals < was.medals).any():
            yield f"I-12: seat {seat} loses a medal"


def claims_come_one_a_turn(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-13: Yield a message unless only the active player claims, at most once a turn, and no claim disappears."""
    new = [now.claims - was.claims for (_, was), (_, now) in _pairs(before, after, rules)]
    allowed = int(before.decision == Decision.END and not before.claimed_now)
    for seat, number in enumerate(new):
        if not 0 <= number <= (allowed if seat == before.active else 0):
            yield f"I-13: seat {seat} changes its number of claims by {number}"
    if (after.claims < before.claims).any():
        yield "I-13: a claim disappears"


def tokens_advance_by_one(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-16: Yield a message unless an ADVANCE moves one token of the active player one level right, and no other
    token.
    """
    if before.decision != Decision.ADVANCING:
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
    """Return whether a step belongs to a battle of that mode."""
    begun = before.decision == Decision.FLEET_ACTION and (_battles(after) > _battles(before))
    return after.battle.mode == mode and (before.battle.stage != Stage.NO_BATTLE or begun)


def _battles(state: Any) -> int:
    return sum(int(player.raids + player.invades) for player in state.players)


def raids_spare_heavy_ships(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-17: Yield a message unless a RAID changes no HEAVY ship except for room or by repair. It must give no medal and
    move no planet.
    """
    if not _fights(before, after, Battle.RAID):
        return
    for (seat, was), (_, now) in _pairs(before, after, rules):
        heavy = [
            Counter(each for each in _ships(player) if rules.ship_heavy[each[0]] == Class.HEAVY)
            for player in (was, now)
        ]
        if heavy[0] != heavy[1] and before.decision not in (Decision.SCRAPPING, Decision.REPAIRING):
            yield f"I-17: a RAID changes the HEAVY ships of seat {seat}"
        if rules.raid_medal == RaidMedal.NONE and (now.medals != was.medals).any():
            yield f"I-17: a RAID gives seat {seat} a medal"
    if (before.owner != after.owner).any():
        yield "I-17: a RAID moves a planet"


def battles_move_what_they_may(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-17: Yield a message unless an INVADE moves resources only by capture and repair, and a RAID only by loot and
    repair.
    """
    for mode, reasons in ((Battle.INVADE, CAPTURES), (Battle.RAID, (Decision.LOOTING, Decision.EXCHANGING))):
        if _fights(before, after, mode) and before.decision not in (*reasons, Decision.REPAIRING):
            for (seat, was), (_, now) in _pairs(before, after, rules):
                if (now.resources != was.resources).any():
                    yield f"I-17: the resources of seat {seat} change in {Decision(before.decision).name} of a battle"


def everybody_has_a_planet(before: Any, after: Any, rules: Any) -> Iterator[str]:
    """I-18: Yield a message unless every player has a planet at the end of a turn."""
    if after.turn != before.turn or after.over:
        for seat, player in _players(after, rules):
            if player.planets == 0:
                yield f"I-18: seat {seat} ends a turn without a planet"
