"""Every kind of command: carried out, refused with reasons in both languages, or named as unreadable."""

import numpy as np
import pytest

from meikyu.books.keep import jobs
from meikyu.core.log import Command
from meikyu.errors import IllegalCommandError, InputError
from meikyu.realm import commands, start, tables
from meikyu.realm import content as rows
from meikyu.realm.orders import people
from meikyu.realm.state import Fact, Mark, Op, Side
from meikyu.realm.step import step
from meikyu.realm.systems import mood, visits, wounds
from meikyu.realm.world import World

CONTENT = rows.load()


@pytest.fixture
def world() -> World:
    return start.new(8, width=64, height=64)


def cell_where(world: World, mask: np.ndarray) -> list[int]:
    y, x = np.argwhere(mask)[0].tolist()
    return [x, y]


def diggable(world: World) -> list[int]:
    minutes = np.array([row.dig_minutes for row in CONTENT.terrain])
    return cell_where(world, minutes[world.state.cells.terrain] > 0)


def open_floor(world: World) -> list[int]:
    cells = world.state.cells
    floors = np.isin(cells.terrain, [CONTENT.ground["cave_floor"]])
    return cell_where(world, floors & (cells.structure < 0) & (cells.growth < 0) & ~cells.territory)


def structure(world: World, name: str) -> int:
    return int(np.flatnonzero(world.state.structures.kind == CONTENT.structure[name])[0])


def do(world: World, kind: str, **args: object) -> None:
    ruling = commands.plan(world, Command(kind, args))
    assert ruling.value, ruling
    commands.execute(world, Command(kind, args))


def reasons(world: World, kind: str, **args: object) -> list[str]:
    """The rules behind a refusal; executing it is refused the same way and changes nothing."""
    before = world.digest()
    ruling = commands.plan(world, Command(kind, args))
    assert not ruling.value
    for reason in ruling.steps:
        assert reason.text is not None
        assert reason.text.en.isascii()
        assert not reason.text.ja.isascii()
    with pytest.raises(IllegalCommandError) as caught:
        commands.execute(world, Command(kind, args))
    assert caught.value.ruling == ruling
    assert world.digest() == before
    return [reason.rule for reason in ruling.steps]


def fault(world: World, kind: str, **args: object) -> tuple[str, str]:
    """Kind and field of the fault of a command that cannot be read."""
    before = world.digest()
    with pytest.raises(InputError) as caught:
        commands.plan(world, Command(kind, args))
    assert world.digest() == before
    assert caught.value.say("ja")
    return caught.value.kind, caught.value.field


def test_unknown_kinds_and_fields_are_named(world: World) -> None:
    assert fault(world, "fly") == ("not_allowed", "kind")
    assert fault(world, "mark_dig") == ("missing_field", "cells")
    assert fault(world, "mark_dig", cells=[[1, 2]], deep=True) == ("unknown_field", "deep")
    assert fault(world, "mark_dig", cells="all") == ("wrong_type", "cells")
    assert fault(world, "mark_dig", cells=[]) == ("out_of_range", "cells")


@pytest.mark.parametrize("cell", [[-1, 0], [0, -1], [64, 0], [0, 64], [10**6, 5]])
@pytest.mark.parametrize("kind", ["mark_dig", "mark_gather", "mark_fish", "unmark", "claim", "give_up"])
def test_cells_off_the_map_are_named(world: World, kind: str, cell: list[int]) -> None:
    assert fault(world, kind, cells=[[5, 5], cell]) == ("out_of_range", "cells[1]")


def test_digging_is_marked_where_there_is_rock(world: World) -> None:
    rock, floor = diggable(world), open_floor(world)
    do(world, "mark_dig", cells=[rock, floor])
    assert world.state.cells.mark[rock[1], rock[0]] == Mark.DIG
    assert world.state.cells.mark[floor[1], floor[0]] == 0
    assert reasons(world, "mark_dig", cells=[floor]) == ["KEP-SIM-11"]
    assert reasons(world, "mark_dig", cells=[[0, 0]]) == ["KEP-SIM-11"]
    do(world, "unmark", cells=[rock])
    assert world.state.cells.mark[rock[1], rock[0]] == 0
    assert reasons(world, "unmark", cells=[rock]) == ["KEP-JOB-08"]


