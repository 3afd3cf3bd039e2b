"""Facts of one being: name, title, bars, load, what it does and why."""

from __future__ import annotations

from typing import Any

from meikyu.books.keep import jobs, needs, rampages
from meikyu.errors import Text
from meikyu.realm.content import STATS
from meikyu.realm.inspect.injuries import injuries
from meikyu.realm.inspect.words import GOING, TILES, WORKING, counted, fact, joined
from meikyu.realm.inspect.work import can_hunt, job_name
from meikyu.realm.orders.people import title_job
from meikyu.realm.state import Act, Op, Side, Stepping
from meikyu.realm.systems import plans, stock
from meikyu.realm.world import World

AT_STRUCTURES = (
    Op.STORE,
    Op.UNBUILD,
    Op.REFUEL,
    Op.WATCH,
    Op.CRAFT,
    Op.LIE,
    Op.RETURN,
    Op.RESET,
    Op.UNLOCK,
    Op.RITE,
    Op.LAY,
    Op.ATTEND,
    Op.SMASH,
    Op.FEAST,
)
BARS = (Text("Food", "食事"), Text("Sleep", "睡眠"), Text("Recreation", "娯楽"))
SIDES = {
    Side.ALLY: Text("Ally", "味方"),
    Side.WILD: Text("Wild creature", "野生のクリーチャー"),
    Side.VISITOR: Text("Visitor", "訪問者"),
    Side.ADVENTURER: Text("Adventurer", "冒険者"),
    Side.PRISONER: Text("Prisoner", "囚人"),
}
LORD = Text("Demon lord", "魔王")
DOING_NOTHING = Text("standing about", "立ち尽くしている")


def species_of(world: World, actor: int) -> Any:
    """The row of what an actor is."""
    rows = world.state.actors
    kind = int(rows.species[actor])
    ours = rows.side[actor] in (Side.MINION, Side.LORD)
    return world.content.species[kind] if ours else world.content.creatures[kind]


def title_of(world: World, actor: int) -> Text:
    """What an actor is called beside its name."""
    side = Side(int(world.state.actors.side[actor]))
    if side == Side.MINION:
        return jobs.title_text(title_job(world, actor))
    return LORD if side == Side.LORD else SIDES[side]


def tile_of(world: World, actor: int) -> str:
    """Name of the picture of an actor."""
    row = species_of(world, actor)
    name: str = row.id
    return TILES.get(name, name)


def actor(world: World, actor: int, lang: str) -> dict[str, Any]:
    """Facts of a being."""
    rows = world.state.actors
    minion = rows.side[actor] == Side.MINION
    row = species_of(world, actor)
    name = world.name(actor)
    return {
        "id": actor,
        "name": name.say(lang) or row.name.say(lang),
        "title": title_of(world, actor).say(lang),
        "species": row.name.say(lang),
        "tile": tile_of(world, actor),
        "cell": [int(rows.x[actor]), int(rows.y[actor])],
        "can_switch_title": bool(minion) and title_job(world, actor) is not None,
        "bars": _bars(world, actor, lang) if minion else [],
        "grudge": int(rows.grudge[actor]) if minion else None,
        "load": _load(world, actor, lang),
        "doing": doing(world, actor, lang),
        "stats": [
            {"label": jobs.STAT_NAMES[n].say(lang), "value": int(rows.stats[actor, n])}
            for n in range(len(STATS))
        ],
        "jobs": _jobs(world, actor, lang) if minion else [],
        "wounds": injuries(world, actor, lang),
        "facts": _facts(world, actor, lang),
    }


