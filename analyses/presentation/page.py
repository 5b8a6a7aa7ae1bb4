"""Self-contained HTML pages: filled templates with embedded styles and scripts."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

_HERE = Path(__file__).parent
_TEMPLATES = Environment(loader=FileSystemLoader(_HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True)


def page(template: str, **values: Any) -> str:
    """Return a template of this folder filled with escaped values."""
    return _TEMPLATES.get_template(template).render(values)


def part(name: str) -> Markup:
    """Return a style or a script of this folder as unescaped markup."""
    return Markup((_HERE / name).read_text(encoding="utf-8"))
