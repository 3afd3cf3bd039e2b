"""The advisor: warnings attached to an encounter, never blocking it, each with words in both languages."""

from __future__ import annotations

from typing import Literal, NamedTuple

from meikyu.books.toolbox.creatures import Creature, creatures, data
from meikyu.books.toolbox.encounters import Group, named_group
from meikyu.books.toolbox.params import EncounterParams
from meikyu.books.toolbox.traps import TIERS, tier_of
from meikyu.books.toolbox.words import FEATURES
from meikyu.core.ruling import rule
from meikyu.errors import Text

Grade = Literal["hint", "note", "warning", "strong"]


class Warned(NamedTuple):
    """One piece of advice: its code and grade, the rule, and what people read."""

    code: str
    level: Grade
    rule: str
    text: Text


def _warned(code: str, grade: Grade, **parts: object) -> Warned:
    row = data()["advice"][code]
    return Warned(code, grade, row["rules"][0], Text(row["en"], row["ja"]).fill(**parts))


@rule("SRD-TRB-04")
def is_fragile(p: EncounterParams, hp: int, level: int) -> bool:
    """Whether a creature with these Hit Points falls quickly to a party of this level."""
    return hp <= p.fragile_hit_points[TIERS.index(tier_of(level))]


@rule("SRD-TRB-02")
def many_creatures(
    p: EncounterParams, characters: int, creatures: int, fragile: int, level: int
) -> Grade | None:
    """The warning for many creatures, or None: those beyond two a character must be fragile ones."""
    if creatures - p.per_character * characters <= fragile:
        return None
    return "strong" if level <= p.strong_to_level else "warning"


@rule("SRD-TRB-07")
def is_cr0_heavy(p: EncounterParams, cr0: int, worthless: int) -> bool:
    """Whether there are too many creatures of CR 0, or any worth 0 XP."""
    return cr0 > p.most_cr0 or worthless > 0


@rule("SRD-TRB-07")
def swarm_for(name: str) -> str:
    """English name of the swarm of such creatures, "" where there is none."""
    plural = {c.name.en.removeprefix("Swarm of ").rstrip("s"): c.name.en for c in _swarms()}
    return next((swarm for of, swarm in plural.items() if of.casefold() == name.casefold()), "")


def _swarms() -> list[Creature]:
    return [c for c in creatures().values() if c.is_swarm]


@rule("SRD-TRB-08", "SRD-ENC-03")
def mixture(kinds: int) -> str:
    """What the number of kinds says: "mixed", "mix_kinds" where one kind stands alone, "" for nobody."""
    return "mixed" if kinds > 1 else "mix_kinds" if kinds == 1 else ""


@rule("SRD-TRB-09")
def stat_blocks(p: EncounterParams, kinds: int) -> str:
    """The code for so many different stat blocks, "" where they are few."""
    if kinds > p.note_kinds:
        return "too_many_stat_blocks"
    return "three_stat_blocks" if kinds == p.note_kinds else ""


@rule("SRD-TRB-10")
def is_powerful(name: str, level: int) -> bool:
    """Whether a creature's CR is above the party's level."""
    return _above(named_group([(name, 1)])[0][0], level)


def _above(kind: Creature, level: int) -> bool:
    return kind.rating > level


@rule("SRD-TRB-12")
def is_unusual(name: str, level: int) -> bool:
    """Whether a creature above the party's level has a feature that is hard to overcome."""
    kind = named_group([(name, 1)])[0][0]
    return _above(kind, level) and bool(kind.features)


def _listed(kinds: list[Creature], features: bool) -> Text:
    def say(kind: Creature, lang: str) -> str:
        extra = ", ".join(FEATURES[f].say(lang) for f in kind.features) if features else f"CR {kind.cr}"
        return f"{kind.name.say(lang)} ({extra})"

    return Text("; ".join(say(k, "en") for k in kinds), "、".join(say(k, "ja") for k in kinds))


@rule("SRD-TRB-01")
def advice(p: EncounterParams, levels: tuple[int, ...], group: Group) -> tuple[Warned, ...]:
    """Every warning of an encounter, in the order of the rules; a mixed party counts as its lowest level."""
    level, kinds = min(levels), [kind for kind, _ in group]
    count = sum(n for _, n in group)
    fragile = sum(n for kind, n in group if is_fragile(p, kind.hit_points, level))
    found: list[Warned] = []
    grade = many_creatures(p, len(levels), count, fragile, level)
    if grade:
        most = p.per_character * len(levels)
        found.append(_warned("many_creatures", grade, count=count, party=len(levels), most=most))
    cr0 = [(kind, n) for kind, n in group if kind.rating == 0]
    if is_cr0_heavy(p, sum(n for _, n in cr0), sum(n for kind, n in cr0 if not kind.xp)):
        swarms = [creatures_name(s) for kind, _ in cr0 if (s := swarm_for(kind.name.en))]
        told = Text("".join(f": {s.en}" for s in swarms), "".join(f"：{s.ja}" for s in swarms))
        found.append(_warned("cr0_creatures", "warning", count=sum(n for _, n in cr0), swarm=told))
    if mixture(len(kinds)) == "mix_kinds":
        found.append(_warned("mix_kinds", "hint"))
    blocks = stat_blocks(p, len(kinds))
    if blocks:
        grade = "note" if blocks == "three_stat_blocks" else "warning"
        found.append(_warned(blocks, grade, count=len(kinds)))
    strong = [kind for kind in kinds if _above(kind, level)]
    if strong:
        found.append(_warned("powerful_creature", "warning", level=level, names=_listed(strong, False)))
    unusual = [kind for kind in strong if kind.features]
    if unusual:
        found.append(_warned("unusual_feature", "warning", names=_listed(unusual, True)))
    return tuple(found)


def creatures_name(english: str) -> Text:
    """Both names of the creature of that English name."""
    return named_group([(english, 1)])[0][0].name


@rule("SRD-TRB-01")
def warnings(
    p: EncounterParams, levels: tuple[int, ...], monsters: tuple[tuple[str, int], ...]
) -> dict[str, str]:
    """Codes and grades of an encounter's advice, from names and counts."""
    return {w.code: w.level for w in advice(p, levels, named_group(monsters))}
