"""Rooms (KEP-ROOM): which open spaces of the territory are rooms and what they are called.

Maps are rows of truth values, `[y][x]`; cells are (x, y).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meikyu.books.keep.params import RoomParams
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import Text

Cell = tuple[int, int]
Rows = Sequence[Sequence[bool]]

FIRST = ("demon_palace", "cell", "vault", "den")
"""Names that one thing in a room decides, in order."""

BY_COUNT = ("kitchen", "dining", "bedroom", "library", "workshop", "storeroom", "infirmary")
"""Names by what most furniture serves; ties in this order."""

EMPTY = "empty_room"
NAMES = {
    "demon_palace": Text("Demon palace", "魔殿"),
    "cell": Text("Cell", "独房"),
    "vault": Text("Vault", "金庫室"),
    "den": Text("Den", "巣穴"),
    "kitchen": Text("Kitchen", "調理場"),
    "dining": Text("Dining room", "食堂"),
    "bedroom": Text("Bedroom", "寝室"),
    "library": Text("Library", "書庫"),
    "workshop": Text("Workshop", "工房"),
    "storeroom": Text("Storeroom", "倉庫"),
    "infirmary": Text("Infirmary", "治療室"),
    "empty_room": Text("Empty room", "空き部屋"),
}


@rule("KEP-ROOM-05")
def interior(cells: Rows) -> list[list[bool]]:
    """The open cells that belong to a 2x2 block of open cells, so that corridors of one cell separate."""
    height, width = len(cells), len(cells[0])
    inside = [[False] * width for _ in range(height)]
    for y in range(height - 1):
        for x in range(width - 1):
            if cells[y][x] and cells[y][x + 1] and cells[y + 1][x] and cells[y + 1][x + 1]:
                inside[y][x] = inside[y][x + 1] = inside[y + 1][x] = inside[y + 1][x + 1] = True
    return inside


@rule("KEP-ROOM-01", "KEP-ROOM-06")
def components(inside: Rows) -> list[list[Cell]]:
    """The pieces of interior cells joined by straight steps, by lowest cell; each row by row."""
    height, width = len(inside), len(inside[0])
    seen: set[Cell] = set()
    found: list[list[Cell]] = []
    for y in range(height):
        for x in range(width):
            if not inside[y][x] or (x, y) in seen:
                continue
            seen.add((x, y))
            piece, front = [(x, y)], [(x, y)]
            while front:
                cx, cy = front.pop()
                for nx, ny in ((cx + 1, cy), (cx, cy + 1), (cx - 1, cy), (cx, cy - 1)):
                    if 0 <= nx < width and 0 <= ny < height and inside[ny][nx] and (nx, ny) not in seen:
                        seen.add((nx, ny))
                        piece.append((nx, ny))
                        front.append((nx, ny))
            found.append(sorted(piece, key=lambda c: (c[1], c[0])))
    return found


@rule("KEP-ROOM-06")
def is_room(p: RoomParams, cells: int) -> int:
    """1 for a component of so many cells that is a room."""
    return int(p.min_cells <= cells <= p.max_cells)


@rule("KEP-ROOM-06")
def is_great_cavern(p: RoomParams, cells: int) -> int:
    """1 for a component too large for a room."""
    return int(cells > p.max_cells)


@rule("KEP-ROOM-07")
def rooms(p: RoomParams, cells: Rows) -> list[list[Cell]]:
    """The rooms among open cells."""
    return [piece for piece in components(interior(cells)) if is_room(p, len(piece))]


@rule("KEP-ROOM-02", "KEP-ROOM-08")
def name(contents: Mapping[str, int]) -> str:
    """Name of a room by what is in it.

    Args:
        contents: pieces by room tag of the structures table.
    """
    for tag in FIRST:
        if contents.get(tag, 0) > 0:
            return tag
    best = max(BY_COUNT, key=lambda tag: (contents.get(tag, 0), -BY_COUNT.index(tag)))
    return best if contents.get(best, 0) > 0 else EMPTY


@rule("KEP-ROOM-09")
def is_territory(before: int, order: str) -> int:
    """1 when a cell is territory after an order: dug, claim, give_up; building changes nothing."""
    if order in ("dug", "claim"):
        return 1
    return 0 if order == "give_up" else before


def survey(p: RoomParams, cells: Rows) -> Ruling[list[list[Cell]]]:
    """The rooms among open cells, with the great caverns told."""
    pieces = components(interior(cells))
    big = [len(piece) for piece in pieces if is_great_cavern(p, len(piece))]
    found = [piece for piece in pieces if is_room(p, len(piece))]
    steps = [Step("KEP-ROOM-06", "rooms", [len(piece) for piece in found])]
    if big:
        steps.append(Step("KEP-ROOM-06", "great_caverns", big))
    return Ruling(found, tuple(steps))


@rule("KEP-ROOM-10")
def is_heir(kept: int, before: int) -> int:
    """1 for a new component that keeps a room's identity: more than half of the old cells stay in it."""
    return int(2 * kept > before)
