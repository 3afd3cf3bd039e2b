"""Dungeon 2nd Floor in a browser: one bomb from start to solve, and expert and defuser in two pages."""

from typing import Any

ZONES = "RYGBM"


def see(page: Any, led: str) -> None:
    """Enter what the LED shows into the sheet and wait until the sheet has it."""
    page.click(f"#f2see-{'W' if led == '!' else led}")
    page.wait_for_selector("#f2seq" if led == "!" else "#f2move")


def led_of(page: Any) -> str:
    return page.get_attribute("#f2led", "data-led")


def stage_of(page: Any) -> str:
    return page.inner_text("#f2stage")


def press(page: Any, button: str) -> None:
    page.click(f"#f2-{button}")


def settle(page: Any, before: tuple[str, str]) -> None:
    """Wait until stage or LED have moved on."""
    page.wait_for_function(
        "([stage, led]) => document.querySelector('#f2stage').textContent !== stage"
        " || document.querySelector('#f2led').dataset.led !== led",
        arg=list(before),
    )


def test_floor2_one_bomb(serve, open_page):
    page = open_page(f"{serve().url}/floor2?lang=en")
    page.wait_for_selector("#f2led")
    page.click("#newbomb")
    page.fill("#f2seed", "20417")
    page.select_option("#f2diff", "calm")
    page.click("#f2begin")
    page.wait_for_function("document.body.innerText.includes('20417')")
    page.click("#f2copy")
    page.wait_for_selector("#f2see-R")
    for _ in range(40):
        led, stage = led_of(page), stage_of(page)
        if led == "":
            break
        see(page, led)
        if led == "!":
            presses = page.get_attribute("#f2seq", "data-seq")
            assert page.inner_text("#f2enemy")
        else:
            page.wait_for_function(f"document.querySelectorAll('.f2 .stg .d').length === {int(stage)}")
            presses = page.get_attribute("#f2move", "data-move")
        for button in presses:
            press(page, button)
        settle(page, (stage, led))
    assert page.inner_text("#f2strikes") == "Strikes 0 / 99"
    assert page.inner_text(".f2 .overword") == "Solved"
    assert not page.query_selector("#f2done")  # calculated is not solved
    page.click("#f2confirm")
    page.wait_for_selector("#f2done")
    page.click(".f2 .logbox summary")
    assert page.inner_text("#f2log").rstrip().endswith("Module solved")


def test_floor2_expert_and_defuser(serve, open_page):
    server = serve()
    alone = open_page(f"{server.url}/floor2?lang=en")
    alone.wait_for_selector("#f2led")
    alone.click("text=Invite partner")
    links = {seat: alone.input_value(f"#link-{seat}") for seat in ("defuser", "expert")}
    defuser = open_page(f"{links['defuser']}?lang=ja", lang="ja")
    expert = open_page(f"{links['expert']}?lang=en", width=390, height=844)
    defuser.wait_for_selector("#f2led")
    expert.wait_for_selector("#f2serial")
    assert not defuser.query_selector(".sheet")
    assert not expert.query_selector(".dev")

    # a word without sound is seen before the sheet has its bomb
    defuser.click(".f2 .tags button:has-text('もう一度')")
    expert.wait_for_selector("text=Say it again")

    # what is told by voice: the edgework, wrong at first
    expert.fill("#f2serial", "ABCDEF")
    expert.fill("#f2batteries", "0")
    expert.select_option("#f2bob", "no")
    expert.click("#f2bomb")
    assert "six characters" in expert.inner_text(".f2 .fault")
    assert expert.input_value("#f2serial") == "ABCDEF"
    serial = defuser.inner_text("#f2edgeserial")
    tags = defuser.inner_text(".f2 .edge .tags")
    batteries = tags.split("電池 ")[1].split()[0]
    expert.fill("#f2serial", serial.lower())
    expert.fill("#f2batteries", batteries)
    expert.select_option("#f2bob", "yes" if "BOB" in tags else "no")
    expert.click("#f2bomb")
    expert.wait_for_selector("#f2see-R")

    for _ in range(6):
        led, stage = led_of(defuser), stage_of(defuser)
        see(expert, led)
        if led == "!":
            sequence = expert.get_attribute("#f2seq", "data-seq")
            wrong = next(b for b in "SBLFR" if b != sequence[0])
            press(defuser, wrong)
            defuser.wait_for_function("/[1-9] \\/ 3/.test(document.querySelector('#f2strikes')?.textContent)")
            for place, button in enumerate(sequence, 1):
                press(defuser, button)
                expert.click("#f2seq .cur button")
                expert.wait_for_function(f"document.querySelectorAll('#f2seq .done').length === {place}")
            settle(defuser, (stage, led))
            break
        expert.wait_for_function(f"document.querySelectorAll('.f2 .stg .d').length === {int(stage)}")
        press(defuser, expert.get_attribute("#f2move", "data-move"))
        settle(defuser, (stage, led))
    else:
        raise AssertionError("no fight in six steps: gaps are three stages at most")

    # an earlier colour corrected, and undone with the keyboard
    before = expert.inner_text(".f2 .strip")
    expert.keyboard.press("z")
    expert.wait_for_function(f"document.querySelectorAll('#f2seq .done').length === {len(sequence) - 1}")
    expert.click(".f2 .stg:nth-child(1) button")
    expert.click(".f2 .obs.px [data-c=M]")
    expert.wait_for_function("document.querySelector('.f2 .stg')?.classList.contains('zM')")
    assert expert.inner_text(".f2 .strip") != before
    defuser.click(".f2 .tags button:has-text('もう一度')")
    expert.wait_for_selector("text=Say it again")
    defuser.reload()
    defuser.wait_for_selector("#f2led")
    alone.wait_for_function(
        "stage => document.querySelector('#f2stage').textContent === stage", arg=stage_of(defuser)
    )


