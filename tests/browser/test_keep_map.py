"""The keep page in a real browser: the map, its tools, panels, keys, both languages, a lost line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.browser.conftest import PATIENCE

from meikyu.realm import tables
from meikyu.realm.session import Session
from meikyu.realm.step import step
from meikyu.realm.systems import letters

OPTIONS = ("--new", "--seed", "7", "--size", "64x64")


@pytest.fixture(scope="module")
def server(serve_all: Callable[..., Any]) -> Any:
    """One dungeon for all tests here; each begins with it paused and without orders."""
    return serve_all(*OPTIONS).prepared()


CLEAN = """async () => {
    const cells = [], {world, line} = keep;
    await line.request({t: 'speed', v: 0});
    const w = world.width;
    world.layers.flags.forEach((f, c) => { if (f & 7) cells.push([c % w, Math.floor(c / w)]); });
    if (cells.length) await line.order('unmark', {cells});
    for (const site of world.sites.keys()) await line.order('cancel_site', {site});
}"""


def drawn(page: Any) -> None:
    """Wait for a whole picture that is begun after this."""
    page.evaluate(
        """async () => {
            const last = keep.drawn.at(-1);
            while (keep.drawn.at(-1) === last) await new Promise(done => requestAnimationFrame(done));
        }"""
    )


def ready(page: Any) -> Any:
    """The page once the map and the first words are there, its dungeon paused and without orders."""
    page.wait_for_selector("#stage[data-ready=yes]")
    page.wait_for_function("keep.state && keep.state.home")
    page.evaluate(CLEAN)
    page.wait_for_function(f"{MARKS} === 0 && keep.world.sites.size === 0 && keep.world.speed === 0")
    return page


@pytest.fixture
def keep(server: Any, open_page: Callable[..., Any]) -> Callable[..., Any]:
    """Open the keep page: `keep(lang="en", width=1280, height=800)`."""

    def start(lang: str = "en", **more: Any) -> Any:
        return ready(open_page(f"{server.url}/keep?lang={lang}", lang=lang, **more))

    return start


def at(page: Any, x: int, y: int) -> tuple[float, float]:
    """The middle of a cell on the screen."""
    sx, sy = page.evaluate(
        """([x, y]) => {
            const [a, b] = keep.camera.screen(x, y), box = keep.view.getBoundingClientRect();
            return [a + box.left + 8 * keep.camera.zoom, b + box.top + 8 * keep.camera.zoom];
        }""",
        [x, y],
    )
    return sx, sy


def cell_that(page: Any, condition: str) -> tuple[int, int]:
    """The cell nearest to the throne, in clear view, for which `condition` on (world, x, y, cell) holds."""
    found = page.evaluate(
        """text => {
            const holds = new Function('world', 'x', 'y', 'cell', 'return ' + text);
            const [hx, hy] = keep.state.home, {world, camera} = keep;
            const all = [];
            for (let y = 2; y < world.height - 2; y++) for (let x = 2; x < world.width - 2; x++) {
                const [sx, sy] = camera.screen(x, y);
                if (sx < 380 || sx > camera.width - 320 || sy < 90 || sy > camera.height - 240) continue;
                if (holds(world, x, y, world.cell(x, y))) all.push([Math.hypot(x - hx, y - hy), x, y]);
            }
            all.sort((a, b) => a[0] - b[0]);
            return all.length ? all[0].slice(1) : null;
        }""",
        condition,
    )
    assert found, condition
    return found[0], found[1]


ROCK = "world.isRock(x, y) && world.legend.terrain[world.layers.ground[cell]].id !== 'bedrock'"
FREE = (
    "!world.isRock(x, y) && world.built[cell] < 0 && world.planned[cell] < 0 && !world.layers.item[cell]"
    " && world.kinds[world.layers.ground[cell]] === 'floor' && !world.spritesAt(x, y).length"
)
MARKS = "[...keep.world.layers.flags].filter(f => f & 1).length"


def drag(page: Any, start: tuple[int, int], end: tuple[int, int], button: str = "left") -> None:
    page.mouse.move(*at(page, *start))
    page.mouse.down(button=button)
    page.mouse.move(*at(page, *end), steps=3)
    page.mouse.up(button=button)


def test_the_map_is_drawn_and_the_clock_runs(keep: Callable[..., Any]) -> None:
    page = keep()
    drawn(page)
    colours = page.evaluate(
        """() => {
            const {view} = keep, found = new Set();
            const {data} = view.getContext('2d').getImageData(0, 0, view.width, view.height);
            for (let i = 0; i < data.length; i += 64) found.add(data.slice(i, i + 3).join());
            return found.size;
        }"""
    )
    assert colours > 100
    tick = page.evaluate("keep.world.tick")
    page.click("[data-speed='10']")
    page.wait_for_function(f"keep.world.tick > {tick} + 20")
    page.click("[data-speed='0']")
    page.wait_for_function("keep.state.speed === 0 && keep.world.speed === 0")
    page.evaluate("keep.stage.focus()")
    page.keyboard.press("Space")
    page.wait_for_function("keep.world.speed === 10")
    page.keyboard.press("2")
    page.wait_for_function("keep.world.speed === 3")


def test_a_drag_marks_digging_and_z_takes_it_back(keep: Callable[..., Any]) -> None:
    page = keep()
    x, y = cell_that(page, ROCK)
    page.keyboard.press("g")
    assert page.get_attribute("[data-tool=dig]", "aria-pressed") == "true"
    drag(page, (x, y), (x, y))
    page.wait_for_function(f"{MARKS} === 1")
    drag(page, (x, y), (x, y), button="right")
    page.wait_for_function(f"{MARKS} === 0")
    drag(page, (x, y), (x, y))
    page.wait_for_function(f"{MARKS} === 1")
    page.keyboard.press("z")
    page.wait_for_function(f"{MARKS} === 0")
    page.keyboard.press("Escape")
    assert page.get_attribute("[data-tool=dig]", "aria-pressed") == "false"
    page.wait_for_function("keep.orders.pending.size === 0")


def test_hover_says_why_and_the_button_acts(keep: Callable[..., Any]) -> None:
    page = keep()
    x, y = cell_that(page, ROCK)
    page.mouse.move(*at(page, x, y))
    page.wait_for_selector(".tip:not([hidden])")
    assert f"({x},{y})" in page.inner_text(".tip h4")
    box, (sx, sy) = page.locator(".tip").bounding_box(), at(page, x, y)
    inside = box["x"] <= sx <= box["x"] + box["width"] and box["y"] <= sy <= box["y"] + box["height"]
    assert not inside
    page.keyboard.press("Shift")
    page.click(".tip .acts button:has-text('Dig here')")
    page.wait_for_function(f"{MARKS} === 1")
    page.click("[data-speed='1']")
    page.wait_for_selector(".tip li .rid")
    page.keyboard.press("Escape")
    page.wait_for_selector(".tip", state="hidden")


def test_building_from_the_menu(keep: Callable[..., Any]) -> None:
    page = keep()
    x, y = cell_that(page, FREE)
    page.keyboard.press("b")
    page.fill(".build input", "shelf")
    tile = page.wait_for_selector(".build [data-kind=shelf]")
    page.wait_for_function(
        "document.querySelector('.build [data-kind=shelf] .cost').textContent.includes('/2')"
    )
    tile.click()
    page.mouse.move(*at(page, x, y))
    page.wait_for_function("keep.overlay.ghost && keep.overlay.ghost.ok === true")
    page.mouse.down()
    page.mouse.up()
    page.wait_for_function("keep.world.sites.size === 1")
    rx, ry = cell_that(page, ROCK)
    page.mouse.move(*at(page, rx, ry))
    page.locator(".hint", has_text="floor").wait_for()  # the answer for where it was before says no as well
    assert page.evaluate("keep.overlay.ghost.ok") is False
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_selector(".build", state="hidden")
    page.mouse.click(*at(page, x, y))
    page.wait_for_selector(".sel h3")
    assert "Shelf" in page.inner_text(".sel h3")
    page.mouse.click(*at(page, x, y), button="right")
    page.wait_for_selector(".menu [role=menuitem]")
    page.locator(".menu [role=menuitem]").first.click()
    page.wait_for_function("keep.world.sites.size === 0")


def test_a_minion_is_selected_and_its_policy_set(keep: Callable[..., Any]) -> None:
    page = keep()
    actor = page.evaluate("[...keep.world.sprites.values()].find(s => s.id > 0).id")
    page.evaluate("id => keep.selection.pick('actor', id)", actor)
    page.wait_for_selector(".sel .need .bar")
    assert page.locator(".sel .need").count() == 4
    assert page.get_attribute(".sel .bar", "aria-valuenow").isdigit()
    page.click(".sel [data-key=policy]")
    before = page.inner_text(".sel [data-key=jobdig] b")
    page.click(".sel [data-key=jobdig]")
    page.wait_for_function(
        "was => document.querySelector('.sel [data-key=jobdig] b').textContent !== was", arg=before
    )


def test_a_storage_filter(keep: Callable[..., Any]) -> None:
    page = keep()
    page.evaluate(
        """() => {
            const kinds = keep.world.legend.structures;
            const shelf = [...keep.world.structures.values()].find(s => kinds[s.kind].id === 'shelf');
            keep.selection.pick('structure', shelf.id);
        }"""
    )
    page.click(".sel [data-key=storage]")
    box = page.locator(".sel [data-key='ffood']")
    assert box.is_checked()
    box.click()
    page.wait_for_function("!keep.selection.facts.storage.accept.includes('meal_small')")
    page.wait_for_function("document.querySelector(\".sel [data-key='ffood']\")?.checked === false")
    page.click(".sel [data-key=all]")
    page.wait_for_function("keep.selection.facts.storage.accept.includes('meal_small')")


def test_the_keyboard_alone_is_enough(keep: Callable[..., Any]) -> None:
    page = keep()
    x, y = cell_that(page, ROCK)
    page.evaluate(
        "([x, y]) => { keep.cursor.x = x - 1; keep.cursor.y = y; keep.cursor.on = true; keep.stage.focus() }",
        [x, y],
    )
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"keep.live.textContent.startsWith('({x},{y})')")
    page.keyboard.press("g")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_function(f"{MARKS} === 1")
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+F10")
    page.wait_for_selector(".menu [role=menuitem]")
    page.keyboard.press("Escape")
    page.evaluate("keep.stage.focus()")
    page.keyboard.press("t")
    page.wait_for_selector(".listing li button")
    assert f"({x},{y})" in page.inner_text(".listing")
    page.keyboard.press("Escape")
    page.wait_for_selector(".listing", state="hidden")
    assert page.get_attribute("#stage", "role") == "application"


def test_both_languages_at_once(keep: Callable[..., Any]) -> None:
    page = keep(lang="ja")
    assert page.inner_text("[data-tool=dig] span") == "採掘"
    page.evaluate("keep.selection.pick('actor', [...keep.world.sprites.keys()].find(id => id > 0))")
    page.wait_for_selector(".sel h3")
    selected = page.evaluate("keep.selection.id")
    place = page.evaluate("[keep.camera.x, keep.camera.y, keep.camera.zoom]")
    page.click("#langs [data-lang=en]")
    page.wait_for_function("document.querySelector('[data-tool=dig] span')?.textContent === 'Dig'")
    page.wait_for_function("document.querySelector('.clock .t')?.textContent.startsWith('Day')")
    page.wait_for_function("document.querySelector('.need span')?.textContent === 'Food'")
    assert page.evaluate("keep.selection.id") == selected
    assert page.evaluate("[keep.camera.x, keep.camera.y, keep.camera.zoom]") == place


def test_orders_wait_while_the_line_is_down(serve: Callable[..., Any], chrome: Any) -> None:
    server = serve(*OPTIONS)
    page = chrome.new_page(viewport={"width": 1280, "height": 800})
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server.url}/keep?lang=en")
    ready(page)
    x, y = cell_that(page, ROCK)
    server.kill()
    page.wait_for_selector(".banner")
    page.keyboard.press("g")
    drag(page, (x, y), (x, y))
    page.wait_for_function("keep.orders.pending.size === 1")
    assert page.get_attribute("#stage", "data-pending") == "1"
    page.close()


def test_a_phone_watches(keep: Callable[..., Any]) -> None:
    page = keep(width=390, height=844, has_touch=True, is_mobile=True)
    keys = [key.get_attribute("data-tool") for key in page.locator(".tools .tb:visible").all()]
    assert keys == ["jobs", "manage", "arts", "list"]
    assert all(key.bounding_box()["height"] >= 48 for key in page.locator(".tools .tb:visible").all())
    assert page.locator(".clock").is_visible()
    assert page.locator("[data-speed='0']").bounding_box()["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.tap("[data-tool=list]")
    page.wait_for_selector(".listing [data-n]")
    page.tap("[data-tool=list]")
    page.wait_for_selector(".listing", state="hidden")
    page.tap("[data-tool=jobs]")
    page.wait_for_selector("[role=grid]")


OVERLAPS = """() => {
    const boxes = ['.res', '.clock', '.letters'].map(s => document.querySelector(s).getBoundingClientRect());
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const out = boxes.filter(b => b.left < 0 || b.right > innerWidth).length;
    const [res] = boxes, cut = [...document.querySelectorAll('.res > div')].filter(
        d => d.getBoundingClientRect().right > res.right).length;
    return [meet(boxes[0], boxes[1]), meet(boxes[1], boxes[2]), out, cut];
}"""


def test_stores_clock_and_letters_keep_apart(keep: Callable[..., Any]) -> None:
    page = keep()
    for lang in ("en", "ja"):
        page.evaluate("lang => meikyu.setLang(lang)", lang)
        for width, height in ((1280, 800), (1170, 800), (1000, 700), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(
                "w => keep.camera.width === w && !document.querySelector('.res .cap').offsetWidth", arg=width
            )
            page.evaluate(
                """() => { const n = {...keep.state.summary, minions: 148, meals: 260, stone: 1024, wood: 980,
                    gold: 2150, books: 131}; keep.hud.draw({...keep.state, summary: n}); }"""
            )
            assert page.evaluate(OVERLAPS) == [False, False, 0, 0], (lang, width)


def test_a_pinned_card_stands_beside_the_selection(keep: Callable[..., Any]) -> None:
    page = keep()
    page.evaluate("keep.selection.pick('actor', 1); keep.pin(1)")
    page.wait_for_selector(".pin")
    page.wait_for_selector(".sel:not([hidden])")
    pin, selected = page.locator(".pin").bounding_box(), page.locator(".sel").bounding_box()
    assert pin["x"] >= selected["x"] + selected["width"]


def test_fog_is_thin_and_hides_no_ground(keep: Callable[..., Any]) -> None:
    page = keep()
    drawn(page)
    inside, shades = page.evaluate(
        """() => {
            const {world, camera, view, renderer} = keep, {fog, ground} = world.layers;
            const whole = [...fog.keys()].filter(c => fog[c] === 255 && renderer.fog.level(c % world.width,
                Math.floor(c / world.width)) === 4);
            const kinds = new Set(whole.map(c => world.kinds[ground[c]]));
            const {data} = view.getContext('2d').getImageData(0, 0, view.width, view.height);
            const shades = new Set();
            for (const c of whole) {
                const px = (c % world.width) * 16 - camera.left + 8;
                const py = Math.floor(c / world.width) * 16 - camera.top + 8;
                if (px < 0 || py < 0 || px >= view.width || py >= view.height) continue;
                const at = (py * view.width + px) * 4;
                shades.add(data.slice(at, at + 3).join());
            }
            return [[...kinds], [...shades]];
        }"""
    )
    assert {"rock", "floor"} <= set(inside)
    assert len(shades) > 20
    assert "0,0,0" not in shades


@pytest.fixture(scope="module")
def told(serve_all: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A saved dungeon with two letters and a corpse far off in the fog, served."""
    folder = tmp_path_factory.mktemp("told")
    session = Session.new(data=folder, name="Letters", seed=7, width=64, height=64)
    with session.lock:
        world = session.world
        assert letters.send(world, "minion_joined", 9, 12, "one", {"minion": 1, "species": 0})
        assert letters.send(world, "ceiling_fell", 50, 12, "two", {"n": 2})
        far = world.state.cells.walkable & (world.state.cells.viewers == 0)
        y, x = (int(v[-1]) for v in far.nonzero())
        tables.add_item(world, world.content.item["corpse"], 1, 0, x, y)
        step(world)
    session.snapshot()
    session.close()
    return serve_all(data=folder), (x, y)


