"""The widgets over a run."""

from typing import Any

import pandas as pd
import panel as pn
from bokeh.models import NumberFormatter

from starbalance.analyses.presentation import chart
from starbalance.analyses.presentation.document import SHARES
from starbalance.analyses.presentation.truncation_text import joined
from starbalance.analyses.presentation.wording import percent
from starbalance.analyses.questions.find import find, replay_of
from starbalance.analyses.questions.flags import Part, choices, flag_columns
from starbalance.analyses.questions.rates import about, rates
from starbalance.analyses.questions.study import run_title
from starbalance.analyses.statistics.aggregate import parity
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result

ALL = "all games"
_DRAWN = 40  # rows of a chart
_LISTED = 20  # games of a cell

pn.extension("tabulator")


class Explorer:
    """Win shares of a run by columns that are chosen, among games that are chosen; a cell lists its games.

    A game of the list is replayed. view: all of it, which a notebook shows.
    """

    def __init__(self, result: Result):
        self.result = result
        self.levels_of = choices(result)
        columns = [name for name in self.levels_of if name not in flag_columns(result)]
        self.by = pn.widgets.MultiChoice(name="Win share by", options=columns, value=[result.factor], max_items=3)
        self.column = pn.widgets.Select(name="Among", options=[ALL, *self.levels_of])
        self.words = pn.widgets.MultiChoice(name="with", options=[])
        self.about = pn.pane.Markdown()
        self.chart = pn.pane.Matplotlib(None, format="svg", tight=True, sizing_mode="scale_width", max_width=900)
        self.cells = _table()
        self.games = _table()
        self.listed = pn.pane.Markdown("A game that is chosen is replayed.", visible=False)
        self.games.visible = False
        self.replay = pn.Column()
        for widget, react in ((self.by, self._ask), (self.column, self._offer), (self.words, self._ask)):
            widget.param.watch(react, "value")
        self.cells.param.watch(self._list, "selection")
        self.games.param.watch(self._show, "selection")
        self._ask()

    @property
    def view(self) -> Any:
        """All widgets, one below the other; choices beside them where there is room."""
        choices = pn.Column(self.by, self.column, self.words, self.about, width=320)
        tables = ("A row that is chosen lists its games.", self.cells, self.listed, self.games)
        found = pn.Column(self.chart, *tables, self.replay, sizing_mode="stretch_width")
        return pn.Column(f"# {run_title(self.result.settings)}", pn.FlexBox(choices, found))

    def _repr_mimebundle_(self, *asked: Any, **options: Any) -> Any:
        return self.view._repr_mimebundle_(*asked, **options)

    @property
    def part(self) -> Result:
        """The run, or those of its games that are chosen."""
        if self.column.value == ALL or not self.words.value:
            return self.result
        return Part(self.result, self.column.value, tuple(self.words.value))

    def _offer(self, *events: Any) -> None:
        """The words of the column that is chosen."""
        self.words.param.update(options=list(self.levels_of.get(self.column.value, ())), value=[])
        self._ask()

    def _ask(self, *events: Any) -> None:
        """The table, the chart and what the games are like."""
        self._fill(pd.DataFrame())
        by = list(self.by.value)
        if not by:
            return
        part = self.part
        table = rates(part, by)
        self.cells.param.update(value=joined(table), selection=[])
        self.about.object = _told(part)
        self.chart.object = chart.forest(table, by, round(1 / parity(part))) if len(table) <= _DRAWN else None

    def _list(self, *events: Any) -> None:
        """The first games of the cell that is chosen."""
        self._fill(pd.DataFrame())
        if not self.cells.selection:
            return
        row = self.cells.value.iloc[self.cells.selection[0]]
        try:
            found = find(self.part, " and ".join(f"{name}={row[name]}" for name in self.by.value), limit=_LISTED)
        except BadInput as error:
            self.replay.objects = [pn.pane.Markdown(str(error))]
            return
        self._fill(found.first)

    def _fill(self, games: pd.DataFrame) -> None:
        """Lists some games, of which none is shown yet."""
        self.replay.objects = []
        self.games.param.update(value=games, selection=[], visible=not games.empty)
        self.listed.visible = not games.empty

    def _show(self, *events: Any) -> None:
        """The replay of the game that is chosen."""
        if not self.games.selection:
            return
        number = int(self.games.value["game"].iloc[self.games.selection[0]])
        try:
            self.replay.objects = [pn.pane.HTML(replay_of(self.result, number)._repr_html_())]
        except BadInput as error:
            self.replay.objects = [pn.pane.Markdown(str(error))]


def _table() -> Any:
    """A table of which a row can be chosen, and rows be found by the heads of its columns."""
    return pn.widgets.Tabulator(
        pd.DataFrame(),
        show_index=False,
        disabled=True,
        selectable=1,
        header_filters=True,
        pagination="local",
        page_size=_LISTED,
        formatters=dict.fromkeys(SHARES, NumberFormatter(format="0.0 %")),
        sizing_mode="stretch_width",
    )


def _told(result: Result) -> str:
    """How many games there are, how long and how many are capped, a line each."""
    games, capped, rounds, decisions = (row for _, row in about(result).iterrows())
    share = percent({"share": capped["value"], "low": capped["low"], "high": capped["high"]})
    return (
        f"{int(games['value']):,} games\n\n{rounds['value']:.1f} rounds and {decisions['value']:,.0f} decisions on "
        f"average\n\ncapped: {share}"
    )
