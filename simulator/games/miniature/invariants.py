"""What always holds (RULES.md, Invariants), in plain Python: for tests."""


def violations(state, rules):
    """What is wrong with a state, a sentence each; an empty list if nothing is."""
    players = state.players[: rules.seats]
    found = []
    if sorted(state.deck[: rules.cards]) != list(range(rules.cards)):
        found.append("I-1: the deck does not hold every card once")
    if [int(each.card) for each in players] != [int(card) for card in state.deck[: rules.seats]]:
        found.append("I-1: a player has another card than was dealt")
    if len({int(each.ship) for each in players}) < rules.seats:
        found.append("I-2: two players have one ship")
    if state.gain < 0 or (players["busts"] > players["rolls"]).any():
        found.append("I-3: a negative gain, or more busts than rolls")
    return found


def step_violations(before, after, rules):
    """What is wrong with a step from one state to the next."""
    found = []
    if (after.players["distance"] < before.players["distance"]).any():
        found.append("I-4: a ship goes back")
    if after.over and abs(after.credit.sum() - 1) > 1e-9:
        found.append(f"I-5: the credits sum to {after.credit.sum()}")
    return found
