"""Questions on the two optional modules: fear, and mental stress with its lasting effects."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, cast

import msgspec

from meikyu.books.toolbox import checks, courses, fear
from meikyu.books.toolbox.checks import chance
from meikyu.books.toolbox.fear import Doing, Fright, Lasting, Rider, Shock, ShortTerm
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.questions_conditions import (
    ABILITIES,
    Points,
    Speed,
    dice_of,
    hold,
    life_faults,
    life_told,
)
from meikyu.books.toolbox.questions_courses import Bonus
from meikyu.core.book import Question
from meikyu.core.odds import Distribution, exact, mixture
from meikyu.core.rng import KeyedDice, Stream
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text

Turns = Annotated[int, msgspec.Meta(ge=1, le=100)]
DC = Annotated[int, msgspec.Meta(ge=1, le=40)]
Face = Annotated[int, msgspec.Meta(ge=1, le=100)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Minutes = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Ability = Annotated[str, msgspec.Meta(max_length=40)]

DOINGS: tuple[Doing, ...] = ("move", "action", "bonus_action")
SPELLS = ("calm_emotions", "lesser_restoration", "greater_restoration")
FRIGHT_RULES = {
    "sarcophagus_apparition": "SRD-FER-04",
    "worst_fear_illusion": "SRD-FER-05",
    "abyss_portal": "SRD-FER-06",
}
RIDER_RULES: dict[Rider, str] = {"flee": "SRD-FER-08", "exposed": "SRD-FER-09", "one_thing": "SRD-FER-10"}
SHOCK_RULES = {"hallucinogen": "SRD-MST-04", "fiendish_idol": "SRD-MST-05", "far_realm": "SRD-MST-06"}
LASTING_RULES = {"short_term": "SRD-MST-07", "long_term": "SRD-MST-08", "indefinite": "SRD-MST-10"}


class FearInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of fear.odds."""

    wis_save: Bonus
    dc: DC | None = None
    fright: Fright | None = None
    turns: Turns = 10
    supernatural: bool = True
    adventurer: bool = True
    triggered: bool = True
    riders: Annotated[list[Rider], msgspec.Meta(max_length=3)] = msgspec.field(default_factory=list[Rider])
    speed: Speed = 30
    agreed: bool = True


class StressInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of stress.odds."""

    save: Bonus
    shock: Shock
    ability: Ability = "wisdom"
    resistance: bool = False
    hp: Points | None = None
    hp_max: Points | None = None
    agreed: bool = True


class LastingInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of stress.lasting."""

    effect: Lasting
    die: Face | None = None
    seed: Seed | None = None
    condition: ShortTerm | None = None
    abilities: Annotated[list[Ability], msgspec.Meta(max_length=6)] = msgspec.field(default_factory=list[str])
    calmed_at: Minutes | None = None
    minute: Minutes = 0
    agreed: bool = True


def _in_use(module: str, switched_on: bool, agreed: bool) -> tuple[dict[str, Any], tuple[Any, ...]]:
    """Whether the module is used at this table, and the warning where it is not."""
    used = fear.is_available(switched_on, agreed)
    warned = () if used else ({"code": "module_off", "module": module, "rule": "SRD-FER-01"},)
    return {"in_use": used}, warned


def _fright_dc(p: ToolboxParams, given: FearInput) -> int:
    """DC of the fright: its own, or that of a sample.

    Raises:
        InputError: neither is given, or both are.
    """
    if (given.dc is None) == (given.fright is None):
        kind = "missing_field" if given.dc is None else "not_allowed"
        raise InputError(
            kind, "dc", given.dc, Text("dc or fright, one of them", "dc か fright のどちらか一方")
        )
    return given.dc or fear.sample_dc(p.fear, cast("Fright", given.fright))


def _riders(p: ToolboxParams, riders: tuple[Rider, ...], speed: int) -> dict[str, Any]:
    """What the riders on top of Frightened bring."""
    may = {
        did: [wants for wants in DOINGS if wants != did and fear.may_do(p.fear, riders, (did,), wants)]
        for did in DOINGS
    }
    return {
        "flee_ft": fear.flight_feet(p.fear, speed) if "flee" in riders else None,
        "attacks_against": fear.mode_against(riders),
        "after_doing": may,
    }


def fear_odds(p: ToolboxParams, given: FearInput) -> Ruling[dict[str, Any]]:
    """How likely a fright takes hold, how long it lasts, and what it makes of somebody's turns."""
    used, warned = _in_use("fear", p.fear.switched_on, given.agreed)
    dc, riders = _fright_dc(p, given), tuple(dict.fromkeys(given.riders))
    called = fear.calls_for_save(given.supernatural, given.adventurer)
    seen = given.fright is None or fear.sees_it(given.fright, given.triggered)
    fails = 1 - chance(p.check, given.wis_save, dc) if called and seen else Fraction(0)
    lasting = {
        str(turn): exact(fails * courses.still_on(p.check, given.wis_save, dc, turn))
        for turn in range(1, given.turns + 1)
        if fails
    }
    value: dict[str, Any] = {
        **used,
        "dc": dc,
        "calls_for_save": called and seen,
        "p_frightened": exact(fails),
        "still_after_turn": lasting,
        **_riders(p, fear.active_riders(bool(fails), riders), given.speed),
    }
    steps = [Step("SRD-FER-01", "in_use", used["in_use"]), Step("SRD-FER-02", "calls_for_save", called)]
    if given.fright is not None:
        steps.append(Step(FRIGHT_RULES[given.fright], "dc", dc))
    steps += [Step("SRD-FER-03", "p_frightened", fails), Step("SRD-FER-07", "turns", given.turns)]
    steps += [Step(RIDER_RULES[r], "rider", r) for r in riders]
    if riders:
        steps.append(Step("SRD-FER-11", "riders", len(riders)))
    return Ruling(value, tuple(steps), warned)


