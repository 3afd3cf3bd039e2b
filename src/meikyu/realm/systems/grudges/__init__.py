"""Grudges on the map: what happens moves them, each cause within its limit; the lord and who follows him."""

from __future__ import annotations

from meikyu.realm.systems import cremation, visits
from meikyu.realm.systems.grudges import bonds, days, happenings, passing, throne
from meikyu.realm.world import World


def run(world: World) -> None:
    """Close the day at midnight, take in the tick's happenings, then what time and places do to grudges."""
    days.begin(world)
    bonds.run(world)
    happenings.run(world)
    passing.run(world)
    days.run(world)
    throne.run(world)
    visits.run(world)
    cremation.run(world)


__all__ = ["bonds", "days", "happenings", "passing", "run", "throne"]
