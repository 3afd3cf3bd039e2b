"""Hunting (KEP-HUNT): gathering posts, marks and who placed them, and the weapons that hunting needs."""

from __future__ import annotations

from meikyu.books.keep.params import HuntParams
from meikyu.core.ruling import rule

ORDER = -1
"""The lord's own order among those who marked a creature."""


@rule("KEP-HUNT-01", "KEP-FOG-16")
def is_in_range(p: HuntParams, walk: int) -> int:
    """1 for a place so many walking cells from a gathering post, -1 for no way."""
    return int(0 <= walk <= p.post_cells)


@rule("KEP-HUNT-02")
def new_post() -> int:
    """State of the Hunt button of a new post: off."""
    return 0


@rule("KEP-HUNT-03", "KEP-HUNT-09")
def pressed(hunting: int) -> int:
    """State of the Hunt button after a press; it stays so until the next."""
    return int(not hunting)


@rule("KEP-HUNT-12")
def is_markable(kind: str) -> int:
    """1 for what may be marked: wild creatures, hostile or not."""
    return int(kind == "wild")


@rule("KEP-HUNT-04", "KEP-HUNT-05", "KEP-HUNT-08", "KEP-HUNT-10", "KEP-HUNT-11")
def placers(before: tuple[int, ...], posts: dict[int, bool]) -> tuple[int, ...]:
    """Who marks a creature now: the lord's order stays; each post that is on and has it in range.

    Args:
        before: who marked it so far, posts by id, -1 for the lord's order.
        posts: by id of each post that stands, whether its button is on and the creature in its range.
    """
    order = tuple(p for p in before if p == ORDER)
    return order + tuple(sorted(post for post, marks in posts.items() if marks))


@rule("KEP-HUNT-11")
def is_marked(placers: tuple[int, ...]) -> int:
    """1 while at least one placer remains."""
    return int(len(placers) > 0)


@rule("KEP-HUNT-07", "KEP-HUNT-08", "KEP-FOG-14")
def is_visible(marked: int, fog: int, full: int) -> int:
    """1 for a wild creature that is shown: it carries a mark, or fog does not cover it wholly."""
    return int(marked or fog < full)


@rule("KEP-HUNT-06", "KEP-FOG-15", "KEP-JOB-34")
def hunts(level: int, able: int) -> int:
    """1 for a minion that hunts marked creatures: its job Hunt is on and its weapon allows it."""
    return int(level > 0 and able)
