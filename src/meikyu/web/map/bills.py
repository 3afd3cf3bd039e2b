"""The standing orders of a workplace: what may be made there, and how many of each are still wanted."""

from __future__ import annotations

from typing import Any

from meikyu.realm.content import JOBS
from meikyu.realm.inspect.work import job_name
from meikyu.realm.systems import arts, cook, stock
from meikyu.realm.world import World
from meikyu.web.map.menus import GROUPS


def bills(world: World, structure: int, lang: str) -> list[dict[str, Any]] | None:
    """What a workplace makes: each recipe with its goods, job and pieces ordered; None for no workplace.

    `left` is the number still to be made, -1 for always, 0 for none ordered.
    """
    row = stock.structure_row(world, structure)
    orders = cook.bills(world, structure)
    found: list[dict[str, Any]] = []
    for recipe in world.content.recipes:
        if row.id not in recipe.stations:
            continue
        found.append(
            {
                "id": recipe.id,
                "label": recipe.name.say(lang),
                "needs": [
                    {
                        "label": _names(world, goods, lang),
                        "count": count,
                        "have": _have(world, goods),
                    }
                    for goods, count in recipe.inputs
                ],
                "job": job_name(JOBS.index(recipe.job)).say(lang),
                "left": int(orders.get(recipe.id, 0)),
                "known": arts.is_usable(world, recipe.unlock),
            }
        )
    return found or None


def _names(world: World, goods: str, lang: str) -> str:
    if goods in GROUPS:
        return GROUPS[goods].say(lang)
    kinds = stock.kinds_of(world, goods)
    names = [world.content.items[n].name.say(lang) for n in kinds[:3]]
    more = "…" if len(kinds) > len(names) else ""
    return (" or " if lang == "en" else "か").join(names) + more


def _have(world: World, goods: str) -> int:
    """Pieces that lie free to be used."""
    return int(stock.free_pieces(world, stock.usable(world, stock.kinds_of(world, goods))))
