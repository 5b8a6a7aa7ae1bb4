"""The star field that the games of 4000 A.D. share: sectors, stars, counts, star tables, turn order, production.

A game that declares this package in its `uses` adds the fields of `RULES_OF_FIELD` to its rules and the fields of
`STATE_OF_FIELD` to its state. It reads the data of this folder. It also needs the switches star_table, seating,
first_player, first_production_round and production_period.
"""
