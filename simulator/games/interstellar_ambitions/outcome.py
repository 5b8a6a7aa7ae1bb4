"""The record of a finished game, with one record per seat in it."""

from starbalance.simulator.engine.contract import outcome_record
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.records import record
from starbalance.simulator.games.interstellar_ambitions.rules import DRAWN

seat_outcome_dt = record(
    ("start_technology", "i8"),
    ("seat", "i8"),  # place in the turn order, the start player is 1
    ("player", "i8"),
    ("colour", "i8"),
    ("credit", "f8"),
    ("vp", "i8"),
    ("vp_planets", "i8"),
    ("vp_set", "i8"),
    ("vp_special", "i8"),  # special planets and markers
    ("vp_technologies", "i8"),
    ("vp_ships", "i8"),
    ("vp_medals", "i8"),
    ("vp_ambitions", "i8"),
    ("claims", "i8"),
    ("first_claims", "i8"),
    ("claimed", "i8"),  # bits by ambition
    ("triggered", "i8"),
    ("turns", "i8"),
    ("planets", "i8"),
    ("planets_maxed", "i8"),
    ("levels", "i8"),
    ("specials", "i8"),
    ("technologies_owned", "i8"),
    ("technologies_acquired", "i8"),
    ("owned", "i8"),  # bits by technology
    ("known", "i8"),
    ("ships", "i8"),
    ("combat_value", "i8"),
    ("fleet_medals", "i8"),
    ("shadow_medals", "i8"),
    ("resources", "i8"),
    ("gained", "i8"),
    ("produces", "i8"),
    ("advances", "i8"),
    ("plans", "i8"),
    ("passes", "i8"),
    ("colonises", "i8"),
    ("develops", "i8"),
    ("builds", "i8"),
    ("researches", "i8"),
    ("shadows", "i8"),
    ("fleets", "i8"),
    ("basic_actions", "i8"),
    ("ultimate_actions", "i8"),
    ("raids", "i8"),
    ("raids_won", "i8"),
    ("invades", "i8"),
    ("invades_won", "i8"),
    ("attacked", "i8"),
    ("repelled", "i8"),
    ("looted", "i8"),
    ("lost_loot", "i8"),
    ("planets_captured", "i8"),
    ("captured_low", "i8"),  # captures of a planet that the bombardment did not lower from level 1 (A11)
    ("planets_lost", "i8"),
    ("home_lost", "i8"),
    ("emergencies", "i8"),
    ("ships_lost", "i8"),
    ("ships_sunk", "i8"),
    ("cards_played", "i8"),
    ("played", "i8"),  # bits by shadow card
    ("checks", "i8"),
    ("checks_won", "i8"),
    ("opposed", "i8"),
    ("exchanges", "i8"),
)

outcome_dt = outcome_record(
    seat_outcome_dt,
    SEATS,
    ("trigger_round", "i8"),
    ("trigger_seat", "i8"),  # place in the turn order; 0 if the end was not triggered
    ("trigger_won", "f8"),  # credit of the player who triggered the end
    ("leader_won", "f8"),  # credit of the sole leader at the trigger
    ("leader_known", "i8"),  # 1 if there was a sole leader at the trigger
    ("margin", "i8"),  # points of the best seat less points of the second best
    ("shared", "i8"),  # 1 if there are several winners
    ("tie_break", "i8"),  # 1 if combat value decided between equal points
    ("active_claims", "i8"),
    ("passive_claims", "i8"),
    *((f"ambition_{k}", "i8") for k in range(1, DRAWN + 1)),
    *((f"claims_{k}", "i8") for k in range(1, DRAWN + 1)),
    *((f"claim_round_{k}", "i8") for k in range(1, DRAWN + 1)),
)
