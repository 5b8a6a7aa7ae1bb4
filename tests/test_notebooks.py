"""The notebooks: they run from the first cell to the last, show what they say, and are saved with what they showed."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from starbalance.simulator import games

BOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
MANY, FEW = "GAMES = 10_000", "GAMES = 400"
LONGEST = 240  # seconds of a cell


def code_of(book):
    return [cell for cell in book.cells if cell.cell_type == "code"]


def kinds_of(cell):
    """The kinds of output a cell has."""
    return {kind for output in cell.outputs for kind in output.get("data", {"text/plain": ""})}


def test_there_is_a_tour_and_a_notebook_for_every_game():
    names = [name.replace("-", "_") for name, game in games().items() if game.is_built_in]
    assert [path.stem for path in BOOKS] == ["00_tour", *(f"{k:02d}_{name}" for k, name in enumerate(names, 1))]


@pytest.mark.parametrize("path", BOOKS, ids=[path.stem for path in BOOKS])
def test_a_notebook_is_saved_with_the_outputs_of_one_whole_run(path):
    cells = code_of(nbformat.read(path, 4))
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert all(output.output_type != "error" for cell in cells for output in cell.outputs)
    assert any("image/png" in kinds_of(cell) for cell in cells)
    assert any("text/html" in kinds_of(cell) for cell in cells)


@pytest.mark.parametrize("path", BOOKS, ids=[path.stem for path in BOOKS])
def test_a_notebook_runs_with_few_games(path, tmp_path):
    """Every cell shows what it shows in the saved notebook: a table, a chart, lines."""
    book = nbformat.read(path, 4)
    saved = [kinds_of(cell) for cell in code_of(book)]
    assert sum(cell.source.count(MANY) for cell in code_of(book)) == 1
    for cell in code_of(book):
        cell.source = cell.source.replace(MANY, FEW)
    NotebookClient(book, timeout=LONGEST, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert [kinds_of(cell) for cell in code_of(book)] == saved