def test_gathering_and_fishing_need_their_ground(world: World) -> None:
    cells = world.state.cells
    fungus = cell_where(world, cells.growth == CONTENT.ground["fungus_patch"])
    glow = cell_where(world, cells.growth == CONTENT.ground["glow_fungus"])
    water = cell_where(world, cells.terrain == CONTENT.ground["water"])
    do(world, "mark_gather", cells=[fungus, water])
    assert cells.mark[fungus[1], fungus[0]] == Mark.GATHER
    assert cells.mark[water[1], water[0]] == 0
    do(world, "mark_fish", cells=[water])
    assert cells.mark[water[1], water[0]] == Mark.FISH
    assert reasons(world, "mark_gather", cells=[glow]) == ["KEP-FOOD-05"]
    assert reasons(world, "mark_fish", cells=[fungus]) == ["KEP-FOOD-04"]


def test_claims_act_at_once(world: World) -> None:
    floor = open_floor(world)
    do(world, "claim", cells=[floor])
    assert world.state.cells.territory[floor[1], floor[0]]
    assert reasons(world, "claim", cells=[floor]) == ["KEP-ROOM-09"]
    assert reasons(world, "claim", cells=[diggable(world)]) == ["KEP-ROOM-09"]
    do(world, "give_up", cells=[floor])
    assert not world.state.cells.territory[floor[1], floor[0]]
    assert reasons(world, "give_up", cells=[floor]) == ["KEP-ROOM-09"]


def test_sites_are_placed_on_free_floor(world: World) -> None:
    x, y = open_floor(world)
    do(world, "place_site", structure="shelf", x=x, y=y)
    site = int(world.state.cells.site[y, x])
    assert world.state.sites.kind[site] == CONTENT.structure["shelf"]
    assert reasons(world, "place_site", structure="shelf", x=x, y=y) == ["KEP-BLD-04"]
    do(world, "cancel_site", site=site)
    assert world.state.cells.site[y, x] == -1
    assert fault(world, "cancel_site", site=site) == ("not_allowed", "site")
    throne = structure(world, "throne")
    tx, ty = int(world.state.structures.x[throne]), int(world.state.structures.y[throne])
    assert reasons(world, "place_site", structure="table", x=tx, y=ty) == ["KEP-BLD-27"]
    rx, ry = diggable(world)
    assert reasons(world, "place_site", structure="table", x=rx, y=ry) == ["KEP-BLD-27"]
    assert reasons(world, "place_site", structure="scrap_heap", x=63, y=63) == ["KEP-BLD-27"]
    assert fault(world, "place_site", structure="castle", x=1, y=1) == ("not_allowed", "structure")
    assert fault(world, "place_site", structure="wall", x=64, y=1) == ("out_of_range", "x")


def test_what_cannot_be_built_says_why(world: World) -> None:
    x, y = open_floor(world)
    assert reasons(world, "place_site", structure="demon_heart", x=x, y=y) == ["KEP-BLD-27"]
    assert reasons(world, "place_site", structure="ember_pit", x=x, y=y) == ["KEP-LAIR-02"]
    assert reasons(world, "place_site", structure="everlasting_torch", x=x, y=y) == ["KEP-RES-01"]
    assert reasons(world, "place_site", structure="padlock", x=x, y=y) == ["KEP-BLD-12"]


def test_a_row_of_sites_passes_over_what_is_taken(world: World) -> None:
    x, y = open_floor(world)
    rx, ry = diggable(world)
    do(world, "place_site", structure="wall", cells=[[rx, ry], [x, y]])
    assert world.state.cells.site[y, x] >= 0
    assert world.state.cells.site[ry, rx] < 0


def test_taking_down_and_doors(world: World) -> None:
    shelf, heart = structure(world, "shelf"), structure(world, "demon_heart")
    do(world, "unbuild", structure=shelf, on=True)
    assert world.state.structures.unbuild[shelf]
    do(world, "unbuild", structure=shelf, on=False)
    assert not world.state.structures.unbuild[shelf]
    assert reasons(world, "unbuild", structure=heart, on=True) == ["KEP-BLD-26"]
    assert reasons(world, "door", structure=shelf, open=True) == ["KEP-FOG-27"]
    assert reasons(world, "hunt_button", structure=shelf, on=True) == ["KEP-HUNT-01"]
    door = tables.add_structure(world, CONTENT.structure["door"], *open_floor(world))
    do(world, "door", structure=door, open=True)
    assert world.state.structures.open[door] == 1
    assert fault(world, "door", structure=999, open=True) == ("not_allowed", "structure")