def test_a_fault_under_one_field_leaves_the_row_straight(site, open_page):
    page = open_page(f"{site.url}/floor2?lang=en")
    page.fill("#f2serial", "ABCDEF")
    page.fill("#f2batteries", "-5")
    page.select_option("#f2bob", "no")
    page.click("#f2bomb")
    page.wait_for_selector(".bombform .fault >> nth=1")
    assert page.locator(".bombform .fault").count() == 2
    assert "0 to" in page.locator(".bombform .fault").nth(1).inner_text()
    assert page.evaluate("document.activeElement.id") == "f2serial"
    assert page.input_value("#f2batteries") == "-5"
    fields = ("#f2serial", "#f2batteries", "#f2bob", "#f2bomb")
    tops = [page.locator(field).bounding_box()["y"] for field in fields]
    assert max(tops) - min(tops) < 2


def test_hints_alone_solve_a_bomb_and_never_tell_what_is_past(site, open_page):
    page = open_page(f"{site.url}/floor2?lang=en")
    page.wait_for_selector("#f2led")
    page.click("#newbomb")
    page.fill("#f2seed", "-1")
    page.click("#f2begin")
    page.wait_for_selector(".f2dialog .fault")  # it stays, and says what is wrong
    assert page.input_value("#f2seed") == "-1"
    page.fill("#f2seed", "20417")
    page.select_option("#f2diff", "calm")
    page.click("#f2begin")
    page.wait_for_function("document.body.innerText.includes('20417')")
    for _ in range(80):
        if page.query_selector(".f2 .overword"):
            break
        page.click("#f2hint")
        page.wait_for_selector("#f2hintword")
        for part in ("#f2hintword", ".f2 .hint .why li:last-child", "#f2led"):
            box = page.locator(part).bounding_box()
            assert 0 <= box["y"] <= 800 - box["height"], part
        page.click(f"#f2-{page.get_attribute('#f2hintword', 'data-press')}")
        page.wait_for_selector("#f2hintword", state="detached")
    assert page.inner_text("#f2strikes") == "Strikes 0 / 99"
    assert page.inner_text(".f2 .overword") == "Solved"
    page.click(".f2 .logbox summary")
    assert "Shadow of the Rabbit" in page.inner_text(".f2 .logbox table")


def test_a_phone_has_the_leds_keys_right_below_the_answer(site, open_page):
    page = open_page(f"{site.url}/floor2?lang=ja", lang="ja", width=390, height=844)
    page.wait_for_selector("#f2led")
    page.click("#newbomb")  # a phone can begin a bomb and invite a partner too
    page.fill("#f2seed", "7")
    page.click("#f2begin")
    page.wait_for_function("document.querySelector('.f2 .sub')?.innerText.includes('種 7')")
    page.click("text=相棒を招く")
    assert page.input_value("#link-expert")
    page.keyboard.press("Escape")
    page.click("#f2copy")
    page.wait_for_selector("#f2see-R")
    page.click("text=分析役")
    page.click(".f2 .codex summary")
    box = page.locator(".f2 .codex tbody").bounding_box()
    assert box["x"] + box["width"] <= 390
    page.click(".f2 .codex summary")
    see(page, "B")
    for key in ("R", "W"):
        box = page.locator(f"#f2see-{key}").bounding_box()
        assert box["y"] + box["height"] < page.locator(".f2 .sheet .thumb").bounding_box()["y"]
    for colour in "YGRYGRYB":
        see(page, colour)
    page.wait_for_selector(".f2 .stg.now:nth-child(9)")
    for stage in (8, 9, 10):
        box = page.locator(f".f2 .stg:nth-child({stage})").bounding_box()
        assert 0 < box["x"] <= 390 - box["width"]
