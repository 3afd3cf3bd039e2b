"""The map by every hand: touch, wheel, middle button, double click, Ctrl, drags of each tool, a lost line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.browser.test_keep_map import FREE, MARKS, ROCK, at, cell_that, drag, ready
from tests.realm.test_ceilings import carve, free_block

from meikyu.realm import tables
from meikyu.realm.session import Session
from meikyu.realm.step import step
from meikyu.realm.world import World

OPTIONS = ("--new", "--seed", "7", "--size", "64x64")


@pytest.fixture(scope="module")
def server(serve_all: Callable[..., Any]) -> Any:
    """One dungeon for all tests here."""
    return serve_all(*OPTIONS).prepared()


@pytest.fixture
def keep(server: Any, open_page: Callable[..., Any]) -> Callable[..., Any]:
    """Open the keep page."""

    def start(lang: str = "en", **more: Any) -> Any:
        return ready(open_page(f"{server.url}/keep?lang={lang}", lang=lang, **more))

    return start


def steady(page: Any) -> tuple[float, float, int]:
    """Where the camera looks once it does not glide any more."""
    page.wait_for_function("keep.camera.goal === null")
    x, y, zoom = page.evaluate("[keep.camera.x, keep.camera.y, keep.camera.zoom]")
    return x, y, zoom


def beings(page: Any) -> list[list[int]]:
    """Beings that stand alone on their cell and in view: [id, x, y]."""
    return page.evaluate(
        """() => {
            const {camera, world} = keep;
            const cell = n => Math.round(n / 16);
            const all = [...world.sprites.values()].map(s => [s.id, cell(s.tx), cell(s.ty)]);
            return all.filter(([, x, y]) => {
                const [sx, sy] = camera.screen(x, y);
                const free = sx > 380 && sx < camera.width - 320 && sy > 90 && sy < camera.height - 240;
                return free && world.spritesAt(x, y).length === 1;
            });
        }"""
    )


def test_the_wheel_zooms_about_the_mouse_and_stays_in_whole_steps(keep: Callable[..., Any]) -> None:
    page = keep()
    page.mouse.move(700, 400)
    before = page.evaluate("keep.camera.cellAt(700, 352)")
    page.mouse.wheel(0, -120)
    page.wait_for_function("keep.camera.zoom === 3")
    after = page.evaluate("keep.camera.cellAt(700, 352)")
    assert abs(before[0] - after[0]) + abs(before[1] - after[1]) <= 1
    for _ in range(6):
        page.mouse.wheel(0, 120)
    page.wait_for_function("keep.camera.zoom === 1")


def test_the_middle_button_pans(keep: Callable[..., Any]) -> None:
    page = keep()
    x, y, zoom = steady(page)
    page.mouse.move(640, 400)
    page.mouse.down(button="middle")
    page.mouse.move(540, 460, steps=4)
    page.mouse.up(button="middle")
    assert steady(page) == (x + 100 / zoom, y - 60 / zoom, zoom)
    page.mouse.move(600, 300)
    assert steady(page)[:2] == (x + 100 / zoom, y - 60 / zoom)


def test_a_double_click_goes_there(keep: Callable[..., Any]) -> None:
    page = keep()
    steady(page)
    x, y = cell_that(page, FREE)
    page.mouse.dblclick(*at(page, x, y))
    assert steady(page)[:2] == (x * 16 + 8, y * 16 + 8)


def test_ctrl_adds_to_the_selection_and_all_take_orders(keep: Callable[..., Any]) -> None:
    page = keep()
    steady(page)
    lord = page.evaluate("keep.line.ask('find', {q: 'demon lord'}).then(hits => hits.map(h => h.actor))")
    one, two, *_ = [b for b in beings(page) if b[0] not in lord]
    page.mouse.click(*at(page, *one[1:]))
    page.wait_for_function(f"keep.selection.id === {one[0]}")
    page.keyboard.down("Control")
    page.mouse.click(*at(page, *two[1:]))
    page.keyboard.up("Control")
    page.get_by_role("heading", name="2 selected").wait_for()
    before = page.evaluate("keep.selection.facts.jobs.find(j => j.id === 'guard').levels[0]")
    page.click("[data-key=all-guard]")
    page.wait_for_function(
        f"keep.selection.facts.jobs.find(j => j.id === 'guard').levels.every(n => n === {(before + 1) % 4})"
    )
    page.keyboard.down("Control")
    page.mouse.click(*at(page, *two[1:]))
    page.keyboard.up("Control")
    page.wait_for_function(f"keep.selection.what === 'actor' && keep.selection.id === {one[0]}")


def test_dominion_and_forbid_drags_and_their_right_drags(keep: Callable[..., Any]) -> None:
    page = keep()
    steady(page)
    free = f"{FREE} && !(world.layers.flags[cell] & 8)"
    x, y = cell_that(page, free)
    owned = f"keep.world.layers.flags[keep.world.cell({x}, {y})] & 8"
    page.keyboard.press("v")
    drag(page, (x, y), (x, y))
    page.wait_for_function(owned)
    drag(page, (x, y), (x, y), button="right")
    page.wait_for_function(f"!({owned})")
    page.keyboard.press("x")
    lying = "world.layers.item[cell] && !world.spritesAt(x, y).length && world.built[cell] < 0"
    x, y = cell_that(page, lying)
    kept = f"keep.world.layers.flags[keep.world.cell({x}, {y})] & 32"
    drag(page, (x, y), (x, y))
    page.wait_for_function(kept)
    drag(page, (x, y), (x, y), button="right")
    page.wait_for_function(f"!({kept})")


def test_orders_given_without_a_line_are_hollow_and_sent_on_return(keep: Callable[..., Any]) -> None:
    page = keep()
    x, y = cell_that(page, ROCK)
    page.evaluate("() => { keep.line.connect = () => {}; keep.line.socket.close(); }")
    page.wait_for_function("!keep.line.open")
    page.get_by_text("No line to the dungeon").wait_for()
    page.keyboard.press("g")
    drag(page, (x, y), (x, y))
    assert page.evaluate("keep.orders.pending.size") == 1
    page.evaluate("() => { delete keep.line.connect; keep.line.connect(); }")
    page.wait_for_function("keep.line.open && keep.orders.pending.size === 0")
    page.wait_for_function(f"{MARKS} === 1")


SHOTS = """async () => {
    const shots = [];
    for (let n = 0; n < 4; n++) {  // each a flame's frame and a picture after the one before
        const due = performance.now() + 250, drawn = keep.drawn.at(-1);
        while (performance.now() < due || keep.drawn.at(-1) === drawn)
            await new Promise(done => requestAnimationFrame(done));
        shots.push(keep.view.toDataURL());
    }
    return shots;
}"""


def test_reduced_motion_keeps_flames_and_camera_still(keep: Callable[..., Any]) -> None:
    page = keep(reduced_motion="reduce")
    assert page.evaluate("keep.renderer.quiet && keep.renderer.fog.still") is True
    page.wait_for_function("!keep.camera.goal")
    page.evaluate("keep.goTo(20, 20)")
    assert page.evaluate("[keep.camera.x, keep.camera.y, keep.camera.goal]") == [328, 328, None]
    shots = page.evaluate(SHOTS)
    assert len(shots) == 4
    assert len(set(shots[1:])) == 1


class Finger:
    """Touches of the screen, as the browser itself makes them."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.line = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    def drag(self, *ways: tuple[tuple[float, float], tuple[float, float]], steps: int = 6) -> None:
        self.send("touchStart", *[start for start, _ in ways])
        for n in range(1, steps + 1):
            part = n / steps
            self.send("touchMove", *[(a + (c - a) * part, b + (d - b) * part) for (a, b), (c, d) in ways])
        self.send("touchEnd")


