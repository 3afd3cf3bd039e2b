"""Facts for pages: reasons with head-counts, causes of stalls, the job table; looking changes nothing."""

import importlib.util
import json
import re
from pathlib import Path

import numpy as np
import pytest

from meikyu.books.keep import BOOK, building, jobs
from meikyu.core.log import Command
from meikyu.realm import commands, inspect, start, tables
from meikyu.realm.inspect import work
from meikyu.realm.state import Op
from meikyu.realm.step import step
from meikyu.realm.systems.links import links

spec = importlib.util.spec_from_file_location("scenario", Path(__file__).with_name("scenario.py"))
assert spec is not None
assert spec.loader is not None
scenario = importlib.util.module_from_spec(spec)
spec.loader.exec_module(scenario)

KANA = re.compile(r"[ぁ-んァ-ヶ一-龥]")
HALL = [
    "###########",
    "#0.1......#",
    "#..2......#",
    "#....a....#",
    "#.........#",
    "#####*#####",
    "###########",
]
IDLE = {"needs": (100, 100, 100)}


def made(rows=HALL, run=1, **facts):
    actors = facts.pop("actors", {"0": IDLE, "1": IDLE, "2": IDLE})
    what = {"map": rows, "actors": actors, "ticks": run, **facts}
    world = scenario.Scenario(what).world
    for _ in range(run):
        step(world)
    return world


def reasons(told):
    return [(r["n"], r["text"]) for r in told["reasons"]]


@pytest.fixture(scope="module")
def dungeon():
    world = start.new(11, width=64, height=64)
    for _ in range(1500):
        step(world)
    return world


# Unclaimed work: the three reasons with head-counts (KEP-JOB-14, -15)


def test_everybody_has_the_job_off():
    told = inspect.cell(made(), 5, 5, "en")
    assert told["verdict"] == {"state": "warn", "text": "Nobody takes it: dig"}
    assert reasons(told) == [("3", "with Dig set to Off")]
    assert {r["rule"] for r in told["reasons"]} == {"KEP-JOB-14"}
    first = told["actions"][0]
    assert first["primary"]
    assert first["command"] == {"kind": "set_level", "args": {"actor": 0, "job": "dig", "level": jobs.NORMAL}}


def test_the_first_button_is_for_the_best_at_it():
    who = {"0": IDLE, "1": {**IDLE, "stats": (5, 8, 5, 5, 5)}, "2": IDLE}
    told = inspect.cell(made(actors=who), 5, 5, "en")
    assert told["actions"][0]["command"]["args"]["actor"] == 1


def test_off_unreachable_and_busy_are_counted_apart():
    rows = [
        "#############",
        "#0..#1......#",
        "#...#...2...#",
        "#####.......#",
        "#####*#*#####",
        "#############",
    ]
    who = {
        "0": {**IDLE, "levels": {"dig": "normal"}},
        "1": IDLE,
        "2": {**IDLE, "levels": {"dig": "low", "build": "high"}},
    }
    world = made(rows, actors=who, run=0, items=[{"kind": "wood", "count": 20, "at": [9, 2]}])
    step(world, [Command("place_site", {"structure": "shelf", "x": 9, "y": 1})])
    for _ in range(3):
        step(world)
    assert world.state.actors.job[2] == jobs.IDS.index("build")
    told = inspect.cell(world, 5, 4, "en")
    assert reasons(told) == [
        ("1", "with Dig set to Off"),
        ("1", "with no way there"),
        ("1", "busy with work of a higher priority"),
    ]
    ja = inspect.cell(world, 5, 4, "ja")
    assert [r["n"] for r in ja["reasons"]] == ["1", "1", "1"]
    assert ja["reasons"][0]["text"] == "採掘がオフ"


