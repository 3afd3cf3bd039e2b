"""Asking the toolbox for a page: answers in the reader's language, faults as (field of the page, words)."""

from __future__ import annotations

from typing import Any, NamedTuple

from meikyu.books import toolbox
from meikyu.core import asking
from meikyu.errors import InputError


class Fault(NamedTuple):
    """What is wrong with one field of a page: the field's own name there, and what people read."""

    field: str
    text: str


def ask(question: str, lang: str, /, **inputs: Any) -> dict[str, Any]:
    """The answer object of one of the toolbox's questions.

    Raises:
        InputError: bad input.
    """
    return asking.answer(toolbox.BOOK, question, inputs, lang=lang)


def words_of(error: InputError, lang: str) -> str:
    """What is wrong, without the question's own field names where it has no better words of its own."""
    plain = InputError(error.kind, error.field, error.got, error.allowed)
    if plain.say(lang) != error.say(lang):
        return error.say(lang).removeprefix(f"{error.field}: ").removeprefix(f"{error.field}：")
    return InputError(error.kind, "", error.got, error.allowed).say(lang)


def fault(question: str, lang: str, place: str, /, **inputs: Any) -> Fault | None:
    """The fault of these inputs, told at `place`, or None where the question takes them."""
    try:
        ask(question, lang, **inputs)
    except InputError as error:
        return Fault(place, words_of(error, lang))
    return None
