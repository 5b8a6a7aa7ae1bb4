"""Tables of a report: a table is shown whole, or the page names the file that contains it."""

import pandas as pd
import pytest

from starbalance.analyses.presentation.document import Table
from starbalance.analyses.presentation.table_text import rest, texts


@pytest.mark.parametrize(
    ("rows", "most", "shown", "sentence"),
    [
        (48, None, 48, ""),
        (120, None, 120, ""),
        (121, None, 0, "Many: 121 rows in table many of tables.parquet."),
        (121, 3, 3, "The first 3 of 121 rows; all rows are in table many of tables.parquet."),
        (3, 3, 3, ""),
        (3, 0, 0, "Many: 3 rows in table many of tables.parquet."),
    ],
)
def test_only_a_table_that_names_its_most_important_rows_is_shown_in_part(rows, most, shown, sentence):
    table = Table("many", pd.DataFrame({"n": range(rows)}), "Many", most=most)
    assert texts(table, "n") == [str(number) for number in range(shown)]
    assert rest(table) == sentence
