"""Questions on contagions, poisons and backgrounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import msgspec

from meikyu.books.toolbox import background, contagion, courses, poisons
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.core.book import Question
from meikyu.core.odds import exact
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text

DAYS_TOLD = 30

Bonus = Annotated[int, msgspec.Meta(ge=-100, le=100)]
Level = Annotated[int, msgspec.Meta(ge=1, le=5)]
Within = Annotated[int, msgspec.Meta(ge=0, le=366)]
Name = Annotated[str, msgspec.Meta(max_length=100)]
Count = Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class ContagionInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of contagion.odds."""

    contagion: Name
    con_save: Bonus
    level: Level = 1
    within_days: Within | None = None


class PoisonInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of poison.odds."""

    poison: Name
    con_save: Bonus


class BackgroundInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of background.check."""

    abilities: Annotated[list[Name], msgspec.Meta(max_length=20)]
    feat: Name
    skills: Annotated[list[Name], msgspec.Meta(max_length=40)]
    tool: Name
    equipment: Annotated[list[tuple[Name, Count]], msgspec.Meta(max_length=300)]


def contagion_odds(p: ToolboxParams, given: ContagionInput) -> Ruling[dict[str, Any]]:
    """How a contagion ends, and when."""
    code = contagion.register().need("contagion", given.contagion)
    if code == "sight_rot":
        said = Text(
            "contagion: no save fights Sight Rot; only magic or three doses of ointment end it",
            "contagion：視力腐敗と戦うセーヴはありません。終わらせるのは魔法か軟膏3回分だけです",
        )
        raise InputError("not_allowed", "contagion", given.contagion, ["cackle_fever", "sewer_plague"], said)
    days = DAYS_TOLD if given.within_days is None else given.within_days
    limited = given.within_days is not None
    ending = courses.contagion_course(p, code, given.con_save, given.level, days, limited)
    value = {
        "p_cured": exact(ending.p_cured),
        "p_dead": exact(ending.p_dead),
        "expected_days": None if ending.expected_days is None else exact(ending.expected_days),
        "by_day": {
            str(day): {"cured": exact(cured), "dead": exact(dead)}
            for day, (cured, dead) in ending.by_day.items()
        },
    }
    record = contagion.record(p, "cackle_fever" if code == "cackle_fever" else "sewer_plague")
    fought = "SRD-CKF-10" if code == "cackle_fever" else "SRD-SWP-07"
    said = Text(f"{record.name.en}: DC {record.fight_dc}", f"{record.name.ja}：DC {record.fight_dc}")
    others = ("SRD-CKF-11", "SRD-CKF-05") if code == "cackle_fever" else ("SRD-SWP-10", "SRD-SWP-08")
    steps = (
        Step(fought, "dc", record.fight_dc, said),
        Step(others[0], "level", given.level),
        Step(others[1], "p_dead", ending.p_dead),
        Step("SRD-SIM-05", "p_cured", ending.p_cured),
    )
    return Ruling(value, steps)


def poison_odds(p: ToolboxParams, given: PoisonInput) -> Ruling[dict[str, Any]]:
    """What a poison does on average."""
    code = poisons.register().need("poison", given.poison)
    row = poisons.poisons()[code]
    found = courses.poison_course(p.check, code, given.con_save)
    damage = found.expected_damage
    value = {
        "expected_damage": None if damage is None else exact(damage),
        "p_condition": exact(found.p_condition),
    }
    chance = Text(
        f"DC {row.dc} against +{given.con_save}: fails with {found.p_fail}".replace("+-", "-"),
        f"DC {row.dc} に対して {given.con_save:+d}：失敗の確率 {found.p_fail}",
    )
    steps = [Step("SRD-COR-06", "p_fail", found.p_fail, chance), Step(row.rule, "expected_damage", damage)]
    if row.half:
        steps.append(Step("SRD-COR-08", "half", row.half))
    return Ruling(value, tuple(steps))


def gold(p: ToolboxParams, copper: int) -> int | float:
    """Copper as gold pieces."""
    pieces = Fraction(copper, p.background.copper_of_gold)
    return int(pieces) if pieces.denominator == 1 else float(pieces)


_RULES = {
    "abilities": "SRD-BGR-03",
    "feat": "SRD-BGR-06",
    "skills": "SRD-BGR-08",
    "tool": "SRD-BGR-09",
    "equipment": "SRD-BGR-12",
    "over_budget": "SRD-BGR-11",
    "choose_variant": "SRD-DAT-05",
}


def background_check(p: ToolboxParams, given: BackgroundInput) -> Ruling[dict[str, Any]]:
    """Whether a background holds, with every fault at once."""
    packed = tuple(given.equipment)
    built = background.Background(tuple(given.abilities), given.feat, tuple(given.skills), given.tool, packed)
    faults = background.faults(p.background, built)
    spent = background.cost_copper(packed)
    left = background.unspent_copper(p.background, spent)
    value = {
        "valid": not faults,
        "faults": [{"step": f.step, "reason": f.reason, "item": f.item} for f in faults],
        "gp_spent": gold(p, spent),
        "gp_left": gold(p, left),
    }
    steps = [Step("SRD-BGR-10", "gp_left", gold(p, left))]
    for fault in faults:
        cited = _RULES.get(fault.reason, _RULES[fault.step])
        if fault.reason == "choose_variant" and fault.step == "feat":
            cited = "SRD-BGR-07"
        steps.append(Step(cited, f"{fault.step}_{fault.reason}", fault.item))
    return Ruling(value, tuple(steps))


_SAVE = Text("bonus to Constitution saves, without Exhaustion", "耐久力セーヴのボーナス（消耗は含めない）")

QUESTIONS = (
    Question(
        "contagion.odds",
        Text("How a contagion ends", "疫病のゆくえ"),
        ContagionInput,
        contagion_odds,
        {"contagion": "sewer_plague", "con_save": 0},
        {
            "contagion": Text("cackle_fever or sewer_plague, by any name", "カックル熱か下水疫病"),
            "con_save": _SAVE,
            "level": Text("Exhaustion level at the onset", "発症時の消耗レベル"),
            "within_days": Text("only these days count", "この日数までを数える"),
        },
    ),
    Question(
        "poison.odds",
        Text("What a poison does on average", "毒の効き目"),
        PoisonInput,
        poison_odds,
        {"poison": "Wyvern Poison", "con_save": 2},
        {
            "poison": Text("a sample poison, by any name", "毒の名（コード・英語名・日本語名）"),
            "con_save": _SAVE,
        },
    ),
    Question(
        "background.check",
        Text("Whether a background holds", "背景の確認"),
        BackgroundInput,
        background_check,
        {
            "abilities": ["str", "dex", "con"],
            "feat": "Alert",
            "skills": ["athletics", "survival"],
            "tool": "Herbalism Kit",
            "equipment": [["Spear", 1], ["Healer's Kit", 1], ["Rope", 2]],
        },
        {
            "abilities": Text("three different ones of str dex con int wis cha", "異なる能力値3つ"),
            "feat": Text("an Origin feat", "出自特技"),
            "skills": Text("two different skills", "異なる技能2つ"),
            "tool": Text("a tool; of gaming sets and instruments a variant", "道具（種類まで選ぶ）"),
            "equipment": Text("[name, count] pairs worth 50 GP at most", "[名前, 個数] の列。50GPまで"),
        },
    ),
)
