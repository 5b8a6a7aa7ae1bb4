"""Networks: the compiled estimate against NumPy, their files, and searches that use them."""

import warnings
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

from starbalance.analyses.questions.skill import rounds_ahead
from starbalance.analyses.training.fit import Mixer, Parameters, layers
from starbalance.simulator.engine import network_file, tables
from starbalance.simulator.engine.encoding import FIRST_ASSET, LEVEL, STANDING, operations
from starbalance.simulator.engine.errors import BadInput
from starbalance.simulator.engine.external import TEMPLATE
from starbalance.simulator.engine.limits import SEATS
from starbalance.simulator.engine.network import encode, memory_of, row_of
from starbalance.simulator.engine.network_file import (
    encoder,
    join,
    make_network,
    read_network,
    rules_code,
    values_hash,
    write_network,
)
from starbalance.simulator.engine.play import IN_PLAY, called, steps
from starbalance.simulator.engine.records import zeros
from starbalance.simulator.engine.searcher import Search, read_strong
from starbalance.simulator.engine.signatures import SearchKernels, make_room
from starbalance.simulator.engine.strategy import find_strategy, folder, search_numbers
from starbalance.simulator.games import find_game, games
from starbalance.simulator.runs import batch, chunk
from starbalance.simulator.runs.candidates import Candidates
from starbalance.simulator.runs.plan import make_plan

GAME = find_game(TEMPLATE)
HIDDEN, SECOND = 8, 5


def rules_of(setup="players3", game=GAME):
    return tables.load(game, setup)


def positions(game=GAME, setup="players3", count=40):
    """Return positions of games with `sensible`."""
    plan, _ = make_plan(game, rules_of(setup, game), seed=4)
    found = zeros(count, game.kernels.state_dt)
    lineup = np.zeros(SEATS, np.int64)
    place = 0
    for number in range(count):
        for step in steps(game, plan.rules, chunk.table(plan), lineup, seed=4, number=number):
            if place < count and step.options.size:
                found[place] = step.state
                place += 1
    return found


