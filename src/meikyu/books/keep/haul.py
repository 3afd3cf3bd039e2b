"""Storing and carrying (KEP-HAUL): weights, storages and their filters, what is picked up on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, islice, pairwise
from typing import NamedTuple, TypeVar

from meikyu.books.keep.params import HaulParams, StockParams
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import Text

QUALITIES = ("none", "poor", "normal", "fine", "masterwork")
"""Qualities by number; 0 is an item without quality (KEP-HAUL-13)."""

GROUPS = ("food", "drinks", "materials", "weapons", "armour", "books", "corpses", "scrap", "other")
Cell = tuple[int, int]
T = TypeVar("T")


@rule("KEP-HAUL-29", "KEP-HAUL-30")
def unit_weight(p: HaulParams, stack: int) -> int:
    """Weight of one piece whose full stack has `stack` pieces; the stack size divides the full weight."""
    return p.full_stack_weight // stack


@rule("KEP-HAUL-27", "KEP-HAUL-28")
def capacity(p: HaulParams, garb: int) -> int:
    """Weight a minion carries at most; more in the gatherer's garb."""
    return p.garb_capacity if garb else p.capacity


@rule("KEP-HAUL-27", "KEP-HAUL-31")
def pieces_that_fit(free: int, weight: int) -> int:
    """Pieces of that unit weight that may be added to a load with so much left."""
    return max(0, free) // weight


@rule("KEP-HAUL-02")
def is_storage(kind: str) -> bool:
    """True for the storages, by the storage kind of the structure's row."""
    return kind in ("open", "barrel", "weapon_rack", "bookshelf", "chest", "stand")


@rule("KEP-HAUL-04")
def shows_contents(kind: str) -> bool:
    """True for open storages, whose piles are drawn."""
    return kind == "open"


@rule("KEP-HAUL-10")
def has_storage_tab(kind: str) -> bool:
    """True for what has a Storage tab: every storage and the feeding place."""
    return is_storage(kind) or kind == "feeding"


@rule("KEP-HAUL-03", "KEP-HAUL-42")
def may_store(haul_level: int) -> int:
    """1 for a minion that carries things to storages."""
    return int(haul_level > 0)


@rule("KEP-HAUL-06")
def may_choose_for_barrel(stack: int) -> int:
    """1 for a kind that a barrel can be set to: its full stack is more than one piece."""
    return int(stack > 1)


@rule("KEP-HAUL-16")
def is_keep_count(p: HaulParams, count: int) -> int:
    """1 for a number that the Keep button takes."""
    return int(0 <= count <= p.barrel_items)


@rule("KEP-HAUL-17")
def new_keep_count(p: HaulParams) -> int:
    """Keep count of a new barrel."""
    return p.barrel_keep


@rule("KEP-HAUL-05", "KEP-HAUL-15", "KEP-HAUL-18", "KEP-HAUL-19")
def barrel_room(p: HaulParams, chosen: int, kind: int, keep: int, contents: int, others: int) -> int:
    """Pieces of a kind that a barrel still takes.

    Args:
        p: numbers.
        chosen: kind the barrel is set to, -1 for none.
        kind: kind offered.
        keep: keep count.
        contents: pieces of the chosen kind inside or on their way.
        others: pieces of another kind still inside; they are hauled out first.
    """
    if chosen < 0 or kind != chosen or others > 0:
        return 0
    return max(0, min(keep, p.barrel_items) - contents)


@rule("KEP-HAUL-07", "KEP-HAUL-08")
def stacks_room(limit: int, stacks: int, stack: int, in_open_stacks: int) -> int:
    """Pieces of a kind and quality that a storage of stacks still takes.

    Args:
        limit: stacks it holds.
        stacks: stacks in it or on their way.
        stack: pieces in a full stack of the kind.
        in_open_stacks: pieces that its unfilled stacks of the same kind and quality still take.
    """
    return in_open_stacks + max(0, limit - stacks) * stack


@rule("KEP-HAUL-12", "KEP-HAUL-13")
def passes_quality(quality: int, minimum: int) -> int:
    """1 when an item's quality is not below the minimum; items without quality always pass."""
    return int(quality == 0 or quality >= minimum)


