"""What objectives make of the board: a step towards a claim is worth its share of it."""

from starbalance.simulator.four_thousand_ad_leaders.occupation import owner_of_home, symbols_of
from starbalance.simulator.four_thousand_ad_leaders.rules import FIRST_EVENT, Task
from starbalance.simulator.four_thousand_ad_leaders.task import amount, extent, in_fewest_row, of_letter
from starbalance.simulator.kernel import rule
from starbalance.simulator.star_field.field import LAYER, NONE, PER_LETTER, PER_SECTOR, STARS
from starbalance.simulator.star_field.geometry import companion, letter_of, sector
from starbalance.strategies.four_thousand_ad_leaders.judgement.weights import Weight


@rule
def wish(state, rules, seat, survey):
    """Adds to the worth of stars what the open objectives and the own one make of them."""
    player = state.players[seat]
    for card in range(rules.objectives):
        is_open = (state.table >> card) & 1 == 1 and (player.claims >> card) & 1 == 0
        if is_open or card == player.objective:
            gap = amount(state, rules, card) - extent(state, rules, seat, card, survey.held)
            value = survey.weights[Weight.CLAIM]
            if not is_open:
                value *= survey.weights[Weight.SECRET]
            add_wish(state, rules, seat, card, max(gap, 0), value, survey)


@rule
def add_wish(state, rules, seat, card, gap, value, survey):
    """One objective, of which so much is missing; 0: its stars are to be held until the claim."""
    task, step = rules.task[card], value / (1.0 + gap) ** 1.5
    if task >= FIRST_EVENT:
        survey.fight += survey.weights[Weight.DEED] / (1.0 + gap)
    elif task == Task.SHIPS_GE:
        for star in range(STARS):
            survey.worth[star] += 0.3 * step * (state.population[star] + state.materials[star])
    elif task == Task.STACK_AWAY_GE:
        survey.gather += survey.weights[Weight.MASS] * value / 10.0
    elif task == Task.FLEETS_WITH_GE:
        survey.warp += step
        survey.crew = max(survey.crew, rules.task_p2[card])
    else:
        least = 1 if task != Task.FULL_LETTER_GE else lacking_of_letter(rules, seat, survey.held)
        for star in range(STARS):
            units = contribution(state, rules, seat, card, star, survey.held, least)
            survey.worth[star] += units * step
            if units > 0.0 and task == Task.GATE_SHIPS_GE:
                survey.wanted[star] = max(survey.wanted[star], amount(state, rules, card))


@rule
def lacking_of_letter(rules, seat, held):
    """How many stars the letter lacks that is nearest to being full, the home's aside."""
    most = 0
    for letter in range(LAYER):
        if letter != letter_of(rules.home[seat]):
            found = of_letter(held, letter)
            most = max(most, found if found < PER_LETTER else 0)
    return PER_LETTER - most


@rule
def contribution(state, rules, seat, card, star, held, least):
    """How much a star brings towards a task on stars."""
    task = rules.task[card]
    if task == Task.SUM_O_GE:
        return 1.0 * state.population[star]
    if task == Task.SUM_M_GE:
        return 1.0 * state.materials[star]
    if task == Task.PAIRS_GE:
        population, materials, _ = symbols_of(state, held)
        return 1.0 * (state.population[star] if population <= materials else state.materials[star])
    if task == Task.BOTH_STARS_GE:
        return 1.0 if state.population[star] > 0 and state.materials[star] > 0 else 0.0
    return contribution_of_place(rules, seat, task, rules.task_p2[card], star, held, least)


@rule
def contribution_of_place(rules, seat, task, far, star, held, least):
    """The same for tasks on where stars lie."""
    letter = letter_of(star)
    if task == Task.PER_LAYER_GE:
        return 1.0 if is_short_layer(held, star) else 0.2
    if task == Task.PER_ROW_GE:
        return 1.0 if of_row(rules, held, rules.row[letter]) <= in_fewest_row(rules, held) else 0.0
    if task == Task.CORE_GE:
        return 1.0 * rules.core[letter]
    if task == Task.FULL_LETTER_GE:
        fits = letter != letter_of(rules.home[seat]) and PER_LETTER - of_letter(held, letter) <= least
        return 2.0 / (1.0 + least) if fits else 0.0
    if task == Task.FULL_SECTORS_GE:
        return 1.0 if (held >> companion(star)) & 1 else 0.3
    if task == Task.FAR_STARS_GE:
        return 1.0 if rules.count[sector(rules.home[seat]), sector(star)] - 1 >= far else 0.0
    if task == Task.GATE_SHIPS_GE:
        return 1.0 if is_gate(rules, seat, star) else 0.0
    if task == Task.ENEMY_HOMES_GE:
        owner = owner_of_home(rules, star)
        return 1.0 if owner != NONE and owner != seat else 0.0
    return 1.0


@rule
def is_short_layer(held, star):
    """Whether the layer of a star is the one with fewer own stars."""
    half = PER_SECTOR * LAYER
    yellow, red = 0, 0
    for other in range(half):
        yellow += (held >> other) & 1
        red += (held >> (other + half)) & 1
    return yellow <= red if star < half else red <= yellow


@rule
def of_row(rules, held, row):
    """Own stars in a row."""
    found = 0
    for letter in range(LAYER):
        if rules.row[letter] == row:
            found += of_letter(held, letter)
    return found


@rule
def is_gate(rules, seat, star):
    """FAL-23.12: a star of the letter of another's home that is no home."""
    if owner_of_home(rules, star) != NONE:
        return False
    for other in range(rules.seats):
        if other != seat and letter_of(rules.home[other]) == letter_of(star):
            return True
    return False