def network_of(game=GAME, setup="players3", seed=1, **content):
    """Return a network with random weights and all candidates for features."""
    rules, random = rules_of(setup, game), np.random.default_rng(seed)
    found = Candidates(positions(game, setup), rules.record, rules.setup.seats, assets=0)
    shapes = {
        "first": (len(found.features), HIDDEN),
        "bias": (HIDDEN,),
        "second": (SECOND, 2 * HIDDEN),
        "second_bias": (SECOND,),
        "out": (SECOND,),
    }
    arrays = {name: random.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    about = {"rules_code": rules_code(game), "rules_values": values_hash(rules.record)}
    return make_network(features=tuple(found.features), ranges=found.ranges, assets=0, **{**about, **arrays, **content})


def with_network(network, *, game=GAME, **settings):
    """Return `sensible` with a search of three turns that asks a network."""
    search = Search(4, **search_numbers(game), turns=3, network=network)
    return replace(find_strategy(game, "sensible"), name="learned", base="sensible", search=replace(search, **settings))


def estimated(game, networks, states, place, rules):
    """Return the estimated shares of the win in one of the positions."""
    for seat in range(rules.setup.seats):
        networks.extras[seat, STANDING] = game.kernels.standing(states[place], rules.record, seat)
        networks.extras[seat, LEVEL] = game.kernels.level(states[place], rules.record, seat)
    assert FIRST_ASSET == 2
    memory = row_of(memory_of(states), place)
    game.kernels.estimate(networks, 0, *memory, rules.setup.seats)
    return networks.shares[: rules.setup.seats].copy()


@pytest.mark.parametrize("side", [[0, 1, 2], [0, 1, 0]])
def test_the_estimate_is_that_of_numpy(side):
    """The estimate reads the state; NumPy computes the same layers from its features, for seats alone and in sides."""
    rules, network, states = rules_of(), network_of(), positions()
    networks = join([network], GAME.kernels.state_dt, rules.record)
    networks.side[:3] = side
    features = encoder(operations(network.features, states.dtype, rules.record, network.ranges), 0, rules.record)
    parts = Parameters(
        network.first, network.bias, network.second.T, network.second_bias, network.out, np.zeros(SECOND)
    )
    for place in range(5):
        shares = estimated(GAME, networks, states, place, rules)
        features.extras[:] = networks.extras
        encode(features, features.heads[0], row_of(memory_of(states), place), 3)
        inputs = (features.inputs[:3] + features.inputs[SEATS])[None]
        expected = layers(parts, inputs, Mixer(np.array(side))).shares[0]
        assert shares == pytest.approx(expected, abs=1e-4)
        assert shares.sum() == pytest.approx(1.0)


def test_several_networks_of_a_run_do_not_mix():
    rules, states = rules_of(), positions()
    one, two = network_of(seed=1), network_of(seed=2)
    both = join([one, two], GAME.kernels.state_dt, rules.record)
    alone = [join([each], GAME.kernels.state_dt, rules.record) for each in (one, two)]
    memory, expected = memory_of(states), []
    for each in alone:
        expected.append(estimated(GAME, each, states, 3, rules))
    both.extras[:] = alone[0].extras
    for number in (1, 0):
        GAME.kernels.estimate(both, number, *row_of(memory, 3), 3)
        assert both.shares[:3] == pytest.approx(expected[number])
    assert expected[0] != pytest.approx(expected[1])


def test_what_a_seat_cannot_see_does_not_change_its_choice():
    """Two states that differ only in hidden cards and future dice give the same choice of a search with a network."""
    rules = rules_of()
    plan, _ = make_plan(GAME, rules, strategies=with_network(network_of()), seed=6)
    table = chunk.table(plan)
    lineup = np.zeros(SEATS, np.int64)
    kernels, chosen = GAME.kernels, []
    for step in steps(GAME, rules.record, table, lineup, seed=6, number=2):
        if len(step.options) < 2 or len(chosen) == 6:
            continue
        answers = set()
        for randomness in (None, 11, 12):
            room = make_room(kernels.state_dt, kernels.max_options, table.networks)
            room.desk[IN_PLAY] = step.state
            state = room.desk[IN_PLAY]
            if randomness is not None:
                kernels.redeal(state, rules.record, state.actor, np.uint64(randomness))
            kernels.options(state, rules.record, room.opts)
            room.values[: len(step.scores)] = step.scores
            where = (rules.record, room, len(step.options), 0, np.uint64(6), 2, len(chosen) + 1)
            answers.add(
                int(kernels.look_ahead(called(SearchKernels, kernels, table.rows), table.scores, table.rows, *where))
            )
        chosen.append(answers)
    assert len(chosen) == 6
    assert all(len(answers) == 1 for answers in chosen)


def test_games_with_networks_do_not_depend_on_chunks_jobs_and_backend():
    rules = rules_of()
    players = [with_network(network_of(seed=1)), replace(with_network(network_of(seed=2)), name="other"), "sensible"]
    plan, _ = make_plan(GAME, rules, strategies=players, seed=3)
    whole = chunk.play_chunk(plan, 0, 6)
    assert not whole["fault"].any()
    for size, jobs, backend in ((1, 2, "threads"), (4, 2, "processes")):
        parts = {
            first: part for first, part, _ in batch.play(plan, batch.chunks(0, 6, size), jobs=jobs, backend=backend)
        }
        joined = np.concatenate([parts[first] for first in sorted(parts)])
        assert joined["seats"].tobytes() == whole["seats"].tobytes()


# files


def test_a_file_keeps_a_network(tmp_path):
    network = network_of()
    write_network(tmp_path / "one.npz", network)
    read = read_network(tmp_path / "one.npz")
    assert (read.digest, read.features, read.ranges) == (network.digest, network.features, network.ranges)
    assert np.array_equal(read.weights, network.weights)


def damaged(path):
    path.write_bytes(path.read_bytes()[:200])


class Loud:
    """An object whose pickle runs code when it is loaded."""

    loaded: ClassVar[list[str]] = []

    def __reduce__(self):
        return self.loaded.append, ("a pickle was read",)


def pickled(path):
    """Write a network of which an array is a pickle."""
    content = dict(np.load(path))
    np.savez(path, **{**content, "bias": np.array([Loud()], dtype=object)})


def cut(path):
    content = dict(np.load(path))
    np.savez(path, **{**content, "bias": content["bias"][:-1]})


def another_measure(path):
    content = dict(np.load(path))
    np.savez(
        path, **{**content, "features": np.array(str(content["features"]).replace('"measure": 1', '"measure": 9'))}
    )


@pytest.mark.parametrize("spoil", [damaged, pickled, cut, another_measure])
def test_another_file_is_refused_in_a_sentence(tmp_path, spoil):
    path = tmp_path / f"{spoil.__name__}.npz"
    write_network(path, network_of())
    spoil(path)
    with pytest.raises(BadInput, match=rf"{spoil.__name__}.npz does not hold a network"):
        read_network(path)
    assert Loud.loaded == []


def test_the_code_of_the_rules_counts_without_comments_and_docstrings(tmp_path):
    source = 'def f(x):\n    """Return x."""\n    return x + 1  # one more\n'
    other = 'def f(x):\n    """Say something else."""\n\n    # a comment\n    return x + 1\n'
    changed = source.replace("+ 1", "+ 2")
    statements = network_file._statements
    assert statements(source) == statements(other) != statements(changed)


def test_the_code_of_the_rules_includes_what_the_game_functions_import():
    names = {name for name, _ in network_file._imported(GAME, {"moves", "state"})}
    package = GAME.package
    assert {f"{package}.moves", f"{package}.state", f"{package}.rules"} <= names
    assert f"{package}.text" not in names


# the strategy `strong`

ROW = "playouts = 2\nwidth = 2\nhorizon = 100\nthreshold = 1.0\nturns = 3\nmargin = 0.01\nnetwork = {network}\n"


@pytest.fixture
def strong(tmp_path, monkeypatch):
    """Return a function that writes the files of `strong` for the example game into another folder."""
    from starbalance.simulator.engine import strategy

    real = strategy.folder(GAME)
    for name in ("search.toml", "weights.toml"):
        (tmp_path / name).write_text((real / name).read_text())
    for path in real.glob("*.py"):
        (tmp_path / path.name).write_text("")
    monkeypatch.setattr(strategy, "folder", lambda game: tmp_path)

    def write(network=None, rows=None):
        (tmp_path / "strong.toml").write_text(
            rows or f"[players3]\n{ROW.format(network=str(network is not None).lower())}"
        )
        if network is not None:
            (tmp_path / "networks").mkdir(exist_ok=True)
            write_network(tmp_path / "networks" / "players3.npz", network)
        read_strong.cache_clear()
        read_network.cache_clear()
        return find_strategy(GAME, "strong")

    yield write
    read_strong.cache_clear()
    read_network.cache_clear()


def test_strong_has_the_search_of_its_setup(strong):
    network = network_of()
    search = strong(network).at(GAME, rules_of()).search
    assert (search.playouts, search.width, search.turns, search.margin) == (2, 2, 3, 0.01)
    assert search.network == network
    assert strong().at(GAME, rules_of()).search.network is None


def test_the_depth_of_strong_in_rounds_is_that_of_its_turns(strong):
    """Three turns of three seats are one round, although `horizon` would allow more."""
    strong()
    assert rounds_ahead(GAME, "strong", "players3") == 1
    assert rounds_ahead(GAME, "search:sensible@2", "players3") == search_numbers(GAME)["horizon"]
    assert rounds_ahead(GAME, "sensible", "players3") == rounds_ahead(GAME, "pool", "players3") == 0


def test_a_setup_without_strong_names_the_command_that_makes_it(strong):
    with pytest.raises(BadInput, match=r"no strategy 'strong' for the setup 'players2': .*learn .* --setup players2"):
        strong().at(GAME, rules_of("players2"))
    with pytest.raises(BadInput, match=r"has no strategy 'strong': `starbalance strategy learn"):
        strong(rows="# nothing")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("turns = 3", "turns = -1"), "'turns' must be a whole number from 0 to 10000, got -1"),
        (("margin", "margins"), r"unknown key 'margins': did you mean 'margin'"),
        (("network = false", "network = 1"), "'network' must be true or false, got 1"),
        (("playouts = 2\n", ""), "'playouts' is missing"),
    ],
)
def test_a_wrong_row_is_refused_in_a_sentence(strong, change, sentence):
    with pytest.raises(BadInput, match=rf"strong.toml, \[players3\].*{sentence}"):
        strong(rows="[players3]\n" + ROW.format(network="false").replace(*change))


def test_a_network_of_other_rules_is_refused(strong):
    player = strong(network_of(rules_code="0123456789ab"))
    with pytest.raises(BadInput, match=r"players3.npz was trained under other rules than those of today: .*again"):
        player.at(GAME, rules_of())


def test_a_network_of_other_numbers_is_used_with_a_warning(strong):
    player = strong(network_of())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        player.at(GAME, rules_of())
    with pytest.warns(UserWarning, match="trained with other numbers of the rules"):
        changed = player.at(GAME, tables.load(GAME, "players3", set={"switches.goal": 20}))
    assert changed.search.network is not None


@pytest.mark.parametrize("name", [name for name, game in games().items() if read_strong(folder(game))])
def test_the_networks_of_the_games_fit_the_rules_of_today(name):
    """A change of the rules needs `strategy learn` again, since a network of other rules is refused."""
    game = find_game(name)
    for setup, row in read_strong(folder(game)).items():
        with warnings.catch_warnings():
            warnings.filterwarnings("error", message="The network of 'strong'")
            search = find_strategy(game, "strong").at(game, tables.load(game, setup)).search
        assert (search.network is not None) == row["network"], setup