def test_work_that_somebody_is_on_says_who():
    world = made(actors={"0": {**IDLE, "levels": {"dig": "normal"}}, "1": IDLE, "2": IDLE}, run=3)
    told = inspect.cell(world, 5, 5, "en")
    assert told["verdict"] == {"state": "ok", "text": "Actor 0 is on it: dig"}
    assert reasons(told) == [("", "Dig is Normal")]
    assert inspect.actor(world, 0, "en")["doing"] == {
        "text": "going to dig (5,5)",
        "why": "Dig is Normal; the best free work at that priority",
        "rule": "KEP-JOB-16",
        "check": "",
    }


def test_a_cell_without_orders_is_quiet_and_offers_what_may_be_done():
    told = inspect.cell(made(), 0, 0, "en")
    assert told["verdict"] == {"state": "off", "text": ""}
    assert told["reasons"] == []
    assert [a["command"]["kind"] for a in told["actions"]] == ["mark_dig"]


def test_the_knocked_out_are_not_able_and_rampagers_are_busy():
    digs = {**IDLE, "levels": {"dig": "normal"}}
    hurt = {"wounds": {"torso": ["severe", "severe", "moderate"]}, "down": True}
    world = made(actors={"0": {**digs, **hurt}, "1": {**digs, "rampage": "strike"}, "2": IDLE})
    told = inspect.cell(world, 5, 5, "en")
    assert told["verdict"]["text"] == "Nobody takes it: dig"
    assert reasons(told)[:2] == [
        ("1", "with Dig set to Off"),
        ("1", "busy with work of a higher priority"),
    ]
    assert inspect.actor(world, 0, "en")["doing"]["text"] == "knocked out"
    assert inspect.actor(world, 0, "ja")["doing"]["text"] == "昏倒している"


def test_a_rack_with_a_bow_makes_hunters_able():
    facts = {
        "rows": ["##########", "#0..a..,9#", "##########"],
        "structures": [{"kind": "weapon_rack", "at": "a"}],
        "actors": {"0": {**IDLE, "levels": {"hunt": "off"}}, "9": {"creature": "blind_boar"}},
        "commands": [],
    }
    for armed in (False, True):
        items = [{"kind": "bow", "quality": 2, "store": 0}] if armed else []
        world = made(**facts, items=items)
        commands.execute(world, Command("hunt", {"creature": 1, "on": True}))
        step(world)
        task = links(world).tasks[Op.HUNT, 1, -1]
        told = work.why_unclaimed(world, task, "en")[2][0]
        assert told[0]["text"] == ("with Hunt set to Off" if armed else "no minion is able to do this")


def test_one_that_leaves_a_task_alone_has_no_way_to_it():
    world = made(actors={"0": IDLE, "1": {**IDLE, "levels": {"dig": "high"}, "down": True}})
    task = links(world).tasks[Op.DIG, 5, 5]
    world.state.actors.levels[0, jobs.IDS.index("dig")] = jobs.NORMAL
    assert work.heads(world, (5, 5, 1, 1), jobs.IDS.index("dig"), task=task).free == [0]
    world.state.skipped[0] = ((task, world.state.tick + 600),)
    told = work.why_unclaimed(world, task, "en")
    assert told[1].en == "Nobody takes it: dig"
    assert [(r["n"], r["text"]) for r in told[2][0]] == [("1", "with no way there")]


# Building sites: every cause in the order of KEP-BLD-21


def site_world(**facts):
    world = made(**facts)
    step(world, [Command("place_site", {"structure": "shelf", "x": 5, "y": 3})])
    return world


def test_missing_material_and_job_off_are_told_in_order():
    told = inspect.site(site_world(), 0, "en")
    assert told["causes"] == ["materials_missing", "job_off"]
    assert told["verdict"]["state"] == "warn"
    assert reasons(told) == [
        ("2", "materials are missing: Wood 2"),
        ("", "the job is Off for every minion: Build"),
    ]
    kinds = [a["command"]["kind"] for a in told["actions"]]
    assert kinds == ["set_level", "cancel_site"]
    assert [f["value"] for f in told["facts"]] == ["0/2", "0%", "Build"]


