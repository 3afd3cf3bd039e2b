"""The desks in a browser: a session is prepared from the pages alone, with two languages and a phone."""

import json

BAND = "".join(
    f"&m={who}"
    for who in (
        "Aldis~5~2~0~1~58~2~0~0~14",
        "Bren~1~4~5~2~44~5~1~0~16",
        "Ciel~3~1~0~4~38~0~2~3~12",
        "Dorr~-1~0~1~0~31~1~4~5~10",
    )
)
"""A party in the address, as links had it before levels were told."""
PHONE = {"width": 390, "height": 844}


def ready(page, path, site, lang="en"):
    page.goto(f"{site.url}{path}{'&' if '?' in path else '?'}lang={lang}")
    page.wait_for_selector("#desk .g3")


def test_traps_odds_undo_and_dice(site, open_page):
    page = open_page(f"{site.url}/gm/traps?tier=5-10{BAND}&lang=en")
    page.wait_for_selector("#failbars")
    assert "693/32000" in page.inner_text(".odds")
    assert page.inner_text("#allsearch").endswith("97.8 %")
    page.click("#p0-dex-more")
    page.wait_for_function("document.querySelector('#p0-dex')?.value === '+6'")
    page.wait_for_function("document.querySelector('[data-member=\"0\"] .pf')?.textContent === '40 %'")
    page.go_back()
    page.wait_for_function("document.querySelector('#p0-dex')?.value === '+5'")
    page.click("#tier-11-16")
    page.wait_for_function("document.querySelector('#tier-11-16')?.ariaPressed === 'true'")
    assert "tier=11-16" in page.url
    page.click("h1")
    page.keyboard.press("r")
    page.wait_for_selector("#rolled")
    first = page.inner_text("#rolled")
    page.reload()  # the address holds the seed
    page.wait_for_selector("#rolled")
    assert page.inner_text("#rolled") == first
    page.click("h1")
    page.keyboard.press("t")
    assert page.is_visible("#failtable table")
    assert page.is_visible("#tiertable table")
    assert page.locator("#tierbars .vbar").count() == 4
    assert page.inner_text("#tierbars .vbar:has(.hi) span") == "11–16"


def test_what_players_see_has_no_number(site, open_page):
    page = open_page(f"{site.url}/gm/traps?lang=en")
    page.wait_for_selector("#toplayers")
    page.click("#toplayers")
    shown = page.inner_text("#playercard")
    assert shown
    assert "DC" not in shown
    assert "Collapsing" not in shown
    page.keyboard.press("Escape")
    assert not page.query_selector("#playercard")


def test_an_empty_party_and_faults_at_the_field(site, open_page):
    page = open_page(f"{site.url}/gm/traps?nobody=1&lang=en")
    page.wait_for_selector("#bonuses")
    page.click("#padd")
    page.wait_for_selector("#p0-hp")
    page.fill("#p0-hp", "0")
    page.press("#p0-hp", "Enter")
    page.wait_for_selector("[data-field='party[0].hp']")
    page.click("#langs [data-lang=ja]")
    page.wait_for_function(
        "document.querySelector(\"[data-field='party[0].hp']\").textContent.includes('範囲の外')"
    )


def test_a_contagion_day_by_day(site, open_page):
    page = open_page(f"{site.url}/gm/contagions?c=sewer_plague&seed=4&lang=en")
    page.wait_for_selector("#nextday")
    page.click("#nextday")
    page.wait_for_function("document.querySelectorAll('.day').length === 2")
    page.click("#set-0")
    page.fill("#hand-die", "1")
    page.click("#hand-ok")
    page.wait_for_selector(".day[data-day='1'][data-state=symptomatic]")
    page.click("#nextday")
    page.wait_for_function("document.querySelectorAll('.day').length === 3")
    page.click("#set-2")
    page.fill("#hand-die", "1")
    page.click("#hand-ok")
    page.wait_for_function("document.querySelectorAll('.day')[2]?.querySelectorAll('.pips .f').length === 2")
    assert "h=2.1" in page.url
    page.click("#toend")
    page.wait_for_function("['cured', 'dead'].includes(document.querySelector('#verdict')?.dataset.state)")
    assert page.is_visible("#areachart")


def test_a_background_is_built(site, open_page):
    page = open_page(f"{site.url}/gm/backgrounds?lang=en")
    page.wait_for_selector("#pick-str")
    assert page.get_attribute("#verdict", "data-valid") == "false"
    for code in ("str", "dex", "con", "alert", "athletics", "survival"):
        page.click(f"#pick-{code}")
        page.wait_for_selector(f"#pick-{code}[aria-pressed=true]")
    page.select_option("#tool", "herbalism_kit")
    page.wait_for_selector("#verdict[data-valid=true]")
    page.fill("#find", "spear")
    page.click("#buy-spear")
    page.wait_for_function("document.querySelector('#left')?.textContent === '49 GP'")