def _bars(world: World, actor: int, lang: str) -> list[dict[str, Any]]:
    p = world.params.need
    found: list[dict[str, Any]] = []
    for n, label in enumerate(BARS):
        units = int(world.state.actors.needs[actor, n])
        state = "bad" if needs.is_crisis(p, units) else "warn" if needs.is_pressing(p, units) else "ok"
        value = -(-units // p.units_per_point)
        found.append({"label": label.say(lang), "value": value, "line": p.threshold, "state": state})
    return found


def _load(world: World, actor: int, lang: str) -> dict[str, Any]:
    have = stock.load(world, actor)
    most = have + stock.free_weight(world, actor)
    items = world.state.items
    held = [(int(items.kind[i]), int(items.count[i])) for i in world.scratch.held.get(actor, ())]
    what = counted(world, held).say(lang)
    label = Text("Load {have}/{most}", "荷 {have}/{most}").fill(have=have, most=most).say(lang)
    return {"have": have, "cap": most, "text": f"{label}  {what}" if what else label}


def _jobs(world: World, actor: int, lang: str) -> list[dict[str, Any]]:
    levels = world.state.actors.levels[actor]
    found: list[dict[str, Any]] = []
    for n, job in enumerate(jobs.JOBS):
        value = plans.value_of(world, actor, n)
        found.append(
            {
                "id": job.id,
                "label": job.label.say(lang),
                "level": int(levels[n]),
                "value": None if value < 0 else value,
            }
        )
    return found


def _facts(world: World, actor: int, lang: str) -> list[dict[str, Any]]:
    rows = world.state.actors
    found = [
        fact(
            lang,
            Text("Sight", "視界"),
            Text(f"{int(rows.sight[actor])} cells", f"{int(rows.sight[actor])}マス"),
            "KEP-FOG-23",
        )
    ]
    worn = [int(rows.weapon[actor]), int(rows.armour[actor]), int(rows.tool[actor])]
    names = [world.content.items[item].name.say(lang) for item in worn if item >= 0]
    if names:
        found.append(fact(lang, Text("Holds and wears", "装備"), joined(lang, names)))
    told = species_of(world, actor).told
    if told.en:
        found.append(fact(lang, Text("Nature", "性質"), told))
    if rows.side[actor] == Side.MINION and not can_hunt(world, actor):
        cannot = Text(
            "no ranged weapon, short staff or staff in hand", "遠隔武器も短杖も杖も手に持っていない"
        )
        found.append(fact(lang, Text("Cannot hunt", "狩りができない"), cannot, "KEP-JOB-34"))
    return found


# What it does


def aim(world: World, actor: int) -> Stepping | None:
    """The step of the plan that says what the actor is about: the first that is no walk."""
    plan = world.state.plans[actor]
    return next((s for s in plan if s.op not in (Op.WALK, Op.WALK_NEXT)), plan[0] if plan else None)


def target_of(world: World, step: Stepping) -> Text:
    """What a step is about: a place, a thing."""
    state, content = world.state, world.content
    nothing = Text("", "")
    if step.op in (Op.DIG, Op.GATHER, Op.FISH, Op.CLEAN):
        return Text(f"({step.a},{step.b})", f"（{step.a},{step.b}）")
    if step.op in (Op.EAT, Op.DRINK):
        return content.items[step.a].name if step.a >= 0 else nothing
    if step.op == Op.PICK:
        kind = int(state.items.kind[step.a]) if step.a >= 0 else -1
        return content.items[kind].name if kind >= 0 else nothing
    if step.op in (Op.BUILD, Op.GIVE):
        kind = int(state.sites.kind[step.a])
        return content.structures[kind].name if kind >= 0 else nothing
    if step.op == Op.CRAFT and step.b >= 0:
        return content.recipes[step.b].name
    if step.op in (Op.FIGHT, Op.HUNT, Op.TREAT, Op.SUPERVISE, Op.WHIP, Op.PRANK):
        return world.name(step.a)
    if step.op == Op.BORROW:
        kind = int(state.structures.kind[step.b])
        return content.structures[kind].name if kind >= 0 else nothing
    if step.op in AT_STRUCTURES and step.a >= 0:
        kind = int(state.structures.kind[step.a])
        return content.structures[kind].name if kind >= 0 else nothing
    return nothing


def doing(world: World, actor: int, lang: str) -> dict[str, Any]:
    """What an actor does now, why, and the rule that says so."""
    rows = world.state.actors
    step = aim(world, actor)
    if step is None:
        return _idle(world, actor, lang)
    walking = rows.act[actor] == Act.WALK
    what = (GOING if walking else WORKING).get(step.op) or GOING[step.op]
    target = target_of(world, step)
    text = Text(f"{what.en} {target.en}".strip(), f"{what.ja}{'：' + target.ja if target.ja else ''}")
    why, rule_id = _why(world, actor, step)
    check = ""
    if rows.act[actor] == Act.WORK:
        done = min(100, 100 * int(rows.done[actor]) // max(1, int(rows.need[actor])))
        check = (
            Text("speed {speed}%, {done}% done", "速さ{speed}%、進み{done}%")
            .fill(speed=int(rows.speed[actor]), done=done)
            .say(lang)
        )
    return {"text": text.say(lang), "why": why.say(lang), "rule": rule_id, "check": check}


def _idle(world: World, actor: int, lang: str) -> dict[str, Any]:
    rows = world.state.actors
    if not rows.alive[actor]:
        return {"text": Text("dead", "死亡").say(lang), "why": "", "rule": "", "check": ""}
    if rows.down[actor] >= 0:
        text, why = (
            Text("knocked out", "昏倒している"),
            Text("lies where it fell", "倒れた場所で横たわっている"),
        )
        return {"text": text.say(lang), "why": why.say(lang), "rule": "KEP-WND-10", "check": ""}
    if rows.rampage[actor] >= 0:
        why, rule_id = _why(world, actor, Stepping(Op.LOITER))
        return {"text": DOING_NOTHING.say(lang), "why": why.say(lang), "rule": rule_id, "check": ""}
    if rows.held[actor] > world.state.tick:
        why = Text("cannot act just now", "今は動けない")
        return {"text": DOING_NOTHING.say(lang), "why": why.say(lang), "rule": "KEP-RAMP-33", "check": ""}
    if rows.side[actor] != Side.MINION:
        return {"text": Text("standing", "立っている").say(lang), "why": "", "rule": "", "check": ""}
    on = int((rows.levels[actor] > 0).sum())
    why = (
        Text(
            "no free work in its {n} jobs can be reached", "オンの職務{n}つに、たどり着ける空いた仕事がない"
        ).fill(n=on)
        if on
        else Text("all its jobs are Off", "すべての職務がオフ")
    )
    return {
        "text": Text("idle, looks for work", "手が空いている").say(lang),
        "why": why.say(lang),
        "rule": "KEP-JOB-18" if on else "KEP-JOB-07",
        "check": "",
    }


_NEEDS = {
    Op.EAT: (0, "KEP-NEED-05"),
    Op.SLEEP: (1, "KEP-NEED-08"),
    Op.DRINK: (2, "KEP-NEED-09"),
    Op.IDLE: (2, "KEP-NEED-09"),
}


def _why(world: World, actor: int, step: Stepping) -> tuple[Text, str]:
    rows = world.state.actors
    if rows.rampage[actor] >= 0:
        kind = rampages.KINDS[int(rows.rampage[actor])]
        text = Text("on a rampage ({name}): {told}", "暴走中（{name}）：{told}")
        return text.fill(name=kind.name, told=kind.told), "KEP-RAMP-02"
    if rows.forced[actor]:
        return Text("forced order", "強制命令"), "KEP-JOB-09"
    if step.op in _NEEDS:
        n, rule_id = _NEEDS[Op(step.op)]
        points = -(-int(rows.needs[actor, n]) // world.params.need.units_per_point)
        return Text(f"{BARS[n].en} is at {points}", f"{BARS[n].ja}が{points}"), rule_id
    job = int(rows.job[actor])
    if job < 0:
        return Text("", ""), ""
    if rows.task[actor] < 0:
        return Text("{job}: carries on", "{job}の続き").fill(job=job_name(job)), "KEP-HAUL-33"
    text = Text(
        "{job} is {level}; the best free work at that priority",
        "{job}は{level}。その優先度で、いちばん先に取る仕事",
    )
    level = jobs.LEVEL_NAMES[int(rows.levels[actor, job])]
    return text.fill(job=job_name(job), level=level), "KEP-JOB-16"
