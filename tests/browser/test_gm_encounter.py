"""The encounter builder in a browser: built, changed, undone, shared, exported, read by phone and printed."""

import json
from pathlib import Path
from typing import Any

import pytest

CRYPT = "/gm/encounter?p=5x3&e=wight.1.k1*warhorse_skeleton.1*skeleton.6&kinds=undead&most=8"


def ready(page: Any) -> Any:
    page.wait_for_selector("#gmlabel")
    return page


def xp(page: Any) -> str:
    return page.inner_text("#gmxp")


def wait_xp(page: Any, value: str) -> None:
    page.wait_for_function("x => document.getElementById('gmxp')?.textContent === x", arg=value)


def test_a_moderate_undead_fight_in_four_clicks(site, open_page):
    page = open_page(f"{site.url}/?lang=en")
    page.click("nav#nav a[href^='/gm']")  # 1: the section opens the builder, 5 of level 3, moderate
    ready(page)
    page.select_option("#gmkinds", "undead")  # 2
    page.wait_for_function("location.search.includes('kinds=undead')")
    page.click("#gmbuild")  # 3
    page.wait_for_selector(".mon tr[data-code]")
    assert page.get_attribute("#gmlabel", "data-label") == "moderate"
    assert "left" in page.inner_text("#gmleft") or "exactly" in page.inner_text("#gmleft")
    codes = page.locator(".mon tr[data-code]").evaluate_all("all => all.map(r => r.dataset.code)")
    assert all(page.query_selector(f"#gmlib-{code}") for code in codes)


def test_counts_are_judged_at_once_and_back_is_undo(site, open_page):
    page = ready(open_page(f"{site.url}{CRYPT}&lang=en"))
    assert (xp(page), page.inner_text("#gmlabel")) == ("1,100", "Moderate")
    page.click("#gmn-skeleton-more")
    wait_xp(page, "1,150")
    assert page.inner_text("#gmlabel") == "High"
    assert "25 XP over" in page.inner_text("#gmleft")
    page.go_back()
    wait_xp(page, "1,100")
    page.fill("#gmn-skeleton", "40")
    page.press("#gmn-skeleton", "Enter")
    wait_xp(page, "2,800")
    assert page.get_attribute("#gmlabel", "data-label") == "beyond_high"
    assert "skeleton.40" in page.url


def test_a_link_opens_the_same_in_the_other_language(site, open_page):
    page = ready(open_page(f"{site.url}{CRYPT}&hp=5&lang=en"))
    other = ready(open_page(page.url.replace("lang=en", "lang=ja"), lang="ja"))
    assert other.inner_text("#gmlabel") == "中"
    assert xp(other) == xp(page)
    page.click("#langs [data-lang=ja]")
    page.wait_for_function("document.getElementById('gmlabel')?.textContent === '中'")
    assert "ワイト" in page.inner_text(".mon")
    page.click("#gmdice")
    assert page.locator(".gmdice li").count() == 8
    assert page.locator(".gmdie").count() == 11 + 3 + 12


def test_faults_stand_at_their_fields_and_the_input_stays(site, open_page):
    url = f"{site.url}/gm/encounter?p=5x30*41x3&e=wightt.3*skeleton.-6&lang=ja"
    page = open_page(url, lang="ja")
    page.wait_for_selector(".fault")
    fields = page.locator(".fault").evaluate_all("all => all.map(f => f.dataset.field)")
    assert sorted(fields) == [
        "meetings[0].monsters[0]",
        "meetings[0].monsters[1]",
        "party[0].level",
        "party[1].count",
    ]
    assert page.input_value("#gmlevel-0") == "30"
    assert "Wight (ワイト)" in page.inner_text("[data-field='meetings[0].monsters[0]']")
    page.fill("#gmlevel-0", "3")
    page.press("#gmlevel-0", "Enter")
    page.wait_for_function("!document.querySelector(\"[data-field='party[0].level']\")")
    page.fill("#gmcount-1", "0")
    page.press("#gmcount-1", "Enter")
    page.wait_for_selector("#gmlabel")


def test_one_player_absent_is_applied(site, open_page):
    page = ready(open_page(f"{site.url}{CRYPT}&lang=en"))
    page.click("#gmabsent-3")
    wait_xp(page, "900")
    assert page.input_value("#gmcount-0") == "4"
    assert page.inner_text("#gmleft") == "exactly the budget"


def test_the_library_filters_and_adds_by_keyboard(site, open_page):
    page = ready(open_page(f"{site.url}{CRYPT}&lang=en"))
    page.keyboard.press("/")
    page.keyboard.type("アンデッド cr2")
    page.wait_for_function("document.getElementById('gmfound')?.textContent === '4 / 330'")
    assert page.inner_text("#gmfound") == "4 / 330"
    page.focus("#gmlib-ghast")
    page.keyboard.press("Enter")
    wait_xp(page, "1,550")
    page.go_back()
    wait_xp(page, "1,100")
    page.fill("#gmq", "")
    page.check("#gmfits")
    page.wait_for_function("document.querySelectorAll('.lib tbody tr').length < 100")
    assert page.locator(".lib .no").count() == 0


