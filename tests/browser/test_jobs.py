from __future__ import annotations

import json
from typing import Any

import pytest

LISTEN = """
window.heard = [];
for (const name of ['select', 'goto', 'pin'])
  addEventListener('meikyu:' + name, event => heard.push([name, event.detail.actor]));
"""


@pytest.fixture
def table(keep: Any, page: Any) -> Any:
    """The jobs screen over the map, put back as it was saved."""
    page.goto(f"{keep.url}/keep?lang=en")
    page.wait_for_function("!!window.meikyu?.t")
    page.wait_for_selector("#stage canvas")
    page.evaluate(LISTEN)
    page.evaluate("meikyu.command('restore_jobs')")
    page.evaluate("meikyu.set('checkValues', true)")
    page.evaluate("meikyu.open('jobs')")
    page.wait_for_selector(".jobs .jc")
    return page


def facts(page: Any) -> Any:
    return json.loads(page.evaluate("fetch('/web/keep/jobs?lang=en').then(a => a.text())"))


def level(page: Any, actor: int, job: str) -> int:
    told = facts(page)
    row = next(r for r in told["rows"] if r["actor"] == actor)
    return row["cells"][[c["id"] for c in told["columns"]].index(job)]["level"]


def until(page: Any, actor: int, job: str, wanted: int) -> None:
    page.wait_for_function(
        f"document.querySelector('[data-actor=\"{actor}\"][data-job={job}]').className.includes('l{wanted}')"
    )
    assert level(page, actor, job) == wanted


def cell(page: Any, actor: int, job: str) -> Any:
    return page.locator(f'.jc[data-actor="{actor}"][data-job={job}]')


def first(page: Any) -> int:
    return facts(page)["rows"][0]["actor"]


def test_left_raises_and_right_lowers_round_the_ring(table: Any) -> None:
    actor = first(table)
    start = level(table, actor, "guard")
    for step in range(1, 5):
        cell(table, actor, "guard").click()
        until(table, actor, "guard", (start + step) % 4)
    for step in range(1, 5):
        cell(table, actor, "guard").click(button="right")
        until(table, actor, "guard", (start - step) % 4)


def test_keys_do_what_the_mouse_does(table: Any) -> None:
    actor = first(table)
    cell(table, actor, "guard").focus()
    for key in ("3", "1", "0", "2"):
        table.keyboard.press(key)
        until(table, actor, "guard", int(key))
    table.keyboard.press("Enter")
    until(table, actor, "guard", 3)
    table.keyboard.press("Shift+F10")
    until(table, actor, "guard", 2)
    table.keyboard.press("ArrowLeft")
    assert table.evaluate("document.activeElement.dataset.job") == "haul"
    table.keyboard.press("ArrowDown")
    assert table.evaluate("document.activeElement.dataset.at") == "1,13"
    table.keyboard.press("Control+Home")
    assert table.evaluate("document.activeElement.getAttribute('role')") == "columnheader"
    assert table.locator('.jt [tabindex="0"]').count() == 1


def test_ctrl_on_a_job_name_changes_all(table: Any) -> None:
    actors = [r["actor"] for r in facts(table)["rows"]]
    table.evaluate(f"meikyu.command('set_level', {{actor: {actors[0]}, job: 'guard', level: 1}})")
    head = table.locator(".jn [data-job=guard]")
    head.click(modifiers=["Control"])
    for actor in actors:
        until(table, actor, "guard", 2)
    head.click(modifiers=["Control"])
    for actor in actors:
        until(table, actor, "guard", 3)
    head.click(modifiers=["Control"], button="right")
    for actor in actors:
        until(table, actor, "guard", 2)
    head.focus()
    table.keyboard.press("Control+Shift+Enter")
    for actor in actors:
        until(table, actor, "guard", 1)


def names(page: Any) -> list[str]:
    return page.locator(".jbody .nm b").all_inner_texts()


def values(page: Any) -> list[int]:
    return [int(text) for text in page.locator(".jc[data-job=dig] sup").all_inner_texts()]


