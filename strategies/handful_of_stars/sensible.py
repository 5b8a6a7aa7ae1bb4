"""A careful all-rounder that settles neighbouring systems, attacks at good odds, and pays without waste.

It estimates the value of every possible action in victory points and takes the best. The other strategies use the same
method with other weights, or with a few values that differ.
"""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.memory import blank
from starbalance.simulator.games.handful_of_stars.route import (
    direct_distance,
    hop_distance,
    measure_routes,
    price_of_group,
)
from starbalance.simulator.games.handful_of_stars.rules import Resource, Timing
from starbalance.simulator.games.handful_of_stars.state import FAR, NONE, SIG, Action, Decision, Kind, Unit, Zone
from starbalance.simulator.games.handful_of_stars.system import units_at
from starbalance.strategies.handful_of_stars.evaluation.cards import (
    card_quality,
    gross_draft_value,
    keep_value,
    reserved_value,
    shelved_value,
)
from starbalance.strategies.handful_of_stars.evaluation.features import (
    counter_value,
    enemy_fleets_near,
    site_value,
    spare_bases,
    spare_fleets,
    survey_row,
)
from starbalance.strategies.handful_of_stars.evaluation.fighting import score_combat
from starbalance.strategies.handful_of_stars.evaluation.planning import (
    BEFORE,
    TARGET,
    WANTED,
    best_jump,
    best_redeployment,
    front_value,
    is_threatened,
    jump_value,
    redeployment,
    site_need,
)
from starbalance.strategies.handful_of_stars.evaluation.spending import is_in_reserve, score_payment, wasted_energy
from starbalance.strategies.handful_of_stars.evaluation.valuation import (
    action_value,
    block_value,
    build_value,
    colonising_value,
    draft_value,
    exchange_price,
    fill_features,
    is_idle,
    play_value,
    units_payable,
    wormhole_value,
)
from starbalance.strategies.handful_of_stars.evaluation.weights import Weight

_WORTHWHILE = 0.3  # victory points


@rule
def score_turn(state, rules, options, scores, survey):
    """Score actions and Free Actions by their value in victory points. A useful Free Action comes first."""
    seat = state.active
    for i in range(options.shape[0]):
        if options[i].kind == Kind.ACT:
            scores[i] = action_value(state, rules, seat, options[i].a, survey)
        elif options[i].kind == Kind.PLAY:
            scores[i] = play_value(state, rules, seat, options[i].a, survey)
            if rules.timing[rules.card_name[options[i].a]] == Timing.FREE and scores[i] > 0.1:
                scores[i] += 20.0
        else:
            scores[i] = 0.0
    if state.actions_left > 1 and _has_more_to_do(rules, options, scores, survey):
        for i in range(options.shape[0]):
            if options[i].kind == Kind.ACT and options[i].a == Action.COLONISE:
                scores[i] -= survey.weights[Weight.SECOND]


@rule
def _has_more_to_do(rules, options, scores, survey):
    """Return whether another action can come before colonising: a move, or a build that leaves population for it."""
    left = survey.points[Resource.POPULATION] - rules.build_most * rules.unit_population
    for i in range(options.shape[0]):
        if options[i].kind == Kind.ACT and scores[i] > _WORTHWHILE:
            if options[i].a == Action.MOVE or (options[i].a == Action.BUILD and left >= rules.colony_population):
                return True
    return False


@rule
def score_building(state, rules, options, scores, survey):
    """Score building sites: fleets at the greatest need, a star base at a threatened colony.

    Ending scores -1 if another unit is worth its price, otherwise 0.
    """
    seat = state.active
    for i in range(options.shape[0]):
        scores[i] = 0.0
        if options[i].kind == Kind.BUILD:
            space = options[i].b
            if survey.need[space] == 0.0:
                survey.need[space] = 0.05 + site_need(state, rules, seat, space, survey)
            need = survey.need[space]
            crowd = 0.15 * state.fleets[seat, space]
            if options[i].a == Unit.STAR_BASE:
                base = survey.weights[Weight.BASE] * (1.6 if is_threatened(state, rules, seat, space) else 1.0)
                need = need * base - 0.4 * state.star_bases[seat, space]
                crowd = 0.0
            scores[i] = 0.2 + need - crowd
        elif is_worth_another(state, rules, seat, survey):
            scores[i] = -1.0


