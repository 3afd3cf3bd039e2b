"""Grudges (KEP-GRDG): what raises them, what lowers them, and how often a day each counts.

Days are numbered from the day of opening; -1 is never. Draws are whole numbers 0 to 99.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from meikyu.books.keep import ground
from meikyu.books.keep.params import GrudgeParams
from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import Text

NEITHER, ALLY, HATED = 0, 1, 2


class Cause(NamedTuple):
    """One thing that moves a grudge.

    Args:
        id: of the cause. points: by which it moves the grudge, above 0 for a rise. rule: that says so.
        daily: once a day at most. text: what the minion's panel says.
    """

    id: str
    points: int
    rule: str
    daily: bool
    text: Text


def _reliefs(p: GrudgeParams) -> tuple[Cause, ...]:
    one = -p.relief_points
    return (
        Cause("supervision", one, "KEP-GRDG-04", True, Text("a supervisor's visit", "監督者の訪問")),
        Cause("gold", one, "KEP-GRDG-06", True, Text("got gold", "金貨を得た")),
        Cause("treasure", one, "KEP-GRDG-09", True, Text("passed a treasure", "財宝のそばを通った")),
        Cause("throne", one, "KEP-GRDG-12", True, Text("saw the lord enthroned", "玉座の魔王に近づいた")),
        Cause("whipped", -p.whip_points, "KEP-GRDG-23", True, Text("was whipped", "鞭で打たれた")),
        Cause(
            "saw_whipping", -p.watcher_points, "KEP-GRDG-24", False, Text("saw a whipping", "鞭打ちを見た")
        ),
        Cause("cremation", one, "KEP-GRDG-15", False, Text("saw a cremation", "火葬を見た")),
        Cause("orc", one, "KEP-GRDG-18", False, Text("its target fell", "打った相手が倒れた")),
        Cause("new_lord", one, "KEP-GRDG-20", False, Text("an ally became lord", "盟友が魔王になった")),
    )


def _rises(p: GrudgeParams) -> tuple[Cause, ...]:
    up = p.rise_points
    return (
        Cause("hunger", up, "KEP-GRDG-29", True, Text("an hour without food", "食事が1時間0のまま")),
        Cause("weariness", up, "KEP-GRDG-29", True, Text("an hour without sleep", "睡眠が1時間0のまま")),
        Cause("boredom", up, "KEP-GRDG-29", True, Text("an hour without a pastime", "娯楽が1時間0のまま")),
        Cause("floor", up, "KEP-GRDG-30", True, Text("slept on the floor", "床で眠った")),
        Cause("humanoid_meat", up, "KEP-GRDG-30", True, Text("ate meat of a humanoid", "人型の肉を食べた")),
        Cause("death", up, "KEP-GRDG-30", True, Text("saw a fellow die", "仲間の死を見た")),
        Cause("struck", up, "KEP-GRDG-30", True, Text("was hit by its own side", "身内に打たれた")),
        Cause("midnight", up, "KEP-GRDG-27", False, Text("another day gone by", "また一日が過ぎた")),
    )


@rule("KEP-GRDG-03", "KEP-GRDG-22", "KEP-GRDG-28")
def causes(p: GrudgeParams) -> tuple[Cause, ...]:
    """Everything that lowers or raises a grudge, reliefs first; each has its own limit."""
    return _reliefs(p) + _rises(p)


IDS = (
    *("supervision", "gold", "treasure", "throne", "whipped", "saw_whipping", "cremation", "orc", "new_lord"),
    *("hunger", "weariness", "boredom", "floor", "humanoid_meat", "death", "struck", "midnight"),
)
"""Ids of `causes`, in order; the realm keeps the last day of each."""

COMPLAINTS = ("hunger", "weariness", "boredom", "floor", "humanoid_meat", "death", "struck")
"""The causes that make a day one with a complaint (KEP-GRDG-27)."""

OF_NEEDS = ("hunger", "weariness", "boredom")
"""The complaint about each need."""


@rule("KEP-GRDG-01", "KEP-GRDG-03", "KEP-GRDG-23", "KEP-GRDG-24")
def after(p: GrudgeParams, grudge: int, points: int) -> int:
    """The grudge after it has moved by so many points."""
    return max(p.least, min(p.most, grudge + points))


@rule("KEP-GRDG-05", "KEP-GRDG-08", "KEP-GRDG-10", "KEP-GRDG-13", "KEP-GRDG-26", "KEP-GRDG-30")
def counts_today(daily: int, last_day: int, today: int) -> int:
    """1 while a cause still counts on this day."""
    return int(not daily or ground.is_allowed_today(today, last_day))


@rule("KEP-GRDG-04", "KEP-GRDG-05")
def visit_points(p: GrudgeParams, fumbled: int) -> int:
    """What a visit does to the grudge; a fumbled one does nothing, and is the day's visit all the same."""
    return 0 if fumbled else -p.relief_points


@rule("KEP-GRDG-06", "KEP-GRDG-07")
def gold_counts(p: GrudgeParams, coins: int) -> int:
    """1 when so many coins, however come by, are gold enough."""
    return int(coins >= p.least_coins)


@rule("KEP-GRDG-09", "KEP-GRDG-12")
def is_near(p: GrudgeParams, dx: int, dy: int) -> int:
    """1 for a place within the radius of a treasure or the throne, diagonals counted as 1."""
    return int(max(abs(dx), abs(dy)) <= p.radius)


@rule("KEP-GRDG-11", "KEP-GRDG-14")
def rolls(was_near: int, now_near: int) -> int:
    """1 for a step from outside to inside the radius."""
    return int(now_near and not was_near)


