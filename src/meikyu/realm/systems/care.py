"""Care: what a patient needs, lying on a bone-saw table, and the treatment."""

from __future__ import annotations

import numpy as np

from meikyu.books.keep import healing as book
from meikyu.core.clock import TICKS_PER_HOUR
from meikyu.core.ruling import rule
from meikyu.realm.content import JOBS
from meikyu.realm.state import Act, Op, Side, Stepping
from meikyu.realm.systems import fights, haul, moves, plans, stock, wounds
from meikyu.realm.systems.links import links
from meikyu.realm.systems.plans import Outcome
from meikyu.realm.tables import box_of, touch
from meikyu.realm.world import World

TREAT = JOBS.index("treat")
TENDED = (int(Side.MINION), int(Side.LORD))
"""Sides whose members healers tend."""


# What there is to treat


def states(world: World, actor: int) -> list[book.PartState]:
    """How the parts of a body stand."""
    rows = world.state.actors
    return [
        book.PartState(
            wounds.book.heaviest(wounds.counts_of(world, actor, n)),
            int(rows.bleeds[actor, n] >= 0),
            int(rows.bandages[actor]) >> n & 1,
        )
        for n in range(len(wounds.parts_of(world, actor)))
    ]


@rule("KEP-HEAL-16", "KEP-HEAL-37")
def sickness_treatable(world: World, actor: int) -> bool:
    """True for a sickness that can be treated now."""
    rows, tick = world.state.actors, world.state.tick
    return bool(
        book.sickness_treatable(
            world.params.heal,
            int(rows.sick[actor]),
            tick - int(rows.treated[actor]),
            tick,
            int(rows.barred[actor]),
        )
    )


@rule("KEP-HEAL-34", "KEP-HEAL-37")
def treatments(world: World, actor: int) -> list[int]:
    """What is to be treated on an actor, in order: numbers of parts, -1 for the sickness."""
    heals = not wounds.is_undead(world, actor)
    return book.treatments(states(world, actor), int(sickness_treatable(world, actor)), int(heals))


def is_lying(world: World, actor: int) -> bool:
    """True for one who lies on a table and waits."""
    plan = world.state.plans[actor]
    return bool(plan and plan[0].op == Op.LIE and world.state.actors.act[actor] == Act.WAIT)


def is_bound(world: World, actor: int) -> bool:
    """True for one that lies on a table or is on its way to one."""
    return any(step.op == Op.LIE for step in world.state.plans[actor])


@rule("KEP-HEAL-35")
def is_wanted(world: World, actor: int) -> bool:
    """True for a patient that healers tend now: on a table or knocked out, with something to treat."""
    rows = world.state.actors
    if not rows.alive[actor] or int(rows.side[actor]) not in TENDED:
        return False
    waits = wounds.is_down(world, actor) or is_lying(world, actor)
    return waits and bool(treatments(world, actor))


@rule("KEP-HEAL-37")
def holds(world: World, actor: int) -> bool:
    """True for a patient on a table that only an empty bar gets up: a part bleeds."""
    plan = world.state.plans[actor]
    lies = bool(plan) and plan[-1].op == Op.LIE
    return lies and not book.gets_up(1, 0, int(wounds.is_bleeding(world, actor)))


# Lying down


def has_free_table(world: World) -> bool:
    """True while a bone-saw table stands that nobody lies on or goes to."""
    rows, taken = world.state.structures, links(world).spots
    width = world.state.width
    ids = stock.places(world, "bone_saw_table").tolist()
    return any(int(rows.y[n]) * width + int(rows.x[n]) not in taken for n in ids)


@rule("KEP-HEAL-19")
def lie_plan(world: World, actor: int) -> list[Stepping] | None:
    """The way to the nearest free bone-saw table; None where there is none."""
    state = world.state
    ids = stock.places(world, "bone_saw_table")
    if not ids.size:
        return None
    taken = links(world).spots
    cells = (state.structures.y[ids].astype(np.int64) * state.width + state.structures.x[ids]).tolist()
    ids = ids[[taken.get(cell, actor) == actor for cell in cells]]
    if not ids.size:
        return None
    walks = moves.walks_to(world, actor, stock.boxes_of_places(world, ids))
    beds = zip(walks.tolist(), ids.tolist(), strict=True)
    table = book.table_choice([book.Bed(walk, structure) for walk, structure in beds])
    if table < 0:
        return None
    x, y, _, _ = box_of(state.structures, table)
    cell = y * state.width + x
    return [Stepping(Op.WALK, x, y, 1001), Stepping(Op.LIE, table, -1, cell)]


@rule("KEP-HEAL-17", "KEP-HEAL-20", "KEP-HEAL-30", "KEP-HEAL-37")
def seeks(world: World, actor: int) -> bool:
    """True for a minion that would lie down for treatment now."""
    rows = world.state.actors
    return bool(
        book.seeks(
            wounds.worst(world, actor),
            int(rows.ask[actor]),
            int(rows.sick[actor]),
            int(bool(treatments(world, actor))),
            int(fights.in_combat(world, actor)),
        )
    )


def begin_lying(world: World, actor: int, step: Stepping) -> Outcome:
    """Lie down and wait."""
    if world.state.structures.kind[step.a] < 0 or not treatments(world, actor):
        return Outcome.STOP
    plans.wait(world, actor, TICKS_PER_HOUR)
    touch(world, "actor", actor)
    return Outcome.ON


@rule("KEP-HEAL-31", "KEP-HEAL-37")
def done_lying(world: World, actor: int, step: Stepping) -> Outcome:
    """Wait on while something is left to treat, else get up."""
    stays = book.stays_waiting(0, int(bool(treatments(world, actor))))
    return Outcome.AGAIN if stays else Outcome.ON


# Treating


