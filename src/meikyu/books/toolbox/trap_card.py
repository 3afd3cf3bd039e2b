"""A trap's card: everything a gamemaster reads out, as codes and as words in both languages."""

from __future__ import annotations

from typing import Any

from meikyu.books.toolbox import background, harm, origin, traps
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.words import SIZES
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import Text

DAMAGE = {
    "bludgeoning": Text("Bludgeoning", "殴打"),
    "fire": Text("Fire", "火"),
    "piercing": Text("Piercing", "刺突"),
    "poison": Text("Poison", "毒"),
}
CONDITIONS = {
    "prone": Text("Prone", "伏せ"),
    "poisoned": Text("Poisoned", "毒"),
    "restrained": Text("Restrained", "拘束"),
}
SEVERITIES = {"nuisance": Text("nuisance", "迷惑"), "deadly": Text("deadly", "致命的")}
SHAPES = {
    "cone": Text("{n}-foot Cone", "{n}フィート円錐"),
    "square": Text("{n}-foot square", "{n}フィート四方"),
    "sphere": Text("ball of {n}-foot radius", "半径{n}フィートの球"),
    "pit": Text("{n} feet deep", "深さ{n}フィート"),
}


class Filler:
    """Puts a trap's numbers, house rules included, into its texts.

    Args:
        p: the book's numbers.
        trap: the trap.
        found: its figures.
    """

    def __init__(self, p: ToolboxParams, trap: traps.Trap, found: traps.Figures) -> None:
        stone = p.stone
        self.parts: dict[str, object] = {
            "glyph_feet": p.trap.glyph_feet,
            "activations": p.trap.dart_activations,
            "initiative": stone.initiative,
            "speed_feet": stone.speed_feet,
            "slow_feet": stone.slow_feet,
            "armor_class": stone.armor_class,
            "hit_points": stone.hit_points,
            "threshold": stone.threshold,
            "free_from_size": SIZES[p.net.free_from_size],
            "feet": found.feet,
            "times": trap.times,
            "hours": trap.condition_hours,
        }

    def text(self, text: Text) -> Text:
        """The text with its numbers."""
        return text.fill(**self.parts)

    def both(self, text: Text) -> dict[str, str]:
        """The same as an answer gives it."""
        return self.text(text)._asdict()


def _damage(p: ToolboxParams, trap: traps.Trap, found: traps.Figures) -> list[dict[str, Any]]:
    return [
        {
            "dice": part.dice,
            "average": harm.average_damage(p.trap, part.dice),
            "type": part.type,
            "on_success": trap.on_success or None,
        }
        for part in found.damage
    ]


def _dc(p: ToolboxParams, found: traps.Figures, dc: int | str) -> int | None:
    named = {"escape_dc": found.escape_dc, "cracks": p.trap.crack_dc, "slow": p.stone.slow_dc}
    return (named[dc] if isinstance(dc, str) else dc) or None


def _ways(
    p: ToolboxParams, found: traps.Figures, ways: tuple[traps.Way, ...], fill: Filler
) -> list[dict[str, Any]]:
    return [{"text": fill.both(way.text), "dc": _dc(p, found, way.dc)} for way in ways]


def _object(p: ToolboxParams, trap: str) -> dict[str, Any] | None:
    if trap == "falling_net":
        net = p.net
        return {
            "armor_class": net.armor_class,
            "hit_points": net.hit_points,
            "threshold": 0,
            "immunities": list(net.immunities),
        }
    if trap == "rolling_stone":
        stone = p.stone
        return {
            "armor_class": stone.armor_class,
            "hit_points": stone.hit_points,
            "threshold": stone.threshold,
            "immunities": list(stone.immunities),
        }
    return None


