"""When a run is decided: a condition on which it stops."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starbalance.analyses.presentation.wording import still_undecided
from starbalance.analyses.questions.rates import rates
from starbalance.analyses.statistics.estimate import ALPHA
from starbalance.analyses.statistics.truncation import MAX_TRUNCATED, check_max_truncated, is_surely_stalled
from starbalance.analyses.statistics.verdict import MARGIN, check_alpha, check_margin, is_open
from starbalance.simulator.engine.game import Game
from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.runs.amount import share
from starbalance.simulator.runs.result import Result
from starbalance.simulator.runs.run import check_columns


@dataclass(frozen=True)
class Until:
    """The condition that every row of the rates by some columns has its verdict.

    It is also met when the share of truncated games is significantly above `max_truncated`: every verdict is withheld
    then, and more games would not change that. The margin, alpha and the limit may be text, such as 2pp.

    Raises:
        BadInput: If a text is not a share.
    """

    by: Sequence[str]
    margin: float = MARGIN
    alpha: float = ALPHA
    max_truncated: float = MAX_TRUNCATED

    def __post_init__(self) -> None:
        object.__setattr__(self, "margin", share(self.margin, "margin"))
        object.__setattr__(self, "alpha", share(self.alpha, "alpha"))
        object.__setattr__(self, "max_truncated", share(self.max_truncated, "max_truncated"))

    @property
    def settings(self) -> dict[str, Any]:
        """Return what run.toml keeps. The default limit is left out, so that runs of earlier versions can continue."""
        settings = {"by": list(self.by), "margin": self.margin, "alpha": self.alpha}
        is_default = self.max_truncated == MAX_TRUNCATED
        return settings if is_default else settings | {"max_truncated": self.max_truncated}

    def check(self, game: Game, rules: Rules) -> None:
        """Raise BadInput for a margin, an error rate, a limit or a column that is not allowed."""
        check_margin(self.margin)
        check_alpha(self.alpha)
        check_max_truncated(self.max_truncated)
        check_columns(self.by, game, rules)

    def look(self, result: Result) -> tuple[bool, str]:
        """Return whether the condition is met, and how wide the intervals still are."""
        table = rates(result, self.by, margin=self.margin, alpha=self.alpha, max_truncated=self.max_truncated)
        undecided = sum(map(is_open, table["verdict"]))
        is_met = undecided == 0 or is_surely_stalled(result, self.max_truncated)
        return is_met, still_undecided(table, undecided)
