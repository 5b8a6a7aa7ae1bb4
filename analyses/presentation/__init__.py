"""Presentation for people: charts, tables, pages and wording."""
