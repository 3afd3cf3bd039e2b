"""The frame of every page: top bar, navigation, language, settings, help, landmarks.

Use `with shell.frame(request, "keep"): ...`. `static/shell.js` is the other half: `window.meikyu` with the
language, the settings and keys, and `meikyu.open("jobs" | "manage" | "help" | "settings")`, laying a panel
over any page.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from typing import NamedTuple

from nicegui import app, ui
from starlette.requests import Request

from meikyu.errors import Text
from meikyu.web.i18n import attributes, language_of, say
from meikyu.web.state import HOUSE


class Section(NamedTuple):
    """One entry of the navigation.

    Args:
        id: short name.
        label: what the bar shows.
        path: its page.
        book: the book whose rules stand in for the page while there is none; empty where no book does.
    """

    id: str
    label: Text
    path: str
    book: str


SECTIONS = (
    Section("keep", Text("Keep", "魔殿"), "/keep", "keep"),
    Section("prison", Text("Prison", "牢"), "/prison", "prison"),
    Section("gm", Text("GM tools", "GM道具"), "/gm", "toolbox"),
    Section("floor2", Text("2nd Floor", "2F解除"), "/floor2", "floor2"),
    Section("table", Text("Table", "戦場"), "/table", "table"),
    Section("rules", Text("Rules", "仕組み辞典"), "/rules", ""),
    Section("lab", Text("Lab", "実験"), "/lab", ""),
)

COLOURS = {
    "primary": "#f7ae4e",
    "secondary": "#262235",
    "accent": "#74d4d1",
    "dark": "#1b1826",
    "dark_page": "#0d0b13",
    "positive": "#5fc9a5",
    "negative": "#ff8a65",
    "info": "#8cc4ff",
    "warning": "#f4cf52",
}


STAND_INS: set[str] = set()
"""Paths where only a way on to the rules is registered (`pages.section`)."""


def is_built(path: str) -> bool:
    """Whether a page of its own is registered at `path`."""
    return path not in STAND_INS and any(str(getattr(r, "path", "")) == path for r in app.routes)


@contextmanager
def frame(
    request: Request | None,
    active: str,
    *,
    title: Text | None = None,
    bare: bool = False,
    scripts: tuple[str, ...] = (),
    styles: tuple[str, ...] = (),
) -> Generator[str]:
    """Put the page's frame up and open its main region; gives the language to begin with.

    Args:
        request: the request of the page, for its language.
        active: id of the section that is shown as the present one; empty for none.
        title: the page's title beside the name of the house.
        bare: leave the main region without gutter and scroll bar (the map lays itself out).
        scripts: ES modules of the page below `/static`, or absolute addresses.
        styles: its style sheets, likewise.
    """
    lang = language_of(request, HOUSE.lang)
    _head(lang, title, scripts, styles)
    ui.colors(**COLOURS)
    skip = say(Text("Skip to the main part", "本文へ移る"), "a", "skip", href="#main")
    skip.props["tabindex"] = "0"
    with attributes(ui.element("header").classes("top"), role="banner"):
        _brand()
        _navigation(active)
        _right_side(lang)
    shape = "stagebody" if bare else "pagebody"
    with attributes(ui.element("main").classes(shape), id="main", tabindex="-1"):
        yield lang
    attributes(ui.element("div").classes("sr"), id="live", role="status", aria_live="polite")
    attributes(ui.element("div").classes("sr"), id="alert", role="alert", aria_live="assertive")


def _head(lang: str, title: Text | None, scripts: tuple[str, ...], styles: tuple[str, ...]) -> None:
    name = Text("Meikyu", "迷宮")
    full = Text(f"{title.en} · Meikyu", f"{title.ja}・迷宮") if title else name
    facts = {"lang": lang, "title": full._asdict()}
    sheets = "".join(
        f'<link rel="stylesheet" href="{_address(s)}">' for s in ("tokens.css", "app.css", *styles)
    )
    modules = "".join(
        f'<script type="module" src="{_address(s)}"></script>' for s in ("shell.js", "maze.js", *scripts)
    )
    ui.page_title(full.say(lang))
    ui.add_head_html(
        f"<script>document.documentElement.lang={json.dumps(lang)};"
        f"window.meikyuPage={json.dumps(facts)}</script>{sheets}{modules}"
    )


def _address(name: str) -> str:
    return name if name.startswith("/") else f"/static/{name}"


def icon(tile: str, px: int, alt: Text | None = None, classes: str = "") -> ui.element:
    """A tile as a picture, in a whole multiple of its 16 pixels."""
    made = ui.element("img").classes(f"pix {classes}".strip())
    attributes(made, src=f"/icon/{tile}.png", width=px, height=px)
    made.props["alt"] = ""
    if alt is not None:
        attributes(made, alt=alt)
    return made


def _brand() -> None:
    with attributes(
        ui.element("a").classes("brand"), href="/", aria_label=Text("Meikyu: start", "迷宮：はじめの画面")
    ):
        icon("ui_maze", 32)
        say(Text("迷宮", "迷宮"))
        say(Text("Meikyu", "Meikyu"), "small")


def _navigation(active: str) -> None:
    burger = say(Text("☰", "☰"), "button", "burger", type="button", id="burger", aria_expanded="false")
    attributes(burger, aria_label=Text("Sections", "部門を開く"), aria_controls="nav")
    with attributes(ui.element("nav").classes("nav"), id="nav", aria_label=Text("Sections", "部門")):
        for section in SECTIONS:
            path = section.path
            if not is_built(path) and section.book:
                path = f"/rules?book={section.book}&for={section.id}"
            link = say(section.label, "a", "on" if section.id == active else "", href=path)
            if section.id == active:
                attributes(link, aria_current="page")


def _right_side(lang: str) -> None:
    with ui.element("div").classes("end"):
        attributes(ui.element("span").classes("conn"), id="conn", role="status")
        with attributes(
            ui.element("div").classes("seg"), role="group", aria_label=Text("Language", "言語"), id="langs"
        ):
            for code, label in (("ja", "日本語"), ("en", "EN")):
                button = say(Text(label, label), "button", type="button", lang=code)
                attributes(button, aria_pressed="true" if code == lang else "false", data_lang=code)
                button.classes("on" if code == lang else "")
        for name, sign, label in (
            ("settings", "⚙", Text("Settings", "設定")),
            ("help", "?", Text("Rules and help", "仕組みと手引き")),
        ):
            button = say(Text(sign, sign), "button", "btn sm ghost sq", type="button", data_open=name)
            attributes(button, aria_label=label, title=label)