def test_stacks_are_forbidden_and_allowed(world: World) -> None:
    item = next(iter(world.scratch.lying.values()))[0]
    do(world, "forbid", items=[item])
    assert world.state.items.forbidden[item]
    do(world, "allow", items=[item])
    assert not world.state.items.forbidden[item]
    assert fault(world, "forbid", items=[item, 9999]) == ("not_allowed", "items[1]")
    assert fault(world, "forbid", items=[-1])[1] == "items[0]"


def test_storages_take_what_is_chosen(world: World) -> None:
    shelf, throne = structure(world, "shelf"), structure(world, "throne")
    do(world, "storage_filter", structure=shelf, accept=["wood", "stone"])
    assert world.state.filters[shelf] == tuple(sorted((CONTENT.item["wood"], CONTENT.item["stone"])))
    do(world, "storage_minimum", structure=shelf, quality="fine")
    assert world.state.minimum[shelf] == 3
    assert reasons(world, "storage_filter", structure=throne, accept=[]) == ["KEP-HAUL-10"]
    assert fault(world, "storage_filter", structure=shelf, accept=["gruel"]) == ("not_allowed", "accept[0]")
    assert fault(world, "storage_minimum", structure=shelf, quality="godly") == ("not_allowed", "quality")
    rack = tables.add_structure(world, CONTENT.structure["weapon_rack"], *open_floor(world))
    assert reasons(world, "storage_filter", structure=rack, accept=["wood"]) == ["KEP-HAUL-20"]
    do(world, "storage_filter", structure=rack, accept=["club"])


def test_barrels_hold_one_kind(world: World) -> None:
    shelf = structure(world, "shelf")
    barrel = tables.add_structure(world, CONTENT.structure["barrel"], *open_floor(world))
    assert world.state.structures.keep[barrel] == 50
    do(world, "barrel_item", structure=barrel, item="wood")
    assert world.state.filters[barrel] == (CONTENT.item["wood"],)
    assert reasons(world, "barrel_item", structure=barrel, item="club") == ["KEP-HAUL-06"]
    assert reasons(world, "barrel_item", structure=shelf, item="wood") == ["KEP-HAUL-15"]
    do(world, "barrel_keep", structure=barrel, count=100)
    assert world.state.structures.keep[barrel] == 100
    assert fault(world, "barrel_keep", structure=barrel, count=101) == ("out_of_range", "count")
    assert reasons(world, "storage_filter", structure=barrel, accept=["wood"]) == ["KEP-HAUL-05"]
    do(world, "barrel_item", structure=barrel, item=None)
    assert world.state.filters[barrel] == ()


def test_meals_and_kitchens(world: World) -> None:
    do(world, "meal_cap", value="small")
    assert world.state.meal_cap == 2
    assert fault(world, "meal_cap", value="huge") == ("not_allowed", "value")
    fire = structure(world, "campfire")
    do(world, "kitchen_size", structure=fire, size="large")
    assert world.state.structures.size[fire] == 2
    assert reasons(world, "kitchen_size", structure=structure(world, "shelf"), size="small") == [
        "KEP-FOOD-39"
    ]


def test_levels_are_set_and_pressed(world: World) -> None:
    levels = world.state.actors.levels
    dig = jobs.IDS.index("dig")
    do(world, "set_level", actor=1, job="dig", level=3)
    assert levels[1, dig] == 3
    do(world, "press_cell", actor=1, job="dig", button="left")
    assert levels[1, dig] == 0
    do(world, "press_cell", actor=1, job="dig", button="right")
    assert levels[1, dig] == 3
    do(world, "press_column", job="dig", button="left")
    assert set(levels[1:7, dig].tolist()) == {2}
    do(world, "press_column", job="dig", button="left")
    assert set(levels[1:7, dig].tolist()) == {3}
    assert fault(world, "set_level", actor=1, job="dig", level=4) == ("out_of_range", "level")
    assert fault(world, "set_level", actor=0, job="dig", level=1) == ("not_allowed", "actor")
    assert fault(world, "press_cell", actor=1, job="sing", button="left") == ("not_allowed", "job")


