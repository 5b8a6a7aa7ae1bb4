"""A run with other rows or columns, to be asked like the run."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from starbalance.simulator.runs.result import Result


@dataclass(frozen=True)
class View:
    """A run with other rows or columns, to be asked like the run."""

    result: Result

    @property
    def settings(self) -> Mapping[str, Any]:
        """As of the run."""
        return self.result.settings

    @property
    def played(self) -> int:
        """Games of the run, those too that are left out: so many it takes to have what is left."""
        return self.result.played

    @property
    def missing(self) -> int:
        """As of the run."""
        return self.result.missing

    def between(self, first: int, stop: int) -> Self:
        """As of a run."""
        return replace(self, result=self.result.between(first, stop))
