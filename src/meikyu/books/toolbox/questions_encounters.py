"""Questions on encounters: judged, built, and the library of creatures they are made of."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from meikyu.books.toolbox import advice, builder, creatures, encounters, origin
from meikyu.books.toolbox.creatures import Creature
from meikyu.books.toolbox.encounters import Difficulty, Group
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.core.book import Question
from meikyu.core.rng import KeyedDice, Stream
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text, several

Level = Annotated[int, msgspec.Meta(ge=1, le=20)]
Levels = Annotated[list[Level], msgspec.Meta(min_length=1, max_length=30)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Monsters = Annotated[list[tuple[str, Count]], msgspec.Meta(max_length=60)]
Names = Annotated[list[str], msgspec.Meta(max_length=500)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class Judge(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of encounter.judge."""

    levels: Levels
    monsters: Monsters
    in_lair: Names = msgspec.field(default_factory=list[str])
    difficulty: Difficulty | None = None
    advice: bool = False


class Build(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of encounter.build."""

    levels: Levels
    difficulty: Difficulty
    allowed: Names | None = None
    max_creatures: Annotated[int, msgspec.Meta(ge=1, le=60)] | None = None
    seed: Seed | None = None
    locked: Monsters = msgspec.field(default_factory=list[tuple[str, Count]])
    in_lair: Names = msgspec.field(default_factory=list[str])


class Library(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of encounter.creatures."""

    words: str = ""
    names: Names | None = None


class HitPoints(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of encounter.hit_points."""

    monsters: Annotated[
        list[tuple[str, Annotated[int, msgspec.Meta(ge=1, le=100)]]], msgspec.Meta(max_length=60)
    ]
    seed: Seed


def _found(fields: list[tuple[str, str]]) -> list[Creature]:
    """The creatures of these names; all the unknown ones are named at once.

    Args:
        fields: pairs (path of the field, name).
    """
    register, table = creatures.register(), creatures.creatures()
    faults: list[InputError] = []
    for field, name in fields:
        try:
            register.need(field, name)
        except InputError as error:
            faults.append(error)
    if faults:
        raise several(faults)
    return [table[register.need(field, name)] for field, name in fields]


def _group(field: str, monsters: list[tuple[str, int]]) -> Group:
    kinds = _found([(f"{field}[{place}][0]", name) for place, (name, _) in enumerate(monsters)])
    return encounters.group_of((kind, count) for kind, (_, count) in zip(kinds, monsters, strict=True))


def _lairs(names: list[str]) -> frozenset[str]:
    return frozenset(
        c.code for c in _found([(f"in_lair[{place}]", name) for place, name in enumerate(names)])
    )


def _pairs(group: Group) -> list[list[Any]]:
    return [[kind.name.en, count] for kind, count in group]


def _said(group: Group) -> Text:
    return Text(
        ", ".join(f"{n} {kind.name.en}" for kind, n in group) or "nobody",
        "、".join(f"{kind.name.ja}{n}体" for kind, n in group) or "なし",
    )


def _budget_steps(p: ToolboxParams, levels: list[int], difficulty: Difficulty) -> list[Step]:
    """A step for each level of the party, then the sum."""
    steps: list[Step] = []
    for level in sorted(set(levels)):
        n, each = levels.count(level), encounters.share(p.budget, level, difficulty)
        name = encounters.NAMES[difficulty]
        said = Text(
            f"{n} of level {level}, {name.en}: {each} XP each",
            f"レベル{level}が{n}人、{name.ja}：1人{each}XP",
        )
        steps.append(Step(f"SRD-BUD-{level + 2:02d}", "share", each, said))
    whole = encounters.budget(p.budget, levels, difficulty)
    mixed = "SRD-BUD-23" if len(set(levels)) > 1 else "SRD-BUD-02"
    return [*steps, Step(mixed, "budget", whole)]


def judge(p: ToolboxParams, given: Judge) -> Ruling[dict[str, Any]]:
    """Budgets, XP, label and advice of an encounter."""
    levels = tuple(given.levels)
    group = _group("monsters", given.monsters)
    lairs = _lairs(given.in_lair)
    budgets = encounters.budgets(p.budget, levels)
    xp = encounters.xp_of_group(group, lairs)
    label = encounters.label(xp, *budgets.values())
    warned = advice.advice(p.encounter, levels, group)
    meant = given.difficulty or _meant(label)
    why = _budget_steps(p, given.levels, meant)
    for kind, count in group:
        each = encounters.worth(kind, kind.code in lairs)
        cited = "SRD-BUD-30" if each != kind.xp else "SRD-BUD-25"
        said = Text(
            f"{count} {kind.name.en}, CR {kind.cr}: {count} x {each} XP",
            f"{kind.name.ja}{count}体、CR{kind.cr}：{count}×{each}XP",
        )
        why.append(Step(cited, "xp", count * each, said))
    name = encounters.NAMES[label]
    why += [
        Step("SRD-BUD-27", "xp", xp, Text(f"in all {xp} XP, no multiplier", f"合計{xp}XP、倍率なし")),
        Step("SRD-BUD-28", "label", label, Text(f"difficulty: {name.en}", f"難易度：{name.ja}")),
        *(Step(w.rule, w.code, w.level, w.text) for w in warned),
    ]
    codes = [{"code": w.code, "level": w.level} for w in warned]
    value: dict[str, Any] = {"budget": budgets, "xp": xp, "label": label, "warnings": codes}
    if given.advice:
        value |= _advised(p, levels, group, lairs, xp, meant)
        why.append(Step("SRD-TRB-05", "absent", len(value["absent"])))
        if value["guide"] is not None:
            why.append(Step("SRD-ENC-09", "guide", value["guide"]["label"]))
    return Ruling(value, tuple(why), tuple(codes))


def _meant(label: encounters.Label) -> Difficulty:
    """The difficulty an encounter was probably meant for."""
    if label == "beyond_high":
        return "high"
    return "low" if label == "none" else label


def _advised(
    p: ToolboxParams,
    levels: tuple[int, ...],
    group: Group,
    lairs: frozenset[str],
    xp: int,
    meant: Difficulty,
) -> dict[str, Any]:
    """What one absent player changes, for each level somebody has, and what still fits."""
    absent: list[dict[str, Any]] = []
    for level in sorted(set(levels)):
        party = list(levels)
        party.remove(level)
        if not party:
            continue
        found = encounters.removal(encounters.budget(p.budget, party, meant), group, lairs)
        after = encounters.label(found.xp, *encounters.budgets(p.budget, party).values())
        absent.append(
            {
                "level": level,
                "budget": found.budget,
                "over_by": found.over_by,
                "remove": [list(pair) for pair in found.remove],
                "xp": found.xp,
                "label": after,
            }
        )
    left = {d: b - xp for d, b in encounters.budgets(p.budget, levels).items()}
    fits = [c.name.en for c in creatures.creatures().values() if 0 < c.xp <= left[meant]]
    return {"difficulty": meant, "absent": absent, "left": left, "fits": fits, "guide": _guide(p, group)}


def _guide(p: ToolboxParams, group: Group) -> dict[str, Any] | None:
    """What a single monster is to a usual party of the level that its CR names; None for others."""
    level = group[0][0].rating if len(group) == 1 and group[0][1] == 1 else 0
    if level < 1 or level > len(p.budget):
        return None
    guide = encounters.rough_guide(p.encounter, p.budget, int(level), group[0][0].xp)
    return {"level": int(level), "characters": p.encounter.guide_characters, "label": guide.label}


def build(p: ToolboxParams, given: Build) -> Ruling[dict[str, Any]]:
    """A group of creatures that spends a budget as well as can be."""
    budget = encounters.budget(p.budget, given.levels, given.difficulty)
    most = given.max_creatures or p.encounter.per_character * len(given.levels)
    locked, lairs = _group("locked", given.locked), _lairs(given.in_lair)
    kept, there = encounters.xp_of_group(locked, lairs), sum(n for _, n in locked)
    if kept > budget:
        raise InputError("out_of_range", "locked", kept, Text(f"at most {budget} XP", f"{budget}XP以下"))
    if there > most:
        raise InputError("out_of_range", "locked", there, Text(f"at most {most} creatures", f"{most}体以下"))
    if given.allowed is None:
        kinds = [kind for kind in creatures.creatures().values() if kind.xp]
    else:
        named = _found([(f"allowed[{place}]", name) for place, name in enumerate(given.allowed)])
        kinds = list({kind.code: kind for kind in named}.values())
    kinds = [kind for kind in kinds if kind.code not in lairs]  # more of these would cost another number
    pool = builder.Pool(kinds, budget - kept, most - there)
    if given.seed is None:
        chosen = builder.best(pool)
    else:
        dice = KeyedDice(given.seed, Stream.ENCOUNTER)
        chosen = builder.other(pool, dice, p.encounter.note_kinds)
    whole = builder.joined(chosen, locked, lairs)
    left = encounters.spent(budget, whole.xp).left
    why = (
        *_budget_steps(p, given.levels, given.difficulty),
        Step("SRD-SIM-08", "monsters", len(whole.group), _said(whole.group)),
        Step("SRD-BUD-25", "left", left),
        Step("SRD-BUD-26", "xp", whole.xp),
    )
    return Ruling({"monsters": _pairs(whole.group), "xp": whole.xp, "left": left}, why)


def _dice(kind: Creature) -> str:
    dice = kind.hit_dice
    return f"{dice.size}d{dice.sides}" + (f"{dice.bonus:+d}" if dice.bonus else "")


def _row(kind: Creature) -> dict[str, Any]:
    return {
        "code": kind.code,
        "name": kind.name._asdict(),
        "cr": kind.cr,
        "xp": kind.xp,
        "xp_lair": kind.lair_xp or None,
        "hp": kind.hit_points,
        "hit_dice": _dice(kind),
        "ac": kind.armor_class,
        "initiative": kind.initiative,
        "size": kind.size.lower(),
        "type": kind.kind.lower(),
        "alignment": kind.alignment,
        "swarm": kind.is_swarm,
        "features": list(kind.features),
        "top_hit": kind.top_hit or None,
        "page": kind.page,
    }


def library(p: ToolboxParams, given: Library) -> Ruling[dict[str, Any]]:
    """The creatures that hold every word, or those named, in name order."""
    rows = list(creatures.creatures().values())
    if given.names is not None:
        rows = _found([(f"names[{place}]", name) for place, name in enumerate(given.names)])
    for word in given.words.casefold().split():
        rows = [c for c in rows if word in _hay(c)]
    why = (Step("SRD-DAT-01", "creatures", len(rows)), Step("SRD-DAT-08", "license", "CC-BY-4.0"))
    words = origin.attribution()
    value = {"creatures": [_row(kind) for kind in rows], "attribution": words._asdict()}
    return Ruling(value, why)


def _hay(kind: Creature) -> str:
    cells = (kind.name.en, kind.name.ja, kind.code, kind.kind, kind.tags, kind.size, f"cr{kind.cr}")
    return " ".join(cells).casefold()


def hit_points(p: ToolboxParams, given: HitPoints) -> Ruling[dict[str, Any]]:
    """Hit Points rolled for each creature of an encounter, from a seed."""
    rows: list[dict[str, Any]] = []
    for place, (kind, count) in enumerate(_group("monsters", given.monsters)):
        dice = KeyedDice(given.seed, Stream.ENCOUNTER, tick=1, actor=place)
        shown = [creatures.hit_dice_rolled(dice, kind.hit_dice) for _ in range(count)]
        rolled = [creatures.rolled_hit_points(one, kind.hit_dice) for one in shown]
        told = {"hit_dice": _dice(kind), "dice": [list(one) for one in shown]}
        rows.append({"name": kind.name.en, "fixed": kind.hit_points, "rolled": rolled, **told})
    why = (
        Step("SRD-DAT-01", "fixed", sum(r["fixed"] * len(r["rolled"]) for r in rows)),
        Step("SRD-COR-13", "seed", given.seed),
    )
    return Ruling({"monsters": rows}, why)


_LEVELS = Text("each character's level", "各キャラクターのレベル")
_MONSTERS = Text("pairs of a name and a count", "名前と数の組")
_SEED = Text("same seed, same answer", "同じ種なら同じ答え")

QUESTIONS = (
    Question(
        "encounter.judge",
        Text("How hard is this encounter, and what is there to say of it?", "この遭遇の難易度と助言"),
        Judge,
        judge,
        {"levels": [3, 3, 3, 3, 3], "monsters": [["Druid", 2], ["Stirge", 9]]},
        {
            "levels": _LEVELS,
            "monsters": _MONSTERS,
            "in_lair": Text("names of those met in their lair", "ねぐらで出会う者の名前"),
            "difficulty": Text(
                "what it was meant to be; its own label when left out", "意図した難易度（省けば判定どおり）"
            ),
            "advice": Text(
                "also say what one absent player changes and what still fits",
                "1人欠席したときの変更と、まだ入る者も答える",
            ),
        },
    ),
    Question(
        "encounter.build",
        Text("Spend an XP budget as well as can be", "XP予算を最もよく使う遭遇"),
        Build,
        build,
        {"levels": [1, 1, 1, 1], "difficulty": "low", "allowed": ["Giant Wasp", "Giant Rat"]},
        {
            "levels": _LEVELS,
            "difficulty": Text("low, moderate or high", "低・中・高"),
            "allowed": Text("names to choose from", "選んでよい名前"),
            "max_creatures": Text("creatures at most", "最大の体数"),
            "seed": Text("draw one of the answers that reach the same XP", "同じXPに達する答えから1つを引く"),
            "locked": Text("creatures that stay; the rest is built around them", "残す者。その周りを組む"),
            "in_lair": Text(
                "names of those that stay and are met in their lair", "残す者のうち、ねぐらで出会う者"
            ),
        },
    ),
    Question(
        "encounter.creatures",
        Text("The library of creatures", "クリーチャー一覧"),
        Library,
        library,
        {"words": "undead"},
        {
            "words": Text("words of the name, type, size or cr2", "名前・種別・サイズ・cr2 などの語"),
            "names": Text("only these", "この名前だけ"),
        },
    ),
    Question(
        "encounter.hit_points",
        Text("Hit Points rolled for an encounter", "遭遇のHPを振る"),
        HitPoints,
        hit_points,
        {"monsters": [["Ogre", 2]], "seed": 7},
        {"monsters": _MONSTERS, "seed": _SEED},
    ),
)
