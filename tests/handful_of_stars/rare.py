"""Rules that make decisions frequent which are rare under the printed rules."""

FAST = {
    "switches.cost_shift": -3,
    "switches.hand_size": 9,
    "switches.alien_shift": -3,
    "switches.hop_research": 0,
    "switches.strength_shift": -3,
    "switches.actions_per_turn": 4,
    "switches.retreat_card": "any_time",
    "technologies.Retreat.copies": 5,
    "technologies.Culture.copies": 0,
}
RARE = (FAST, {"switches.race_mode": "draft", "switches.dealt_technologies": 0})
