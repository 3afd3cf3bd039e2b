"""Why work waits: head-counts of able minions, causes that hold a site up, and what would change it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from meikyu.books.keep import building, jobs
from meikyu.core.ruling import Step, rule
from meikyu.errors import Text
from meikyu.realm.content import JOBS
from meikyu.realm.inspect.words import TASKS, action, counted, reason
from meikyu.realm.state import Act, Op
from meikyu.realm.systems import arms, build, haul, moves, plans, stock
from meikyu.realm.systems.links import links
from meikyu.realm.systems.moves import Box
from meikyu.realm.tables import box_of, minions
from meikyu.realm.world import World

HUNT = JOBS.index("hunt")
About = tuple[int | str, Text]
Told = tuple[list[dict[str, Any]], list[dict[str, Any]]]
"""Reasons, and the actions that would change them."""

_REASONS = (
    Text("with {job} set to Off", "{job}がオフ"),
    Text("with no way there", "そこまで歩いて行けない"),
    Text("busy with work of a higher priority", "もっと優先度の高い仕事で手がふさがっている"),
)


class Heads(NamedTuple):
    """Who could do a task: ids of the able minions under each of the three reasons, and the others."""

    off: list[int]
    unreachable: list[int]
    busy: list[int]
    free: list[int]


def can_hunt(world: World, actor: int) -> bool:
    """True when what the minion holds allows hunting (KEP-JOB-34)."""
    held = int(world.state.actors.weapon[actor])
    row = world.content.items[held] if held >= 0 else None
    return jobs.can_hunt(row.id if row else None, row.range if row else 0)


def regions_about(world: World, box: Box) -> set[int]:
    """Regions from which a thing can be reached."""
    cells = moves.served_from(world, box)
    return set(world.state.cells.region.reshape(-1)[cells].tolist())


def box_of_task(world: World, task: int) -> Box:
    """Where a task is done."""
    rows = world.state.tasks
    w, h = links(world).boxes[task].tolist()
    return int(rows.x[task]), int(rows.y[task]), int(w), int(h)


def level_for(world: World, actor: int, job: int, also: int = -1) -> int:
    """The priority at which a minion would take work of a job, or of either of two."""
    levels = world.state.actors.levels[actor]
    return int(max(levels[job], levels[also]) if also >= 0 else levels[job])


@rule("KEP-JOB-14", "KEP-JOB-15", "KEP-JOB-17")
def heads(world: World, box: Box, job: int, also: int = -1, task: int = -1) -> Heads:
    """The able minions by why they leave work at a place: alive, not knocked out, holding what the job needs.

    Who may borrow from a rack what hunting needs is able too; one on a rampage counts as busy, and one that
    found no way to the task of late has none.
    """
    rows = world.state.actors
    regions = regions_about(world, box)
    found = Heads([], [], [], [])
    armed = job == HUNT and arms.lendable(world).size > 0
    for actor in minions(world).tolist():
        if rows.down[actor] >= 0 or (job == HUNT and not (armed or can_hunt(world, actor))):
            continue
        level = level_for(world, actor, job, also)
        reaches = int(world.state.cells.region[rows.y[actor], rows.x[actor]]) in regions
        reaches = reaches and all(task != left for left, _ in world.state.skipped.get(actor, ()))
        now = int(rows.job[actor])
        busy = rows.rampage[actor] >= 0 or (
            rows.act[actor] != Act.IDLE
            and (bool(rows.forced[actor]) or (now >= 0 and int(rows.levels[actor, now]) > level))
        )
        why = jobs.reason(level, int(reaches), int(busy))
        found[why if why >= 0 else 3].append(actor)
    return found


def task_at(world: World, op: int, a: int, b: int) -> int:
    """The task of this kind and target, or -1."""
    return links(world).tasks.get((op, a, b), -1)


def tasks_about(world: World, x: int, y: int) -> list[int]:
    """Tasks that concern a cell: drawn on it, or about what stands or lies on it; ascending."""
    state = world.state
    site, structure = int(state.cells.site[y, x]), int(state.cells.structure[y, x])
    lying = set(world.scratch.lying.get(y * state.width + x, ()))
    found: list[int] = []
    for (op, a, b), task in links(world).tasks.items():
        if op in (Op.DIG, Op.GATHER, Op.FISH, Op.CLEAN):
            here = (a, b) == (x, y)
        elif op in (Op.GIVE, Op.BUILD):
            here = a == site
        elif op in (Op.PICK, Op.CLEAR):
            here = a in lying
        else:
            here = a == structure
        if here:
            found.append(task)
    return sorted(found)


def job_name(job: int) -> Text:
    """Name of a job column."""
    return jobs.JOBS[job].label


def why_unclaimed(world: World, task: int, lang: str) -> tuple[str, Text, Told]:
    """State, verdict and reasons of a task: who is on it, or why nobody takes it."""
    rows = world.state.tasks
    by, job, also = int(rows.by[task]), int(rows.job[task]), int(rows.also[task])
    what = TASKS[int(rows.kind[task])]
    if by >= 0:
        text = Text("{name} is on it: {what}", "{name}が担当している：{what}").fill(
            name=world.name(by), what=what
        )
        return "ok", text, ([reason(lang, _on_it(world, by), "KEP-JOB-17")], [])
    if by == plans.HELD_BACK:
        full = reason(
            lang,
            Text("no storage that takes it has room", "受け入れる保管場所に空きがない"),
            *("KEP-HAUL-48", 0, "warn"),
        )
        return "warn", Text("Waits for room: {what}", "空き待ち：{what}").fill(what=what), ([full], [])
    found = heads(world, box_of_task(world, task), job, also, task)
    told = _counts(world, found, job, lang)
    if found.free:
        text = Text("Waiting: {what}", "順番待ち：{what}").fill(what=what)
        more = Text("may take it next: {names}", "次に引き受けられる：{names}").fill(
            names=_names(world, found.free)
        )
        told[0].insert(0, reason(lang, more, "KEP-JOB-16", len(found.free), "note"))
        return "note", text, told
    return "warn", Text("Nobody takes it: {what}", "誰も引き受けない：{what}").fill(what=what), told


def _on_it(world: World, actor: int) -> Text:
    rows = world.state.actors
    job = int(rows.job[actor])
    if rows.forced[actor]:
        return Text("by forced order", "強制命令による")
    if job < 0:
        return Text("reserved", "引き受け済み")
    return Text("{job} is {level}", "{job}は{level}").fill(
        job=job_name(job), level=jobs.LEVEL_NAMES[int(rows.levels[actor, job])]
    )


def _names(world: World, actors: list[int], most: int = 3) -> Text:
    names = [world.name(a) for a in actors[:most]]
    more = "…" if len(actors) > most else ""
    return Text(", ".join(n.en for n in names) + more, "、".join(n.ja for n in names) + more)


def _counts(world: World, found: Heads, job: int, lang: str) -> Told:
    """The three reasons with their head-counts, and the orders that would change them."""
    told: list[dict[str, Any]] = []
    actions: list[dict[str, Any]] = []
    for text, actors in zip(_REASONS, found[:3], strict=True):
        if actors:
            told.append(reason(lang, text.fill(job=job_name(job)), "KEP-JOB-14", len(actors)))
    if not told and not found.free:
        nobody = Text("no minion is able to do this", "この仕事をこなせるミニオンがいない")
        told.append(reason(lang, nobody, "KEP-JOB-15", 0))
    if found.off and not found.free:
        actions.append(_to_normal(world, found.off, job, lang, primary=True))
    return told, actions


def _to_normal(world: World, actors: list[int], job: int, lang: str, *, primary: bool) -> dict[str, Any]:
    """The action that sets a job to Normal for the best at it."""
    best = max(actors, key=lambda a: (plans.value_of(world, a, job), -a))
    label = Text("{job}: Normal for {name}", "{name}の{job}を「通常」に")
    args = {"actor": best, "job": JOBS[job], "level": jobs.NORMAL}
    label = label.fill(job=job_name(job), name=world.name(best))
    return action(lang, label, "set_level", args, primary=primary)


# Building sites


class Materials(NamedTuple):
    """Pieces that a site still waits for, by item kind: that lie nowhere, and that no way leads to."""

    missing: dict[int, int]
    unreachable: dict[int, int]


def materials_of(world: World, site: int) -> Materials:
    """What of a site's materials cannot be brought, pieces on their way not counted."""
    found = Materials({}, {})
    regions = regions_about(world, box_of(world.state.sites, site))
    for kind, lack in haul.missing(world, site).items():
        ids = stock.usable(world, (kind,))
        there = stock.free_pieces(world, ids)
        near = [i for i in ids.tolist() if regions & _regions_of_item(world, i)]
        close = stock.free_pieces(world, np.array(near, np.int64))
        if lack > there:
            found.missing[kind] = lack - there
        if min(lack, there) > close:
            found.unreachable[kind] = min(lack, there) - close
    return found


