"""Questions on backgrounds: what to choose from, the printed ones, scores and the purse."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from meikyu.books.toolbox import background, checks
from meikyu.books.toolbox.background import Background
from meikyu.books.toolbox.equipment import items
from meikyu.books.toolbox.equipment import register as item_register
from meikyu.books.toolbox.naming import Register
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.questions_conditions import hold
from meikyu.books.toolbox.questions_courses import Count, Name, gold
from meikyu.core.book import Question
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text

Score = Annotated[int, msgspec.Meta(ge=1, le=30)]
Raise = Annotated[int, msgspec.Meta(ge=0, le=20)]
Coins = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Ability = Literal["str", "dex", "con", "int", "wis", "cha"]
Things = Annotated[list[tuple[Name, Count]], msgspec.Meta(max_length=300)]


class Shop(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of background.items: none."""


class ChoicesInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of background.choices."""

    themes: list[Literal["physical", "endurance", "mental", "social"]]


class ChangeInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What an edited copy of a background has otherwise."""

    abilities: Annotated[list[Name], msgspec.Meta(max_length=20)] = msgspec.field(default_factory=list[str])
    feat: Name = ""
    skills: Annotated[list[Name], msgspec.Meta(max_length=40)] = msgspec.field(default_factory=list[str])
    tool: Name = ""
    equipment: Things = msgspec.field(default_factory=list[tuple[str, int]])


class PrintedInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of background.printed."""

    background: Name
    variant: Name = ""
    change: ChangeInput = msgspec.field(default_factory=ChangeInput)


class ScoresInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of background.scores."""

    scores: dict[Ability, Score]
    abilities: Annotated[list[Ability], msgspec.Meta(max_length=6)]
    increase: dict[Ability, Raise]
    level: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    skills: Annotated[list[Name], msgspec.Meta(max_length=40)] = msgspec.field(default_factory=list[str])


class CoinsInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Coins of each kind."""

    cp: Coins = 0
    sp: Coins = 0
    ep: Coins = 0
    gp: Coins = 0
    pp: Coins = 0


class PurseInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of background.purse."""

    things: Things
    coins: CoinsInput | None = None


def background_items(p: ToolboxParams, given: Shop) -> Ruling[dict[str, Any]]:
    """The shopping list: every priced item, and why one may not be packed."""
    rows = [
        {
            "code": item.code,
            "name": item.name._asdict(),
            "category": item.category,
            "gp": gold(p, item.copper),
            "barred": background.barred(item)
            or ("over_budget" if item.copper > p.background.budget_copper else None),
        }
        for item in items().values()
    ]
    steps = (Step("SRD-DAT-03", "count", len(rows)), Step("SRD-BGR-12", "barred", None))
    return Ruling({"items": rows}, steps)


def background_choices(p: ToolboxParams, given: ChoicesInput) -> Ruling[dict[str, Any]]:
    """What the builder's other steps offer, and the abilities that suit some themes."""

    def rows(kind: Literal["abilities", "skills", "feats"]) -> list[dict[str, Any]]:
        return [{"code": c, "name": n._asdict()} for c, n in background.register(kind).names.items()]

    tools = [i for i in items().values() if i.category == "tool"]
    value = {
        "suggested": list(background.suggested(tuple(given.themes))),
        "abilities": rows("abilities"),
        "feats": [r for r in rows("feats") if r["code"] in p.background.origin_feats],
        "skills": rows("skills"),
        "tools": [{"code": i.code, "name": i.name._asdict(), "kind": i.kind} for i in tools],
    }
    steps = (
        Step("SRD-BGR-04", "suggested", value["suggested"]),
        Step("SRD-BGR-07", "feats", len(value["feats"])),
        Step("SRD-DAT-06", "skills", len(value["skills"])),
        Step("SRD-DAT-05", "tools", len(tools)),
    )
    return Ruling(value, steps)


def _printed_register() -> Register:
    rows = background.tables()["backgrounds"]
    return Register(
        {code: Text(row["en"], row["ja"]) for code, row in rows.items()}, Text("background", "背景")
    )


def background_printed(p: ToolboxParams, given: PrintedInput) -> Ruling[dict[str, Any]]:
    """A printed background, or an edited copy of it, and what is wrong with it."""
    known, faults = _printed_register(), list[InputError]()
    code = known.find(given.background) or ""
    choice = background.variants(background.printed(code).tool) if code else ()
    variant = item_register().find(given.variant) or "" if given.variant else ""
    if code and given.variant and variant not in choice:
        faults.append(InputError("not_allowed", "variant", given.variant, list(choice)))
    if not code:
        known.need("background", given.background)
    hold(faults)
    change = given.change
    edit = Background(
        tuple(change.abilities), change.feat, tuple(change.skills), change.tool, tuple(change.equipment)
    )
    built = background.edited(background.printed(code), edit)
    if variant and not change.tool:
        built = built._replace(tool=variant)
    found = background.faults(p.background, built)
    worth = background.printed_copper(p.background, code, variant)
    if change.equipment:
        worth = background.cost_copper(built.equipment)
    value: dict[str, Any] = {
        "name": known.names[code]._asdict(),
        "abilities": list(built.abilities),
        "feat": built.feat,
        "skills": list(built.skills),
        "tool": built.tool,
        "equipment": [list(pair) for pair in built.equipment],
        "gold": 0 if change.equipment else background.tables()["backgrounds"][code]["gold"],
        "worth_gp": gold(p, worth),
        "plain_gp": gold(p, background.alternative_copper(p.background)),
        "variants": list(choice),
        "missing": list(background.missing_steps(built)),
        "valid": background.is_complete(p.background, built),
        "faults": [fault._asdict() for fault in found],
    }
    steps = [
        Step("SRD-BGR-14", "worth_gp", value["worth_gp"]),
        Step("SRD-BGR-13", "plain_gp", value["plain_gp"]),
        Step("SRD-BGR-02", "valid", value["valid"]),
    ]
    if any(edit):
        steps.insert(0, Step("SRD-BGR-01", "edited", [part for part, v in edit._asdict().items() if v]))
    if choice:
        steps.append(Step("SRD-DAT-05", "variants", len(choice)))
    return Ruling(value, tuple(steps))


