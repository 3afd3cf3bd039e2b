"""Ground rules (KEP-SIM): time, distance, chance, checks, work, fuel, darkness."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from meikyu.books.keep.params import DurationParams, KeepParams, SimParams
from meikyu.core.clock import TICKS_PER_DAY
from meikyu.core.ruling import Ruling, Step, rule
from meikyu.errors import BookError, Text

STATS = ("hunting", "labour", "craft", "arcana", "cruelty")
"""The five stats in order; `Actors.stats` has a column for each."""


@rule("KEP-SIM-01", "KEP-FOG-01")
def ticks_a_second(p: SimParams, speed: int) -> int:
    """Ticks that pass in a real second at a speed, 1 for normal: then a game minute lasts a second."""
    return p.ticks_per_minute * speed


@rule("KEP-SIM-02")
def ticks_of_minutes(p: SimParams, minutes: int | Fraction) -> int:
    """Ticks of a span in game minutes; a part of a tick counts whole."""
    exact = minutes * p.ticks_per_minute
    return -(-exact.numerator // exact.denominator)


@rule("KEP-SIM-03")
def day_of(opened: int, tick: int) -> int:
    """Day number of a tick, from midnight; `opened` ticks of day 0 had passed when the game opened."""
    return (opened + tick) // TICKS_PER_DAY


@rule("KEP-SIM-03")
def is_allowed_today(day: int, last_day: int) -> int:
    """1 when a once-a-day thing may happen: it has not happened on this day."""
    return int(day != last_day)


@rule("KEP-SIM-05")
def apart(dx: int, dy: int) -> int:
    """Cells between two things at that offset, diagonals counting 1, walls ignored."""
    return max(abs(dx), abs(dy))


@rule("KEP-SIM-06", "KEP-FOG-02", "KEP-HAUL-24")
def walk_ticks(p: SimParams, cells: int) -> int:
    """Ticks a healthy body walks for `cells` steps; no stat, load or darkness changes the pace."""
    return p.ticks_per_cell * cells


@rule("KEP-SIM-07")
def succeeds(chance: int, drawn: int) -> int:
    """1 when a number 0-99 drawn is below the chance, which is taken as 0 to 100."""
    return int(drawn < min(100, max(0, chance)))


@rule("KEP-SIM-08")
def stat_band(p: SimParams, low: int, high: int) -> tuple[int, int]:
    """The least and the greatest value that a stat of this band may have."""
    return min(max(low, p.stat_min), p.stat_max), min(high, p.stat_max)


@rule("KEP-SIM-09", "KEP-FOOD-13", "KEP-BLD-16", "KEP-HAUL-23")
def fumble_percent(p: SimParams, value: int, campfire: int, dark: int) -> int:
    """Chance in percent that a checked task fumbles.

    Args:
        p: numbers.
        value: check value of the job, or -1 for a job without one, which cannot fumble.
        campfire: 1 when cooking at a campfire.
        dark: 1 when the worked cell is dark.
    """
    if value < 0:
        return 0
    base = max(p.fumble_min, p.fumble_base - value)
    return min(100, base + p.campfire_points * campfire + p.dark_points * dark)


@rule("KEP-SIM-10", "KEP-ROOM-03", "KEP-ROOM-04", "KEP-HAUL-25")
def speed_percent(p: SimParams, value: int, in_room: int, quick: int, pestered: int) -> int:
    """Work speed in percent; also the work units that a tick adds.

    Args:
        p: numbers.
        value: check value, or -1 for a job without one.
        in_room: 1 when the worker's cell belongs to a room.
        quick: 1 for a worker with Quick work.
        pestered: 1 while somebody pesters the worker.
    """
    base = p.speed_unchecked if value < 0 else min(p.speed_cap, p.speed_base + p.speed_per_value * value)
    bonus = p.room_bonus * in_room + p.goblin_bonus * quick + p.pestered_bonus * pestered
    return max(1, base * (100 + bonus) // 100)


@rule("KEP-SIM-10")
def work_needed(minutes: int) -> int:
    """Work units of a task of so many minutes at 100% speed."""
    return minutes * 1000


@rule("KEP-SIM-10")
def work_ticks(need: int, speed: int) -> int:
    """Ticks until work at `speed` units a tick reaches the need."""
    return -(-need // speed)


@rule("KEP-SIM-11")
def base_minutes(p: DurationParams, task: str, percent: int) -> int:
    """Minutes of a task at 100% speed; 0 for one that its row does not allow.

    Args:
        p: numbers.
        task: name of a duration, such as "dig" or "trap".
        percent: what the row says of it: 100 for most, 200 for ground that is twice as hard.
    """
    minutes: int = getattr(p, task)
    return max(1, minutes * percent // 100) if percent > 0 else 0


@rule("KEP-SIM-12")
def work_after_fumble(p: SimParams, done: int, need: int) -> int:
    """Work units left in a cell or site after a fumble at digging or building."""
    return max(0, done - need * p.work_lost_percent // 100)


@rule("KEP-SIM-14", "KEP-FOG-44")
def fuel_ticks(p: SimParams, hours: int) -> int:
    """Ticks that one load of fuel burns, by the hours of the row."""
    return hours * 60 * p.ticks_per_minute


@rule("KEP-SIM-14", "KEP-FOG-43", "KEP-FOG-44")
def is_burning(tick: int, out_tick: int) -> int:
    """1 while the fuel lasts: before the tick at which it is gone."""
    return int(tick < out_tick)


@rule("KEP-SIM-14", "KEP-FOG-44")
def wants_fuel(p: SimParams, tick: int, out_tick: int) -> int:
    """1 when a refuel task is due: little fuel is left, or none."""
    return int(out_tick - tick <= p.refuel_hours_left * 60 * p.ticks_per_minute)


@rule("KEP-SIM-15")
def is_dark(burning_lights: int) -> int:
    """1 for a cell that no burning thing lights."""
    return int(burning_lights == 0)


@rule("KEP-SIM-17")
def scaled_count(p: SimParams, count: int, width: int, height: int) -> int:
    """How many of a thing counted for the standard map belong on a map of this size; halves round up."""
    return (2 * count * width * height + p.counted_area) // (2 * p.counted_area)


class Amount(NamedTuple):
    """So many of one thing, as the content tables write it ("stone:2")."""

    id: str
    pieces: int


@rule("KEP-BLD-25", "KEP-BLD-27", "KEP-FOOD-39", "KEP-HAUL-06", "KEP-HAUL-07", "KEP-SIM-11")
def number_of(p: KeepParams, cell: str) -> int:
    """A number of a row: written out, or by its key among the book's own ("minutes.cook"); 0 where empty.

    Raises:
        BookError: the cell is neither a whole number nor such a key.
    """
    section, _, name = cell.partition(".")
    try:
        return int(getattr(getattr(p, section), name)) if name else int(cell or 0)
    except (AttributeError, ValueError) as error:
        told = Text(f"{cell!r} is neither a number nor a key", f"{cell!r} は数でも数値表の鍵でもありません")
        raise BookError(told) from error


@rule("KEP-SIM-16")
def yield_of(p: KeepParams, text: str) -> tuple[Amount, ...]:
    """What a row's cell gives or takes: parts by `;`, counts by `:`, one where no count stands."""
    parts = (part.rpartition(":") if ":" in part else (part, ":", "1") for part in text.split(";") if part)
    found = (Amount(name, number_of(p, count)) for name, _, count in parts)
    return tuple(amount for amount in found if amount.pieces)


def checked_work(
    p: SimParams,
    *,
    minutes: int,
    value: int,
    in_room: int = 0,
    quick: int = 0,
    dark: int = 0,
    campfire: int = 0,
) -> Ruling[int]:
    """Ticks that a task takes, with its speed and its chance to fumble."""
    speed = speed_percent(p, value, in_room, quick, 0)
    need = work_needed(minutes)
    ticks = work_ticks(need, speed)
    steps = [Step("KEP-SIM-10", "speed", speed), Step("KEP-SIM-10", "ticks", ticks)]
    if value >= 0:
        steps.append(Step("KEP-SIM-09", "fumble", fumble_percent(p, value, campfire, dark)))
    return Ruling(ticks, tuple(steps))
