"""The journey desk in a browser: a new user's route, a few days of it, undone, kept, shared, printed."""

import json

import pytest


def go(open_page, site, query="", **more):
    page = open_page(f"{site.url}/gm/journey?lang={more.get('lang', 'en')}{query}", **more)
    page.wait_for_selector("#gjverdict")
    return page


def day(page, number):
    page.wait_for_function(f"document.querySelector('#gjverdict b')?.textContent === 'Day {number}'")


def hours(page, number):
    page.focus("#gjhours")
    page.evaluate(
        "h => { const s = document.getElementById('gjhours'); s.value = h;"
        " for (const kind of ['input', 'change']) s.dispatchEvent(new Event(kind)); }",
        number,
    )
    page.wait_for_function(
        f"document.querySelector('.gjmarch output')?.textContent.startsWith('{number} h ·')"
    )


def test_a_route_is_made_and_two_days_are_played(open_page, site):
    page = go(open_page, site)
    page.select_option("#gjterrain-0", "swamp")
    page.wait_for_function("document.querySelector('#gjpace-fast')?.getAttribute('aria-disabled') === 'true'")
    assert page.get_attribute("#gjpace-normal", "aria-checked") == "true"  # the good road
    page.uncheck("#gjroad-0")
    page.wait_for_function("document.querySelector('#gjpace-slow')?.getAttribute('aria-checked') === 'true'")
    assert "Swamp allows: Slow" in page.inner_text(".gjpace")
    hours(page, 9)
    page.wait_for_function("document.querySelector('#gjodds')?.innerText.startsWith('7.5 %')")
    assert "3003/40000" in page.inner_text("#gjodds")  # 12, 14, 11, 10 and 13 in 20
    page.click("#gjmarch")
    day(page, 2)
    assert "20 mi" in page.inner_text(".gjday.past")
    log = page.inner_text(".gjlogday >> nth=-1")
    assert log.count("vs DC 11") == 5
    assert "SRD-TRV-13" in log
    page.click("#gjfate-0")
    page.click("[data-move='expose-0-cackle_fever-tainted_drink']")
    page.wait_for_function(
        "document.querySelector('[data-who=\"0\"]').innerText.includes('Cackle Fever: symptoms in')"
    )
    page.click("#gjrest")
    day(page, 3)
    assert "Cackle Fever" in page.inner_text(".gjpeople")


def test_undo_back_and_the_link_bring_the_same_dice_again(open_page, site):
    page = go(open_page, site, "&s=forest.3.road&c=Ann~c0~h12&c=Bo~c2~h20&seed=11&h=10")
    page.click("#gjmarch")
    day(page, 2)
    first = page.inner_text(".gjpeople")
    page.focus("#gjmarch")
    page.keyboard.press("z")
    day(page, 1)
    page.click("#gjmarch")
    day(page, 2)
    assert page.inner_text(".gjpeople") == first
    page.go_back()
    day(page, 1)
    page.go_forward()
    day(page, 2)
    link = page.url
    other = open_page(link)
    other.wait_for_selector("#gjverdict")
    day(other, 2)
    assert other.inner_text(".gjpeople") == first
    other.click(".gjday.past button")
    day(other, 1)


def test_faults_of_an_address_are_all_told(open_page, site):
    page = open_page(f"{site.url}/gm/journey?lang=ja&s=forest.0&s=waterborne.1&c=Ann~c400", lang="ja")
    page.wait_for_selector(".fault")
    fields = page.eval_on_selector_all(".fault", "all => all.map(f => f.dataset.field)")
    assert fields == ["stages[0].days", "stages[1].vehicle", "party[0].con_save"]
    assert "整数" in page.inner_text(".fault >> nth=0")
    page.click("#gjdays-0-more")
    page.wait_for_function("document.querySelectorAll('.fault').length === 2")
    page.select_option("#gjterrain-1", "hill")
    page.wait_for_function("document.querySelectorAll('.fault').length === 1")
    page.fill("#gjcon_save-0", "4")
    page.press("#gjcon_save-0", "Enter")
    page.wait_for_selector("#gjverdict")
    assert page.query_selector_all(".fault") == []


