"""The question of a deed against a trap: looking for it, foiling it, being caught and getting free."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from meikyu.books.toolbox import harm, mechanisms, traps
from meikyu.books.toolbox.checks import Size
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.questions_conditions import DamageType, Few, Points, hold
from meikyu.books.toolbox.questions_traps import TierName
from meikyu.books.toolbox.traps import Trap
from meikyu.core.book import Question
from meikyu.core.ruling import Ruling, Step
from meikyu.core.words import code_of
from meikyu.errors import InputError, Text

Total = Annotated[int, msgspec.Meta(ge=-100, le=200)]
Feet = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Name = Annotated[str, msgspec.Meta(max_length=100)]
Result = Literal["found", "nothing", "foiled", "fires", "inert", "freed", "held", "ready", "fire_meant"]
Deed = Literal[
    "look",
    "set_off",
    "cut_wire",
    "wedge",
    "scrape",
    "hold_lid",
    "step",
    "climb",
    "plug",
    "open",
    "disarm",
    "caught",
    "free",
    "hack",
    "set_up",
]
PITS = ("hidden_pit", "spiked_pit")
PLATES = ("fire_casting_statue", *PITS, "poisoned_darts", "rolling_stone")


class AttemptInput(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of trap.attempt."""

    trap: Name
    deed: Deed
    tier: TierName = "1-4"
    total: Total | None = None
    place: Name | None = None
    found: bool | None = None
    tool: bool | None = None
    distance_ft: Feet | None = None
    in_combat: bool | None = None
    activations: Few | None = None
    steps_onto: Few | None = None
    begins_there: bool | None = None
    same_turn: bool | None = None
    spell: Name | None = None
    ways: Annotated[list[Name], msgspec.Meta(max_length=20)] | None = None
    holes: Few | None = None
    plugged: Few | None = None
    opened_with: Name | None = None
    size: Size | None = None
    damage: Points | None = None
    damage_type: DamageType | None = None
    hit_points: Points | None = None
    attempts: Few | None = None


class Came(NamedTuple):
    """What came of a deed: the result, the rule, the DC met (0 for none), and what is left of the net."""

    result: Result
    rule: str
    dc: int = 0
    hit_points: int | None = None
    minutes: int | None = None


class Way(NamedTuple):
    """A deed: the traps it fits, the facts it needs and may have, and its resolution."""

    fits: tuple[str, ...]
    needs: tuple[str, ...]
    may: tuple[str, ...]
    resolve: Callable[[ToolboxParams, Trap, AttemptInput], Came]


def _won(won: bool, result: Result = "foiled", else_: Result = "nothing") -> Result:
    return result if won else else_


def _cited(record: Trap, *parts: str) -> str:
    """The id of the way to foil or leave a trap that ends so."""
    ids = [way.rule for way in (*record.disarm, *record.escape)]
    return next(found for found in ids if found.endswith(parts))


