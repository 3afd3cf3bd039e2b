"""A newcomer begins, digs, builds a store, sets jobs, watches a day, pulls the plug, finds it as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.test_keep_map import FREE, MARKS, ROCK, at, cell_that, drag

DAY = 14_400

FACTS = """async () => {
    const jobs = await (await fetch('/web/keep/jobs?lang=en')).json();
    const {world} = keep;
    return {
        tick: world.tick,
        structures: [...world.structures.values()].map(s => [s.id, s.kind, s.x, s.y]).sort(),
        levels: Object.fromEntries(jobs.rows.map(r => [r.name, r.cells.map(c => c.level)])),
        ground: [...world.layers.ground].join(),
        marks: [...world.layers.flags].map((f, c) => f & 1 ? c : -1).filter(c => c >= 0),
    };
}"""


def facts(page: Any) -> dict[str, Any]:
    """What the page knows of the dungeon, when it stands still."""
    page.wait_for_function("keep.world.speed === 0 && keep.orders.pending.size === 0")
    return page.evaluate(FACTS)


def ready(page: Any) -> None:
    page.wait_for_selector("#stage[data-ready=yes]")
    page.wait_for_function("keep.state && keep.state.home")


def test_a_newcomers_first_evening(serve: Callable[..., Any], open_page: Callable[..., Any]) -> None:
    server = serve()
    page = open_page(f"{server.url}/?lang=en")

    # three clicks to a running keep
    page.get_by_role("button", name="New keep").or_(page.get_by_role("link", name="New keep")).first.click()
    page.get_by_label("Seed").fill("11")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/keep**", timeout=300_000)  # the very first dungeon compiles the kernels
    ready(page)
    page.click("[data-speed='0']")
    page.wait_for_function("keep.world.speed === 0")

    # a dig, dragged over three cells of rock in a row
    x, y = cell_that(
        page, f"[0, 1, 2].every(i => (x => {{ const cell = world.cell(x, y); return {ROCK}; }})(x + i))"
    )
    page.keyboard.press("g")
    drag(page, (x, y), (x + 2, y))
    page.wait_for_function(f"{MARKS} === 3")
    page.keyboard.press("Escape")

    # a store
    sx, sy = cell_that(page, FREE)
    page.keyboard.press("b")
    page.fill(".build input", "shelf")
    page.click(".build [data-kind=shelf]")
    page.mouse.click(*at(page, sx, sy))
    page.wait_for_function("keep.world.sites.size === 1")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")

    # jobs: everybody hauls, dug first by the one on top
    page.keyboard.press("j")
    page.wait_for_selector("[role=grid]")
    page.click("[role=columnheader][data-job=haul]", modifiers=["Control"])
    page.click("[role=columnheader][data-job=dig]", modifiers=["Control"])
    page.get_by_text("Unsaved").first.wait_for()
    page.get_by_role("button", name="Save jobs").click()
    page.get_by_text("Jobs saved").first.wait_for()
    page.keyboard.press("Escape")

    # a day passes
    assert page.evaluate("meikyu.command('letter_pause', {letter: '', on: false})")["ok"]
    page.click("[data-speed='-1']")
    page.wait_for_function(f"keep.world.tick > {DAY}", timeout=600_000)
    page.click("[data-speed='0']")
    before = facts(page)
    kinds = page.evaluate("keep.world.legend.structures.map(k => k.id)")
    assert [sx, sy] in [s[2:] for s in before["structures"] if kinds[s[1]] == "shelf"]
    assert before["marks"] == []  # the rock is dug
    assert page.evaluate(f"!world_is_rock({x}, {y})".replace("world_is_rock", "keep.world.isRock"))
    assert len(before["levels"]) >= 5

    # one more order, then the plug is pulled the moment it is acknowledged
    dug = page.evaluate(
        """async () => {
            const w = keep.world;
            for (let y = 3; y < w.height - 3; y++) for (let x = 3; x < w.width - 3; x++) {
                if (!w.isRock(x, y)) continue;
                const told = await meikyu.command('mark_dig', {cells: [[x, y]]});
                if (told.ok) return [x, y];
            }
        }"""
    )
    page.goto("about:blank")  # a page that loses its server says so on the console
    server.kill()
    again = serve(data=server.data, port=server.port)
    page.goto(f"{again.url}/?lang=en")
    page.get_by_role("link", name="Continue").or_(page.get_by_role("button", name="Continue")).first.click()
    page.wait_for_url("**/keep**", timeout=300_000)  # the very first dungeon compiles the kernels
    ready(page)
    page.click("[data-speed='0']")
    after = facts(page)
    width = page.evaluate("keep.world.width")
    assert after["marks"] == [dug[1] * width + dug[0]]
    assert after["tick"] >= before["tick"]
    for name in ("structures", "levels", "ground"):
        assert after[name] == before[name], name