def plan(world: World, patient: int) -> list[Stepping] | None:
    """The plan to treat a patient where it lies."""
    if not is_wanted(world, patient):
        return None
    x, y = moves.here(world, patient)
    return [haul.beside((x, y, 1, 1)), Stepping(Op.TREAT, patient)]


@rule("KEP-HEAL-35")
def first_patient(world: World, actor: int, task: int) -> int:
    """Of the free treatments that a healer can reach, the one of the patient that comes first."""
    state = world.state
    made = links(world)
    reached = moves.measure(world, np.array([moves.flat_of(world, actor)]))
    offers: list[book.Patient] = []
    by_patient: dict[int, int] = {}
    for key, other in sorted(made.tasks.items()):
        if key[0] != Op.TREAT or state.tasks.by[other] >= 0 or key[1] == actor:
            continue
        if moves.reach(world, (int(state.tasks.x[other]), int(state.tasks.y[other]), 1, 1)) < 0:
            continue
        patient = key[1]
        by_patient[patient] = other
        waited = state.tick - int(state.tasks.since[other])
        bleeding = int(wounds.is_bleeding(world, patient))
        offers.append(book.Patient(bleeding, wounds.worst(world, patient), waited, patient))
    moves.forget(world, reached)
    return by_patient.get(book.first_patient(offers), task)


@rule("KEP-HEAL-01", "KEP-HEAL-34", "KEP-JOB-64")
def begin(world: World, actor: int, step: Stepping) -> Outcome:
    """Start on what comes first."""
    if not is_wanted(world, step.a) or not fights.book.reaches(
        world.params.fight, *_gap(world, actor, step.a), 0
    ):
        return Outcome.STOP
    part = treatments(world, step.a)[0]
    world.state.plans[actor][0] = step._replace(b=part)
    plans.work(world, actor, world.params.minutes.treat, TREAT)
    return Outcome.ON


def _gap(world: World, actor: int, patient: int) -> tuple[int, int]:
    rows = world.state.actors
    return int(rows.x[patient] - rows.x[actor]), int(rows.y[patient] - rows.y[actor])


@rule("KEP-HEAL-02", "KEP-HEAL-03", "KEP-HEAL-04", "KEP-HEAL-07", "KEP-HEAL-34")
def done(world: World, actor: int, step: Stepping) -> Outcome:
    """The treatment is over, well or badly."""
    patient, part = step.a, step.b
    if not is_wanted(world, patient):
        return Outcome.STOP
    if part not in treatments(world, patient):
        return Outcome.AGAIN
    x, y = moves.here(world, patient)
    if plans.fumbles(world, actor, TREAT, x, y):
        _cut(world, actor, patient, part)
    elif part == book.SICKNESS:
        world.state.actors.treated[patient] = world.state.tick
        world.emit("treated", "KEP-HEAL-23", actor=actor, patient=patient, part=part)
    else:
        _dress(world, actor, patient, part)
    touch(world, "actor", patient)
    plans.end_task(world, actor, gone=False)
    rows = world.state.actors
    if is_lying(world, patient) and not treatments(world, patient):
        rows.timer[patient] = min(int(rows.timer[patient]), 1)
    return Outcome.ON


@rule("KEP-HEAL-03", "KEP-HEAL-04", "KEP-HEAL-05")
def _dress(world: World, actor: int, patient: int, part: int) -> None:
    """A bleeding part stops bleeding; another gets its bandage."""
    rows = world.state.actors
    counts = wounds.counts_of(world, patient, part)
    bleeding = int(rows.bleeds[patient, part] >= 0)
    after = book.treated(counts, bleeding, int(rows.bandages[patient]) >> part & 1)
    wounds.settle(world, patient)
    if bleeding:
        wounds.stop_bleeding(world, patient, part)
    if after.bandaged:
        rows.bandages[patient] |= 1 << part
    wounds.changed(world, patient)
    world.emit(
        "treated", "KEP-HEAL-04", actor=actor, patient=patient, part=part, bandaged=bool(after.bandaged)
    )


@rule("KEP-HEAL-07", "KEP-HEAL-08", "KEP-HEAL-09", "KEP-HEAL-10", "KEP-HEAL-11", "KEP-HEAL-12", "KEP-HEAL-14")
def _cut(world: World, actor: int, patient: int, part: int) -> None:
    """The healer cuts its patient."""
    rows = world.state.actors
    world.emit("cut", "KEP-HEAL-07", actor=actor, patient=patient, part=part)
    if part != book.SICKNESS:
        wounds.settle(world, patient)
        counts = wounds.counts_of(world, patient, part)
        bleeding = int(rows.bleeds[patient, part] >= 0)
        after = book.cut(counts, bleeding, int(wounds.can_bleed(world, patient)))
        rows.wounds[patient, part * 3 : part * 3 + 3] = after.counts
        wounds.new_wound(world, patient, part)
        if after.bleeding:
            wounds.start_bleeding(world, patient, part)
        wounds.changed(world, patient)
        if after.rolls and wounds.book.is_out(world.params.wound, wounds.points(world, patient)):
            wounds.out_of_action(world, patient, by=actor, cause="treatment")
    _cut_the_sick(world, actor, patient)


@rule("KEP-HEAL-15", "KEP-HEAL-16")
def _cut_the_sick(world: World, actor: int, patient: int) -> None:
    """A fumble on the sick adds a light wound, and bars the sickness from treatment for a day."""
    rows = world.state.actors
    severity = book.extra_wound(int(rows.sick[patient] > 0))
    if severity < 0 or not rows.alive[patient]:
        return
    rows.barred[patient] = book.barred_until(world.params.heal, world.state.tick)
    wounds.deal(world, patient, severity, book.cut_kind(), by=actor, cause="treatment")
