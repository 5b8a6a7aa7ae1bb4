"""The invariants of RULES.md as plain Python, for tests."""


def violations(state, rules):
    broken = []
    if sorted(state.deck) != [0, 1, 2]:
        broken.append("I-1: the deck does not hold every card once")
    if [int(player.card) for player in state.players] != [int(card) for card in state.deck[:2]]:
        broken.append("I-1: a player has another card than was dealt")
    if state.over and state.players["won"].sum() != 0:
        broken.append("I-2: not zero-sum")
    return broken


def step_violations(before, after, rules):
    if after.over and abs(after.credit.sum() - 1) > 1e-9:
        return [f"I-3: the credits sum to {after.credit.sum()}"]
    return []