def test_the_saved_set(world: World) -> None:
    actors = world.state.actors
    before = actors.levels[1:7].copy()
    assert reasons(world, "save_jobs") == ["KEP-JOB-46"]
    assert reasons(world, "restore_jobs") == ["KEP-JOB-46"]
    do(world, "all_off")
    assert not actors.levels[1:7].any()
    do(world, "restore_jobs")
    assert (actors.levels[1:7] == before).all()
    do(world, "set_level", actor=2, job="guard", level=2)
    do(world, "save_jobs")
    assert actors.saved[2, jobs.IDS.index("guard")] == 2


def test_guard_sees_farther_from_the_same_moment(world: World) -> None:
    before = int(world.state.actors.sight[1])
    do(world, "set_level", actor=1, job="guard", level=1)
    assert world.state.actors.sight[1] == before + 4
    do(world, "all_off")
    assert world.state.actors.sight[1] == before


def test_titles_go_round_their_group(world: World) -> None:
    for job in jobs.IDS:
        level = 3 if job in ("dig", "build") else 0
        do(world, "set_level", actor=1, job=job, level=level)
    seen = []
    for _ in range(3):
        seen.append(people.title_job(world, 1))
        do(world, "next_title", actor=1)
    assert sorted(seen[:2]) == ["build", "dig"]
    assert seen[2] == seen[0]
    do(world, "all_off")
    assert reasons(world, "next_title", actor=1) == ["KEP-JOB-28"]


def test_a_chosen_title_is_gone_when_its_job_leaves_the_highest_priority(world: World) -> None:
    for job in jobs.IDS:
        do(world, "set_level", actor=1, job=job, level=0)
    for tick, job in ((10, "dig"), (20, "build")):
        world.state.tick = tick
        do(world, "set_level", actor=1, job=job, level=2)
    assert people.title_job(world, 1) == "dig"
    do(world, "next_title", actor=1)
    assert people.title_job(world, 1) == "build"
    do(world, "set_level", actor=1, job="build", level=1)
    world.state.tick = 30
    do(world, "set_level", actor=1, job="build", level=2)
    assert people.title_job(world, 1) == "dig"
    do(world, "next_title", actor=1)
    do(world, "set_level", actor=1, job="dig", level=3)
    assert people.title_job(world, 1) == "dig"
    do(world, "set_level", actor=1, job="build", level=3)
    assert people.title_job(world, 1) == "dig"


def test_a_feeding_place_is_never_set_to_what_is_no_food(world: World) -> None:
    x, y = open_floor(world)
    place = tables.add_structure(world, CONTENT.structure["feeding_place"], x, y)
    assert reasons(world, "storage_filter", structure=place, accept=["stone"]) == ["KEP-HAUL-20"]
    do(world, "storage_filter", structure=place, accept=["raw_meat", "meal_small"])


def test_a_forced_order_replaces_the_work(world: World) -> None:
    gate = [int(world.state.actors.x[0]) + 2, int(world.state.actors.y[0]) + 3]
    x, y = int(world.state.actors.x[0]) + 3, gate[1]
    do(world, "all_off")
    do(world, "mark_dig", cells=[[x, y]])
    step(world)
    task = int(np.flatnonzero(world.state.tasks.kind == Op.DIG)[0])
    do(world, "force", actor=3, task=task)
    assert world.state.actors.forced[3]
    assert world.state.tasks.by[task] == 3
    assert fault(world, "force", actor=3, task=12345) == ("not_allowed", "task")
    assert fault(world, "force", actor=0, task=task) == ("not_allowed", "actor")


def test_the_lord_walks_where_a_way_leads(world: World) -> None:
    x, y = int(world.state.actors.x[0]), int(world.state.actors.y[0])
    do(world, "move_lord", x=x + 1, y=y + 2)
    for _ in range(30):
        step(world)
    assert (world.state.actors.x[0], world.state.actors.y[0]) == (x + 1, y + 2)
    rx, ry = diggable(world)
    assert reasons(world, "move_lord", x=rx, y=ry) == ["KEP-SIM-04"]


