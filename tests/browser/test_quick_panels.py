"""Quick fingers on tables and cards while the server is slow: nothing that was done is lost or taken back."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.held import Held
from tests.browser.test_jobs import cell, first, level, until

SEARCH = "#rules-q"


@pytest.fixture
def over(keep: Any, page: Any) -> Any:
    """The map, ready for panels over it."""
    page.goto(f"{keep.url}/keep?lang=en")
    page.wait_for_selector("#stage[data-ready]")
    page.evaluate("meikyu.command('restore_jobs')")
    return page


@pytest.fixture
def table(over: Any) -> Any:
    """The jobs screen, as it was saved."""
    over.evaluate("meikyu.open('jobs')")
    over.wait_for_selector(".jobs .jc")
    return over


def press(page: Any, place: Any) -> None:
    """Put the button down there and keep it down."""
    box = place.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def test_a_heading_takes_the_next_click_while_the_last_is_answered(table: Any) -> None:
    head = table.locator(".jn [data-job=dig]")
    held = Held(table, "**/web/keep/jobs*")
    head.click()
    held.wait()
    press(table, head)
    held.go()
    table.wait_for_selector(".jn [data-job=dig][aria-sort=descending]")
    table.mouse.up()
    table.wait_for_selector(".jn [data-job=dig][aria-sort=ascending]")


def test_z_takes_back_one_of_two_quick_orders(table: Any) -> None:
    actor = first(table)
    guard, haul = level(table, actor, "guard"), level(table, actor, "haul")
    held = Held(table, "**/web/command*")
    cell(table, actor, "guard").click()
    cell(table, actor, "haul").click()
    held.wait()
    held.go()
    until(table, actor, "guard", (guard + 1) % 4)
    until(table, actor, "haul", (haul + 1) % 4)
    table.locator('.jt [tabindex="0"]').focus()
    table.keyboard.press("z")
    until(table, actor, "haul", haul)
    assert level(table, actor, "guard") == (guard + 1) % 4


@pytest.fixture
def manage(over: Any) -> Any:
    """Dungeon management over the map."""
    over.evaluate("meikyu.open('manage')")
    over.wait_for_selector(".manage .caps")
    return over


def test_an_older_answer_does_not_take_back_what_was_set(manage: Any) -> None:
    now = manage.locator(".caps input:checked").get_attribute("value")
    other = "small" if now != "small" else "none"
    held = Held(manage, "**/web/keep/manage*")
    held.wait()  # how it was, asked by the panel itself
    held.stop()
    manage.locator(f".caps input[value={other}]").check()
    manage.wait_for_selector(f".caps label.on input[value={other}]")
    manage.evaluate(
        """() => {
            window.boxes = [];
            const note = () => boxes.push(document.querySelector('.caps label.on input')?.value);
            const panel = document.querySelector('.manage');
            new MutationObserver(note).observe(panel, {childList: true, subtree: true});
        }"""
    )
    held.go()
    manage.evaluate("fetch('/web/keep/manage').then(a => a.text())")
    manage.locator("[data-tab=needs]").click()
    manage.locator("[data-tab=food]").click()
    assert manage.locator(".caps label.on input").get_attribute("value") == other
    assert now not in manage.evaluate("boxes.filter(Boolean)")


def test_a_click_holds_while_the_order_before_it_is_answered(manage: Any) -> None:
    manage.locator("[data-tab=letters]").click()
    one, two = (manage.locator(f"[data-keep=letter-{kind}]") for kind in ("ceiling_cracks", "fugitive"))
    before = one.is_checked(), two.is_checked()
    held = Held(manage, "**/web/command*")
    one.click()
    held.wait()
    press(manage, two)
    with manage.expect_response("**/web/keep/manage*"):
        held.go()
    manage.evaluate("new Promise(requestAnimationFrame)")
    manage.mouse.up()
    known = (
        "fetch('/web/keep/manage').then(a => a.json()).then(f => f.letters.find(l => l.id === '%s').pauses)"
    )
    for kind, was in zip(("ceiling_cracks", "fugitive"), before, strict=True):
        manage.wait_for_function(f"{known % kind}.then(on => on === {str(not was).lower()})", timeout=20_000)


@pytest.fixture
def card(over: Any) -> Any:
    """The whole card of a minion."""
    over.evaluate("dispatchEvent(new CustomEvent('meikyu:card', {detail: {actor: 1}}))")
    over.wait_for_selector(".mcard .mbody")
    return over


def test_two_quick_presses_on_the_card_are_two_steps(card: Any) -> None:
    card.locator("[data-act=tab-jobs]").click()
    before = level(card, 1, "fish")
    with card.expect_response("**/web/command*"):
        card.evaluate(
            "() => { const job = document.querySelector('[data-act=job-fish]'); job.click(); job.click(); }"
        )
    card.wait_for_selector(f"[data-act=job-fish].l{(before + 2) % 4}", timeout=20_000)


def test_a_card_takes_the_focus_when_it_opens_and_not_later(over: Any) -> None:
    held = Held(over, "**/web/keep/actor/1*")
    over.evaluate("dispatchEvent(new CustomEvent('meikyu:card', {detail: {actor: 1}}))")
    held.wait()
    assert over.evaluate("document.activeElement.classList.contains('mcard')")
    over.focus("[data-open=help]")
    held.go()
    over.wait_for_selector(".mcard .mbody")
    assert over.evaluate("document.activeElement.dataset.open") == "help"


def test_a_card_shows_no_buttons_of_another_minion(card: Any) -> None:
    held = Held(card, "**/web/keep/actor/2*")
    card.evaluate("dispatchEvent(new CustomEvent('meikyu:card', {detail: {actor: 2}}))")
    held.wait()
    assert card.locator(".mcard button").count() == 0
    held.go()
    card.wait_for_selector(".mcard .mbody")


STEP = "Object.values(JSON.parse(localStorage.getItem('meikyu.lesson')).at)[0].step"


def test_a_skip_of_the_lesson_stays(keep: Any, page: Any) -> None:
    held = Held(page, "**/web/lesson/0")
    page.goto(f"{keep.url}/keep?lang=en&lesson=1")
    page.wait_for_selector(".lesson h3")
    held.wait()
    with page.expect_response("**/web/lesson/1"):
        page.get_by_role("button", name="Skip").click()
    held.go()
    page.evaluate("fetch('/web/lesson').then(a => a.text())")  # what was kept back has arrived before
    assert page.evaluate(STEP) == 1


def test_a_skip_while_a_step_is_ticked_off_skips_one(keep: Any, page: Any) -> None:
    page.goto(f"{keep.url}/keep?lang=en&lesson=1")
    page.wait_for_selector(".lesson h3")
    for step in (1, 2):
        page.get_by_role("button", name="Skip").click()
        page.wait_for_function(f"{STEP} === {step}")
    page.wait_for_selector(".lesson .st.ok")  # the clock stands still: done at once
    page.get_by_role("button", name="Skip").click()
    assert page.evaluate(STEP) == 3
    page.evaluate("new Promise(done => setTimeout(done, 1500))")  # longer than the tick is shown
    assert page.evaluate(STEP) == 3


def test_the_rule_asked_for_last_is_shown(keep: Any, page: Any) -> None:
    page.goto(f"{keep.url}/rules?lang=en")
    rows = page.locator(".items button")
    rows.nth(1).wait_for()
    one, two = (rows.nth(n).get_attribute("data-id") for n in (0, 1))
    held = Held(page, f"**/web/rules/one/{one}*")
    rows.nth(0).click()
    held.wait()
    page.locator(f".items [data-id={two}]").click()
    page.wait_for_function(f"document.querySelector('.bigid')?.textContent === '{two}'")
    held.go()
    page.evaluate("fetch('/web/rules/head').then(a => a.text())")
    assert page.inner_text(".bigid") == two
    assert two in page.url


def test_what_is_typed_into_the_search_is_not_overwritten(over: Any) -> None:
    held = Held(over, "**/web/rules/find*")
    over.click("[data-open=help]")
    over.wait_for_selector(SEARCH)
    over.click(SEARCH)
    over.keyboard.type("ro")
    held.wait()
    held.go()
    over.wait_for_selector(".help .items button")
    over.keyboard.type("of")
    assert over.input_value(SEARCH) == "roof"


LATE = """
const usual = window.setTimeout;
window.setTimeout = (act, ms, ...more) => usual(act, ms === 200 ? 3000 : ms, ...more);
"""


def test_a_server_gone_before_anybody_listened_is_told(serve: Any, chrome: Any) -> None:
    own = serve()
    context = chrome.new_context()
    page = context.new_page()
    page.add_init_script(LATE)
    page.goto(f"{own.url}/?lang=en")
    page.wait_for_function("window.socket && window.socket.connected && window.did_handshake")
    own.kill()
    page.wait_for_selector("#conn .st.bad", timeout=30_000)
    context.close()