def test_fingers_pan_pinch_tap_and_press_long(keep: Callable[..., Any]) -> None:
    page = keep(has_touch=True)
    finger = Finger(page)
    x, y, zoom = steady(page)
    finger.drag(((640, 400), (560, 350)))
    assert steady(page) == (x + 80 / zoom, y + 50 / zoom, zoom)
    finger.drag(((600, 400), (500, 400)), ((680, 400), (780, 400)))
    page.wait_for_function("keep.camera.zoom > 2")
    page.evaluate("keep.camera.zoom = 2; keep.home(true)")
    one, *_ = beings(page)
    px, py = at(page, *one[1:])
    page.touchscreen.tap(px, py)
    page.wait_for_function(f"keep.selection.id === {one[0]}")
    finger.send("touchStart", (px, py))
    page.get_by_role("menu").wait_for()
    finger.send("touchEnd")
    page.get_by_role("menuitem", name="Why").wait_for()
    page.touchscreen.tap(px - 150, py - 60)
    page.get_by_role("menu").wait_for(state="detached")


def test_a_phone_watches_pauses_and_reads(keep: Callable[..., Any]) -> None:
    page = keep(width=390, height=780, has_touch=True)
    assert not page.is_visible("[data-tool=dig]")
    page.click("[data-speed='1']")
    page.wait_for_function("keep.world.speed === 1")
    page.click("[data-speed='0']")
    page.wait_for_function("keep.world.speed === 0")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        """() => [...document.querySelectorAll('.clock button')]
            .filter(b => b.getBoundingClientRect().height < 44).length"""
    )
    assert small == 0