def _effect(card: dict[str, Any], trap: traps.Trap, fill: Filler) -> Text:
    """The effect with its numbers, ready to be read out."""
    effect = fill.text(trap.effect)
    parts_en, parts_ja = [effect.en], [effect.ja]
    if card["save"]:
        save, dc = background.register("abilities").names[card["save"]["ability"]], card["save"]["dc"]
        parts_en.append(f"DC {dc} {save.en} save")
        parts_ja.append(f"DC{dc}{save.ja}セーヴ")
    each = Text(f"{trap.times} times " if trap.times else "", f"{trap.times}回、" if trap.times else "")
    for part in card["damage"]:
        kind = DAMAGE[part["type"]]
        half = Text(", half on a success", "、成功で半分") if part["on_success"] == "half" else Text("", "")
        parts_en.append(f"{each.en}{part['dice']} ({part['average']}) {kind.en} damage{half.en}")
        parts_ja.append(f"{each.ja}{part['dice']}({part['average']}){kind.ja}ダメージ{half.ja}")
    if card["condition"]:
        state = CONDITIONS[card["condition"]]
        parts_en.append(state.en)
        parts_ja.append(f"{state.ja}状態")
    return Text("; ".join(parts_en), "。".join(parts_ja))


def _words(card: dict[str, Any], trap: traps.Trap, found: traps.Figures, fill: Filler) -> dict[str, Any]:
    data = traps.data()
    resets = data["resets"][trap.resets or "never"]
    area = SHAPES[found.shape].fill(n=found.feet) if found.shape else None
    area = SHAPES["pit"].fill(n=found.depth_feet) if found.depth_feet else area
    said = {
        "trigger": data["triggers"][trap.trigger],
        "duration": data["durations"][trap.duration],
        "resets": resets,
    }
    severity = SEVERITIES.get(card["severity"] or "")
    return {
        "severity": severity._asdict() if severity else None,
        **{key: Text(row["en"], row["ja"])._asdict() for key, row in said.items()},
        "effect": _effect(card, trap, fill)._asdict(),
        "after": fill.both(trap.after),
        "area": area._asdict() if area else None,
        "aloud": fill.both(trap.aloud),
    }


@rule("SRD-TRP-03", "SRD-TRP-12", "SRD-COR-09")
def card(p: ToolboxParams, *, trap: str, tier: str) -> Ruling[dict[str, Any]]:
    """The card of a trap at a tier; `words` and the keys after it are for people and for pages."""
    record, found = traps.traps()[trap], traps.figures(trap, tier)
    fill = Filler(p, record, found)
    detect: list[dict[str, Any]] = [
        {
            "action": look.action,
            "ability": traps.check_of(look.skill).ability,
            "skill": look.skill,
            "dc": look.dc,
            "finds": fill.both(look.text),
        }
        for look in record.detect
    ]
    made: dict[str, Any] = {
        "name": record.name._asdict(),
        "tier": tier,
        "severity": traps.severity(trap, tier),
        "trigger": record.trigger,
        "duration": record.duration,
        "resets": record.resets or False,
        "save": {"ability": record.save, "dc": found.dc} if record.save else None,
        "damage": _damage(p, record, found),
        "condition": record.condition or None,
        "area": {"shape": found.shape, "feet": found.feet} if found.shape else None,
        "detect": detect,
        "disarm": _ways(p, found, record.disarm, fill),
        "escape": _ways(p, found, record.escape, fill),
        "times": record.times or None,
        "condition_hours": record.condition_hours or None,
        "depth_feet": found.depth_feet or None,
        "object": _object(p, trap),
    }
    made["attribution"] = origin.attribution()._asdict()
    made["words"] = _words(made, record, found, fill)
    ways = (*record.detect, *record.disarm, *record.escape)
    why = (
        Step("SRD-TRP-09", "tier", tier),
        Step("SRD-TRP-04", "severity", made["severity"]),
        traps.figures_step(trap, tier),
        *(Step(way.rule, "way", _dc(p, found, way.dc), fill.text(way.text)) for way in ways),
    )
    return Ruling(made, why, traps.below_range_warnings(trap, tier))
