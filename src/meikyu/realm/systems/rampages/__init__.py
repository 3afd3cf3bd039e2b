"""Rampages on the map: when one starts, what each of the fourteen kinds does, and how it ends."""

from __future__ import annotations

from meikyu.realm.systems.rampages.course import end, run
from meikyu.realm.systems.rampages.starting import possible, start
from meikyu.realm.systems.rampages.targets import distances

__all__ = ["distances", "end", "possible", "run", "start"]
