"""Hunting (KEP-HUNT): gathering posts, marks and who placed them, and the weapons that hunting needs."""

from __future__ import annotations

from meikyu.core.ruling import rule

ORDER = -1
"""The lord's own order among those who marked a creature."""


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