def test_letters_settings_and_bills(world: World) -> None:
    from meikyu.realm.systems import letters

    assert fault(world, "dismiss_letter", letter=0) == ("not_allowed", "letter")
    letters.send(world, "starving", 1, 1, "starving:1", {"minion": 1})
    do(world, "dismiss_letter", letter=0)
    assert world.state.letters[0].dismissed
    assert reasons(world, "dismiss_letter", letter=0) == ["KEP-SIM-13"]
    do(world, "setting", name="auto_gather", value=False)
    assert world.state.settings["auto_gather"] is False
    assert fault(world, "setting", name="gravity", value=True) == ("not_allowed", "name")
    assert fault(world, "setting", name="auto_gather", value=3)[1] == "value"
    assert (letters.pauses(world, "ceiling_fell"), letters.pauses(world, "starving")) == (True, False)
    do(world, "letter_pause", letter="starving", on=True)
    do(world, "letter_pause", letter="ceiling_fell", on=False)
    assert (letters.pauses(world, "ceiling_fell"), letters.pauses(world, "starving")) == (False, True)
    do(world, "letter_pause", letter="", on=False)
    assert (letters.pauses(world, "ceiling_fell"), letters.pauses(world, "starving")) == (False, False)
    assert fault(world, "letter_pause", letter="love_letter", on=True)[1] == "letter"
    bench = tables.add_structure(world, CONTENT.structure["writing_desk"], *open_floor(world))
    do(world, "bill", structure=bench, recipe="write_book", count=2)
    assert world.state.settings["bills"][str(bench)] == {"write_book": 2}
    assert reasons(world, "bill", structure=structure(world, "shelf"), recipe="write_book", count=1)
    do(world, "bill", structure=bench, recipe="write_book", count=0)
    assert world.state.settings["bills"][str(bench)] == {}


def test_hunts_attacks_and_care(world: World) -> None:
    actors = world.state.actors
    wild = np.flatnonzero(actors.side[: len(world.state.names)] == Side.WILD).tolist()
    do(world, "hunt", creature=wild[0], on=True)
    assert world.state.hunts == {wild[0]: (-1,)}
    assert reasons(world, "hunt", creature=wild[0], on=True) == ["KEP-HUNT-11"]
    do(world, "hunt", creature=wild[0], on=False)
    assert world.state.hunts == {}
    assert reasons(world, "hunt", creature=2, on=True) == ["KEP-HUNT-12"]
    assert fault(world, "hunt", creature=999, on=True) == ("not_allowed", "creature")

    x, y = int(actors.x[0]), int(actors.y[0])
    tables.move_actor(world, wild[1], x, y + 1)
    do(world, "attack", actor=1, target=wild[1])
    assert world.state.plans[1][0].op == Op.FIGHT
    assert reasons(world, "attack", actor=1, target=2) == ["KEP-JOB-73"]
    assert fault(world, "attack", actor=wild[1], target=1) == ("not_allowed", "actor")
    assert fault(world, "attack", actor=1, target=-1) == ("not_allowed", "target")
    wounds.fall(world, 3)
    assert reasons(world, "attack", actor=3, target=wild[1]) == ["KEP-WND-10"]

    do(world, "ask_care", actor=2, level="light")
    assert actors.ask[2] == 0
    assert fault(world, "ask_care", actor=2, level="deep") == ("not_allowed", "level")
    assert fault(world, "ask_care", actor=0, level="light") == ("not_allowed", "actor")


def test_whippings_are_ordered_once_a_day_and_taken_back() -> None:
    world = start.new(1)
    rows = world.state.actors
    column = visits.SUPERVISE
    rows.levels[: len(world.state.names), column] = 0
    assert reasons(world, "whip", actor=1) == ["KEP-GRDG-26"]
    rows.levels[2, column] = 2
    do(world, "whip", actor=1)
    assert rows.facts[1] & Fact.TO_WHIP
    assert reasons(world, "whip", actor=1) == ["KEP-GRDG-26"]
    do(world, "spare", actor=1)
    assert not rows.facts[1] & Fact.TO_WHIP
    assert reasons(world, "spare", actor=1) == ["KEP-GRDG-26"]
    mood.spend(world, 1, "whipped")
    assert reasons(world, "whip", actor=1) == ["KEP-GRDG-26"]
    assert fault(world, "whip", actor=0) == ("not_allowed", "actor")


def shelf_of_books(world: World, count: int) -> int:
    shelf = tables.add_structure(world, CONTENT.structure["bookshelf"], *open_floor(world))
    for _ in range(0, count, 5):
        book = tables.add_item(world, CONTENT.item["book"], 5, 0, *open_floor(world))
        tables.store_item(world, book, shelf)
    return shelf