def test_a_changed_route_tells_which_moves_no_longer_fit(open_page, site):
    page = go(open_page, site, "&s=grassland.3.road&c=Ann&m=mf8*2&seed=3")
    day(page, 3)
    page.select_option("#gjterrain-0", "mountain")
    page.wait_for_selector("#gjcut")
    assert "Only 0 of 2 moves fit" in page.inner_text(".gjstop")
    page.click("#gjcut")
    page.wait_for_function("!document.querySelector('#gjcut')")
    day(page, 1)


def test_weather_vessels_and_the_table_of_odds(open_page, site):
    page = go(open_page, site, "&s=waterborne.2.v-sailing_ship&c=Ann&seed=3")
    assert "The vessel sets the speed" in page.inner_text(".gjpace")
    hours(page, 24)
    assert "48 mi" in page.inner_text("#gjmarch")
    page.select_option("#gjtoday-wind", "against")
    page.wait_for_function("document.querySelector('#gjmarch')?.textContent.includes('24 mi')")
    page.focus("#gjmarch")
    page.keyboard.press("t")
    page.wait_for_selector(".gjtable")
    assert len(page.query_selector_all(".gjtable tbody tr")) == 24
    page.click("#langs [data-lang=ja]")
    page.wait_for_function("document.querySelector('#gjverdict')?.textContent.includes('1日目')")
    assert "乗り物しだい" in page.inner_text(".gjpace")


def test_kept_exported_opened_and_added_to_the_session(open_page, site, tmp_path):
    page = go(open_page, site, "&s=hill.4.road&c=Ann~c1&m=mn8*2&seed=5")
    day(page, 3)
    page.click("#gmexport")
    page.fill("#gjname", "The hills")
    page.click("#gjkeep")
    assert "The hills" in page.inner_text(".gjkept")
    with page.expect_download() as found:
        page.click("#gmsave-json")
    path = tmp_path / "journey.json"
    found.value.save_as(path)
    told = json.loads(path.read_text())
    assert told["format"] == "meikyu.journey"
    assert "System Reference Document" in told["attribution"]
    page.click("#gmsessionhere")
    page.wait_for_function("JSON.parse(localStorage.getItem('meikyu.gm.session') || '[]').length === 1")
    page.set_input_files("#gjfile", {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"})
    page.wait_for_function("document.querySelector('.gmdialog .fault')?.textContent.includes('no journey')")
    page.click("#gjnew")
    day(page, 1)
    page.click("#gmexport")
    page.set_input_files("#gjfile", path)
    day(page, 3)
    page.reload()
    day(page, 3)
    page.emulate_media(media="print")
    page.wait_for_selector("#gmprint h1")
    printed = page.inner_text("body")
    assert "The way" in printed
    assert "System Reference Document 5.2.1" in printed
    assert not page.is_visible("#gjmarch")
    again = page.context.new_page()
    again.goto(f"{site.url}/gm/journey?lang=en")
    again.wait_for_selector("#gjverdict")
    assert again.inner_text("#gjverdict b") == "Day 3"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_phone_shows_one_column_with_the_verdict_first(open_page, site, lang):
    page = go(open_page, site, lang=lang, width=390, height=844)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.is_visible("#gjmarch")
    assert not page.is_visible(".gjinputs")
    boxes = {i: page.locator(i).bounding_box() for i in ("#gjverdict", "#gjmarch", ".gjpace")}
    assert boxes["#gjverdict"]["y"] < boxes["#gjmarch"]["y"] < boxes[".gjpace"]["y"]
    assert boxes["#gjmarch"]["height"] >= 44
    page.click("#gjthumb-inputs")
    assert page.is_visible("#gjterrain-0")
    assert not page.is_visible("#gjmarch")
    page.click("#gjthumb-people")
    assert page.is_visible("#gjfate-0")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
