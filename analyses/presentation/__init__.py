"""What a person sees: charts, tables, pages, wording."""