def test_three_clicks_sort_and_the_heading_clears(table: Any) -> None:
    head, heading = table.locator(".jn [data-job=dig]"), table.locator(".mh")
    assert names(table) == sorted(names(table))
    head.click()
    table.wait_for_selector(".jn [data-job=dig][aria-sort=descending]")
    assert values(table) == sorted(values(table), reverse=True)
    head.click()
    table.wait_for_selector(".jn [data-job=dig][aria-sort=ascending]")
    assert values(table) == sorted(values(table))
    head.click()
    table.wait_for_selector(".jn [data-job=dig][aria-sort=none]")
    assert names(table) == sorted(names(table))
    head.click()
    table.wait_for_selector(".jn [data-job=dig][aria-sort=descending]")
    table.locator(".jn [data-job=build]").click()
    table.wait_for_selector(".jn [data-job=build][aria-sort=descending]")
    heading.click()
    table.wait_for_selector(".mh[aria-sort=ascending]")
    assert names(table) == sorted(names(table))


def test_saved_and_unsaved(table: Any) -> None:
    actor = first(table)
    save = table.get_by_role("button", name="Save jobs")
    restore = table.get_by_role("button", name="Restore")
    table.wait_for_selector(".jtop .st.ok")
    assert "Jobs saved" in table.inner_text(".jtop")
    assert save.is_disabled()
    assert restore.is_disabled()
    before = level(table, actor, "guard")
    cell(table, actor, "guard").click()
    table.wait_for_selector(".jtop .st.warn")
    assert "Unsaved changes · 1 cell" in table.inner_text(".jtop")
    assert save.is_enabled()
    restore.click()
    until(table, actor, "guard", before)
    table.wait_for_selector(".jtop .st.ok")
    cell(table, actor, "guard").click()
    table.wait_for_selector(".jtop .st.warn")
    save.click()
    table.wait_for_selector(".jtop .st.ok")
    assert level(table, actor, "guard") == (before + 1) % 4


def test_all_off_and_undo(table: Any) -> None:
    before = {(r["actor"], n): c["level"] for r in facts(table)["rows"] for n, c in enumerate(r["cells"])}
    table.get_by_role("button", name="All off").click()
    table.wait_for_function("[...document.querySelectorAll('.jc')].every(c => c.classList.contains('l0'))")
    assert all(c["level"] == 0 for r in facts(table)["rows"] for c in r["cells"])
    table.locator('.jt [tabindex="0"]').focus()
    table.keyboard.press("z")
    table.wait_for_selector(".jtop .st.ok")
    after = {(r["actor"], n): c["level"] for r in facts(table)["rows"] for n, c in enumerate(r["cells"])}
    assert after == before


def test_check_values_can_be_hidden(table: Any) -> None:
    told = facts(table)
    for row in told["rows"]:
        for column, facts_ in zip(told["columns"], row["cells"], strict=True):
            box = cell(table, row["actor"], column["id"])
            corner = "" if facts_["value"] is None else str(facts_["value"])
            assert box.locator("sup").inner_text() == corner
            shade = "fx" if facts_["value"] is None else f"f{facts_['shade']}"
            assert shade in box.get_attribute("class").split()
    look = "all => all.map(c => c.className.replace(' cur', ''))"
    fills = table.locator(".jc").evaluate_all(look)
    table.get_by_label("Show check values").uncheck()
    assert set(table.locator(".jc sup").all_inner_texts()) == {""}
    assert table.locator(".jc").evaluate_all(look) == fills
    table.get_by_label("Show check values").check()
    assert set(table.locator(".jc sup").all_inner_texts()) != {""}


def test_a_cell_tells_how_its_value_is_made(table: Any) -> None:
    told = facts(table)
    at = [c["id"] for c in told["columns"]].index("dig")
    row = max(told["rows"], key=lambda r: len(r["cells"][at]["breakdown"]))
    cell(table, row["actor"], "dig").hover()
    table.get_by_role("heading", name=f"{row['name']}: Dig").wait_for()  # the card of the focus goes first
    text = table.inner_text(".jtip")
    for part in row["cells"][at]["breakdown"]:
        assert part["label"] in text
        assert part["value"] in text
    assert f"{row['name']}: Dig" in text
    table.keyboard.press("Shift")
    table.locator(".jtip.kept a.rid").first.wait_for()
    table.keyboard.press("Escape")
    assert table.locator(".jtip").count() == 0
    assert table.locator(".jobs").is_visible(), "Esc lets the kept card go first"
    cell(table, row["actor"], "haul").hover()
    table.wait_for_function("document.querySelector('.jtip')?.innerText.includes('no check value')")


