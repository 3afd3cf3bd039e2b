"""Quick fingers at the gamemaster's desks and in the room of two while answers are on their way."""

from __future__ import annotations

from typing import Any

from tests.browser.held import Held
from tests.browser.test_gm_encounter import CRYPT, wait_xp
from tests.browser.test_quick_panels import press


def settled(page: Any) -> None:
    """Until the page has dealt with what it was answered."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def desk(open_page: Any, site: Any) -> Any:
    page = open_page(f"{site.url}{CRYPT}&lang=en")
    page.wait_for_selector("#gmlabel")
    return page


def test_a_button_is_pressed_although_an_answer_comes_meanwhile(site: Any, open_page: Any) -> None:
    page = open_page(f"{site.url}/gm/encounter?lang=en")
    page.wait_for_selector("#gmlabel")
    held = Held(page, "**/web/gm/encounter?*")
    page.select_option("#gmkinds", "undead")
    held.wait()
    press(page, page.locator("#gmbuild"))
    held.go()
    settled(page)
    page.mouse.up()
    page.wait_for_selector(".mon tr[data-code]", timeout=20_000)


def test_two_quick_presses_on_a_number_are_two_steps(site: Any, open_page: Any) -> None:
    page = desk(open_page, site)
    held = Held(page, "**/web/gm/encounter?*")
    page.click("#gmn-skeleton-more")
    page.click("#gmn-skeleton-more")
    assert page.input_value("#gmn-skeleton") == "8"
    held.wait(2)
    held.go()
    wait_xp(page, "1,200")


def test_a_piece_is_marked_once_it_is_in_the_clipboard(site: Any, open_page: Any) -> None:
    page = desk(open_page, site)
    page.evaluate(
        """() => {
            const late = () => new Promise(done => { window.written = () => done(); });
            navigator.clipboard.writeText = late;
        }"""
    )
    page.click("#gmexport")
    page.click("#gmpiece-2")
    assert page.locator("#gmpiece-2.done").count() == 0
    page.evaluate("written()")
    page.wait_for_selector("#gmpiece-2.done")


def test_a_press_on_the_module_counts_although_the_partner_acts(serve: Any, open_page: Any) -> None:
    server = serve()
    alone = open_page(f"{server.url}/floor2?lang=en")
    alone.wait_for_selector("#f2led")
    before = alone.text_content("#f2log")
    partner = open_page(alone.url)
    partner.wait_for_selector("#f2led")
    press(alone, alone.locator("#f2-F"))
    partner.click("#f2copy")
    partner.wait_for_selector("#f2see-R")
    settled(alone)
    alone.mouse.up()
    alone.wait_for_function(
        "was => document.querySelector('#f2log').textContent !== was", arg=before, timeout=20_000
    )
    alone.wait_for_selector("#f2see-R")


def test_an_emptied_field_stays_empty_when_the_partner_acts(serve: Any, open_page: Any) -> None:
    server = serve()
    alone = open_page(f"{server.url}/floor2?lang=en")
    alone.wait_for_selector("#f2led")
    alone.click("#f2copy")
    alone.wait_for_selector("#f2see-R")
    alone.click("#newbomb")
    alone.fill(".f2dialog #f2serial", "")
    partner = open_page(alone.url)
    partner.wait_for_selector("#f2see-R")
    partner.click("#f2see-R")
    partner.wait_for_selector("#f2move")
    alone.wait_for_selector("#f2move", state="attached")
    assert alone.input_value(".f2dialog #f2serial") == ""
