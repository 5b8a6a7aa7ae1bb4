"""Careful all-round play: settles what lies next door, attacks where the odds are good, and pays without waste.

Every possible action is given its worth in victory points; the best is taken. The other recipes are this one with other
weights, or with a few worths of their own.
"""

from starbalance.simulator.engine.jit import kernel, rule
from starbalance.simulator.engine.memory import blank
from starbalance.simulator.games.handful_of_stars.route import by_hop, directly, price_of_group
from starbalance.simulator.games.handful_of_stars.route import survey as survey_routes
from starbalance.simulator.games.handful_of_stars.rules import Resource, Timing
from starbalance.simulator.games.handful_of_stars.state import FAR, NONE, SIG, Action, Kind, Phase, Unit, Zone
from starbalance.simulator.games.handful_of_stars.system import units_at
from starbalance.strategies.handful_of_stars.judgement.cards import (
    card_quality,
    draft_worth,
    keep_worth,
    reserved_worth,
)
from starbalance.strategies.handful_of_stars.judgement.features import (
    counter_worth,
    enemy_fleets_near,
    site_worth,
    spare_bases,
    spare_fleets,
    survey_row,
)
from starbalance.strategies.handful_of_stars.judgement.fighting import score_combat
from starbalance.strategies.handful_of_stars.judgement.planning import (
    BEFORE,
    TARGET,
    WANTED,
    best_jump,
    best_redeployment,
    front_worth,
    is_threatened,
    jump_worth,
    redeployment,
    site_need,
)
from starbalance.strategies.handful_of_stars.judgement.spending import change, score_payment
from starbalance.strategies.handful_of_stars.judgement.valuation import (
    action_worth,
    block_worth,
    build_worth,
    colonising_worth,
    draft_value,
    exchange_price,
    is_idle,
    look,
    play_worth,
    units_payable,
    wormhole_value,
)
from starbalance.strategies.handful_of_stars.judgement.weights import Weight

_WORTH_WHILE = 0.3  # victory points


@rule
def score_turn(state, rules, options, scores, survey):
    """The action or Free Action of most worth."""
    seat = state.active
    for i in range(options.shape[0]):
        if options[i].kind == Kind.ACT:
            scores[i] = action_worth(state, rules, seat, options[i].a, survey)
        elif options[i].kind == Kind.PLAY:
            scores[i] = play_worth(state, rules, seat, options[i].a, survey)
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
    """Whether colonising may as well come second: after a move, or a building that leaves population for it."""
    left = survey.points[Resource.POPULATION] - rules.build_most * rules.unit_population
    for i in range(options.shape[0]):
        if options[i].kind == Kind.ACT and scores[i] > _WORTH_WHILE:
            if options[i].a == Action.MOVE or (options[i].a == Action.BUILD and left >= rules.colony_population):
                return True
    return False


@rule
def score_building(state, rules, options, scores, survey):
    """Fleets where they are wanted most, a star base where a colony is threatened."""
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
    """Whether one more unit is worth its price, or costs nothing."""
    paid = state.gratis == 1 or units_payable(state, rules, survey) > 0
    return paid and build_worth(state, rules, seat, 1, survey) > 0.0


@rule
def fleets_still_wanted(state, seat):
    """By the plan in the notes."""
    notes = state.notes[seat]
    if notes[TARGET] == NONE:
        return 0
    return notes[WANTED] - (units_at(state, seat, notes[TARGET]) - notes[BEFORE])


@rule
def score_origins(state, rules, options, scores, survey):
    """The nearest spare fleets for the plan; none too many, but a step to the front for what would be wasted."""
    seat = state.active
    wanted, target = fleets_still_wanted(state, seat), state.notes[seat][TARGET]
    if wanted > 0:
        survey_routes(state, rules, seat, target, FAR - 1)
    spare_energy = change(state, rules, seat) if wanted <= 0 else 0
    for i in range(options.shape[0]):
        scores[i] = -60.0
        if options[i].kind == Kind.DONE:
            scores[i] = -50.0 if wanted > 0 else 0.0
        elif spare_energy > 0:
            scores[i] = best_redeployment(state, rules, seat, options[i].a, survey)
        elif wanted > 0:
            space = options[i].a
            far = min(directly(state, space), by_hop(state, seat, space) + 1)
            spare = spare_fleets(state, seat, space, survey.weights[Weight.GUARD])
            spare += spare_bases(state, rules, seat, space)
            scores[i] = -3.0 * far + 0.3 * min(spare, wanted) - 0.2 * enemy_fleets_near(state, seat, space)
            scores[i] -= survey.weights[Weight.MUSTER] * front_worth(state, rules, seat, space, survey)
            if far >= FAR or far == 0:
                scores[i] = -70.0
            elif spare == 0:
                scores[i] -= 30.0