def _look(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    look = next(d for d in record.detect if d.place == given.place)
    total = given.total or 0
    if look.place == "glyph":
        meant = mechanisms.glyph_meaning(bool(given.found), total, look.dc)
        return Came(_won(bool(meant), "fire_meant"), look.rule, look.dc)
    found = traps.is_found(record.code, look.place, total)
    if look.place == "statue":
        found = mechanisms.sees_glyph(p.trap, given.distance_ft or 0, total, look.dc)
    return Came(_won(found, "found"), look.rule, look.dc)


def _set_off(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    before, steps = given.activations or 0, 1 if given.steps_onto is None else given.steps_onto
    there = bool(given.begins_there)
    if record.code == "poisoned_darts":
        if not mechanisms.darts_fire(steps > 0, there):
            return Came("inert", "SRD-TPD-03")
        return Came(_won(mechanisms.darts_left(p.trap, before), "fires", "inert"), "SRD-TPD-02")
    if record.code == "fire_casting_statue":
        ready = not before or mechanisms.is_ready_again(
            "its turn", "its turn" if given.same_turn else "another"
        )
        fired = mechanisms.statue_activations(steps, there) > 0
        return Came(_won(ready and fired, "fires", "inert"), "SRD-TFS-03" if ready else "SRD-TFS-02")
    live = mechanisms.is_live(bool(record.resets), before)
    return Came(_won(live and steps > 0, "fires", "inert"), "SRD-TRP-07")


def _cut_wire(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    free = bool(given.found) and not traps.check_needed(record.code)
    return Came(_won(free), record.disarm[0].rule)


def _wedge(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    wedged = mechanisms.is_wedged(bool(given.found), bool(given.tool))
    return Came(_won(wedged), _cited(record, "TFS-10", "THP-05", "TPD-08", "TRS-08", "TSP-05"))


def _scrape(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    return Came(_won(mechanisms.is_scraped(bool(given.found), bool(given.tool))), "SRD-TFS-08")


def _hold_lid(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    held = mechanisms.is_held_shut(code_of(given.spell or ""))
    return Came(_won(held), _cited(record, "THP-06", "TSP-06"))


def _step(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    lid = mechanisms.step_on_lid(mechanisms.is_held_shut(code_of(given.spell or "")))
    return Came(
        _won(lid.falls, "fires", "inert"), "SRD-THP-02" if record.code == "hidden_pit" else "SRD-TSP-02"
    )


def _climb(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    out = mechanisms.can_climb(tuple(code_of(way) for way in given.ways or ()))
    if given.total is not None and not out:
        out = mechanisms.climbs_cracks(p.trap, cracks=True, total=given.total)
        return Came(_won(out, "freed", "held"), _cited(record, "THP-08", "TSP-07"), p.trap.crack_dc)
    return Came(_won(out, "freed", "held"), _cited(record, "THP-07", "TSP-07"))


def _plug(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    return Came(_won(mechanisms.is_stopped(given.holes or 0, given.plugged or 0)), "SRD-TPD-07")


def _open(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    strikes = mechanisms.needle_strikes(code_of(given.opened_with or ""))
    return Came(_won(strikes, "fires", "foiled"), "SRD-TPN-02" if strikes else "SRD-TPN-04")


def _disarm(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    dc = int(record.disarm[0].dc)
    if not given.found:
        return Came("nothing", "SRD-TPN-06", dc)
    done = mechanisms.disarm_needle(dc, given.total or 0)
    return Came(_won(done.disarmed, "foiled", "fires"), "SRD-TPN-06", dc)


def _caught(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    dc = traps.figures(record.code, given.tier).dc
    held = harm.is_held(p.net, given.size or "medium", given.total or 0, dc)
    return Came(_won(held, "held", "freed"), "SRD-TFN-04", dc)


def _free(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    dc = traps.figures(record.code, given.tier).escape_dc
    return Came(_won(mechanisms.is_freed(dc, given.total or 0), "freed", "held"), "SRD-TFN-05", dc)


def _hack(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    now = p.net.hit_points if given.hit_points is None else given.hit_points
    left = mechanisms.net_left(p.net, now, given.damage or 0, given.damage_type or "")
    cited = "SRD-TFN-08" if left else "SRD-TFN-07"
    return Came(_won(mechanisms.net_holds(left), "held", "freed"), cited, p.net.armor_class, left)


def _set_up(p: ToolboxParams, record: Trap, given: AttemptInput) -> Came:
    tries = 1 if given.attempts is None else given.attempts
    made = mechanisms.set_net(p.net, given.total or 0, tries, tools=given.tool is not False)
    return Came(_won(made.ready, "ready"), "SRD-TFN-09", p.net.set_dc, None, made.minutes)


ALL = tuple(traps.traps())
DEEDS: dict[Deed, Way] = {
    "look": Way(ALL, ("place", "total"), ("found", "distance_ft", "in_combat"), _look),
    "set_off": Way(ALL, (), ("activations", "steps_onto", "begins_there", "same_turn"), _set_off),
    "cut_wire": Way(("collapsing_roof", "falling_net"), ("found",), (), _cut_wire),
    "wedge": Way(PLATES, ("found", "tool"), (), _wedge),
    "scrape": Way(("fire_casting_statue",), ("found", "tool"), (), _scrape),
    "hold_lid": Way(PITS, ("spell",), (), _hold_lid),
    "step": Way(PITS, (), ("spell",), _step),
    "climb": Way(PITS, (), ("ways", "total"), _climb),
    "plug": Way(("poisoned_darts",), ("holes", "plugged"), (), _plug),
    "open": Way(("poisoned_needle",), ("opened_with",), (), _open),
    "disarm": Way(("poisoned_needle",), ("found", "total"), ("in_combat",), _disarm),
    "caught": Way(("falling_net",), ("size", "total"), (), _caught),
    "free": Way(("falling_net",), ("total",), (), _free),
    "hack": Way(("falling_net",), ("damage", "damage_type"), ("hit_points",), _hack),
    "set_up": Way(("falling_net",), ("total",), ("attempts", "tool"), _set_up),
}
FACTS = tuple(dict.fromkeys(name for way in DEEDS.values() for name in (*way.needs, *way.may)))


def _attempt_faults(code: str, given: AttemptInput) -> list[InputError]:
    """What is wrong with an attempt: a deed that does not fit the trap, facts missing or of other deeds."""
    way = DEEDS[given.deed]
    if code not in way.fits:
        return [
            InputError("not_allowed", "deed", given.deed, [d for d, w in DEEDS.items() if code in w.fits])
        ]
    faults: list[InputError] = []
    for name in FACTS:
        got = getattr(given, name)
        if got is None and name in way.needs:
            needed = Text(f"{given.deed} needs {name}", f"{given.deed} には {name} が要ります")
            faults.append(InputError("missing_field", name, None, needed))
        elif got is not None and name not in (*way.needs, *way.may):
            allowed = ["trap", "deed", "tier", *way.needs, *way.may]
            faults.append(InputError("unknown_field", name, got, allowed))
    places = [look.place for look in traps.traps()[code].detect]
    if given.deed == "look" and given.place is not None and given.place not in places:
        faults.append(InputError("not_allowed", "place", given.place, places))
    return faults


def attempt(p: ToolboxParams, given: AttemptInput) -> Ruling[dict[str, Any]]:
    """What comes of one deed against a trap."""
    code = traps.register().need("trap", given.trap)
    hold(_attempt_faults(code, given))
    came = DEEDS[given.deed].resolve(p, traps.traps()[code], given)
    again = None
    steps = [Step(came.rule, "result", came.result)]
    if given.deed in ("look", "disarm"):
        again = mechanisms.may_retry(came.result == "fires", bool(given.in_combat))
        steps.append(Step("SRD-TRP-13", "may_retry", again))
    value = {
        "result": came.result,
        "dc": came.dc or None,
        "may_retry": again,
        "hit_points": came.hit_points,
        "minutes": came.minutes,
    }
    return Ruling(value, tuple(steps))


QUESTIONS = (
    Question(
        "trap.attempt",
        Text("What comes of a deed against a trap", "罠への行いの結果"),
        AttemptInput,
        attempt,
        {"trap": "poisoned_needle", "deed": "disarm", "found": True, "total": 12},
        {
            "trap": Text("the trap, by any name", "罠（コード・英語名・日本語名）"),
            "deed": Text(
                "look, set_off; to foil it cut_wire, wedge, scrape, hold_lid, plug, open, disarm;"
                " pits: step, climb; the net: caught, free, hack, set_up",
                "look・set_off、解除は cut_wire・wedge・scrape・hold_lid・plug・open・disarm、"
                "落とし穴は step・climb、網は caught・free・hack・set_up",
            ),
            "tier": Text("the party's levels", "一行のレベル帯"),
            "total": Text("total of the check or save", "判定・セーヴの合計"),
            "place": Text("look: where", "look：探す所"),
            "found": Text(
                "the wire, plate, lid, glyph or needle has been found", "線・板・蓋・紋様・針を見つけている"
            ),
            "tool": Text(
                "with an Iron Spike, a sharp tool, Thieves' Tools", "鉄杭・鋭い道具・盗賊道具がある"
            ),
            "distance_ft": Text("look at the statue: from how far", "像を探る距離（フィート）"),
            "in_combat": Text("in combat", "戦闘中である"),
            "activations": Text("set_off: how often it fired before", "set_off：これまでの作動回数"),
            "steps_onto": Text("set_off: steps onto it in the turn", "set_off：そのターンに踏み入れた回数"),
            "begins_there": Text("set_off: the turn begins there", "set_off：そこでターンを始める"),
            "same_turn": Text(
                "set_off: it has fired in this very creature's turn",
                "set_off：同じ者のターンにすでに作動した",
            ),
            "spell": Text("spell on the lid, such as arcane_lock", "蓋にかけた呪文（arcane_lock など）"),
            "ways": Text(
                "climb: climb_speed, climbers_kit, spider_climb; or the total, where the wall has cracks",
                "climb：climb_speed・climbers_kit・spider_climb。壁にひびがあれば total",
            ),
            "holes": Text("plug: holes in the walls", "plug：壁の穴の数"),
            "plugged": Text("plug: how many are plugged", "plug：ふさいだ数"),
            "opened_with": Text("open: proper_key, knock, or what else", "open：proper_key・knock・その他"),
            "size": Text("caught: the creature's size", "caught：クリーチャーの大きさ"),
            "damage": Text("hack: damage to the net", "hack：網へのダメージ"),
            "damage_type": Text("hack: its type", "hack：ダメージ種別"),
            "hit_points": Text("hack: Hit Points the net has left", "hack：網の残りHP"),
            "attempts": Text("set_up: attempts so far, this one counted", "set_up：この回を含む試みの数"),
        },
    ),
)
