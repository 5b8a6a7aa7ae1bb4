"""A position as a picture: the course with its ships, a row for each of them. A game without this file has none."""

from starbalance.simulator.engine.picture import COLOURS, Panel, box, circle, piece, text

_WIDTH, _ROW, _START = 600, 40, 20


class Painter:
    """Draws each ship on its lane, at its distance."""

    def __init__(self, rules):
        self.rules = rules.record
        self.seats = range(int(rules.record.seats))
        self.ships = list(rules.document["ships"])

    def _name(self, state, seat):
        return self.ships[state.players[seat].ship]

    def _place(self, seat, distance):
        """The point of a distance on a lane; whoever is beyond the goal stays on the panel."""
        return _START + min(1.0, distance / self.rules.goal) * (_WIDTH - 2 * _START), _ROW * (seat + 0.5)

    def colours(self, state):
        """Any, told apart."""
        return COLOURS

    def board(self, state):
        """A lane for each ship, the goal to the right."""
        shapes = [box(0, _ROW * seat + 2, _WIDTH, _ROW - 4, "place") for seat in self.seats]
        shapes.append(text(_WIDTH - 2, _ROW * len(self.seats) + 8, f"goal {self.rules.goal}", "faint", anchor="end"))
        return {"course": Panel("Course", _WIDTH, _ROW * len(self.seats) + 16, shapes)}

    def pieces(self, state):
        """Each ship with its distance."""
        return {"course": [self._ship(seat, int(state.players[seat].distance)) for seat in self.seats]}

    def _ship(self, seat, distance):
        x, y = self._place(seat, distance)
        return piece(x, y, seat, distance, size=12)

    def traces(self, state, option, after):
        """Where the ship on turn is."""
        x, y = self._place(state.active, state.players[state.active].distance)
        return {"course": [circle(x, y, 16, "focus")]}

    def table(self, state):
        """Of each ship: its distance, and what it has gained in this turn."""
        gains = [int(state.gain) if seat == state.active else 0 for seat in self.seats]
        return [
            {"ship": self._name(state, seat), "distance": int(state.players[seat].distance), "this turn": gains[seat]}
            for seat in self.seats
        ]
