"""The picture of a position: the course with one lane per ship. This module is optional."""

from starbalance.simulator.engine.picture import COLOURS, Panel, box, circle, piece, text

_WIDTH, _ROW, _START = 600, 40, 20


class Painter:
    """The painter of the game. It draws each ship on its lane, at its distance."""

    def __init__(self, rules):
        self.rules = rules.record
        self.seats = range(int(rules.record.seats))
        self.ships = list(rules.document["ships"])

    def _name(self, state, seat):
        return self.ships[state.players[seat].ship]

    def _place(self, seat, distance):
        """Return the point (x, y) of a distance on a seat's lane. A ship beyond the goal is drawn at the goal."""
        return _START + min(1.0, distance / self.rules.goal) * (_WIDTH - 2 * _START), _ROW * (seat + 0.5)

    def colours(self, state):
        """Return colours for the seats. Any distinct colours do, because the ships have none."""
        return COLOURS

    def board(self, state):
        """Return the course: one lane per ship, with the goal on the right."""
        shapes = [box(0, _ROW * seat + 2, _WIDTH, _ROW - 4, "place") for seat in self.seats]
        shapes.append(text(_WIDTH - 2, _ROW * len(self.seats) + 8, f"goal {self.rules.goal}", "faint", anchor="end"))
        return {"course": Panel("Course", _WIDTH, _ROW * len(self.seats) + 16, shapes)}

    def pieces(self, state):
        """Return the ships, each labelled with its distance."""
        return {"course": [self._ship(seat, int(state.players[seat].distance)) for seat in self.seats]}

    def _ship(self, seat, distance):
        x, y = self._place(seat, distance)
        return piece(x, y, seat, distance, size=12)

    def traces(self, state, option, after):
        """Return a ring around the ship on turn."""
        x, y = self._place(state.active, state.players[state.active].distance)
        return {"course": [circle(x, y, 16, "focus")]}

    def table(self, state):
        """Return one row per ship: its distance and its gain in this turn."""
        gains = [int(state.gain) if seat == state.active else 0 for seat in self.seats]
        return [
            {"ship": self._name(state, seat), "distance": int(state.players[seat].distance), "this turn": gains[seat]}
            for seat in self.seats
        ]
