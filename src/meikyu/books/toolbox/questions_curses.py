"""Questions on curses, and on the course of a Demonic Possession."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec

from meikyu.books.toolbox import checks, courses, curses
from meikyu.books.toolbox.checks import chance
from meikyu.books.toolbox.curses import (
    FOR_EVER,
    CreatureSetting,
    Form,
    NarrativeSetting,
    Spell,
    Spirit,
    Taboo,
)
from meikyu.books.toolbox.params import CurseParams, ToolboxParams
from meikyu.books.toolbox.questions_conditions import hold
from meikyu.books.toolbox.questions_courses import Bonus
from meikyu.core.book import Question
from meikyu.core.odds import exact
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text

Minutes = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Line = Annotated[str, msgspec.Meta(max_length=1_000)]
Nights = Annotated[int, msgspec.Meta(ge=1, le=100)]
Face = Annotated[int, msgspec.Meta(ge=1, le=100)]
Turn = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Effect = Literal["ends", "suppresses", "ends_attunement", "destroys_the_slain", "nothing"]
Incident = Literal["targeted", "test", "turn_end", "long_rest", "spell"]

SPELLS: tuple[Spell, ...] = get_args(Spell)
OWN_FIELDS: dict[str, dict[str, object]] = {
    "cursed_creature": {"creature": "none"},
    "narrative": {
        "narrative": "none",
        "deed": None,
        "reason": "",
        "end_conditions": [],
        "active": 1,
        "lore": "",
    },
}
"""Fields that belong to one form, and what they are where nobody gives them."""

FORM_RULES: dict[Form, str] = {
    "bestow_curse": "SRD-CUR-03",
    "cursed_creature": "SRD-CUR-06",
    "cursed_item": "SRD-CUR-07",
    "narrative": "SRD-CUR-10",
    "environmental": "SRD-CUR-12",
}
NEEDS: dict[Incident, tuple[str, ...]] = {
    "targeted": ("die",),
    "test": ("die",),
    "turn_end": ("die", "turn"),
    "long_rest": ("die",),
    "spell": ("spell",),
}
INCIDENT_RULES: dict[Incident, str] = {
    "targeted": "SRD-DPO-02",
    "test": "SRD-DPO-03",
    "turn_end": "SRD-DPO-05",
    "long_rest": "SRD-DPO-07",
    "spell": "SRD-DPO-08",
}


class CurseInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of curse.judge."""

    form: Form
    minutes: Minutes | None = None
    contagious: bool = False
    creature: CreatureSetting = "none"
    narrative: NarrativeSetting = "none"
    deed: Taboo | None = None
    reason: Line = ""
    end_conditions: Annotated[list[Line], msgspec.Meta(max_length=20)] = msgspec.field(
        default_factory=list[str]
    )
    active: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    lore: Line = ""


class PossessionInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of possession.odds."""

    cha_save: Bonus
    nights: Nights = 7


class IncidentInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Something that happened to a creature that a spirit is after."""

    what: Incident
    die: Face | None = None
    turn: Turn | None = None
    spell: Spell | None = None


class CourseInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of possession.course."""

    cha_save: Bonus
    incidents: Annotated[list[IncidentInput], msgspec.Meta(max_length=500)]
    demonic_object: bool = False
    desecrated_place: bool = False


def _effect(p: CurseParams, given: CurseInput, spell: Spell) -> Effect:
    """What a spell does to a curse."""
    lifts = spell == "remove_curse"
    if given.form == "bestow_curse":
        return "ends" if curses.is_ended(given.form, spell) else "nothing"
    if given.form == "cursed_item":
        return "nothing" if curses.item_after(spell, attuned=True).attuned else "ends_attunement"
    if given.form == "environmental":
        return "ends" if curses.after_magic("possessed", spell) == "free" else "nothing"
    if given.form == "cursed_creature":
        if curses.origin_ends(given.creature, lifts):
            return "ends"
        spared = not curses.is_destroyed(given.creature, killed=True, remove_curse_on_corpse=False)
        return "destroys_the_slain" if lifts and spared else "nothing"
    if not lifts or given.narrative == "none":
        return "nothing"
    back = curses.is_active(p, given.narrative, p.suppress_hours)
    return "suppresses" if back else "ends"


def curse_judge(p: ToolboxParams, given: CurseInput) -> Ruling[dict[str, Any]]:
    """What a curse is worth, which magic helps, and what its record still lacks."""
    hold(
        [
            InputError(
                "not_allowed", name, getattr(given, name), Text(f"only for {form}", f"{form} のときだけ")
            )
            for form, own in OWN_FIELDS.items()
            for name, left_out in own.items()
            if form != given.form and getattr(given, name) != left_out
        ]
    )
    told = given.form == "narrative"
    kind = curses.kind(magical=True, contagious=given.contagious, burden=True)
    level = curses.spell_level(p.curse, FOR_EVER if given.minutes is None else given.minutes)
    ends = {spell: _effect(p.curse, given, spell) for spell in SPELLS}
    missing = curses.missing_parts(given.reason, tuple(given.end_conditions)) if told else ()
    codes = curses.warnings(p.curse, given.active, given.lore) if told else ()
    value: dict[str, Any] = {
        "kind": kind,
        "spell_level": level,
        "rounds": None if given.minutes is None else checks.rounds_of_minutes(p.clock, given.minutes),
        "magic": ends,
        "back_after_hours": p.curse.suppress_hours if "suppresses" in ends.values() else None,
        "taboo_broken": told and given.deed is not None and curses.may_curse(given.deed),
        "missing": list(missing),
        "valid": not missing and kind == "curse",
    }
    ladder = "SRD-CUR-04" if given.minutes in (None, 1) else "SRD-CUR-05"
    steps = [
        Step("SRD-CUR-01", "kind", kind),
        Step("SRD-CUR-02", "form", given.form),
        Step(ladder, "spell_level", level),
        Step(
            FORM_RULES[given.form], "magic", [spell for spell, effect in ends.items() if effect != "nothing"]
        ),
    ]
    if told:
        steps.append(Step("SRD-CUR-08", "taboo_broken", value["taboo_broken"]))
        steps.append(Step("SRD-CUR-09", "missing", list(missing)))
        steps += [Step("SRD-CUR-11", "warning", code) for code in codes]
    warned = tuple({"code": code, "rule": "SRD-CUR-11"} for code in codes)
    return Ruling(value, tuple(steps), warned)


def possession_odds(p: ToolboxParams, given: PossessionInput) -> Ruling[dict[str, Any]]:
    """How likely a spirit takes hold, wakes and is thrown out."""
    made = chance(p.check, given.cha_save, p.possession.dc)
    tests = {
        rolled: courses.p_wakes(p.check, p.possession, rolled)
        for rolled in ("flat", "advantage", "disadvantage")
    }
    value = {
        "p_possessed": exact(1 - made),
        "p_wakes_per_test": {rolled: exact(share) for rolled, share in tests.items()},
        "p_regains_per_turn": exact(made),
        "free_by_night": {
            str(night): exact(1 - (1 - made) ** night) for night in range(1, given.nights + 1) if made
        },
    }
    steps = (
        Step("SRD-DPO-02", "p_possessed", 1 - made),
        Step("SRD-DPO-04", "p_wakes", tests["flat"]),
        Step("SRD-DPO-05", "p_regains", made),
        Step("SRD-DPO-07", "p_free", made),
        Step("SRD-DPO-08", "ending_magic", [*curses.CURSE_ENDING, "dispel_evil_and_good"]),
    )
    return Ruling(value, steps)


def _course_faults(p: ToolboxParams, given: CourseInput) -> list[InputError]:
    """What is wrong with the incidents: something missing or too much, a face no die has, turns run back."""
    faults: list[InputError] = []
    last = 0
    for place, row in enumerate(given.incidents):
        where = f"incidents[{place}]"
        needs = NEEDS[row.what]
        for name in ("die", "turn", "spell"):
            got = getattr(row, name)
            if got is None and name in needs:
                needed = Text(f"{row.what} needs {name}", f"{row.what} には {name} が要ります")
                faults.append(InputError("missing_field", f"{where}.{name}", None, needed))
            elif got is not None and name not in needs and not (name == "turn" and row.what != "spell"):
                faults.append(InputError("not_allowed", f"{where}.{name}", got, ["what", *needs]))
        if row.die is not None and row.die > p.check.die:
            sides = Text(f"1 to {p.check.die}", f"1〜{p.check.die}")
            faults.append(InputError("out_of_range", f"{where}.die", row.die, sides))
        if row.turn is not None and row.turn < last:
            later = Text(f"{last} or more: turns never run back", f"{last}以上（ターンは戻りません）")
            faults.append(InputError("out_of_range", f"{where}.turn", row.turn, later))
        last = max(last, row.turn or 0)
    return faults


def _after(
    p: ToolboxParams, given: CourseInput, state: Spirit, row: IncidentInput, controlled_on: int
) -> Spirit:
    """The state after one incident.

    Args:
        p: the book's numbers.
        given: the question.
        state: the state before it.
        row: the incident.
        controlled_on: the creature's own turn in which it lost control, or its last one before that.
    """
    if row.spell is not None:
        return curses.after_magic(state, row.spell)
    die = row.die or 0
    if row.what == "targeted":
        if not curses.may_be_targeted(given.demonic_object, given.desecrated_place):
            return state
        after = curses.targeted(p.possession, state, die + given.cha_save)
        return after if state == "free" else curses.after_test(p.possession, state, die)
    if row.what == "test":
        return curses.after_test(p.possession, state, die)
    if row.what == "long_rest":
        return curses.after_long_rest(p.possession, state, die, given.cha_save)
    if not curses.saves_at_turn_end(controlled_on, row.turn or 0):
        return state
    return curses.regained(p.possession, state, die + given.cha_save)


def possession_course(p: ToolboxParams, given: CourseInput) -> Ruling[dict[str, Any]]:
    """Where a possession stands after what happened at the table."""
    hold(_course_faults(p, given))
    state: Spirit = "free"
    turn = controlled_on = 0
    told: list[dict[str, Any]] = []
    steps = [
        Step("SRD-DPO-01", "exposed", curses.may_be_targeted(given.demonic_object, given.desecrated_place))
    ]
    for row in given.incidents:
        turn = turn if row.turn is None else row.turn
        before, state = state, _after(p, given, state, row, controlled_on)
        if state == "controlled" and before != "controlled":
            controlled_on = turn
        total = row.die + given.cha_save if row.die is not None and row.what != "test" else None
        told.append({"what": row.what, "total": total, "state": state})
        early = row.what == "turn_end" and before == "controlled" and turn <= controlled_on
        steps.append(Step("SRD-DPO-06" if early else INCIDENT_RULES[row.what], "state", state))
    value = {"state": state, "incidents": told}
    return Ruling(value, tuple(steps))


QUESTIONS = (
    Question(
        "curse.judge",
        Text("What a curse is worth and what lifts it", "呪いの強さと解き方"),
        CurseInput,
        curse_judge,
        {
            "form": "narrative",
            "minutes": 1440,
            "narrative": "suppress",
            "deed": "defiled_tomb",
            "reason": "the king's tomb was opened",
            "end_conditions": ["bring the crown back"],
            "active": 2,
        },
        {
            "form": Text("its form", "呪いの形"),
            "minutes": Text(
                "how long it lasts; left out: until dispelled", "続く時間（分）。省くと解かれるまで"
            ),
            "contagious": Text("it spreads from one to another", "他者へうつる"),
            "creature": Text(
                "what Remove Curse does to a creature's cursed origin, by the gamemaster's word",
                "クリーチャーの呪いの起源にリムーヴ・カースがどう働くか（GMの決定）",
            ),
            "narrative": Text(
                "what Remove Curse does to a narrative curse, by the gamemaster's word",
                "物語上の呪いにリムーヴ・カースがどう働くか（GMの決定）",
            ),
            "deed": Text("the taboo that was broken", "破られた禁忌"),
            "reason": Text("why the victim is cursed, as it knows", "犠牲者の知る、呪われた理由"),
            "end_conditions": Text("ways to end it that can be learned", "知りうる解き方"),
            "active": Text(
                "narrative curses at work in the campaign", "キャンペーンで働いている物語上の呪いの数"
            ),
            "lore": Text("its roots in the campaign's lore", "世界の伝承とのつながり"),
        },
    ),
    Question(
        "possession.odds",
        Text("How a possession goes", "憑依のゆくえ"),
        PossessionInput,
        possession_odds,
        {"cha_save": 1, "nights": 3},
        {
            "cha_save": Text("bonus to Charisma saves", "魅力セーヴのボーナス"),
            "nights": Text("nights to look at", "数える夜の数"),
        },
    ),
    Question(
        "possession.course",
        Text("Where a possession stands after what happened", "出来事の後の憑依のようす"),
        CourseInput,
        possession_course,
        {
            "cha_save": 1,
            "demonic_object": True,
            "incidents": [
                {"what": "targeted", "die": 6, "turn": 1},
                {"what": "test", "die": 1, "turn": 2},
                {"what": "turn_end", "die": 19, "turn": 2},
                {"what": "turn_end", "die": 17, "turn": 3},
            ],
        },
        {
            "cha_save": Text("bonus to Charisma saves", "魅力セーヴのボーナス"),
            "incidents": Text(
                "what happened, in order: the die that counted, the creature's own turn, the spell",
                "起きたこと（順に）：採用した出目（die）、本人のターン番号（turn）、呪文（spell）",
            ),
            "demonic_object": Text("it handles a demonic object", "悪魔の品を扱っている"),
            "desecrated_place": Text(
                "it lingers in a desecrated place where spirits wait", "悪霊の潜む汚された場所にいる"
            ),
        },
    ),
)