def stress_odds(p: ToolboxParams, given: StressInput) -> Ruling[dict[str, Any]]:
    """What a shock does to a mind, exactly."""
    faults = life_faults(given.hp, given.hp_max)
    if not fear.may_save_with(given.ability):
        faults.append(InputError("not_allowed", "ability", given.ability, list(fear.SAVES)))
    hold(faults)
    used, warned = _in_use("stress", p.stress.switched_on, given.agreed)
    sample = fear.sample(p.stress, given.shock)
    fails = 1 - chance(p.check, given.save, sample.dc)
    text, rolled = dice_of(sample.dice, 6)

    def arrives(success: bool) -> Distribution:
        taken = rolled.map(lambda whole: fear.damage(p.stress, whole, success))
        return taken.map(lambda whole: checks.after_defences(whole, given.resistance, False, False))

    hurt = mixture(((fails, arrives(success=False)), (1 - fails, arrives(success=True))))
    life = life_told(hurt, given.hp, given.hp_max)
    value: dict[str, Any] = {
        **used,
        "dc": sample.dc,
        "dice": text,
        "type": sample.type,
        "p_fail": exact(fails),
        "expected_damage": exact(hurt.mean),
        "away": fear.is_away(given.shock, 0),
        **life,
    }
    steps = [
        Step("SRD-FER-01", "in_use", used["in_use"]),
        Step(SHOCK_RULES[given.shock], "dc", sample.dc),
        Step("SRD-MST-02", "ability", given.ability),
        Step("SRD-MST-03", "half", p.stress.half_on_success),
        Step("SRD-MST-01", "expected_damage", hurt.mean),
    ]
    if given.resistance:
        steps.append(Step("SRD-COR-10", "resistance", True))
    if life:
        steps.append(Step("SRD-CND-18", "p_dead", life["p_dead"]["value"]))
    return Ruling(value, tuple(steps), warned)


def _hold_lasting(p: ToolboxParams, given: LastingInput) -> None:
    """Hold a lasting effect to what can be, every fault at once.

    Raises:
        InputError: no die or two sources of one, a face the die has not, or abilities that are none or miss.
    """
    faults: list[InputError] = []
    limited = given.effect != "indefinite"
    sides = p.stress.short_sides if given.effect == "short_term" else p.stress.long_sides
    if limited and (given.die is None) == (given.seed is None):
        kind = "missing_field" if given.die is None else "not_allowed"
        faults.append(
            InputError(kind, "die", given.die, Text("die or seed, one", "die か seed のどちらか一方"))
        )
    elif limited and given.die is not None and given.die > sides:
        faults.append(InputError("out_of_range", "die", given.die, Text(f"1 to {sides}", f"1〜{sides}")))
    for place, ability in enumerate(given.abilities):
        if ability not in ABILITIES:
            faults.append(InputError("not_allowed", f"abilities[{place}]", ability, list(ABILITIES)))
    idle = {"condition": given.condition} if given.effect != "short_term" else {"abilities": given.abilities}
    idle |= {} if limited else {"die": given.die, "seed": given.seed}
    faults += [
        InputError("not_allowed", name, got, Text(f"nothing: {given.effect}", f"{given.effect} では不要"))
        for name, got in idle.items()
        if got not in (None, [])
    ]
    if given.effect != "short_term" and not given.abilities:
        faults.append(InputError("missing_field", "abilities", None, list(ABILITIES)))
    if given.calmed_at is not None and given.minute < given.calmed_at:
        least = Text(f"{given.calmed_at} or more", f"{given.calmed_at}以上")
        faults.append(InputError("out_of_range", "minute", given.minute, least))
    hold(faults)


def _thrown(p: ToolboxParams, given: LastingInput) -> tuple[int | None, str | None]:
    """Minutes of the effect, None without limit, and the condition it gives, None where it gives none yet."""
    dice = None if given.seed is None else KeyedDice(given.seed, Stream.DICE)
    if given.effect == "short_term":
        if dice is None:
            return given.die, given.condition
        effect = fear.short_term(p.stress, dice, given.condition)
        return effect.minutes, effect.condition
    if given.effect == "indefinite":
        return None, None
    die = dice.roll(p.stress.long_sides) if dice is not None else cast("int", given.die)
    return fear.long_term_hours(p.stress, die) * p.clock.minutes_per_hour, None


