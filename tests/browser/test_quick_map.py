"""Quick fingers on the map while the dungeon is slow to answer: nothing done is lost or taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.browser.held import Wire
from tests.browser.test_keep_input import beings, steady
from tests.browser.test_keep_map import MARKS, OPTIONS, ROCK, at, cell_that, drag, ready

LYING = "world.layers.item[cell] && !world.spritesAt(x, y).length && world.built[cell] < 0"


@pytest.fixture(scope="module")
def server(serve_all: Callable[..., Any]) -> Any:
    """One dungeon for all tests here."""
    return serve_all(*OPTIONS).prepared()


@pytest.fixture
def wired(server: Any, open_page: Callable[..., Any]) -> tuple[Any, Wire]:
    """The map's page, and a hand on its line."""
    page = open_page("about:blank")
    wire = Wire(page)
    page.goto(f"{server.url}/keep?lang=en")
    return ready(page), wire


def level(page: Any, actor: int, job: str) -> int:
    """How the dungeon itself has it."""
    told = page.evaluate(f"fetch('/web/keep/actor/{actor}?lang=en').then(a => a.json())")
    return next(row["level"] for row in told["jobs"] if row["id"] == job)


def test_the_throne_does_not_take_back_where_one_has_gone(server: Any, open_page: Callable[..., Any]) -> None:
    page = open_page("about:blank")
    wire = Wire(page, "state")
    page.goto(f"{server.url}/keep?lang=en")
    page.wait_for_selector("#stage[data-ready=yes]")
    page.evaluate("keep.goTo(20, 20)")
    wire.wait()
    wire.go()
    page.wait_for_function("keep.state?.home")
    assert steady(page)[:2] == (328, 328)


def test_the_throne_is_in_the_middle_with_the_first_words(server: Any, open_page: Callable[..., Any]) -> None:
    page = open_page("about:blank")
    wire = Wire(page, "state")
    page.goto(f"{server.url}/keep?lang=en")
    page.wait_for_selector("#stage[data-ready=yes]")
    wire.wait()
    wire.go()
    placed = "state => { if (!state.home) return false; const {camera} = keep, [x, y] = state.home;"
    page.wait_for_function(
        f"({placed} return camera.x === x * 16 + 8 && camera.y === y * 16 + 8; }})(keep.state || {{}})"
    )


def test_z_takes_back_the_last_order_also_before_it_is_acknowledged(wired: tuple[Any, Wire]) -> None:
    page, wire = wired
    x, y = cell_that(page, f"{ROCK} && world.isRock(x + 1, y)")
    marked = f"!!(keep.world.layers.flags[keep.world.cell({x}, {y})] & 1)"
    page.keyboard.press("g")
    drag(page, (x, y), (x, y))
    page.wait_for_function(f"{MARKS} === 1 && keep.orders.pending.size === 0")
    wire.hold("ack")
    drag(page, (x + 1, y), (x + 1, y))
    page.wait_for_function(f"{MARKS} === 2")
    page.keyboard.press("z")
    wire.go()
    page.wait_for_function(f"{MARKS} === 1 && keep.orders.pending.size === 0")
    assert page.evaluate(marked), "the order before the last one was taken back"


def test_a_second_drag_does_not_change_what_the_first_one_forbids(wired: tuple[Any, Wire]) -> None:
    page, wire = wired
    x, y = cell_that(page, LYING)
    kept = f"keep.world.layers.flags[keep.world.cell({x}, {y})] & 32"
    page.keyboard.press("x")
    wire.hold("answer")
    drag(page, (x, y), (x, y))
    wire.wait()
    drag(page, (x, y), (x, y), button="right")
    wire.go()
    page.wait_for_function(kept, timeout=20_000)
    drag(page, (x, y), (x, y), button="right")
    page.wait_for_function(f"!({kept})")


def test_a_late_answer_does_not_change_the_selection(wired: tuple[Any, Wire]) -> None:
    page, wire = wired
    steady(page)
    one, *_ = beings(page)
    x, y = cell_that(page, LYING)
    wire.hold("answer")
    page.mouse.click(*at(page, x, y))
    wire.wait()
    page.mouse.click(*at(page, *one[1:]))
    page.wait_for_function(f"keep.selection.id === {one[0]}")
    wire.go()
    page.evaluate("keep.line.ask('stock')")  # what was kept back has arrived before this answer
    assert page.evaluate("[keep.selection.what, keep.selection.id]") == ["actor", one[0]]


def test_a_speed_button_is_pressed_although_the_speed_changes_under_it(wired: tuple[Any, Wire]) -> None:
    page, _ = wired
    box = page.locator("[data-speed='1']").bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    page.evaluate("keep.line.request({t: 'speed', v: 3})")
    page.wait_for_function("keep.state.speed === 3")
    page.mouse.up()
    page.wait_for_function("keep.world.speed === 1", timeout=20_000)