def test_material_behind_a_wall_has_no_way():
    rows = ["#########", "#0..#...#", "#.a.#.b.#", "#...#...#", "#########"]
    world = made(
        rows,
        actors={"0": {**IDLE, "levels": {"build": "normal"}}},
        items=[{"kind": "wood", "count": 5, "at": "b"}],
    )
    step(world, [Command("place_site", {"structure": "shelf", "x": 2, "y": 2})])
    told = inspect.site(world, 0, "en")
    assert told["causes"] == ["no_way_to_material"]
    assert reasons(told)[0] == ("2", "no way leads to a material: Wood 2")


def test_a_site_that_nobody_reaches():
    rows = ["#########", "#0..#...#", "#...#.a.#", "#...#...#", "#########"]
    world = made(rows, actors={"0": {**IDLE, "levels": {"build": "normal"}}})
    step(world, [Command("place_site", {"structure": "shelf", "x": 6, "y": 2})])
    assert inspect.site(world, 0, "en")["causes"] == ["no_way_to_site", "materials_missing"]


def test_a_forbidden_item_on_the_site_can_be_allowed():
    world = site_world(
        items=[{"kind": "stone", "count": 3, "at": "a", "forbidden": True}],
        actors={"0": {**IDLE, "levels": {"build": "normal"}}},
    )
    told = inspect.site(world, 0, "en")
    assert told["causes"] == ["forbidden_item", "materials_missing"]
    assert reasons(told)[0][1] == "an item on the site is set to Forbid hauling: Stone"
    allow = told["actions"][0]
    assert allow["primary"]
    assert allow["command"]["kind"] == "allow"
    step(world, [Command("allow", allow["command"]["args"])])
    assert inspect.site(world, 0, "en")["causes"] == ["materials_missing"]


def test_a_wall_that_would_shut_a_minion_in():
    rows = ["#######", "#0...##", "####.##", "####.##", "####a##", "#######"]
    world = made(
        rows,
        actors={"0": {**IDLE, "levels": {"build": "normal"}}},
        structures=[{"kind": "throne", "at": [4, 4]}],
        items=[{"kind": "stone", "count": 5, "at": [1, 1]}],
    )
    step(world, [Command("place_site", {"structure": "wall", "x": 4, "y": 2})])
    told = inspect.site(world, 0, "en")
    assert told["causes"][0] == "shuts_in"
    assert reasons(told)[0][1] == "finishing it would shut somebody in: Actor 0"
    assert "build_anyway" not in [a["command"]["kind"] for a in told["actions"]]


def test_a_wall_that_would_close_the_way_to_a_mark():
    rows = ["#########", "#0..a...*", "#########"]
    world = made(
        rows,
        actors={"0": {**IDLE, "levels": {"build": "normal"}}},
        structures=[{"kind": "throne", "at": [2, 1]}],
        items=[{"kind": "stone", "count": 5, "at": [1, 1]}],
    )
    step(world, [Command("place_site", {"structure": "wall", "x": 4, "y": 1})])
    told = inspect.site(world, 0, "en")
    assert told["causes"] == ["closes_way"]
    assert told["actions"][0]["command"] == {"kind": "build_anyway", "args": {"site": 0}}


def test_a_site_that_goes_well_says_who_carries():
    world = made(
        actors={"0": {**IDLE, "levels": {"build": "normal"}}},
        items=[{"kind": "wood", "count": 5, "at": [8, 1]}],
    )
    step(world, [Command("place_site", {"structure": "shelf", "x": 5, "y": 3})])
    for _ in range(3):
        step(world)
    told = inspect.site(world, 0, "en")
    assert told["causes"] == []
    assert reasons(told) == [("", "Actor 0 is on it: bring material")]
    assert told["facts"][0]["value"] == "0/2 (+2 on the way)"


