from __future__ import annotations

import json
import re
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from tests.browser.conftest import PATIENCE


def ready(page: Any, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("#langs button")
    page.wait_for_function("!!window.meikyu?.t")


def test_the_language_switches_at_once_and_is_remembered(site: Any, page: Any) -> None:
    ready(page, f"{site.url}/?lang=en")
    assert page.locator("nav a").first.inner_text() == "Keep"
    page.evaluate("window.before = true")
    page.click("#langs [data-lang=ja]")
    assert page.locator("nav a").first.inner_text() == "魔殿"
    assert page.evaluate("document.documentElement.lang") == "ja"
    assert page.get_attribute("nav", "aria-label") == "部門"
    assert page.title() == "迷宮"
    assert "lang=ja" in page.url
    assert page.evaluate("window.before") is True, "the page was loaded anew"
    ready(page, f"{site.url}/rules")
    assert page.locator("nav a").first.inner_text() == "魔殿"


def test_the_language_of_an_address_holds_for_the_next_page(site: Any, page: Any) -> None:
    page.goto(f"{site.url}/?lang=ja")  # the browser itself asks for English
    page.get_by_role("link", name="仕組み辞典").first.click()
    page.wait_for_url("**/rules**")
    page.wait_for_function("window.meikyu?.lang === 'ja' && document.documentElement.lang === 'ja'")


def test_a_keep_is_drawn_behind_the_first_page(site: Any, page: Any) -> None:
    ready(page, f"{site.url}/?lang=en")
    page.wait_for_function(
        """() => {
            const {width, height} = hero, found = new Set();
            if (width < 400) return false;
            const {data} = hero.getContext('2d').getImageData(0, 0, width, height);
            for (let i = 0; i < data.length; i += 64) found.add(data.slice(i, i + 3).join());
            return found.size > 100;
        }"""
    )


def test_settings_are_kept_and_keys_can_be_changed(site: Any, page: Any) -> None:
    ready(page, f"{site.url}/?lang=en")
    page.click("[data-open=settings]")
    page.wait_for_selector(".settings")
    page.click(".settings [data-action=dig]")
    page.keyboard.press("q")
    assert page.inner_text(".settings [data-action=dig]") == "Q"
    page.click(".settings [data-action=build]")
    page.keyboard.press("q")
    assert 'already does "Dig"' in page.inner_text(".settings .fault")
    assert page.inner_text(".settings [data-action=build]") == "B"
    page.select_option(".settings select", "2")
    assert page.evaluate("document.documentElement.style.getPropertyValue('--zoom')") == "2"
    page.get_by_label("Less motion: no flicker, no sliding").check()
    assert page.evaluate("document.documentElement.classList.contains('still')")
    page.keyboard.press("Escape")
    assert page.locator(".settings").count() == 0
    page.reload()
    ready(page, f"{site.url}/?lang=en")
    assert page.evaluate("meikyu.keyOf('dig')") == "Q"
    assert page.evaluate("document.documentElement.style.getPropertyValue('--zoom')") == "2"
    action = "meikyu.action(new KeyboardEvent('keydown', {key: '%s'}))"
    assert page.evaluate(action % "q") == "dig"
    assert page.evaluate(action % "g") is None
    page.evaluate("meikyu.set('keysOn', false)")
    assert page.evaluate(action % "q") is None


def test_the_help_opens_over_a_page_and_gives_the_focus_back(site: Any, page: Any) -> None:
    ready(page, f"{site.url}/?lang=en")
    page.focus("[data-open=help]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".help .items button")
    assert page.evaluate("document.activeElement.id") == "rules-q"
    assert page.evaluate("document.getElementById('main').inert")
    page.keyboard.press("Escape")
    assert page.locator(".help").count() == 0
    assert page.evaluate("document.activeElement.dataset.open") == "help"
    assert not page.evaluate("document.getElementById('main').inert")
    page.locator("body").press("?")
    page.wait_for_selector(".help .items button")


def test_everything_can_be_reached_by_keyboard(site: Any, page: Any) -> None:
    ready(page, f"{site.url}/?lang=en")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('skip')")
    seen = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.textContent.trim()"))
    assert {"Keep", "Prison", "Rules", "Lab", "EN"} <= {re.sub(r"^[^A-Za-z]*", "", s) for s in seen} | seen
    page.keyboard.press("F6")
    assert page.evaluate("!!document.activeElement.closest('header, main')")
    for role in ("banner", "navigation", "main"):
        assert page.get_by_role(role).count() >= 1, role


def test_what_the_page_does_when_the_server_is_gone(serve: Any, chrome: Any) -> None:
    own = serve()
    context = chrome.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    ready(page, f"{own.url}/?lang=en")
    page.wait_for_function("window.socket && window.socket.connected")
    own.kill()
    page.wait_for_selector("#conn .st.bad")
    assert "Offline, trying again" in page.inner_text("#conn")
    context.close()


def test_a_page_that_was_busy_for_long_is_not_loaded_anew(site: Any, page: Any) -> None:
    ready(page, f"{site.url}/?lang=en")
    page.wait_for_function("window.did_handshake")
    page.evaluate("() => { window.before = true; const end = Date.now() + 11000; while (Date.now() < end); }")
    page.get_by_role("button", name="New keep").click()
    page.wait_for_selector(".newkeep input")
    assert page.evaluate("window.before") is True


def test_a_foreign_page_can_give_no_orders(site: Any) -> None:
    asked = Request(
        f"{site.url}/web/command",
        data=json.dumps({"kind": "all_off", "args": {}}).encode(),
        headers={"Origin": "http://evil.example", "Content-Type": "application/json"},
    )
    with pytest.raises(OSError, match="403"):
        urlopen(asked, timeout=60)
    rebound = Request(f"{site.url}/", headers={"Host": "evil.example"})
    with pytest.raises(OSError, match="403"):
        urlopen(rebound, timeout=60)


FOCUS_AS_IT_STANDS = """new MutationObserver((_, watcher) => {
    const first = document.querySelector('.newkeep input');
    if (!first) return;
    window.focusWasThere = document.activeElement === first;
    watcher.disconnect();
}).observe(document.body, {childList: true, subtree: true})"""


def test_the_new_keeps_form_takes_the_focus_once_and_names_every_fault(site: Any, page: Any) -> None:
    ready(page, f"{site.url}/?lang=en")
    page.evaluate(FOCUS_AS_IT_STANDS)
    page.get_by_role("button", name="New keep").click()
    page.wait_for_selector(".newkeep input")
    assert page.evaluate("focusWasThere") is True, "a focus that comes later takes what is typed elsewhere"
    page.get_by_label("名前 / Name").fill("a/b")
    page.get_by_label("種（空なら自動） / Seed (empty: any)").fill("x")
    page.get_by_role("button", name="own").click()
    page.get_by_label("幅（48〜512） / Width, 48 to 512").fill("7")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".newkeep .fault")
    told = page.locator(".newkeep .fault").all_inner_texts()
    assert len(told) == 3, told
    assert page.get_by_label("種（空なら自動） / Seed (empty: any)").input_value() == "x"


def test_a_new_keep_in_three_clicks(site: Any, page: Any) -> None:
    ready(page, f"{site.url}/?lang=en")
    page.get_by_role("button", name="New keep").click()
    page.wait_for_selector(".newkeep input")
    page.get_by_label("種（空なら自動） / Seed (empty: any)").fill("x")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".newkeep .fault")
    assert '"x" does not fit' in page.inner_text(".newkeep .fault")
    page.get_by_label("種（空なら自動） / Seed (empty: any)").fill("5")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(f"{site.url}/keep*", timeout=300_000)  # the very first dungeon compiles the kernels
    ready(page, f"{site.url}/?lang=en")
    assert "Day 1 06:00" in page.get_by_role("button", name="Continue").inner_text()


