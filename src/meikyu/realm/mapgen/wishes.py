"""What a start wishes of its map: the `map_wishes` column as counts, made smaller on small maps."""

from __future__ import annotations

import re
from typing import NamedTuple


class Wish(NamedTuple):
    """So many cells of a terrain near the throne.

    Attributes:
        text: as written. kind: terrain id. at_least: a lower bound, else an upper one. cells: how many.
        reach: walking cells from the throne; for solid rock straight ones.
    """

    text: str
    kind: str
    at_least: bool
    cells: int
    reach: int


class Wishes(NamedTuple):
    """All wishes of a start for a map of one size.

    Attributes:
        counted: the wishes about counts near the throne. hall: width and height. mouths: how many there are.
        mouth_from: least distance of a mouth from the throne. wild_percent: wild creatures, 100 as usual.
        home: cells of the cave before the hall, and how far it goes. jitter: how far from the middle the hall
        may lie. eased: wishes that the size of the map made smaller, as written and as kept.
    """

    counted: tuple[Wish, ...]
    hall: tuple[int, int]
    mouths: int
    mouth_from: int
    wild_percent: int
    home: tuple[int, int]
    jitter: int
    eased: tuple[str, ...]

    def of(self, kind: str) -> Wish | None:
        """The first wish about this terrain."""
        return next((wish for wish in self.counted if wish.kind == kind), None)


_COUNTED = re.compile(r"(\w+)(>=|<=)(\d+)@(\d+)")


def read_wishes(texts: tuple[str, ...], width: int, height: int) -> Wishes:
    """The wishes of a start for a map of this size."""
    counted: list[Wish] = []
    values = {"hall": "5x5", "cave_mouth": "3", "cave_mouth_from": "0", "wild_creatures": "x1"}
    for text in texts:
        found = _COUNTED.fullmatch(text)
        if found:
            kind, sign, count, reach = found.groups()
            counted.append(Wish(text, kind, sign == ">=", int(count), int(reach)))
        else:
            name, _, value = re.sub(">=|=|:", " ", text, count=1).partition(" ")
            values[name] = value
    hall_w, _, hall_h = values["hall"].partition("x")
    shorter = min(width, height)
    jitter = shorter // 12
    wanted = int(values["cave_mouth_from"])
    room = shorter // 2 - jitter - int(hall_h)
    mouth_from = min(wanted, room)
    eased = (f"cave_mouth_from>={wanted} -> {mouth_from}",) if mouth_from < wanted else ()
    floor = [w for w in counted if w.kind == "cave_floor" and w.at_least]
    cells = max([w.cells for w in floor], default=20)
    reach = min([w.reach for w in floor], default=12)
    home = (cells * 3 // 2 + 12, max(reach - int(hall_h) - 4, 4))
    return Wishes(
        tuple(counted),
        (int(hall_w), int(hall_h)),
        int(values["cave_mouth"]),
        mouth_from,
        100 * int(values["wild_creatures"].removeprefix("x")),
        home,
        jitter,
        eased,
    )
