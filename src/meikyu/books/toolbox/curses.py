"""Curses: their forms, their power, how they end; and Demonic Possession, the worked-out one."""

from __future__ import annotations

from typing import Literal, NamedTuple

from meikyu.books.toolbox.params import CurseParams, PossessionParams
from meikyu.core.ruling import rule

Form = Literal["bestow_curse", "cursed_creature", "cursed_item", "narrative", "environmental"]
Spell = Literal[
    "remove_curse",
    "greater_restoration",
    "dispel_evil_and_good",
    "lesser_restoration",
    "calm_emotions",
    "heal",
    "dispel_magic",
]
CreatureSetting = Literal["ends", "none", "needed_to_destroy"]
NarrativeSetting = Literal["end", "suppress", "none"]
Taboo = Literal["broken_vow", "defiled_tomb", "murdered_innocent"]
Spirit = Literal["free", "possessed", "controlled"]

FORMS: tuple[Form, ...] = ("bestow_curse", "cursed_creature", "cursed_item", "narrative", "environmental")
TABOOS: tuple[Taboo, ...] = ("broken_vow", "defiled_tomb", "murdered_innocent")
CURSE_ENDING: tuple[Spell, ...] = ("remove_curse", "greater_restoration")
EVIL_PLACES = ("desecrated_place", "desecrated_shrine")
FOR_EVER = -1


@rule("SRD-CUR-01")
def kind(magical: bool, contagious: bool, burden: bool) -> str:
    """What kind of affliction an effect is: magical_contagion, curse, or "" for neither."""
    if not magical:
        return ""
    if contagious:
        return "magical_contagion"
    return "curse" if burden else ""


@rule("SRD-CUR-02")
def is_form(form: str) -> bool:
    """Whether that is a form of curses."""
    return form in FORMS


@rule("SRD-CUR-03")
def is_ended(form: Form, spell: Spell) -> bool:
    """Whether a spell ends a curse of that form by its own force; other forms have rules of their own."""
    return form == "bestow_curse" and spell in CURSE_ENDING


@rule("SRD-CUR-04", "SRD-CUR-05")
def spell_level(p: CurseParams, minutes: int) -> int:
    """Spell level that a curse of such a duration is worth.

    Args:
        p: the curse's numbers.
        minutes: how long it lasts; -1 until dispelled.
    """
    if minutes == FOR_EVER:
        return p.ladder_levels[-1]
    steps = zip(p.ladder_minutes, p.ladder_levels, strict=False)
    return next((level for up_to, level in steps if minutes <= up_to), p.ladder_levels[-1])


@rule("SRD-CUR-06")
def is_destroyed(setting: CreatureSetting, killed: bool, remove_curse_on_corpse: bool) -> bool:
    """Whether a creature of cursed origin is destroyed for good."""
    return killed and (setting != "needed_to_destroy" or remove_curse_on_corpse)


@rule("SRD-CUR-06")
def origin_ends(setting: CreatureSetting, remove_curse: bool) -> bool:
    """Whether Remove Curse ends a creature's cursed origin."""
    return setting == "ends" and remove_curse


class CursedItem(NamedTuple):
    """A cursed item after a spell: whether it is still cursed, and whether its owner is attuned to it."""

    cursed: bool
    attuned: bool


@rule("SRD-CUR-07")
def item_after(spell: Spell, attuned: bool) -> CursedItem:
    """A cursed item after a spell was cast on its owner: the item stays as it is."""
    return CursedItem(True, attuned and spell != "remove_curse")


@rule("SRD-CUR-08")
def may_curse(deed: str) -> bool:
    """Whether a deed breaks a taboo that calls for a narrative curse."""
    return deed in TABOOS


@rule("SRD-CUR-09")
def missing_parts(reason: str, end_conditions: tuple[str, ...]) -> tuple[str, ...]:
    """Parts that the record of a narrative curse lacks."""
    return (*(["reason"] if not reason else []), *(["end_conditions"] if not end_conditions else []))


@rule("SRD-CUR-10")
def is_active(p: CurseParams, setting: NarrativeSetting, hours_since_spell: int) -> bool:
    """Whether a narrative curse burdens its victim so many hours after a Remove Curse."""
    if setting == "suppress":
        return hours_since_spell >= p.suppress_hours
    return setting == "none"


@rule("SRD-CUR-11")
def warnings(p: CurseParams, active: int, lore: str) -> tuple[str, ...]:
    """What to tell a gamemaster about the narrative curses of a campaign."""
    many = ["too_many_narrative_curses"] if active > p.warn_above else []
    return (*many, *(["no_lore"] if not lore else []))


@rule("SRD-CUR-12")
def exposed_to(place: str, lingers: bool) -> str:
    """The curse that a place lays on who stays there; "" for none."""
    return "demonic_possession" if place in EVIL_PLACES and lingers else ""


@rule("SRD-DPO-01")
def may_be_targeted(demonic_object: bool, desecrated_place: bool) -> bool:
    """Whether a demonic spirit may try to possess a creature."""
    return demonic_object or desecrated_place


@rule("SRD-DPO-02")
def targeted(p: PossessionParams, state: Spirit, total: int) -> Spirit:
    """The state of a creature that a spirit tries to possess, with the total of its Charisma save."""
    return "possessed" if state == "free" and total < p.dc else state


@rule("SRD-DPO-03", "SRD-DPO-04")
def after_test(p: PossessionParams, state: Spirit, used_die: int) -> Spirit:
    """The state after any D20 Test, the possession's own saves included, from the die that counted."""
    return "controlled" if state == "possessed" and used_die == p.trigger_die else state


@rule("SRD-DPO-05")
def regained(p: PossessionParams, state: Spirit, total: int) -> Spirit:
    """The state after the save at the end of a turn."""
    return "possessed" if state == "controlled" and total >= p.dc else state


@rule("SRD-DPO-06")
def saves_at_turn_end(controlled_on_turn: int, turn: int) -> bool:
    """Whether the controlled creature saves at the end of a turn.

    Args:
        controlled_on_turn: number of its own turn in which it lost control, or of its last one before that.
        turn: number of the turn that ends.
    """
    return turn > controlled_on_turn


@rule("SRD-DPO-07")
def after_long_rest(p: PossessionParams, state: Spirit, used_die: int, bonus: int) -> Spirit:
    """The state after the save that follows a Long Rest; the save's own die may wake the spirit."""
    if used_die + bonus >= p.dc:
        return "free"
    return after_test(p, state, used_die)


@rule("SRD-DPO-08")
def after_magic(state: Spirit, spell: Spell) -> Spirit:
    """The state after a spell."""
    return "free" if spell in (*CURSE_ENDING, "dispel_evil_and_good") else state
