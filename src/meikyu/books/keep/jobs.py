"""Dungeon jobs (KEP-JOB): the table and its clicks, titles, check values, the search for work, reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from meikyu.books.keep.params import JobParams
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import Text

LEVELS = ("off", "low", "normal", "high")
"""The four priorities; a level is its place here (KEP-JOB-03)."""

OFF, LOW, NORMAL, HIGH = 0, 1, 2, 3
BUTTONS = ("left", "right")
LEVEL_NAMES = (Text("Off", "オフ"), Text("Low", "低"), Text("Normal", "通常"), Text("High", "高"))


class Job(NamedTuple):
    """One column of the job table.

    Args:
        id: name in inputs and commands.
        stat: place of its stat in `ground.STATS`, -1 for a job without a check value.
        label: name of the job.
        title: what a minion of this job is called.
    """

    id: str
    stat: int
    label: Text
    title: Text


JOBS = (
    Job("hunt", 0, Text("Hunt", "狩猟"), Text("Hunter", "狩人")),
    Job("fish", 0, Text("Fish", "漁労"), Text("Fisher", "漁師")),
    Job("gather", 0, Text("Gather", "採集"), Text("Gatherer", "採集者")),
    Job("dig", 1, Text("Dig", "採掘"), Text("Miner", "坑夫")),
    Job("build", 1, Text("Build", "建築"), Text("Builder", "建築工")),
    Job("cook", 2, Text("Cook", "調理"), Text("Cook", "料理番")),
    Job("butcher", 2, Text("Butcher", "解体"), Text("Butcher", "解体屋")),
    Job("trap", 2, Text("Traps", "罠"), Text("Trapper", "罠師")),
    Job("treat", 3, Text("Treat", "治療"), Text("Healer", "治療師")),
    Job("scholarship", 3, Text("Scholarship", "学識"), Text("Scholar", "学者")),
    Job("ritual", 3, Text("Ritual", "儀式"), Text("Ritualist", "祭司")),
    Job("supervise", 4, Text("Supervision", "監督"), Text("Overseer", "監督者")),
    Job("chores", -1, Text("Chores", "雑務"), Text("Caretaker", "世話役")),
    Job("haul", -1, Text("Haul", "運搬"), Text("Hauler", "荷運び")),
    Job("guard", -1, Text("Guard", "警備"), Text("Guard", "衛兵")),
)
IDS = tuple(job.id for job in JOBS)
ODD_JOBBER = Text("Odd-jobber", "雑用係")
STAT_NAMES = (
    Text("Hunting", "狩り"),
    Text("Labour", "労働"),
    Text("Craft", "技巧"),
    Text("Arcana", "秘術"),
    Text("Cruelty", "残虐"),
)


@rule("KEP-JOB-61", "KEP-JOB-62", "KEP-JOB-63")
def bands() -> list[tuple[int, list[str]]]:
    """The bands of the table in order: a stat's place (-1 for none) and its jobs in column order."""
    found: list[tuple[int, list[str]]] = []
    for job in JOBS:
        if not found or found[-1][0] != job.stat:
            found.append((job.stat, []))
        found[-1][1].append(job.id)
    return found


@rule("KEP-JOB-59", "KEP-JOB-64")
def stat_of(job: str) -> int:
    """Place of the stat that a job rests on, -1 for a job without a check value."""
    return JOBS[IDS.index(job)].stat


@rule("KEP-JOB-60")
def check_value(stat: int, bonus: int) -> int:
    """Check value of a job: its stat and what equipment and the like add; never below 0."""
    return max(0, stat + bonus)


