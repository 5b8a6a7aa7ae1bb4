"""Rules under which decisions come up that are rare as the rules are printed: battles and thefts from the start."""

RUSH = {
    "switches.peace_rounds": 0,
    "switches.hand_limit": 3,
    "fleet.BASIC.invade": True,
    "shadow_cards.Double Agents.copies": 9,
}
RARE = (RUSH,)
