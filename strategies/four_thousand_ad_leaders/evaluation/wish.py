"""The values that objectives add to the board: a step towards a claim has a share of its value."""

from starbalance.simulator.engine.jit import rule
from starbalance.simulator.games.four_thousand_ad_leaders.fleet import fleets_in_warp
from starbalance.simulator.games.four_thousand_ad_leaders.occupation import members, owner_of_home, symbols_of
from starbalance.simulator.games.four_thousand_ad_leaders.rules import FIRST_EVENT, Task
from starbalance.simulator.games.four_thousand_ad_leaders.task import amount, extent, of_letter
from starbalance.simulator.games.star_field.field import LAYER, NONE, PER_LETTER, PER_SECTOR, SECTORS, STARS
from starbalance.simulator.games.star_field.geometry import letter_of, sector, star_of_letter
from starbalance.strategies.four_thousand_ad_leaders.evaluation.last_turn import add_last_deed, within_reach
from starbalance.strategies.four_thousand_ad_leaders.evaluation.weights import Weight

_ALL = (1 << STARS) - 1
_OF_LAYER = (1 << (STARS // 2)) - 1


@rule
def wish(state, rules, seat, survey):
    """Add the values of the open objectives and of the hand objective to `survey`: to the stars and other features."""
    player, weights = state.players[seat], survey.weights
    survey.converge = weights[Weight.JOIN]
    value = weights[Weight.CLAIM] * (1.0 + weights[Weight.FINISH] * members(player.claims))
    for card in range(rules.objectives):
        is_open = (state.table >> card) & 1 == 1 and (player.claims >> card) & 1 == 0
        if is_open:
            add_wish(state, rules, seat, card, value, survey)
        elif card == player.objective:
            add_wish(state, rules, seat, card, value * weights[Weight.SECRET], survey)


@rule
def add_wish(state, rules, seat, card, value, survey):
    """Add the value of one objective to `survey`; `value` is the value of its claim."""
    task, slope = rules.task[card], survey.weights[Weight.SLOPE]
    lacks = missing(state, rules, seat, card, survey.outlook)
    step = value / max(1, lacks) if survey.last == 1 else value / (1.0 + lacks) ** slope
    if task == Task.FLEETS_WITH_GE:
        survey.linger += step if lacks == 0 or survey.last == 0 else 0.0
        survey.crew = max(survey.crew, rules.task_p2[card])
    elif task == Task.STACK_AWAY_GE:
        survey.stack = amount(state, rules, card)
    if lacks == 0:
        return
    if task >= FIRST_EVENT and survey.last == 1:
        add_last_deed(task, lacks, value, survey)
    elif task >= FIRST_EVENT:
        add_deed(task, lacks, value, survey)
    elif task == Task.SHIPS_GE:
        for star in range(STARS):
            survey.value[star] += 0.3 * step * (state.population[star] + state.materials[star])
    elif task == Task.STACK_AWAY_GE:
        survey.gather += survey.weights[Weight.MASS] * value / 10.0
        survey.massing = value
    elif task == Task.FLEETS_WITH_GE:
        survey.warp += step
        add_drill(state, rules, seat, lacks, value, survey)
    else:
        add_to_stars(state, rules, seat, card, lacks, step, survey)


@rule
def add_deed(task, lacks, value, survey):
    """Add the value of one objective about combats to `survey`; `value` is the value of its claim."""
    deed = survey.weights[Weight.DEED]
    if task == Task.WIN_WITH_SOURCES_GE:
        survey.converge += deed
    elif task == Task.WON_OUTNUMBERED_GE:
        survey.odds += survey.weights[Weight.ODDS]
    elif task == Task.KILLED_ONE_COMBAT_GE:
        survey.prey = float(lacks)
        survey.prize = survey.weights[Weight.PRIZE] * value
    survey.fight += deed / (1.0 + lacks)


@rule
def add_drill(state, rules, seat, lacks, value, survey):
    """FAL-10.4, FAL-23.16: Add the value of each missing fleet to `survey.drill` if all of them may leave this turn."""
    if lacks + fleets_in_warp(state, seat) + state.hops_used <= rules.max_fleets:
        survey.drill += survey.weights[Weight.DRILL] * value / lacks


@rule
def missing(state, rules, seat, card, held):
    """Return how many stars, or other units that it counts, an objective lacks; 0 if it is fulfilled.

    For ships at a gate the result is at most 1.
    """
    task, wanted = rules.task[card], amount(state, rules, card)
    if task == Task.PER_LAYER_GE:
        return max(0, wanted - members(held & _OF_LAYER)) + max(0, wanted - members(held & ~_OF_LAYER))
    if task == Task.PER_ROW_GE:
        return lacking_in_rows(rules, held, wanted)
    gap = max(0, wanted - extent(state, rules, seat, card, held))
    if gap > 0 and task == Task.FULL_LETTER_GE:
        return PER_LETTER - most_of_a_letter(rules, seat, held)
    if gap > 0 and task == Task.FULL_SECTORS_GE:
        return 2 * gap - min(gap, members(halves_lacking(held)))
    return min(gap, 1) if task == Task.GATE_SHIPS_GE else gap


@rule
def lacking_in_rows(rules, held, wanted):
    """Return how many stars all rows together lack, if each row needs `wanted` held stars."""
    lacks = 0
    for row in range(rules.rows):
        lacks += max(0, wanted - members(row_stars(rules, row) & held))
    return lacks


@rule
def add_to_stars(state, rules, seat, card, lacks, step, survey):
    """Add the value of one objective about stars to the stars that bring it nearer.

    In the last turn, the objective counts only if enough of them are within reach.
    """
    useful = useful_stars(state, rules, seat, card, survey.outlook)
    if survey.last == 1 and within_reach(useful & ~survey.held, survey) < lacks:
        return
    for star in range(STARS):
        if (useful >> star) & 1:
            survey.value[star] += step
            if rules.task[card] == Task.GATE_SHIPS_GE:
                survey.wanted[star] = max(survey.wanted[star], amount(state, rules, card))


@rule
def useful_stars(state, rules, seat, card, held):
    """Return the stars that bring an objective nearer, as bits."""
    task, wanted = rules.task[card], amount(state, rules, card)
    if task == Task.SUM_O_GE or task == Task.SUM_M_GE or task == Task.BOTH_STARS_GE or task == Task.PAIRS_GE:
        return with_symbols(state, task, held)
    if task == Task.PER_LAYER_GE:
        yellow, red = members(held & _OF_LAYER) < wanted, members(held & ~_OF_LAYER) < wanted
        return (_OF_LAYER if yellow else 0) | (_ALL & ~_OF_LAYER if red else 0)
    if task == Task.PER_ROW_GE:
        return in_short_rows(rules, held, wanted)
    if task == Task.FULL_LETTER_GE:
        return fullest_letters(rules, seat, held)
    if task == Task.FULL_SECTORS_GE:
        halves = halves_lacking(held)
        return halves if halves else _ALL
    if task == Task.STARS_GE:
        return _ALL
    return in_place(rules, seat, task, rules.task_p2[card])


@rule
def with_symbols(state, task, held):
    """Return the stars with the symbol that a task counts (for pairs the scarcer symbol), as bits."""
    population, materials, _ = symbols_of(state, held)
    people = task == Task.SUM_O_GE or (task == Task.PAIRS_GE and population <= materials)
    stars = 0
    for star in range(STARS):
        o, m = state.population[star] > 0, state.materials[star] > 0
        if (task == Task.BOTH_STARS_GE and o and m) or (task != Task.BOTH_STARS_GE and (o if people else m)):
            stars |= 1 << star
    return stars


@rule
def letter_stars(letter):
    """Return the stars of a letter, as bits."""
    stars = 0
    for k in range(PER_LETTER):
        stars |= 1 << star_of_letter(letter, k)
    return stars


@rule
def row_stars(rules, row):
    """Return the stars of a row, as bits."""
    stars = 0
    for letter in range(LAYER):
        if rules.row[letter] == row:
            stars |= letter_stars(letter)
    return stars


@rule
def in_short_rows(rules, held, wanted):
    """Return the stars of the rows with too few held stars, as bits."""
    result = 0
    for row in range(rules.rows):
        stars = row_stars(rules, row)
        if members(stars & held) < wanted:
            result |= stars
    return result


@rule
def most_of_a_letter(rules, seat, held):
    """Return the number of held stars of the fullest letter, except complete letters and the letter of the home."""
    most = 0
    for letter in range(LAYER):
        own = of_letter(held, letter)
        if letter != letter_of(rules.home[seat]) and own < PER_LETTER:
            most = max(most, own)
    return most


@rule
def fullest_letters(rules, seat, held):
    """Return the stars of the fullest incomplete letters, except the letter of the home, as bits."""
    most, stars = most_of_a_letter(rules, seat, held), 0
    for letter in range(LAYER):
        if letter != letter_of(rules.home[seat]) and of_letter(held, letter) == most:
            stars |= letter_stars(letter)
    return stars


@rule
def halves_lacking(held):
    """Return the missing star of each sector with exactly one held star, as bits."""
    stars = 0
    for number in range(SECTORS):
        pair = (held >> (PER_SECTOR * number)) & 3
        if pair == 1 or pair == 2:
            stars |= (3 - pair) << (PER_SECTOR * number)
    return stars


@rule
def in_place(rules, seat, task, far):
    """Return the stars that a task counts by their place, as bits.

    These are the heart of the field, stars far from home, stars at the gates, or homes of other players.
    """
    stars = 0
    for star in range(STARS):
        owner = owner_of_home(rules, star)
        if task == Task.CORE_GE:
            fits = rules.core[letter_of(star)] == 1
        elif task == Task.FAR_STARS_GE:
            fits = rules.count[sector(rules.home[seat]), sector(star)] - 1 >= far
        elif task == Task.GATE_SHIPS_GE:
            fits = owner == NONE and is_of_an_enemys_letter(rules, seat, star)
        else:
            fits = owner != NONE and owner != seat
        if fits:
            stars |= 1 << star
    return stars


@rule
def is_of_an_enemys_letter(rules, seat, star):
    """FAL-23.12: Return whether a star shares the letter of an opponent's home."""
    for other in range(rules.seats):
        if other != seat and letter_of(rules.home[other]) == letter_of(star):
            return True
    return False