def test_space_twice_goes_on_although_older_words_come_between(wired: tuple[Any, Wire]) -> None:
    page, wire = wired
    page.click("[data-speed='1']")
    page.wait_for_function("keep.world.speed === 1 && keep.state.speed === 1 && !keep.speeding")
    page.evaluate("keep.stage.focus()")
    wire.hold("ack")
    page.keyboard.press("Space")
    page.evaluate("keep.hear({...keep.state, speed: 1})")
    page.keyboard.press("Space")
    wire.wait(2)
    wire.go()
    page.evaluate("keep.line.ask('stock')")
    page.wait_for_function("keep.world.speed === 1 && keep.state.speed === 1", timeout=20_000)


def test_two_quick_presses_on_a_job_are_two_steps(wired: tuple[Any, Wire]) -> None:
    page, _ = wired
    steady(page)
    page.evaluate("keep.selection.pick('actor', 1)")
    page.click(".sel [data-key=policy]")
    before = level(page, 1, "fish")
    page.evaluate(
        "() => { const job = document.querySelector('.sel [data-key=jobfish]'); job.click(); job.click(); }"
    )
    page.wait_for_function("keep.orders.pending.size === 0")
    assert level(page, 1, "fish") == (before + 2) % 4


def test_space_presses_a_button_although_its_panel_is_drawn_anew(wired: tuple[Any, Wire]) -> None:
    page, _ = wired
    page.evaluate("keep.selection.pick('actor', 1)")
    page.click(".sel [data-key=policy]")
    before = level(page, 1, "fish")
    page.focus(".sel [data-key=jobfish]")
    page.keyboard.down("Space")
    page.evaluate("() => { keep.selection.told = ''; keep.selection.draw(); }")
    page.keyboard.up("Space")
    page.wait_for_function("keep.orders.pending.size === 0")
    assert level(page, 1, "fish") == (before + 1) % 4


def test_two_quick_ticks_of_a_storage_both_count(wired: tuple[Any, Wire]) -> None:
    page, _ = wired
    page.evaluate(
        """() => {
            const kinds = keep.world.legend.structures;
            const shelf = [...keep.world.structures.values()].find(s => kinds[s.kind].id === 'shelf');
            keep.selection.pick('structure', shelf.id);
        }"""
    )
    page.click(".sel [data-key=storage]")
    page.click(".sel [data-key=all]")
    page.wait_for_function("[...document.querySelectorAll('.sel .tree input')].every(box => box.checked)")
    tops = page.evaluate(
        """() => {
            const {tree} = keep.selection.facts.storage, [a, b] = tree;
            for (const node of [a, b]) document.querySelector(`.sel [data-key="f${node.key}"]`).click();
            return [...a.ids, ...b.ids];
        }"""
    )
    page.wait_for_function("keep.orders.pending.size === 0")
    page.wait_for_function(
        "out => !keep.selection.facts.storage.accept.some(id => out.includes(id))", arg=tops, timeout=20_000
    )
    page.click(".sel [data-key=all]")
    page.wait_for_function("keep.selection.facts.storage.accept.length > 0 && keep.orders.pending.size === 0")


def test_a_list_that_comes_late_leaves_the_focus_where_it_is_by_now(wired: tuple[Any, Wire]) -> None:
    page, wire = wired
    page.evaluate("keep.stage.focus()")
    wire.hold("answer")
    page.keyboard.press("t")
    wire.wait()
    page.keyboard.press("/")
    page.keyboard.type("camp")
    wire.go()
    page.wait_for_selector(".listing li button")
    page.keyboard.type("fire")
    assert page.input_value(".finder input") == "campfire"


def test_a_language_chosen_while_the_line_opens_is_spoken(wired: tuple[Any, Wire]) -> None:
    page, _ = wired
    page.evaluate(
        """async () => {
            const {line} = keep, connect = line.connect;
            line.connect = () => {};
            line.socket.close();
            while (line.open) await new Promise(done => setTimeout(done, 10));
            connect.call(line);
            meikyu.setLang('ja');
        }"""
    )
    page.wait_for_function("keep.line.open && keep.state.summary.clock.text.includes('日目')", timeout=20_000)


def test_a_click_on_a_hit_of_the_search_selects_it_whoever_stands_there(wired: tuple[Any, Wire]) -> None:
    page, _ = wired
    fire = page.evaluate(
        """() => [...keep.world.structures.values()]
            .find(s => keep.world.legend.structures[s.kind].id === 'campfire').id"""
    )
    page.evaluate(
        f"""() => {{
            const {{x, y}} = keep.world.structures.get({fire}), [one] = keep.world.sprites.values();
            one.tx = x * 16;
            one.ty = y * 16;
        }}"""
    )
    page.focus("#stage")
    page.keyboard.press("/")
    page.keyboard.type("campfire")
    page.keyboard.press("Enter")
    page.wait_for_function("keep.selection.what")
    assert page.evaluate("[keep.selection.what, keep.selection.id]") == ["structure", fire]


def test_the_note_of_what_is_being_prepared_takes_no_clicks(wired: tuple[Any, Wire]) -> None:
    page, _ = wired
    lying = """() => {
        keep.wait.textContent = 'Preparing the rules …';
        keep.wait.hidden = false;
        const {left, top, width, height} = keep.wait.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === keep.view;
    }"""
    assert page.evaluate(lying), "it lies over the throne"