def background_scores(p: ToolboxParams, given: ScoresInput) -> Ruling[dict[str, Any]]:
    """Scores and modifiers of a character after a background's increase, and what its skills add."""
    needed: dict[str, None] = dict.fromkeys(given.increase)
    skills: dict[str, str] = {}
    faults: list[InputError] = []
    for place, name in enumerate(given.skills):
        code = background.register("skills").find(name)
        if code is None:
            allowed = list(background.register("skills").names)
            faults.append(InputError("not_allowed", f"skills[{place}]", name, allowed))
        else:
            skills[code] = background.skill_ability(code)
            needed[skills[code]] = None
    told = Text("a score from 1 to 30", "1〜30の値")
    faults += [
        InputError("missing_field", f"scores.{a}", None, told) for a in needed if a not in given.scores
    ]
    hold(faults)
    raised = {a: by for a, by in given.increase.items() if by}
    sound = not background.ability_faults(p.background, tuple(given.abilities))
    valid = sound and background.is_increase(p.background, dict(raised), tuple(given.abilities))
    scores: dict[str, int] = {
        a: background.raised(p.background, score, raised.get(a, 0)) if valid else score
        for a, score in given.scores.items()
    }
    bonus = checks.proficiency(p.check, given.level)
    value = {
        "valid": valid,
        "scores": scores,
        "modifiers": {a: checks.modifier(p.check, score) for a, score in scores.items()},
        "proficiency": bonus,
        "skills": {code: checks.modifier(p.check, scores[a]) + bonus for code, a in skills.items()},
    }
    steps = (
        Step("SRD-BGR-05", "valid", valid),
        Step("SRD-COR-02", "modifiers", value["modifiers"]),
        Step("SRD-COR-03", "proficiency", bonus),
    )
    return Ruling(value, steps)


def background_purse(p: ToolboxParams, given: PurseInput) -> Ruling[dict[str, Any]]:
    """Whether a purse pays for things, and what is left of it."""
    faults: list[InputError] = []
    for place, (name, _) in enumerate(given.things):
        try:
            item_register().need(f"things[{place}][0]", name)
        except InputError as error:
            faults.append(error)
    hold(faults)
    b, coins = p.background, given.coins
    if coins is None:
        have = background.alternative_copper(b)
    else:
        have = background.copper(b, coins.gp, coins.sp, coins.cp, (coins.ep, coins.pp))
    cost = background.cost_copper(given.things)
    value = {
        "cost_gp": gold(p, cost),
        "have_gp": gold(p, have),
        "enough": cost <= have,
        "gp_left": gold(p, have - cost),
    }
    said = (
        Step("SRD-BGR-13", "have_gp", gold(p, have))
        if coins is None
        else Step("SRD-BGR-11", "have_gp", gold(p, have))
    )
    return Ruling(value, (said, Step("SRD-BGR-11", "cost_gp", gold(p, cost))))


QUESTIONS = (
    Question(
        "background.items",
        Text("The shopping list of a background", "背景の買い物表"),
        Shop,
        background_items,
        {},
        {},
    ),
    Question(
        "background.choices",
        Text("What a background may be made of", "背景の選択肢"),
        ChoicesInput,
        background_choices,
        {"themes": ["physical", "social"]},
        {"themes": Text("what the background is about", "背景の主題")},
    ),
    Question(
        "background.printed",
        Text("A printed background, or a copy of it edited", "既成の背景とその手直し"),
        PrintedInput,
        background_printed,
        {"background": "soldier", "variant": "Gaming Set, Dragonchess"},
        {
            "background": Text("acolyte, criminal, sage or soldier, by any name", "侍祭・犯罪者・賢者・兵士"),
            "variant": Text(
                "the variant of its tool, where one must be chosen", "道具の種類を選ぶときの種類"
            ),
            "change": Text(
                "parts of a copy that are otherwise: abilities, feat, skills, tool, equipment",
                "手直しする部分（abilities・feat・skills・tool・equipment）",
            ),
        },
    ),
    Question(
        "background.scores",
        Text("Scores after a background's increase", "背景で上げた後の能力値"),
        ScoresInput,
        background_scores,
        {
            "scores": {"str": 15, "dex": 13, "con": 14},
            "abilities": ["str", "dex", "con"],
            "increase": {"str": 2, "con": 1},
            "skills": ["athletics"],
        },
        {
            "scores": Text("scores before it, by ability", "上げる前の値（能力ごと）"),
            "abilities": Text("the background's three abilities", "背景の3つの能力"),
            "increase": Text("by how much each is raised", "それぞれ上げる値"),
            "level": Text("character level", "キャラクター・レベル"),
            "skills": Text("skills it is proficient in", "習熟している技能"),
        },
    ),
    Question(
        "background.purse",
        Text("Does the purse pay for it?", "その所持金で買える？"),
        PurseInput,
        background_purse,
        {"things": [["Rope", 1], ["Torch", 5]], "coins": {"gp": 1, "sp": 3}},
        {
            "things": Text("things of the price list and how many of each", "価格表の品物と個数"),
            "coins": Text(
                "coins at hand; left out: the gold that every background offers instead of its package",
                "手持ちの硬貨。省くと、装備の代わりに得られる金貨",
            ),
        },
    ),
)
