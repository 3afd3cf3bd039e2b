"""Letters say what is so: nobody treats the bleeding, once and only then."""

import importlib.util
from pathlib import Path

from meikyu.core.log import Event
from meikyu.realm.state import Op
from meikyu.realm.step import step
from meikyu.realm.systems import letters
from meikyu.realm.systems.links import links

spec = importlib.util.spec_from_file_location("scenario", Path(__file__).with_name("scenario.py"))
assert spec is not None
assert spec.loader is not None
scenario = importlib.util.module_from_spec(spec)
spec.loader.exec_module(scenario)


def bled(healers: str) -> list[str]:
    """The letters that a worsening brings while a healer is about with Treat at this level."""
    facts = {
        "map": ["########", "#12.a..#", "#......#", "########"],
        "structures": [{"kind": "bone_saw_table", "at": "a"}],
        "actors": {
            "1": {"levels": {"treat": healers}},
            "2": {"wounds": {"torso": ["moderate"]}, "bleeding": ["torso"]},
        },
        "ticks": 0,
    }
    world = scenario.Scenario(facts).world
    while (int(Op.TREAT), 1, -1) not in links(world).tasks or world.state.tick % 50 != 49:
        step(world)
    for _ in range(2):  # it worsens twice: that is told once
        worse = {"actor": 1, "part": 1, "result": "worse"}
        world.events = [Event(world.state.tick, "bled", "KEP-WND-22", worse)]
        letters.run(world)
        world.state.tick += 900
    return [letter.kind for letter in world.state.letters]


def test_a_letter_tells_of_bleeding_only_while_nobody_is_on_it():
    assert bled("off") == ["bleeding_unattended"]
    assert bled("high") == []
