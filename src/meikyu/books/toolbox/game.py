"""The game of a journey: a party crosses its stages day by day; see `journey` for its state.

Moves are tuples, their first part says what: `march` pace hours forage, `rest` forage, `encounter`,
`sky`/`wind`/`air` value, `expose` who contagion way, `poison` who code, `ointment` who, `cure` who what,
`tend` who, `level` who change, `apart` who, `brew`. A march and a rest end the day; all others belong to its
morning and are the gamemaster's word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from meikyu.books.toolbox import journey_day as days
from meikyu.books.toolbox import journey_ills as ills
from meikyu.books.toolbox import sight_rot
from meikyu.books.toolbox.journey import (
    AIRS,
    BREEZES,
    SKIES,
    Journey,
    hour_of,
    is_afloat,
    living,
    stage_of,
)
from meikyu.books.toolbox.journey_day import NONE
from meikyu.books.toolbox.journey_input import SAMPLE, read
from meikyu.books.toolbox.journey_turn import Turn
from meikyu.books.toolbox.params import ToolboxParams
from meikyu.books.toolbox.poisons import poisons
from meikyu.books.toolbox.travel import PACE_NAMES, PACES
from meikyu.core.game import Dice
from meikyu.core.log import Event
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import IllegalCommandError, Text

Move = tuple[Any, ...]
DAY_MOVES = ("march", "rest")

WEATHERS: dict[str, tuple[str, ...]] = {"sky": SKIES, "wind": BREEZES, "air": AIRS}
WEATHER_RULES = {"sky": "SRD-ENV-13", "wind": "SRD-ENV-20", "air": "SRD-ENV-03"}


def start(params: ToolboxParams, options: Mapping[str, Any], dice: Dice | None = None) -> Journey:
    """The morning of the first day.

    Args:
        params: numbers of the book.
        options: as `journey_input.JourneyInput`; a sample journey where empty.
        dice: not needed: a journey begins without chance.

    Raises:
        InputError: the first of the faults in the options.
    """
    journey, faults = read(params, options or SAMPLE)
    if journey is None:
        raise faults[0]
    return journey


def _paces(journey: Journey) -> tuple[days.Ordered, ...]:
    """The paces that today allows; `none` aboard, nothing where the party cannot move."""
    if is_afloat(stage_of(journey)):
        return (NONE,)
    top = days.top_pace(journey).value
    return () if top == "special" else PACES[: PACES.index(top) + 1]


def _counts(journey: Journey) -> bool:
    """Whether foraging is of use: somebody counts food or water."""
    return journey.food >= 0 or journey.water >= 0


@rule("SRD-TRV-08", "SRD-TRV-12")
def legal(state: Journey) -> list[Move]:
    """Every move of the morning, the marches first; nothing once the journey is over."""
    if state.over:
        return []
    forage = (False, True) if _counts(state) else (False,)
    most = days.most_hours(state)
    moves: list[Move] = [
        ("march", pace, hours, fed)
        for pace in _paces(state)
        for hours in range(1, most + 1)
        for fed in forage
    ]
    moves += [("rest", fed) for fed in forage]
    moves.append(("encounter",))
    for what, values in WEATHERS.items():
        moves += [(what, v) for v in values if v != getattr(state.weather, what)]
    for who in living(state):
        moves += _of_traveler(state, who)
    if _may_brew(state):
        moves.append(("brew",))
    return moves


def _of_traveler(state: Journey, who: int) -> list[Move]:
    traveler = state.party[who]
    moves: list[Move] = []
    for name, ways in ills.WAYS.items():
        if ills.may_catch(state.p, traveler, name, state.day):
            moves += [("expose", who, name, way) for way in ways]
    moves += [("poison", who, code) for code in poisons()]
    if traveler.blind:
        moves.append(("cure", who, "sight_rot"))
        if state.ointment:
            moves.append(("ointment", who))
    moves += [("cure", who, code) for code in dict.fromkeys(d.poison for d in traveler.doses)]
    if traveler.hp <= 0:
        moves.append(("tend", who))
    moves.append(("level", who, 1))
    if traveler.levels.other:
        moves.append(("level", who, -1))
    moves.append(("apart", who))
    return moves


def _may_brew(state: Journey) -> bool:
    return ills.brewer(state) >= 0 and days.most_hours(state) > state.p.sight_rot.dose_hours


def move_of(told: Any) -> Any:
    """A move as it is kept: a list (as JSON has it) becomes a tuple."""
    return tuple(cast("list[Any]", told)) if isinstance(told, list) else told


def _refusal(cited: str, what: str, value: Any, en: str, ja: str) -> Ruling[bool]:
    return Ruling(False, (Step(cited, what, value, Text(en, ja)),))


@rule("SRD-TRV-08", "SRD-TRV-11")
def plan(state: Journey, move: Any) -> Ruling[bool]:
    """May this be done this morning, and why not."""
    if state.over:
        return _refusal("SRD-TRV-07", "over", state.over, "The journey is over", "旅は終わっています")
    move = move_of(move)
    shaped = isinstance(move, tuple) and bool(cast("Move", move)) and isinstance(move[0], str)
    shape = SHAPES.get(cast("str", move[0])) if shaped else None
    if shape is None or not _fits(state, cast("Move", move), shape):
        told = ", ".join(SHAPES)
        said = (f"Not a move of a journey; there are {told}", f"旅の手ではありません。あるのは {told}")
        return _refusal("SRD-COR-13", "move", str(cast("object", move))[:80], *said)
    move = cast("Move", move)
    if move[0] == "march":
        return _plan_march(state, move)
    if move[0] in ("rest", "encounter", "level", "apart", "poison", *WEATHERS):
        fine = _plain(state, move)
    else:
        fine = move in (_of_traveler(state, move[1]) if len(move) > 1 else [("brew",)] * _may_brew(state))
    if fine:
        return Ruling(True, (Step(RULES[move[0]], "move", move[0]),))
    return _refusal(
        RULES[move[0]],
        "move",
        list(move),
        "Nothing to do there now: it would change nothing, or what it needs is not at hand",
        "今は意味がありません：何も変わらないか、要るものがありません",
    )


def _fits(state: Journey, move: Move, shape: tuple[type, ...]) -> bool:
    """Whether the parts of a move are of the right kinds, and name somebody who lives."""
    parts = move[1:]
    if len(parts) != len(shape) or any(type(v) is not kind for v, kind in zip(parts, shape, strict=True)):
        return False
    if move[0] in TO_SOMEBODY:
        who = cast("int", parts[0])
        return 0 <= who < len(state.party) and not state.party[who].dead
    return True


def _plain(state: Journey, move: Move) -> bool:
    kind = move[0]
    if kind in WEATHERS:
        return move[1] in WEATHERS[kind] and move[1] != getattr(state.weather, kind)
    if kind == "poison":
        return move[2] in poisons()
    if kind == "level":
        held = state.party[cast("int", move[1])].levels.other
        return move[2] == 1 or (move[2] == -1 and held > 0)
    return kind != "rest" or not move[1] or _counts(state)


def _plan_march(state: Journey, move: Move) -> Ruling[bool]:
    _, pace, hours, forage = move
    paces = _paces(state)
    if pace not in paces:
        ruling = days.top_pace(state)
        if pace in PACES and paces and paces != (NONE,):
            top = PACE_NAMES[ruling.value]
            said = Text(f"The top pace today is {top.en}", f"今日の最大ペースは「{top.ja}」です")
        elif paces == (NONE,):
            said = Text(
                "Aboard, the vessel sets the pace: none", "乗り物しだいです。ペースは選べません（none）"
            )
        else:
            said = Text("The party cannot move today", "今日は進めません")
        return Ruling(False, (Step("SRD-TRV-08", "pace_exceeds_maximum", ruling.value, said), *ruling.steps))
    most = days.most_hours(state)
    if not 1 <= hours <= most:
        en, ja = f"The day has room for 1 to {most} hours", f"今日進めるのは1〜{most}時間です"
        return _refusal("SRD-RST-01", "hours", hours, en, ja)
    if forage and not _counts(state):
        en, ja = "Nobody counts food or water on this journey", "この旅では食料と水を数えていません"
        return _refusal("SRD-TRV-28", "forage", forage, en, ja)
    return Ruling(True, (Step("SRD-TRV-12", "hours", hours),))


SHAPES: dict[str, tuple[type, ...]] = {
    "march": (str, int, bool),
    "rest": (bool,),
    "encounter": (),
    "sky": (str,),
    "wind": (str,),
    "air": (str,),
    "expose": (int, str, str),
    "poison": (int, str),
    "ointment": (int,),
    "cure": (int, str),
    "tend": (int,),
    "level": (int, int),
    "apart": (int,),
    "brew": (),
}
TO_SOMEBODY = ("expose", "poison", "ointment", "cure", "tend", "level", "apart")
RULES = {
    **WEATHER_RULES,
    "rest": "SRD-RST-06",
    "encounter": "SRD-TER-01",
    "expose": "SRD-CON-06",
    "poison": "SRD-PSN-01",
    "ointment": "SRD-SRT-04",
    "cure": "SRD-SRT-02",
    "tend": "SRD-RST-01",
    "level": "SRD-CND-11",
    "apart": "SRD-CKF-12",
    "brew": "SRD-SRT-03",
}


def apply(state: Journey, move: Any, dice: Dice) -> tuple[Journey, tuple[Event, ...]]:
    """The journey after a move, and what happened.

    Raises:
        IllegalCommandError: `plan` refuses the move.
    """
    ruling = plan(state, move)
    if not ruling.value:
        raise IllegalCommandError(ruling.steps[0].text or Text("", ""), ruling)
    move = move_of(move)
    turn = Turn(state, dice)
    after = DEEDS[move[0]](turn, state, *move[1:])
    if move[0] in DAY_MOVES:
        return after, tuple(turn.events)
    after = after._replace(party=tuple(turn.party))
    if not turn.alive():
        turn.tell("over", "SRD-CND-11", result="dead")
        after = after._replace(over="dead")
    return after, tuple(turn.events)


def outcome(state: Journey) -> dict[str, Any] | None:
    """How the journey ended: `result` arrived or dead, days, miles, how many live; None while it goes on."""
    if not state.over:
        return None
    return {
        "result": state.over,
        "days": state.day,
        "miles": str(state.miles),
        "alive": len(living(state)),
    }


def _march(turn: Turn, state: Journey, pace: days.Ordered, hours: int, forage: bool) -> Journey:
    return days.march(turn, state, pace, hours, forage)


def _rest(turn: Turn, state: Journey, forage: bool) -> Journey:
    return days.rest(turn, state, forage)


@rule("SRD-TER-01", "SRD-RST-03")
def _encounter(turn: Turn, state: Journey) -> Journey:
    days.noticed(turn, state)
    return state._replace(fought=True)


def _weather(what: str) -> Callable[..., Journey]:
    def change(turn: Turn, state: Journey, value: str) -> Journey:
        turn.tell("weather", WEATHER_RULES[what], what=what, value=value)
        return state._replace(weather=state.weather._replace(**{what: value}))

    return change


def _expose(turn: Turn, state: Journey, who: int, name: str, way: str) -> Journey:
    ills.expose(turn, who, name, way)
    return state


def _poison(turn: Turn, state: Journey, who: int, code: str) -> Journey:
    ills.poison(turn, who, code, hour_of(state))
    return state._replace(fought=True)


@rule("SRD-SRT-04", "SRD-SRT-06")
def _ointment(turn: Turn, state: Journey, who: int) -> Journey:
    turn.change(who, applied=(*turn.party[who].applied, hour_of(state)))
    covered = sight_rot.suppressed_hours(turn.p.sight_rot, turn.party[who].applied, hour_of(state))
    turn.tell("ointment", "SRD-SRT-04", who=who, hours=covered, left=state.ointment - 1)
    return state._replace(ointment=state.ointment - 1)


def _cure(turn: Turn, state: Journey, who: int, what: str) -> Journey:
    ills.cure(turn, who, what)
    return state


def _tend(turn: Turn, state: Journey, who: int) -> Journey:
    turn.change(who, hp=1)
    turn.tell("tended", "SRD-RST-01", who=who, hp=1)
    return state


@rule("SRD-CND-11")
def _level(turn: Turn, state: Journey, who: int, change: int) -> Journey:
    turn.tire(who, "SRD-CND-11", change)
    return state


def _apart(turn: Turn, state: Journey, who: int) -> Journey:
    apart = not turn.party[who].apart
    turn.change(who, apart=apart)
    turn.tell("apart", "SRD-CKF-12", who=who, apart=apart)
    return state


def _brew(turn: Turn, state: Journey) -> Journey:
    return ills.brew(turn, state)


DEEDS: dict[str, Callable[..., Journey]] = {
    "march": _march,
    "rest": _rest,
    "encounter": _encounter,
    "sky": _weather("sky"),
    "wind": _weather("wind"),
    "air": _weather("air"),
    "expose": _expose,
    "poison": _poison,
    "ointment": _ointment,
    "cure": _cure,
    "tend": _tend,
    "level": _level,
    "apart": _apart,
    "brew": _brew,
}
