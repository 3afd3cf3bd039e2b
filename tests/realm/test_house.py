"""A table's own rules: every number of the keep that a house may change changes an answer or the dungeon."""

from __future__ import annotations

import importlib.util
import tomllib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.cases import plain

from meikyu.books import keep
from meikyu.books.keep import BOOK
from meikyu.core import catalogue
from meikyu.core.asking import answer
from meikyu.core.params import House
from meikyu.errors import MeikyuError
from meikyu.realm import content as rows
from meikyu.realm import inspect, start
from meikyu.realm.step import step
from meikyu.realm.systems import sickness

spec = importlib.util.spec_from_file_location("scenario", Path(__file__).with_name("scenario.py"))
assert spec is not None
assert spec.loader is not None
scenario = importlib.util.module_from_spec(spec)
spec.loader.exec_module(scenario)

SHOWN = tomllib.loads(Path(__file__).with_name("house_keys.toml").read_text("utf-8"))
CASES = {(file, case["name"]): case for file, case in catalogue.cases("keep")}
ASKED = {case["name"]: case for case in CASES.values() if "ask" in case}

ELSEWHERE = {
    "job.double_click_ms": "the page alone reads it: tests/web/test_jobs.py",
    "sight.footprint_minutes": "footprints come with the adventurers' chapters (tests/books/test_homes.py)",
}


def changeable() -> list[str]:
    """The numbers that a house may set otherwise."""
    table = BOOK.param_table
    return [k.removeprefix("keep.") for k, p in table.items() if p.low is None or p.low != p.high]


def under(key: str, value: Any, also: dict[str, Any] | None = None) -> House:
    changes = {key: value, **(also or {})}
    return House("test", {f"keep.{name}": now for name, now in changes.items()}, {})


def answered(name: str, house: House | None) -> Any:
    case = ASKED[name]
    try:
        told = answer(BOOK, case["ask"].removeprefix("keep."), plain(case.get("given", {})), house=house)
    except MeikyuError as error:
        return error.text
    return told["value"], told["because"]


def played(facts: dict[str, Any], params: keep.KeepParams) -> Any:
    """The state and the events at the end of a scenario, whatever it waits for."""
    game = scenario.Scenario({k: v for k, v in facts.items() if k != "until"}, params)
    with suppress(AssertionError, MeikyuError):  # an order that is refused now, or no more
        game.run()
    return game.world.digest(), [(e.tick, e.kind, str(e.args)) for e in game.events]


def on_map(file: str, name: str, house: House | None) -> Any:
    return played(CASES[file, name]["scenario"], BOOK.params(house))


# Probes for what no case shows


def begun(house: House | None) -> Any:
    """A new dungeon, and how it stands ten minutes on."""
    world = start.new(3, width=64, height=64, house=house)
    first = world.digest()
    for _ in range(100):
        step(world)
    return first, world.digest()


def table(house: House | None) -> Any:
    """The job table of a new dungeon."""
    return inspect.jobs(start.new(3, width=48, height=48, house=house), "en", ("", 0))


def odds(grudge: int) -> Callable[[House | None], Any]:
    return lambda house: answer(BOOK, "rampage.odds", {"grudge": grudge}, house=house)["value"]


def small_batch(house: House | None) -> Any:
    facts = dict(
        CASES["realm_food", "a cook makes a batch of two medium meals of three portions"]["scenario"]
    )
    return played({**facts, "structures": [{**facts["structures"][0], "size": 0}]}, BOOK.params(house))


def prop(house: House | None) -> Any:
    """A pit prop is built where two pieces of wood lie."""
    facts = {
        "map": ["########", "#1.a..b#", "########"],
        "items": [{"kind": "wood", "count": 2, "at": "a"}],
        "actors": {"1": {"levels": {"build": "normal"}}},
        "commands": [{"kind": "place_site", "args": {"structure": "pit_prop", "at": "b"}}],
        "ticks": 400,
    }
    return played(facts, BOOK.params(house))


def sickroom(house: House | None) -> Any:
    """Nine in a dirty room with a new corpse at midnight: some sick, some of them treated, one in bed."""
    facts = {
        "map": ["############", "#1o2o3o4o5o#", "#6o7oco8o9o#", "#oobooooooo#", "############"],
        "opened": "23:50",
        "structures": [{"kind": "bed", "at": "b"}],
        "items": [{"kind": "corpse", "at": "c"}],
        "actors": {str(n): {"needs": [90, 90 if n != 6 else 10, 90]} for n in range(1, 10)},
        "ticks": 4000,
    }
    game = scenario.Scenario(facts, BOOK.params(house))
    for glyph, kind in (("1", "SICK"), ("2", "SICK"), ("4", "PLAGUE"), ("5", "PLAGUE"), ("6", "SICK")):
        sickness.catch(game.world, game.ids[glyph], getattr(keep.healing, kind))
    for glyph in ("2", "5"):
        game.world.state.actors.treated[game.ids[glyph]] = 0
    game.run()
    return game.world.digest(), [(e.tick, e.kind, str(e.args)) for e in game.events]


