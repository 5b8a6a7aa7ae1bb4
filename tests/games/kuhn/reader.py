"""The conversion of the data files to the rules record."""

from starbalance.simulator.engine.contract import blank_rules, fill_switches

from .rules import SWITCHES

KEYS = {"switches": SWITCHES}
FIELDS = {}


def fill(document, setup):
    """Return the rules record of a setup."""
    from .state import rules_dt

    rules = blank_rules(rules_dt, setup)
    fill_switches(rules, SWITCHES, document["switches"])
    return rules
