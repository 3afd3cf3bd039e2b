"""The environment: deep and frigid water, cold, heat, altitude, weather, wind and ice."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from meikyu.books.toolbox.checks import Mode, rounded
from meikyu.books.toolbox.conditions import Visibility, fall_dice
from meikyu.books.toolbox.params import ConditionParams, EnvironmentParams, TravelParams
from meikyu.core import odds
from meikyu.core.dice import Pool
from meikyu.core.ruling import rule

Armor = Literal["none", "light", "medium", "heavy"]
Gear = Literal["none", "blanket", "bedroll"]
Weather = Literal["clear", "heavy_rain", "heavy_snow"]


@rule("SRD-ENV-01")
def is_deep(p: EnvironmentParams, feet: int) -> bool:
    """Whether water is deep water."""
    return feet > p.deep_feet


@rule("SRD-ENV-02")
def deep_dcs(p: EnvironmentParams, hours: Fraction, swim_speed: bool) -> tuple[int, ...]:
    """DCs of the saves of somebody who swims in deep water: one for each full hour."""
    return () if swim_speed else (p.deep_dc,) * rounded(hours)


@rule("SRD-ENV-03")
def is_extreme_cold(p: EnvironmentParams, fahrenheit: int) -> bool:
    """Whether a temperature is extreme cold."""
    return fahrenheit <= p.cold_fahrenheit


@rule("SRD-ENV-04")
def cold_dcs(p: EnvironmentParams, hours: Fraction, resistant: bool) -> tuple[int, ...]:
    """DCs of the saves in extreme cold: one for each hour, none for those whom cold does not harm."""
    return () if resistant else (p.cold_dc,) * rounded(hours)


class Cover(NamedTuple):
    """What gear does to a save: whether it succeeds by itself, and how it is rolled."""

    succeeds: bool
    mode: Mode


@rule("SRD-ENV-05")
def cold_gear(gear: Gear) -> Cover:
    """What a bedroll or a blanket does against extreme cold."""
    return Cover(gear == "bedroll", "advantage" if gear == "blanket" else "flat")


@rule("SRD-ENV-06")
def is_extreme_heat(p: EnvironmentParams, fahrenheit: int, water: bool) -> bool:
    """Whether a temperature is extreme heat for somebody with or without water to drink."""
    return fahrenheit >= p.heat_fahrenheit and not water


@rule("SRD-ENV-07", "SRD-ENV-08")
def heat_dcs(p: EnvironmentParams, hours: Fraction, resistant: bool) -> tuple[int, ...]:
    """DCs of the saves in extreme heat: rising by the hour, none for those whom fire does not harm."""
    return () if resistant else tuple(p.heat_dc + p.heat_step * hour for hour in range(rounded(hours)))


@rule("SRD-ENV-08")
def heat_mode(armor: Armor) -> Mode:
    """How the save against heat is rolled in armor."""
    return "disadvantage" if armor in ("medium", "heavy") else "flat"


@rule("SRD-ENV-09")
def exposed_hours(p: EnvironmentParams, hours: int, break_hours: int) -> int:
    """Hours of exposure that still count after a break."""
    return 0 if break_hours >= p.reset_hours else hours


@rule("SRD-ENV-10", "SRD-ENV-11", "SRD-ENV-12")
def frigid_dcs(p: EnvironmentParams, con_score: int, minutes: Fraction, resistant: bool) -> tuple[int, ...]:
    """DCs of the saves in frigid water: one for each minute beyond the Constitution score."""
    extra = max(rounded(minutes) - con_score, 0)
    return () if resistant else (p.frigid_dc,) * extra


@rule("SRD-ENV-13")
def weather_perception(weather: Weather) -> Mode:
    """How every Wisdom (Perception) check is rolled in such weather, by ear too."""
    return "flat" if weather == "clear" else "disadvantage"


@rule("SRD-ENV-13")
def weather_visibility(weather: Weather) -> Visibility:
    """How well an area is seen in such weather."""
    return "clear" if weather == "clear" else "lightly_obscured"


@rule("SRD-ENV-14", "SRD-ENV-20")
def puts_out_flames(weather: Weather, strong_wind: bool) -> bool:
    """Whether open flames go out."""
    return weather == "heavy_rain" or strong_wind


@rule("SRD-ENV-15", "SRD-ENV-17", "SRD-ENV-18")
def is_acclimated(p: EnvironmentParams, altitude_feet: int, days: int, native: bool) -> bool:
    """Whether a creature counts its hours at that height as anywhere else."""
    if native or altitude_feet < p.altitude_feet:
        return True
    return altitude_feet <= p.acclimation_limit_feet and days >= p.acclimation_days


@rule("SRD-ENV-15")
def counted_hours(p: EnvironmentParams, hours: int, acclimated: bool) -> int:
    """Hours that count toward how long a creature can travel."""
    return hours if acclimated else hours * p.altitude_factor


@rule("SRD-ENV-16")
def altitude_dcs(p: EnvironmentParams, travel: TravelParams, hours: int, acclimated: bool) -> tuple[int, ...]:
    """DCs of a march at altitude: one save for each real hour, at the count reached by then."""
    counts = (counted_hours(p, hour, acclimated) for hour in range(1, hours + 1))
    over = (count - travel.free_hours for count in counts)
    return tuple(travel.march_dc + travel.march_step * extra for extra in over if extra > 0)


@rule("SRD-ENV-19")
def slips(p: EnvironmentParams, total: int) -> bool:
    """Whether a creature on slippery ice falls Prone, with the total of its Dexterity save."""
    return total < p.slippery_dc


@rule("SRD-ENV-19")
def slippery_saves(starts_there: bool, entries: int) -> int:
    """Saves of a turn on slippery ice: one for starting there, one for the first step onto it."""
    return int(starts_there) + int(entries > 0)


@rule("SRD-ENV-20")
def wind_mode(ranged: bool, weapon: bool) -> Mode:
    """How an attack is rolled in a strong wind."""
    return "disadvantage" if ranged and weapon else "flat"


@rule("SRD-ENV-20")
def has_fog(fog: bool, strong_wind: bool) -> bool:
    """Whether fog stays."""
    return fog and not strong_wind


@rule("SRD-ENV-21")
def flyer_falls(p: ConditionParams, height_feet: int, landed: bool) -> int:
    """Dice of damage for a flyer at the end of its turn in a strong wind; 0 where it does not fall far."""
    return 0 if landed else fall_dice(p, height_feet)


@rule("SRD-ENV-22")
def sandstorm_perception(desert: bool, strong_wind: bool, sandstorm: bool) -> Mode:
    """How Wisdom (Perception) is rolled when a strong wind in a desert may raise the sand."""
    return "disadvantage" if desert and strong_wind and sandstorm else "flat"


@rule("SRD-ENV-23")
def ice_pounds(p: EnvironmentParams, roll: int) -> int:
    """Pounds that an area of thin ice holds."""
    return roll * p.ice_pounds


@rule("SRD-ENV-24")
def is_broken(tolerance_pounds: int, weight_pounds: Fraction) -> bool:
    """Whether the ice of an area breaks, and drops everybody on it into frigid water."""
    return weight_pounds > tolerance_pounds


@rule("SRD-ENV-23", "SRD-ENV-24", "SRD-SIM-04")
def p_breaks(p: EnvironmentParams, weight_pounds: Fraction) -> Fraction:
    """The exact chance that an area of thin ice breaks under a weight."""
    holds = odds.of_expr(Pool(p.ice_dice, p.ice_sides))
    return holds.chance(lambda roll: is_broken(ice_pounds(p, roll), weight_pounds))
