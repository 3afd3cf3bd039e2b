"""Letters say what is so: nobody treats the bleeding, once and only then."""

import importlib.util
from pathlib import Path

from meikyu.core.log import Event
from meikyu.realm.state import Op
from meikyu.realm.step import step
from meikyu.realm.systems import letters, wounds
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


def test_a_letter_of_a_death_names_its_cause() -> None:
    world = scenario.Scenario(
        {"map": ["######", "#12..#", "######"], "actors": {"1": {}, "2": {}}, "ticks": 0}
    ).world
    slayer, slain = world.name(0), world.name(1)
    for by, cause, told in (
        (-1, "bleeding", ("bled to death", "出血")),
        (0, "blow", (f"slain by {slayer.en}", f"{slayer.ja}に討たれた")),
        (-1, "roof", ("a fallen ceiling", "天井の崩落")),
    ):
        world.state.actors.alive[1] = True
        world.state.letters.clear()
        world.scratch.caches.pop("letter_keys", None)
        world.events = []
        wounds.die(world, 1, by=by, cause=cause)
        letters.run(world)
        said = letters.said(world, world.state.letters[-1])
        assert said == (f"{slain.en} is dead: {told[0]}", f"{slain.ja}が死にました（{told[1]}）")