@rule
def score_groups(state, rules, options, scores, survey):
    """To the target, as many as are wanted and can be spared."""
    seat, origin = state.active, state.origin
    if fleets_still_wanted(state, seat) <= 0:
        score_redeployments(state, rules, options, scores, survey)
        return
    wanted, target = fleets_still_wanted(state, seat), state.notes[seat][TARGET]
    spare = max(1, spare_fleets(state, seat, origin, survey.weights[Weight.GUARD]))
    number, bases = min(wanted, spare), min(wanted, spare_bases(state, rules, seat, origin))
    survey_routes(state, rules, seat, target, FAR - 1)
    for i in range(options.shape[0]):
        scores[i] = -20.0 - options[i].b - options[i].c
        if options[i].a == target:
            price = price_of_way(state, rules, seat, options[i], survey)
            scores[i] = -1.0 * abs(options[i].b - number) - price
            if options[i].c > 0:
                scores[i] = -1.0 * abs(options[i].c - bases) - price - (0.5 if bases > 0 else 10.0)


@rule
def price_of_way(state, rules, seat, option, survey):
    """What the way of a unit costs: energy, and research by a hop."""
    hop = option.kind == Kind.HOP
    energy, _ = price_of_group(state, rules, seat, state.origin, option.b, option.c, hop)
    each = energy / max(1, option.b + option.c)
    return survey.weights[Weight.HAUL] * each + (survey.weights[Weight.HOP] if hop else 0.0)


@rule
def score_redeployments(state, rules, options, scores, survey):
    """With energy that would be wasted, one connection to where there is more to do."""
    seat, origin = state.active, state.origin
    spare = spare_fleets(state, seat, origin, survey.weights[Weight.GUARD])
    most = min(change(state, rules, seat), spare)
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
        scores[i] = colonising_worth(state, rules, state.active, options[i].kind, options[i].a, survey)


@rule
def score_drafting(state, rules, options, scores, survey):
    """Also the free choice of Top-Secret Research."""
    seat, free = state.active, state.phase == Phase.TAKING
    for i in range(options.shape[0]):
        if options[i].kind == Kind.TAKE_WORMHOLE:
            scores[i] = wormhole_value(state, rules, seat, survey)
        else:
            card = state.display[options[i].a]
            scores[i] = draft_value(state, rules, seat, card, survey)
            if free:
                scores[i] = draft_worth(state, rules, seat, rules.card_name[card], survey)


@rule
def score_reserving(state, rules, options, scores, survey):
    """Lasting cards, those with the label into Reserve Two first."""
    seat = state.active
    for i in range(options.shape[0]):
        scores[i] = 0.05 if options[i].kind == Kind.DONE else -1.0
        if options[i].kind == Kind.RESERVE:
            card = options[i].a
            scores[i] = reserved_worth(state, rules, seat, rules.card_name[card], survey) - 0.02
            scores[i] += 0.01 if options[i].b == Zone.RESERVE_TWO else 0.0
    _store_something(state, rules, options, scores, survey)


@rule
def _store_something(state, rules, options, scores, survey):
    """A Warehouse has to store: what is missed least in hand goes into Reserve One."""
    if state.phase == Phase.STORING:
        for i in range(options.shape[0]):
            if scores[i] < 0.2:
                points = keep_worth(state, rules, state.active, options[i].a, survey)
                scores[i] = 0.2 - 0.1 * points - (0.0 if options[i].b == Zone.RESERVE_ONE else 0.05)


@rule
def score_discarding(state, rules, options, scores, survey):
    """Idle cards; of a Hyper-Search Engine at least one, the worst."""
    seat = state.active
    for i in range(options.shape[0]):
        scores[i] = 0.0
        if options[i].kind == Kind.DISCARD:
            idle = is_idle(state, rules, seat, options[i].a, survey) and not is_in_reserve(state, seat, options[i].a)
            scores[i] = (1.0 if idle else -1.0) - 0.3 * keep_worth(state, rules, seat, options[i].a, survey)


@rule
def is_in_reserve(state, seat, card):
    for zone in range(Zone.RESERVE_ONE, Zone.RESERVE_TWO + 1):
        pile = state.players[seat].piles[zone]
        for k in range(pile.count):
            if pile.card[k] == card:
                return True
    return False


@rule
def score_removing(state, rules, options, scores, survey):
    """The worst card of the hand."""
    for i in range(options.shape[0]):
        reserved = is_in_reserve(state, state.active, options[i].a)
        scores[i] = -card_quality(state, rules, state.active, options[i].a) - (5.0 if reserved else 0.0)


@rule
def score_sites(state, rules, options, scores, survey):
    """D1, D2: in the middle of own systems and neutral ground."""
    seat = state.actor
    for i in range(options.shape[0]):
        space = options[i].a
        scores[i] = site_worth(state, rules, seat, space)
        for near in state.near[space]:
            if near != NONE and state.owner[near] >= 0 and state.owner[near] != seat:
                scores[i] += survey.weights[Weight.ENEMY_SITES]


