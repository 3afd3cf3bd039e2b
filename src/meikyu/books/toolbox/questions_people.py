"""Questions on a background's choices, on fear and on Demonic Possession."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from meikyu.books.toolbox import background, courses, curses
from meikyu.books.toolbox.checks import chance
from meikyu.books.toolbox.equipment import items
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.questions_courses import Bonus, gold
from meikyu.books.toolbox.questions_ways import both
from meikyu.core.book import Question
from meikyu.core.odds import exact
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import Text

Turns = Annotated[int, msgspec.Meta(ge=1, le=100)]
DC = Annotated[int, msgspec.Meta(ge=1, le=40)]


class Shop(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of background.items: none."""


class ChoicesInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of background.choices."""

    themes: list[Literal["physical", "endurance", "mental", "social"]]


class FearInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of fear.odds."""

    dc: DC
    wis_save: Bonus
    turns: Turns = 10


class PossessionInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of possession.odds."""

    cha_save: Bonus
    nights: Turns = 7


def background_items(p: ToolboxParams, given: Shop) -> Ruling[dict[str, Any]]:
    """The shopping list: every priced item, and why one may not be packed."""
    rows = [
        {
            "code": item.code,
            "name": both(item.name),
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
        return [{"code": c, "name": both(n)} for c, n in background.register(kind).names.items()]

    tools = [i for i in items().values() if i.category == "tool"]
    value = {
        "suggested": list(background.suggested(tuple(given.themes))),
        "abilities": rows("abilities"),
        "feats": [r for r in rows("feats") if r["code"] in p.background.origin_feats],
        "skills": rows("skills"),
        "tools": [{"code": i.code, "name": both(i.name), "kind": i.kind} for i in tools],
    }
    steps = (
        Step("SRD-BGR-04", "suggested", value["suggested"]),
        Step("SRD-BGR-07", "feats", len(value["feats"])),
        Step("SRD-DAT-06", "skills", len(value["skills"])),
        Step("SRD-DAT-05", "tools", len(tools)),
    )
    return Ruling(value, steps)


def fear_odds(p: ToolboxParams, given: FearInput) -> Ruling[dict[str, Any]]:
    """How likely a fright takes hold, and how long it lasts."""
    fails = 1 - chance(p.check, given.wis_save, given.dc)
    lasting = {
        str(turn): exact(fails * courses.still_on(p.check, given.wis_save, given.dc, turn))
        for turn in range(1, given.turns + 1)
        if fails
    }
    value = {"p_frightened": exact(fails), "still_after_turn": lasting}
    steps = (Step("SRD-FER-03", "p_frightened", fails), Step("SRD-FER-07", "turns", given.turns))
    return Ruling(value, steps)


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
        "fear.odds",
        Text("How long a fright lasts", "恐怖の続く長さ"),
        FearInput,
        fear_odds,
        {"dc": 15, "wis_save": 2, "turns": 3},
        {
            "dc": Text("DC of the fright: 10, 15 and 20 are samples", "恐怖のDC（例は10・15・20）"),
            "wis_save": Text("bonus to Wisdom saves", "判断力セーヴのボーナス"),
            "turns": Text("turns to look at", "数えるターン数"),
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
)