def test_pale_cells_warn(table: Any) -> None:
    told = facts(table)
    unarmed = next(r for r in told["rows"] if r["cells"][0]["pale"])
    armed = next(r for r in told["rows"] if not r["cells"][0]["pale"])
    assert "pale" not in cell(table, armed["actor"], "hunt").get_attribute("class").split()
    box = cell(table, unarmed["actor"], "hunt")
    assert "pale" in box.get_attribute("class").split()
    box.focus()
    table.keyboard.press("0")
    until(table, unarmed["actor"], "hunt", 0)
    assert not box.locator("em").is_visible()
    table.keyboard.press("1")
    until(table, unarmed["actor"], "hunt", 1)
    assert box.locator("em").is_visible()
    table.keyboard.press("0")
    until(table, unarmed["actor"], "hunt", 0)
    assert not box.locator("em").is_visible()


def row_of(page: Any, actor: int) -> Any:
    return page.locator(f'.jbody [role=row]:has(> .nm[data-actor="{actor}"])')


def test_a_click_on_a_name_highlights_and_selects(table: Any) -> None:
    actor = first(table)
    row_of(table, actor).locator(".nm").click()
    assert row_of(table, actor).get_attribute("aria-selected") == "true"
    assert "curr" in row_of(table, actor).get_attribute("class")
    assert table.evaluate("heard") == [["select", actor]]
    assert table.locator(".jobs").is_visible()


def test_a_later_click_takes_the_highlight_away(table: Any) -> None:
    actor = first(table)
    name = row_of(table, actor).locator(".nm")
    name.click()
    table.wait_for_timeout(400)
    name.click()
    assert row_of(table, actor).get_attribute("aria-selected") == "false"
    assert table.evaluate("heard") == [["select", actor]], "the selection on the map stays"
    assert table.evaluate("meikyu.selected") == actor


def test_two_quick_clicks_go_there_and_close(table: Any) -> None:
    actor = first(table)
    row_of(table, actor).locator(".nm").dblclick()
    table.wait_for_function("!document.querySelector('.jobs')")
    assert table.evaluate("heard") == [["select", actor], ["select", actor], ["goto", actor]]


def test_the_right_button_on_a_name_opens_three_entries(table: Any) -> None:
    actor = first(table)
    row_of(table, actor).locator(".nm").click(button="right")
    assert table.locator(".menu [role=menuitem]").all_inner_texts() == ["Select", "Go to", "Pin"]
    table.keyboard.press("ArrowDown")
    table.keyboard.press("ArrowDown")
    table.keyboard.press("Enter")
    assert table.evaluate("heard") == [["pin", actor]]
    table.wait_for_selector(f'.pin[data-actor="{actor}"]')
    row_of(table, actor).locator(".nm").focus()
    table.keyboard.press("Shift+F10")
    table.locator(".menu [role=menuitem]", has_text="Select").click()
    assert row_of(table, actor).get_attribute("aria-selected") == "true"


def test_pinned_cards_stay_and_switch_titles(table: Any) -> None:
    actor = first(table)
    for job in ("guard", "haul"):
        table.evaluate(f"meikyu.command('set_level', {{actor: {actor}, job: '{job}', level: 2}})")
    table.evaluate(f"dispatchEvent(new CustomEvent('meikyu:pin', {{detail: {{actor: {actor}}}}}))")
    table.keyboard.press("Escape")
    card = table.locator(f'.pin[data-actor="{actor}"]')
    card.wait_for()
    before = card.locator(".title").inner_text()
    card.locator(".title").click()
    title = f"document.querySelector('.pin[data-actor=\"{actor}\"] .title').textContent.trim()"
    table.wait_for_function(f"{title} !== {before.strip()!r}")
    table.reload()
    card.wait_for()
    card.get_by_role("button", name="Unpin").click()
    assert table.locator(".pin").count() == 0


def test_the_open_table_follows_the_dungeon(table: Any) -> None:
    actor = first(table)
    before = level(table, actor, "fish")
    table.evaluate(f"meikyu.command('set_level', {{actor: {actor}, job: 'fish', level: {(before + 1) % 4}}})")
    until(table, actor, "fish", (before + 1) % 4)


def test_the_language_changes_while_it_is_open(table: Any) -> None:
    table.click("#langs [data-lang=ja]")
    table.wait_for_function("document.querySelector('.jobs h2')?.textContent === 'ダンジョン職務'")
    assert table.locator(".jn .c").first.inner_text() == "狩猟"
    table.click("#langs [data-lang=en]")
    table.wait_for_function("document.querySelector('.jobs h2')?.textContent === 'Dungeon jobs'")
