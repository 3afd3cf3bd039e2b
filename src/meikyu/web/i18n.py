"""Languages of the page: which one a reader wants, and texts that carry both.

Server-made pages hold both languages side by side; the style sheet shows the one of `<html lang>`. So the
switch works at once, keeps state and place, and costs no request. ES modules ask again with `?lang=`.
"""

from __future__ import annotations

from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement
from starlette.requests import Request

from meikyu.errors import Text

LANGS = ("ja", "en")
COOKIE = "meikyu_lang"


def language_of(request: Request | None, default: str = "ja") -> str:
    """The reader's language: `?lang=`, else the remembered choice, else the browser's, else the default."""
    if request is None:
        return default
    for wanted in (request.query_params.get("lang"), request.cookies.get(COOKIE)):
        if wanted in LANGS:
            return wanted
    for part in request.headers.get("accept-language", "").split(","):
        tag = part.split(";")[0].strip().lower()[:2]
        if tag in LANGS:
            return tag
    return default


class _Words(TextElement):
    """One language's span of a text that is there in both."""

    def __init__(self, text: str, lang: str) -> None:
        super().__init__(tag="span", text=text)
        self._props["lang"] = lang
        self._props["data-l"] = lang


def say(text: Text, tag: str = "span", classes: str = "", **props: Any) -> ui.element:
    """An element that reads `text` in the language of the page.

    Args:
        text: what it says.
        tag: its HTML tag.
        classes: its CSS classes.
        props: HTML attributes; a Text value becomes an attribute in the language of the page.
    """
    made = ui.element(tag)
    if classes:
        made.classes(classes)
    attributes(made, **props)
    with made:
        if text.en == text.ja:
            TextElement(tag="span", text=text.en)
        else:
            _Words(text.ja, "ja")
            _Words(text.en, "en")
    return made


def attributes(made: ui.element, **props: Any) -> ui.element:
    """Set attributes; `aria_label` is written `aria-label`, and a Text follows the language of the page."""
    for key, value in props.items():
        name = key.rstrip("_").replace("_", "-")
        if isinstance(value, Text):
            made.props[f"data-{name}-en"] = value.en
            made.props[f"data-{name}-ja"] = value.ja
            made.props[name] = value.en if value.en == value.ja else f"{value.ja} / {value.en}"
        elif value is not None and value is not False:
            made.props[name] = value
    return made