def test_causes_keep_their_order_whatever_holds():
    facts = building.SiteFacts(False, True, True, True, False, 1, 1, 0)
    assert building.stalls(facts).value == building.CAUSES


# The job table


def test_columns_count_workers_and_waiting_tasks():
    who = {"0": {**IDLE, "levels": {"dig": "low"}}, "1": IDLE, "2": IDLE}
    rows = ["#########", "#0..#1.2#", "#...#...#", "#######*#", "#########"]
    told = inspect.jobs(made(rows, actors=who), "en")
    dig = next(c for c in told["columns"] if c["id"] == "dig")
    assert (dig["workers"], dig["waiting"], dig["stalled"]) == (
        1,
        1,
        True,
    )  # its only worker cannot get there
    guard = next(c for c in told["columns"] if c["id"] == "guard")
    assert (guard["workers"], guard["waiting"], guard["stalled"]) == (0, 0, False)
    assert [(b["id"], b["span"]) for b in told["bands"]] == [
        ("hunting", 3),
        ("labour", 2),
        ("craft", 3),
        ("arcana", 3),
        ("cruelty", 1),
        ("", 3),
    ]


def test_cells_show_value_shade_and_how_it_is_made_up():
    who = {"0": {**IDLE, "stats": (1, 6, 5, 9, 3), "levels": {"hunt": "low"}}, "1": IDLE, "2": IDLE}
    world = made(actors=who)
    world.state.actors.weapon[0] = world.content.item["pick"]
    row = next(r for r in inspect.jobs(world, "en")["rows"] if r["actor"] == 0)
    cells = dict(zip(jobs.IDS, row["cells"], strict=True))
    assert (cells["dig"]["value"], cells["dig"]["shade"]) == (7, 3)
    assert [(b["label"], b["value"]) for b in cells["dig"]["breakdown"]] == [
        ("Labour", "6"),
        ("Pick", "+1"),
        ("Check value", "7"),
        ("Fumble", "0 %"),
        ("Work speed", "120 %"),
    ]
    assert inspect.jobs(world, "en")["rows"][0] == inspect.jobs(world, "en")["rows"][0]
    assert (cells["hunt"]["value"], cells["hunt"]["shade"]) == (1, 0)
    assert (cells["hunt"]["pale"], cells["hunt"]["warn"]) == (True, True)
    assert (cells["haul"]["value"], cells["haul"]["breakdown"]) == (None, [])
    world.state.actors.weapon[0] = world.content.item["bow"]
    row = next(r for r in inspect.jobs(world, "en")["rows"] if r["actor"] == 0)
    assert (row["cells"][0]["pale"], row["cells"][0]["warn"]) == (False, False)


def test_rows_sort_by_value_and_by_name():
    who = {
        "0": {**IDLE, "stats": (5, 3, 5, 5, 5)},
        "1": {**IDLE, "stats": (5, 7, 5, 5, 5)},
        "2": {**IDLE, "stats": (5, 3, 5, 5, 5)},
    }
    world = made(actors=who)

    def order(*sort):
        return [r["actor"] for r in inspect.jobs(world, "en", sort)["rows"]]

    assert order("dig", 1) == [1, 0, 2]
    assert order("dig", 2) == [0, 2, 1]
    assert order("dig", 3) == order("", 0) == [0, 1, 2]
    assert order("haul", 1) == [0, 1, 2]


def test_saved_and_unsaved_follow_the_cells():
    world = made()
    world.state.actors.saved[:] = world.state.actors.levels
    assert inspect.jobs(world, "en")["saved"]
    step(world, [Command("press_cell", {"actor": 0, "job": "dig", "button": "left"})])
    told = inspect.jobs(world, "en")
    assert (told["saved"], told["unsaved"]) == (False, 1)
    step(world, [Command("press_cell", {"actor": 0, "job": "dig", "button": "right"})])
    assert inspect.jobs(world, "en")["saved"]


