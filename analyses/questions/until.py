"""When a run is decided: a condition on which it stops."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starbalance.analyses.present.wording import still_undecided
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.verdict import MARGIN, check_alpha, check_margin, is_open
from starbalance.simulator.game import Game
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import check_columns
from starbalance.simulator.tables import Rules


@dataclass(frozen=True)
class Until:
    """When every row of the rates by some columns has its verdict."""

    by: Sequence[str]
    margin: float = MARGIN
    alpha: float = ALPHA

    @property
    def settings(self) -> dict[str, Any]:
        """What run.toml says of it."""
        return {"by": list(self.by), "margin": self.margin, "alpha": self.alpha}

    def check(self, game: Game, rules: Rules) -> None:
        """Raises BadInput for a margin, an error rate or a column that cannot be."""
        check_margin(self.margin)
        check_alpha(self.alpha)
        check_columns(self.by, game, rules)

    def look(self, result: Result) -> tuple[bool, str]:
        """(whether every row has its verdict, how wide the intervals still are)."""
        table = rates(result, self.by, margin=self.margin, alpha=self.alpha)
        undecided = sum(map(is_open, table["verdict"]))
        return undecided == 0, still_undecided(table, undecided)
