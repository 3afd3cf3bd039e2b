"""Questions on exposure: does this poison or contagion reach this creature, and what then?"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec

from meikyu.books.toolbox import cackle_fever, checks, contagion, poison, poisons, sewer_plague, sight_rot
from meikyu.books.toolbox.checks import Mode, chance
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.poison import Exposure, Touch
from meikyu.books.toolbox.poisons import Poison
from meikyu.books.toolbox.questions_conditions import DamageType, hold
from meikyu.books.toolbox.questions_courses import Bonus, Name
from meikyu.books.toolbox.questions_journey import fraction
from meikyu.core.book import Question
from meikyu.core.odds import constant, exact, mixture
from meikyu.core.ruling import Ruling, Step
from meikyu.core.words import code_of
from meikyu.errors import InputError, Text

Feet = Annotated[int, msgspec.Meta(ge=-1_000, le=1_000)]
Away = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
Doses = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Hour = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Creature = Literal[
    "aberration",
    "beast",
    "celestial",
    "construct",
    "dragon",
    "elemental",
    "fey",
    "fiend",
    "giant",
    "humanoid",
    "monstrosity",
    "ooze",
    "plant",
    "undead",
]
Cause = Literal["tainted_drink", "emanation", "wound", "filth", "touch", "tainted_water", "skin"]

FACTS: dict[str, tuple[str, ...]] = {
    "contact": ("touch",),
    "ingested": ("share",),
    "inhaled": ("at", "rounds"),
    "injury": ("damage_type", "damage", "wounds_before", "washed"),
}
"""What must be known of an exposure to each kind of poison."""

KIND_RULES = {
    "contact": "SRD-POI-02",
    "ingested": "SRD-POI-03",
    "inhaled": "SRD-POI-05",
    "injury": "SRD-POI-07",
}
CAUSES: dict[str, dict[str, str]] = {
    "cackle_fever": {"tainted_drink": "SRD-CKF-02", "emanation": "SRD-CKF-12"},
    "sewer_plague": {"wound": "SRD-SWP-02", "filth": "SRD-SWP-02", "touch": "SRD-SWP-11"},
    "sight_rot": {"tainted_water": "SRD-SRT-01", "skin": "SRD-SRT-07"},
}


class PoisonInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of poison.exposure."""

    poison: Name
    con_save: Bonus
    doses: Doses = 1
    touch: Touch | None = None
    share: Share | None = None
    at: tuple[Feet, Feet, Feet] | None = None
    rounds: Away | None = None
    damage_type: DamageType | None = None
    damage: Away | None = None
    wounds_before: Away | None = None
    washed: bool | None = None


class ContagionInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of contagion.exposure."""

    contagion: Name
    cause: Cause
    con_save: Bonus
    creature: Creature = "humanoid"
    species: Name = ""
    carrier: Name | None = None
    feet: Away = 5
    hours_since_success: Hour | None = None
    immune: bool = False
    infected: bool = False
    suppressed: bool = False


def _misplaced(row: Poison, given: PoisonInput) -> list[InputError]:
    """Facts that belong to another kind of poison."""
    fits = FACTS[row.kind]
    others = [name for names in FACTS.values() for name in names if name not in fits]
    allowed = ["poison", "con_save", "doses", *fits]
    return [
        InputError("unknown_field", name, getattr(given, name), allowed)
        for name in others
        if getattr(given, name) is not None
    ]


def _exposure(p: ToolboxParams, row: Poison, given: PoisonInput) -> Exposure:
    """Whether a dose of the poison works on the creature, and the doses left."""
    if row.kind == "contact":
        return poison.touched(given.touch or "bare", given.doses)
    if row.kind == "ingested":
        share = fraction(1.0 if given.share is None else given.share)
        works = poison.swallowed(_option(p), share)
        return Exposure(works, given.doses - int(share > 0))
    if row.kind == "inhaled":
        there = poison.in_cloud(p.poison, *(given.at or (0, 0, 0))) and poison.cloud_left(given.rounds or 0)
        return Exposure(there, given.doses - 1)
    if not poison.is_potent(applied=True, wounds=given.wounds_before or 0, washed=bool(given.washed)):
        return Exposure(False, given.doses)
    hurt = 1 if given.damage is None else given.damage
    return poison.wounded(given.damage_type or "piercing", hurt, given.doses)


def _option(p: ToolboxParams) -> poison.Partial:
    options: tuple[poison.Partial, ...] = ("none", "advantage", "half_on_fail")
    return next(option for option in options if option == p.poison.partial_dose)


def poison_exposure(p: ToolboxParams, given: PoisonInput) -> Ruling[dict[str, Any]]:
    """Whether a poison reaches a creature, and what its first save brings."""
    code = poisons.register().need("poison", given.poison)
    row = poisons.poisons()[code]
    hold(_misplaced(row, given))
    met = _exposure(p, row, given)
    part = row.kind == "ingested" and given.share is not None and given.share < 1
    share, option = fraction(given.share) if part and given.share is not None else Fraction(1), _option(p)
    mode: Mode = poison.partial_mode(option, share)
    fails = 1 - chance(p.check, given.con_save, row.dc, mode) if met.exposed else Fraction(0)
    rolled = checks.spread(row.dice) if row.dice else constant(0)
    worst = rolled.map(lambda whole: poison.partial_damage(option, share, whole))
    best = rolled.map(lambda whole: checks.after_save(whole, saved=True)) if row.half else constant(0)
    hurt = mixture(((fails, worst), (1 - fails, best if met.exposed else constant(0))))
    value = {
        "kind": row.kind,
        "exposed": met.exposed,
        "doses_left": met.doses,
        "mode": mode,
        "p_fail": exact(fails),
        "p_condition": exact(fails if row.condition else 0),
        "expected_damage": exact(hurt.mean),
        "may_lie": poisons.may_lie(code),
        "wakes": [event for event in row.wakes if event],
    }
    steps = [Step(row.rule, "poison", code), Step(KIND_RULES[row.kind], "exposed", met.exposed)]
    if row.kind == "injury":
        steps.append(Step("SRD-POI-06", "doses_left", met.doses))
    if part:
        steps.append(Step("SRD-POI-04", "partial_dose", option))
    return Ruling(value, tuple(steps))


def _contagion_dc(p: ToolboxParams, code: str, given: ContagionInput) -> int:
    """DC of the save against infection; 0 where none is called for."""
    since = sight_rot.NEVER if given.hours_since_success is None else given.hours_since_success
    if code == "sight_rot":
        if given.cause == "tainted_water":
            return sight_rot.water_dc(p.sight_rot, given.creature)
        return sight_rot.contact_dc(p.sight_rot, given.creature, given.suppressed, since)
    if code == "sewer_plague":
        if given.carrier is not None and not sewer_plague.is_carrier(code_of(given.carrier)):
            return 0
        causes: dict[str, sewer_plague.Cause] = {"wound": "wound", "filth": "filth"}
        return sewer_plague.exposure_dc(p.sewer_plague, given.creature, causes.get(given.cause, "touch"))
    prey = cackle_fever.can_catch(given.creature, code_of(given.species))
    if given.cause == "tainted_drink":
        return p.cackle_fever.drink_dc if prey and not given.immune else 0
    return cackle_fever.exposure_dc(p.cackle_fever, given.feet, prey, since, given.immune)


def contagion_exposure(p: ToolboxParams, given: ContagionInput) -> Ruling[dict[str, Any]]:
    """Whether a creature must save against a contagion, and how likely it catches it."""
    code = contagion.register().need("contagion", given.contagion)
    faults: list[InputError] = []
    if given.cause not in CAUSES[code]:
        faults.append(InputError("not_allowed", "cause", given.cause, list(CAUSES[code])))
    if given.carrier is not None and given.cause != "wound":
        wound = Text("only with cause wound", "cause が wound のときだけ")
        faults.append(InputError("not_allowed", "carrier", given.carrier, wound))
    hold(faults)
    counts = contagion.is_exposed((code,) if given.infected else (), code)
    dc = _contagion_dc(p, code, given) if counts else 0
    prey = counts and not given.immune and cackle_fever.can_catch(given.creature, code_of(given.species))
    drunk = given.cause == "tainted_drink" and cackle_fever.drink_infects(p.cackle_fever, prey, -1_000)
    share = 1 - chance(p.check, given.con_save, dc) if dc else Fraction(int(drunk))
    names: dict[str, contagion.Name] = {n: n for n in ("cackle_fever", "sewer_plague", "sight_rot")}
    record = contagion.record(p, names[code])
    value = {
        "dc": dc or None,
        "p_infected": exact(share),
        "incubation": f"1d{record.incubation}" if record.incubation else None,
        "origins": list(contagion.origins()),
    }
    steps = [Step(CAUSES[code][given.cause], "p_infected", share)]
    if given.infected:
        steps.append(Step("SRD-CON-06", "exposed", counts))
    if given.carrier is not None:
        steps.append(Step("SRD-SWP-01", "carrier", sewer_plague.is_carrier(code_of(given.carrier))))
    if given.hours_since_success is not None and code != "sewer_plague":
        cited = "SRD-CKF-13" if code == "cackle_fever" else "SRD-SRT-07"
        steps.append(Step(cited, "protected", not dc))
    steps.append(Step("SRD-CON-01", "origins", value["origins"]))
    return Ruling(value, tuple(steps))


QUESTIONS = (
    Question(
        "poison.exposure",
        Text("Does the poison reach it?", "毒は効いた？"),
        PoisonInput,
        poison_exposure,
        {"poison": "assassins_blood", "con_save": 2, "share": 0.5},
        {
            "poison": Text("the poison, by any name", "毒（コード・英語名・日本語名）"),
            "con_save": Text("bonus to Constitution saves", "耐久力セーヴのボーナス"),
            "doses": Text("doses there are", "ある用量"),
            "touch": Text("contact: how the coated thing is touched", "接触：塗られた物への触れ方"),
            "share": Text("ingested: the share of the dose swallowed, 0 to 1", "摂取：飲んだ割合（0〜1）"),
            "at": Text(
                "inhaled: where the creature is, in feet from a corner of the cloud's cube",
                "吸入：雲の立方体の角からの位置（フィート）",
            ),
            "rounds": Text("inhaled: rounds since the cloud was released", "吸入：放たれてからのラウンド数"),
            "damage_type": Text("injury: type of the weapon's damage", "傷口：武器のダメージ種別"),
            "damage": Text("injury: damage that arrived", "傷口：受けたダメージ"),
            "wounds_before": Text(
                "injury: wounds dealt since it was applied", "傷口：塗った後に負わせた傷の数"
            ),
            "washed": Text("injury: it was washed off", "傷口：洗い落とされた"),
        },
    ),
    Question(
        "contagion.exposure",
        Text("Does it catch the contagion?", "疫病はうつる？"),
        ContagionInput,
        contagion_exposure,
        {"contagion": "cackle_fever", "cause": "emanation", "con_save": 1, "feet": 10},
        {
            "contagion": Text("the contagion, by any name", "疫病（コード・英語名・日本語名）"),
            "cause": Text(
                "tainted_drink, emanation (fever); wound, filth, touch (plague); tainted_water, skin (rot)",
                "tainted_drink・emanation（熱）、wound・filth・touch（疫病）、tainted_water・skin（視力腐敗）",
            ),
            "con_save": Text("bonus to Constitution saves", "耐久力セーヴのボーナス"),
            "creature": Text("creature type", "クリーチャーの種別"),
            "species": Text("species, such as gnome", "種族（gnome など）"),
            "carrier": Text("who dealt the wound, such as rat", "傷を負わせたもの（rat など）"),
            "feet": Text("distance to the infected creature", "患者との距離（フィート）"),
            "hours_since_success": Text(
                "hours since it last saved against this very carrier", "同じ患者に対して成功してからの時間"
            ),
            "immune": Text("it is immune after a fever", "熱の後で免疫がある"),
            "infected": Text("it has the contagion already", "すでにかかっている"),
            "suppressed": Text("the carrier's rot is suppressed", "患者の視力腐敗が抑えられている"),
        },
    ),
)