def _regions_of_item(world: World, item: int) -> set[int]:
    rows = world.state.items
    if rows.store[item] >= 0:
        return regions_about(world, box_of(world.state.structures, int(rows.store[item])))
    return regions_about(world, (int(rows.x[item]), int(rows.y[item]), 1, 1))


@rule("KEP-BLD-21")
def why_stalled(world: World, site: int, lang: str) -> tuple[tuple[str, ...], Told]:
    """Every cause that holds a site up, in the order in which they are told, and what would change it."""
    state = world.state
    kind = int(state.sites.kind[site])
    box = box_of(state.sites, site)
    item = build.forbidden_item(world, site)
    shut, order = build.closes(world, site)
    anyway = site in state.settings.get("build_anyway", ())
    job = build.job_of(world, kind)
    lacks = materials_of(world, site)
    regions = regions_about(world, box)
    rows = state.actors
    band = minions(world).tolist()
    ruling = building.stalls(
        building.SiteFacts(
            is_trap=JOBS[job] == "trap",
            forbidden_item=item >= 0,
            shuts_in=shut >= 0,
            closes_way=order[0] >= 0 and not anyway,
            reachable=any(int(state.cells.region[rows.y[a], rows.x[a]]) in regions for a in band),
            missing=sum(lacks.missing.values()),
            unreachable=sum(lacks.unreachable.values()),
            workers=sum(int(rows.levels[a, job]) > 0 for a in band),
        )
    )
    more = _about(world, shut, order[0], job) | {
        "forbidden_item": ("", _item_name(world, item)),
        "materials_missing": (sum(lacks.missing.values()), counted(world, lacks.missing.items())),
        "no_way_to_material": (sum(lacks.unreachable.values()), counted(world, lacks.unreachable.items())),
    }
    told = _causes(ruling.steps, more, lang)
    return ruling.value, (told, _site_actions(world, site, ruling.value, item, job, lang))