@rule("KEP-HAUL-13")
def made_quality(p: StockParams, drawn: int, value: int) -> int:
    """Quality of a made weapon or armour, as a place in QUALITIES.

    Args:
        p: numbers.
        drawn: what the quality die shows.
        value: check value of the job.
    """
    points = drawn + value
    return 1 + (points > p.poor_to) + (points > p.normal_to) + (points > p.fine_to)


@rule("KEP-HAUL-11", "KEP-HAUL-14")
def in_group(group: str, chosen: str) -> bool:
    """True when an item's group path lies in the chosen group, such as "food" or "food/raw_food"."""
    return group == chosen or group.startswith(f"{chosen}/")


@rule("KEP-HAUL-09", "KEP-HAUL-20", "KEP-HAUL-21", "KEP-HAUL-49")
def takes_at_all(storage_kind: str, group: str) -> bool:
    """True when a storage of this kind may be set to an item of that group."""
    only = {"weapon_rack": "weapons", "bookshelf": "books", "feeding": "food"}.get(storage_kind)
    return only is None or in_group(group, only)


class Storage(NamedTuple):
    """A storage that might take a stack.

    Args:
        number: structure id.
        walk: walking cells from the stack, -1 where no way leads.
        room: pieces it still takes, reservations counted.
    """

    number: int
    walk: int
    room: int


@rule("KEP-HAUL-45", "KEP-HAUL-46")
def target(storages: Sequence[Storage]) -> int | None:
    """Id of the storage that a stack goes to: the nearest with unreserved room; ties by id."""
    fit = [s for s in storages if s.walk >= 0 and s.room > 0]
    return min(fit, key=lambda s: (s.walk, s.number)).number if fit else None


class Stack(NamedTuple):
    """A haulable stack near a route.

    Args:
        number: its id.
        cell: where it lies.
        pieces: how many are free.
        weight: unit weight.
        storage: cell of its target storage.
    """

    number: int
    cell: Cell
    pieces: int
    weight: int
    storage: Cell


class Pickups(NamedTuple):
    """What is picked up on the way.

    Args:
        counts: pieces by stack id, in the order of acceptance.
        route: all stops, start and job included.
        extra: walking cells added.
    """

    counts: dict[int, int]
    route: list[Cell]
    extra: int


Walk = Callable[[Cell, Cell], int]
"""Walking cells between two stops, -1 where no way leads (KEP-SIM-04, KEP-HAUL-38)."""


@rule("KEP-HAUL-34", "KEP-HAUL-37")
def is_near(p: HaulParams, walk: int) -> int:
    """1 for a stop so many walking cells from the route, -1 for no way."""
    return int(0 <= walk <= p.near_cells)


@rule("KEP-HAUL-35")
def is_small_detour(p: HaulParams, extra: int) -> int:
    """1 when the whole detour may be walked."""
    return int(extra <= p.detour_cells)


class Offer(NamedTuple):
    """A stack that may be taken along, with its walks to the stops of the route.

    Args:
        stack: the stack.
        to_stack: walking cells from every stop to it, in the order of the route.
        to_store: from every stop to its storage.
        between: from the stack to its storage.
    """

    stack: Stack
    to_stack: list[int]
    to_store: list[int]
    between: int

    @property
    def is_open(self) -> bool:
        """False where some way is missing."""
        return min(self.between, *self.to_stack, *self.to_store) >= 0


def cheapest_insertion(legs: Sequence[int], offer: Offer) -> tuple[int, int, int]:
    """Walking cells added by putting in the stack, then its storage, where that is shortest, and where.

    The stack goes onto leg i, the storage onto leg j. Ties: the earliest place of the stack, then of the
    storage.

    Args:
        legs: walking cells of the legs of the route.
        offer: the stack with its walks.

    Returns:
        Cells added, i, j.
    """
    pick = [a + b - leg for leg, (a, b) in zip(legs, pairwise(offer.to_stack), strict=True)]
    store = [a + b - leg for leg, (a, b) in zip(legs, pairwise(offer.to_store), strict=True)]
    near = zip(legs, offer.to_stack, islice(offer.to_store, 1, None), strict=False)
    both = [a + offer.between + b - leg for leg, a, b in near]
    later = list(accumulate(reversed(store[1:]), min))[::-1]
    best = [min(x, y + z) for x, y, z in zip(both, pick, later, strict=False)]
    best.append(both[-1])
    added = min(best)
    i = best.index(added)
    return added, i, i if both[i] == added else store.index(added - pick[i], i + 1)


