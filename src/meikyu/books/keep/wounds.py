"""Wounds (KEP-WND): how heavy a blow is, where it falls, points, healing, bleeding, knock-out and death.

The wounds of a part are three counts, light, moderate and severe; a part is a number in its shape's order.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from meikyu.books.keep.params import WoundParams
from meikyu.core.clock import TICKS_PER_HOUR, TICKS_PER_MINUTE
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import Text

NONE, LIGHT, MODERATE, SEVERE = -1, 0, 1, 2
SEVERITIES = ("light", "moderate", "severe")
SEVERITY_NAMES = (Text("light", "軽傷"), Text("moderate", "中等傷"), Text("severe", "重傷"))

Counts = tuple[int, int, int]
"""Light, moderate and severe wounds of one part."""


class Part(NamedTuple):
    """A part of a body: its id, faces of the d20 that hit it, and its name."""

    id: str
    faces: int
    name: Text


_HEAD = Text("head", "頭")
_BODY = Text("body", "胴体")

SHAPES: dict[str, tuple[Part, ...]] = {
    "humanoid": (
        Part("head", 2, _HEAD),
        Part("torso", 6, Text("torso", "胴")),
        Part("left_arm", 3, Text("left arm", "左腕")),
        Part("right_arm", 3, Text("right arm", "右腕")),
        Part("left_leg", 3, Text("left leg", "左脚")),
        Part("right_leg", 3, Text("right leg", "右脚")),
    ),
    "quadruped": (
        Part("head", 3, _HEAD),
        Part("body", 9, _BODY),
        Part("left_foreleg", 2, Text("left foreleg", "左前脚")),
        Part("right_foreleg", 2, Text("right foreleg", "右前脚")),
        Part("left_hind_leg", 2, Text("left hind leg", "左後脚")),
        Part("right_hind_leg", 2, Text("right hind leg", "右後脚")),
    ),
    "serpent": (Part("head", 4, _HEAD), Part("body", 16, _BODY)),
    "core": (Part("core", 20, Text("core", "核")),),
}
"""Parts by the shape of a body, in the order of their numbers (KEP-WND-06)."""

MOST_PARTS = 6


# Blows


@rule("KEP-WND-04")
def margin(damage: int, defence: int) -> int:
    """By how much a damage roll beats a defence roll."""
    return damage - defence


@rule("KEP-WND-02", "KEP-WND-05", "KEP-WND-38")
def severity_of(p: WoundParams, margin: int) -> int:
    """Severity of the wound that a margin makes, -1 for none; a margin of 1 or more is a hit."""
    if margin >= p.severe_from:
        return SEVERE
    if margin >= p.moderate_from:
        return MODERATE
    return LIGHT if margin >= p.light_from else NONE


@rule("KEP-WND-05")
def chances(p: WoundParams, bonus_difference: int) -> tuple[Fraction, ...]:
    """Exact chances of no wound, light, moderate and severe when attack exceeds defence by so much."""
    found = [0, 0, 0, 0]
    for attack in range(1, p.die + 1):
        for defence in range(1, p.die + 1):
            found[1 + severity_of(p, attack - defence + bonus_difference)] += 1
    return tuple(Fraction(n, p.die * p.die) for n in found)


@rule("KEP-WND-01", "KEP-WND-06")
def part_hit(shape: str, d20: int) -> int:
    """Number of the one part that a d20 hits."""
    reached = 0
    for number, part in enumerate(SHAPES[shape]):
        reached += part.faces
        if d20 <= reached:
            return number
    raise ValueError(f"a d20 shows 1 to 20, not {d20}")


@rule("KEP-WND-06", "KEP-ROOF-24")
def trunk(shape: str) -> int:
    """Number of the torso, or of the body or core where there is none."""
    return 1 if len(SHAPES[shape]) > 1 else 0


@rule("KEP-WND-03")
def figure(shape: str) -> str:
    """Name of the picture of a body in the wound diagram; its digits are the parts, from 1 on."""
    return f"body_{shape}"


# Points


@rule("KEP-WND-07")
def points_of(p: WoundParams, severity: int) -> int:
    """Points of one wound."""
    return (p.light_points, p.moderate_points, p.severe_points)[severity]


@rule("KEP-WND-07")
def points(p: WoundParams, counts: Counts) -> int:
    """Points of the wounds of a part, or of the counts of a whole body."""
    light, moderate, severe = counts
    return p.light_points * light + p.moderate_points * moderate + p.severe_points * severe


@rule("KEP-WND-08")
def is_out(p: WoundParams, points: int) -> int:
    """1 when the points of all wounds put the bearer out of action."""
    return int(points >= p.limit)


@rule("KEP-WND-09", "KEP-HEAL-13")
def dies_of_wound(p: WoundParams, drawn: int) -> int:
    """1 when the roll, 0 to 99, of one put out of action by anything but bleeding says death."""
    return int(drawn < p.death_percent)


@rule("KEP-WND-10")
def wakes(p: WoundParams, points: int, bleeding: int, ticks: int) -> int:
    """1 when one who was knocked out so many ticks ago wakes."""
    return int(not bleeding and not is_out(p, points) and ticks >= p.wake_hours * TICKS_PER_HOUR)


# Wounds of a part


@rule("KEP-WND-11", "KEP-WND-12", "KEP-WND-13")
def escalated(counts: Counts, severity: int) -> int:
    """Severity that a new wound takes on a part that has these: one step heavier beside one of its own."""
    return min(severity + 1, SEVERE) if counts[severity] else severity


@rule("KEP-WND-11", "KEP-WND-12")
def with_wound(counts: Counts, severity: int) -> Counts:
    """The wounds of a part after a new one; those already there stay as they are."""
    after = list(counts)
    after[escalated(counts, severity)] += 1
    return after[0], after[1], after[2]


@rule("KEP-WND-14")
def lighter(counts: Counts) -> Counts:
    """The wounds of a part one step lighter; light ones are gone."""
    return counts[1], counts[2], 0


@rule("KEP-WND-22")
def heavier(counts: Counts) -> Counts:
    """The wounds of a part one step heavier; severe ones stay."""
    return 0, counts[0], counts[1] + counts[2]


@rule("KEP-HEAL-06")
def bandages_after_wound(bandages: int, part: int) -> int:
    """Bits of the bandaged parts after a new wound on one, whose bandage comes off."""
    return bandages & ~(1 << part)


@rule("KEP-WND-27")
def all_severe(counts: Counts) -> int:
    """1 when every wound of the part is severe already."""
    return int(counts[0] == 0 and counts[1] == 0)


def heaviest(counts: Counts) -> int:
    """The heaviest severity among wounds, -1 for none."""
    return SEVERE if counts[2] else MODERATE if counts[1] else LIGHT if counts[0] else NONE


# Healing


@rule("KEP-WND-15", "KEP-WND-16", "KEP-WND-18", "KEP-WND-20", "KEP-HEAL-05")
def healing_pace(p: WoundParams, bleeding: int, hindered: int, undead: int, bandaged: int) -> int:
    """Ticks of healing that a part gains in one tick.

    Args:
        p: numbers.
        bleeding: 1 for a part that bleeds.
        hindered: 1 for one who is sick or starving.
        undead: 1 for a body that nothing heals.
        bandaged: 1 for a part under a bandage.
    """
    if bleeding or hindered or undead:
        return 0
    return p.bandage_factor if bandaged else 1


@rule("KEP-WND-14", "KEP-WND-16")
def step_ticks(p: WoundParams) -> int:
    """Ticks of healing after which a part heals one step."""
    return p.heal_hours * TICKS_PER_HOUR


@rule("KEP-HEAL-05")
def ticks_to_step(p: WoundParams, progress: int, pace: int) -> int:
    """Ticks until the next step at this pace, from so many ticks of progress."""
    return -(-(step_ticks(p) - progress) // pace)


@rule("KEP-WND-17")
def hours_to_heal(p: WoundParams, severity: int, bandaged: int) -> Fraction:
    """Hours until a wound is gone when nothing hinders it."""
    return Fraction(p.heal_hours * (severity + 1), p.bandage_factor if bandaged else 1)


# Bleeding


@rule("KEP-WND-32", "KEP-WND-33", "KEP-WND-34", "KEP-WND-35", "KEP-WND-36")
def may_bleed(severity: int, kind: str, body_bleeds: int) -> int:
    """1 for a wound that can bleed.

    Args:
        severity: after escalation.
        kind: damage kind, "bare_fist" for bare hands.
        body_bleeds: 0 for the undead, the bloodless and those of troll blood.
    """
    return int(severity > LIGHT and kind != "bare_fist" and body_bleeds)


@rule("KEP-WND-34", "KEP-WND-35", "KEP-WND-36")
def body_bleeds(row_bleeds: int, undead: int, troll_blood: int) -> int:
    """1 for a body that can bleed: its row says so, it is not undead and has no Troll Blood."""
    return int(row_bleeds and not undead and not troll_blood)


@rule("KEP-WND-21")
def bleed_percent(p: WoundParams, kind: str) -> int:
    """Chance in percent that a wound of this kind bleeds, where it can."""
    return p.bleed_cutting if kind in ("slash", "pierce") else p.bleed_other


@rule("KEP-WND-21", "KEP-WND-32", "KEP-WND-33")
def bleeds(p: WoundParams, severity: int, kind: str, body_bleeds: int, drawn: int) -> int:
    """1 when a fresh wound bleeds at a roll of 0 to 99; the severity is that after escalation."""
    return int(may_bleed(severity, kind, body_bleeds) and drawn < bleed_percent(p, kind))


@rule("KEP-WND-23")
def bleed_minutes(p: WoundParams, drawn: int) -> int:
    """Minutes until a bleeding part worsens, by a number drawn from 0 to the width of the span."""
    return p.bleed_least + drawn


def bleed_span(p: WoundParams) -> int:
    """How many whole minutes the time of the next worsening is drawn from."""
    return p.bleed_most - p.bleed_least + 1


@rule("KEP-WND-23", "KEP-WND-30")
def bleed_tick(p: WoundParams, tick: int, drawn: int) -> int:
    """Tick of the next worsening: the first of its minute, so that all due in a minute come together."""
    return (tick // TICKS_PER_MINUTE + bleed_minutes(p, drawn)) * TICKS_PER_MINUTE


@rule("KEP-WND-24")
def stops(p: WoundParams, drawn: int) -> int:
    """1 when the bleeding stops after a worsening, at a roll of 0 to 99."""
    return int(drawn < p.stop_percent)


@rule("KEP-WND-25", "KEP-WND-37")
def after_stopping(counts: Counts) -> Counts:
    """The wounds of a part whose bleeding is stopped, by treatment or Second wind: as they were."""
    return counts


class Worsening(NamedTuple):
    """What a worsening of a bleeding part does.

    Args:
        counts: the part afterwards.
        result: "worse", "knocked_out" or "dead".
    """

    counts: Counts
    result: str


@rule("KEP-WND-22", "KEP-WND-26", "KEP-WND-27", "KEP-WND-28", "KEP-WND-29", "KEP-WND-30")
def worsen(p: WoundParams, *, counts: Counts, elsewhere: int, knocked_out: int, faints: int) -> Worsening:
    """A bleeding event before its stop roll.

    Args:
        p: numbers.
        counts: wounds of the bleeding part.
        elsewhere: points of all other parts.
        knocked_out: 1 for a bearer that is knocked out already.
        faints: 0 for creatures and the demon lord, who die where others are knocked out.
    """
    if knocked_out:
        return Worsening(counts, "dead")
    after = heavier(counts)
    if all_severe(counts) or is_out(p, points(p, after) + elsewhere):
        return Worsening(after, "knocked_out" if faints else "dead")
    return Worsening(after, "worse")


# Rulings


@rule("KEP-WND-07", "KEP-WND-08", "KEP-WND-11", "KEP-WND-12")
def blow(
    p: WoundParams, *, wounds: dict[str, list[str]], part: str, severity: str
) -> Ruling[dict[str, object]]:
    """The wounds of a body after one more, their points, and whether it is out of action.

    Args:
        p: numbers.
        wounds: severities by part.
        part: where the new wound is.
        severity: as rolled.
    """
    before = wounds.get(part, [])
    counts = (before.count("light"), before.count("moderate"), before.count("severe"))
    rolled = SEVERITIES.index(severity)
    made = escalated(counts, rolled)
    after = {name: list(held) for name, held in wounds.items()}
    after.setdefault(part, []).append(SEVERITIES[made])
    total = sum(points_of(p, SEVERITIES.index(s)) for held in after.values() for s in held)
    steps = [Step("KEP-WND-11", "severity", SEVERITIES[made])]
    if made > rolled:
        text = _ESCALATED.fill(old=SEVERITY_NAMES[rolled], new=SEVERITY_NAMES[made])
        steps = [Step("KEP-WND-11", "severity", SEVERITIES[made], text)]
    elif counts[rolled]:
        steps = [Step("KEP-WND-12", "severity", SEVERITIES[made])]
    steps += [
        Step("KEP-WND-07", "points", total, _POINTS.fill(points=total)),
        Step("KEP-WND-08", "out_of_action", bool(is_out(p, total))),
    ]
    return Ruling({"wounds": after, "points": total, "out_of_action": bool(is_out(p, total))}, tuple(steps))


_ESCALATED = Text(
    "The part has a {old} wound already: the new one becomes {new}",
    "この部位にはもう{old}がある。新しい傷は{new}になる",
)
_POINTS = Text("{points} wound points in all", "負傷ポイントは合計{points}")