# Beings, stores, the whole


def test_bars_show_points_line_and_state():
    world = made(actors={"0": {"needs": (25, 26, 0)}}, run=0)
    bars = inspect.actor(world, 0, "en")["bars"]
    assert [(b["value"], b["line"], b["state"]) for b in bars] == [
        (25, 25, "warn"),
        (26, 25, "ok"),
        (0, 25, "bad"),
    ]


def test_idle_says_why():
    doing = inspect.actor(made(), 0, "en")["doing"]
    assert (doing["text"], doing["why"], doing["rule"]) == (
        "idle, looks for work",
        "all its jobs are Off",
        "KEP-JOB-07",
    )


def test_meat_of_humanoids_is_no_food_for_days():
    world = made()
    days = []
    for kind in ("fungus", "humanoid_meat"):
        tables.add_item(world, world.content.item[kind], 8, 0, 8, 4)
        days.append(inspect.management(world, "en")["stock"][1]["days"])
    assert days[0] == days[1] > 0
    assert inspect.management(world, "en")["stock"][1]["pieces"] == 16


def test_meal_cap_is_told_in_words():
    world = made(actors={"0": {"needs": (20.5, 100, 100)}})
    step(world, [Command("meal_cap", {"value": "small"})])
    told = inspect.management(world, "en")["meal_cap"]
    assert told["value"] == "small"
    assert told["live"].endswith("takes small, then raw food when all are at hand")
    free = next(o for o in told["options"] if o["id"] == "none")
    assert "medium, then small, then large, then raw food" in free["live"]


def test_house_rules_in_force_are_listed():
    assert inspect.management(start.new(3, width=48, height=48), "en")["house"] == []
    hard = inspect.management(start.new(3, width=48, height=48, difficulty="cruel"), "en")["house"]
    keys = {row["key"] for row in hard}
    assert keys
    assert all(BOOK.param_table[row["key"]].value == row["was"] != row["now"] for row in hard)


def test_hidden_strangers_are_not_told(dungeon):
    world = dungeon
    far = [(x, y) for x in range(64) for y in range(64) if world.state.cells.walkable[y, x]]
    x, y = next(
        c
        for c in far
        if world.state.cells.viewers[c[1], c[0]] == 0 and world.state.cells.lost[c[1], c[0]] < 0
    )
    stranger = tables.add_actor(
        world, 5, 0, x, y, stats=(0, 0, 0, 0, 0), name="Rowan/ローワン", needs=(1, 1, 1)
    )
    try:
        told = inspect.cell(world, x, y, "en")
        assert stranger not in told["actors"]
        assert "Rowan" not in told["live"]
        assert not any("Rowan" in e["label"] for e in inspect.listing(world, x, y, "en"))
    finally:
        world.state.actors.alive[stranger] = False


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_everything_can_be_told_in_both_languages_and_nothing_changes(dungeon, lang):
    world = dungeon
    state = world.state
    marks = [[x, y] for y in range(64) for x in range(64)]
    before = world.digest()
    told = [inspect.cell(world, x, y, lang) for x, y in marks[::3]]
    told += [inspect.actor(world, a, lang) for a in range(len(state.names)) if state.actors.alive[a]]
    told += [
        inspect.structure(world, s, lang)
        for s in range(state.structures.kind.size)
        if state.structures.kind[s] >= 0
    ]
    told += [
        inspect.items(world, [i], lang) for i in range(state.items.kind.size) if state.items.kind[i] >= 0
    ]
    told += [inspect.summary(world, lang), inspect.management(world, lang), inspect.jobs(world, lang)]
    told += inspect.listing(world, 32, 32, lang)
    assert world.digest() == before
    assert (links(world).far == -1).all()
    assert (world.scratch.dist == -1).all()
    text = json.dumps(told, ensure_ascii=False)
    assert bool(KANA.search(text)) is (lang == "ja")
    for rule_id in set(re.findall(r"KEP-[A-Z]+-\d+", text)):
        assert rule_id in BOOK.catalogue.entries


