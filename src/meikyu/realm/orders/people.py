"""Orders about minions and the lord: the job table, titles, forced orders, the lord's walk."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from meikyu.books.keep import jobs
from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.core.ruling import Step, rule
from meikyu.realm import tables
from meikyu.realm.orders.common import Args, Order, check_cell, check_minion, check_task, fine, no, row_of
from meikyu.realm.state import Fact, Op, Stepping
from meikyu.realm.systems import acts, choose, holds, mood, plans, visits
from meikyu.realm.world import World

Level = Annotated[int, msgspec.Meta(ge=0, le=3)]
COLUMN = {job: n for n, job in enumerate(jobs.IDS)}


class SetLevel(Args):
    """A level, 0 off to 3 high, for one minion and job."""

    actor: int
    job: str
    level: Level


class PressCell(Args):
    """A click on one cell of the job table."""

    actor: int
    job: str
    button: Literal["left", "right"]


class PressColumn(Args):
    """A Ctrl-click on a column of the job table."""

    job: str
    button: Literal["left", "right"]


class Nothing(Args):
    """No arguments."""


class OfActor(Args):
    """A minion."""

    actor: int


class Force(Args):
    """A forced order: this minion does this work now."""

    actor: int
    task: int


class Walk(Args):
    """Where the lord is to go."""

    x: int
    y: int


def _against_cell(world: World, args: SetLevel | PressCell) -> list[Step]:
    check_minion(world, args.actor)
    row_of(COLUMN, "job", args.job)
    return []


def _against_column(world: World, args: PressColumn) -> list[Step]:
    row_of(COLUMN, "job", args.job)
    return []


@rule("KEP-JOB-12", "KEP-JOB-13", "KEP-JOB-23", "KEP-JOB-25", "KEP-JOB-52")
def set_level(world: World, actor: int, job: int, level: int) -> None:
    """Set one priority; a minion at that work stops at once where it has become Off."""
    rows = world.state.actors
    before = int(rows.levels[actor, job])
    if before == level:
        return
    rows.levels[actor, job] = level
    rows.since[actor, job] = world.state.tick
    rows.joined[actor, job] = False
    rows.looked[actor] = -1
    chosen = int(rows.title[actor])
    if chosen >= 0 and rows.levels[actor, chosen] < rows.levels[actor].max():
        rows.title[actor] = -1  # it has left the highest priority, and with it the choice
    if job == tables.GUARD:
        tables.set_sight(world, actor)
    if rows.job[actor] == job and jobs.stops_at_once(before, level):
        plans.break_off(world, actor)


def _set(world: World, args: SetLevel) -> None:
    set_level(world, args.actor, COLUMN[args.job], args.level)


@rule("KEP-JOB-30", "KEP-JOB-31", "KEP-JOB-32")
def _press_cell(world: World, args: PressCell) -> None:
    job = COLUMN[args.job]
    level = int(world.state.actors.levels[args.actor, job])
    set_level(world, args.actor, job, jobs.pressed(level, int(args.button == "left")))


@rule("KEP-JOB-40", "KEP-JOB-41", "KEP-JOB-42", "KEP-JOB-43", "KEP-JOB-44")
def _press_column(world: World, args: PressColumn) -> None:
    job = COLUMN[args.job]
    band = tables.minions(world).tolist()
    levels = [int(world.state.actors.levels[actor, job]) for actor in band]
    after = jobs.column_pressed(levels, int(args.button == "left"))
    for actor, level in zip(band, after, strict=True):
        set_level(world, actor, job, level)


def _table(world: World, table: Any) -> None:
    for actor, levels in zip(tables.minions(world).tolist(), table, strict=True):
        for job, level in enumerate(levels):
            set_level(world, actor, job, int(level))


@rule("KEP-JOB-33")
def _all_off(world: World, args: Nothing) -> None:
    _table(world, jobs.all_off(tables.minions(world).size))


def _differences(world: World) -> int:
    rows, band = world.state.actors, tables.minions(world).tolist()
    return jobs.differences(rows.levels[band].tolist(), rows.saved[band].tolist())


def _against_saved(world: World, args: Nothing) -> list[Step]:
    if _differences(world) == 0:
        text = ("The jobs are saved as they are", "職務は今のまま保存済みです")
        return [no("KEP-JOB-46", "differences", 0, *text)]
    return []


@rule("KEP-JOB-45", "KEP-JOB-46", "KEP-JOB-48")
def _save(world: World, args: Nothing) -> None:
    rows, band = world.state.actors, tables.minions(world).tolist()
    rows.saved[band] = rows.levels[band]


@rule("KEP-JOB-49", "KEP-JOB-51")
def _restore(world: World, args: Nothing) -> None:
    _table(world, world.state.actors.saved[tables.minions(world)].tolist())


def held(world: World, actor: int) -> dict[str, jobs.Held]:
    """The priorities of a minion as the rules of titles read them."""
    rows = world.state.actors
    return {
        name: jobs.Held(
            int(rows.levels[actor, n]),
            int(rows.since[actor, n]),
            bool(rows.joined[actor, n]),
            None if jobs.JOBS[n].stat < 0 else plans.value_of(world, actor, n),
        )
        for n, name in enumerate(jobs.IDS)
    }


def title_job(world: World, actor: int) -> str | None:
    """The job that gives the minion's title now; None for an odd-jobber."""
    chosen = int(world.state.actors.title[actor])
    return jobs.title(world.params.job, held(world, actor), jobs.IDS[chosen] if chosen >= 0 else None).value


