"""A sheet of any desk in a neutral form: headed parts with lines and a table; the formats write it out."""

from __future__ import annotations

from typing import Any, NamedTuple


class Part(NamedTuple):
    """One part of a sheet.

    Args:
        title: its heading.
        lines: sentences, in order.
        heads: headings of its table; empty where there is none.
        rows: cells by row, as many in each as there are headings.
        under: whether it belongs to the part before it, as one of several.
    """

    title: str
    lines: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    under: bool = False


class Document(NamedTuple):
    """A sheet that leaves the house.

    Args:
        kind: what it is, such as "encounter".
        title: its heading.
        parts: its parts.
        attribution: the words its licence wants; no format leaves them out.
        facts: the same as JSON-like data, for programs.
    """

    kind: str
    title: str
    parts: tuple[Part, ...]
    attribution: str
    facts: dict[str, Any]