def test_every_button_is_a_command_that_may_be_given(dungeon):
    world = dungeon
    found = 0
    for y in range(64):
        for x in range(64):
            for button in inspect.cell(world, x, y, "en")["actions"]:
                command = Command(button["command"]["kind"], button["command"]["args"])
                assert commands.plan(world, command).value, (x, y, button)
                found += 1
    assert found > 1000


def test_a_task_about_each_kind_of_work_is_found_at_its_cell():
    world = made(
        ["########", "#0.o...#", "#.%.a..#", "#......#", "#####*##", "########"],
        actors={"0": IDLE},
        structures=[{"kind": "campfire", "at": [6, 3], "out": True}, {"kind": "shelf", "at": [1, 3]}],
        items=[{"kind": "wood", "count": 5, "at": [3, 3]}],
    )
    kinds = {int(k) for k in world.state.tasks.kind if k >= 0}
    assert kinds == {Op.DIG, Op.GATHER, Op.CLEAN, Op.REFUEL, Op.PICK}
    for x, y, text in ((5, 4, "dig"), (2, 2, "gather"), (3, 1, "clean"), (3, 3, "haul")):
        assert inspect.cell(world, x, y, "en")["verdict"]["text"] == f"Nobody takes it: {text}"
    fire = inspect.cell(world, 6, 3, "en")
    assert fire["verdict"] == {"state": "warn", "text": "Out: no fuel"}
    assert ("1", "with Chores set to Off") in reasons(fire)


def test_the_dark_arts_are_told_where_one_looks_for_them():
    world = start.new(3, width=64, height=64)
    content = world.content
    floor = np.argwhere(world.state.cells.walkable & (world.state.cells.structure < 0))

    def build(name, place):
        y, x = floor[place].tolist()
        return tables.add_structure(world, content.structure[name], x, y)

    shelf, circle = build("bookshelf", 10), build("ritual_circle", 100)
    for _ in range(2):
        book = tables.add_item(world, content.item["book"], 5, 0, *floor[30].tolist()[::-1])
        tables.store_item(world, book, shelf)
    screen = inspect.screen(world, "en")
    assert (screen["books"], screen["scholarship"]) == (10, 1)
    told = {item["id"]: item for item in screen["items"]}
    assert told["summoning"]["learn"]["command"] == {"kind": "learn", "args": {"item": "summoning"}}
    assert told["alchemy_1"]["text"] == "not in the game yet"
    assert told["rite_calling"]["learn"] is None
    assert told["rite_calling"]["why"] == "Needs Summoning rite, usable"
    assert told["summoning"]["why"] == told["alchemy_1"]["why"] == ""
    commands.execute(world, Command("learn", {"item": "summoning"}))
    told = {item["id"]: item for item in inspect.screen(world, "ja")["items"]}
    for art in ("rite_calling", "necromancy_1"):  # both could be learned, were there scholarship left
        assert told[art]["why"] == "学識1が要る：項目を保っていない本棚に書物10冊"
    labels = [a["label"] for a in inspect.structure(world, circle, "en")["actions"]]
    assert "Summoning rite: Golem (Candle 2, Bone 3)" in labels
    assert "Summoning rite: Wraith (Candle 4, Bone 6)" in labels
    world.state.items.forbidden[world.state.items.kind == content.item["candle"]] = True
    commands.execute(
        world, Command("begin_rite", {"structure": circle, "rite": "summoning", "creature": "wraith"})
    )
    after = inspect.structure(world, circle, "ja")
    assert after["actions"][0]["command"]["kind"] == "call_off_rite"
    texts = [reason["text"] for reason in after["reasons"]]
    assert "命じた儀式：召喚の儀（レイス）" in texts
    assert any(text.startswith("足りない品") for text in texts)