def _against_title(world: World, args: OfActor) -> list[Step]:
    check_minion(world, args.actor)
    if title_job(world, args.actor) is None:
        text = ("An odd-jobber's title cannot be switched", "雑用係の肩書きは切り替えられません")
        return [no("KEP-JOB-28", "odd_jobber", 1, *text)]
    return []


@rule("KEP-JOB-24", "KEP-JOB-25", "KEP-JOB-28")
def _next_title(world: World, args: OfActor) -> None:
    after = jobs.next_title(world.params.job, held(world, args.actor), title_job(world, args.actor))
    world.state.actors.title[args.actor] = -1 if after is None else COLUMN[after]


def _against_force(world: World, args: Force) -> list[Step]:
    check_minion(world, args.actor)
    check_task(world, args.task)
    return choose.against_force(world, args.actor, args.task)


@rule("KEP-JOB-09", "KEP-JOB-10")
def _force(world: World, args: Force) -> None:
    choose.force(world, args.actor, args.task)


def _against_walk(world: World, args: Walk) -> list[Step]:
    check_cell(world, args.x, args.y)
    state = world.state
    if state.lord < 0 or not state.actors.alive[state.lord]:
        return [no("KEP-INV-18", "lord", 0, "The throne is empty", "玉座は空です")]
    if holds.is_held(world, state.lord):
        return [no("KEP-RAMP-33", "held", 1, "The lord cannot act just now", "魔王は今、動けません")]
    if state.actors.down[state.lord] >= 0:
        return [no("KEP-WND-10", "knocked_out", 1, "The lord is knocked out", "魔王は昏倒しています")]
    x, y = int(state.actors.x[state.lord]), int(state.actors.y[state.lord])
    region = state.cells.region
    if region[args.y, args.x] < 0 or region[args.y, args.x] != region[y, x]:
        return [no("KEP-SIM-04", "way", 0, "No way leads there", "そこへ行く道がありません")]
    return []


def _walk(world: World, args: Walk) -> None:
    lord = world.state.lord
    plans.break_off(world, lord)
    stay = world.params.grudge.stay_minutes * TICKS_PER_MINUTE
    acts.start(world, lord, [Stepping(Op.WALK, args.x, args.y), Stepping(Op.LOITER, stay)])


@rule("KEP-GRDG-26")
def _against_whip(world: World, args: OfActor) -> list[Step]:
    check_minion(world, args.actor)
    rows = world.state.actors
    found: list[Step] = []
    if not mood.counts(world, args.actor, "whipped"):
        found.append(no("KEP-GRDG-26", "today", 1, "It was whipped today already", "今日はもう打ちました"))
    if visits.is_to_whip(world, args.actor):
        found.append(no("KEP-GRDG-26", "ordered", 1, "Its whipping is ordered already", "もう命じてあります"))
    if rows.down[args.actor] >= 0:
        found.append(no("KEP-WND-10", "knocked_out", 1, "It is knocked out", "昏倒しています"))
    able = tables.minions(world)
    band = able[(able != args.actor) & (rows.levels[able, visits.SUPERVISE] > 0)].tolist()
    if not band:
        text = ("Nobody else has Supervision on", "監督をオンにした者が、ほかにいません")
        found.append(no("KEP-GRDG-26", "supervisors", 0, *text))
    return found


def _whip(world: World, args: OfActor) -> None:
    world.state.actors.facts[args.actor] |= int(Fact.TO_WHIP)
    tables.touch(world, "actor", args.actor)


def _against_spare(world: World, args: OfActor) -> list[Step]:
    check_minion(world, args.actor)
    if not visits.is_to_whip(world, args.actor):
        return [no("KEP-GRDG-26", "ordered", 0, "No whipping is ordered", "鞭打ちは命じられていません")]
    return []


@rule("KEP-GRDG-26")
def _spare(world: World, args: OfActor) -> None:
    world.state.actors.facts[args.actor] &= ~int(Fact.TO_WHIP)
    plans.stop_work(world, (Op.WHIP, args.actor, -1))


ORDERS: dict[str, Order] = {
    "set_level": Order(SetLevel, _against_cell, _set),
    "press_cell": Order(PressCell, _against_cell, _press_cell),
    "press_column": Order(PressColumn, _against_column, _press_column),
    "all_off": Order(Nothing, fine, _all_off),
    "save_jobs": Order(Nothing, _against_saved, _save),
    "restore_jobs": Order(Nothing, _against_saved, _restore),
    "next_title": Order(OfActor, _against_title, _next_title),
    "force": Order(Force, _against_force, _force),
    "move_lord": Order(Walk, _against_walk, _walk),
    "whip": Order(OfActor, _against_whip, _whip),
    "spare": Order(OfActor, _against_spare, _spare),
}
