"""The conditions of objectives in words, made from their numbers."""

from collections.abc import Iterator
from typing import Any

from starbalance.simulator.engine.tables import Rules
from starbalance.simulator.engine.wording import joined
from starbalance.simulator.games.four_thousand_ad_leaders.rules import Task
from starbalance.simulator.games.four_thousand_ad_leaders.task import required_number
from starbalance.simulator.games.star_field.field import LAYER, LETTERS

WORDS = {  # followed by a colon and the required number
    Task.STARS_GE: "stars",
    Task.SUM_O_GE: "symbols O on stars",
    Task.SUM_M_GE: "symbols + on stars",
    Task.PAIRS_GE: "pairs of O and + on stars",
    Task.BOTH_STARS_GE: "stars with both symbols",
    Task.PER_LAYER_GE: "stars in each layer",
    Task.PER_ROW_GE: "stars in each row",
    Task.CORE_GE: "stars of the letters {core}",
    Task.FULL_LETTER_GE: "letters with all their stars, except the home's letter",
    Task.FULL_SECTORS_GE: "sectors with both stars",
    Task.FAR_STARS_GE: "stars at distance {least} or more from the home",
    Task.GATE_SHIPS_GE: "ships at one star with the letter of an opponent's home, itself no home",
    Task.ENEMY_HOMES_GE: "homes of opponents",
    Task.STACK_AWAY_GE: "ships at one star other than the home",
    Task.SHIPS_GE: "ships at stars and in warp",
    Task.FLEETS_WITH_GE: "fleets in warp with at least {least} ships each",
    Task.KILLED_ONE_COMBAT_GE: "enemy ships destroyed in one combat of the turn as Attacker",
    Task.WON_OUTNUMBERED_GE: "rounds of combat won with fewer ships since the last turn",
    Task.ATTACK_WINS_GE: "stars with combats won in the turn as Attacker",
    Task.WIN_WITH_SOURCES_GE: "departure sectors of fleets that win a combat together as Attacker",
}


def condition(rules: Any, card: int, amount: int) -> str:
    """Return the condition of an objective in words; `amount` is the required number."""
    core = joined([LETTERS[letter] for letter in range(LAYER) if rules.core[letter]])
    return f"{WORDS[Task(rules.task[card])].format(core=core, least=rules.task_p2[card])}: {amount}"


def conditions(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield (objective, condition in words) for each card, with its printed numbers."""
    record = rules.record
    for card, name in enumerate(rules.document["objectives"]):
        yield name, condition(record, card, required_number(record, card, record.task_p1[card]))