@rule
def score_counters(state, rules, options, scores, survey):
    for i in range(options.shape[0]):
        kind = state.counters[options[i].a]
        worth = counter_worth(state, rules, kind, survey.share, survey.weights)
        scores[i] = worth + (survey.weights[Weight.COUNTER_VP] - 1.0) * rules.counter_vp[kind]


@rule
def score_jumpers(state, rules, options, scores, survey):
    """D24: the group whose jump is worth most."""
    seat = state.active
    for i in range(options.shape[0]):
        spare = spare_fleets(state, seat, options[i].a, survey.weights[Weight.GUARD])
        scores[i] = -5.0 - options[i].c
        if options[i].c == 0 and options[i].b <= spare:
            worth, _ = best_jump(state, rules, seat, options[i].b, survey)
            scores[i] = worth - 0.1 * options[i].b + 0.05 * spare


@rule
def score_jumps(state, rules, options, scores, survey):
    seat, fleets = state.active, state.combat.returning_fleets
    for i in range(options.shape[0]):
        scores[i] = -2.0
        if state.owner[options[i].a] != seat:
            scores[i] = jump_worth(state, rules, seat, options[i].a, fleets, survey)


@rule
def score_effects(state, rules, options, scores, survey):
    """The decisions within card effects."""
    phase, seat = state.phase, state.active
    if phase == Phase.JUMP_FROM:
        score_jumpers(state, rules, options, scores, survey)
    elif phase == Phase.JUMP_TO:
        score_jumps(state, rules, options, scores, survey)
    elif phase == Phase.STORING:
        score_reserving(state, rules, options, scores, survey)
    elif phase == Phase.SEARCHING:
        score_discarding(state, rules, options, scores, survey)
    elif phase == Phase.TAKING:
        score_drafting(state, rules, options, scores, survey)
    else:
        for i in range(options.shape[0]):
            scores[i] = _effect_worth(state, rules, seat, options[i], survey)


@rule
def _effect_worth(state, rules, seat, option, survey):
    kind = option.kind
    if kind == Kind.BLOCK:
        return block_worth(state, rules, seat, option.a)
    if kind == Kind.KEEP:
        return draft_worth(state, rules, seat, rules.card_name[option.a], survey)
    if kind == Kind.EXCHANGE:
        gain = counter_worth(state, rules, state.counters[option.b], survey.share, survey.weights)
        return gain - exchange_price(state, rules, seat, option.a, survey)
    if kind == Kind.RECYCLE:
        return 1.0 + counter_worth(state, rules, state.players[seat].counters[option.a], survey.share, survey.weights)
    if kind == Kind.SCOUT:
        return -1.0 * rules.strength[state.tile[option.a]]
    if kind == Kind.TERRAFORM:
        return -1.0 * enemy_fleets_near(state, seat, option.a)
    return 0.0


@rule
def score_actions(state, rules, options, scores, survey):
    """The decisions within actions."""
    phase = state.phase
    if phase == Phase.TURN:
        score_turn(state, rules, options, scores, survey)
    elif phase == Phase.PAYMENT:
        score_payment(state, rules, options, scores, survey)
    elif phase == Phase.BUILDING:
        score_building(state, rules, options, scores, survey)
    elif phase == Phase.ORIGIN:
        score_origins(state, rules, options, scores, survey)
    elif phase == Phase.GROUP:
        score_groups(state, rules, options, scores, survey)
    elif phase == Phase.COLONISING:
        score_colonising(state, rules, options, scores, survey)
    elif phase == Phase.DRAFTING:
        score_drafting(state, rules, options, scores, survey)
    elif phase == Phase.RESERVING:
        score_reserving(state, rules, options, scores, survey)
    elif phase == Phase.DISCARDING:
        score_discarding(state, rules, options, scores, survey)
    else:
        score_removing(state, rules, options, scores, survey)


@rule
def score_setup(state, rules, options, scores, survey):
    """The decisions before the first round."""
    if state.phase == Phase.COUNTER:
        score_counters(state, rules, options, scores, survey)
    elif state.phase == Phase.RACE:
        scores[:] = 0.0
    else:
        score_sites(state, rules, options, scores, survey)


@rule
def play(state, rules, options, weights, scores, survey):
    """The recipe under given weights; survey: a blank one."""
    look(state, rules, state.actor, weights, survey)
    if state.phase < Phase.TURN:
        score_setup(state, rules, options, scores, survey)
    elif state.phase < Phase.RETREAT_AT_ONCE:
        score_actions(state, rules, options, scores, survey)
    elif state.phase < Phase.JUMP_FROM:
        score_combat(state, rules, options, scores, survey)
    else:
        score_effects(state, rules, options, scores, survey)


@kernel(SIG["score"])
def score(state, rules, options, weights, scores):
    """The recipe."""
    play(state, rules, options, weights, scores, blank(survey_row))
