"""Orders drawn on cells: dig, gather, fish, unmark, and the territory (KEP-ROOM-09)."""

from __future__ import annotations

from collections.abc import Callable

from meikyu.books.keep import rooms
from meikyu.core.ruling import Step, rule
from meikyu.realm import tables
from meikyu.realm.orders.common import Args, Cell, Cells, Order, check_cells, no
from meikyu.realm.state import Mark
from meikyu.realm.world import World


class OnCells(Args):
    """Cells that an order is drawn on; those it does not fit are passed over."""

    cells: Cells


Fits = Callable[[World, Cell], bool]


def _may_dig(world: World, cell: Cell) -> bool:
    return world.content.terrain[world.state.cells.terrain[cell[1], cell[0]]].dig_minutes > 0


def _may_gather(world: World, cell: Cell) -> bool:
    growth = world.state.cells.growth[cell[1], cell[0]]
    return growth >= 0 and world.content.terrain[growth].gather_minutes > 0


def _may_fish(world: World, cell: Cell) -> bool:
    return world.content.terrain[world.state.cells.terrain[cell[1], cell[0]]].fish_minutes > 0


def _is_marked(world: World, cell: Cell) -> bool:
    return bool(world.state.cells.mark[cell[1], cell[0]])


def _may_claim(world: World, cell: Cell) -> bool:
    cells = world.state.cells
    passable = world.content.terrain[cells.terrain[cell[1], cell[0]]].passable
    return passable and not cells.territory[cell[1], cell[0]]


def _is_owned(world: World, cell: Cell) -> bool:
    return bool(world.state.cells.territory[cell[1], cell[0]])


def _against(fits: Fits, reason: Step) -> Callable[[World, OnCells], list[Step]]:
    def against(world: World, args: OnCells) -> list[Step]:
        check_cells(world, args.cells)
        return [] if any(fits(world, cell) for cell in args.cells) else [reason]

    return against


def _drawn(fits: Fits, bits: Mark) -> Callable[[World, OnCells], None]:
    @rule("KEP-JOB-08", "KEP-FOG-06")
    def draw(world: World, args: OnCells) -> None:
        marks = world.state.cells.mark
        for x, y in sorted(set(args.cells)):
            if fits(world, (x, y)) and not marks[y, x] & bits:
                tables.set_mark(world, x, y, int(marks[y, x]) | bits)

    return draw


def _unmark(world: World, args: OnCells) -> None:
    for x, y in sorted(set(args.cells)):
        if _is_marked(world, (x, y)):
            tables.set_mark(world, x, y, 0)


def _owned(fits: Fits, order: str) -> Callable[[World, OnCells], None]:
    @rule("KEP-ROOM-09")
    def draw(world: World, args: OnCells) -> None:
        for x, y in sorted(set(args.cells)):
            if fits(world, (x, y)):
                before = int(world.state.cells.territory[y, x])
                tables.set_territory(world, x, y, bool(rooms.is_territory(before, order)))

    return draw


NOTHING_TO_DIG = no(
    "KEP-SIM-11", "diggable", 0, "There is nothing to dig here", "ここには掘れるものがありません"
)
NOTHING_GROWS = no(
    "KEP-FOOD-05",
    "gatherable",
    0,
    "Nothing that can be gathered grows here",
    "ここには採集できるものが生えていません",
)
NO_FISH = no(
    "KEP-FOOD-04",
    "fishable",
    0,
    "There is no water or mud to fish in",
    "ここには漁のできる水も泥もありません",
)
NO_MARK = no("KEP-JOB-08", "marked", 0, "No order is drawn here", "ここには指示がありません")
NOT_FREE = no(
    "KEP-ROOM-09",
    "claimable",
    0,
    "Only open ground outside the territory can be claimed",
    "領地の外の、歩ける場所だけを領有できます",
)
NOT_OURS = no("KEP-ROOM-09", "owned", 0, "This is not territory", "ここは領地ではありません")

ORDERS: dict[str, Order] = {
    "mark_dig": Order(OnCells, _against(_may_dig, NOTHING_TO_DIG), _drawn(_may_dig, Mark.DIG)),
    "mark_gather": Order(OnCells, _against(_may_gather, NOTHING_GROWS), _drawn(_may_gather, Mark.GATHER)),
    "mark_fish": Order(OnCells, _against(_may_fish, NO_FISH), _drawn(_may_fish, Mark.FISH)),
    "unmark": Order(OnCells, _against(_is_marked, NO_MARK), _unmark),
    "claim": Order(OnCells, _against(_may_claim, NOT_FREE), _owned(_may_claim, "claim")),
    "give_up": Order(OnCells, _against(_is_owned, NOT_OURS), _owned(_is_owned, "give_up")),
}