@pytest.fixture
def told_page(told: Any, open_page: Callable[..., Any]) -> Any:
    page = open_page(f"{told[0].url}/?lang=en")
    page.click("#continue")
    page.wait_for_url("**/keep*")
    page.wait_for_selector("#stage[data-ready=yes]")
    page.wait_for_selector(".letter")
    return page


def test_a_corpse_is_seen_in_fog(told: Any, told_page: Any) -> None:
    x, y = told[1]
    fog, tile = told_page.evaluate(
        """([x, y]) => {
            const {layers, legend} = keep.world, cell = keep.world.cell(x, y);
            keep.camera.look(x, y, true);
            return [layers.fog[cell], legend.items[layers.item[cell] - 1].tile];
        }""",
        [x, y],
    )
    assert (fog, tile) == (255, "item_corpse")
    drawn(told_page)
    with_it = told_page.evaluate(PIXELS, [x, y])
    told_page.evaluate("([x, y]) => { keep.world.layers.item[keep.world.cell(x, y)] = 0 }", [x, y])
    told_page.evaluate("keep.renderer.things.stale = true")
    drawn(told_page)
    assert told_page.evaluate(PIXELS, [x, y]) != with_it


PIXELS = """([x, y]) => {
    const px = x * 16 - keep.camera.left, py = y * 16 - keep.camera.top;
    return keep.view.getContext('2d').getImageData(px, py, 16, 16).data.join();
}"""