def foreseen(world: World, kind: int, box: Box, lang: str) -> list[dict[str, Any]]:
    """What would hold a structure up that is only thought of, as a site there would tell it."""
    shut, order = build.would_close(world, kind, box)
    job = build.job_of(world, kind)
    rows, band = world.state.actors, minions(world)
    ruling = building.stalls(
        building.SiteFacts(
            is_trap=JOBS[job] == "trap",
            shuts_in=shut >= 0,
            closes_way=order[0] >= 0,
            workers=sum(int(rows.levels[a, job]) > 0 for a in band),
        )
    )
    return _causes(ruling.steps, _about(world, shut, order[0], job), lang)


def _about(world: World, shut: int, order: int, job: int) -> dict[str, About]:
    """Who or what a cause is about, by cause."""
    return {
        "shuts_in": ("", world.name(shut) if shut >= 0 else Text("", "")),
        "closes_way": ("", build.ORDERS.get(order, Text("", ""))),
        "job_off": ("", job_name(job)),
    }


def _causes(steps: Iterable[Step], more: dict[str, About], lang: str) -> list[dict[str, Any]]:
    """The causes in words, each with its number and what it is about."""
    told: list[dict[str, Any]] = []
    for step in steps:
        n, detail = more.get(step.what, ("", Text("", "")))
        text = step.text or Text(step.what, step.what)
        if detail.en:
            text = Text(f"{text.en}: {detail.en}", f"{text.ja}：{detail.ja}")
        told.append(reason(lang, text, step.rule, n, "warn"))
    return told


def _item_name(world: World, item: int) -> Text:
    return stock.item_row(world, item).name if item >= 0 else Text("", "")


def _site_actions(
    world: World, site: int, causes: tuple[str, ...], item: int, job: int, lang: str
) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if "forbidden_item" in causes:
        allow = Text("Allow hauling", "運搬許可")
        found.append(action(lang, allow, "allow", {"items": [item]}, primary=True))
    if "closes_way" in causes and "shuts_in" not in causes:
        anyway = Text("Build anyway", "それでも建てる")
        found.append(action(lang, anyway, "build_anyway", {"site": site}, primary=not found))
    if "job_off" in causes:
        band = minions(world).tolist()
        if band:
            found.append(_to_normal(world, band, job, lang, primary=not found))
    return found


@rule("KEP-BLD-21")
def held_up(world: World) -> list[int]:
    """The sites that any cause holds up, ascending; those a letter tells of as they were last tested."""
    state = world.state
    band = minions(world).tolist()
    rows = state.actors
    places = {int(state.cells.region[rows.y[a], rows.x[a]]) for a in band}
    on = {job: bool(band) and bool((rows.levels[band, job] > 0).any()) for job in range(len(JOBS))}
    found: list[int] = []
    for site in np.flatnonzero(state.sites.kind >= 0).tolist():
        if state.sites.stall[site] or not on[build.job_of(world, int(state.sites.kind[site]))]:
            found.append(site)
            continue
        lacks = materials_of(world, site)
        way = places & regions_about(world, box_of(state.sites, site))
        if lacks.missing or lacks.unreachable or not way:
            found.append(site)
    return found
