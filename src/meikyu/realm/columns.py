"""A few columns of a table for a kernel: every array handed over costs time, needed or not."""

from __future__ import annotations

from typing import Any, TypeVar

from meikyu.realm.world import World

Few = TypeVar("Few", bound=tuple[Any, ...])


def columns(world: World, table: Any, few: type[Few]) -> Few:
    """The columns of a table that a named tuple of arrays names; kept while the table is the same."""
    key = f"columns of {few.__name__}"
    known: tuple[Any, Few] | None = world.scratch.caches.get(key)
    if known is None or known[0] is not table:
        names: tuple[str, ...] = getattr(few, "_fields", ())
        known = world.scratch.caches[key] = (table, few(*(getattr(table, name) for name in names)))
    return known[1]