def _now(p: ToolboxParams, given: LastingInput, minutes: int | None) -> tuple[int | None, bool]:
    """Minutes left of the effect, None without limit, and whether it is felt."""
    if given.calmed_at is None:
        left = None if minutes is None else max(minutes - given.minute, 0)
        return left, left is None or left > 0
    elapsed = given.minute - given.calmed_at
    at_cast = elapsed + 1 if minutes is None else max(minutes - given.calmed_at, 0)
    now = fear.after_calm(p.stress, at_cast, elapsed)
    return (None if minutes is None else now.minutes), now.active


def stress_lasting(p: ToolboxParams, given: LastingInput) -> Ruling[dict[str, Any]]:
    """How long a mind stays hurt, what it cannot do meanwhile, and which magic helps."""
    _hold_lasting(p, given)
    used, warned = _in_use("stress", p.stress.switched_on, given.agreed)
    minutes, condition = _thrown(p, given)
    hurt = tuple(given.abilities) if given.effect != "short_term" else ()
    left, active = _now(p, given, minutes)
    value: dict[str, Any] = {
        **used,
        "minutes": minutes,
        "rounds": None if minutes is None else checks.rounds_of_minutes(p.clock, minutes),
        "condition": condition,
        "checks": {a: fear.check_mode(hurt, a) for a in ABILITIES},
        "minutes_left": left,
        "active": active,
        "removed_by": [spell for spell in SPELLS if fear.is_removed(given.effect, spell)],
        "suppressed_by": [spell for spell in SPELLS if fear.is_suppressed(spell)],
    }
    steps = [
        Step("SRD-FER-01", "in_use", used["in_use"]),
        Step(LASTING_RULES[given.effect], "minutes", minutes),
        Step(
            "SRD-MST-10" if given.effect == "indefinite" else "SRD-MST-09", "removed_by", value["removed_by"]
        ),
    ]
    if minutes is not None:
        steps.append(Step("SRD-COR-11", "rounds", value["rounds"]))
    if given.calmed_at is not None:
        steps.append(Step("SRD-MST-11", "active", active))
    return Ruling(value, tuple(steps), warned)


_AGREED = Text("the players have agreed to the module", "この選択ルールに全員が同意している")
_HP = Text("Hit Points before it", "その前のHP")
_HP_MAX = Text("Hit Point maximum", "最大HP")

QUESTIONS = (
    Question(
        "fear.odds",
        Text("How long a fright lasts, and what it brings", "恐怖の続く長さとその効果"),
        FearInput,
        fear_odds,
        {"dc": 15, "wis_save": 2, "turns": 3, "riders": ["flee", "one_thing"]},
        {
            "dc": Text("DC of the fright, or", "恐怖のDC（または fright）"),
            "fright": Text("one of the three samples", "3つの例のひとつ"),
            "wis_save": Text("bonus to Wisdom saves", "判断力セーヴのボーナス"),
            "turns": Text("turns to look at", "数えるターン数"),
            "supernatural": Text("the thing is supernaturally frightful", "超自然の恐ろしさである"),
            "adventurer": Text("an adventurer, no common person", "一般人でなく冒険者である"),
            "triggered": Text("it set the trap off itself", "その者自身が罠を作動させた"),
            "riders": Text("options on top of Frightened", "恐怖状態に加える選択"),
            "speed": Text("Speed in feet", "移動速度（フィート）"),
            "agreed": _AGREED,
        },
    ),
    Question(
        "stress.odds",
        Text("What a shock does to a mind", "精神への衝撃"),
        StressInput,
        stress_odds,
        {"shock": "fiendish_idol", "save": 2, "hp": 9, "hp_max": 9},
        {
            "save": Text("bonus to the save", "セーヴのボーナス"),
            "shock": Text("one of the samples", "衝撃の例"),
            "ability": Text(
                "wisdom, or intelligence or charisma where it fits", "判断力。合うなら知力か魅力"
            ),
            "resistance": Text("it resists the damage", "ダメージ抵抗がある"),
            "hp": _HP,
            "hp_max": _HP_MAX,
            "agreed": _AGREED,
        },
    ),
    Question(
        "stress.lasting",
        Text("How long a mind stays hurt, and what helps", "長引く精神的ストレスと手当て"),
        LastingInput,
        stress_lasting,
        {
            "effect": "long_term",
            "die": 4,
            "abilities": ["strength", "charisma"],
            "minute": 90,
            "calmed_at": 90,
        },
        {
            "effect": Text("which kind", "効果の種類"),
            "die": Text("the die of its length as it fell, or", "長さのダイスの出目（または seed）"),
            "seed": Text("same seed, same dice", "同じ種なら同じ出目"),
            "condition": Text(
                "of a short-term effect, where the table chose it", "短期効果の状態（卓で選んだとき）"
            ),
            "abilities": Text(
                "whose checks a long-term or indefinite effect hampers", "長期・無期限効果で不利になる能力値"
            ),
            "calmed_at": Text(
                "minute at which Calm Emotions was cast", "カーム・エモーションズをかけた時刻（分）"
            ),
            "minute": Text("minutes since the effect began", "効果が始まってからの分数"),
            "agreed": _AGREED,
        },
    ),
)
