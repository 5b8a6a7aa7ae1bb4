"""Names of strategies: parsing a name into parts, and formatting parts as a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starbalance.simulator.engine.strategy_name import (
    GREEDY,
    ITSELF,
    POOL,
    RANDOM_AFTER,
    TEMPERATURE,
    TRUTH,
    WITHOUT,
    StrategyName,
    Variation,
    copy_name,
    is_restricted,
    original_name,
    parse_strategy,
)

PARTS = {  # (base, variations) by name
    "bold": ("bold", ()),
    "bold@0.5": ("bold", ("@0.5",)),
    "bold@1e-05-greedy": ("bold", ("@1e-05", "-greedy")),
    "mine.py:bold@2": ("mine.py:bold", ("@2",)),
    "at@home/mine.py:bold": ("at@home/mine.py:bold", ()),
    "mine-greedy-own": ("mine-greedy-own", ()),
    "sensible-random-after:5": ("sensible", ("-random-after:5",)),
    "mine.py:greedy-random-after:12": ("mine.py:greedy", ("-random-after:12",)),
    "a/b.toml:patient@0.5-random-after:1": ("a/b.toml:patient", ("@0.5", "-random-after:1")),
    "mine.py:greedy-greedy": ("mine.py:greedy", ("-greedy",)),
    "sensible-without:Ray Cannon": ("sensible", ("-without:Ray Cannon",)),
    "bold-without:Ray Cannon-random-after:3": ("bold", ("-without:Ray Cannon", "-random-after:3")),
    "bold-random-after:3-without:builds": ("bold", ("-random-after:3", "-without:builds")),
    "bold-greedy-without:builds-without:moves": ("bold", ("-greedy", "-without:builds", "-without:moves")),
    "bold-without:builds@0.5": ("bold", ("-without:builds", "@0.5")),
}


@pytest.mark.parametrize("name", PARTS)
def test_a_name_has_a_base_and_variations_in_order(name):
    base, variations = PARTS[name]
    parsed = parse_strategy(name)
    assert (parsed.base, tuple(map(str, parsed.variations))) == (base, variations)
    assert is_restricted(name) == bool(variations and not variations[-1].startswith("@"))


def test_a_search_has_a_base_with_variations_and_an_opponent_model():
    parsed = parse_strategy("search:mine.py:bold@0.5-without:builds@8:opponents=other.py:timid@2")
    variations = (Variation(TEMPERATURE, "0.5"), Variation(WITHOUT, "builds"))
    assert parsed == StrategyName("mine.py:bold", variations, 8, "other.py:timid@2")
    assert str(parsed.without_search()) == "mine.py:bold@0.5-without:builds"
    assert str(parsed.without_temperature().without_search()) == "mine.py:bold-without:builds"
    assert parsed.has_temperature and not parsed.without_temperature().has_temperature


def test_a_copy_is_named_by_its_original_and_a_number():
    assert copy_name("bold@0.5", 2) == "bold@0.5#2"
    assert original_name("bold@0.5#2") == original_name("bold@0.5") == "bold@0.5"


words = st.from_regex(r"[a-z_]{1,8}", fullmatch=True)
files = st.builds(
    "{}{}.{}:{}".format, st.sampled_from(["", "a/", "a@b/", "C:/"]), words, st.sampled_from(["py", "toml"]), words
)
temperatures = st.floats(0, 100).map(lambda heat: Variation(TEMPERATURE, str(heat)))
rounds = st.integers(1, 10_000).map(lambda number: Variation(RANDOM_AFTER, str(number)))
items = st.from_regex(r"[A-Z][a-z]{0,5}( [A-Z][a-z]{0,5}|-Gun)?", fullmatch=True).map(
    lambda item: Variation(WITHOUT, item)
)
variations = st.lists(st.one_of(temperatures, rounds, items, st.just(Variation(GREEDY))), max_size=4).map(tuple)
plain = st.builds(StrategyName, st.one_of(words, files), variations)
opponents = st.one_of(st.sampled_from([ITSELF, POOL, TRUTH]), plain.map(str))
searches = st.builds(StrategyName, st.one_of(words, files), variations, st.integers(1, 10_000), opponents)


@given(st.one_of(plain, searches))
def test_parsing_a_formatted_name_returns_its_parts(name):
    assert parse_strategy(str(name)) == name
    assert str(parse_strategy(str(name))) == str(name)
