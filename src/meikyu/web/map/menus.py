"""What menus and panels of the map offer: orders at a cell, storage filters, stocks, previews."""

from __future__ import annotations

from typing import Any

import numpy as np

from meikyu.books import keep
from meikyu.core.log import Command
from meikyu.errors import InputError, Text
from meikyu.realm import commands, inspect
from meikyu.realm.content import QUALITIES, Structure
from meikyu.realm.inspect.places import room_name
from meikyu.realm.state import Act, Op
from meikyu.realm.systems import ceilings, openings
from meikyu.realm.systems.rooms import room_map
from meikyu.realm.tables import size_of
from meikyu.realm.world import World
from meikyu.web.map import seen

ROUTE_SHOWN = 40
"""Cells of a route that are drawn."""

MOST_CELLS = 4096
"""Cells that one preview looks at."""

QUALITY_NAMES = {
    "poor": Text("Poor and better", "粗末以上"),
    "normal": Text("Normal and better", "並以上"),
    "fine": Text("Fine and better", "良品以上"),
    "masterwork": Text("Masterwork only", "傑作のみ"),
}
GROUPS = {
    "food": Text("Food", "食料"),
    "raw_food": Text("Raw food", "生の食料"),
    "meat": Text("Meat", "肉類"),
    "plant": Text("Plants", "植物類"),
    "meals": Text("Meals", "飯"),
    "drinks": Text("Drinks", "酒類"),
    "materials": Text("Materials", "資材"),
    "weapons": Text("Weapons", "武器"),
    "armour": Text("Armour", "防具"),
    "books": Text("Books", "書物"),
    "corpses": Text("Corpses", "死骸"),
    "scrap": Text("Scrap", "廃品"),
    "other": Text("Other", "その他"),
}
DOES: dict[int, Text] = {
    Op.DIG: Text("Dig here", "ここを掘る"),
    Op.GATHER: Text("Gather here", "ここで採集する"),
    Op.FISH: Text("Fish here", "ここで釣る"),
    Op.BUILD: Text("Build this", "これを建てる"),
    Op.UNBUILD: Text("Take this down", "これを解体する"),
    Op.CRAFT: Text("Work here", "ここで作業する"),
    Op.REFUEL: Text("Refuel this", "燃料を足す"),
    Op.CLEAN: Text("Clean here", "ここを掃除する"),
    Op.RESET: Text("Set this trap again", "この罠を掛け直す"),
    Op.UNLOCK: Text("Take this padlock off", "この南京錠を外す"),
    Op.RITE: Text("Hold the rite here", "ここで儀式を行う"),
    Op.WATCH: Text("Stand watch here", "ここで見張る"),
    Op.STORE: Text("Haul this", "これを運ぶ"),
    Op.GIVE: Text("Bring material here", "ここへ資材を運ぶ"),
    Op.PICK: Text("Haul this", "これを運ぶ"),
    Op.CLEAR: Text("Carry this off the site", "これを現場からどかす"),
}


def place(world: World, asked: dict[str, Any]) -> tuple[int, int]:
    """The cell asked about.

    Raises:
        InputError: it is off the map.
    """
    x, y = int(asked["x"]), int(asked["y"])
    if not (0 <= x < world.state.width and 0 <= y < world.state.height):
        raise InputError(
            "out_of_range", "x, y", [x, y], f"0..{world.state.width - 1}, 0..{world.state.height - 1}"
        )
    return x, y


def place_name(world: World, x: int, y: int) -> Text:
    """The room that a cell is in, or its numbers."""
    if not (0 <= x < world.state.width and 0 <= y < world.state.height):
        return Text("", "")
    cell = f"({x},{y})"
    room = room_name(world, int(room_map(world)[y, x]))
    return Text(f"{room.en} {cell}", f"{room.ja} {cell}") if room else Text(cell, cell)


