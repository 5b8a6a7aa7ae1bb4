"""The texts of a game log: the opening, the table, each action and the ending."""

from collections.abc import Callable
from typing import Any, ClassVar

from starbalance.simulator.engine.play import carry_out
from starbalance.simulator.engine.records import copy_of
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.wording import counted, joined
from starbalance.simulator.games.ascending_empires import GAME
from starbalance.simulator.games.ascending_empires.board_rules import NONE, SHIPS, Aim, Hull
from starbalance.simulator.games.ascending_empires.consequence import Consequences, Names
from starbalance.simulator.games.ascending_empires.fleet import starships_in
from starbalance.simulator.games.ascending_empires.rules import Colour, Structure
from starbalance.simulator.games.ascending_empires.scoring import end_vp, total_of
from starbalance.simulator.games.ascending_empires.standings import Standings, turn_order
from starbalance.simulator.games.ascending_empires.state import Decision, Ended, Kind, Where
from starbalance.simulator.games.ascending_empires.technology_text import Technologies

_AIMS = {
    Aim.ORBIT: "the orbit of {}, with the disc as a backstop",
    Aim.FRONT: "the orbit of {}, in front of the disc",
    Aim.SIDE_LEFT: "the orbit of {}, past the left side of the disc",
    Aim.SIDE_RIGHT: "the orbit of {}, past the right side of the disc",
    Aim.RAM: "{}, to ram it",
    Aim.NEAR: "a place next to {}",
    Aim.WAYPOINT: "waypoint {}",
}


def _words(words: str) -> Callable[..., str]:
    return lambda narrator, state, option: words