def test_an_own_pool_by_name_in_either_language(site, open_page):
    page = ready(open_page(f"{site.url}/gm/encounter?p=4x1&d=low&lang=en"))
    page.click(".gmpoolbox summary")
    page.fill("#gmpool", "Giant Wasp\nジャイアント・ラット\nogr")
    page.dispatch_event("#gmpool", "change")
    page.wait_for_selector("[data-field='pool[2]']")
    assert "Ogre" in page.inner_text("[data-field='pool[2]']")
    page.fill("#gmpool", "Giant Wasp\nジャイアント・ラット")
    page.dispatch_event("#gmpool", "change")
    page.wait_for_function("location.search.includes('pool=giant_wasp*giant_rat')")
    page.click("#gmbuild")
    wait_xp(page, "200")
    codes = set(page.locator(".mon tr[data-code]").evaluate_all("all => all.map(r => r.dataset.code)"))
    assert codes <= {"giant_wasp", "giant_rat"}


def test_a_dungeon_is_summed_beside_one_budget_and_says_so(site, open_page):
    page = ready(open_page(f"{site.url}{CRYPT}&e=ogre.1~Gate&lang=en"))
    page.click("#gmdungeon")
    assert page.inner_text("#gmtotal") == "1,550 XP"
    assert "no budget for a whole day" in page.inner_text("#gmnoday")
    page.keyboard.press("Escape")
    page.wait_for_selector("#gmnoday", state="detached")
    page.click("#gmtab-1")
    wait_xp(page, "450")
    assert page.input_value("#gmname") == "Gate"


@pytest.mark.parametrize(
    ("ending", "word"), [("md", "| Wight | 3 |"), ("csv", "Wight,3,14"), ("json", '"wight"')]
)
def test_exports_are_files_with_the_licence(site, open_page, ending, word):
    page = ready(open_page(f"{site.url}{CRYPT}&lang=en"))
    page.click("#gmexport")
    with page.expect_download() as caught:
        page.click(f"#gmsave-{ending}")
    assert caught.value.suggested_filename == f"Encounter_1.{ending}"
    text = Path(caught.value.path()).read_text(encoding="utf-8")
    assert word in text
    assert "Creative Commons Attribution 4.0" in text


def test_pieces_go_to_the_clipboard_and_the_sheet_to_the_session(site, open_page):
    page = open_page(f"{site.url}{CRYPT}&lang=en", permissions=["clipboard-read", "clipboard-write"])
    ready(page)
    page.click("#gmexport")
    page.wait_for_selector("#gmpiece-7")
    page.click("#gmpiece-2")
    page.wait_for_selector("#gmpiece-2.done")
    piece = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert (piece["kind"], piece["data"]["name"]) == ("character", "Skeleton 1")
    assert "Creative Commons" in piece["data"]["memo"]
    page.keyboard.press("Escape")
    page.click("#gmsession")
    page.wait_for_function("localStorage.getItem('meikyu.gm.session')")
    kept = json.loads(page.evaluate("localStorage.getItem('meikyu.gm.session')"))
    assert [item["kind"] for item in kept] == ["encounter"]
    assert "Creative Commons" in kept[0]["attribution"]


def test_a_phone_shows_the_verdict_first_and_fits(site, open_page):
    page = ready(open_page(f"{site.url}{CRYPT}&lang=ja", width=390, height=844, lang="ja"))
    assert page.locator(".gmmeeting .verdict").bounding_box()["y"] < 250
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click("#gmthumb-inputs")
    assert page.is_visible("#gmbuild")
    assert not page.is_visible("#gmlabel")
    page.click("#gmthumb-bestiary")
    page.fill("#gmq", "ゾンビ")
    page.click("#gmlib-zombie")
    page.click("#gmthumb-meeting")
    wait_xp(page, "1,150")
    keys = page.locator(".thumb .btn, .mon .stepper button")
    heights = keys.evaluate_all("all => all.map(k => k.getBoundingClientRect().height)")
    assert heights
    assert min(heights) >= 44


@pytest.mark.parametrize(("lang", "word"), [("en", "Wight"), ("ja", "ワイト")])
def test_print_shows_the_sheet_and_the_licence(site, open_page, lang, word):
    page = ready(open_page(f"{site.url}{CRYPT}&lang={lang}", lang=lang))
    page.wait_for_selector("#gmprint", state="attached")
    page.emulate_media(media="print")
    assert word in page.inner_text("#gmprint")
    assert page.is_visible(".gmfoot")
    assert not page.is_visible("#gminputs")
    assert not page.is_visible("header.top")


def test_a_phone_shows_what_was_built_and_the_list_stays_in_its_panel(site, open_page):
    page = open_page(f"{site.url}/gm/encounter?p=5x3&lang=en", width=390, height=844)
    ready(page)
    page.click("#gmthumb-inputs")
    page.click("#gmbuild")
    page.wait_for_selector(".mon [data-code]", state="visible")
    assert page.is_visible("#gmlabel")
    page.click("#gmthumb-bestiary")
    panel = page.locator("#gmbestiary").bounding_box()
    foot = page.locator(".gmfoot").bounding_box()
    ends = [panel["y"] + panel["height"]]
    for inner in (".gmlist", ".gmideas"):
        box = page.locator(inner).bounding_box()
        ends.append(box["y"] + box["height"])
    assert max(ends) == ends[0]
    assert ends[0] <= foot["y"]
