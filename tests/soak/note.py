"""The note with the results of the trials. Each trial writes its own section."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from starbalance.analyses.presentation.markdown_text import markdown_table

HEAD = """# Soak

Long trials of the whole product, made by `python -m tests.soak`. They are not part of the gate. A section begins with
the day of its trial.
"""


def write_section(note: Path, title: str, section: str) -> None:
    """Replace a section of the note, or append it."""
    old = note.read_text() if note.exists() else HEAD
    kept = re.sub(rf"\n## {title}\n.*?(?=\n## |\Z)", "", old, flags=re.DOTALL).rstrip()
    note.write_text(f"{kept}\n\n## {title}\n\n{datetime.now(UTC):%Y-%m-%d}. {section.rstrip()}\n")


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table, with separators in whole numbers."""
    return markdown_table(columns, [[_cell(value) for value in line] for line in rows])


def listed(faults: Sequence[str]) -> str:
    """Return the faults as a Markdown list, or a sentence that there is none."""
    return "\n".join(f"- {fault}" for fault in faults) if faults else "No fault was found."


def _cell(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
