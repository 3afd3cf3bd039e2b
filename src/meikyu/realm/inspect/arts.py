"""Facts of the Dark Arts: what can be learned and used, and the rites of a circle with what they cost."""

from __future__ import annotations

from typing import Any

from meikyu.books.keep import research
from meikyu.core.ruling import rule
from meikyu.errors import Text
from meikyu.realm.content import Art
from meikyu.realm.content import arts as rows
from meikyu.realm.inspect.words import action, counted, reason
from meikyu.realm.systems import arts, rites, stock
from meikyu.realm.world import World

LEARN = Text("Learn", "習得する")
CALL_OFF = Text("Call the rite off", "儀式を取りやめる")
MARKS = {
    research.NOT_IN_GAME: "off",
    research.LOST: "bad",
    research.UNUSABLE: "warn",
    research.USABLE: "ok",
    research.LEARNABLE: "note",
    research.LOCKED: "off",
}


@rule("KEP-RES-15", "KEP-RES-19")
def screen(world: World, lang: str) -> dict[str, Any]:
    """The screen of the Dark Arts: books on the shelves, scholarship, every item and how it stands."""
    states, known = arts.screen(world), arts.learned(world)
    return {
        "books": arts.books(world),
        "scholarship": arts.scholarship(world),
        "items": [
            {
                "id": art.id,
                "label": art.name.say(lang),
                "told": art.told.say(lang),
                "state": states[art.id],
                "mark": MARKS[states[art.id]],
                "text": research.STATE_NAMES[states[art.id]].say(lang),
                "why": (known[art.id].why if art.id in known else _lacking(world, art, states)).say(lang),
                "learn": action(lang, LEARN, "learn", {"item": art.id})
                if arts.may_learn(world, art.id)
                else None,
            }
            for art in rows()
        ],
    }


def _lacking(world: World, art: Art, states: dict[str, str]) -> Text:
    """What an item that cannot be learned now waits for: the one above it, else scholarship."""
    p = world.params.research
    if states[art.id] != research.LOCKED:
        return Text("", "")
    above = next((a.name for a in rows() if a.id == art.parent and states[a.id] != research.USABLE), None)
    if above is not None:
        return Text("Needs {name}, usable", "「{name}」が使えること").fill(name=above)
    text = Text(
        "Needs {cost} scholarship: {books} books on a bookshelf that holds no item",
        "学識{cost}が要る：項目を保っていない本棚に書物{books}冊",
    )
    return text.fill(cost=p.cost, books=p.books)


def cost_text(world: World, art: Art, about: int) -> Text:
    """What goes into a rite, in words."""
    return counted(world, [(world.content.item[n], count) for n, count in rites.cost(world, art, about)])


@rule("KEP-CRTR-04", "KEP-RES-06")
def choices(world: World, circle: int, lang: str) -> list[dict[str, Any]]:
    """The orders that a circle takes now: each usable rite, each creature that one calls, with its cost.

    An eye is sent from the menu of the cell where it is to stand.
    """
    if circle in world.state.rites:
        return [action(lang, CALL_OFF, "call_off_rite", {"structure": circle})]
    found: list[dict[str, Any]] = []
    for art in rows():
        if not rites.can_hold(world, art) or art.id == "rite_watching":
            continue
        args = {"structure": circle, "rite": art.id}
        if not art.costs_creature:
            label = Text("{rite} ({cost})", "{rite}（{cost}）")
            filled = label.fill(rite=art.name, cost=cost_text(world, art, -1))
            found.append(action(lang, filled, "begin_rite", args))
            continue
        for species in rites.creatures(world):
            label = Text("{rite}: {creature} ({cost})", "{rite}：{creature}（{cost}）")
            row = world.content.creatures[species]
            filled = label.fill(rite=art.name, creature=row.name, cost=cost_text(world, art, species))
            found.append(action(lang, filled, "begin_rite", {**args, "creature": row.id}))
    return found


def eye_here(world: World, x: int, y: int, lang: str) -> list[dict[str, Any]]:
    """The order to send a ghost eye to a cell, where a circle is free and an altar can hold it."""
    art = next(a for a in rows() if a.id == "rite_watching")
    circles = [c for c in stock.places(world, rites.CIRCLE).tolist() if c not in world.state.rites]
    if not circles or world.state.cells.opaque[y, x] or not rites.can_hold(world, art):
        return []
    if rites.free_altar(world) < 0:
        return []
    label = Text("Send a ghost eye here ({cost})", "ここへ幽霊の目を送る（{cost}）")
    filled = label.fill(cost=cost_text(world, art, -1))
    args = {"structure": circles[0], "rite": art.id, "x": x, "y": y}
    return [action(lang, filled, "begin_rite", args)]


def waits(world: World, circle: int, lang: str) -> list[dict[str, Any]]:
    """What is ordered at a circle, and what it still waits for."""
    order = rites.order_of(world, circle)
    if order is None:
        return []
    art, about = order
    what = Text("Ordered: {rite}", "命じた儀式：{rite}").fill(rite=art.name)
    if art.costs_creature:
        name = world.content.creatures[about].name
        what = Text("Ordered: {rite}, {creature}", "命じた儀式：{rite}（{creature}）").fill(
            rite=art.name, creature=name
        )
    found = [reason(lang, what, "KEP-RES-06", "", "note")]
    if not rites.can_hold(world, art):
        text = Text("the rite is not usable now", "この儀式は今、使えない")
        found.append(reason(lang, text, "KEP-RES-08", "", "warn"))
    for name, count in rites.lacks(world, circle):
        text = Text("lacking: {item}", "足りない品：{item}")
        item = world.content.items[world.content.item[name]].name
        found.append(reason(lang, text.fill(item=item), "KEP-RES-06", count, "warn"))
    if art.id == "rite_watching" and rites.free_altar(world) < 0:
        text = Text("no altar is free", "空いた祭壇がない")
        found.append(reason(lang, text, "KEP-FOG-45", "", "warn"))
    return found