@rule("KEP-JOB-68")
def breakdown(stat: int, bonuses: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """How a check value is made up: the stat, each bonus, the sum."""
    parts = [("stat", stat), *bonuses]
    return [*parts, ("value", check_value(stat, sum(b for _, b in bonuses)))]


@rule("KEP-JOB-65", "KEP-JOB-69")
def shade(p: JobParams, value: int) -> int:
    """Fill shade of a cell from 1; 0, the plain fill, for a job without a check value (value -1)."""
    return 0 if value < 0 else min(p.shades, value // p.shade_step + 1)


@rule("KEP-JOB-66", "KEP-JOB-67")
def corner(value: int, shown: bool) -> int | None:
    """The number in a cell's corner, None where there is none or numbers are hidden."""
    return value if shown and value >= 0 else None


@rule("KEP-JOB-03", "KEP-JOB-30", "KEP-JOB-31", "KEP-JOB-32")
def pressed(level: int, raised: int) -> int:
    """A priority after one click: one step up (`raised` 1) or down (0) on the ring."""
    return (level + (1 if raised else -1)) % 4


@rule("KEP-JOB-40", "KEP-JOB-41", "KEP-JOB-42", "KEP-JOB-43", "KEP-JOB-44")
def column_pressed(levels: Sequence[int], raised: int) -> list[int]:
    """A column after a Ctrl-click: all to Normal where they differ, else all one step on the ring."""
    if len(set(levels)) > 1:
        return [NORMAL] * len(levels)
    return [pressed(level, raised) for level in levels]


@rule("KEP-JOB-33")
def all_off(minions: int) -> list[list[int]]:
    """The table after All off."""
    return [[OFF] * len(JOBS) for _ in range(minions)]


@rule("KEP-JOB-34")
def can_hunt(in_hand: str | None, reach: int) -> bool:
    """True when what is in hand allows hunting: a ranged weapon, a short staff or a staff.

    Args:
        in_hand: id of the weapon, None for bare hands.
        reach: its range in cells, 0 for a hand weapon.
    """
    return in_hand in ("short_staff", "staff") or reach > 0


@rule("KEP-JOB-35")
def warns_hunt(able: bool, level: int) -> bool:
    """True when the Hunt cell shows its warning mark."""
    return not able and level > OFF


class Held(NamedTuple):
    """A minion's priority for one job.

    Args:
        level: 0 to 3.
        since: moment it was set, in any one unit.
        joined: unchanged since the minion joined.
        value: check value, None for a job without one.
    """

    level: int
    since: int | float = 0
    joined: bool = False
    value: int | None = None


@rule("KEP-JOB-19", "KEP-JOB-20", "KEP-JOB-21", "KEP-JOB-22", "KEP-JOB-23", "KEP-JOB-25")
def title_group(held: Mapping[str, Held]) -> list[str]:
    """The jobs at a minion's highest priority, in the order in which they give the title."""
    top = max((h.level for h in held.values()), default=OFF)
    if top == OFF:
        return []

    def order(job: str) -> tuple[bool, int | float, bool, int, int]:
        h = held[job]
        since = 0 if h.joined else h.since
        return not h.joined, since, h.value is None, -(h.value or 0), IDS.index(job)

    return sorted((job for job, h in held.items() if h.level == top), key=order)


@rule("KEP-JOB-26", "KEP-JOB-27")
def is_odd_jobber(p: JobParams, levels: Sequence[int]) -> bool:
    """True when all jobs are off, or enough are on and all at one priority."""
    on = [level for level in levels if level > OFF]
    return not on or (len(on) >= p.odd_jobber_from and len(set(on)) == 1)


@rule("KEP-JOB-24", "KEP-JOB-25", "KEP-JOB-28")
def next_title(p: JobParams, held: Mapping[str, Held], job: str | None) -> str | None:
    """The job of the title after a click on it; None for an odd-jobber, whose title does not switch."""
    if is_odd_jobber(p, [h.level for h in held.values()]):
        return None
    group = title_group(held)
    return group[(group.index(job) + 1) % len(group)] if job in group else group[0]


@rule("KEP-JOB-29")
def title_text(job: str | None) -> Text:
    """What a minion with that title job is called; None is the odd-jobber."""
    return ODD_JOBBER if job is None else JOBS[IDS.index(job)].title


def title(p: JobParams, held: Mapping[str, Held], chosen: str | None = None) -> Ruling[str | None]:
    """The job that gives a minion's title, None for an odd-jobber.

    Args:
        p: numbers.
        held: priority a job; jobs left out are off.
        chosen: job switched to by clicking; counts while it stays in the group.
    """
    on = [job for job in IDS if job in held and held[job].level > OFF]
    if is_odd_jobber(p, [h.level for h in held.values()]):
        rule_id = "KEP-JOB-26" if on else "KEP-JOB-27"
        return Ruling(None, (Step(rule_id, "jobs_on", len(on)),))
    group = title_group(held)
    steps = [Step("KEP-JOB-19", "highest", LEVELS[max(h.level for h in held.values())])]
    if len(group) > 1:
        steps.append(Step("KEP-JOB-25", "group", group))
    if chosen in group and chosen != group[0]:
        steps.append(Step("KEP-JOB-24", "chosen", chosen))
        return Ruling(chosen, tuple(steps))
    if len(group) > 1:
        steps.append(_decided(held, group[0], group[1]))
    return Ruling(group[0], tuple(steps))


def _decided(held: Mapping[str, Held], first: str, second: str) -> Step:
    a, b = held[first], held[second]
    if a.joined and not b.joined:
        return Step("KEP-JOB-21", "first_by", "joined")
    if not a.joined and a.since != b.since:
        return Step("KEP-JOB-20", "first_by", "time")
    if a.value != b.value:
        return Step("KEP-JOB-22", "first_by", "value")
    return Step("KEP-JOB-23", "first_by", "column")


@rule("KEP-JOB-36", "KEP-JOB-37", "KEP-JOB-38", "KEP-JOB-39", "KEP-JOB-57")
def sorted_rows(rows: Sequence[tuple[str, int]], clicks: int) -> list[int]:
    """Places of the rows in their shown order.

    Args:
        rows: (name, check value) a minion in the order of joining; value -1 for a job without one.
        clicks: clicks on the job's name: 1 highest first, 2 the reverse, 3 (and 0) by name.
    """
    by_name = sorted(range(len(rows)), key=lambda i: (rows[i][0], i))
    turn = clicks % 3
    if turn == 0:
        return by_name
    sign = -1 if turn == 1 else 1
    return sorted(by_name, key=lambda i: sign * rows[i][1])


@rule("KEP-JOB-46", "KEP-JOB-47", "KEP-JOB-52")
def differences(table: Sequence[Sequence[int]], saved: Sequence[Sequence[int]]) -> int:
    """Cells of the living minions in which the table differs from the saved set; 0 is Jobs saved."""
    return sum(a != b for now, kept in zip(table, saved, strict=True) for a, b in zip(now, kept, strict=True))


@rule("KEP-JOB-01", "KEP-JOB-50", "KEP-JOB-72")
def joining_levels(stats: Sequence[int]) -> list[int]:
    """The levels a minion joins with, a column each; they are put into the saved set as well."""
    best = max(stats)
    given = {"haul": LOW, "chores": LOW}
    return [NORMAL if j.stat >= 0 and stats[j.stat] == best else given.get(j.id, OFF) for j in JOBS]


@rule("KEP-JOB-13")
def stops_at_once(level_before: int, level_now: int) -> int:
    """1 when a minion at work in that job stops: the job has just become Off.

    What was ordered while it was Off already goes on, as nothing has become Off.
    """
    return int(level_before > 0 and level_now == 0)


@rule("KEP-JOB-71")
def wants_visit(p: JobParams, grudge: int, visited_today: int) -> int:
    """1 when a minion is to be visited by a supervisor."""
    return int(grudge >= p.supervise_from and not visited_today)


@rule("KEP-JOB-16")
def search_score(p: JobParams, walk: int, waited_hours: int) -> int:
    """Score of a task; the lowest is taken: its walk, less a cell for each full hour it has waited."""
    return walk - p.cells_per_waiting_hour * waited_hours


class Offer(NamedTuple):
    """A task that a minion might take.

    Args:
        number: task number; the last tie.
        job: job id.
        walk: walking cells, None where no way leads.
        age: minutes since it was designated.
    """

    number: int
    job: str
    walk: int | None
    age: int | float


@rule("KEP-JOB-02", "KEP-JOB-04", "KEP-JOB-05", "KEP-JOB-06", "KEP-JOB-07")
def looked_at(levels: Mapping[str, int]) -> list[tuple[int, list[str]]]:
    """The jobs by level in the order in which a minion looks for work; Off is not looked at."""
    return [
        (level, [j for j in IDS if levels.get(j, OFF) == level])
        for level in (HIGH, NORMAL, LOW)
        if any(levels.get(j, OFF) == level for j in IDS)
    ]


def next_task(p: JobParams, levels: Mapping[str, int], offers: Sequence[Offer]) -> Ruling[Offer | None]:
    """The task that a minion takes next."""
    steps: list[Step] = []
    for level, jobs in looked_at(levels):
        here = [o for o in offers if o.job in jobs and o.walk is not None]
        scored = [
            (search_score(p, o.walk or 0, int(o.age // 60)), IDS.index(o.job), -o.age, o.number, i)
            for i, o in enumerate(here)
        ]
        steps.append(Step("KEP-JOB-04", f"{LEVELS[level]}_tasks", len(scored)))
        if scored:
            best = min(scored)
            steps.append(Step("KEP-JOB-16", "score", best[0]))
            return Ruling(here[best[4]], tuple(steps))
    steps.append(Step("KEP-JOB-07", "nothing", True))
    return Ruling(None, tuple(steps))


REASONS = ("off", "unreachable", "busy")


@rule("KEP-JOB-14")
def reason(level: int, reaches: int, busy_higher: int) -> int:
    """Why an able minion leaves a task: 0 its job is off, 1 no way, 2 busy with higher work; -1 no reason."""
    if level == 0:
        return 0
    if not reaches:
        return 1
    return 2 if busy_higher else -1


@rule("KEP-JOB-15")
def reasons(able: Sequence[tuple[int, int, int]]) -> dict[str, int]:
    """Head-counts by reason of the able minions.

    Args:
        able: (level, reaches, busy with higher work) a minion.
    """
    found = [reason(*minion) for minion in able]
    return {name: found.count(k) for k, name in enumerate(REASONS)}