def fighter(house: House | None) -> Any:
    """A wounded minion that fought just now lies down for treatment when the fight is long enough over."""
    game = scenario.Scenario(
        CASES["realm_care", "a moderately wounded minion lies down and is bandaged"]["scenario"],
        BOOK.params(house),
    )
    game.world.state.actors.fought[:] = 0
    for _ in range(400):
        step(game.world)
    return game.world.digest()


PROBES: dict[str, Callable[[House | None], Any]] = {
    "start": begun,
    "table": table,
    "odds_7": odds(7),
    "odds_8": odds(8),
    "small_batch": small_batch,
    "prop": prop,
    "sickroom": sickroom,
    "fighter": fighter,
}


@cache
def shown(how: str, *what: str) -> Callable[[House | None], Any]:
    look: dict[str, Callable[..., Any]] = {"ask": answered, "scenario": on_map}
    if how == "probe":
        return PROBES[what[0]]
    return lambda house: look[how](*what, house)


@cache
def as_written(how: str, *what: str) -> Any:
    """What is shown under the book's own numbers."""
    return shown(how, *what)(None)


def test_every_number_shows_somewhere() -> None:
    assert sorted(changeable()) == sorted([*SHOWN, *ELSEWHERE])


@pytest.mark.parametrize("key", SHOWN)
def test_a_house_changes_what_is_answered_or_played(key: str) -> None:
    row = SHOWN[key]
    how = next(name for name in ("ask", "scenario", "probe") if name in row)
    what = (row["file"], row[how]) if how == "scenario" else (row[how],)
    usual, also = BOOK.param_table[f"keep.{key}"].value, row.get("also")
    assert row["now"] != usual
    before = shown(how, *what)(under(key, usual, also)) if also else as_written(how, *what)
    assert shown(how, *what)(under(key, row["now"], also)) != before


# Numbers that the content tables take from the book

MINUTES = {
    "dig": lambda c: [r.dig_minutes for r in c.terrain],
    "gather": lambda c: [r.gather_minutes for r in c.terrain],
    "fish": lambda c: [r.fish_minutes for r in c.terrain],
    "clean": lambda c: [r.clean_minutes for r in c.terrain],
    "trap": lambda c: [
        n for r in c.structures if r.category == "trap" for n in (r.work_minutes, r.reset_minutes)
    ],
    "cook": lambda c: [r.minutes for r in c.recipes if r.id.startswith("cook_")],
    "butcher": lambda c: [r.minutes for r in c.recipes if r.kind == "butcher"],
    "book": lambda c: [r.minutes for r in c.recipes if r.kind == "write"],
}


@pytest.mark.parametrize("name", MINUTES)
def test_half_the_minutes_halve_every_row(name: str) -> None:
    before = getattr(BOOK.params().minutes, name)
    half = rows.load(BOOK.params(under(f"minutes.{name}", before // 2)))
    usual = MINUTES[name](rows.load())
    assert any(usual)
    assert MINUTES[name](half) == [n // 2 for n in usual]


def test_building_goes_by_the_pieces_but_where_a_row_says_otherwise() -> None:
    half = rows.load(BOOK.params(under("minutes.build_per_unit", 10)))
    for now, usual in zip(half.structures, rows.load().structures, strict=True):
        same = now.category in ("lair", "trap") or not now.materials
        assert now.work_minutes == (usual.work_minutes if same else usual.work_minutes // 2), now.id


def test_a_house_that_halves_digging_digs_twice_as_fast() -> None:
    def dug(house: House | None) -> int:
        facts = CASES[
            "realm_dig",
            "rock is dug in 200 ticks by labour 5 and gives one stone, "
            "which a minion without Haul leaves lying",
        ]["scenario"]
        game = scenario.Scenario(facts, BOOK.params(house))
        game.run()
        return next(event.tick for event in game.events if event.kind == "dug")

    walk = 5
    assert dug(None) - walk == 200
    assert dug(under("minutes.dig", 10)) - walk == 100


def test_no_row_repeats_a_number_of_the_book() -> None:
    """Capacities, fuel and the like stand in the tables as keys, never as figures."""
    built = {row["id"]: row for row in BOOK.table("structures")}
    for name in ("shelf", "scrap_heap", "weapon_rack", "bookshelf", "feeding_place", "barrel"):
        assert not built[name]["storage_capacity"].partition(":")[2].isdigit(), name
    assert {row["fuel_hours"] for row in built.values()} == {"", "sim.hours_per_fuel"}
    assert not any(row["work_minutes"] for row in built.values() if row["category"] != "lair")


@pytest.mark.parametrize("key", ["haul.shelf_stacks", "haul.scrap_heap_stacks", "haul.rack_weapons"])
def test_a_storage_holds_what_its_house_says(key: str) -> None:
    name = {"haul.shelf_stacks": "shelf", "haul.scrap_heap_stacks": "scrap_heap"}.get(key, "weapon_rack")
    content = rows.load(BOOK.params(under(key, 7)))
    assert content.structures[content.structure[name]].capacity == 7
