"""What things of the keep's tables may be called: id, English name, its code, Japanese name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from meikyu.errors import InputError

Row = dict[str, str]


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name).strip().casefold()


def code_of(name: str) -> str:
    """An English name as snake_case: apostrophes dropped, everything else that is no letter an underscore."""
    bare = re.sub(r"['\u2019]", "", _plain(name))
    return re.sub(r"[^a-z0-9]+", "_", bare).strip("_")


def names_of(row: Row) -> set[str]:
    """All that a row may be called; an English name with a colon also by what stands before it."""
    english = {row["name_en"], row["name_en"].split(":")[0]}
    return {row["id"], *map(_plain, english), *map(code_of, english), _plain(row["name_ja"])}


def index(rows: Iterable[Row]) -> dict[str, Row]:
    """The rows by everything they may be called; where two share a name the earlier one has it."""
    found: dict[str, Row] = {}
    for row in rows:
        for name in names_of(row):
            found.setdefault(name, row)
    return found


def find(rows: Mapping[str, Row], name: str, field: str) -> Row:
    """The row called so, from an `index`.

    Raises:
        InputError: there is none; the ids are named.
    """
    row = rows.get(_plain(name))
    if row is None:
        raise InputError("not_allowed", field, name, list(dict.fromkeys(r["id"] for r in rows.values())))
    return row
