"""Two games side by side."""

import numpy as np
import pandas as pd
import pytest

from starbalance.analyses.questions import quality as asked
from starbalance.analyses.questions.quality import Quality, beside, quality
from starbalance.simulator.runs.run import run


def summary(*rows):
    return Quality(pd.DataFrame(rows, columns=["quantity", "value", "low", "high"]).assign(is_share=False))


def test_differences_combine_the_intervals_of_both_games(monkeypatch):
    """Errors of 3 and 4 combine to 5 on each side. Quantities without an interval or of only one game are omitted."""
    one = summary(("rounds per game", 10.0, 7.0, 16.0), ("games", 5.0, np.nan, np.nan), ("margin", 1.0, 0.0, 2.0))
    two = summary(("rounds per game", 20.0, 12.0, 24.0), ("games", 9.0, np.nan, np.nan))
    monkeypatch.setattr(asked, "measure", {"one": one, "two": two}.get)
    table = beside("one", "two")
    assert len(table) == 1
    row = table.iloc[0]
    assert (row["difference"], row["difference_low"], row["difference_high"]) == (-10.0, -15.0, 0.0)
    assert not row["is_share"]


def test_a_run_compared_with_itself_has_no_differences():
    played = run("handful-of-stars", setup="players2", games=20, seed=1, strategies="pool", timeline=True)
    table = beside(played, played)
    assert set(table["quantity"]) == set(quality(played).dropna()["quantity"])
    assert table["difference"].to_numpy() == pytest.approx(0.0)
    assert (table["difference_low"] <= 0.0).all() and (table["difference_high"] >= 0.0).all()
    shares = set(table.loc[table["is_share"], "quantity"])
    assert {"share of truncated games", "first player: win share minus equal share"} <= shares
    assert not {"rounds per game", "lead changes per game"} & shares
