"""Building (KEP-BLD): who does what, when work begins, why a site stalls, what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from meikyu.books.keep.params import BuildParams, DurationParams
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import Text

CAUSES = (
    "forbidden_item",
    "shuts_in",
    "closes_way",
    "no_way_to_site",
    "materials_missing",
    "no_way_to_material",
    "job_off",
)
"""Why a site stalls, in the order in which the causes are told (KEP-BLD-21); bits of `Sites.stall`."""

CAUSE_RULES = (
    "KEP-BLD-13",
    "KEP-BLD-14",
    "KEP-BLD-15",
    "KEP-BLD-10",
    "KEP-BLD-09",
    "KEP-BLD-07",
    "KEP-BLD-11",
)
CAUSE_TEXTS = (
    Text("an item on the site is set to Forbid hauling", "現場の品に「運搬禁止」がついている"),
    Text("finishing it would shut somebody in", "完成すると閉じ込められる者がいる"),
    Text("it would close the only way to another order", "ほかの命令への唯一の道をふさぐ"),
    Text("no way leads to the site", "現場まで歩いて行けない"),
    Text("materials are missing", "資材が足りない"),
    Text("no way leads to a material", "資材まで歩いて行けない"),
    Text("the job is Off for every minion", "その職務が全員オフ"),
)
TOLD_BY_LETTER = ("forbidden_item", "shuts_in", "closes_way")


@rule("KEP-BLD-01", "KEP-BLD-06")
def stage(missing: int) -> int:
    """Stage of a site: 1 while anything of its materials is missing, else 2, the work."""
    return 1 if missing > 0 else 2


@rule("KEP-BLD-23")
def to_fetch(needed: int, delivered: int, on_the_way: int) -> int:
    """Pieces of a material still to be fetched."""
    return max(0, needed - delivered - on_the_way)


@rule("KEP-BLD-03", "KEP-BLD-11", "KEP-BLD-12")
def work_job(is_trap: int) -> str:
    """The job that works at a site: Traps for traps and padlocks, Build for all else."""
    return "trap" if is_trap else "build"


@rule("KEP-BLD-04")
def shown_materials(needed: Mapping[str, int], delivered: Mapping[str, int]) -> list[tuple[str, int, int]]:
    """What a site shows of its materials: (material, delivered, needed)."""
    return [(name, min(delivered.get(name, 0), count), count) for name, count in needed.items()]


class SiteFacts(NamedTuple):
    """What decides whether a site stalls.

    Args:
        is_trap: a trap or padlock, worked by the job Traps.
        forbidden_item: a forbidden item lies on it.
        shuts_in: finishing it would shut somebody in.
        closes_way: finishing it would close the only way to another order, and Build anyway was not said.
        reachable: a way leads to it.
        missing: pieces not at the site yet that do not lie anywhere usable either.
        unreachable: pieces not at the site yet that lie only where no way leads.
        workers: minions with the job on that works there.
    """

    is_trap: bool = False
    forbidden_item: bool = False
    shuts_in: bool = False
    closes_way: bool = False
    reachable: bool = True
    missing: int = 0
    unreachable: int = 0
    workers: int = 1


@rule(
    "KEP-BLD-07",
    "KEP-BLD-09",
    "KEP-BLD-10",
    "KEP-BLD-11",
    "KEP-BLD-12",
    "KEP-BLD-13",
    "KEP-BLD-14",
    "KEP-BLD-15",
    "KEP-BLD-21",
)
def stalls(facts: SiteFacts) -> Ruling[tuple[str, ...]]:
    """Every cause that holds a site up, in the order in which they are told."""
    holds = (
        facts.forbidden_item,
        facts.shuts_in,
        facts.closes_way,
        not facts.reachable,
        facts.missing > 0,
        facts.unreachable > 0,
        facts.workers == 0,
    )
    found: list[str] = []
    steps: list[Step] = []
    for cause, rule_id, text, holding in zip(CAUSES, CAUSE_RULES, CAUSE_TEXTS, holds, strict=True):
        if holding:
            cited = "KEP-BLD-12" if cause == "job_off" and facts.is_trap else rule_id
            found.append(cause)
            steps.append(Step(cited, cause, True, text))
    return Ruling(tuple(found), tuple(steps))


@rule("KEP-BLD-13", "KEP-BLD-14", "KEP-BLD-15", "KEP-BLD-20")
def letter_due(cause: str, told: bool) -> bool:
    """True when a letter about this cause is sent: it is one of those told, and has not been told yet."""
    return cause in TOLD_BY_LETTER and not told


@rule("KEP-BLD-17")
def is_shut_in(before: int, after: int) -> int:
    """1 when a body that reached the throne or the map's edge before no longer does with the site solid."""
    return int(before and not after)


@rule("KEP-BLD-18")
def is_cut_off(before: int, after: int, anyway: int) -> int:
    """1 when an order that touched the throne's region before no longer does; `anyway` waves it through."""
    return int(before and not after and not anyway)


@rule("KEP-BLD-19")
def stand_order(throne_side: int, walk: int, number: int) -> tuple[int, int, int]:
    """Sorting key of a standing cell at a site: the throne's side, then the nearest, then the number."""
    return (0 if throne_side else 1, walk, number)


@rule("KEP-BLD-19")
def may_complete(walkable: int, bodies_on_it: int) -> int:
    """1 when a structure may be completed: it can be walked through, or nobody stands on its cells."""
    return int(walkable or bodies_on_it == 0)


@rule("KEP-BLD-24")
def is_walkable(row_walkable: int, padlocked: int) -> int:
    """1 for a structure that can be walked through: its row says so and no closed padlock bars it."""
    return int(row_walkable and not padlocked)


@rule("KEP-BLD-26")
def refund(p: BuildParams, count: int) -> int:
    """Pieces of a material that come back when a structure is taken down."""
    return count * p.refund_percent // 100


@rule("KEP-BLD-27")
def work_minutes(p: DurationParams, units: int, row_minutes: int, is_trap: int) -> int:
    """Minutes of work of a structure.

    Args:
        p: numbers.
        units: pieces of material.
        row_minutes: minutes the structure's row states, -1 where it states none.
        is_trap: 1 for a trap or padlock.
    """
    if row_minutes >= 0:
        return row_minutes
    return p.trap if is_trap else units * p.build_per_unit
