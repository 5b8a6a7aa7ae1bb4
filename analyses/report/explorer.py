"""The widgets of the explorer of a run."""

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
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.runs.result import Result

ALL = "all games"
_DRAWN = 40  # largest number of rows of a chart
_LISTED = 20  # largest number of listed games

pn.extension("tabulator")


class Explorer:
    """Widgets that show win shares of a run by chosen columns among chosen games.

    A selected row lists its games, and a selected game is replayed. A notebook displays `view`.
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
        self.listed = pn.pane.Markdown("Select a game to replay it.", visible=False)
        self.games.visible = False
        self.replay = pn.Column()
        for widget, react in ((self.by, self._ask), (self.column, self._offer), (self.words, self._ask)):
            widget.param.watch(react, "value")
        self.cells.param.watch(self._list, "selection")
        self.games.param.watch(self._show, "selection")
        self._ask()

    @property
    def view(self) -> Any:
        """All widgets below each other, with the choices at the side if there is room."""
        choices = pn.Column(self.by, self.column, self.words, self.about, width=320)
        tables = ("Select a row to list its games.", self.cells, self.listed, self.games)
        results = pn.Column(self.chart, *tables, self.replay, sizing_mode="stretch_width")
        return pn.Column(f"# {run_title(self.result.settings)}", pn.FlexBox(choices, results))

    def _repr_mimebundle_(self, *asked: Any, **options: Any) -> Any:
        return self.view._repr_mimebundle_(*asked, **options)

    @property
    def part(self) -> Result:
        """The run, restricted to the chosen games."""
        if self.column.value == ALL or not self.words.value:
            return self.result
        return Part(self.result, self.column.value, tuple(self.words.value))

    def _offer(self, *events: Any) -> None:
        """Replace the levels to choose from by those of the chosen column, and update the page."""
        self.words.param.update(options=list(self.levels_of.get(self.column.value, ())), value=[])
        self._ask()

    def _ask(self, *events: Any) -> None:
        """Update the table, the chart and the numbers on the games."""
        self._fill(pd.DataFrame())
        by = list(self.by.value)
        if not by:
            return
        part = self.part
        table = rates(part, by)
        self.cells.param.update(value=joined(table), selection=[])
        self.about.object = _numbers_of(part)
        self.chart.object = chart.forest(table, by) if len(table) <= _DRAWN else None

    def _list(self, *events: Any) -> None:
        """List the first games of the selected row."""
        self._fill(pd.DataFrame())
        if not self.cells.selection:
            return
        row = self.cells.value.iloc[self.cells.selection[0]]
        try:
            listed = find(self.part, " and ".join(f"{name}={row[name]}" for name in self.by.value), limit=_LISTED)
        except BadInput as error:
            self.replay.objects = [pn.pane.Markdown(str(error))]
            return
        self._fill(listed.first)

    def _fill(self, games: pd.DataFrame) -> None:
        """Fill the list of games with a frame, and remove the replay. The list is hidden if the frame is empty."""
        self.replay.objects = []
        self.games.param.update(value=games, selection=[], visible=not games.empty)
        self.listed.visible = not games.empty

    def _show(self, *events: Any) -> None:
        """Show the replay of the selected game."""
        if not self.games.selection:
            return
        number = int(self.games.value["game"].iloc[self.games.selection[0]])
        try:
            self.replay.objects = [pn.pane.HTML(replay_of(self.result, number)._repr_html_())]
        except BadInput as error:
            self.replay.objects = [pn.pane.Markdown(str(error))]


def _table() -> Any:
    """Return an empty table with selectable rows and filters in the heads of its columns."""
    return pn.widgets.Tabulator(
        pd.DataFrame(),
        show_index=False,
        disabled=True,
        selectable=1,
        header_filters=True,
        pagination="local",
        page_size=_LISTED,
        formatters=dict.fromkeys(SHARES, NumberFormatter(format="0.0%")),
        sizing_mode="stretch_width",
    )


def _numbers_of(result: Result) -> str:
    """Return lines with the number of games, their lengths and the share of truncated games."""
    games, truncated, rounds, decisions = (row for _, row in about(result).iterrows())
    share = percent({"share": truncated["value"], "low": truncated["low"], "high": truncated["high"]})
    return (
        f"{int(games['value']):,} games\n\n{rounds['value']:.1f} rounds and {decisions['value']:,.0f} decisions on "
        f"average\n\ntruncated: {share}"
    )