@rule
def is_worth_another(state, rules, seat, survey):
    """Return whether one more unit is payable or free of charge, and its value exceeds its price."""
    paid = state.free_of_charge == 1 or units_payable(state, rules, survey) > 0
    return paid and build_value(state, rules, seat, 1, survey) > 0.0


@rule
def fleets_still_wanted(state, seat):
    """Return the number of fleets that the plan in the notes still needs, 0 without a plan.

    It is negative if more have arrived.
    """
    notes = state.notes[seat]
    if notes[TARGET] == NONE:
        return 0
    return notes[WANTED] - (units_at(state, seat, notes[TARGET]) - notes[BEFORE])


@rule
def score_origins(state, rules, options, scores, survey):
    """Score origins of a move: the nearest spare fleets for the plan.

    Energy that would be wasted moves a fleet towards the front instead. Ending scores 0, or -50 while the plan needs
    fleets.
    """
    seat = state.active
    wanted, target = fleets_still_wanted(state, seat), state.notes[seat][TARGET]
    if wanted > 0:
        measure_routes(state, rules, seat, target, FAR - 1)
    spare_energy = wasted_energy(state, rules, seat) if wanted <= 0 else 0
    for i in range(options.shape[0]):
        scores[i] = -60.0
        if options[i].kind == Kind.DONE:
            scores[i] = -50.0 if wanted > 0 else 0.0
        elif spare_energy > 0:
            scores[i] = best_redeployment(state, rules, seat, options[i].a, survey)
        elif wanted > 0:
            space = options[i].a
            far = min(direct_distance(state, space), hop_distance(state, seat, space) + 1)
            spare = spare_fleets(state, seat, space, survey.weights[Weight.GUARD])
            spare += spare_bases(state, rules, seat, space)
            scores[i] = -3.0 * far + 0.3 * min(spare, wanted) - 0.2 * enemy_fleets_near(state, seat, space)
            scores[i] -= survey.weights[Weight.MUSTER] * front_value(state, rules, seat, space, survey)
            if far >= FAR or far == 0:
                scores[i] = -70.0
            elif spare == 0:
                scores[i] -= 30.0


@rule
def score_groups(state, rules, options, scores, survey):
    """Score groups: to the target of the plan, with the number of units that it needs and the origin can spare."""
    seat, origin = state.active, state.origin
    if fleets_still_wanted(state, seat) <= 0:
        score_redeployments(state, rules, options, scores, survey)
        return
    wanted, target = fleets_still_wanted(state, seat), state.notes[seat][TARGET]
    spare = max(1, spare_fleets(state, seat, origin, survey.weights[Weight.GUARD]))
    number, bases = min(wanted, spare), min(wanted, spare_bases(state, rules, seat, origin))
    measure_routes(state, rules, seat, target, FAR - 1)
    for i in range(options.shape[0]):
        scores[i] = -20.0 - options[i].b - options[i].c
        if options[i].a == target:
            price = price_of_way(state, rules, seat, options[i], survey)
            scores[i] = -1.0 * abs(options[i].b - number) - price
            if options[i].c > 0:
                scores[i] = -1.0 * abs(options[i].c - bases) - price - (0.5 if bases > 0 else 10.0)


@rule
def price_of_way(state, rules, seat, option, survey):
    """Return the cost of a move, in points of score: its energy per unit and, for a hop, a fixed amount."""
    hop = option.kind == Kind.HOP
    energy, _ = price_of_group(state, rules, seat, state.origin, option.b, option.c, hop)
    per_unit = energy / max(1, option.b + option.c)
    return survey.weights[Weight.HAUL] * per_unit + (survey.weights[Weight.HOP] if hop else 0.0)


@rule
def score_redeployments(state, rules, options, scores, survey):
    """Score moves by one connection to a place with more to do, with energy that would be wasted."""
    seat, origin = state.active, state.origin
    spare = spare_fleets(state, seat, origin, survey.weights[Weight.GUARD])
    most = min(wasted_energy(state, rules, seat), spare)
    gain, last = 0.0, NONE
    for i in range(options.shape[0]):
        scores[i] = -20.0 - options[i].b - options[i].c
        near = is_next_to(state, origin, options[i].a) and options[i].kind == Kind.MOVE
        if near and options[i].c == 0 and options[i].b <= most:
            if options[i].a != last:
                gain, last = redeployment(state, rules, seat, origin, options[i].a, survey), options[i].a
            scores[i] = gain + 0.1 * options[i].b if gain > 0.0 else scores[i]