@rule("KEP-HAUL-34", "KEP-HAUL-35", "KEP-HAUL-39", "KEP-HAUL-40", "KEP-HAUL-41")
def pickups(
    p: HaulParams,
    *,
    start: Cell,
    job: Cell,
    free: int,
    stacks: Sequence[Stack],
    walk: Walk,
    near: Callable[[Cell], int],
    via: Sequence[Cell] = (),
) -> Ruling[Pickups]:
    """What a minion picks up on its way, decided once when the walk starts.

    Args:
        p: numbers.
        start: the minion's cell.
        job: where the walk ends.
        free: weight that may still be carried.
        stacks: haulable stacks with their target storages.
        walk: walking cells between two stops.
        near: walking cells from the direct route to a cell, -1 for none or too far to matter.
        via: stops in between that the walk has in any case: the first stack of a hauler's tour.
    """
    route, counts = [start, *via, job], dict[int, int]()
    legs = [walk(a, b) for a, b in pairwise(route)]
    direct = total = sum(legs)
    nearby = [s for s in sorted(stacks) if is_near(p, near(s.cell)) and is_near(p, near(s.storage))]
    steps = [Step("KEP-HAUL-37", "near", [s.number for s in nearby])]
    waiting = [
        Offer(
            stack=s,
            to_stack=[walk(stop, s.cell) for stop in route],
            to_store=[walk(stop, s.storage) for stop in route],
            between=walk(s.cell, s.storage),
        )
        for s in nearby
        if min(legs) >= 0 and pieces_that_fit(free, s.weight)
    ]
    while waiting := [o for o in waiting if o.is_open and pieces_that_fit(free, o.stack.weight)]:
        options = [(*cheapest_insertion(legs, o), o) for o in waiting]
        added, i, j, offer = min(options, key=lambda option: (option[0], option[3].stack.number))
        stack = offer.stack
        if not is_small_detour(p, total + added - direct):
            told = _FAR.fill(id=stack.number, extra=total + added - direct)
            steps.append(Step("KEP-HAUL-35", "too_far", stack.number, told))
            break
        total += added
        waiting.remove(offer)
        count = min(stack.pieces, pieces_that_fit(free, stack.weight))
        free -= count * stack.weight
        counts[stack.number] = count
        route = _put_in(route, i, j, stack.cell, stack.storage)
        legs = [walk(a, b) for a, b in pairwise(route)]
        for other in waiting:
            for far, end in ((other.to_stack, other.stack.cell), (other.to_store, other.stack.storage)):
                far[:] = _put_in(far, i, j, walk(stack.cell, end), walk(stack.storage, end))
        told = _TAKES.fill(id=stack.number, count=count, extra=total - direct)
        steps.append(Step("KEP-HAUL-39", "takes", stack.number, told))
    return Ruling(Pickups(counts, route, total - direct), tuple(steps))


def _put_in(row: list[T], i: int, j: int, first: T, second: T) -> list[T]:
    """The row with `first` on leg i and `second` on leg j of it."""
    return [*row[: i + 1], first, *row[i + 1 : j + 1], second, *row[j + 1 :]]


_TAKES = Text(
    "Stack {id}: {count} pieces are taken along; the walk is then {extra} cells longer",
    "山{id}：{count}個を一緒に運ぶ。歩く距離の増えは{extra}マス",
)
_FAR = Text(
    "Stack {id} would make the walk {extra} cells longer, which is too far",
    "山{id}は{extra}マス余分に歩くことになり、遠すぎる",
)
