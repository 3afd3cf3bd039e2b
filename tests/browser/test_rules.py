from __future__ import annotations

from typing import Any

from tests.browser.conftest import PATIENCE

from meikyu.books import keep as book
from meikyu.web import encyclopaedia


def open_rules(page: Any, site: Any, path: str = "/rules?lang=en") -> None:
    page.goto(f"{site.url}{path}")
    page.wait_for_selector(".encyclopaedia .books, .encyclopaedia .seg button.on")
    page.wait_for_function(
        "document.querySelector('.items button') || !document.querySelector('.nothing').hidden"
    )


def test_topics_search_and_the_line_for_nothing(site: Any, page: Any) -> None:
    open_rules(page, site, "/rules?lang=ja")
    labels = page.locator(".topics button").all_inner_texts()
    assert all(any(name in label for label in labels) for name in ("食料", "欲求と愚痴", "ダンジョン職務"))
    page.fill("#rules-q", "zzzz")
    page.wait_for_selector(".nothing:not([hidden])")
    assert page.inner_text(".nothing") == encyclopaedia.NOTHING.ja
    assert page.locator(".topics button").count() == 0
    assert page.locator(".items button").count() == 0
    assert not page.locator(".encyclopaedia .both").is_visible()
    page.fill("#rules-q", "焚き火")
    page.wait_for_selector(".items button")
    assert not page.locator(".nothing").is_visible()


def test_a_rule_found_by_typing_and_enter(site: Any, page: Any) -> None:
    open_rules(page, site)
    page.locator("body").press("/")
    assert page.evaluate("document.activeElement.id") == "rules-q"
    page.keyboard.type("kep-roof-06")
    page.keyboard.press("Enter")
    page.wait_for_selector(".one .bigid")
    assert page.inner_text(".one .bigid") == "KEP-ROOF-06"
    entry = book.BOOK.catalogue.entries["KEP-ROOF-06"]
    assert page.inner_text(".one .prose") == entry.text.en
    assert "/rules/KEP-ROOF-06" in page.url
    page.get_by_role("button", name="Both languages").click()
    assert page.locator(".one .prose").all_inner_texts() == [entry.text.en, entry.text.ja]


def test_inputs_live_in_the_address_and_back_undoes(site: Any, page: Any) -> None:
    open_rules(page, site, "/rules/KEP-FOOD-01?lang=en")
    page.wait_for_selector(".one .bigid")
    page.locator(".items button", has_text="KEP-FOOD-02").click()
    page.wait_for_function("document.querySelector('.bigid')?.textContent === 'KEP-FOOD-02'")
    page.go_back()
    page.wait_for_function("document.querySelector('.bigid')?.textContent === 'KEP-FOOD-01'")
    page.locator(".encyclopaedia [data-book=prison]").click()
    page.wait_for_function("document.querySelector('.items button')?.dataset.id.startsWith('PRI-')")
    assert "book=prison" in page.url
    open_rules(page, site, page.url.removeprefix(site.url))
    assert page.locator(".items button").first.get_attribute("data-id").startswith("PRI-")


def test_a_section_without_a_page_opens_its_book(site: Any, page: Any) -> None:
    page.goto(f"{site.url}/?lang=en")
    page.get_by_role("link", name="Prison").first.click()
    page.wait_for_selector(".items button")
    assert page.locator(".items button").first.get_attribute("data-id").startswith("PRI-")
    assert page.inner_text(".instead") == "Prison has no page yet. These are its rules."
    page.goto(f"{site.url}/lab?lang=ja")
    page.get_by_text("「実験」のページはまだありません").wait_for()
    page.locator(".encyclopaedia [data-book=floor2]").click()
    page.wait_for_selector(".instead", state="detached")
    open_rules(page, site, "/rules?book=toolbox&lang=en")
    assert page.locator(".instead").count() == 0
    assert page.locator(".items button").first.get_attribute("data-id").startswith("SRD-")


def test_the_language_changes_in_place(site: Any, page: Any) -> None:
    open_rules(page, site, "/rules/KEP-ROOF-06?lang=en")
    page.wait_for_selector(".one .bigid")
    page.click("#langs [data-lang=ja]")
    entry = book.BOOK.catalogue.entries["KEP-ROOF-06"]
    page.wait_for_function(f"document.querySelector('.one .prose')?.textContent === {entry.text.ja!r}")
    assert "/rules/KEP-ROOF-06" in page.url


def test_a_case_runs_on_the_page(site: Any, page: Any) -> None:
    from meikyu.core import catalogue

    case = next(c for _, c in catalogue.cases("keep") if "ask" in c and "expect" in c)
    open_rules(page, site, f"/rules/{case['rules'][0]}?lang=en")
    page.wait_for_selector(".one .case")
    row = page.locator(".one .case", has_text=case["name"]).first
    row.locator("summary").click()
    row.get_by_role("button", name="Run").click()
    row.locator(".result a.rid").first.wait_for()


def test_an_unknown_rule_says_so(site: Any, chrome: Any) -> None:
    page = chrome.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site.url}/rules/KEP-NONE-99?lang=en")
    page.wait_for_function("document.querySelector('.one h2')?.textContent === 'No such rule'")
    page.close()


def test_coverage_shows_every_book(site: Any, page: Any) -> None:
    open_rules(page, site)
    rows = page.locator(".covers tr").all_inner_texts()
    totals = [f"/{b['total']}" for b in encyclopaedia.head("en")["books"]]
    assert all(total in row for total, row in zip(totals, rows, strict=True))


def test_the_panel_of_a_phone_has_its_list(site: Any, open_page: Any) -> None:
    page = open_page(f"{site.url}/?lang=en", width=390, height=844)
    page.wait_for_function("window.meikyu?.open")
    page.evaluate("meikyu.open('help', {id: 'KEP-ROOF-06'})")
    page.wait_for_selector(".items button")
    page.wait_for_selector(".one .bigid")
    assert page.locator(".items").bounding_box()["height"] > 200
    assert page.locator(".bigid").bounding_box()["height"] < 40
    right = page.locator(".onehead .btn").last.bounding_box()
    assert right["x"] + right["width"] <= 390


def test_rules_that_do_not_open_say_so_and_open_again(site: Any, chrome: Any) -> None:
    page = chrome.new_page()  # a failed request is told on the console
    page.route("**/web/rules/head*", lambda route: route.fulfill(status=500, body="broken"))
    page.goto(f"{site.url}/rules?lang=en")
    page.get_by_role("alert").get_by_text("did not open").wait_for()
    page.unroute("**/web/rules/head*")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector(".items button")
    page.close()