def route(world: World, actor: int) -> list[tuple[int, int]]:
    """The next cells of an actor's walk."""
    actors = world.state.actors
    if actors.act[actor] != Act.WALK:
        return []
    first, last = int(actors.leg[actor]), int(actors.legs[actor])
    cells = actors.route[actor, first : min(last, first + ROUTE_SHOWN)].tolist()
    return [(cell % world.state.width, cell // world.state.width) for cell in cells]


def _refusal(ruling: Any, lang: str) -> str:
    return " ".join(step.text.say(lang) for step in ruling.steps if step.text)


def _entry(world: World, label: str, command: dict[str, Any], lang: str, note: str = "") -> dict[str, Any]:
    told = commands.plan(world, Command(command["kind"], command["args"]))
    why = "" if told.value else _refusal(told, lang) or Text("Not possible now", "今はできません").say(lang)
    return {"label": label, "command": command, "note": note, "why": why}


def menu(world: World, actor: int, x: int, y: int, lang: str) -> dict[str, Any]:
    """The orders of a cell: forced ones for the chosen minion with what they drop, then the cell's own."""
    state = world.state
    entries: list[dict[str, Any]] = []
    lord = actor == state.lord
    if 0 <= actor < len(state.names) and state.actors.alive[actor]:
        now = inspect.actor(world, actor, lang)["doing"]["text"]
        note = Text(f"replaces: {now}", f"今の仕事：{now}").say(lang) if now else ""
        who = world.name(actor).say(lang)
        if lord:
            go = Text(f"{who}: go here", f"{who}：ここへ行く").say(lang)
            entries.append(_entry(world, go, {"kind": "move_lord", "args": {"x": x, "y": y}}, lang, note))
        else:
            for task in _tasks_at(world, x, y):
                does = DOES.get(int(state.tasks.kind[task]), Text("Work here", "ここで作業する")).say(lang)
                order = {"kind": "force", "args": {"actor": actor, "task": task}}
                entries.append(_entry(world, f"{who}: {does}", order, lang, note))
    offered = inspect.cell(world, x, y, lang)["actions"]
    entries += [_entry(world, action["label"], action["command"], lang) for action in offered]
    names = {
        int(a): world.name(int(a)).say(lang)
        for a in np.flatnonzero(state.actors.alive & (state.actors.x == x) & (state.actors.y == y))
    }
    return {"entries": entries, "names": names}


def _tasks_at(world: World, x: int, y: int) -> list[int]:
    """Tasks that are about this cell, or about the structure or site on it."""
    state = world.state
    rows = state.tasks
    here = (rows.kind >= 0) & (rows.x == x) & (rows.y == y)
    for kinds, thing in (
        ((Op.UNBUILD, Op.CRAFT, Op.REFUEL, Op.WATCH), state.cells.structure[y, x]),
        ((Op.BUILD, Op.GIVE), state.cells.site[y, x]),
    ):
        if thing >= 0:
            here |= np.isin(rows.kind, kinds) & (rows.a == thing)
    return np.flatnonzero(here).tolist()


def lying(world: World, asked: dict[str, Any]) -> list[int]:
    """Ids of the stacks that lie on the floor of these cells."""
    width = world.state.width
    found: list[int] = []
    for x, y in asked["cells"][:MOST_CELLS]:
        found += world.scratch.lying.get(int(y) * width + int(x), [])
    return sorted(found)


def stock(world: World) -> dict[str, dict[str, int]]:
    """Pieces of each item that may be used, and those under a hauling ban, by item id."""
    items = world.state.items
    there = (items.kind >= 0) & (items.holder < 0) & (items.site < 0)
    most = len(world.content.items)
    free = np.bincount(items.kind[there & ~items.forbidden], items.count[there & ~items.forbidden], most)
    kept = np.bincount(items.kind[there & items.forbidden], items.count[there & items.forbidden], most)
    return {
        row.id: {"have": int(free[n]), "forbidden": int(kept[n])} for n, row in enumerate(world.content.items)
    }


def preview(world: World, asked: dict[str, Any], lang: str) -> dict[str, Any]:
    """Which of the cells under a drag would be unstable when dug (KEP-ROOF-11)."""
    cells = [(int(x), int(y)) for x, y in asked["cells"][:MOST_CELLS]]
    inside = [(x, y) for x, y in cells if 0 <= x < world.state.width and 0 <= y < world.state.height]
    shaky = set(seen.shaky(world, inside))
    return {"unstable": [cell for cell in inside if cell in shaky]}


def ghost(world: World, asked: dict[str, Any], lang: str) -> dict[str, Any]:
    """Whether a structure may be placed here, and why not; for a support also what stays unsupported."""
    args = {k: asked[k] for k in ("structure", "x", "y", "turned")}
    ruling = commands.plan(world, Command("place_site", args))
    reasons = [
        {"text": step.text.say(lang), "rule": step.rule}
        for step in ruling.steps
        if step.text and not ruling.value
    ]
    told: dict[str, Any] = {
        "ok": bool(ruling.value),
        "reasons": reasons,
        "warnings": [],
        "note": "",
        "bare": [],
        "support": 0,
    }
    kind = world.content.structure[str(asked["structure"])]
    row = world.content.structures[kind]
    if told["ok"]:
        box = (int(asked["x"]), int(asked["y"]), *size_of(world, kind, bool(asked["turned"])))
        told["warnings"] = inspect.foreseen(world, kind, box, lang)
    if row.category == "support":
        told |= _bare(world, int(asked["x"]), int(asked["y"]), lang)
    return told


def _bare(world: World, x: int, y: int, lang: str) -> dict[str, Any]:
    bare = ceilings.left_bare(world, x, y)
    note = Text(f"{len(bare)} cells still unsupported", f"まだ支えのないマス：{len(bare)}").say(lang)
    return {"bare": bare, "note": note, "support": world.params.roof.support_cells}


# Storage


def _groups_of(row: Any) -> tuple[str, ...]:
    return tuple(g for g in row.groups if g in GROUPS)


def _tree(world: World, allowed: list[int], lang: str) -> list[dict[str, Any]]:
    """Groups of items, widest first, each with the ids below it; items hang under their narrowest group."""
    top: list[dict[str, Any]] = []
    index: dict[tuple[str, ...], dict[str, Any]] = {}
    for n in allowed:
        row = world.content.items[n]
        path = _groups_of(row)
        level = top
        for depth in range(1, len(path) + 1):
            key = path[:depth]
            if key not in index:
                index[key] = {
                    "key": "/".join(key),
                    "label": GROUPS[key[-1]].say(lang),
                    "ids": [],
                    "children": [],
                }
                level.append(index[key])
            index[key]["ids"].append(row.id)
            level = index[key]["children"]
        level.append({"key": row.id, "label": row.name.say(lang), "ids": [row.id], "children": []})
    return top


def _allowed(world: World, row: Structure) -> list[int]:
    """Rows of the items that a storage of this kind may ever hold."""
    sort, items = openings.storage_kind(row), world.content.items
    if sort == "barrel":
        return [n for n, item in enumerate(items) if keep.haul.may_choose_for_barrel(item.stack)]
    if sort in ("chest", "stand"):
        return [n for n, item in enumerate(items) if item.category in row.accepts.split(";")]
    return [n for n, item in enumerate(items) if keep.haul.takes_at_all(sort, "/".join(item.groups))]


def storage(world: World, structure: int, lang: str) -> dict[str, Any] | None:
    """What the storage tab shows: filter tree, quality, keep count, misfits; None for what is no storage."""
    state = world.state
    row = world.content.structures[state.structures.kind[structure]]
    if not keep.haul.has_storage_tab(row.storage_kind):
        return None
    items = world.content.items
    allowed = _allowed(world, row)
    accepted = state.filters.get(structure)
    accept = [
        items[n].id for n in (allowed if accepted is None and row.accepts != "chosen" else accepted or ())
    ]
    inside = world.scratch.stored.get(structure, [])
    taken = set(accept)
    misfits = [
        f"{items[state.items.kind[i]].name.say(lang)} {int(state.items.count[i])}"
        for i in inside
        if items[state.items.kind[i]].id not in taken
    ]
    count = sum(int(state.items.count[i]) for i in inside) if row.storage == "item" else len(inside)
    chosen = row.accepts == "chosen"
    has_quality = any(items[n].has_quality for n in allowed)
    lowest = QUALITIES[state.minimum.get(structure, 1)]
    return {
        "form": "chosen" if chosen else "tree",
        "stacks": count,
        "capacity": row.capacity,
        "tree": [] if chosen else _tree(world, allowed, lang),
        "accept": accept,
        "choices": [{"id": items[n].id, "label": items[n].name.say(lang)} for n in allowed] if chosen else [],
        "item": accept[0] if chosen and accept else "",
        "keep": int(state.structures.keep[structure]),
        "qualities": [{"id": q, "label": t.say(lang)} for q, t in QUALITY_NAMES.items()]
        if has_quality
        else [],
        "quality": lowest,
        "misfits": misfits,
    }
