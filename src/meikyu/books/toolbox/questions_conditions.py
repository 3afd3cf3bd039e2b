"""Questions on what a body can do: conditions, movement, falls and damage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from meikyu.books.toolbox import checks, conditions, environment
from meikyu.books.toolbox.conditions import Condition, Roll
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.questions_courses import Bonus
from meikyu.core.book import Question
from meikyu.core.odds import Distribution, constant, exact, mixture
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text, several

Feet = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Speed = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Points = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Level = Annotated[int, msgspec.Meta(ge=0, le=20)]
Few = Annotated[int, msgspec.Meta(ge=0, le=100)]

DamageType = Literal[
    "acid",
    "bludgeoning",
    "cold",
    "fire",
    "force",
    "lightning",
    "necrotic",
    "piercing",
    "poison",
    "psychic",
    "radiant",
    "slashing",
    "thunder",
]

ABILITIES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
CONDITION_RULES: dict[Condition, str] = {
    "blinded": "SRD-CND-01",
    "frightened": "SRD-CND-02",
    "incapacitated": "SRD-CND-03",
    "paralyzed": "SRD-CND-04",
    "poisoned": "SRD-CND-05",
    "prone": "SRD-CND-06",
    "restrained": "SRD-CND-07",
    "stunned": "SRD-CND-08",
    "unconscious": "SRD-CND-09",
}


class CardInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of condition.card."""

    conditions: Annotated[list[Condition], msgspec.Meta(max_length=20)] = msgspec.field(
        default_factory=list[Condition]
    )
    exhaustion: Level = 0
    speed: Speed = 30
    attacker_ft: Feet = 5
    source_seen: bool = True


class MoveInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of condition.movement."""

    feet: Feet
    speed: Speed = 30
    prone: bool = False
    difficult: Few = 0
    climb: Literal["none", "easy", "hard"] = "none"
    climb_speed: bool = False
    athletics: Bonus = 0
    ice_entries: Few = 0
    starts_on_ice: bool = False
    dex_save: Bonus = 0


class FallInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of condition.fall."""

    feet: Feet
    into_liquid: Bonus | None = None
    hp: Points | None = None
    hp_max: Points | None = None


class DamageInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of condition.damage."""

    damage: Points
    hp: Points
    hp_max: Points
    resistance: bool = False
    vulnerability: bool = False
    immunity: bool = False


def life_faults(hp: int | None, hp_max: int | None) -> list[InputError]:
    """What is wrong with Hit Points and their maximum: one without the other, or too many."""
    if hp is None and hp_max is None:
        return []
    if hp is None or hp_max is None:
        both = Text("hp and hp_max together", "hp と hp_max の両方")
        return [InputError("missing_field", "hp" if hp is None else "hp_max", None, both)]
    allowed = Text(f"at most {hp_max}", f"{hp_max}以下")
    return [InputError("out_of_range", "hp", hp, allowed)] if hp > hp_max else []


def hold(faults: Sequence[InputError]) -> None:
    """Refuse an input with every fault that was found.

    Raises:
        InputError: there are any.
    """
    if faults:
        raise several(faults)


def life_told(hurt: Distribution, hp: int | None, hp_max: int | None) -> dict[str, Any]:
    """The chances that damage drops a character and that it kills outright; nothing without Hit Points."""
    if hp is None or hp_max is None:
        return {}
    down = hurt.chance(lambda damage: conditions.after_damage(hp, hp_max, damage).hp == 0)
    dead = hurt.chance(lambda damage: conditions.after_damage(hp, hp_max, damage).dead)
    return {"p_zero_hp": exact(down), "p_dead": exact(dead)}


def dice_of(count: int, sides: int) -> tuple[str | None, Distribution]:
    """So many dice as text, None for no dice, and their sum's distribution."""
    text = f"{count}d{sides}" if count else None
    return text, checks.spread(text) if text else constant(0)


def _rolled(found: tuple[Condition, ...], roll: Roll, penalty: int) -> dict[str, Any]:
    """How a roll is made under all the conditions together."""
    worse = sum(conditions.own_mode(c, roll) == "disadvantage" for c in found)
    return {
        "mode": checks.mode(0, worse),
        "fails": any(conditions.fails_at_once(c, roll) for c in found),
        "penalty": penalty,
    }


