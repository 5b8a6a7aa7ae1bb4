"""The invariants of RULES.md in plain Python. Only tests use them."""


def violations(state, rules):
    """Return one message for each invariant that a state violates."""
    players = state.players[: rules.seats]
    messages = []
    if sorted(state.deck[: rules.cards]) != list(range(rules.cards)):
        messages.append("I-1: the deck does not hold every card once")
    if [int(each.card) for each in players] != [int(card) for card in state.deck[: rules.seats]]:
        messages.append("I-1: a player does not have the card that was dealt")
    if len({int(each.ship) for each in players}) < rules.seats:
        messages.append("I-2: two players have the same ship")
    if state.gain < 0 or (players["busts"] > players["rolls"]).any():
        messages.append("I-3: a negative gain, or a player has more busts than rolls")
    return messages


def step_violations(before, after, rules):
    """Return one message for each invariant that the step from `before` to `after` violates."""
    messages = []
    if (after.players["distance"] < before.players["distance"]).any():
        messages.append("I-4: a ship moved backwards")
    if after.over and abs(after.credit.sum() - 1) > 1e-9:
        messages.append(f"I-5: the credits sum to {after.credit.sum()}")
    return messages
