"""The public questions: a whole playthrough, and the next thing to do while the bomb ticks."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import msgspec

from meikyu.books.floor2 import combat, edgework, stages
from meikyu.books.floor2.codex import codex, words
from meikyu.books.floor2.course import Course, FightFacts, StageFacts, begin, enter, fight
from meikyu.books.floor2.params import Floor2Params
from meikyu.core.book import Question
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import InputError, Text, several

Batteries = Annotated[int, msgspec.Meta(ge=0, le=999)]


class Play(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of floor2.play."""

    serial: str
    bob: bool
    batteries: Batteries
    zones: Annotated[str, msgspec.Meta(max_length=99)]
    fights_after: Annotated[list[int], msgspec.Meta(max_length=99)]


class Next(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of floor2.next."""

    serial: str
    bob: bool
    batteries: Batteries
    seen: Annotated[str, msgspec.Meta(max_length=400)]


def _move(facts: StageFacts) -> dict[str, Any]:
    return {
        "stage": facts.stage,
        "zone": facts.zone,
        "level": facts.level,
        "raw": facts.value.raw,
        "dice": facts.value.dice,
        "move": facts.move,
    }


def _fought(facts: FightFacts) -> dict[str, Any]:
    return {
        "monster": facts.number or None,
        "sequence": facts.actions.sequence,
        "auto": facts.number == 0,
        "s": facts.s,
        "b": facts.b,
        "m": facts.m,
        "level_after": facts.after,
    }


_CHANGE_RULES = {
    "R": "FL2-ZON-04",
    "Y": "FL2-ZON-06",
    "G": "FL2-ZON-08",
    "B": "FL2-ZON-10",
    "M": "FL2-ZON-15",
}
_WAYS = {"L": "FL2-DIC-02", "F": "FL2-DIC-03", "R": "FL2-DIC-04"}
_WAY_NAMES = {"L": Text("left", "左"), "F": Text("forward", "前"), "R": Text("right", "右")}


def formula(p: Floor2Params, facts: StageFacts, before: Course) -> tuple[str, str]:
    """The stage's formula with numbers put in, and the id of its rule."""
    y, z = facts.stage, before.dice[-1] if before.dice else 0
    raw = facts.value.raw
    if facts.stage == 1:
        return f"x = {raw}", "FL2-DIC-09"
    if facts.zone == "R":
        return f"x = y + z = {y} + {z} = {raw}", "FL2-ZON-03"
    if facts.zone == "Y":
        return f"x = y - z = {y} - {z} = {raw}", "FL2-ZON-05"
    if facts.zone == "G":
        return f"x = s + b = {before.s} + {before.b} = {raw}", "FL2-ZON-07"
    if facts.zone == "B":
        return f"x = z + m = {z} + {before.m} = {raw}", "FL2-ZON-09"
    if facts.value.missing:
        return f"x = {raw}", "FL2-ZON-17"
    wanted = facts.value.looked_up
    if facts.level <= p.zone.magenta_low_to:
        return f"x = D(y - {p.zone.magenta_back_low}) = D({wanted}) = {raw}", "FL2-ZON-12"
    if facts.level == p.zone.magenta_middle:
        return (
            f"x = D(y - z - {p.zone.magenta_minus}) = D({y} - {z} - {p.zone.magenta_minus}) = {raw}",
            "FL2-ZON-13",
        )
    return f"x = D(y - {p.zone.magenta_back_high}) = D({wanted}) = {raw}", "FL2-ZON-14"


def _why_dice(facts: StageFacts) -> Step:
    """How the value became one digit: the sign goes first, then tens."""
    raw, dice = facts.value.raw, facts.value.dice
    if raw == dice:
        return Step(
            "FL2-DIC-05", "dice", dice, Text(f"{raw} is one digit: it stays", f"{raw} は1桁なのでそのまま")
        )
    if raw >= 0:
        told = Text(f"{raw}, tens taken off: {dice}", f"{raw} から10を引いていき {dice}")
        return Step("FL2-DIC-05", "dice", dice, told)
    return Step(
        "FL2-DIC-06", "dice", dice, Text(f"{raw} without its sign: {dice}", f"{raw} の符号を外して {dice}")
    )


@rule("FL2-SOL-04")
def why_move(p: Floor2Params, facts: StageFacts, before: Course) -> tuple[Step, ...]:
    """The reasons of a stage's move: level, formula with numbers, dice value, direction, level afterwards."""
    told, cited = formula(p, facts, before)
    zone = stages.ZONE_NAMES[facts.zone]
    way = _WAY_NAMES[facts.move]
    forced = facts.stage in (p.level.first_forced_stage, p.level.second_forced_stage)
    first = p.level.first_forced_stage
    level_rule = ("FL2-LVL-05" if facts.stage == first else "FL2-LVL-06") if forced else "FL2-LVL-08"
    change = facts.after - facts.level
    return (
        Step(
            level_rule,
            "level",
            facts.level,
            Text(f"Stage {facts.stage}, level {facts.level}", f"ステージ{facts.stage}、レベル{facts.level}"),
        ),
        Step(cited, "raw", facts.value.raw, Text(f"{zone.en}: {told}", f"{zone.ja}：{told}")),
        _why_dice(facts),
        Step(
            _WAYS[facts.move],
            "move",
            facts.move,
            Text(f"{facts.value.dice} means {way.en}", f"{facts.value.dice} は{way.ja}"),
        ),
        Step(
            _CHANGE_RULES[facts.zone],
            "level_after",
            facts.after,
            Text(
                f"level after the stage: {facts.after} ({change:+d})",
                f"ステージの後のレベル：{facts.after}（{change:+d}）",
            ),
        ),
    )


@rule("FL2-SOL-05")
def why_fight(p: Floor2Params, facts: FightFacts) -> tuple[Step, ...]:
    """The reasons of a fight: why this enemy, which disguise or copy, which replacement."""
    who = combat.why_enemy(p.level, facts.level, facts.number)
    if facts.number == 0:
        return (who,)
    name, said = codex()[facts.number].name, words(facts.actions.sequence)
    last = Step(
        "FL2-CMB-02",
        "sequence",
        facts.actions.sequence,
        Text(f"{name.en}: {said.en}", f"{name.ja}：{said.ja}"),
    )
    return (who, *facts.actions.steps, last)


def _bomb(p: Floor2Params, given: Play | Next, faults: list[InputError]) -> combat.Bomb:
    """The facts of the bomb; what is wrong with them is added to the faults."""
    most = p.bomb.most_batteries
    if given.batteries > most:
        faults.append(
            InputError("out_of_range", "batteries", given.batteries, Text(f"0 to {most}", f"0〜{most}"))
        )
    try:
        digit = edgework.first_digit(edgework.serial_number(given.serial))
    except InputError as error:
        faults.append(error)
        digit = 0
    return combat.Bomb(digit, given.bob, given.batteries)


def _warned(p: Floor2Params, serial: str) -> list[dict[str, Any]]:
    """The warning for a serial number that the unmodded game never gives, or none."""
    modded = edgework.is_modded(p.bomb, edgework.serial_number(serial))
    return [{"stage": None, "rule": "FL2-BMB-02"}] if modded else []


_ZONE_LETTERS = Text("{total} letters out of R Y G B M", "R Y G B M の{total}文字")


def _letters(p: Floor2Params, field: str, text: str) -> list[str]:
    letters: list[str] = []
    for place, char in enumerate("".join(text.split()), 1):
        try:
            letters.append(stages.colour(char))
        except InputError as error:
            allowed = [*stages.ZONES, stages.WHITE] if field == "seen" else [*stages.ZONES]
            shown = ", ".join(allowed)
            said = Text(
                f"{field}: {char!r} in place {place} is none of {shown}",
                f"{field}：{place}文字目の {char!r} は使えません。使える文字：{shown}",
            )
            raise InputError("not_allowed", field, text, allowed, said) from error
    return letters


@rule("FL2-SOL-09", "FL2-CMB-25")
def check_fights(p: Floor2Params, after: list[int]) -> frozenset[int]:
    """The stages after which a fight comes.

    Raises:
        InputError: outside 1 to the last stage but one, or a stage named twice.
    """
    last = p.stages.total - 1
    faults: list[InputError] = []
    for place, stage in enumerate(after):
        if not 1 <= stage <= last:
            allowed = Text(f"stages 1 to {last}", f"ステージ1〜{last}")
            faults.append(InputError("out_of_range", f"fights_after[{place}]", stage, allowed))
        elif stage in after[:place]:
            allowed = Text("each stage once", "同じステージは1回まで")
            faults.append(InputError("not_allowed", f"fights_after[{place}]", stage, allowed))
    if faults:
        raise several(faults)
    return frozenset(after)


def _zones(p: Floor2Params, text: str) -> list[str]:
    zones = _letters(p, "zones", text)
    if len(zones) != p.stages.total or stages.WHITE in zones:
        raise InputError("not_allowed", "zones", text, _ZONE_LETTERS.fill(total=p.stages.total))
    return zones


def play(p: Floor2Params, given: Play) -> Ruling[dict[str, Any]]:
    """Every stage and fight of a module whose zones and fights are known."""
    faults: list[InputError] = []
    bomb = _bomb(p, given, faults)
    zones: list[str] = []
    fights: frozenset[int] = frozenset()
    try:
        zones = _zones(p, given.zones)
    except InputError as error:
        faults.append(error)
    try:
        fights = check_fights(p, given.fights_after)
    except InputError as error:
        faults.append(error)
    if faults:
        raise several(faults)
    warnings = _warned(p, given.serial)
    course = begin(p)
    told: list[dict[str, Any]] = []
    steps: list[Step] = []
    for zone in zones:
        before = course
        course, facts = enter(p, course, bomb.digit, zone)
        steps += why_move(p, facts, before)
        if facts.value.missing:
            warnings.append({"stage": facts.stage, "rule": "FL2-ZON-17"})
        row = _move(facts) | {"fight": None}
        if facts.stage in fights:
            course, fought = fight(p, course, bomb)
            steps += why_fight(p, fought)
            row["fight"] = _fought(fought)
        told.append(row)
    value = {"stages": told, "solved": True, "level": course.level, "warnings": warnings}
    return Ruling(value, tuple(steps), tuple(warnings))


class Seen(NamedTuple):
    """Where a course stands after what was seen.

    Args:
        before: the course before the last thing seen.
        course: the course after it.
        move: the last stage, or None. fight: the last fight, or None.
        missing: stages whose magenta reference does not exist.
    """

    before: Course
    course: Course
    move: StageFacts | None
    fight: FightFacts | None
    missing: tuple[int, ...]


@rule("FL2-SOL-03", "FL2-SOL-08", "FL2-SOL-09")
def follow(p: Floor2Params, bomb: combat.Bomb, seen: list[str]) -> Seen:
    """The course from the observations so far; all of it is worked out anew, so any of them may be corrected.

    Raises:
        InputError: an observation that cannot be: white before the first stage, twice in a row or after the
            last stage, or a stage after the last one.
    """
    course = begin(p)
    now = Seen(course, course, None, None, ())
    for place, letter in enumerate(seen, 1):
        if letter != stages.WHITE:
            if course.stage >= p.stages.total:
                last = p.stages.total
                raise _refused(seen, place, Text(f"at most {last} stages", f"ステージは{last}まで"))
            after, facts = enter(p, course, bomb.digit, letter)
            missing = (*now.missing, facts.stage) if facts.value.missing else now.missing
            now = Seen(course, after, facts, None, missing)
        else:
            if course.stage == 0:
                raise _refused(seen, place, _NO_FIGHT_YET)
            if now.fight is not None:
                raise _refused(seen, place, _ONE_FIGHT)
            if course.stage >= p.stages.total:
                raise _refused(seen, place, _OVER)
            after, fought = fight(p, course, bomb)
            now = Seen(course, after, None, fought, now.missing)
        course = now.course
    return now


_WHITE = Text("white", "白")
_NO_FIGHT_YET = Text(
    "a zone colour first: no fight before stage 1", "まずゾーンの色。ステージ1の前に戦闘は無い"
)
_ONE_FIGHT = Text("a zone colour: one fight between two stages", "ゾーンの色。ステージの間の戦闘は1回")
_OVER = Text("nothing: no fight after the last stage", "なし。最後のステージの後に戦闘は無い")


def _refused(seen: list[str], place: int, allowed: Text) -> InputError:
    """The fault of one observation, which is named by its place."""
    letter = seen[place - 1]
    name = stages.ZONE_NAMES.get(letter, _WHITE)
    said = Text(
        f"seen: {name.en} ({letter}) as observation {place} cannot be; allowed: {allowed.en}",
        f"seen：{place}番目の{name.ja}（{letter}）はあり得ません。使えるもの：{allowed.ja}",
    )
    return InputError("not_allowed", "seen", "".join(seen), allowed, said)


def next_(p: Floor2Params, given: Next) -> Ruling[dict[str, Any]]:
    """What to do now, from what the LED has shown so far."""
    faults: list[InputError] = []
    bomb = _bomb(p, given, faults)
    now: Seen | None = None
    try:
        now = follow(p, bomb, _letters(p, "seen", given.seen))
    except InputError as error:
        faults.append(error)
    if now is None or faults:
        raise several(faults)
    warnings = _warned(p, given.serial)
    warnings += [{"stage": stage, "rule": "FL2-ZON-17"} for stage in now.missing]
    before = now.before
    value: dict[str, Any] = {
        "do": "wait",
        "stage": before.stage + 1,
        "move": None,
        "monster": None,
        "sequence": "",
        "level": before.level,
        "s": before.s,
        "b": before.b,
        "m": before.m,
        "warnings": warnings,
    }
    steps: tuple[Step, ...] = (
        Step("FL2-SOL-02", "wait", None, Text("Enter the LED's colour", "LEDの色を入れてください")),
    )
    if now.move is not None:
        value |= {"do": "move", "stage": now.move.stage, "move": now.move.move, "level": now.move.level}
        steps = why_move(p, now.move, before)
    elif now.fight is not None:
        facts = now.fight
        value |= {"do": "fight", "stage": facts.stage, "level": facts.level}
        value |= {"monster": facts.number or None, "sequence": facts.actions.sequence}
        steps = why_fight(p, facts)
    return Ruling(value, steps, tuple(warnings))


_NOTES = {
    "serial": Text("serial number of the bomb", "爆弾のシリアルナンバー"),
    "bob": Text("an indicator BOB is there, lit or not", "BOBインジケーターがある（点灯・消灯を問わない）"),
    "batteries": Text("number of batteries, not holders", "電池の本数（ホルダーの数ではない）"),
}

QUESTIONS = (
    Question(
        "play",
        Text("A whole playthrough of the module", "モジュール1つの通し"),
        Play,
        play,
        {
            "serial": "AB3CD4",
            "bob": False,
            "batteries": 2,
            "zones": "RYGBRYGRBRBGYRB",
            "fights_after": [2, 4, 7, 9, 12, 14],
        },
        _NOTES
        | {
            "zones": Text("the LED's colour in each stage", "各ステージのLEDの色"),
            "fights_after": Text("stages after which the LED turned white", "LEDが白くなった直前のステージ"),
        },
    ),
    Question(
        "next",
        Text("The next move or fight while the bomb ticks", "いま押すべきもの"),
        Next,
        next_,
        {"serial": "AB3CD4", "bob": False, "batteries": 2, "seen": "RY!G"},
        _NOTES
        | {
            "seen": Text(
                "a letter a stage, ! after a stage whose light turned white",
                "ステージごとに1文字、白くなったら !",
            )
        },
    ),
)
