"""The sentence in the log for each option, with its clause."""

from collections.abc import Callable
from typing import Any, ClassVar

from starbalance.simulator.engine.wording import counted
from starbalance.simulator.games.interstellar_ambitions.ambition import slot_value
from starbalance.simulator.games.interstellar_ambitions.combat import larger_side
from starbalance.simulator.games.interstellar_ambitions.market import market_of
from starbalance.simulator.games.interstellar_ambitions.name import Names, amounts, cell, listed
from starbalance.simulator.games.interstellar_ambitions.participant import seat_of
from starbalance.simulator.games.interstellar_ambitions.payment import exchange_rate, lacking
from starbalance.simulator.games.interstellar_ambitions.production import upkeep_of
from starbalance.simulator.games.interstellar_ambitions.purchase import hire_price, ship_price, technology_price
from starbalance.simulator.games.interstellar_ambitions.repair import repair_cost
from starbalance.simulator.games.interstellar_ambitions.rules import LEVELS, NONE
from starbalance.simulator.games.interstellar_ambitions.seating import place_of
from starbalance.simulator.games.interstellar_ambitions.state import After, Decision, Kind
from starbalance.simulator.games.interstellar_ambitions.word import Level, Market, Resource, Row

ANSWERS = {
    (Decision.SHADOW_ACTIVITY, Kind.NO): "plays no shadow card (IAM-13.3)",
    (Decision.OBJECT, Kind.DONE): "names no more objects (IAM-13.5)",
    (Decision.BOOST, Kind.DONE): "boosts the check no further (IAM-13.6)",
    (Decision.OPPOSE, Kind.DONE): "opposes the check no further (IAM-13.7)",
    (Decision.DEALING, Kind.DONE): "deals no more (IAM-8.1)",
    (Decision.USURPING, Kind.NO): "puts no token in its place (IAM-8.3)",
    (Decision.USURPING, Kind.YES): "puts a token in its place (IAM-8.3)",
    (Decision.ADVANCING, Kind.DONE): "advances no more (IAM-13.10)",
    (Decision.PLANNING, Kind.DONE): "plans no more (IAM-13.14)",
    (Decision.RETURNING, Kind.NO): "leaves the token in the pool (IAM-10.5)",
    (Decision.COLONISING, Kind.NO): "colonises nothing (IAM-15.6)",
    (Decision.SHORTAGE, Kind.NO): "goes without supplies (IAM-5.3)",
    (Decision.SHORTAGE, Kind.YES): "pays for supplies (IAM-5.3)",
    (Decision.DEVELOPING, Kind.DONE): "develops no more (IAM-16.4)",
    (Decision.BUILDING, Kind.DONE): "builds no more (IAM-17.8)",
    (Decision.RESEARCHING, Kind.DONE): "researches no more (IAM-18.1)",
    (Decision.BUYING, Kind.DONE): "buys no more cards (IAM-19.2)",
    (Decision.HIRING, Kind.DONE): "hires no more (IAM-19.4)",
    (Decision.FLEET_ACTION, Kind.NO): "attacks nobody (IAM-13.15)",
    (Decision.UNMATCHED, Kind.NO): "holds its fire (IAM-21.13)",
    (Decision.LOOTING, Kind.DONE): "takes no more (IAM-21.17)",
    (Decision.SPOIL, Kind.NO): "takes no spoil (IAM-22.6)",
    (Decision.DISRUPTING, Kind.DONE): "disrupts no more (IAM-23.1)",
    (Decision.CAPTURING, Kind.NO): "does not capture the planet (IAM-23.11)",
    (Decision.END, Kind.DONE): "ends the turn (IAM-13.17)",
}
PAYMENTS = {After.DEVELOPED: "IAM-16.1", After.CAPTURED: "IAM-23.10", After.SUPPLIED: "IAM-5.3"}
REPAIRS = {
    After.REPAIRED: "IAM-17.1",
    After.REPAIRED_BY_DEFENDER: "IAM-21.20",
    After.REPAIRED_BY_ATTACKER: "IAM-21.21",
}
MADE_ROOM = {After.EMERGENCY: "IAM-21.5", After.BUILT: "IAM-17.7", After.HIRED: "IAM-19.8"}
COMPENSATION = {
    1: "IAM-12.6",
    2: "IAM-12.7",
    3: "IAM-12.8",
    4: "IAM-12.9",
    5: "IAM-12.10",
}  # by place in the turn order
REPLACED = {Market.PLANET: "IAM-15.5", Market.TECHNOLOGY: "IAM-18.3", Market.MERC: "IAM-19.6"}