@rule
def is_next_to(state, one, two):
    for near in state.near[one]:
        if near == two:
            return True
    return False


@rule
def score_colonising(state, rules, options, scores, survey):
    for i in range(options.shape[0]):
        scores[i] = colonising_value(state, rules, state.active, options[i].kind, options[i].a, survey)


@rule
def score_drafting(state, rules, options, scores, survey):
    """Score cards to draft, in victory points. The card of Top-Secret Research is free."""
    seat, free = state.active, state.decision == Decision.TAKING
    for i in range(options.shape[0]):
        if options[i].kind == Kind.TAKE_WORMHOLE:
            scores[i] = wormhole_value(state, rules, seat, survey)
        else:
            card = state.display[options[i].a]
            scores[i] = draft_value(state, rules, seat, card, survey)
            if free:
                scores[i] = gross_draft_value(state, rules, seat, rules.card_name[card], survey)


@rule
def score_reserving(state, rules, options, scores, survey):
    """Score cards to reserve, in victory points: lasting cards, preferably into Reserve Two, and cards to shelve."""
    seat = state.active
    for i in range(options.shape[0]):
        scores[i] = 0.05 if options[i].kind == Kind.DONE else -1.0
        if options[i].kind == Kind.RESERVE:
            card = options[i].a
            scores[i] = reserved_value(state, rules, seat, rules.card_name[card], survey) - 0.02
            scores[i] += 0.01 if options[i].b == Zone.RESERVE_TWO else shelved_value(state, rules, seat, card, survey)
    _store_something(state, rules, options, scores, survey)


@rule
def _store_something(state, rules, options, scores, survey):
    """Replace scores below 0.2 for a Warehouse, which must store a card. Do nothing in other decisions.

    The least useful hand card scores highest, and Reserve One more than Reserve Two.
    """
    if state.decision == Decision.STORING:
        for i in range(options.shape[0]):
            if scores[i] < 0.2:
                points = keep_value(state, rules, state.active, options[i].a, survey)
                scores[i] = 0.2 - 0.1 * points - (0.0 if options[i].b == Zone.RESERVE_ONE else 0.05)


@rule
def score_discarding(state, rules, options, scores, survey):
    """Score cards to discard: positive for idle cards. A Hyper-Search Engine takes at least the best-scored one."""
    seat = state.active
    for i in range(options.shape[0]):
        scores[i] = 0.0
        if options[i].kind == Kind.DISCARD:
            idle = is_idle(state, rules, seat, options[i].a, survey) and not is_in_reserve(state, seat, options[i].a)
            scores[i] = (1.0 if idle else -1.0) - 0.3 * keep_value(state, rules, seat, options[i].a, survey)


@rule
def score_removing(state, rules, options, scores, survey):
    """Score cards to remove: the worst card of the hand highest, cards in a Reserve last."""
    for i in range(options.shape[0]):
        reserved = is_in_reserve(state, state.active, options[i].a)
        scores[i] = -card_quality(state, rules, state.active, options[i].a) - (5.0 if reserved else 0.0)


@rule
def score_sites(state, rules, options, scores, survey):
    """D1, D2: Score sites, in points of score: near own systems and neutral ground, by `enemy_sites` near enemies."""
    seat = state.actor
    for i in range(options.shape[0]):
        space = options[i].a
        scores[i] = site_value(state, rules, seat, space)
        for near in state.near[space]:
            if near != NONE and state.owner[near] >= 0 and state.owner[near] != seat:
                scores[i] += survey.weights[Weight.ENEMY_SITES]


@rule
def score_counters(state, rules, options, scores, survey):
    for i in range(options.shape[0]):
        kind = state.counters[options[i].a]
        value = counter_value(state, rules, kind, survey.share, survey.weights)
        scores[i] = value + (survey.weights[Weight.COUNTER_VP] - 1.0) * rules.counter_vp[kind]


