"""Questions for the desks of contagions and poisons: cards, lists, care, purchase and harvest."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec

from meikyu.books.toolbox import contagion, courses, poison, poisons, sight_rot
from meikyu.books.toolbox.checks import average, chance
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.questions_courses import Bonus, Level, Name
from meikyu.books.toolbox.questions_journey import number
from meikyu.core.book import Question
from meikyu.core.odds import exact
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text

Hour = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Fought = Literal["cackle_fever", "sewer_plague"]


class ContagionCard(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of contagion.card."""

    contagion: Name


class RestInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of contagion.rest."""

    contagion: Fought
    con_save: Bonus
    level: Level = 1


class RotInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of contagion.ointment."""

    applications: Annotated[list[Hour], msgspec.Meta(max_length=100)]
    hour: Hour


class PoisonCard(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of poison.card."""

    poison: Name


class Nothing(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of lists: none."""


class BuyInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of poison.buy."""

    poison: Name
    legal: bool = False
    criminal_contact: bool = False


class HarvestInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of poison.harvest."""

    nature: Bonus
    proficiency_bonus: Annotated[int, msgspec.Meta(ge=0, le=10)] = 2
    kit_proficiency: bool = False
    nature_proficiency: bool = False


_CARD_RULES = {
    "cackle_fever": {
        "catch": ("SRD-CKF-01", "SRD-CKF-02", "SRD-CKF-12", "SRD-CKF-13"),
        "symptoms": ("SRD-CKF-03", "SRD-CKF-04", "SRD-CKF-06", "SRD-CKF-07", "SRD-CKF-08"),
        "fight": ("SRD-CKF-10",),
    },
    "sewer_plague": {
        "catch": ("SRD-SWP-01", "SRD-SWP-02", "SRD-SWP-11"),
        "symptoms": ("SRD-SWP-03", "SRD-SWP-04", "SRD-SWP-05"),
        "fight": ("SRD-SWP-07", "SRD-SWP-08"),
    },
    "sight_rot": {
        "catch": ("SRD-SRT-01", "SRD-SRT-07", "SRD-SRT-08"),
        "symptoms": ("SRD-SRT-01",),
        "fight": ("SRD-SRT-02", "SRD-SRT-03", "SRD-SRT-04", "SRD-SRT-05"),
    },
}


def contagion_card(p: ToolboxParams, given: ContagionCard) -> Ruling[dict[str, Any]]:
    """A contagion's record, and the rules to read out."""
    code = contagion.register().need("contagion", given.contagion)
    names: dict[str, contagion.Name] = {n: n for n in ("cackle_fever", "sewer_plague", "sight_rot")}
    record = contagion.record(p, names[code])
    rules = _CARD_RULES[code]
    value: dict[str, Any] = {
        **record._asdict(),
        "name": record.name._asdict(),
        "rules": {part: list(ids) for part, ids in rules.items()},
    }
    told = dict.fromkeys(rule_id for ids in rules.values() for rule_id in ids)
    return Ruling(value, tuple(Step(rule_id, "reads", None) for rule_id in told))


def contagion_rest(p: ToolboxParams, given: RestInput) -> Ruling[dict[str, Any]]:
    """What recuperating from the onset on is worth."""
    rest = courses.cared_course(p, given.contagion, given.con_save, given.level)
    plain = courses.contagion_course(p, given.contagion, given.con_save, given.level, 0, limited=False)

    def told(ending: courses.Ending) -> dict[str, Any]:
        days = ending.expected_days
        return {
            "p_cured": exact(ending.p_cured),
            "p_dead": exact(ending.p_dead),
            "expected_days": None if days is None else exact(days),
        }

    steps = (
        Step("SRD-CON-03", "dc", p.contagion.rest_dc),
        Step("SRD-CON-04", "days", p.contagion.rest_days),
        Step("SRD-CON-05", "advantage_hours", p.contagion.advantage_hours),
    )
    return Ruling({"resting": told(rest), "plain": told(plain)}, steps)


def ointment(p: ToolboxParams, given: RotInput) -> Ruling[dict[str, Any]]:
    """Where Sight Rot stands after doses of ointment.

    Raises:
        InputError: a dose is applied before the one before it.
    """
    doses = tuple(given.applications)
    for place, (one, two) in enumerate(pairwise(doses), 1):
        if two < one:
            allowed = Text("hours in rising order", "時刻は昇順で")
            raise InputError("not_allowed", f"applications[{place}]", two, allowed)
    hours = sight_rot.suppressed_hours(p.sight_rot, doses, given.hour)
    state = sight_rot.state(p.sight_rot, doses, given.hour)
    value = {
        "state": state,
        "suppressed_hours": hours,
        "hours_left": max(p.sight_rot.total_hours - hours, 0),
    }
    steps = (
        Step("SRD-SRT-04", "dose_hours", p.sight_rot.suppress_hours),
        Step("SRD-SRT-06", "suppressed_hours", hours),
        Step("SRD-SRT-05", "state", state),
    )
    return Ruling(value, steps)


def _poison_row(code: str) -> dict[str, Any]:
    row = poisons.poisons()[code]
    cells: dict[str, Any] = {k: None if v == "" else v for k, v in row._asdict().items()}
    lasts = bool(row.condition) and not row.hours
    told = {"average": average(row.dice) if row.dice else None, "minutes": row.minutes if lasts else None}
    return cells | told | {"name": row.name._asdict()}


def poison_card(p: ToolboxParams, given: PoisonCard) -> Ruling[dict[str, Any]]:
    """Everything about a sample poison."""
    code = poisons.register().need("poison", given.poison)
    kinds = {
        "contact": "SRD-POI-02",
        "ingested": "SRD-POI-03",
        "inhaled": "SRD-POI-05",
        "injury": "SRD-POI-07",
    }
    row = poisons.poisons()[code]
    steps = (Step(row.rule, "poison", code), Step(kinds[row.kind], "kind", row.kind))
    return Ruling(_poison_row(code), steps)


def poison_list(p: ToolboxParams, given: Nothing) -> Ruling[dict[str, Any]]:
    """All sample poisons."""
    rows = [_poison_row(code) for code in poisons.poisons()]
    return Ruling({"poisons": rows}, (Step("SRD-PSN-01", "count", len(rows)),))


def poison_buy(p: ToolboxParams, given: BuyInput) -> Ruling[dict[str, Any]]:
    """How a dose is come by and what it costs."""
    row = poisons.poisons()[poisons.register().need("poison", given.poison)]
    way = poison.access(given.legal, given.criminal_contact)
    bought = poison.purchase(p.poison, way, row.price, 0)
    sides = p.poison.inquiry_sides if way == "inquiries_and_bribes" else 0
    value = {"access": way, "days": f"1d{sides}" if sides else None, "gp": number(bought.gold)}
    steps = (Step("SRD-POI-08", "access", way), Step("SRD-POI-09", "gp", number(bought.gold)))
    return Ruling(value, steps)


def poison_harvest(p: ToolboxParams, given: HarvestInput) -> Ruling[dict[str, Any]]:
    """The odds of harvesting a venomous creature's poison."""
    aid = poison.tool_aid(given.proficiency_bonus, given.kit_proficiency, given.nature_proficiency)
    bonus, dc = given.nature + aid.bonus, p.poison.harvest_dc
    dose = chance(p.check, bonus, dc, aid.mode)
    exposed = 1 - chance(p.check, bonus, dc - p.poison.harvest_margin + 1, aid.mode)
    value = {
        "bonus": bonus,
        "mode": aid.mode,
        "minutes": f"1d{p.poison.harvest_sides}",
        "p_dose": exact(dose),
        "p_nothing": exact(1 - dose - exposed),
        "p_exposed": exact(exposed),
    }
    steps = (
        Step("SRD-POI-15", "mode", aid.mode),
        Step("SRD-POI-10", "dc", dc),
        Step("SRD-POI-11", "p_dose", dose),
        Step("SRD-POI-13", "p_exposed", exposed),
    )
    return Ruling(value, steps)


_CONTAGION = Text("the contagion, by any name", "疫病（コード・英語名・日本語名）")
_POISON = Text("the poison, by any name", "毒（コード・英語名・日本語名）")

QUESTIONS = (
    Question(
        "contagion.card",
        Text("A contagion's card", "疫病の札"),
        ContagionCard,
        contagion_card,
        {"contagion": "cackle_fever"},
        {"contagion": _CONTAGION},
    ),
    Question(
        "contagion.rest",
        Text("What recuperating is worth", "静養の効き目"),
        RestInput,
        contagion_rest,
        {"contagion": "sewer_plague", "con_save": 2},
        {
            "contagion": _CONTAGION,
            "con_save": Text("bonus to Constitution saves", "耐久力セーヴのボーナス"),
            "level": Text("Exhaustion level at the onset", "発症時の消耗レベル"),
        },
    ),
    Question(
        "contagion.ointment",
        Text("Where Sight Rot stands after ointment", "軟膏と視力腐敗"),
        RotInput,
        ointment,
        {"applications": [0, 24, 48], "hour": 72},
        {
            "applications": Text("hours at which a dose was applied", "軟膏を塗った時刻（時間）"),
            "hour": Text("the present hour", "現在の時刻（時間）"),
        },
    ),
    Question(
        "poison.card",
        Text("A poison's card", "毒の札"),
        PoisonCard,
        poison_card,
        {"poison": "torpor"},
        {"poison": _POISON},
    ),
    Question("poison.list", Text("All sample poisons", "毒の一覧"), Nothing, poison_list, {}, {}),
    Question(
        "poison.buy",
        Text("How a poison is come by", "毒の入手"),
        BuyInput,
        poison_buy,
        {"poison": "serpent_venom"},
        {
            "poison": _POISON,
            "legal": Text("the law allows it", "合法である"),
            "criminal_contact": Text("the buyer knows criminals", "犯罪者とのつながりがある"),
        },
    ),
    Question(
        "poison.harvest",
        Text("Harvesting a creature's poison", "毒の採取"),
        HarvestInput,
        poison_harvest,
        {"nature": 3, "kit_proficiency": True},
        {
            "nature": Text("Intelligence modifier and other bonuses", "知力修正値とその他のボーナス"),
            "proficiency_bonus": Text("Proficiency Bonus", "習熟ボーナス"),
            "kit_proficiency": Text("proficient with a Poisoner's Kit", "毒使いの道具に習熟"),
            "nature_proficiency": Text("proficient in Nature", "自然に習熟"),
        },
    ),
)
