"""Facts of structures, building sites and stacks of items."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from meikyu.books.keep import building, food, rooms
from meikyu.core.clock import TICKS_PER_HOUR, duration
from meikyu.core.ruling import rule
from meikyu.errors import Text
from meikyu.realm.content import QUALITIES
from meikyu.realm.inspect import arts
from meikyu.realm.inspect.words import action, counted, fact, reason, verdict
from meikyu.realm.inspect.work import job_name, task_at, tasks_about, why_stalled, why_unclaimed
from meikyu.realm.state import Op
from meikyu.realm.systems import build, clearing, haul, openings, stock
from meikyu.realm.systems.links import links
from meikyu.realm.world import World

QUALITY_NAMES = {
    "poor": Text("poor", "粗末"),
    "normal": Text("normal", "並"),
    "fine": Text("fine", "良品"),
    "masterwork": Text("masterwork", "傑作"),
}
SIZES = {
    "small": Text("small meals", "小盛り"),
    "medium": Text("medium meals", "中盛り"),
    "large": Text("large meals", "大盛り"),
}
UNBUILD = Text("Take down", "取り壊す")
KEEP = Text("Keep it", "取り壊しをやめる")


def structure(world: World, structure: int, lang: str) -> dict[str, Any]:
    """Facts of a finished structure: how it stands, what is in it, what work it waits for."""
    state = world.state
    rows = state.structures
    row = stock.structure_row(world, structure)
    x, y = int(rows.x[structure]), int(rows.y[structure])
    reasons: list[dict[str, Any]] = []
    actions: list[dict[str, Any]] = []
    shown = ("ok", Text("In use", "使用できる"))
    if row.fuel_hours and not rows.burning[structure]:
        shown = ("warn", Text("Out: no fuel", "火が消えている"))
    elif row.fuel_hours and _fuel_low(world, structure):
        shown = ("note", Text("Little fuel left", "燃料が残り少ない"))
    if rows.locked[structure] and not rows.open[structure]:
        shown = ("note", Text("Padlocked: nobody passes", "南京錠が掛かっていて通れない"))
    if row.category == "trap":
        gone_off = ("warn", Text("Gone off", "作動した"))
        shown = gone_off if rows.sprung[structure] else ("ok", Text("Set", "掛けてある"))
    if rows.unbuild[structure]:
        shown = ("note", Text("To be taken down", "取り壊しを待っている"))
    for task in tasks_about(world, x, y):
        if state.tasks.kind[task] in (
            *(Op.UNBUILD, Op.REFUEL, Op.CRAFT, Op.WATCH, Op.RESET, Op.UNLOCK, Op.RITE),
        ):
            mark, text, (why, acts) = why_unclaimed(world, task, lang)
            reasons.append(reason(lang, text, "KEP-JOB-15" if mark == "warn" else "KEP-JOB-17", "", mark))
            if mark == "warn":
                reasons += why
                actions += acts
    if row.id == "ritual_circle":
        reasons = arts.waits(world, structure, lang) + reasons
    actions += _structure_actions(world, structure, lang)
    return {
        "id": structure,
        "kind": row.id,
        "title": row.name.say(lang),
        "cell": [x, y],
        "verdict": verdict(lang, *shown),
        "reasons": reasons,
        "actions": actions,
        "facts": structure_facts(world, structure, lang),
    }


def _fuel_low(world: World, structure: int) -> bool:
    left = int(world.state.structures.fuel[structure]) - world.state.tick
    return left <= world.params.sim.refuel_hours_left * TICKS_PER_HOUR


def _structure_actions(world: World, structure: int, lang: str) -> list[dict[str, Any]]:
    rows = world.state.structures
    row = stock.structure_row(world, structure)
    found: list[dict[str, Any]] = []

    def switch(column: NDArray[Any], to_off: Text, to_on: Text, order: str, key: str = "on") -> None:
        on = bool(column[structure])
        found.append(action(lang, to_off if on else to_on, order, {"structure": structure, key: not on}))

    if row.category == "door":
        switch(rows.open, Text("Close", "閉める"), Text("Open", "開ける"), "door", "open")
    if rows.locked[structure]:
        take = Text("Take the padlock off", "南京錠を外す")
        switch(rows.unlock, Text("Leave the padlock on", "南京錠を付けておく"), take, "padlock", "off")
    if rows.owner[structure] >= 0:
        label = Text("Let anybody sleep here", "誰でも使える寝床にする")
        found.append(action(lang, label, "own_bed", {"structure": structure, "actor": -1}))
    if row.id == "ritual_circle":
        found += arts.choices(world, structure, lang)
    if row.id == "gathering_post":
        near = Text("Hunt what comes near", "範囲に入るクリーチャーを狩猟")
        switch(rows.hunt, Text("Hunt: off", "狩猟をオフ"), near, "hunt_button")
    if row.id in ("campfire", "cooking_table"):
        now = food.SIZES[int(rows.size[structure])]
        for size in food.SIZES:
            if size != now:
                label = Text("Cook {size}", "{size}を作る").fill(size=SIZES[size])
                found.append(action(lang, label, "kitchen_size", {"structure": structure, "size": size}))
    if row.job != "none":
        switch(rows.unbuild, KEEP, UNBUILD, "unbuild")
    return found


def structure_facts(world: World, structure: int, lang: str) -> list[dict[str, Any]]:
    """Labelled values of a structure."""
    state = world.state
    rows = state.structures
    row = stock.structure_row(world, structure)
    found: list[dict[str, Any]] = []
    if row.told.en:
        found.append(fact(lang, Text("What it does", "働き"), row.told))
    if row.fuel_hours and rows.burning[structure]:
        left = duration(int(rows.fuel[structure]) - state.tick)
        found.append(fact(lang, Text("Burns for", "燃える時間"), left, "KEP-SIM-14"))
    if row.storage:
        found.append(fact(lang, Text("Holds", "中身"), _contents(world, structure), "KEP-HAUL-07"))
    if row.storage and openings.storage_kind(row) == "barrel":
        found.append(fact(lang, Text("Keep", "維持"), int(rows.keep[structure]), "KEP-HAUL-16"))
    if row.id in ("campfire", "cooking_table"):
        size = SIZES[food.SIZES[int(rows.size[structure])]]
        found.append(fact(lang, Text("Cooks", "作る飯"), size, "KEP-FOOD-39"))
    if row.light_radius:
        found.append(
            fact(
                lang,
                Text("Lights", "照らす範囲"),
                Text(f"{row.light_radius} cells", f"{row.light_radius}マス"),
                "KEP-FOG-40",
            )
        )
    room = room_name(world, int(rows.room[structure]))
    if room:
        found.append(fact(lang, Text("Room", "部屋"), room, "KEP-ROOM-08"))
    owner, user = int(rows.owner[structure]), int(rows.user[structure])
    if owner >= 0:
        found.append(fact(lang, Text("Belongs to", "持ち主"), world.name(owner), "KEP-NEED-08"))
    if user >= 0:
        found.append(fact(lang, Text("Used by", "使用中"), world.name(user)))
    return found


def _contents(world: World, structure: int) -> Text:
    items = world.state.items
    inside = world.scratch.stored.get(structure, ())
    row = stock.structure_row(world, structure)
    by_stack = row.storage == "stack"
    used = len(inside) if by_stack else sum(int(items.count[i]) for i in inside)
    unit = Text("stacks", "山") if by_stack else Text("pieces", "個")
    what = counted(world, [(int(items.kind[i]), int(items.count[i])) for i in inside])
    tail = Text(f": {what.en}", f"：{what.ja}") if what.en else Text("", "")
    return Text(f"{used}/{row.capacity} {unit.en}{tail.en}", f"{used}/{row.capacity}{unit.ja}{tail.ja}")


def room_name(world: World, room: int) -> Text | None:
    """Name of a room by number, None for no room."""
    found = next((r for r in world.state.rooms if r.id == room), None)
    return rooms.NAMES[found.name] if found is not None else None


def site(world: World, site: int, lang: str) -> dict[str, Any]:
    """Facts of a building site: its materials and stage, every cause that holds it up, who works."""
    state = world.state
    kind = int(state.sites.kind[site])
    row = world.content.structures[kind]
    causes, (reasons, actions) = why_stalled(world, site, lang)
    lacks = sum(haul.missing(world, site, coming=False).values())
    builder = int(state.sites.builder[site])
    if causes:
        shown = ("warn", Text("Stalled", "止まっている"))
    elif builder >= 0:
        shown = ("ok", Text("{name} is building", "{name}が建築中").fill(name=world.name(builder)))
    elif building.stage(lacks) == 1:
        shown = ("note", Text("Waiting for material", "資材を待っている"))
    elif not clearing.is_clear(world, site):
        shown = ("note", Text("Being cleared of what lies there", "置かれた品をどかしている"))
    else:
        shown = ("note", Text("Ready to be built", "着工を待っている"))
    for task in _site_tasks(world, site):
        mark, text, (why, acts) = why_unclaimed(world, task, lang)
        if state.tasks.kind[task] == Op.CLEAR:
            first = Text("first to be moved: {item}", "先にどかす品：{item}")
            item = item_title(world, int(state.tasks.a[task]))
            reasons.append(reason(lang, first.fill(item=item), "KEP-BLD-22", "", "note"))
        if mark == "ok":
            reasons.append(reason(lang, text, "KEP-JOB-17", "", mark))
        elif not causes:
            reasons.append(reason(lang, text, "KEP-JOB-15", "", mark))
            reasons += why
            actions += acts
    cancel = Text("Cancel", "中止")
    actions.append(action(lang, cancel, "cancel_site", {"site": site}, primary=not actions))
    return {
        "id": site,
        "kind": row.id,
        "title": Text("{name} (site)", "{name}（建設現場）").fill(name=row.name).say(lang),
        "cell": [int(state.sites.x[site]), int(state.sites.y[site])],
        "verdict": verdict(lang, *shown),
        "causes": list(causes),
        "reasons": reasons,
        "actions": actions,
        "facts": _site_facts(world, site, lang),
    }


def _site_tasks(world: World, site: int) -> list[int]:
    materials = world.content.structures[world.state.sites.kind[site]].materials
    keys = [(Op.GIVE, site, world.content.item[name]) for name, _ in materials]
    keys += [(Op.CLEAR, item, -1) for item in clearing.lying_on(world, site)]
    found = [task_at(world, *key) for key in [*keys, (Op.BUILD, site, -1)]]
    return [task for task in found if task >= 0]


@rule("KEP-BLD-04")
def _site_facts(world: World, site: int, lang: str) -> list[dict[str, Any]]:
    state = world.state
    kind = int(state.sites.kind[site])
    row = world.content.structures[kind]
    items = state.items
    there: dict[str, int] = {}
    for item in world.scratch.onsite.get(site, ()):
        name = stock.item_row(world, item).id
        there[name] = there.get(name, 0) + int(items.count[item])
    coming = links(world).giving.get(site, {})
    found: list[dict[str, Any]] = []
    for name, have, count in building.shown_materials(dict(row.materials), there):
        item = world.content.item[name]
        way = coming.get(item, 0)
        more = Text(f" (+{way} on the way)", f"（あと{way}が運搬中）") if way else Text("", "")
        value = Text(f"{have}/{count}{more.en}", f"{have}/{count}{more.ja}")
        found.append(fact(lang, world.content.items[item].name, value, "KEP-BLD-04"))
    need = max(1, int(state.sites.need[site]))
    done = Text("{n}%", "{n}%").fill(n=100 * int(state.sites.work[site]) // need)
    found.append(fact(lang, Text("Work done", "進み"), done, "KEP-BLD-27"))
    found.append(
        fact(lang, Text("Worked by", "担当の職務"), job_name(build.job_of(world, kind)), "KEP-BLD-03")
    )
    return found


def items(world: World, ids: list[int], lang: str) -> list[dict[str, Any]]:
    """Facts of stacks of items."""
    return [_stack(world, item, lang) for item in ids if world.state.items.kind[item] >= 0]


def item_title(world: World, item: int) -> Text:
    """Count and name of a stack."""
    rows = world.state.items
    name = stock.item_row(world, item).name
    quality = QUALITIES[int(rows.quality[item])]
    count = int(rows.count[item])
    shown = QUALITY_NAMES.get(quality)
    if shown is None or quality == "normal":
        return Text(f"{name.en} {count}", f"{name.ja} {count}")
    return Text(f"{name.en} ({shown.en}) {count}", f"{name.ja}（{shown.ja}）{count}")


def _stack(world: World, item: int, lang: str) -> dict[str, Any]:
    state = world.state
    rows = state.items
    facts: list[dict[str, Any]] = []
    forbidden = bool(rows.forbidden[item])
    if forbidden:
        facts.append(fact(lang, Text("Hauling", "運搬"), Text("forbidden", "禁止"), "KEP-HAUL-44"))
    if rows.store[item] >= 0:
        store = stock.structure_row(world, int(rows.store[item])).name
        facts.append(fact(lang, Text("Stored in", "保管場所"), store, "KEP-HAUL-01"))
    if rows.reserved[item] > 0:
        facts.append(fact(lang, Text("Reserved", "予約済み"), int(rows.reserved[item]), "KEP-HAUL-46"))
    if rows.decays[item] >= 0:
        left = duration(max(0, int(rows.decays[item]) - state.tick))
        facts.append(fact(lang, Text("Keeps for", "もつ時間"), left))
    task = task_at(world, Op.PICK, item, -1)
    if task >= 0:
        facts.append(fact(lang, Text("Hauling", "運搬"), why_unclaimed(world, task, lang)[1], "KEP-JOB-15"))
    elif stock.is_loose(world, item):
        nowhere = Text("no storage takes it", "受け入れる保管場所がない")
        facts.append(fact(lang, Text("Hauling", "運搬"), nowhere, "KEP-HAUL-48"))
    label = Text("Allow hauling", "運搬許可") if forbidden else Text("Forbid hauling", "運搬禁止")
    button = action(lang, label, "allow" if forbidden else "forbid", {"items": [item]}, primary=True)
    return {
        "id": item,
        "kind": stock.item_row(world, item).id,
        "title": item_title(world, item).say(lang),
        "count": int(rows.count[item]),
        "forbidden": forbidden,
        "facts": facts,
        "actions": [button],
    }
