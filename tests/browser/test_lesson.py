from __future__ import annotations

from typing import Any


def test_the_lesson_plays_on_the_map_and_is_taken_up_again(keep: Any, page: Any) -> None:
    page.goto(f"{keep.url}/keep?lang=en&lesson=1")
    page.wait_for_selector(".lesson h3")
    assert "Mark rock" in page.inner_text(".lesson")
    mark = """async () => {
        for (let y = 8; y < 56; y++) for (let x = 8; x < 56; x++)
            if ((await meikyu.command('mark_dig', {cells: [[x, y]]})).ok) return true;
        return false;
    }"""
    assert page.evaluate(mark)
    page.wait_for_function("document.querySelector('.lesson h3')?.textContent.includes('Start the clock')")
    page.get_by_role("button", name="Leave the lesson for now").click()
    page.wait_for_selector(".lesson.folded")
    page.goto(f"{keep.url}/keep?lang=ja")
    page.wait_for_selector(".lesson.folded button")
    assert "1/9" in page.inner_text(".lesson")
    page.click(".lesson button")
    page.wait_for_selector(".lesson h3")
    assert "時計を進めて見守る" in page.inner_text(".lesson")


def test_on_a_phone_the_clock_stays_in_sight(keep: Any, open_page: Any) -> None:
    page = open_page(f"{keep.url}/keep?lang=en&lesson=1", width=390, height=844)
    page.wait_for_selector(".lesson h3, .lesson.folded button")
    page.wait_for_selector(".clock button")
    clock, card = page.locator(".clock").bounding_box(), page.locator(".lesson").bounding_box()
    assert card["y"] >= clock["y"] + clock["height"]
    assert card["y"] + card["height"] <= page.locator(".tools").bounding_box()["y"]
