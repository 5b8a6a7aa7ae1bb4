"""The star field that the games of 4000 A.D. share: sectors, stars, counts, star tables, turn order, production.

A game that declares it in its `uses` has the fields of `RULES_OF_FIELD` in its rules and those of `STATE_OF_FIELD` in
its state, the data of this folder, and the switches star_table, seating, first_player, first_production_round and
production_period.
"""