@rule
def score_jumpers(state, rules, options, scores, survey):
    """D24: Score groups by the value of their best jump, in victory points."""
    seat = state.active
    for i in range(options.shape[0]):
        spare = spare_fleets(state, seat, options[i].a, survey.weights[Weight.GUARD])
        scores[i] = -5.0 - options[i].c
        if options[i].c == 0 and options[i].b <= spare:
            value, _ = best_jump(state, rules, seat, options[i].b, survey)
            scores[i] = value - 0.1 * options[i].b + 0.05 * spare


@rule
def score_jumps(state, rules, options, scores, survey):
    seat, fleets = state.active, state.combat.returning_fleets
    for i in range(options.shape[0]):
        scores[i] = -2.0
        if state.owner[options[i].a] != seat:
            scores[i] = jump_value(state, rules, seat, options[i].a, fleets, survey)


@rule
def score_effects(state, rules, options, scores, survey):
    """Score the options of a decision within a card effect. Higher is better."""
    decision, seat = state.decision, state.active
    if decision == Decision.JUMP_FROM:
        score_jumpers(state, rules, options, scores, survey)
    elif decision == Decision.JUMP_TO:
        score_jumps(state, rules, options, scores, survey)
    elif decision == Decision.STORING:
        score_reserving(state, rules, options, scores, survey)
    elif decision == Decision.SEARCHING:
        score_discarding(state, rules, options, scores, survey)
    elif decision == Decision.TAKING:
        score_drafting(state, rules, options, scores, survey)
    else:
        for i in range(options.shape[0]):
            scores[i] = _effect_value(state, rules, seat, options[i], survey)


@rule
def _effect_value(state, rules, seat, option, survey):
    kind = option.kind
    if kind == Kind.BLOCK:
        return block_value(state, rules, seat, option.a)
    if kind == Kind.KEEP:
        return gross_draft_value(state, rules, seat, rules.card_name[option.a], survey)
    if kind == Kind.EXCHANGE:
        gain = counter_value(state, rules, state.counters[option.b], survey.share, survey.weights)
        return gain - exchange_price(state, rules, seat, option.a, survey)
    if kind == Kind.RECYCLE:
        return 1.0 + counter_value(state, rules, state.players[seat].counters[option.a], survey.share, survey.weights)
    if kind == Kind.SCOUT:
        return -1.0 * rules.strength[state.tile[option.a]]
    if kind == Kind.TERRAFORM:
        return -1.0 * enemy_fleets_near(state, seat, option.a)
    return 0.0


@rule
def score_actions(state, rules, options, scores, survey):
    """Score the options of a decision within an action. Higher is better."""
    decision = state.decision
    if decision == Decision.TURN:
        score_turn(state, rules, options, scores, survey)
    elif decision == Decision.PAYMENT:
        score_payment(state, rules, options, scores, survey)
    elif decision == Decision.BUILDING:
        score_building(state, rules, options, scores, survey)
    elif decision == Decision.ORIGIN:
        score_origins(state, rules, options, scores, survey)
    elif decision == Decision.GROUP:
        score_groups(state, rules, options, scores, survey)
    elif decision == Decision.COLONISING:
        score_colonising(state, rules, options, scores, survey)
    elif decision == Decision.DRAFTING:
        score_drafting(state, rules, options, scores, survey)
    elif decision == Decision.RESERVING:
        score_reserving(state, rules, options, scores, survey)
    elif decision == Decision.DISCARDING:
        score_discarding(state, rules, options, scores, survey)
    else:
        score_removing(state, rules, options, scores, survey)


@rule
def score_setup(state, rules, options, scores, survey):
    """Score the options of a decision before the first round. Higher is better."""
    if state.decision == Decision.COUNTER:
        score_counters(state, rules, options, scores, survey)
    elif state.decision == Decision.RACE:
        scores[:] = 0.0
    else:
        score_sites(state, rules, options, scores, survey)


@rule
def play(state, rules, options, weights, scores, survey):
    """Score every option with these weights. The features record must be blank."""
    fill_features(state, rules, state.actor, weights, survey)
    if state.decision < Decision.TURN:
        score_setup(state, rules, options, scores, survey)
    elif state.decision < Decision.RETREAT_AT_ONCE:
        score_actions(state, rules, options, scores, survey)
    elif state.decision < Decision.JUMP_FROM:
        score_combat(state, rules, options, scores, survey)
    else:
        score_effects(state, rules, options, scores, survey)


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """Score every option of a decision. Higher is better."""
    play(state, rules, options, weights, scores, blank(survey_row))