class Narrator:
    """The writer of game logs. It names players by their colours and holes by their quadrants."""

    def __init__(self, rules: Rules):
        self.rules = rules.record
        self.names, self.technologies = Names(self.rules), Technologies(rules)
        self.consequences = Consequences(self.rules, self.names, self.technologies)
        self._standings = Standings(self.rules, self.names)

    def opening(self, state: Any, strategies: list[str]) -> list[str]:
        """Return the turn order with the strategies, then the homeworld and skill of each player."""
        seats = [f"{self.names.seat(seat)} ({strategies[seat]})" for seat in turn_order(state)]
        lines = ["Turn order: " + ", ".join(seats) + "."]
        for seat in turn_order(state):
            player = state.players[seat]
            lines.append(
                f"{self.names.seat(seat)} has the homeworld {self.names.hole(player.home)}, skill {player.skill:g}."
            )
        return lines

    def table(self, state: Any) -> list[str]:
        """Return the round and the VP pool, then one line per player in turn order."""
        lines = [f"Round {state.rounds}, {state.pool} VP in the pool"]
        return lines + [f"  {self._row(state, seat)}" for seat in turn_order(state)]

    def _row(self, state: Any, seat: int) -> str:
        player = state.players[seat]
        points = f"{player.tokens} + {end_vp(state, self.rules, seat)} VP"
        levels = " ".join(f"{colour.name.lower()} {player.tech[colour]}" for colour in Colour if player.tech[colour])
        troops = f"{counted(player.troops, 'troop')} in supply, {player.home_troops} at home"
        ships = f"{counted(starships_in(state, seat, Where.SUPPLY), 'starship')} in supply"
        held = [self._items(state, hole) for hole in range(len(state.holes)) if state.holes[hole].owner == seat]
        fleet = range(SHIPS * seat, SHIPS * (seat + 1))
        flying = [self.names.place(state, ship) for ship in fleet if state.scene.on_board[ship]]
        board = f"planets {', '.join(held) or 'none'}; ships {', '.join(flying) or 'none'}"
        return f"{self.names.seat(seat)}: {points}; {troops}, {ships}; {levels or 'no technology'}; {board}"

    def _items(self, state: Any, hole: int) -> str:
        place = state.holes[hole]
        counts = ((place.troops, "T"), (place.facilities, "F"), (place.colonies, "C"), (place.cities, "Y"))
        items = " ".join(f"{number}{letter}" for number, letter in counts if number)
        return f"{self.names.disc(state, hole)} [{items}]"

    def decision(self, state: Any, options: Any, chosen: int) -> str:
        """Return a sentence on the chosen option, with its clause and its events.

        Return an empty string for a forced pass or stop without events.
        """
        option = options[chosen]
        after = copy_of(state)
        carry_out(GAME, after, self.rules, option)
        events = list(self.consequences.of(state, after))
        if len(options) == 1 and option.kind in (Kind.PASS, Kind.STOP) and not events:
            return ""
        sentence = f"{self.names.seat(state.actor)} {self._phrases[Kind(option.kind)](self, state, option)}"
        return "    " + "; ".join([sentence, *events])

    def _place_on(self, state: Any, option: Any) -> str:
        return f"places a troop on {self.names.disc(state, option.a)} (ASE-3.1)"

    def _take_back(self, state: Any, option: Any) -> str:
        return f"withdraws {counted(option.b, 'troop')} from {self.names.disc(state, option.a)} (ASE-3.6)"

    def _launch_from(self, state: Any, option: Any) -> str:
        hull = "a battleship" if option.b == Hull.BATTLESHIP else "a starship"
        return f"launches {hull} from {self.names.disc(state, option.a)} (ASE-4.3)"

    def _stand_on(self, state: Any, option: Any) -> str:
        return f"puts it on slot {option.a} of the orbit (ASE-4.6)"

    def _flick(self, state: Any, option: Any) -> str:
        return f"will flick {self.names.place(state, option.a)} (ASE-5.1)"

    def _aim_at(self, state: Any, option: Any) -> str:
        aim = Aim(int(option.a))
        target = str(option.b)
        if aim <= Aim.SIDE_RIGHT:
            target = self.names.disc(state, option.b)
        elif aim <= Aim.NEAR:
            target = self.names.place(state, option.b)
        return f"flicks {self.names.ship(state.ship)} at {_AIMS[aim].format(target)} (ASE-20.1)"

    def _land_from(self, state: Any, option: Any) -> str:
        hole = state.scene.orbit[option.a]
        return f"lands {counted(option.b, 'troop')} on {self.names.disc(state, hole)} (ASE-6.1)"

    def _attack_ship(self, state: Any, option: Any) -> str:
        return f"attacks {self.names.place(state, option.a)} (ASE-8.1)"

    def _attack_planet(self, state: Any, option: Any) -> str:
        return f"attacks {self._items(state, option.a)} (ASE-9.2)"

    def _commit(self, state: Any, option: Any) -> str:
        ships = [self.names.ship(SHIPS * state.actor + k) for k in range(SHIPS) if (option.a >> k) & 1]
        return f"commits {joined(ships)} (ASE-8.8)"

    def _mine_on(self, state: Any, option: Any) -> str:
        return f"mines {self.names.disc(state, option.a)} with {counted(option.b, 'troop')} (ASE-10.1)"

    def _build_on(self, state: Any, option: Any) -> str:
        structure = Structure(int(option.b)).name.lower()
        return f"builds a {structure} on {self.names.disc(state, option.a)} (ASE-10.5)"

    def _take(self, state: Any, option: Any) -> str:
        pieces = [counted(number, what) for number, what in ((option.a, "troop"), (option.b, "starship")) if number]
        clause = "ASE-21.18" if state.must_take_all else "ASE-10.11"
        return f"takes {joined(pieces) or 'nothing'} from the box ({clause})"

    def _stop(self, state: Any, option: Any) -> str:
        return self._stopped[Decision(int(state.decision))]

    def _raise(self, state: Any, option: Any) -> str:
        level = state.players[state.actor].tech[option.a] + 1
        name = self.technologies.name(option.a, level)
        return f"develops {Colour(int(option.a)).name.lower()} {level}{', ' if name else ''}{name} (ASE-10.15)"

    def _return(self, state: Any, option: Any) -> str:
        ships = [self.names.place(state, SHIPS * state.actor + k) for k in (option.a, option.b) if k != NONE]
        return f"returns {joined(ships)} to the box (ASE-8.11)"

    def _scan(self, state: Any, option: Any) -> str:
        return f"scans hole {self.names.hole(option.a)} (ASE-11.1)"

    def standings(self, state: Any) -> list[str]:
        """Return the final standings, the best player first, with the parts of every total."""
        return self._standings.lines(state)

    def ending(self, state: Any) -> str:
        """Return a line with the winners, their total, how the game ended and what decided the win."""
        won = [self.names.seat(seat) for seat in range(self.rules.seats) if state.credit[seat] > 0]
        best = max(total_of(state, self.rules, seat) for seat in range(self.rules.seats))
        how = (
            "the pool is empty (ASE-13.2)" if state.ended == Ended.POOL else "the round limit ended the game (ASE-14.3)"
        )
        return f"Round {state.rounds}: {joined(won)} won with {best} VP: {how}; {self._standings.decided(state)}."

    _stopped: ClassVar[dict[Decision, str]] = {
        Decision.PLACE: "places no more (ASE-3.1)",
        Decision.WITHDRAW: "withdraws no more (ASE-3.6)",
        Decision.POINT: "spends no more points (ASE-4.1)",
        Decision.ATTACK: "attacks no more (ASE-7.2)",
        Decision.MINE: "mines no second planet (ASE-21.11)",
        Decision.BUILD: "builds no second structure (ASE-21.14)",
        Decision.SCAN: "scans no more (ASE-11.1)",
    }
    _phrases: ClassVar[dict[Kind, Callable[..., str]]] = {
        Kind.PASS: _words("does nothing (ASE-2.1)"),
        Kind.RECRUIT: _words("recruits (ASE-3.1)"),
        Kind.WITHDRAW: _words("withdraws troops (ASE-3.6)"),
        Kind.MOVE: _words("moves (ASE-4.1)"),
        Kind.MINE: _words("mines (ASE-10.1)"),
        Kind.BUILD: _words("builds (ASE-10.5)"),
        Kind.DEVELOP: _words("develops a technology (ASE-10.15)"),
        Kind.STOP: _stop,
        Kind.LAUNCH: _words("spends a point on a launch (ASE-4.1)"),
        Kind.NAVIGATE: _words("spends a point on navigating (ASE-4.1)"),
        Kind.LAND: _words("spends a point on landing (ASE-4.1)"),
        Kind.PLACE_ON: _place_on,
        Kind.TAKE_BACK: _take_back,
        Kind.LAUNCH_FROM: _launch_from,
        Kind.STAND_ON: _stand_on,
        Kind.FLICK: _flick,
        Kind.AIM_AT: _aim_at,
        Kind.LAND_FROM: _land_from,
        Kind.ATTACK_SHIP: _attack_ship,
        Kind.ATTACK_PLANET: _attack_planet,
        Kind.COMMIT: _commit,
        Kind.MINE_ON: _mine_on,
        Kind.BUILD_ON: _build_on,
        Kind.TAKE: _take,
        Kind.RAISE: _raise,
        Kind.RETURN: _return,
        Kind.SCAN: _scan,
        Kind.SCAN_ALL: _words("scans all that its ships orbit (ASE-11.1)"),
    }