def test_letters_move_the_camera_and_can_be_dismissed(told_page: Any) -> None:
    page = told_page
    assert page.locator(".letter b").all_inner_texts()[0].startswith("The ceiling has fallen")
    page.locator(".letter .open").first.click()
    page.wait_for_function("keep.camera.goal === null && keep.camera.shows(50, 12, 1)")
    page.wait_for_function("document.querySelector('.tip')?.hidden === false")
    assert page.inner_text(".tip h4").startswith("The ceiling has fallen")
    assert "(50,12)" in page.inner_text(".tip h5")
    assert page.inner_text(".tip .of-letter a.rid").startswith("KEP-ROOF-")
    page.evaluate("keep.tip.hide(); keep.stage.focus()")
    page.keyboard.press("n")
    page.wait_for_function("keep.selection.id === 1")  # to whom it is about
    page.wait_for_function("(s => keep.camera.shows(s.tx / 16, s.ty / 16, 1))(keep.world.sprites.get(1))")
    page.keyboard.press("Escape")
    page.evaluate("keep.stage.focus()")
    page.keyboard.press("l")
    page.keyboard.press("Delete")
    page.wait_for_function("document.querySelectorAll('.letter').length === 1")
    page.click(".letters .foot button")
    page.wait_for_function("document.querySelectorAll('.letter.closed').length === 1")
