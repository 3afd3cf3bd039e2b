"""The whole card of a minion: opened from the pinned one, its tabs, its orders, both languages, a phone."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def card(keep: Any, page: Any) -> Any:
    page.goto(f"{keep.url}/keep?lang=en")
    page.wait_for_function("!!window.meikyu?.t")
    page.wait_for_selector("#stage canvas")
    page.evaluate("dispatchEvent(new CustomEvent('meikyu:pin', {detail: {actor: 1}}))")
    page.locator('.pin[data-actor="1"]').get_by_role("button", name="Card").click()
    page.wait_for_selector(".mcard .mbody")
    yield page
    page.evaluate("localStorage.removeItem('meikyu.pins')")


def told(page: Any) -> Any:
    return page.evaluate("fetch('/web/keep/actor/1?lang=en').then(a => a.json())")


def test_it_shows_what_the_dungeon_says(card: Any) -> None:
    facts = told(card)
    assert card.locator(".mcard h2").inner_text() == facts["name"]
    bars = card.locator(".mneed [role=meter]")
    assert [int(bars.nth(n).get_attribute("aria-valuenow")) for n in range(3)] == [
        b["value"] for b in facts["bars"]
    ]
    assert card.locator(".mpips .f").count() == facts["mood"]["value"]
    shown = card.locator(".mreliefs").first.locator("li")
    assert shown.count() == len(facts["mood"]["reliefs"])
    assert facts["mood"]["reliefs"][0]["label"] in shown.first.text_content()
    assert card.locator(".mlabel").count() == len(facts["wounds"]["parts"])
    assert card.locator(".mchart figcaption").inner_text() == "Needs and grudge over seven days"


def test_the_tabs_answer_to_keys_and_order(card: Any) -> None:
    card.locator("[data-act=tab-state]").focus()
    card.keyboard.press("ArrowRight")
    assert card.locator("[role=tab][aria-selected=true]").inner_text() == "Policy"
    card.locator("[data-act=ask-severe]").click()
    card.wait_for_selector("[data-act=ask-severe][aria-pressed=true]")
    assert told(card)["wounds"]["care"]["level"] == "severe"
    card.locator("[data-act=ask-moderate]").click()
    card.wait_for_selector("[data-act=ask-moderate][aria-pressed=true]")
    card.locator("[data-act=tab-jobs]").click()
    before = next(j for j in told(card)["jobs"] if j["id"] == "fish")["level"]
    card.locator("[data-act=job-fish]").click()
    card.wait_for_selector(f"[data-act=job-fish].l{(before + 1) % 4}")
    card.locator("[data-act=job-fish]").click(button="right")
    card.wait_for_selector(f"[data-act=job-fish].l{before}")
    card.locator("[data-act=tab-gear]").click()
    assert card.locator(".mbody dt").first.inner_text() == "Weapon"
    card.locator("[data-act=tab-log]").click()
    card.wait_for_selector(".mlog, .mbody p")


def test_escape_closes_it_and_the_focus_goes_back(card: Any) -> None:
    assert card.evaluate("document.activeElement.className").split()[-1] == "mcard"
    card.keyboard.press("Escape")
    assert card.locator(".mcard").count() == 0
    assert card.evaluate("document.activeElement.dataset.act") == "card"


def test_it_speaks_japanese_and_fits_a_phone(card: Any) -> None:
    card.click("#langs [data-lang=ja]")
    card.wait_for_function("document.querySelector('.mcard [role=tab]')?.textContent === '状態と傷'")
    card.set_viewport_size({"width": 390, "height": 844})
    box = card.locator(".mcard").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert card.evaluate("document.querySelector('.mcard').scrollWidth") <= 390
    card.set_viewport_size({"width": 1280, "height": 800})
    card.click("#langs [data-lang=en]")