def test_a_phone_gets_one_column_and_a_menu(site: Any, open_page: Any) -> None:
    page = open_page("about:blank", width=390, height=800)
    ready(page, f"{site.url}/?lang=en")
    assert not page.locator("#nav").is_visible()
    page.click("#burger")
    assert page.locator("#nav").is_visible()
    assert page.get_attribute("#burger", "aria-expanded") == "true"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


FIT = """() => {
    const seen = (s) => {
        const r = document.querySelector(s).getBoundingClientRect();
        return r.left >= 0 && r.right <= innerWidth && r.width > 0;
    };
    return [seen('#langs'), seen('[data-open=settings]'), seen('[data-open=help]')];
}"""


@pytest.mark.parametrize("path", ["/", "/keep", "/keep/jobs", "/keep/manage", "/rules/KEP-ROOF-06"])
def test_twice_as_large_text_loses_nothing_of_the_bar(keep: Any, open_page: Any, path: str) -> None:
    page = open_page(f"{keep.url}{path}?lang=en")
    page.evaluate("meikyu.set('zoom', 2)")
    page.wait_for_selector("#burger", state="visible")
    assert page.evaluate(FIT) == [True, True, True]
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.click("#burger")
    page.get_by_role("link", name="GM tools").wait_for()
    page.evaluate("meikyu.set('zoom', 1)")
    page.wait_for_selector("#burger", state="hidden")


def test_an_unknown_address_leads_on_in_the_readers_language(keep: Any, chrome: Any) -> None:
    page = chrome.new_page(locale="ja-JP")  # not by `open_page`: the browser itself calls a 404 an error
    page.set_default_timeout(PATIENCE)
    answer = page.goto(f"{keep.url}/nowhere")
    assert answer.status == 404
    page.get_by_role("heading", name="ここには何もありません").wait_for()
    page.get_by_role("link", name="はじめの画面へ").click()
    page.wait_for_url(f"{keep.url}/**")
    page.get_by_role("button", name="新しい魔殿").wait_for()
    page.close()
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(f"{keep.url}/nowhere", headers={"Accept": "application/json"}))
    assert json.loads(refused.value.read()) == {"detail": "Not Found"}
