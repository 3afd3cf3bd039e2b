"""Fights: which enemy it is, what beats it, and what the fight leaves behind."""

from __future__ import annotations

from typing import NamedTuple

from meikyu.books.floor2.codex import codex, level_list
from meikyu.books.floor2.params import EffectParams, LevelParams
from meikyu.books.floor2.stages import zone_number
from meikyu.core.ruling import Step, rule
from meikyu.errors import Text

SHAPE_SHIFTER = 6
NECROMANCER = 13


@rule("FL2-CMB-16", "FL2-CMB-18", "FL2-CMB-19", "FL2-CMB-20", "FL2-CMB-22")
def enemy(p: LevelParams, level: int, fought: frozenset[int]) -> int:
    """The enemy met: the first unfought of the level's list, else of the next list up; 0 is a win at once."""
    for listed in range(level, p.highest + 1):
        for number in level_list(listed):
            if number not in fought:
                return number
    return 0


class Bomb(NamedTuple):
    """The three facts of the bomb that the module reads (FL2-BMB-08).

    Args:
        digit: first digit of the serial number.
        bob: an indicator BOB is present, lit or not.
        batteries: how many batteries there are.
    """

    digit: int
    bob: bool
    batteries: int


class Fight(NamedTuple):
    """What a fight is fought against.

    Args:
        stage: the stage just completed.
        zone: its zone's letter, "" for a dark LED.
        previous: the enemy fought before, 0 for none.
        bomb: the facts of the bomb.
    """

    stage: int
    zone: str
    previous: int
    bomb: Bomb


class Actions(NamedTuple):
    """The sequence that beats an enemy and the disguises on the way to it.

    Args:
        sequence: letters S B L F R.
        forms: numbers borrowed, first to last; the last one's row gave the sequence.
        steps: the reasons.
    """

    sequence: str
    forms: tuple[int, ...]
    steps: tuple[Step, ...]


@rule("FL2-EFX-03", "FL2-EFX-04", "FL2-EFX-05", "FL2-EFX-01", "FL2-CMB-09")
def form(p: EffectParams, stage: int) -> int:
    """Number of the monster that the Shape-shifter poses as; 0 where one sword beats it."""
    return 0 if stage in p.single_sword_stages or stage not in codex() or stage == SHAPE_SHIFTER else stage


@rule("FL2-EFX-06")
def with_bob(sequence: str, bob: bool) -> str:
    """The Rabbit's sequence: with BOB every shield is a sword."""
    return sequence.replace("B", "S") if bob else sequence


@rule("FL2-EFX-12", "FL2-BMB-07")
def without_battery(sequence: str, batteries: int) -> str:
    """The Door's sequence: with no battery every sword is a shield."""
    return sequence.replace("S", "B") if batteries == 0 else sequence


@rule("FL2-EFX-07", "FL2-EFX-08")
def repeated(sequence: str, zone: str) -> str:
    """The Slime's sequence: as often as the number of the present zone says."""
    return sequence * zone_number(zone)


@rule("FL2-EFX-02", "FL2-EFX-09", "FL2-EFX-10", "FL2-EFX-11")
def actions(p: EffectParams, number: int, fight: Fight) -> Actions:
    """The sequence that beats an enemy: borrowed where it has none, the lender's effect applied as usual."""
    forms: list[int] = []
    steps: list[Step] = []
    wearer = number
    while wearer in (SHAPE_SHIFTER, NECROMANCER):
        if wearer == SHAPE_SHIFTER:
            lender = form(p, fight.stage)
            cited = (
                "FL2-EFX-01" if lender else ("FL2-EFX-04" if fight.stage == SHAPE_SHIFTER else "FL2-EFX-05")
            )
            cited = cited if lender or fight.stage in p.single_sword_stages else "FL2-EFX-03"
            steps.append(Step(cited, "form", lender or None))
        else:
            lender = fight.previous
            steps.append(Step("FL2-EFX-09" if lender else "FL2-EFX-11", "copied", lender or None))
        if lender == 0 or lender in forms or lender == wearer:
            return Actions(p.fallback, tuple(forms), tuple(steps))
        forms.append(lender)
        wearer = lender
    row = codex()[wearer]
    sequence = row.sequence
    kind = row.effect.kind if row.effect else ""
    if kind == "shield_to_sword_with_bob":
        sequence = with_bob(sequence, fight.bomb.bob)
    elif kind == "sword_to_shield_without_battery":
        sequence = without_battery(sequence, fight.bomb.batteries)
    elif kind == "repeat_by_zone":
        sequence = repeated(sequence, fight.zone)
    steps.append(Step(row.rule, "sequence", row.sequence))
    if row.effect and (sequence != row.sequence or kind in ("unknown", "repeat_by_zone")):
        steps.append(Step(row.effect.rule, "effect", sequence, row.effect.text))
    return Actions(sequence, tuple(forms), tuple(steps))


@rule("FL2-VAR-07", "FL2-VAR-10", "FL2-VAR-11")
def swords(sequence: str) -> int:
    """Sword hits that a performed sequence adds to s; moves count for nothing."""
    return sequence.count("S")


@rule("FL2-VAR-08")
def shields(sequence: str) -> int:
    """Shield blocks that a performed sequence adds to b."""
    return sequence.count("B")


@rule("FL2-EFX-13", "FL2-EFX-14", "FL2-EFX-15")
def level_after(p: EffectParams, number: int, forms: tuple[int, ...], level: int) -> int:
    """The level when the fight is over: beating the last boss (or its copy) sets it, all else does not."""
    last = codex()[forms[-1] if forms else number]
    return p.boss_level if last.effect is not None and last.effect.kind == "level_after" else level


def why_enemy(p: LevelParams, level: int, number: int) -> Step:
    """The reason that the enemy is this one."""
    if number == 0:
        return Step("FL2-CMB-19", "enemy", None)
    listed = codex()[number].list
    names = [codex()[n].name for n in level_list(listed)]
    text = Text(
        f"Level {level}, list {listed}: "
        + " > ".join(n.en for n in names)
        + "; the first one not fought yet",
        f"レベル{level}、表{listed}：" + " → ".join(n.ja for n in names) + "。まだ戦っていない最初の敵",
    )
    return Step("FL2-CMB-16" if listed == level else "FL2-CMB-18", "enemy", number, text)
