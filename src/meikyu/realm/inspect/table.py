"""The job table as facts: bands, columns with their waiting work, a row a minion (KEP-JOB-30 to 69)."""

from __future__ import annotations

from typing import Any

import numpy as np

from meikyu.books.keep import ground
from meikyu.books.keep import jobs as book
from meikyu.core.ruling import rule
from meikyu.errors import Text
from meikyu.realm.content import JOBS, STATS
from meikyu.realm.inspect.people import tile_of, title_of
from meikyu.realm.inspect.work import can_hunt
from meikyu.realm.systems import build, plans
from meikyu.realm.systems.links import links
from meikyu.realm.tables import minions
from meikyu.realm.world import World

HUNT = JOBS.index("hunt")
MOST_KEPT = 2000
DOES = (
    Text("kill marked wild creatures", "印の付いた野生のクリーチャーを狩る"),
    Text("catch fish", "魚を捕る"),
    Text("gather marked fungi, flowers and vines", "印の付いた菌類・花・つるを採る"),
    Text("dig marked cells", "印の付いたマスを掘る"),
    Text("carry to and build sites, take structures down", "現場へ運び、建て、取り壊す"),
    Text("cook", "調理する"),
    Text("butcher corpses", "死骸を解体する"),
    Text("build and reset traps and padlocks", "罠と南京錠を作り、直す"),
    Text("treat the wounded at a bone-saw table", "骨鋸台で傷を手当てする"),
    Text("write books at a desk", "文机で書物を書く"),
    Text("hold rituals at a circle", "儀式円で儀式を行う"),
    Text("visit grudging minions, whip on order", "鬱憤のあるミニオンを訪れ、命令で鞭打つ"),
    Text("refuel, light, clean", "燃料を補充し、火をつけ、掃除する"),
    Text("carry to stores and sites", "保管場所と現場へ運ぶ"),
    Text("stand watch", "見張る"),
)
"""What each job does (KEP-JOB-70)."""


def jobs(world: World, lang: str, sort: tuple[str, int] = ("", 0)) -> dict[str, Any]:
    """The whole table.

    Args:
        world: the dungeon.
        lang: "en" or "ja".
        sort: job by whose check value the rows are sorted ("" for by name), and clicks on it.
    """
    band = minions(world).tolist()
    rows = world.state.actors
    unsaved = book.differences(rows.levels[band].tolist(), rows.saved[band].tolist())
    return {
        "bands": _bands(lang),
        "columns": _columns(world, band, lang),
        "rows": [_row(world, actor, lang) for actor in _sorted(world, band, lang, sort)],
        "saved": unsaved == 0,
        "unsaved": unsaved,
    }


@rule("KEP-JOB-61", "KEP-JOB-62")
def _bands(lang: str) -> list[dict[str, Any]]:
    return [
        {
            "id": STATS[stat] if stat >= 0 else "",
            "label": book.STAT_NAMES[stat].say(lang) if stat >= 0 else "",
            "span": len(names),
            "columns": names,
        }
        for stat, names in book.bands()
    ]


def _columns(world: World, band: list[int], lang: str) -> list[dict[str, Any]]:
    waiting, stalled = _waiting(world, band)
    levels = world.state.actors.levels[band]
    return [
        {
            "id": job.id,
            "label": job.label.say(lang),
            "title": DOES[n].say(lang),
            "band": STATS[job.stat] if job.stat >= 0 else "",
            "workers": int((levels[:, n] > 0).sum()) if band else 0,
            "waiting": waiting[n],
            "stalled": stalled[n],
        }
        for n, job in enumerate(book.JOBS)
    ]


def _waiting(world: World, band: list[int]) -> tuple[list[int], list[bool]]:
    """Free tasks a job, and whether some of them none of its workers can reach, or a site is held up."""
    state = world.state
    rows, regions = state.actors, state.cells.region
    tasks = state.tasks
    homes = regions[rows.y[band], rows.x[band]]
    reach = [set(homes[rows.levels[band, n] > 0].tolist()) for n in range(len(JOBS))]
    waiting, stalled = [0] * len(JOBS), [False] * len(JOBS)
    boxes = links(world).boxes
    for task in np.flatnonzero((tasks.kind >= 0) & (tasks.by < 0)).tolist():
        job, also = int(tasks.job[task]), int(tasks.also[task])
        waiting[job] += 1
        if stalled[job]:
            continue
        x, y = int(tasks.x[task]), int(tasks.y[task])
        w, h = boxes[task].tolist()
        about = set(regions[max(y - 1, 0) : y + h + 1, max(x - 1, 0) : x + w + 1].reshape(-1).tolist())
        workers = reach[job] | reach[also] if also >= 0 else reach[job]
        stalled[job] = not workers & about
    for site in np.flatnonzero((state.sites.kind >= 0) & (state.sites.stall > 0)).tolist():
        job = build.job_of(world, int(state.sites.kind[site]))
        waiting[job] += 1
        stalled[job] = True
    return waiting, stalled