@contextmanager
def saved_hall(data: Path, name: str) -> Iterator[tuple[World, int, int]]:
    """A dungeon with a new hall of 8 by 8 and the hall's corner; saved a tick after the block."""
    session = Session.new(seed=11, width=64, height=64, name=name, data=data)
    with session.lock:
        world = session.world
        step(world)
        left, top = free_block(world, 8)
        for n in range(64):
            carve(world, left + n % 8, top + n // 8)
        yield world, left, top
        step(world)
    session.close()


def continued(page: Any) -> Any:
    """The page of the only saved dungeon, once its map shows."""
    page.get_by_role("button", name="Continue").click()
    page.wait_for_selector("#stage[data-ready=yes]")
    return page


@pytest.fixture(scope="module")
def cracking(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a saved dungeon whose hall of 8 by 8 has just cracked, beside the throne room."""
    data = tmp_path_factory.mktemp("cracking")
    with saved_hall(data, "Cracking") as (world, _, _):
        pass
    assert (world.state.cells.crack >= 0).any()
    return data


def test_a_ceiling_is_stopped_in_three_clicks(
    cracking: Path, serve: Callable[..., Any], open_page: Callable[..., Any]
) -> None:
    page = continued(open_page(f"{serve(data=cracking).url}/?lang=en"))
    page.get_by_text("falls in 3:00").or_(page.get_by_text("falls in 2:")).first.wait_for(state="attached")
    page.click(".letter .open")  # one
    page.click("[data-spots]")  # two: the best spots are shown
    page.get_by_role("button", name="Place all").wait_for()
    spots = page.evaluate("keep.overlay.ghost.cells")
    assert spots
    page.get_by_role("button", name="Place all").click()  # three
    page.wait_for_function(f"keep.world.sites.size === {len(spots)}")
    assert page.evaluate("keep.overlay.ghost") is None
    page.locator("[data-spots]").wait_for(state="detached")
    page.get_by_text("will be held up once the planned supports stand").wait_for()


def test_the_slash_finds_things_and_rules_without_a_click(keep: Callable[..., Any]) -> None:
    page = keep()
    page.focus("#stage")
    page.keyboard.press("/")
    page.keyboard.type("campfire")
    page.keyboard.press("Enter")
    page.wait_for_function("keep.selection.what === 'structure'")
    page.get_by_role("heading", name="Campfire").first.wait_for()
    page.keyboard.press("Escape")
    page.focus("#stage")
    page.keyboard.press("/")
    page.keyboard.type("zzzz")
    page.get_by_text("No item matches").wait_for()
    page.get_by_role("combobox").fill("KEP-ROOF-06")
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('.bigid')?.textContent === 'KEP-ROOF-06'")


def test_a_workplace_takes_orders_and_a_minion_tells_its_log(keep: Callable[..., Any]) -> None:
    page = keep()
    fire = page.evaluate(
        """() => [...keep.world.structures.values()]
            .find(s => keep.world.legend.structures[s.kind].id === 'campfire').id"""
    )
    page.evaluate(f"keep.selection.pick('structure', {fire})")
    page.click("[data-key=bills]")
    page.fill("[data-key=bill-cook_large]", "1001")
    page.keyboard.press("Enter")
    page.locator("#live", has_text="A whole number, 0 to 1000").wait_for(state="attached")  # the note goes
    page.fill("[data-key=bill-cook_large]", "2")
    page.keyboard.press("Enter")
    left = "keep.selection.facts.bills.find(b => b.id === 'cook_large').left"
    page.wait_for_function(f"{left} === 2")
    page.click("[data-key=always-cook_large]")
    page.wait_for_function(f"{left} === -1")
    page.evaluate("keep.line.order('letter_pause', {letter: '', on: false})")
    page.click("[data-speed='-1']")
    page.wait_for_function("keep.world.tick > 3000")
    page.click("[data-speed='0']")
    page.evaluate(
        """async () => {
            for (const id of keep.world.sprites.keys())
                if ((await keep.line.ask('log', {id})).length) { keep.selection.pick('actor', id); return; }
        }"""
    )
    page.click(".sel [data-key=log]")
    page.locator(".logs li").first.wait_for()
    assert "{" not in page.inner_text(".logs")
    page.click("#langs [data-lang=ja]")
    page.get_by_role("list", name="記録").wait_for()


def test_the_dark_arts_begin_at_the_bookshelf_that_is_not_there_yet(keep: Callable[..., Any]) -> None:
    page = keep()
    page.click("[data-tool=arts]")
    page.locator(".toast").get_by_text("To build first: Bookshelf, Writing desk.").wait_for()
    assert page.locator(".build .tile").evaluate_all("all => all.map(t => t.dataset.kind)") == ["bookshelf"]
    page.fill(".build input", "everlasting torch")
    page.get_by_text("not learned yet").wait_for()
    page.fill(".build input", "pit")  # an ember pit is made by its creature only
    assert page.locator(".build .tile").evaluate_all("all => all.map(t => t.dataset.kind)") == [
        "pit_prop",
        "pitfall",
    ]
    page.click(".build .x")
    page.click("[data-tool=build]")
    page.locator(".build .tile >> nth=0").wait_for()
    assert page.input_value(".build input") == "", "what was looked for is not looked for again"
    assert page.locator(".build .tab.on").count() == 1
    page.keyboard.press("Escape")


@pytest.mark.parametrize("width", [1280, 1920])
def test_the_hint_of_a_ghost_is_not_hidden_by_the_build_menu(keep: Callable[..., Any], width: int) -> None:
    page = keep(width=width, height=width * 9 // 16)
    page.keyboard.press("b")
    page.click(".build [data-kind=wall]")
    x, y = page.evaluate("keep.camera.cellAt(keep.camera.width / 2, 200)")
    page.mouse.move(*at(page, x, y))
    hint, build = page.locator(".hint").bounding_box(), page.locator(".build.slim").bounding_box()
    assert hint["y"] + hint["height"] <= build["y"]


@pytest.fixture
def library(tmp_path: Path) -> tuple[Path, int, int]:
    """A saved dungeon with a bookshelf of ten books and a ritual circle: its folder, and their ids."""
    with saved_hall(tmp_path, "Library") as (world, left, top):
        shelf = tables.add_structure(world, world.content.structure["bookshelf"], left, top)
        circle = tables.add_structure(world, world.content.structure["ritual_circle"], left + 3, top + 3)
        for _ in range(2):
            book = tables.add_item(world, world.content.item["book"], 5, 0, left + 1, top)
            tables.store_item(world, book, shelf)
    return tmp_path, shelf, circle


def test_an_art_is_learned_at_a_shelf_and_a_rite_ordered_at_its_circle(
    library: tuple[Path, int, int], serve: Callable[..., Any], open_page: Callable[..., Any]
) -> None:
    data, shelf, circle = library
    page = continued(open_page(f"{serve(data=data).url}/?lang=en"))
    page.locator("#stage").focus()
    page.keyboard.press("k")  # leads to the nearest of them, and says that nobody can write without a desk
    page.locator(".toast").get_by_text("To build first: Writing desk.").wait_for()
    page.wait_for_function(f"[{shelf}, {circle}].includes(keep.selection.id)")
    page.get_by_text("Books on shelves: 10. Scholarship: 1.").wait_for()
    page.click("[data-key=learn-summoning]")
    page.get_by_text("Books on shelves: 10. Scholarship: 0.").wait_for()
    assert page.locator("[data-key=learn-necromancy_1]").count() == 0
    page.locator("#stage").focus()
    page.keyboard.press("k")
    page.locator(".sel").wait_for(state="hidden")
    page.evaluate(f"keep.selection.pick('structure', {circle})")
    page.get_by_role("button", name="Summoning rite: Golem (Candle 2, Bone 3)").click()
    page.get_by_text("Ordered: Summoning rite, Golem").wait_for()
    page.click("#langs [data-lang=ja]")
    page.get_by_text("命じた儀式：召喚の儀（ゴーレム）").wait_for()
    page.get_by_role("button", name="儀式を取りやめる").click()
    page.get_by_role("button", name="召喚の儀：ゴーレム（蝋燭2、骨3）").wait_for()