def test_a_session_from_the_pages_alone(site, open_page):
    page = open_page("about:blank", accept_downloads=True)
    traps = ("collapsing_roof", "hidden_pit", "poisoned_darts")
    for path in (
        *(f"/gm/traps?trap={trap}&tier=1-4" for trap in traps),
        "/gm/contagions?c=sewer_plague&days=2&who=Aldis",
        "/gm/hazards?hz=extreme_cold&h=3",
        "/gm/poisons?poison=torpor",
        "/gm/backgrounds?name=Lamplighter",
    ):
        ready(page, path, site)
        page.wait_for_selector("#gmsession:not([disabled])")
        page.click("#gmsession")
    page.goto(f"{site.url}/gm/session?lang=en")
    page.wait_for_selector(".sitem")
    kinds = page.locator(".sitem").evaluate_all("all => all.map(s => s.dataset.kind)")
    assert kinds == ["trap", "trap", "trap", "contagion", "hazard", "poison", "background"]
    page.fill("#stitle", "The old mine")
    page.press("#stitle", "Tab")
    with page.expect_download() as told:
        page.click("#savemd")
    text = told.value.path().read_text(encoding="utf-8")
    assert text.startswith("# The old mine")
    assert "Creative Commons" in text
    with page.expect_download() as told:
        page.click("#savejson")
    assert len(json.loads(told.value.path().read_text(encoding="utf-8"))["items"]) == 7
    page.emulate_media(media="print")
    printed = page.inner_text("#gmprint")
    heads = page.evaluate("[...document.querySelectorAll('#gmprint h2')].map(h => h.textContent)")
    assert heads == page.evaluate("[...document.querySelectorAll('.sitem h2')].map(h => h.textContent)")
    for word in ("The old mine", "Collapsing Roof", "Hidden Pit", "Poisoned Darts", "Sewer Plague"):
        assert word in printed
    assert page.is_visible(".gmfoot")
    page.emulate_media(media="screen")
    page.click(".sitem .gmx >> nth=0")
    page.wait_for_function("document.querySelectorAll('.sitem').length === 6")
    page.click("#undo")
    page.wait_for_function("document.querySelectorAll('.sitem').length === 7")
    page.reload()
    page.wait_for_selector(".sitem")
    assert page.locator(".sitem").count() == 7


def test_phones_show_one_column_and_nothing_runs_off(site, open_page):
    page = open_page("about:blank", **PHONE)
    for path in ("traps", "contagions", "poisons", "hazards", "backgrounds"):
        for lang in ("en", "ja"):
            ready(page, f"/gm/{path}", site, lang)
            page.wait_for_selector("#gmthumb-verdict")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, lang)
            assert page.is_visible(".p-verdict")
            assert not page.is_visible(".p-list")
            page.click("#gmthumb-list")
            page.wait_for_selector(".p-list", state="visible")
            assert not page.is_visible(".p-verdict")


CUT = """() => [
    ...[...document.querySelectorAll('.stack i')].filter(i => i.scrollWidth > i.clientWidth + 1),
    ...[...document.querySelectorAll('.gmfig text')].filter(text => {
        const box = text.getBBox();
        return box.x < 0 || box.x + box.width > text.ownerSVGElement.viewBox.baseVal.width;
    }),
].map(n => n.textContent)"""


def test_no_number_is_cut_and_every_area_has_its_name(site, open_page):
    page = open_page("about:blank")
    for lang in ("en", "ja"):
        for path, shown in (("/gm/hazards", ".stack i"), ("/gm/contagions", "#areachart")):
            ready(page, path, site, lang)
            page.wait_for_selector(shown)
            assert page.evaluate(CUT) == [], (path, lang)
        assert {"en": "still ill", "ja": "病のまま"}[lang] in page.text_content("#areachart")


def test_what_is_not_begun_is_no_fault(site, open_page):
    page = open_page("about:blank")
    ready(page, "/gm/backgrounds", site, "en")
    page.wait_for_selector("#step-abilities .hint")
    assert page.locator(".bstep .fault:not(.hint)").count() == 0
    page.click("#pick-str")
    page.wait_for_selector("#step-abilities .fault[role=alert]:not(.hint)")