class Sentences:
    """The sentences for options, by action type."""

    def __init__(self, rules: Any, names: Names):
        self.rules = rules
        self.names = names

    def of(self, state: Any, option: Any, after: Any) -> str:
        """Return what the chosen option does, without its subject. `after` is the state that it leads to."""
        return self._sentences[Kind(option.kind)](self, state, option, after)

    def _answer(self, state: Any, option: Any, after: Any) -> str:
        if state.decision == Decision.REPAIRING:
            paid = amounts([0, repair_cost(state, self.rules, state.repairs), 0, 0])
            return f"repairs {state.repairs} damage for {paid} ({self._repairs_by(state)})"
        if state.decision == Decision.REPLACING:
            return f"replaces no more ({REPLACED[Market(market_of(state.row))]})"
        if state.decision == Decision.SCRAPPING:
            return f"goes without the new ship ({self._room_by(state)})"
        return ANSWERS[Decision(state.decision), Kind(option.kind)]

    def _repairs_by(self, state: Any) -> str:
        return REPAIRS[After(state.after)]

    def _keep(self, state: Any, option: Any, after: Any) -> str:
        return f"keeps {self.names.cards[option.a]} (IAM-12.2)"

    def _start(self, state: Any, option: Any, after: Any) -> str:
        return f"takes the START technology {self.names.technologies[option.a]} (IAM-12.3)"

    def _place(self, state: Any, option: Any, after: Any) -> str:
        clause = "IAM-12.4" if state.decision == Decision.PLACING else "IAM-13.14"
        return f"puts a token on {Row(option.a).name} ({clause})"

    def _compensation(self, state: Any) -> str:
        """Return the clause id of the compensation of the acting seat, by its place in the turn order."""
        return COMPENSATION[int(place_of(state, self.rules, state.actor))]

    def _take(self, state: Any, option: Any, after: Any) -> str:
        clause = self._compensation(state) if state.decision == Decision.COMPENSATION else "IAM-14.3"
        return f"takes {Resource(option.a).name.lower()} ({clause})"

    def _advance(self, state: Any, option: Any, after: Any) -> str:
        clause = self._compensation(state) if state.decision == Decision.HEAD_START else "IAM-13.10"
        return f"advances a token from {cell(option.a, option.b)} to {Level(option.b + 1).name} ({clause})"

    def _play(self, state: Any, option: Any, after: Any) -> str:
        return f"plays {self.names.cards[option.a]} (IAM-13.3)"

    def _opponent(self, state: Any, option: Any, after: Any) -> str:
        return f"aims at {self.names.seat(state, option.a)} (IAM-13.5)"

    def _planet(self, state: Any, option: Any, after: Any) -> str:
        name, points = self.names.planets[option.a], int(after.battle.points)
        return {
            Decision.OBJECT: f"aims at {name} (IAM-13.5)",
            Decision.LOWEST: f"chooses {name} (IAM-27.24)",
            Decision.BOMBARDING: f"bombards {name}, {counted(points, 'point')} (IAM-23.5)",
            Decision.LAST_PLANET: f"takes {name} in place of the last planet (IAM-23.17)",
        }[Decision(state.decision)]

    def _ship(self, state: Any, option: Any, after: Any) -> str:
        return f"aims at {self.names.ship(state, state.victim, option.a)} (IAM-13.5)"

    def _technology(self, state: Any, option: Any, after: Any) -> str:
        words, clause = ("acquires", "IAM-23.3") if state.decision == Decision.ACQUIRING else ("aims at", "IAM-13.5")
        return f"{words} {self.names.technologies[option.a]} ({clause})"

    def _token(self, state: Any, option: Any, after: Any) -> str:
        words, clause = ("disrupts", "IAM-23.1") if state.decision == Decision.DISRUPTING else ("aims at", "IAM-13.5")
        return f"{words} a token at {cell(option.a, option.b)} ({clause})"

    def _own_token(self, state: Any, option: Any, after: Any) -> str:
        return f"names one of their own tokens at {cell(option.a, option.b)} (IAM-13.5)"

    def _to_row(self, state: Any, option: Any, after: Any) -> str:
        if state.decision == Decision.RETURNING:
            return f"puts the token of the action back on {Row(option.a).name} (IAM-4.5)"
        return f"sends the token to {Row(option.a).name} (IAM-13.5)"

    def _market(self, state: Any, option: Any, after: Any) -> str:
        return f"replaces the {Market(option.a).name.lower()} cards face up (IAM-27.22)"

    def _resource(self, state: Any, option: Any, after: Any) -> str:
        word = "aims at all" if state.decision == Decision.OBJECT else "takes"
        return f"{word} {Resource(option.a).name.lower()} (IAM-13.5)"

    def _discard(self, state: Any, option: Any, after: Any) -> str:
        room = "IAM-19.3" if state.after == After.BOUGHT else "IAM-8.5"
        what = {Decision.BOOST: "boost (IAM-13.6)", Decision.OPPOSE: "oppose (IAM-13.7)"}
        return f"discards {self.names.cards[option.a]} to {what.get(Decision(state.decision), f'make room ({room})')}"

    def _produce(self, state: Any, option: Any, after: Any) -> str:
        units = f", {after.number} of any type to come" if after.decision == Decision.HOME_WORLD else ""
        return f"produces{units} (IAM-14.2)"

    def _advance_plans(self, state: Any, option: Any, after: Any) -> str:
        return "advances plans (IAM-13.10)"

    def _pay_upkeep(self, state: Any, option: Any, after: Any) -> str:
        price = amounts([0, 0, 0, upkeep_of(state, self.rules, state.actor, option.a)])
        return f"keeps {self.names.ship(state, state.actor, option.a)} for {price} (IAM-14.7)"

    def _dismiss(self, state: Any, option: Any, after: Any) -> str:
        return f"dismisses {self.names.ship(state, state.actor, option.a)} (IAM-14.7)"

    def _act(self, state: Any, option: Any, after: Any) -> str:
        return f"takes {cell(option.a, option.b)} (IAM-11.{option.a * LEVELS + option.b + 1})"

    def _plan(self, state: Any, option: Any, after: Any) -> str:
        return "plans (IAM-13.14)" if state.players[state.actor].pool else "passes: no token to plan with (IAM-13.15)"

    def _pay(self, state: Any, option: Any, after: Any) -> str:
        return f"pays {Resource(option.a).name.lower()} ({PAYMENTS[After(state.after)]})"

    def _give(self, state: Any, option: Any, after: Any) -> str:
        wanted = Resource(lacking(state, state.actor)).name.lower()
        return f"exchanges {Resource(option.a).name.lower()} for {wanted}, which is due (IAM-3.2)"

    def _exchange(self, state: Any, option: Any, after: Any) -> str:
        offered = Resource(option.a).name.lower()
        taken = f" for {Resource(option.b).name.lower()}" if option.b != NONE else ""
        if state.decision == Decision.DEALING:
            return f"deals {offered}{taken} (IAM-8.1)"
        return f"exchanges {offered}{taken} at {exchange_rate(state, self.rules, state.actor)} to 1 (IAM-3.2)"

    def _replace(self, state: Any, option: Any, after: Any) -> str:
        market = Market(market_of(state.row))
        if market == Market.PLANET:
            name = self.names.planets[int(state.face_up[option.a])]
        elif market == Market.TECHNOLOGY:
            name = self.names.technologies[state.technology_slot[option.a]]
        else:
            name = self.names.ships[state.merc_slot[option.a]]
        return f"will have {name} replaced ({REPLACED[market]})"

    def _colonise(self, state: Any, option: Any, after: Any) -> str:
        return f"colonises {self.names.planet(option.a)} (IAM-15.1)"

    def _reduce(self, state: Any, option: Any, after: Any) -> str:
        return f"takes the discount in {Resource(option.a).name.lower()} (IAM-15.2)"

    def _hand_over(self, state: Any, option: Any, after: Any) -> str:
        return f"hands over {self.names.planets[option.a]} (IAM-15.7)"

    def _recipient(self, state: Any, option: Any, after: Any) -> str:
        return f"gives it to {self.names.seat(state, option.a)} (IAM-15.7)"

    def _resolve(self, state: Any, option: Any, after: Any) -> str:
        seen = listed([self.names.events[state.looked[k]] for k in range(state.looked_at)])
        return f"chooses the colony event {self.names.events[option.a]} of {seen} (IAM-5.1)"

    def _develop(self, state: Any, option: Any, after: Any) -> str:
        return f"develops {self.names.planets[option.a]} to level {option.b} (IAM-16.1)"

    def _repair(self, state: Any, option: Any, after: Any) -> str:
        return f"repairs 1 damage of {self.names.ship(state, state.actor, option.a)} ({self._repairs_by(state)})"

    def _build(self, state: Any, option: Any, after: Any) -> str:
        price = ship_price(state, self.rules, state.actor, option.a, state.planning)
        return f"builds {self.names.ships[option.a]} for {amounts([0, price, 0, 0])} (IAM-17.3)"

    def _room_by(self, state: Any) -> str:
        return MADE_ROOM.get(After(state.after), "IAM-7.2")

    def _scrap(self, state: Any, option: Any, after: Any) -> str:
        return f"gives up {self.names.ship(state, state.actor, option.a)} to make room ({self._room_by(state)})"

    def _research(self, state: Any, option: Any, after: Any) -> str:
        technology = state.technology_slot[option.a]
        price = technology_price(state, self.rules, state.actor, technology, state.planning)
        return f"researches {self.names.technologies[technology]} for {amounts([0, 0, price, 0])} (IAM-18.1)"

    def _buy_cards(self, state: Any, option: Any, after: Any) -> str:
        return "buys shadow cards (IAM-19.1)"

    def _hire_mercs(self, state: Any, option: Any, after: Any) -> str:
        return "hires mercs (IAM-19.1)"

    def _buy(self, state: Any, option: Any, after: Any) -> str:
        if option.a == NONE:
            return "buys a card unseen (IAM-19.2)"
        seen = listed([self.names.cards[state.looked[k]] for k in range(state.looked_at)])
        return f"buys {self.names.cards[option.a]} of {seen} (IAM-19.2)"

    def _hire(self, state: Any, option: Any, after: Any) -> str:
        kind = state.merc_slot[option.a]
        price = hire_price(state, self.rules, state.actor, kind)
        return f"hires {self.names.ships[kind]} for {amounts([0, 0, 0, price])} (IAM-19.4)"

    def _attack(self, state: Any, option: Any, after: Any) -> str:
        word, clause = ("raids", "IAM-21.1") if option.kind == Kind.RAID else ("invades", "IAM-22.1")
        return f"{word} {self.names.seat(state, option.a)} ({clause})"

    def _next(self, state: Any, option: Any, after: Any) -> str:
        return f"puts {self.names.ship(state, state.actor, option.a)} next in combat order (IAM-21.7)"

    def _fire(self, state: Any, option: Any, after: Any) -> str:
        side, battle = larger_side(state), state.battle
        ship = self.names.ship(state, seat_of(state, side), battle.order[side, battle.next])
        target = self.names.ship(state, seat_of(state, 1 - side), option.a)
        return f"fires with {ship} at {target} (IAM-21.12)"

    def _loot(self, state: Any, option: Any, after: Any) -> str:
        return f"loots {Resource(option.a).name.lower()}, {after.battle.left} more to come (IAM-21.17)"

    def _spoil(self, state: Any, option: Any, after: Any) -> str:
        return {
            Kind.DISRUPT_PLANS: "disrupts plans (IAM-23.1)",
            Kind.ACQUIRE_TECHNOLOGY: "acquires a technology (IAM-23.3)",
            Kind.BOMBARD: "bombards (IAM-23.5)",
        }[Kind(option.kind)]

    def _capture(self, state: Any, option: Any, after: Any) -> str:
        return f"captures {self.names.planets[int(state.battle.planet)]} (IAM-23.10)"

    def _claim(self, state: Any, option: Any, after: Any) -> str:
        points = slot_value(state, self.rules, option.a)
        return f"claims {self.names.ambitions[state.ambition[option.a]]} for {points} VP (IAM-9.4)"

    _sentences: ClassVar[dict[Kind, Callable[..., str]]] = {
        Kind.NO: _answer,
        Kind.YES: _answer,
        Kind.DONE: _answer,
        Kind.KEEP: _keep,
        Kind.START: _start,
        Kind.PLACE: _place,
        Kind.TAKE: _take,
        Kind.ADVANCE: _advance,
        Kind.PLAY: _play,
        Kind.OPPONENT: _opponent,
        Kind.PLANET: _planet,
        Kind.SHIP: _ship,
        Kind.TECHNOLOGY: _technology,
        Kind.TOKEN: _token,
        Kind.OWN_TOKEN: _own_token,
        Kind.TO_ROW: _to_row,
        Kind.MARKET: _market,
        Kind.RESOURCE: _resource,
        Kind.DISCARD: _discard,
        Kind.PRODUCE: _produce,
        Kind.ADVANCE_PLANS: _advance_plans,
        Kind.PAY_UPKEEP: _pay_upkeep,
        Kind.DISMISS: _dismiss,
        Kind.ACT: _act,
        Kind.PLAN: _plan,
        Kind.PAY: _pay,
        Kind.GIVE: _give,
        Kind.REPLACE: _replace,
        Kind.COLONISE: _colonise,
        Kind.REDUCE: _reduce,
        Kind.HAND_OVER: _hand_over,
        Kind.RECIPIENT: _recipient,
        Kind.RESOLVE: _resolve,
        Kind.DEVELOP: _develop,
        Kind.REPAIR: _repair,
        Kind.BUILD: _build,
        Kind.SCRAP: _scrap,
        Kind.RESEARCH: _research,
        Kind.BUY_CARDS: _buy_cards,
        Kind.HIRE_MERCS: _hire_mercs,
        Kind.BUY: _buy,
        Kind.HIRE: _hire,
        Kind.RAID: _attack,
        Kind.INVADE: _attack,
        Kind.NEXT: _next,
        Kind.FIRE: _fire,
        Kind.LOOT: _loot,
        Kind.DISRUPT_PLANS: _spoil,
        Kind.ACQUIRE_TECHNOLOGY: _spoil,
        Kind.BOMBARD: _spoil,
        Kind.CAPTURE: _capture,
        Kind.CLAIM: _claim,
        Kind.EXCHANGE: _exchange,
    }