@rule("KEP-JOB-36", "KEP-JOB-37", "KEP-JOB-38", "KEP-JOB-39", "KEP-JOB-57")
def _sorted(world: World, band: list[int], lang: str, sort: tuple[str, int]) -> list[int]:
    job, clicks = sort
    column = JOBS.index(job) if job in JOBS else -1
    rows = [(world.name(a).say(lang), plans.value_of(world, a, column) if column >= 0 else -1) for a in band]
    return [band[i] for i in book.sorted_rows(rows, clicks if column >= 0 else 0)]


@rule("KEP-JOB-35")
def _row(world: World, actor: int, lang: str) -> dict[str, Any]:
    levels = world.state.actors.levels[actor].tolist()
    return {
        "actor": actor,
        "name": world.name(actor).say(lang),
        "title": title_of(world, actor).say(lang),
        "tile": tile_of(world, actor),
        "cells": [
            {"level": level, "warn": book.warns_hunt(not values["pale"], level), **values}
            for level, values in zip(levels, _values(world, actor, lang), strict=True)
        ],
    }


def _values(world: World, actor: int, lang: str) -> list[dict[str, Any]]:
    """What the cells of a minion show besides its levels; kept for all of its kind, stats and gear."""
    rows = world.state.actors
    known: dict[Any, list[dict[str, Any]]] = world.scratch.caches.setdefault("job_values", {})
    gear = (int(rows.weapon[actor]), int(rows.armour[actor]), int(rows.tool[actor]))
    key = (int(rows.species[actor]), *rows.stats[actor].tolist(), *gear, lang)
    if key not in known:
        if len(known) >= MOST_KEPT:
            known.clear()
        known[key] = [_cell(world, actor, n, lang) for n in range(len(JOBS))]
    return known[key]


@rule("KEP-JOB-34", "KEP-JOB-66", "KEP-JOB-69")
def _cell(world: World, actor: int, job: int, lang: str) -> dict[str, Any]:
    value = plans.value_of(world, actor, job)
    return {
        "value": book.corner(value, True),
        "shade": max(0, book.shade(world.params.job, value) - 1),
        "pale": job == HUNT and not can_hunt(world, actor),
        "breakdown": _breakdown(world, actor, job, lang) + _effects(world, value, lang),
    }


@rule("KEP-SIM-09", "KEP-SIM-10")
def _effects(world: World, value: int, lang: str) -> list[dict[str, Any]]:
    """What a check value means for the work, away from fires and darkness; nothing for a job without one."""
    if value < 0:
        return []
    p = world.params.sim
    fumble, speed = ground.fumble_percent(p, value, 0, 0), ground.speed_percent(p, value, 0, 0, 0)
    return [
        {"label": Text("Fumble", "大失敗").say(lang), "value": f"{fumble} %", "rule": "KEP-SIM-09"},
        {"label": Text("Work speed", "作業速度").say(lang), "value": f"{speed} %", "rule": "KEP-SIM-10"},
    ]


@rule("KEP-JOB-60", "KEP-JOB-68")
def _breakdown(world: World, actor: int, job: int, lang: str) -> list[dict[str, Any]]:
    """How a check value is made up: the stat, each bonus, the sum; nothing for a job without one."""
    place = book.JOBS[job].stat
    if place < 0:
        return []
    rows = world.state.actors
    bonuses: list[tuple[str, int]] = []
    for worn in (int(rows.weapon[actor]), int(rows.armour[actor]), int(rows.tool[actor])):
        if worn >= 0:
            item = world.content.items[worn]
            bonuses += [(item.name.say(lang), points) for name, points in item.bonus if name == JOBS[job]]
    left = plans.value_of(world, actor, job) - int(rows.stats[actor, place]) - sum(p for _, p in bonuses)
    if left:
        bonuses.append((world.content.species[rows.species[actor]].name.say(lang), left))
    parts = book.breakdown(int(rows.stats[actor, place]), bonuses)
    return [
        {"label": book.STAT_NAMES[place].say(lang), "value": str(parts[0][1]), "rule": "KEP-JOB-59"},
        *({"label": label, "value": f"{points:+d}", "rule": "KEP-JOB-60"} for label, points in parts[1:-1]),
        {
            "label": Text("Check value", "判定値").say(lang),
            "value": str(parts[-1][1]),
            "rule": "KEP-JOB-60",
            "total": True,
        },
    ]
