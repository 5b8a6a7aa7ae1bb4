"""The narrator of A Handful of Stars, which writes options and states as lines of a game log."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from starbalance.simulator.engine.play import carry_out
from starbalance.simulator.engine.records import copy_of
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.wording import counted
from starbalance.simulator.games.handful_of_stars import GAME
from starbalance.simulator.games.handful_of_stars.name import Names, costs, listed, units
from starbalance.simulator.games.handful_of_stars.rules import RESOURCES, TRACK, Card, Resource, Timing
from starbalance.simulator.games.handful_of_stars.scoring import final_vp
from starbalance.simulator.games.handful_of_stars.seating import seat_at
from starbalance.simulator.games.handful_of_stars.state import (
    NONE,
    Action,
    Decision,
    Ended,
    Kind,
    Marker,
    Stage,
    Unit,
    Zone,
)
from starbalance.simulator.games.handful_of_stars.strength import ATTACKER, DEFENDER, margin, strength
from starbalance.simulator.games.handful_of_stars.system import is_habitable

MARKERS = {Marker.HOME: "home world", Marker.COLONY: "colony", Marker.OUTPOST: "outpost"}
RESERVES = {Zone.RESERVE_ONE: "Reserve One", Zone.RESERVE_TWO: "Reserve Two"}
OPEN_STAGES = (Stage.OPENING, Stage.STANDING, Stage.RESPONDING)
LEAVES_THE_HAND = (Kind.SPEND, Kind.PLAY, Kind.DISCARD, Kind.REMOVE, Kind.RESERVE)
ACTIONS = {
    Action.BUILD: ("builds", "HOS-5.1"),
    Action.MOVE: ("moves", "HOS-6.1"),
    Action.COLONISE: ("colonises", "HOS-9.1"),
    Action.DRAFT: ("drafts", "HOS-10.1"),
    Action.RESERVE: ("reserves cards", "HOS-11.1"),
    Action.DISCARD: ("discards", "HOS-12.1"),
    Action.REMOVE: ("removes a card from play", "HOS-13.1"),
    Action.PASS: ("passes", "HOS-14.2"),
}
ANSWERS = {
    (Decision.RETREAT_AT_ONCE, Kind.NO): "stays (HOS-7.6)",
    (Decision.RETREAT_AT_ONCE, Kind.YES): "retreats at once (HOS-7.6)",
    (Decision.STAND, Kind.NO): "stays (HOS-7.7)",
    (Decision.STAND, Kind.YES): "retreats (HOS-7.7)",
    (Decision.INTERRUPTION, Kind.NO): "keeps its Retreat card (HOS-17.23)",
    (Decision.SHIELDS, Kind.NO): "plays no Force Shields (HOS-17.12)",
    (Decision.TURN, Kind.DONE): "ends the turn (HOS-3.5)",
    (Decision.BUILDING, Kind.DONE): "builds no more units (HOS-5.1)",
    (Decision.ORIGIN, Kind.DONE): "moves no more units (HOS-6.6)",
    (Decision.RESERVING, Kind.DONE): "reserves no more cards (HOS-11.1)",
    (Decision.DISCARDING, Kind.DONE): "discards no more cards (HOS-12.1)",
    (Decision.RESPONSE, Kind.DONE): "ends its response (HOS-7.8)",
    (Decision.RECYCLING, Kind.DONE): "turns no more counters (HOS-17.21)",
    (Decision.SEARCHING, Kind.DONE): "discards no more cards (HOS-17.14)",
}


class Narrator:
    """A narrator that describes a game by the names of its races, systems and cards."""

    def __init__(self, rules: Rules):
        self.rules = rules.record
        self.names = Names(rules)

    def opening(self, state: Any, strategies: list[str]) -> list[str]:
        """Return the opening lines: the seats in turn order, the map and the displayed counters.

        A seat has its race, its strategy and its cards. The map lists the open connections.
        """
        lines = ["E energy, M matter, P population, R research; VP victory points."]
        for place in range(self.rules.seats):
            seat = seat_at(state, self.rules, place)
            deck = self.names.pile(state.players[seat].piles[Zone.DRAW_DECK])
            lines.append(f"{self.names.seat(state, seat)} ({strategies[seat]}): {deck}.")
        return [*lines, "Map:", *self._map(state), f"Development counters: {self.names.display(state)}."]

    def _map(self, state: Any) -> Iterator[str]:
        for space in range(self.rules.spaces):
            near = [self.names.system(state, other) for other in state.near[space] if other != NONE]
            tile = state.tile[space]
            about = [
                f"strength {self.rules.strength[tile]}" if is_habitable(state, self.rules, space) else "uninhabitable"
            ]
            about += ["wormhole"] if self.rules.wormhole[tile] else []
            yield f"  {self.names.systems[tile]}, {', '.join(about)}: next to {listed(near)}"

    def table(self, state: Any) -> list[str]:
        """Return the lines for a position.

        They show the Shuffle marker, each seat with its systems and cards, the displays and the neutral systems.
        """
        marker = f"Shuffle marker {state.shuffles} of {self.rules.trigger}"
        lines = [f"Round {state.rounds}: {marker}{', the end is triggered' if state.trigger_round else ''}"]
        for place in range(self.rules.seats):
            lines += self._seat(state, seat_at(state, self.rules, place))
        shown = [self.names.technology(state.display[place]) for place in range(state.displayed)]
        wormhole = "; Wormhole counters available to all players" if state.wormhole_card != NONE else ""
        lines.append(f"  Technology: {listed(shown)}; {counted(state.technologies_left, 'card')} in the deck{wormhole}")
        lines.append(f"  Development counters: {self.names.display(state)}")
        lines.append(f"  Neutral: {listed(self._neutral(state))}")
        return lines

    def _seat(self, state: Any, seat: int) -> Iterator[str]:
        player = state.players[seat]
        points = f"{player.vp} VP (map {player.vp_map}, Culture {player.vp_culture}, counters {player.vp_counters})"
        draw_deck, discards = (player.piles[zone].count for zone in (Zone.DRAW_DECK, Zone.DISCARD_PILE))
        sizes = f"draw deck {draw_deck}, discard pile {discards}"
        yield f"  {self.names.seat(state, seat)}: {points}; {sizes}"
        systems = [self._holding(state, seat, k) for k in range(self.rules.spaces) if state.owner[k] == seat]
        yield f"    systems: {listed(systems)}"
        yield f"    hand: {self.names.pile(player.piles[Zone.HAND])}"
        reserves = [f"{words}: {self.names.pile(player.piles[zone])}" for zone, words in RESERVES.items()]
        wormhole = "; Wormhole counter" if player.wormhole else ""
        yield f"    {'; '.join(reserves)}; counters: {listed(self.counters(player))}{wormhole}"

    def _holding(self, state: Any, seat: int, space: int) -> str:
        words = [self.names.system(state, space)]
        if state.marker[space] != Marker.EMPTY:
            words.append(MARKERS[Marker(state.marker[space])])
        if state.fleets[seat, space] + state.star_bases[seat, space]:
            words.append(units(state.fleets[seat, space], state.star_bases[seat, space]))
        return " ".join(words)

    def counters(self, player: Any) -> list[str]:
        """Return the names of the counters of a player, each with `face down` if it lies so."""
        sides = {0: " face down", 1: ""}
        owned = [space for space in range(TRACK) if player.counters[space] != NONE]
        return [f"{self.names.counters[player.counters[space]]}{sides[int(player.up[space])]}" for space in owned]

    def _neutral(self, state: Any) -> list[str]:
        """Return the names of the neutral systems. Habitable ones have their `guard`, as in `Name 4+3`."""
        words = []
        for space in range(self.rules.spaces):
            if state.owner[space] == NONE:
                name = self.names.system(state, space)
                words.append(f"{name} {self.guard(state, space)}" if is_habitable(state, self.rules, space) else name)
        return words

    def guard(self, state: Any, space: int) -> str:
        """Return the strength of a neutral system as text, and of its alien if there is one, as in `4` or `4+3`."""
        alien = state.alien[space]
        own = f"{self.rules.strength[state.tile[space]]}"
        return own if alien == NONE else f"{own}+{self.rules.alien_strength[alien]}"

    def decision(self, state: Any, options: Any, chosen: int) -> str:
        """Return the chosen option as one line with its clause and its consequences.

        The line is empty for a forced no or done without consequences.
        """
        option = options[chosen]
        after = self._after(state, option)
        events = list(self._events(state, option, after))
        if len(options) == 1 and option.kind in (Kind.NO, Kind.DONE) and not events:
            return ""
        sentence = f"{self.names.seat(state, state.actor)} {self._texts[Kind(option.kind)](self, state, option, after)}"
        return "    " + "; ".join([sentence, *events])

    def _after(self, state: Any, option: Any) -> Any:
        """Return a copy of the state to which an option has been applied. The state itself does not change."""
        after = copy_of(state)
        carry_out(GAME, after, self.rules, option)
        return after

    def _events(self, state: Any, option: Any, after: Any) -> Iterator[str]:
        """Yield a phrase for each consequence: combat, losses, draws, points, new cards, shuffles and the end."""
        yield from self._combat_events(state, after)
        for seat in range(self.rules.seats):
            yield from self._events_of_seat(state, option, after, seat)
        yield from self._new_cards(state, after)
        for shuffles in range(state.shuffles + 1, after.shuffles + 1):
            yield f"Shuffle marker {shuffles} of {self.rules.trigger} (HOS-3.8)"
        if after.trigger_round and not state.trigger_round:
            yield f"the game ends after this round and {counted(self.rules.final_rounds, 'more round')} (HOS-16.2)"

    def _combat_events(self, state: Any, after: Any) -> Iterator[str]:
        was, now = state.combat.stage, after.combat.stage
        if was == Stage.NO_COMBAT and now != Stage.NO_COMBAT:
            where = self.names.system(after, after.combat.space)
            sides = [strength(after, self.rules, side) for side in (ATTACKER, DEFENDER)]
            yield f"combat at {where}, {sides[0]} against {sides[1]}: marker {sides[0] - sides[1]:+d} (HOS-7.5)"
        elif was in OPEN_STAGES and now in OPEN_STAGES:
            if state.decision != Decision.PAYMENT or margin(after, self.rules) != margin(state, self.rules):
                yield f"marker {margin(after, self.rules):+d}"
        elif was in OPEN_STAGES:
            yield self._verdict(after)

    def _verdict(self, after: Any) -> str:
        combat = after.combat
        loser = combat.attacker if combat.loser == ATTACKER else combat.defender
        name = self.names.seat(after, loser) if loser != NONE else "the neutral system"
        due = f", casualties: {combat.casualties[0]} (loser), {combat.casualties[1]} (winner)"
        return f"{name} loses the combat{due if combat.casualties.sum() else ''} (HOS-7.14)"

    def _events_of_seat(self, state: Any, option: Any, after: Any, seat: int) -> Iterator[str]:
        name, was, now = self.names.seat(after, seat), state.players[seat], after.players[seat]
        fleets, star_bases = max(0, now.fleets - was.fleets), max(0, now.star_bases - was.star_bases)
        if fleets + star_bases and option.kind != Kind.LOSE:
            yield f"{name} loses {units(fleets, star_bases)}"
        drawn = self._drawn(state, option, after, seat)
        if drawn:
            yield f"{name} draws {listed([self.names.card_with_symbols(card) for card in drawn])}"
        if now.vp != was.vp and state.rounds:
            yield f"{name} {now.vp - was.vp:+d} VP, now {now.vp}"

    def _drawn(self, state: Any, option: Any, after: Any, seat: int) -> list[int]:
        """Return the ids of the cards that came into a seat's hand, except one that the option itself put there."""
        hands = [each.players[seat].piles[Zone.HAND] for each in (state, after)]
        was, now = ([int(hand.card[k]) for k in range(hand.count)] for hand in hands)
        if seat == state.actor and option.kind in LEAVES_THE_HAND:
            was = [card for card in was if card != option.a]
        taken = option.a if option.kind in (Kind.KEEP, Kind.TAKE_BACK) else NONE
        return [card for card in now if card not in was and card != taken]

    def _new_cards(self, state: Any, after: Any) -> Iterator[str]:
        """Yield a phrase for each System card that returns to the pool and each Technology card that turns up."""
        for tile in range(self.rules.carded_systems):
            if after.in_pool[tile] and not state.in_pool[tile]:
                yield f"the card of {self.names.systems[tile]} returns to the pool"
        if after.wormhole_card != NONE and state.wormhole_card == NONE:
            yield "Wormhole counters are now available to all players (HOS-10.6)"
        if state.rounds:
            old = list(state.display[: state.displayed])
            new = [card for card in after.display[: after.displayed] if card not in old]
            yield from (f"new in the display: {self.names.technology(card)}" for card in new)

    def _choose_race(self, state: Any, option: Any, after: Any) -> str:
        return f"takes the race {self.names.races[option.a]} (HOS-2.10)"

    def _settle(self, state: Any, option: Any, after: Any) -> str:
        what, clause = ("home world", "HOS-2.11") if state.decision == Decision.HOME else ("first colony", "HOS-2.12")
        return f"secretly chooses {self.names.system(state, option.a)} as {what} ({clause})"

    def _take_counter(self, state: Any, option: Any, after: Any) -> str:
        clause = "HOS-2.16"
        if state.rounds:
            clauses = {Card.DEVELOPMENT: "HOS-17.7", Card.TERRA_FORMING: "HOS-17.31"}
            clause = clauses.get(state.playing, "HOS-9.5")
        counter = self.names.counters[state.counters[option.a]]
        return f"takes the counter {counter} from {self.names.display(state)} ({clause})"

    def _act(self, state: Any, option: Any, after: Any) -> str:
        number = self.rules.actions_per_turn - state.actions_left + 1
        words, clause = ACTIONS[Action(option.a)]
        return f"{words} as action {number} ({clause})"

    def _answer(self, state: Any, option: Any, after: Any) -> str:
        return ANSWERS[Decision(state.decision), Kind(option.kind)]

    def _play(self, state: Any, option: Any, after: Any) -> str:
        name = self.rules.card_name[option.a]
        how = ""
        if state.decision == Decision.TURN:
            number = self.rules.actions_per_turn - state.actions_left + 1
            how = " as a Free Action" if self.rules.timing[name] == Timing.FREE else f" as action {number}"
        elif name == Card.STAR_BOMB:
            how = " on a star base" if option.b == Unit.STAR_BASE else " on a fleet"
        return f"plays {self.names.cards[name]}{how} (HOS-17.{name + 1})"

    def _spend(self, state: Any, option: Any, after: Any) -> str:
        points = self.rules.symbols[option.a, option.b]
        return self._supply(state, option, after, points, self.names.card(option.a))

    def _flip(self, state: Any, option: Any, after: Any) -> str:
        kind = state.players[state.actor].counters[option.a]
        points = self.rules.counter_symbols[kind, option.b]
        return self._supply(state, option, after, points, f"the counter {self.names.counters[kind]}")

    def _supply(self, state: Any, option: Any, after: Any, points: int, source: str) -> str:
        """Return the words for an item that pays, or adds strength to a combat."""
        resource = Resource(option.b)
        if state.decision == Decision.RESPONSE:
            clause = {Resource.ENERGY: "HOS-17.13", Resource.POPULATION: "HOS-17.15"}.get(resource, "HOS-7.9")
            return f"adds {points} {resource.name.lower()} with {source} ({clause})"
        due = [f"{after.need[k]} {Resource(k).name.lower()}" for k in range(RESOURCES) if after.need[k]]
        left = f", {' and '.join(due)} still due" if due else ""
        return f"pays {points} {resource.name.lower()} with {source}{left} (HOS-4.1)"

    def _build(self, state: Any, option: Any, after: Any) -> str:
        word = "star base" if option.a == Unit.STAR_BASE else "fleet"
        clause = {Card.ARMAMENTS: "HOS-17.2", Card.PRODUCTION_LINE: "HOS-17.19"}.get(state.playing, "HOS-5.1")
        return f"builds a {word} at {self.names.system(state, option.b)} ({clause})"

    def _price(self, state: Any, after: Any) -> str:
        energy, research = after.energy_due - state.energy_due, after.research_due - state.research_due
        return costs(energy, research, Resource.ENERGY, Resource.RESEARCH)

    def _from(self, state: Any, option: Any, after: Any) -> str:
        where = self.names.system(state, option.a)
        if state.decision == Decision.ORIGIN:
            return f"moves from {where} (HOS-6.1)"
        return f"sends {units(option.b, option.c)} from {where} through a wormhole (HOS-17.30)"

    def _move(self, state: Any, option: Any, after: Any) -> str:
        clause = "HOS-6.1" if option.kind == Kind.MOVE else "HOS-15.2"
        way = "" if option.kind == Kind.MOVE else " by wormhole"
        places = f"from {self.names.system(state, state.origin)} to {self.names.system(state, option.a)}"
        return f"sends {units(option.b, option.c)} {places}{way} for {self._price(state, after)} ({clause})"

    def _reinforce(self, state: Any, option: Any, after: Any) -> str:
        clause = "HOS-7.9" if option.kind == Kind.REINFORCE else "HOS-15.4"
        what = f"{units(option.b, option.c)} from {self.names.system(state, option.a)}"
        return f"reinforces with {what} for {self._price(state, after)} ({clause})"

    def _withdraw(self, state: Any, option: Any, after: Any) -> str:
        word = "star base" if option.b == Unit.STAR_BASE else "fleet"
        where = self.names.system(state, option.a)
        return f"withdraws a {word} to {where} for {self._price(state, after)} (HOS-7.11)"

    def _jump(self, state: Any, option: Any, after: Any) -> str:
        return f"jumps to {self.names.system(state, option.a)} (HOS-17.30)"

    def _colonise(self, state: Any, option: Any, after: Any) -> str:
        outpost = f"an outpost at {self.names.system(state, option.a)} for {self.rules.outpost_population} population"
        colony = f"a colony at {self.names.system(state, option.a)} for {self.rules.colony_population} population"
        what, clause = {
            Kind.OUTPOST: (outpost, "HOS-9.2"),
            Kind.COLONY: (colony, "HOS-9.3"),
            Kind.UPGRADE: (f"{colony} and replaces the outpost", "HOS-9.4"),
        }[Kind(option.kind)]
        return f"places {what} ({clause})"

    def _terraform(self, state: Any, option: Any, after: Any) -> str:
        price = costs(self.rules.terraform_population, 0, Resource.POPULATION, Resource.RESEARCH)
        return f"terra-forms {self.names.system(state, option.a)} for {price} (HOS-17.31)"

    def _draft(self, state: Any, option: Any, after: Any) -> str:
        card = state.display[option.a]
        if state.decision == Decision.TAKING:
            return f"takes {self.names.card(card)} (HOS-17.32)"
        return f"drafts {self.names.technology(card)} (HOS-10.1)"

    def _take_wormhole(self, state: Any, option: Any, after: Any) -> str:
        return f"takes a Wormhole counter for {self.names.price(Card.WORMHOLE_TECHNOLOGY)} (HOS-10.7)"

    def _reserve(self, state: Any, option: Any, after: Any) -> str:
        clause = "HOS-17.33" if state.decision == Decision.STORING else "HOS-11.1"
        return f"puts {self.names.card(option.a)} into {RESERVES[Zone(option.b)]} ({clause})"

    def _switch(self, state: Any, option: Any, after: Any) -> str:
        return f"moves {self.names.card(option.a)} to {RESERVES[Zone(option.b)]} (HOS-11.5)"

    def _swap(self, state: Any, option: Any, after: Any) -> str:
        return f"swaps {self.names.card(option.a)} and {self.names.card(option.b)} between the Reserves (HOS-11.5)"

    def _discard(self, state: Any, option: Any, after: Any) -> str:
        clause = "HOS-17.14" if state.decision == Decision.SEARCHING else "HOS-12.1"
        return f"discards {self.names.card(option.a)} ({clause})"

    def _remove(self, state: Any, option: Any, after: Any) -> str:
        return f"removes {self.names.card(option.a)} from play (HOS-13.1)"

    def _lose(self, state: Any, option: Any, after: Any) -> str:
        return f"loses {units(option.b, option.a)} in the combat (HOS-8.2)"

    def _retreat(self, state: Any, option: Any, after: Any) -> str:
        return f"retreats to {self.names.system(state, option.a)} with {units(option.b, option.c)} (HOS-8.4)"

    def _take_back(self, state: Any, option: Any, after: Any) -> str:
        return f"takes {self.names.card(option.a)} from the Reserve into the hand (HOS-3.9)"

    def _block(self, state: Any, option: Any, after: Any) -> str:
        one, two = (self.names.system(state, space) for space in self.rules.ends[option.a])
        return f"puts a black hole between {one} and {two} (HOS-17.4)"

    def _keep(self, state: Any, option: Any, after: Any) -> str:
        seen = listed([self.names.card(state.looked[k]) for k in range(state.looked_at)])
        return f"keeps {self.names.card(option.a)} from {seen} (HOS-17.5)"

    def _exchange(self, state: Any, option: Any, after: Any) -> str:
        old = self.names.counters[state.players[state.actor].counters[option.a]]
        return f"exchanges the counter {old} for {self.names.counters[state.counters[option.b]]} (HOS-17.18)"

    def _recycle(self, state: Any, option: Any, after: Any) -> str:
        kind = state.players[state.actor].counters[option.a]
        return f"turns the counter {self.names.counters[kind]} front up (HOS-17.21)"

    def _scout(self, state: Any, option: Any, after: Any) -> str:
        alien = self.rules.alien_strength[state.alien[option.a]]
        return f"scouts {self.names.system(state, option.a)}: an alien of strength {alien} (HOS-17.24)"

    def ending(self, state: Any) -> str:
        """Return the last line: how the game ended, the winners and the victory points of all seats."""
        seats = range(self.rules.seats)
        winners = [self.names.seat(state, seat) for seat in seats if state.credit[seat] > 0]
        points = [f"{self.names.seat(state, seat)} {final_vp(state, self.rules, seat)} VP" for seat in seats]
        how = {
            Ended.FINAL_ROUND: "the last round is over (HOS-16.2)",
            Ended.TRUNCATED: "the round limit is reached",
        }[Ended(state.ended)]
        return f"Round {state.rounds}: {how}; {' and '.join(winners)} won (HOS-16.6): {listed(points)}."

    _texts: ClassVar[dict[Kind, Callable[..., str]]] = {
        Kind.NO: _answer,
        Kind.YES: _answer,
        Kind.DONE: _answer,
        Kind.ACT: _act,
        Kind.PLAY: _play,
        Kind.PICK_RACE: _choose_race,
        Kind.SETTLE: _settle,
        Kind.TAKE_COUNTER: _take_counter,
        Kind.SPEND: _spend,
        Kind.FLIP: _flip,
        Kind.BUILD: _build,
        Kind.MOVE: _move,
        Kind.HOP: _move,
        Kind.FROM: _from,
        Kind.OUTPOST: _colonise,
        Kind.COLONY: _colonise,
        Kind.UPGRADE: _colonise,
        Kind.DRAFT: _draft,
        Kind.TAKE_WORMHOLE: _take_wormhole,
        Kind.RESERVE: _reserve,
        Kind.SWITCH: _switch,
        Kind.SWAP: _swap,
        Kind.DISCARD: _discard,
        Kind.REMOVE: _remove,
        Kind.LOSE: _lose,
        Kind.RETREAT: _retreat,
        Kind.REINFORCE: _reinforce,
        Kind.REINFORCE_BY_HOP: _reinforce,
        Kind.WITHDRAW: _withdraw,
        Kind.WITHDRAW_BY_HOP: _withdraw,
        Kind.TAKE_BACK: _take_back,
        Kind.BLOCK: _block,
        Kind.KEEP: _keep,
        Kind.EXCHANGE: _exchange,
        Kind.RECYCLE: _recycle,
        Kind.SCOUT: _scout,
        Kind.JUMP: _jump,
        Kind.TERRAFORM: _terraform,
    }
