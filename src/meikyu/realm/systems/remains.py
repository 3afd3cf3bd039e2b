"""What the dead leave behind: their gear, and a corpse or carcass."""

from __future__ import annotations

from meikyu.core.ruling import rule
from meikyu.realm.content import Creature, Species
from meikyu.realm.tables import add_item
from meikyu.realm.world import World


def drop_gear(world: World, actor: int, x: int, y: int) -> None:
    """Lay down what an actor wears and holds."""
    rows = world.state.actors
    for column, place in ((rows.weapon, 0), (rows.armour, 1), (rows.shield, 2), (rows.tool, -1)):
        kind = int(column[actor])
        if kind < 0:
            continue
        has = world.content.items[kind].has_quality
        quality = int(rows.qualities[actor, place]) if place >= 0 else 0
        add_item(world, kind, 1, (quality or 2) if has else 0, x, y)
        column[actor] = -1


@rule("KEP-FOOD-04", "KEP-FOOD-11")
def lay_body(world: World, actor: int, row: Species | Creature, x: int, y: int) -> int:
    """Lay down the corpse of a humanoid or the carcass of a beast; -1 for what leaves none."""
    if isinstance(row, Creature) and row.kind not in ("visitor", "adventurer"):
        if not row.butcher_yield:
            return -1
        kind = world.content.item["carcass"]
    else:
        kind = world.content.item["corpse"]
    item = add_item(world, kind, 1, 0, x, y)
    world.state.items.body[item] = actor
    return item
