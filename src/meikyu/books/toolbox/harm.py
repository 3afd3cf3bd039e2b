"""What a trap does to one creature: saves, damage, falls and the conditions that follow."""

from __future__ import annotations

from typing import NamedTuple

from meikyu.books.toolbox import checks, traps
from meikyu.books.toolbox.checks import Size, size_at_least
from meikyu.books.toolbox.params import CheckParams, NetParams, TrapParams
from meikyu.core.game import Dice
from meikyu.core.ruling import Ruling, Step, rule


class Harm(NamedTuple):
    """What came of it: damage in all, and the condition, "" for none."""

    damage: int
    condition: str


@rule("SRD-TCR-03", "SRD-TFS-04", "SRD-TPN-03", "SRD-TRS-05", "SRD-TFN-03")
def harm(trap: str, tier: str, save_total: int, rolled: int) -> Harm:
    """Harm of a trap that asks for a save, from the save's total and the damage rolled."""
    record = traps.traps()[trap]
    saved = save_total >= traps.figures(trap, tier).dc
    if not saved:
        return Harm(rolled, record.condition)
    return Harm(checks.after_save(rolled, True) if record.on_success == "half" else 0, "")


@rule("SRD-TFN-04")
def is_held(p: NetParams, size: Size, save_total: int, dc: int) -> bool:
    """Whether the net holds a creature; a large enough one succeeds whatever it rolls."""
    free: Size = "huge"
    for known in checks.SIZES:
        if known == p.free_from_size:
            free = known
    return not size_at_least(size, free) and save_total < dc


@rule("SRD-TPD-05")
def dart_damage(save_total: int, dc: int, rolls: tuple[int, ...]) -> int:
    """Damage of the darts that hit, from the damage of each; a success avoids all of them."""
    return 0 if save_total >= dc else sum(rolls)


class Fall(NamedTuple):
    """A fall into a pit: damage by type, and whether the creature lands Prone."""

    bludgeoning: int
    piercing: int
    prone: bool


@rule("SRD-THP-03", "SRD-TSP-03")
def fall(fallen: int, spikes: int = 0) -> Fall:
    """What a fall does: the fall's own damage, the spikes', and Prone unless nothing hurt."""
    return Fall(fallen, spikes, fallen + spikes > 0)


_PRINTED = {"13d8": 57}


@rule("SRD-TSP-09")
def average_damage(p: TrapParams, dice: str) -> int:
    """The fixed number that stands for a trap's dice; on request the one misprinted in the source."""
    return _PRINTED.get(dice, checks.average(dice)) if p.printed_averages else checks.average(dice)


class Struck(NamedTuple):
    """One creature's throw against a trap, die by die."""

    die: int
    total: int
    saved: bool
    damage: int
    condition: str


def strike(p: CheckParams, dice: Dice, *, trap: str, tier: str, bonus: int) -> Ruling[Struck]:
    """One creature meets a trap: the save, then the damage, with dice from the table or from a key."""
    record, found = traps.traps()[trap], traps.figures(trap, tier)
    why = (traps.figures_step(trap, tier),)
    if not record.save:
        rolled = [checks.thrown(dice, part.dice) for part in found.damage]
        hurt = fall(*rolled)
        said = record.condition if hurt.prone else ""
        return Ruling(Struck(0, 0, False, sum(rolled), said), why)
    die = dice.roll(p.die)
    test = checks.d20_test(p, "saving_throw", die, bonus, found.dc)
    if record.times:
        darts = 0 if test.success else checks.thrown(dice, record.times)
        rolls = tuple(checks.thrown(dice, found.damage[0].dice) for _ in range(darts))
        done = Harm(dart_damage(test.total, found.dc, rolls), "")
    else:
        rolled = sum(checks.thrown(dice, part.dice) for part in found.damage)
        done = harm(trap, tier, test.total, rolled)
    why = (*why, Step("SRD-COR-01", "save", test.total))
    return Ruling(Struck(die, test.total, test.success, done.damage, done.condition), why)
