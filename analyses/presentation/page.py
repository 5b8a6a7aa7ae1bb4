"""Pages that need nothing else: templates filled in, with the styles and scripts beside them."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

_HERE = Path(__file__).parent
_TEMPLATES = Environment(loader=FileSystemLoader(_HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True)


def page(template: str, **values: Any) -> str:
    """A template of this folder with its values filled in, escaped."""
    return _TEMPLATES.get_template(template).render(values)


def part(name: str) -> Markup:
    """A style or a script of this folder, to stand in a page as it is."""
    return Markup((_HERE / name).read_text(encoding="utf-8"))