def test_the_dark_arts_are_learned_and_held(world: World) -> None:
    circle = tables.add_structure(world, CONTENT.structure["ritual_circle"], *open_floor(world))
    assert fault(world, "learn", item="nothing") == ("not_allowed", "item")
    assert reasons(world, "learn", item="alchemy_1") == ["KEP-RES-16"]
    assert reasons(world, "learn", item="rite_calling") == ["KEP-RES-11", "KEP-RES-03"]
    shelf = shelf_of_books(world, 10)
    do(world, "learn", item="summoning")
    assert world.state.arts == {"summoning": shelf}
    assert reasons(world, "learn", item="summoning") == ["KEP-RES-19"]
    assert reasons(world, "learn", item="rite_calling") == ["KEP-RES-03"]
    asked = {"structure": circle, "rite": "summoning"}
    assert fault(world, "begin_rite", **asked) == ("not_allowed", "creature")
    assert fault(world, "begin_rite", **asked, creature="cave_bear") == ("not_allowed", "creature")
    assert reasons(world, "begin_rite", structure=shelf, rite="summoning", creature="golem") == ["KEP-RES-06"]
    assert reasons(world, "begin_rite", structure=circle, rite="necromancy_1") == ["KEP-RES-06"]
    assert reasons(world, "begin_rite", structure=circle, rite="rite_calling") == ["KEP-RES-06"]
    assert reasons(world, "call_off_rite", structure=circle) == ["KEP-RES-06"]
    do(world, "begin_rite", **asked, creature="golem")
    assert reasons(world, "begin_rite", **asked, creature="golem") == ["KEP-RES-06"]
    do(world, "call_off_rite", structure=circle)
    assert world.state.rites == {}


def test_an_eye_needs_a_free_altar_and_open_ground(world: World) -> None:
    for item in ("summoning", "rite_watching"):
        world.state.arts[item] = shelf_of_books(world, 10)
    circle = tables.add_structure(world, CONTENT.structure["ritual_circle"], *open_floor(world))
    x, y = open_floor(world)
    asked = {"structure": circle, "rite": "rite_watching"}
    assert fault(world, "begin_rite", **asked) == ("out_of_range", "x")
    assert reasons(world, "begin_rite", **asked, x=x, y=y) == ["KEP-FOG-45"]
    tables.add_structure(world, CONTENT.structure["altar"], *open_floor(world))
    rock = diggable(world)
    assert reasons(world, "begin_rite", **asked, x=rock[0], y=rock[1]) == ["KEP-FOG-45"]
    do(world, "begin_rite", **asked, x=x, y=y)
    assert world.state.rites[circle][1] == y * world.state.width + x


def test_a_padlock_is_ordered_off(world: World) -> None:
    door = tables.add_structure(world, CONTENT.structure["door"], *open_floor(world))
    assert reasons(world, "padlock", structure=door, off=True) == ["KEP-BLD-12"]
    tables.set_lock(world, door, True)
    do(world, "padlock", structure=door, off=True)
    assert world.state.structures.unlock[door]
    assert reasons(world, "padlock", structure=door, off=True) == ["KEP-BLD-12"]
    do(world, "padlock", structure=door, off=False)
    assert not world.state.structures.unlock[door]


def test_a_bed_is_given_to_one_minion(world: World) -> None:
    beds = [tables.add_structure(world, CONTENT.structure["bed"], *open_floor(world)) for _ in range(2)]
    owner = world.state.structures.owner
    do(world, "own_bed", structure=beds[0], actor=1)
    assert reasons(world, "own_bed", structure=beds[0], actor=1) == ["KEP-NEED-08"]
    do(world, "own_bed", structure=beds[1], actor=1)
    assert owner[beds].tolist() == [-1, 1]
    do(world, "own_bed", structure=beds[1])
    assert owner[beds].tolist() == [-1, -1]
    assert reasons(world, "own_bed", structure=structure(world, "shelf"), actor=1) == ["KEP-NEED-08"]
    assert fault(world, "own_bed", structure=beds[1], actor=0) == ("not_allowed", "actor")


def test_every_kind_is_tried_here() -> None:
    from pathlib import Path

    text = Path(__file__).read_text("utf-8")
    assert [kind for kind in commands.KINDS if f'"{kind}"' not in text] == []


def test_a_site_may_be_built_anyway(world: World) -> None:
    x, y = open_floor(world)
    do(world, "place_site", structure="wall", x=x, y=y)
    site = int(world.state.cells.site[y, x])
    do(world, "build_anyway", site=site)
    assert world.state.settings["build_anyway"] == [site]
