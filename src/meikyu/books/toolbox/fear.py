"""Fear and mental stress: optional, agreed upon beforehand, off until switched on."""

from __future__ import annotations

from typing import Literal, NamedTuple

from meikyu.books.toolbox.checks import Mode
from meikyu.books.toolbox.params import FearParams, StressParams
from meikyu.core.game import Dice
from meikyu.core.ruling import rule

Rider = Literal["flee", "exposed", "one_thing"]
Doing = Literal["move", "action", "bonus_action"]
Fright = Literal["sarcophagus_apparition", "worst_fear_illusion", "abyss_portal"]
Shock = Literal["hallucinogen", "fiendish_idol", "far_realm"]
Lasting = Literal["short_term", "long_term", "indefinite"]
ShortTerm = Literal["frightened", "incapacitated", "stunned"]

SHORT_TERM: tuple[ShortTerm, ...] = ("frightened", "incapacitated", "stunned")
SAVES = ("wisdom", "intelligence", "charisma")


@rule("SRD-FER-01")
def is_available(switched_on: bool, agreed: bool) -> bool:
    """Whether a module is used: switched on, and agreed upon with the players."""
    return switched_on and agreed


@rule("SRD-FER-02")
def calls_for_save(supernatural: bool, adventurer: bool) -> bool:
    """Whether a frightful thing calls for a save: adventurers shrug the natural off."""
    return supernatural or not adventurer


@rule("SRD-FER-03", "SRD-FER-07")
def is_frightened(dc: int, total: int) -> bool:
    """Whether a creature is Frightened (or stays so at the end of its turn), with the total of its save."""
    return total < dc


@rule("SRD-FER-04", "SRD-FER-05", "SRD-FER-06")
def sample_dc(p: FearParams, sample: Fright) -> int:
    """DC of a sample fright."""
    return {
        "sarcophagus_apparition": p.apparition_dc,
        "worst_fear_illusion": p.illusion_dc,
        "abyss_portal": p.portal_dc,
    }[sample]


@rule("SRD-FER-05")
def sees_it(sample: Fright, triggered: bool) -> bool:
    """Whether a character sees a sample fright: the illusion only if it set it off."""
    return triggered or sample != "worst_fear_illusion"


@rule("SRD-FER-08")
def flight_feet(p: FearParams, speed: int) -> int:
    """Feet that a creature under the first rider must run from the source each turn."""
    return speed * p.dash_multiplier


@rule("SRD-FER-09")
def mode_against(riders: tuple[Rider, ...]) -> Mode:
    """How attacks against a Frightened creature are rolled."""
    return "advantage" if "exposed" in riders else "flat"


@rule("SRD-FER-10")
def may_do(p: FearParams, riders: tuple[Rider, ...], did: tuple[Doing, ...], wants: Doing) -> bool:
    """Whether a Frightened creature may do another thing in its turn."""
    return "one_thing" not in riders or (wants not in did and len(did) < p.turn_doings)


@rule("SRD-FER-11")
def active_riders(frightened: bool, riders: tuple[Rider, ...]) -> tuple[Rider, ...]:
    """Riders at work: as long as the creature is Frightened."""
    return riders if frightened else ()


@rule("SRD-MST-02")
def may_save_with(ability: str) -> bool:
    """Whether an ability fits the save."""
    return ability in SAVES


@rule("SRD-MST-03")
def damage(p: StressParams, rolled: int, success: bool) -> int:
    """Psychic damage after the save."""
    if not success:
        return rolled
    return rolled // 2 if p.half_on_success else 0


class Sample(NamedTuple):
    """A sample of stress: its DC, how many six-sided dice of damage, and the damage's type."""

    dc: int
    dice: int
    type: str


@rule("SRD-MST-01", "SRD-MST-04", "SRD-MST-05", "SRD-MST-06")
def sample(p: StressParams, shock: Shock) -> Sample:
    """DC and dice of a sample shock."""
    dc, dice = {
        "hallucinogen": (p.hallucinogen_dc, p.hallucinogen_dice),
        "fiendish_idol": (p.idol_dc, p.idol_dice),
        "far_realm": (p.far_realm_dc, p.far_realm_dice),
    }[shock]
    return Sample(dc, dice, p.damage_type)


@rule("SRD-MST-06")
def is_away(shock: Shock, turns_ended: int) -> bool:
    """Whether the victim of the trap is still in the Far Realm, so many of its later turns over."""
    return shock == "far_realm" and turns_ended < 1


class Effect(NamedTuple):
    """A lasting effect of stress.

    Args:
        condition: the condition it gives, "" for a long-term one.
        minutes: how long; -1 without limit.
    """

    condition: str
    minutes: int


@rule("SRD-MST-07")
def short_term(p: StressParams, dice: Dice, choice: ShortTerm | None = None) -> Effect:
    """A short-term effect: minutes are rolled, and the condition where nobody has chosen it."""
    minutes = dice.roll(p.short_sides)
    return Effect(choice or SHORT_TERM[dice.below(len(SHORT_TERM))], minutes)


@rule("SRD-MST-08")
def long_term_hours(p: StressParams, roll: int) -> int:
    """Hours of a long-term effect."""
    return roll * p.long_hours


@rule("SRD-MST-08")
def check_mode(abilities: tuple[str, ...], ability: str) -> Mode:
    """How a check with an ability is rolled under a long-term effect on some of them."""
    return "disadvantage" if ability in abilities else "flat"


@rule("SRD-MST-09", "SRD-MST-10")
def is_removed(effect: Lasting, spell: str) -> bool:
    """Whether a spell removes a lasting effect."""
    return spell == ("greater_restoration" if effect == "indefinite" else "lesser_restoration")


@rule("SRD-MST-09", "SRD-MST-10")
def is_suppressed(spell: str) -> bool:
    """Whether a spell holds a lasting effect down for a while."""
    return spell == "calm_emotions"


class Remaining(NamedTuple):
    """What is left of an effect: minutes, and whether it is felt."""

    minutes: int
    active: bool


@rule("SRD-MST-11")
def after_calm(p: StressParams, minutes: int, elapsed: int) -> Remaining:
    """An effect some minutes after Calm Emotions was cast: its clock runs on meanwhile."""
    left = max(minutes - elapsed, 0)
    return Remaining(left, left > 0 and elapsed >= p.calm_minutes)
