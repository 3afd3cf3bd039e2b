"""What is spoken for, spots and sites, is so as long as it is needed and no longer."""

import importlib.util
from pathlib import Path

from meikyu.core.log import Command
from meikyu.realm.state import Op
from meikyu.realm.step import step
from meikyu.realm.systems.links import _derive, links

spec = importlib.util.spec_from_file_location("scenario", Path(__file__).with_name("scenario.py"))
assert spec is not None
assert spec.loader is not None
scenario = importlib.util.module_from_spec(spec)
spec.loader.exec_module(scenario)


def test_a_spot_stays_spoken_for_through_a_second_raw_food():
    facts = {
        "map": ["########", "#1..t.a#", "#......#", "########"],
        "structures": [{"kind": "table", "at": "t"}],
        "items": [{"kind": "fungus", "count": 9, "at": "a"}],
        "actors": {"1": {"needs": [10, 90, 90]}},
        "ticks": 0,
    }
    world = scenario.Scenario(facts).world
    eaten = 0
    while eaten < 2:
        eaten += sum(event.kind == "ate" for event in step(world))
        assert links(world).spots == _derive(world).spots
        assert world.state.tick < 1500


def test_a_builder_cut_short_while_it_waits_is_no_longer_the_sites():
    facts = {
        "map": ["########", "#12....#", "#...a..#", "########"],
        "items": [{"kind": "stone", "at": "1"}],
        "actors": {"1": {"levels": {"build": "high"}}, "2": {"needs": [90, 0, 90]}},
        "ticks": 0,
    }
    made = scenario.Scenario(facts)
    world = made.world
    rows = world.state.actors
    rows.x[1], rows.y[1] = made.cell("a")  # asleep on the cell that is to be walled up
    step(world, [Command("place_site", {"structure": "wall", "x": 4, "y": 2})])
    while world.state.sites.work[0] < world.state.sites.need[0]:
        step(world)
        assert world.state.tick < 1500
    assert world.state.sites.builder[0] == 0
    assert world.state.plans[0][0].op == Op.BUILD
    step(world, [Command("set_level", {"actor": 0, "job": "build", "level": 0})])
    assert world.state.sites.builder[0] == -1
