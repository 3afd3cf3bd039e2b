"""Questions on the rolling stone's way, and on the traps of a whole adventure."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from meikyu.books.toolbox import mechanisms, stones, traps
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.questions_conditions import DamageType, Few, Points, hold
from meikyu.books.toolbox.questions_mechanisms import Feet, Name, Total
from meikyu.core.book import Question
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import InputError, Text

Face = Annotated[int, msgspec.Meta(ge=1, le=100)]
Areas = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class BlowInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A blow against the stone."""

    damage: Points
    type: DamageType = "bludgeoning"


class StoneInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of trap.stone."""

    initiative_die: Face
    slowing: Annotated[list[Total], msgspec.Meta(max_length=100)] = msgspec.field(default_factory=list[int])
    blows: Annotated[list[BlowInput], msgspec.Meta(max_length=100)] = msgspec.field(
        default_factory=list[BlowInput]
    )
    ahead: Literal["open", "wall", "corner", "curved_passage"] = "open"
    feet_ahead: Feet = 0
    crossing_ft: Feet = 0
    walks_in: Few = 0
    run_over: Few = 0


class OwnTrap(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A trap of the gamemaster's own."""

    name: Name
    detectable: bool
    escapable: bool


class PlanInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of trap.plan."""

    areas: Areas
    traps: Annotated[list[Name], msgspec.Meta(max_length=500)] = msgspec.field(default_factory=list[str])
    own: Annotated[list[OwnTrap], msgspec.Meta(max_length=500)] = msgspec.field(default_factory=list[OwnTrap])


def stone(p: ToolboxParams, given: StoneInput) -> Ruling[dict[str, Any]]:
    """How the rolling stone goes on after what was done to it."""
    s = p.stone
    feet = s.speed_feet
    for total in given.slowing:
        feet = stones.slowed(s, feet, total)
    left = s.hit_points
    for blow in given.blows:
        left = stones.left(s, left, blow.damage, blow.type)
    rolls = stones.roll_on(feet if left else 0, given.ahead, given.feet_ahead)
    value = {
        "initiative": stones.initiative(s, given.initiative_die),
        "feet_a_turn": feet if left else 0,
        "rolls_ft": rolls.feet,
        "stopped": rolls.stopped,
        "hit_points": left,
        "crossing_ft": stones.crossing_cost(p.condition, given.crossing_ft),
        "saves": stones.saves_asked(given.run_over, given.walks_in),
    }
    steps = [Step("SRD-TRS-02", "initiative", value["initiative"])]
    if given.slowing:
        steps += [Step("SRD-TRS-10", "feet_a_turn", feet), Step("SRD-TRS-11", "stopped", feet == 0)]
    if given.blows:
        steps.append(Step("SRD-TRS-09", "hit_points", left))
    steps.append(Step("SRD-TRS-03" if given.ahead == "open" else "SRD-TRS-06", "rolls_ft", rolls.feet))
    if given.crossing_ft:
        steps.append(Step("SRD-TRS-04", "crossing_ft", value["crossing_ft"]))
    if value["saves"]:
        steps.append(Step("SRD-TRS-05", "saves", value["saves"]))
    return Ruling(value, tuple(steps))


def plan(p: ToolboxParams, given: PlanInput) -> Ruling[dict[str, Any]]:
    """Whether an adventure holds too many traps, or unfair ones."""
    faults: list[InputError] = []
    for place, name in enumerate(given.traps):
        try:
            traps.register().need(f"traps[{place}]", name)
        except InputError as error:
            faults.append(error)
    trapped = len(given.traps) + len(given.own)
    if trapped > given.areas:
        least = Text(f"{trapped} or more", f"{trapped}以上")
        faults.append(InputError("out_of_range", "areas", given.areas, least))
    hold(faults)
    many = mechanisms.too_many_traps(p.trap, given.areas, trapped)
    unfair = [own.name for own in given.own if not traps.is_fair(own.detectable, own.escapable)]
    value = {
        "trapped": trapped,
        "most": given.areas // p.trap.areas_a_trap,
        "too_many": many,
        "unfair": unfair,
    }
    steps = (Step("SRD-TRP-01", "too_many", many), Step("SRD-TRP-02", "unfair", len(unfair)))
    return Ruling(value, steps)


QUESTIONS = (
    Question(
        "trap.stone",
        Text("How the rolling stone goes on", "転がる石のゆくえ"),
        StoneInput,
        stone,
        {
            "initiative_die": 7,
            "slowing": [22, 14],
            "blows": [{"damage": 9}, {"damage": 30}],
            "ahead": "wall",
            "feet_ahead": 40,
        },
        {
            "initiative_die": Text("the die of its Initiative", "イニシアチブの出目"),
            "slowing": Text("totals of Strength (Athletics) checks to slow it", "遅くする〈運動〉判定の合計"),
            "blows": Text("blows against it: damage and type", "石への打撃（damage・type）"),
            "ahead": Text("what lies ahead", "行く手にあるもの"),
            "feet_ahead": Text("how far off that is, in feet", "そこまでの距離（フィート）"),
            "crossing_ft": Text("feet that a creature walks through its space", "石の場所を横切るフィート数"),
            "walks_in": Text(
                "how often a creature walks into it in the turn", "そのターンに自分から触れた回数"
            ),
            "run_over": Text(
                "how often it enters the creature's space in the turn", "石がその者の場所に入った回数"
            ),
        },
    ),
    Question(
        "trap.plan",
        Text("Does an adventure hold too many traps?", "冒険に罠が多すぎない？"),
        PlanInput,
        plan,
        {
            "areas": 5,
            "traps": ["Hidden Pit"],
            "own": [{"name": "lava door", "detectable": False, "escapable": False}],
        },
        {
            "areas": Text("keyed areas of the adventure", "冒険の区域の数"),
            "traps": Text("its traps that are in the book", "本にある罠"),
            "own": Text(
                "traps of your own: can they be found, can one get out of them",
                "自作の罠：見つけられるか、逃れられるか",
            ),
        },
    ),
)
