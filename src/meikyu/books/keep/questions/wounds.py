"""Questions about wounds: what a blow does to a body, and the odds of a wound nobody treats."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from meikyu.books.keep import wound_odds, wounds
from meikyu.books.keep.params import KeepParams
from meikyu.core.book import Question
from meikyu.core.odds import exact
from meikyu.core.ruling import Ruling
from meikyu.errors import InputError, Text

Severity = Literal["light", "moderate", "severe"]
Kind = Literal["slash", "pierce", "blunt", "fire", "other", "bare_fist"]
PARTS = tuple(sorted({part.id for shape in wounds.SHAPES.values() for part in shape}))


class Blow(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.wound.blow."""

    wounds: Annotated[dict[str, Annotated[list[Severity], msgspec.Meta(max_length=100)]], msgspec.Meta()]
    part: str
    severity: Severity


class Odds(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.wound.odds."""

    wound: Severity
    bleeding: bool
    kind: Kind | None = None
    body: Literal["minion", "creature"] = "minion"
    other_points: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0


def _blow(p: KeepParams, given: Blow) -> Ruling[dict[str, Any]]:
    named = [(f"wounds.{part}", part) for part in given.wounds] + [("part", given.part)]
    for field, part in named:
        if part not in PARTS:
            raise InputError("not_allowed", field, part, list(PARTS))
    parts = {part for _, part in named}
    if not any(parts <= {p.id for p in shape} for shape in wounds.SHAPES.values()):
        text = Text("parts of one body", "一つの体にそろう部位")
        raise InputError("not_allowed", "wounds", sorted(parts), text)
    ruling = wounds.blow(
        p.wound,
        wounds={part: [str(s) for s in held] for part, held in given.wounds.items()},
        part=given.part,
        severity=given.severity,
    )
    return Ruling(dict(ruling.value), ruling.steps)


def _odds(p: KeepParams, given: Odds) -> Ruling[dict[str, Any]]:
    ruling = wound_odds.odds(
        p.wound,
        severity=given.wound,
        bleeding=given.bleeding,
        kind=given.kind,
        faints=given.body == "minion",
        elsewhere=given.other_points,
    )
    return Ruling({"p_death": exact(ruling.value)}, ruling.steps)


QUESTIONS = (
    Question(
        "wound.blow",
        Text("What does a new wound do to a body?", "新しい傷は体にどう響く？"),
        Blow,
        _blow,
        {"wounds": {"torso": ["light"], "head": ["moderate"]}, "part": "torso", "severity": "light"},
        {
            "wounds": Text(
                "wounds so far: part to a list of light, moderate, severe",
                "今ある傷：部位ごとに light、moderate、severe の並び",
            ),
            "part": Text("where the new wound is", "新しい傷の部位"),
            "severity": Text("its severity as rolled", "受けた時の重さ"),
        },
    ),
    Question(
        "wound.odds",
        Text("How likely does a wound kill when nobody treats it?", "処置しない傷で死ぬ見込みは？"),
        Odds,
        _odds,
        {"wound": "moderate", "bleeding": True},
        {
            "wound": Text("severity of the wound", "傷の重さ"),
            "bleeding": Text("it bleeds now and nobody treats it", "今出血していて、誰も処置しない"),
            "kind": Text(
                "not bleeding yet: a fresh wound of this kind, which may bleed",
                "まだ出血していない時：この種類の新しい傷で、出血するかもしれない",
            ),
            "body": Text(
                "minion, or creature (the demon lord too), which dies where others faint",
                "minion、または creature（魔王も）。creature は昏倒する時に死ぬ",
            ),
            "other_points": Text("wound points of all other wounds", "ほかの傷の負傷ポイント"),
        },
    ),
)
