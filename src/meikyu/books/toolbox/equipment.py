"""Equipment: the price list as checked rows, with what may go into a background's package."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from meikyu.books.toolbox.naming import Register, code_of
from meikyu.core.book import read_csv
from meikyu.core.ruling import rule
from meikyu.errors import BookError, Text


class Item(NamedTuple):
    """One priced thing.

    Args:
        code: its snake_case code.
        name: in both languages.
        category: such as "weapon"; kind: such as "martial melee", "" where the category says it all.
        copper: its price in copper pieces.
        page: where the rules document lists it.
    """

    code: str
    name: Text
    category: str
    kind: str
    copper: int
    page: str


@cache
@rule("SRD-DAT-03")
def items() -> dict[str, Item]:
    """Every priced item by code.

    Raises:
        BookError: a row is not complete or stands twice.
    """
    found: dict[str, Item] = {}
    for row in read_csv(Path(__file__).parent / "tables" / "equipment.csv"):
        code, price = code_of(row["name_en"]), row["cost_cp"]
        if not (row["name_ja"] and row["category"] and price.isdigit()) or code in found:
            said = Text(
                f"equipment.csv: bad row {row['name_en']!r}", f"equipment.csv：不正な行 {row['name_en']}"
            )
            raise BookError(said)
        name = Text(row["name_en"], row["name_ja"])
        found[code] = Item(code, name, row["category"], row["subcategory"], int(price), row["srd_page"])
    return found


@cache
def register() -> Register:
    """Items by any of their names."""
    return Register({code: item.name for code, item in items().items()}, Text("item", "品物"))
