"""A game with changed data, and its record as plain values."""

import shutil
from dataclasses import fields, replace
from pathlib import Path

import numpy as np

from starbalance.simulator.engine import tables
from starbalance.simulator.engine.game import Game

KUHN = Path(__file__).parent / "games" / "kuhn"  # a game outside the toolkit whose equilibrium is known


def declared(seats):
    """Return the settings of a made-up run in which each of 2 to 4 seats is a side."""
    game, setup = {
        2: ("handful-of-stars", "players2"),
        3: ("4000-ad", "independents3"),
        4: ("4000-ad", "independents4"),
    }[seats]
    return {"game": game, "setup": setup, "changes": {}}


class Elsewhere(Game):
    """A game whose title is the path of its data folder."""

    @property
    def folder(self) -> Path:
        return Path(self.title)


def edited(game, tmp_path, file, old, new):
    """Return a game that reads a copy of its data, in which `new` replaces the text `old` of one file."""
    shutil.copytree(game.folder / "data", tmp_path / "data")
    path = tmp_path / "data" / file
    shutil.copy(game.data_file(path.stem), path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    moved = replace(game, title=str(tmp_path))
    return Elsewhere(**{field.name: getattr(moved, field.name) for field in fields(moved)})


def flat(record):
    """Return the values of a record as lists: field -> values."""
    return {name: np.asarray(record[name]).tolist() for name in record.dtype.names}


def moved_by(game, setup="players4", **overrides):
    """Return the names of the record fields that these overrides change."""
    base = flat(tables.load(game, setup).record)
    record = flat(tables.load(game, setup, set=overrides).record)
    return {name for name in base if record[name] != base[name]}
