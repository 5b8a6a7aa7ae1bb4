"""Notebooks: they are stored without outputs and run completely."""

import ast
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from starbalance.simulator.games import games

BOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
MANY, FEW = "GAMES = 10_000", "GAMES = 400"
LONGEST = 240  # seconds per cell


def code_of(book):
    return [cell for cell in book.cells if cell.cell_type == "code"]


def kinds_of(cell):
    """Return the MIME types of the outputs of a cell."""
    return {kind for output in cell.outputs for kind in output.get("data", {"text/plain": ""})}


def shows(cell):
    """Return whether a cell ends with an expression or a print call."""
    last = ast.parse(cell.source).body[-1]
    return isinstance(last, ast.Expr) or "print(" in ast.unparse(last)


def test_there_is_a_tour_and_a_notebook_for_every_game():
    names = [game.folder.name for game in games().values() if game.is_built_in]
    assert [path.stem for path in BOOKS] == ["00_tour", *(f"{k:02d}_{name}" for k, name in enumerate(names, 1))]


@pytest.mark.parametrize("path", BOOKS, ids=[path.stem for path in BOOKS])
def test_a_notebook_is_stored_without_outputs(path):
    """A command can create outputs again, and stored outputs could become outdated."""
    cells = code_of(nbformat.read(path, 4))
    assert [cell.source for cell in cells if cell.outputs or cell.execution_count is not None] == []


@pytest.mark.nightly
@pytest.mark.parametrize("path", BOOKS, ids=[path.stem for path in BOOKS])
def test_a_notebook_runs_with_few_games(path, tmp_path):
    """Exactly the cells that end with a value or a print call have outputs, including a chart and a table."""
    book = nbformat.read(path, 4)
    assert sum(cell.source.count(MANY) for cell in code_of(book)) == 1
    for cell in code_of(book):
        cell.source = cell.source.replace(MANY, FEW)
    NotebookClient(book, timeout=LONGEST, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert [cell.source for cell in code_of(book) if shows(cell) != bool(cell.outputs)] == []
    assert {"image/png", "text/html"} <= set().union(*map(kinds_of, code_of(book)))