def test_the_session_sheet_follows_the_language(site, open_page):
    page = open_page("about:blank")
    ready(page, "/gm/traps?trap=hidden_pit&tier=1-4", site, "ja")
    page.wait_for_selector("#gmsession:not([disabled])")
    page.click("#gmsession")
    for path in ("/gm/journey", "/gm/encounter?p=4x3"):
        page.goto(f"{site.url}{path}{'&' if '?' in path else '?'}lang=ja")
        page.wait_for_selector("#gjverdict" if "journey" in path else "#gmlabel")
        page.click("#gmsession")
        page.wait_for_function("document.querySelector('#gmsession')?.textContent.startsWith('加えました')")
    page.goto(f"{site.url}/gm/session?lang=ja")
    page.wait_for_selector(".sitem")
    assert page.locator(".sitem h2").all_inner_texts()[:2] == [
        "隠された落とし穴 (レベル1–4, 迷惑)",
        "旅・1日目",
    ]
    page.fill(".snote input >> nth=0", "鍵はここ")
    page.press(".snote input >> nth=0", "Tab")
    page.goto(f"{site.url}/gm/session?lang=en")
    page.wait_for_function("document.querySelector('.sitem h2')?.textContent.startsWith('Hidden Pit')")
    assert page.locator(".sitem").count() == 3
    page.wait_for_function("document.querySelectorAll('.sitem h2')[1]?.textContent === 'Journey, day 1'")
    printed = page.evaluate("document.querySelector('#gmprint').textContent")
    for word in ("Trigger", "Forest", "Party", "鍵はここ"):  # a person's note stays as it was typed
        assert word in printed
    for word in ("トリガー", "森林", "難易度"):
        assert word not in printed


def test_what_is_no_number_is_refused_aloud(site, open_page):
    page = open_page("about:blank")
    ready(page, "/gm/traps", site)
    page.wait_for_selector("#p0-dex")
    for typed in ("abc", "", "9" * 20):
        page.fill("#p0-dex", typed)
        page.press("#p0-dex", "Tab")
        assert page.input_value("#p0-dex") == "+5"
        told = page.inner_text(".fault.refused")
        assert "whole number" in told
        assert typed in told
    page.fill("#p0-dex", "6")
    page.press("#p0-dex", "Tab")
    page.wait_for_function("!document.querySelector('.fault.refused')")
    assert page.input_value("#p0-dex") == "+6"


def test_a_phone_shows_which_desk_is_open(site, open_page):
    page = open_page("about:blank", width=PHONE["width"], height=PHONE["height"])
    page.goto(f"{site.url}/gm/session?lang=en")
    page.wait_for_selector(".sempty")
    box = page.locator(".gmlinks [aria-current]").bounding_box()
    assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE["width"]


def test_all_desks_begin_with_one_party(site, open_page):
    page = open_page("about:blank")
    ready(page, "/gm/traps", site)
    page.wait_for_selector("#p0-name")
    names = page.locator(".pname").evaluate_all("all => all.map(f => f.value)")
    assert len(names) == 5
    page.goto(f"{site.url}/gm/encounter?lang=en")
    page.wait_for_selector("#gmlabel")
    assert (page.input_value("#gmcount-0"), page.input_value("#gmlevel-0")) == ("5", "3")
    page.goto(f"{site.url}/gm/journey?lang=en")
    page.wait_for_selector("#gjverdict")
    told = page.evaluate("new URLSearchParams(location.search).getAll('c').map(c => c.split('~')[0])")
    assert told == names
    # one goes at the trap desk, and is gone at the others
    ready(page, "/gm/traps", site)
    page.get_by_role("button", name="Remove Edda").click()
    page.wait_for_function("document.querySelectorAll('.pname').length === 4")
    page.goto(f"{site.url}/gm/encounter?lang=en")
    page.wait_for_selector("#gmlabel")
    assert page.input_value("#gmcount-0") == "4"


def test_a_phone_shows_the_session_sheet_whole_and_what_the_odds_are_of(site, open_page):
    page = open_page("about:blank", **PHONE)
    for lang, name in (("ja", "スパイク付き落とし穴"), ("en", "Spiked Pit")):
        ready(page, "/gm/traps?trap=spiked_pit&tier=1-4", site, lang)
        page.wait_for_selector("#gmthumb-verdict")
        assert page.is_visible("#gmsubject")
        assert name in page.inner_text("#gmsubject")
        page.click("#gmthumb-more")
        page.click(".gmmorelist button >> nth=0")
    page.goto(f"{site.url}/gm/session?lang=en")
    page.wait_for_selector(".sitem >> nth=1")
    parts = page.locator(".sitem, .sitem h2, .sitem .btn, .sitem .gmx, .sitem li")
    # all at one moment: the sheet is drawn again when its items have been answered
    ends = parts.evaluate_all("all => all.map(n => [n.getBoundingClientRect().right, n.innerText])")
    assert ends
    assert [told for right, told in ends if right > PHONE["width"]] == []
    page.click(".sitem .gmx >> nth=0")
    page.wait_for_function("document.querySelectorAll('.sitem').length === 1")
