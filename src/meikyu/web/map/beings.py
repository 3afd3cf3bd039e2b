"""Orders about beings: hunt a creature, attack an enemy with whoever is selected, set jobs for several."""

from __future__ import annotations

from typing import Any

from meikyu.books import keep
from meikyu.core.log import Command
from meikyu.errors import Text
from meikyu.realm import commands
from meikyu.realm.inspect.cells import beings, hunts
from meikyu.realm.inspect.people import doing, species_of, title_of
from meikyu.realm.orders import beds
from meikyu.realm.state import Side
from meikyu.realm.systems import fights, visits
from meikyu.realm.world import World


def chosen(world: World, asked: dict[str, Any]) -> list[int]:
    """The selected beings that may be given orders: living minions and the lord, ascending."""
    state = world.state
    ids = {int(i) for i in asked.get("ids") or [asked.get("id", -1)]}
    side = state.actors.side
    return [
        i
        for i in sorted(ids)
        if 0 <= i < len(state.names) and state.actors.alive[i] and side[i] in (Side.MINION, Side.LORD)
    ]


def about(world: World, who: list[int], x: int, y: int, lang: str) -> list[dict[str, Any]]:
    """Menu entries about those who stand on a cell: whip a minion; attack by each of `who`.

    An entry has a label, the commands it gives, what it replaces and why it cannot be given, "" where it can.
    """
    found: list[dict[str, Any]] = []
    for other in beings(world, x, y):
        name = world.name(other).say(lang) or species_of(world, other).name.say(lang)
        side = Side(int(world.state.actors.side[other]))
        if side == Side.MINION:
            found.append(_whip(world, other, name, lang))
        peaceful = fights.is_ours(world, other) and world.state.actors.rampage[other] < 0
        if peaceful or side in (Side.PRISONER, Side.VISITOR):
            continue
        able = [a for a in who if a != other]
        if able:
            found.append(_attack(world, able, other, name, lang))
    if len(who) == 1:
        found += _own_bed(world, who[0], int(world.state.cells.structure[y, x]), lang)
    return found


def _own_bed(world: World, actor: int, structure: int, lang: str) -> list[dict[str, Any]]:
    """The entry that gives a bed to the selected minion; none where there is no bed."""
    if structure < 0 or not beds.is_bed(world, structure):
        return []
    label = Text("Its own bed from now on: {name}", "ここを{name}の寝床にする").fill(name=world.name(actor))
    return [
        _entry(world, label, [{"kind": "own_bed", "args": {"structure": structure, "actor": actor}}], lang)
    ]


def _entry(
    world: World, label: Text, orders: list[dict[str, Any]], lang: str, note: str = ""
) -> dict[str, Any]:
    refusals = [commands.plan(world, Command(o["kind"], o["args"])) for o in orders]
    given = [o for o, told in zip(orders, refusals, strict=True) if told.value]
    why = ""
    if not given:
        why = " ".join(step.text.say(lang) for step in refusals[0].steps if step.text)
        why = why or Text("Not possible now", "今はできません").say(lang)
    return {
        "label": label.say(lang),
        "command": (given or orders)[0],
        "more": given[1:],
        "note": note,
        "why": why,
    }


def _whip(world: World, other: int, name: str, lang: str) -> dict[str, Any]:
    kind = "spare" if visits.is_to_whip(world, other) else "whip"
    label = (
        Text(f"Whip {name}", f"{name}を鞭で打つ")
        if kind == "whip"
        else Text(f"Spare {name}", f"{name}の鞭打ちをやめる")
    )
    return _entry(world, label, [{"kind": kind, "args": {"actor": other}}], lang)


def _attack(world: World, who: list[int], other: int, name: str, lang: str) -> dict[str, Any]:
    orders = [{"kind": "attack", "args": {"actor": a, "target": other}} for a in who]
    if len(who) == 1:
        now = doing(world, who[0], lang)["text"]
        note = Text(f"replaces: {now}", f"今の仕事：{now}").say(lang) if now else ""
        mine = world.name(who[0]).say(lang)
        label = Text(f"{mine}: attack {name}", f"{mine}：{name}を攻撃")
        return _entry(world, label, orders, lang, note)
    label = Text(f"All {len(who)}: attack {name}", f"{len(who)}体で{name}を攻撃")
    return _entry(world, label, orders, lang)


def prey(world: World, x: int, y: int, lang: str) -> list[dict[str, Any]]:
    """The hunting orders for the wild creatures on a cell: what the Hunt tool gives there."""
    return [order for other in beings(world, x, y) for order in hunts(world, other, lang)]


def crowd(world: World, asked: dict[str, Any], lang: str) -> dict[str, Any]:
    """Several selected beings at once: who they are, what they do, the priority of each job for each."""
    who = chosen(world, asked)
    if not who:
        return {"gone": True}
    rows = world.state.actors
    minions = [a for a in who if rows.side[a] == Side.MINION]
    return {
        "members": [
            {
                "id": a,
                "name": world.name(a).say(lang),
                "title": title_of(world, a).say(lang),
                "doing": doing(world, a, lang)["text"],
            }
            for a in who
        ],
        "minions": minions,
        "jobs": [
            {"id": job.id, "label": job.label.say(lang), "levels": rows.levels[minions, n].tolist()}
            for n, job in enumerate(keep.jobs.JOBS)
        ]
        if minions
        else [],
    }