@rule("KEP-GRDG-09", "KEP-GRDG-12")
def relieved(p: GrudgeParams, drawn: int) -> int:
    """1 when the draw brings relief."""
    return int(drawn < p.chance_percent)


@rule("KEP-GRDG-09")
def treasure_works(in_palace: int) -> int:
    """1 for a treasure outside the demon palace."""
    return int(not in_palace)


@rule("KEP-GRDG-15")
def cremation_moves(side: str) -> int:
    """1 for the corpse of a minion or of a demon lord."""
    return int(side in ("minion", "lord"))


@rule("KEP-GRDG-16", "KEP-GRDG-17")
def is_called(p: GrudgeParams, walk: int, asleep: int, fighting: int, rampaging: int, forced: int) -> int:
    """1 for a minion that comes to watch a cremation; walk -1 where no way leads there."""
    return int(0 <= walk <= p.call_cells and not (asleep or fighting or rampaging or forced))


@rule("KEP-GRDG-17")
def burning_tick(p: GrudgeParams, laid: int) -> int:
    """Tick at which a corpse laid down begins to burn."""
    return laid + p.burn_minutes * TICKS_PER_MINUTE


@rule("KEP-GRDG-17", "KEP-GRDG-26")
def may_see(p: GrudgeParams, dx: int, dy: int, awake: int) -> int:
    """1 for one awake and near enough to see; a clear line is tested besides."""
    return int(awake and dx * dx + dy * dy <= p.sight_cells * p.sight_cells)


@rule("KEP-GRDG-18", "KEP-GRDG-19")
def hit_counts(p: GrudgeParams, is_orc: int, ticks: int) -> int:
    """1 when an orc's hit of so many ticks ago brings relief as its target falls; ticks -1 for no hit."""
    return int(is_orc and 0 <= ticks <= p.hit_minutes * TICKS_PER_MINUTE)


@rule("KEP-GRDG-20")
def new_lord_points(p: GrudgeParams, is_ally: int) -> int:
    """What a new lord does to the grudge of a minion."""
    return -p.relief_points if is_ally else 0


@rule("KEP-GRDG-21")
def bond(p: GrudgeParams, drawn: int) -> int:
    """What two minions are to each other when the later one joins: NEITHER, ALLY or HATED."""
    if drawn < p.ally_percent:
        return ALLY
    return HATED if drawn < p.ally_percent + p.hated_percent else NEITHER


@rule("KEP-GRDG-23", "KEP-GRDG-24", "KEP-GRDG-25")
def whip_points(p: GrudgeParams, fumbled: int, is_target: int) -> int:
    """What a whipping does to the grudge of its target or of a watcher."""
    if fumbled:
        return 0
    return -p.whip_points if is_target else -p.watcher_points


@rule("KEP-GRDG-27")
def midnight_points(p: GrudgeParams, complained: int, midnights: int) -> int:
    """What midnight adds to a grudge.

    Args:
        p: numbers.
        complained: 1 when the day that ends had a complaint.
        midnights: of the minion's stay, this one included.
    """
    return p.rise_points * int(complained or midnights % p.quiet_days == 0)


@rule("KEP-GRDG-29")
def empty_long(p: GrudgeParams, ticks: int) -> int:
    """1 when a need has been at 0 for so long that it is a complaint."""
    return int(ticks >= p.empty_minutes * TICKS_PER_MINUTE)


@rule("KEP-GRDG-30")
def meat_offends(carnivore: int, kind: str) -> int:
    """1 when what a minion has eaten is a complaint."""
    return int(not carnivore and kind == "humanoid_meat")


@rule("KEP-GRDG-31")
def is_seated(on_throne: int, busy: int) -> int:
    """1 while the lord sits: on its throne, with no order, fight or prank on."""
    return int(on_throne and not busy)


@rule("KEP-GRDG-32")
def outcome(heart: int, minions: int) -> str:
    """What the death of the lord leads to."""
    return "succession" if heart and minions > 0 else "lost"


class Heir(NamedTuple):
    """A living minion that may follow the lord: number, tick of joining, cruelty and arcana."""

    id: int
    joined: int
    cruelty: int
    arcana: int


@rule("KEP-GRDG-32")
def heir(minions: Sequence[Heir]) -> int:
    """Who takes the throne: the most cruelty and arcana, ties to who joined first; -1 for nobody."""
    if not minions:
        return -1
    return min(minions, key=lambda m: (-(m.cruelty + m.arcana), m.joined, m.id)).id


@rule("KEP-GRDG-22")
def still_counts(p: GrudgeParams, used: Sequence[str]) -> list[str]:
    """The reliefs that still count today."""
    return [c.id for c in _reliefs(p) if counts_today(int(c.daily), 0 if c.id in used else -1, 0)]


def relief(p: GrudgeParams, *, grudge: int, used: Sequence[str], events: Sequence[str]) -> Ruling[int]:
    """The grudge after reliefs that have happened, in order; each with its own limit.

    Args:
        p: numbers.
        grudge: before.
        used: causes that have counted today already.
        events: ids of reliefs.
    """
    known = {c.id: c for c in _reliefs(p)}
    gone = set(used)
    steps: list[Step] = []
    for event in events:
        cause = known[event]
        if not counts_today(int(cause.daily), 0 if event in gone else -1, 0):
            text = Text("{cause}: has counted today", "{cause}：今日の分は済んだ").fill(cause=cause.text)
            steps.append(Step(cause.rule, event, 0, text))
            continue
        gone.add(event)
        before, grudge = grudge, after(p, grudge, cause.points)
        steps.append(Step(cause.rule, event, grudge - before, cause.text))
    return Ruling(grudge, tuple(steps))