def condition_card(p: ToolboxParams, given: CardInput) -> Ruling[dict[str, Any]]:
    """What a creature under some conditions can do, and how it is attacked."""
    c = p.condition
    named: tuple[Condition, ...] = tuple(dict.fromkeys(given.conditions))
    found: tuple[Condition, ...] = tuple(
        dict.fromkeys((*named, *(b for n in named for b in conditions.brought_by(n))))
    )
    penalty = conditions.test_penalty(c, given.exhaustion)
    seen = given.source_seen
    rolls = {
        "attack_roll": Roll("attack_roll", source_seen=seen),
        "ability_check": Roll("ability_check", source_seen=seen),
        "check_by_sight": Roll("ability_check", sight=True, source_seen=seen),
        "initiative": Roll("ability_check", "dexterity", source_seen=seen, initiative=True),
    }
    saves = {ability: Roll("saving_throw", ability) for ability in ABILITIES}
    lying: list[Condition] = [
        n for n in named if n != "prone" or "unconscious" not in named
    ]  # the one counts the other in
    against = [conditions.mode_against(c, n, given.attacker_ft) for n in lying]
    speed = conditions.speed_left(c, given.speed, given.exhaustion)
    for name in found:
        speed = conditions.speed_under(name, speed)
    stand = conditions.stand_cost(c, speed) if "prone" in found else None
    dead = conditions.exhausted(c, 0, given.exhaustion).dead
    value: dict[str, Any] = {
        "conditions": list(found),
        "rolls": {name: _rolled(found, roll, penalty) for name, roll in rolls.items()},
        "saves": {ability: _rolled(found, roll, penalty) for ability, roll in saves.items()},
        "attacks_against": checks.mode(against.count("advantage"), against.count("disadvantage")),
        "critical": any(conditions.is_critical(c, n, given.attacker_ft) for n in named),
        "may_act": all(conditions.may_do(n) for n in found) and not dead,
        "may_approach": all(conditions.may_step(n, nearer=True) for n in found) and speed > 0,
        "speed": speed,
        "stand_ft": None if stand is None or stand < 0 else stand,
        "dead": dead,
    }
    steps = [Step(CONDITION_RULES[n], "condition", n) for n in found]
    if len(named) < len(given.conditions):
        steps.append(Step("SRD-CND-13", "conditions", list(found)))
    if given.exhaustion:
        steps.append(Step("SRD-CND-10", "penalty", penalty))
        steps.append(Step("SRD-CND-11", "dead", dead))
    steps.append(Step("SRD-COR-04", "attacks_against", value["attacks_against"]))
    return Ruling(value, tuple(steps))


