"""Rules under which decisions come up that are rare as the rules are printed."""

RARE = ({"switches.diplomacy": True},)
