"""The errors people meet, each with its text in both languages.

```
MeikyuError                       everything below
├── BookError(ValueError)         bad book or house data: unknown id, missing unit, out of range
├── NotationError(ValueError)     dice, square or command text cannot be read; keeps the position
├── InputError(ValueError)        an answer was asked for with bad input; keeps field, got, allowed
├── IllegalCommandError           apply() was given what plan() refused; keeps the Ruling
├── SaveError                     a save file is broken, of another version, or in use
└── ReplayError                   versions differ or digests diverge; keeps the tick
```
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Text(NamedTuple):
    """One thing said in both languages."""

    en: str
    ja: str

    def say(self, lang: str) -> str:
        """The text in `lang`: "ja" gives Japanese, anything else English."""
        return self.ja if lang == "ja" else self.en

    def fill(self, **parts: object) -> Text:
        """The same text with `{name}` places filled; a Text part is filled in its own language."""
        en = {k: v.en if isinstance(v, Text) else v for k, v in parts.items()}
        ja = {k: v.ja if isinstance(v, Text) else v for k, v in parts.items()}
        return Text(self.en.format_map(en), self.ja.format_map(ja))


class MeikyuError(Exception):
    """Base of all errors that are for people.

    Args:
        text: what is wrong and what is allowed, in both languages.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text

    def say(self, lang: str) -> str:
        """The message in `lang` ("ja" or "en")."""
        return self.text.say(lang)


class BookError(MeikyuError, ValueError):
    """Bad book or house data: an unknown id, a missing unit, a value out of range.

    Args:
        text: what is wrong and what is allowed.
        kind: snake_case name of the fault: bad_data, or for a house file not_readable, unknown_key,
            wrong_unit, wrong_type, out_of_range or not_allowed.
        field: dotted key that is at fault; empty where the whole file is meant.
        got: what was given.
        allowed: what is allowed: a list of values, or a phrase.
    """

    def __init__(
        self, text: Text, kind: str = "bad_data", field: str = "", got: Any = None, allowed: Any = None
    ) -> None:
        super().__init__(text)
        self.kind = kind
        self.field = field
        self.got = got
        self.allowed = allowed


class NotationError(MeikyuError, ValueError):
    """Dice, square or command text that cannot be read.

    Args:
        text: what is wrong.
        position: index of the offending character, from 0.
    """

    def __init__(self, text: Text, position: int = 0) -> None:
        super().__init__(text)
        self.position = position


class InputError(MeikyuError, ValueError):
    """A question was given input it cannot take.

    Args:
        kind: snake_case name of the fault: unknown_question, unknown_rule, unknown_field, missing_field,
            wrong_type, out_of_range, not_allowed, not_readable.
        field: path of the field, such as `foods[0].walk`; empty where the whole input is meant.
        got: what was given.
        allowed: what is allowed: a list of values, or a phrase.
        text: the message; made from the other parts when left out.
        more: further faults of the same input.
    """

    def __init__(
        self,
        kind: str,
        field: str,
        got: Any,
        allowed: Any,
        text: Text | None = None,
        more: tuple[InputError, ...] = (),
    ) -> None:
        self.kind = kind
        self.field = field
        self.got = got
        self.allowed = allowed
        self.more = more
        super().__init__(text or _input_text(kind, field, got, allowed))

    def say_all(self, lang: str) -> str:
        """The messages of this fault and of all further ones, in `lang`."""
        return (" ／ " if lang == "ja" else " / ").join(fault.say(lang) for fault in (self, *self.more))


def several(faults: Sequence[InputError]) -> InputError:
    """The first of the faults, which knows of the others.

    Args:
        faults: one or more.
    """
    first, *more = (each for fault in faults for each in (fault, *fault.more))
    return InputError(first.kind, first.field, first.got, first.allowed, first.text, tuple(more))


class IllegalCommandError(MeikyuError):
    """A command or move was applied that its plan refuses.

    Args:
        text: the first reason.
        ruling: the refusal with all its reasons.
    """

    def __init__(self, text: Text, ruling: Any = None) -> None:
        super().__init__(text)
        self.ruling = ruling


class SaveError(MeikyuError):
    """A save file is broken, of another version, or in use."""


class ReplayError(MeikyuError):
    """A replay does not come out as recorded.

    Args:
        text: what differs.
        tick: the first tick that differs.
    """

    def __init__(self, text: Text, tick: int = 0) -> None:
        super().__init__(text)
        self.tick = tick


_KINDS = {
    "unknown_question": Text("There is no such question", "そのような問いはありません"),
    "unknown_rule": Text("There is no such rule", "そのような規則はありません"),
    "unknown_field": Text("There is no such field", "そのような項目はありません"),
    "missing_field": Text("A field is missing", "項目が足りません"),
    "wrong_type": Text("Wrong kind of value", "値の種類が違います"),
    "out_of_range": Text("Out of range", "範囲の外です"),
    "not_allowed": Text("Not an allowed value", "使えない値です"),
    "not_readable": Text("Cannot be read", "読み取れません"),
}


def _list(allowed: Any) -> str:
    if isinstance(allowed, (list, tuple)):
        items: list[Any] = list(allowed)  # pyright: ignore[reportUnknownArgumentType]
        shown = [str(a) for a in items[:24]]
        return ", ".join(shown) + (", ..." if len(items) > 24 else "")
    return str(allowed)


def _shown(got: Any) -> str:
    """A value as people wrote it: JSON where it has that form; only its beginning where it is long."""
    import json

    try:
        text = json.dumps(got, ensure_ascii=False, default=repr)
    except (RecursionError, TypeError, ValueError):
        text = type(got).__name__
    return text if len(text) <= 80 else text[:77] + "..."


def _input_text(kind: str, field: str, got: Any, allowed: Any) -> Text:
    head = _KINDS.get(kind, _KINDS["not_allowed"])
    where = f"{field}: " if field else ""
    english = _list(allowed.en if isinstance(allowed, Text) else allowed)
    japanese = _list(allowed.ja if isinstance(allowed, Text) else allowed)
    if kind == "missing_field":
        return Text(f"{where}{head.en}; allowed: {english}", f"{where}{head.ja}。使える値：{japanese}")
    shown = _shown(got)
    return Text(
        f"{where}{head.en}; got {shown}, allowed: {english}",
        f"{where}{head.ja}。受け取った値 {shown}、使える値：{japanese}",
    )
