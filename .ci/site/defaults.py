"""What mkdocstrings asks while it reads the sources: signatures tell values, not the names of constants."""

from inspect import signature
from typing import Any

from griffe import ExprName, Extension, Module

import starbalance as sb


class Defaults(Extension):
    """A default that is the name of a constant becomes its value, in what is public."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        """Once everything is read."""
        named = [getattr(home, name) for home in (sb, sb.chart) for name in home.__all__ if name != "chart"]
        for each in named:
            read = pkg.modules_collection[f"{each.__module__}.{each.__name__}"]
            for parameter in read.parameters:
                if isinstance(parameter.default, ExprName):
                    parameter.default = repr(signature(each).parameters[parameter.name].default)