def movement(p: ToolboxParams, given: MoveInput) -> Ruling[dict[str, Any]]:
    """What a way costs, and the rolls it asks for."""
    c = p.condition
    cost = conditions.movement(c, given.feet, given.difficult)
    steps: list[Step] = []
    if given.difficult:
        steps.append(Step("SRD-CND-15", "extra_ft", cost - given.feet))
    dc = 0
    if given.climb != "none":
        extra = conditions.climb(c, given.feet, given.climb_speed) - given.feet
        cost, dc = cost + extra, conditions.climb_dc(c, given.climb == "hard")
        steps.append(Step("SRD-CND-19", "extra_ft", extra))
    stand = conditions.stand_cost(c, given.speed) if given.prone else 0
    if given.prone:
        steps.append(Step("SRD-CND-06", "stand_ft", None if stand < 0 else stand))
    total = cost + max(stand, 0)
    stuck = stand < 0 or (total > 0 and not given.speed)
    saves = environment.slippery_saves(given.starts_on_ice, given.ice_entries)
    stays = checks.chance(p.check, given.dex_save, p.environment.slippery_dc) ** saves
    if saves:
        steps.append(Step("SRD-ENV-19", "saves", saves))
    climbs = checks.chance(p.check, given.athletics, dc) if dc else None
    value = {
        "cost_ft": None if stuck else total,
        "turns": None if stuck else -(-total // given.speed) if given.speed else 0,
        "climb": None if climbs is None else {"dc": dc, "p_success": exact(climbs)},
        "saves": saves,
        "p_prone": exact(1 - stays),
    }
    return Ruling(value, (*steps, Step("SRD-COR-07", "cost_ft", value["cost_ft"])))


def fall(p: ToolboxParams, given: FallInput) -> Ruling[dict[str, Any]]:
    """What a fall does, exactly."""
    hold(life_faults(given.hp, given.hp_max))
    c = p.condition
    text, hurt = dice_of(conditions.fall_dice(c, given.feet), c.fall_sides)
    steps = [Step("SRD-CND-16", "dice", text)]
    if given.into_liquid is not None:
        made = checks.chance(p.check, given.into_liquid, c.liquid_dc)
        softer = hurt.map(lambda rolled: conditions.fall_into_liquid(c, rolled, c.liquid_dc))
        hurt = mixture(((made, softer), (1 - made, hurt)))
        steps.append(Step("SRD-CND-17", "p_success", made))
    life = life_told(hurt, given.hp, given.hp_max)
    if life:
        steps.append(Step("SRD-CND-18", "p_dead", life["p_dead"]["value"]))
    value = {
        "dice": text,
        "expected_damage": exact(hurt.mean),
        "p_prone": exact(hurt.chance(conditions.lands_prone)),
        **life,
    }
    return Ruling(value, tuple(steps))


def damage(p: ToolboxParams, given: DamageInput) -> Ruling[dict[str, Any]]:
    """What is left of a character after one blow."""
    hold(life_faults(given.hp, given.hp_max))
    defences = (given.resistance, given.vulnerability, given.immunity)
    arrives = checks.after_defences(given.damage, *defences)
    life = conditions.after_damage(given.hp, given.hp_max, arrives)
    steps = [Step("SRD-COR-10", "arrives", arrives)] if any(defences) else []
    steps.append(Step("SRD-CND-18", "dead", life.dead))
    value = {"arrives": arrives, "hp": life.hp, "down": life.hp == 0, "dead": life.dead}
    return Ruling(value, tuple(steps))


_HP = Text("Hit Points before it", "その前のHP")
_HP_MAX = Text("Hit Point maximum", "最大HP")

QUESTIONS = (
    Question(
        "condition.card",
        Text("What somebody under conditions can do", "状態の下でできること"),
        CardInput,
        condition_card,
        {"conditions": ["frightened", "prone"], "exhaustion": 1},
        {
            "conditions": Text("every condition it has", "受けている状態すべて"),
            "exhaustion": Text("Exhaustion level", "消耗レベル"),
            "speed": Text("its Speed in feet without them", "状態がないときの移動速度（フィート）"),
            "attacker_ft": Text("how far off an attacker stands", "攻撃する者との距離（フィート）"),
            "source_seen": Text("it sees what frightens it", "恐怖の源が見えている"),
        },
    ),
    Question(
        "condition.movement",
        Text("What a way costs on foot", "移動にかかるフィート数"),
        MoveInput,
        movement,
        {"feet": 20, "difficult": 2, "climb": "hard", "athletics": 5, "prone": True},
        {
            "feet": Text("length of the way", "道のり（フィート）"),
            "speed": Text("Speed in feet", "移動速度（フィート）"),
            "prone": Text("it stands up first", "先に立ち上がる"),
            "difficult": Text("how many things make it Difficult Terrain", "困難な地形にしているものの数"),
            "climb": Text("a climb, and whether it calls for a check", "登りかどうか、判定が要るか"),
            "climb_speed": Text("it has a Climb Speed", "登攀速度がある"),
            "athletics": Text("bonus to Strength (Athletics)", "【筋力】〈運動〉のボーナス"),
            "ice_entries": Text("steps onto slippery ice in the turn", "そのターンに滑る氷へ踏み入れた回数"),
            "starts_on_ice": Text("its turn starts on slippery ice", "滑る氷の上でターンを始める"),
            "dex_save": Text("bonus to Dexterity saves", "敏捷力セーヴのボーナス"),
        },
    ),
    Question(
        "condition.fall",
        Text("What a fall does", "落下の結果"),
        FallInput,
        fall,
        {"feet": 35, "into_liquid": 4, "hp": 9, "hp_max": 12},
        {
            "feet": Text("feet fallen", "落ちた高さ（フィート）"),
            "into_liquid": Text(
                "into liquid, with this bonus to Athletics or Acrobatics and the Reaction to spare",
                "液体に落ちる（リアクションで行う〈運動〉か〈軽業〉のボーナス）",
            ),
            "hp": _HP,
            "hp_max": _HP_MAX,
        },
    ),
    Question(
        "condition.damage",
        Text("What one blow leaves of a character", "一撃の後に残るもの"),
        DamageInput,
        damage,
        {"damage": 13, "hp": 6, "hp_max": 6},
        {
            "damage": Text("damage rolled", "振ったダメージ"),
            "hp": _HP,
            "hp_max": _HP_MAX,
            "resistance": Text("it resists the damage", "ダメージ抵抗がある"),
            "vulnerability": Text("it is vulnerable to it", "ダメージ脆弱性がある"),
            "immunity": Text("it is immune to it", "ダメージ完全耐性がある"),
        },
    ),
)
