"""Questions about the job table: clicks, titles, the next task, why nobody takes one."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from meikyu.books.keep import jobs
from meikyu.books.keep.params import KeepParams
from meikyu.core.book import Question
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text

Level = Literal["off", "low", "normal", "high"]
Button = Literal["left", "right"]
JobId = Literal[
    "hunt",
    "fish",
    "gather",
    "dig",
    "build",
    "cook",
    "butcher",
    "trap",
    "treat",
    "scholarship",
    "ritual",
    "supervise",
    "chores",
    "haul",
    "guard",
]
Walk = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Minutes = Annotated[float, msgspec.Meta(ge=0, le=1_000_000_000)]


class CellInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.job.cell."""

    level: Level
    button: Button


class ColumnInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.job.column."""

    levels: Annotated[list[Level], msgspec.Meta(max_length=10_000)]
    button: Button


class Held(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A priority and how it is held."""

    level: Level
    since: Minutes | None
    joined: bool
    value: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None


class TitleInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.job.title."""

    jobs: dict[str, Held]


class Task(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One piece of work that waits."""

    id: str | int
    job: JobId
    walk: Walk | None
    age: Minutes
    number: int


class NextInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.job.next."""

    levels: dict[str, Level]
    tasks: Annotated[list[Task], msgspec.Meta(max_length=10_000)]


class Minion(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A minion that is able to do the work."""

    level: Level
    reachable: bool = True
    busy: Level = "off"


class ReasonsInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.job.reasons."""

    minions: Annotated[list[Minion], msgspec.Meta(max_length=10_000)]
    waiting: Annotated[list[JobId], msgspec.Meta(max_length=10_000)] = []


def _known_jobs(given: dict[str, Any], field: str) -> None:
    for name in given:
        if name not in jobs.IDS:
            raise InputError("unknown_field", f"{field}.{name}", name, list(jobs.IDS))


def _cell(p: KeepParams, given: CellInput) -> Ruling[dict[str, Any]]:
    raised = int(given.button == "left")
    level = jobs.LEVELS[jobs.pressed(jobs.LEVELS.index(given.level), raised)]
    wrapped = (given.level, given.button) in (("high", "left"), ("off", "right"))
    rule_id = "KEP-JOB-32" if wrapped else "KEP-JOB-30" if raised else "KEP-JOB-31"
    return Ruling({"level": level}, (Step(rule_id, "level", level),))


def _column(p: KeepParams, given: ColumnInput) -> Ruling[dict[str, Any]]:
    before = [jobs.LEVELS.index(level) for level in given.levels]
    raised = int(given.button == "left")
    levels = [jobs.LEVELS[level] for level in jobs.column_pressed(before, raised)]
    mixed = len(set(before)) > 1
    rule_id = "KEP-JOB-41" if mixed else "KEP-JOB-42" if raised else "KEP-JOB-43"
    return Ruling({"levels": levels}, (Step(rule_id, "differ", mixed),))


def _title(p: KeepParams, given: TitleInput) -> Ruling[dict[str, Any]]:
    _known_jobs(given.jobs, "jobs")
    held: dict[str, jobs.Held] = {}
    for name, h in given.jobs.items():
        if h.since is None and not h.joined and h.level != "off":
            wanted = Text("minutes, unless joined is true", "分の数。joined が true なら null でもよい")
            raise InputError("wrong_type", f"jobs.{name}.since", None, wanted)
        held[name] = jobs.Held(jobs.LEVELS.index(h.level), h.since or 0, h.joined, h.value)
    ruling = jobs.title(p.job, held)
    told = jobs.title_text(ruling.value)
    value = {"job": ruling.value, "ja": told.ja, "en": told.en, "odd_jobber": ruling.value is None}
    return Ruling(value, (*ruling.steps, Step("KEP-JOB-29", "title", told.en, told)))


def _next(p: KeepParams, given: NextInput) -> Ruling[dict[str, Any]]:
    _known_jobs(given.levels, "levels")
    levels = {name: jobs.LEVELS.index(level) for name, level in given.levels.items()}
    offers = [jobs.Offer(t.number, t.job, t.walk, t.age) for t in given.tasks]
    ruling = jobs.next_task(p.job, levels, offers)
    if ruling.value is None:
        why = Text("No reachable work in a job that is on", "オンの職務に、たどり着ける仕事がない")
        return Ruling({"task": None, "why": why._asdict()}, ruling.steps)
    taken = next(t for t, o in zip(given.tasks, offers, strict=True) if o is ruling.value)
    level = jobs.LEVEL_NAMES[levels[taken.job]]
    why = Text(
        "{job} is {level}: {walk} cells away, {hours} full hours waited, the lowest sum at that priority",
        "{job}は{level}。歩いて{walk}マス、待った時間は満{hours}時間で、その優先度の中で合計がいちばん小さい",
    ).fill(
        job=jobs.JOBS[jobs.IDS.index(taken.job)].label,
        level=level,
        walk=taken.walk,
        hours=int(taken.age // 60),
    )
    return Ruling({"task": taken.id, "why": why._asdict()}, ruling.steps)


def _reasons(p: KeepParams, given: ReasonsInput) -> Ruling[dict[str, Any]]:
    able: list[tuple[int, int, int]] = []
    for minion in given.minions:
        level = jobs.LEVELS.index(minion.level)
        able.append((level, int(minion.reachable), int(jobs.LEVELS.index(minion.busy) > level)))
    counts = jobs.reasons(able)
    waiting = {job: given.waiting.count(job) for job in jobs.IDS if job in given.waiting}
    steps = tuple(Step("KEP-JOB-15", name, count) for name, count in counts.items())
    free = len(able) - sum(counts.values())
    return Ruling({"able": len(able), **counts, "free": free, "waiting": waiting}, steps)


_LEVELS = Text("priority a job; a job left out is off", "職務ごとの優先度。書かない職務はオフ")

QUESTIONS = (
    Question(
        "job.cell",
        Text("What does a click make of a priority?", "クリックで優先度はどうなる？"),
        CellInput,
        _cell,
        {"level": "high", "button": "left"},
        {
            "level": Text("priority before the click", "クリック前の優先度"),
            "button": Text("left raises, right lowers", "左で上げ、右で下げる"),
        },
    ),
    Question(
        "job.column",
        Text("What does a Ctrl-click make of a column?", "Ctrlクリックで列はどうなる？"),
        ColumnInput,
        _column,
        {"levels": ["off", "low", "high"], "button": "right"},
        {
            "levels": Text("the column, one priority a minion", "その列。ミニオンごとの優先度"),
            "button": Text("Ctrl-left or Ctrl-right", "Ctrl左クリックかCtrl右クリック"),
        },
    ),
    Question(
        "job.title",
        Text("What is a minion called?", "ミニオンの肩書きは？"),
        TitleInput,
        _title,
        {
            "jobs": {
                "dig": {"level": "high", "since": 900, "joined": False, "value": 6},
                "build": {"level": "high", "since": 500, "joined": False, "value": 6},
                "haul": {"level": "low", "since": 0, "joined": True, "value": None},
            }
        },
        {
            "jobs": Text(
                "by job: level, since (minutes), joined (unchanged since joining), value (null: no check)",
                "職務ごとに level、since（分）、joined（加入から同じ）、value（判定値。なければ null）",
            )
        },
    ),
    Question(
        "job.next",
        Text("Which work does a minion take next?", "ミニオンは次にどの仕事を取る？"),
        NextInput,
        _next,
        {
            "levels": {"dig": "normal", "build": "normal", "haul": "low"},
            "tasks": [
                {"id": "wall", "job": "build", "walk": 6, "age": 30, "number": 1},
                {"id": "vein", "job": "dig", "walk": 8, "age": 130, "number": 2},
                {"id": "stone", "job": "haul", "walk": 1, "age": 0, "number": 3},
            ],
        },
        {
            "levels": _LEVELS,
            "tasks": Text(
                "waiting work: walk in cells (null: unreachable), age in minutes, number settles ties",
                "待っている仕事：walk はマス数（null は行けない）、age は分、number は同点のとき小さい方",
            ),
        },
    ),
    Question(
        "job.reasons",
        Text("Why does nobody take this work?", "なぜ誰もこの仕事を引き受けない？"),
        ReasonsInput,
        _reasons,
        {
            "minions": [
                {"level": "off"},
                {"level": "off"},
                {"level": "normal", "reachable": False},
                {"level": "low", "busy": "high"},
            ],
            "waiting": ["dig", "dig", "haul"],
        },
        {
            "minions": Text(
                "the minions able to do it: level of its job, reachable, busy (level of their present work)",
                "その仕事をこなせるミニオン：職務の level、reachable、busy（今の仕事の優先度）",
            ),
            "waiting": Text(
                "the jobs of all waiting tasks, to be counted", "待っている仕事の職務。数を数える"
            ),
        },
    ),
)
