from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def manage(keep: Any, page: Any) -> Any:
    """Dungeon management over the map."""
    page.goto(f"{keep.url}/keep?lang=en")
    page.wait_for_selector("#stage[data-ready]")
    page.evaluate("meikyu.open('manage')")
    page.wait_for_selector(".manage .caps")
    return page


def test_the_meal_cap_is_set_and_says_what_it_means(manage: Any) -> None:
    for cap, word in (("small", "medium"), ("none", None)):
        manage.locator(f".caps input[value={cap}]").check()
        manage.wait_for_selector(f".caps label.on input[value={cap}]")
        told = manage.evaluate("fetch('/web/keep/manage?lang=en').then(a => a.json())")
        assert told["meal_cap"]["value"] == cap
        shown = manage.inner_text(".caps label.on")
        assert told["meal_cap"]["live"] in shown
        assert word is None or word not in shown.splitlines()[-1]


def test_a_standing_order_out_of_range_stands_at_its_field(manage: Any) -> None:
    field = manage.locator("[data-keep=meals_per_minion]")
    field.fill("21")
    field.press("Tab")
    assert field.get_attribute("aria-invalid") == "true"
    field.fill("4")
    field.press("Tab")
    manage.wait_for_function(
        "fetch('/web/keep/manage').then(a => a.json())"
        ".then(f => f.settings.find(s => s.id === 'meals_per_minion').value === 4)"
    )


def test_tabs_by_keys_and_letters_that_stop_the_clock(manage: Any) -> None:
    manage.focus("#tab-food")
    for wanted in ("needs", "rooms", "letters"):
        manage.keyboard.press("ArrowRight")
        assert manage.evaluate("document.activeElement.dataset.tab") == wanted
    known = "fetch('/web/keep/manage').then(a => a.json())"

    def wait_for(kind: str, pauses: bool) -> None:
        manage.wait_for_function(
            f"{known}.then(f => f.letters.find(l => l.id === {kind!r}).pauses === {str(pauses).lower()})"
        )

    wait_for("ceiling_cracks", True)
    wait_for("fugitive", False)
    manage.locator("[data-keep=letter-ceiling_cracks]").uncheck()
    wait_for("ceiling_cracks", False)
    manage.locator("[data-keep=letter-fugitive]").check()
    wait_for("fugitive", True)
    manage.locator("[data-keep=danger]").uncheck()
    manage.wait_for_function(f"{known}.then(f => f.letters_pause === false)")
    manage.wait_for_selector("[data-keep=letter-fugitive]:disabled")
    assert manage.locator("[data-keep=letter-fugitive]").is_checked()
    manage.keyboard.press("Escape")
    assert manage.locator(".manage").count() == 0
