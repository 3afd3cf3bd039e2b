"""Facts for pages: what a thing is, how it stands and why, in either language; no layout, no state changed.

Every function gives JSON-like values; who calls holds the session's lock.
"""

from __future__ import annotations

from meikyu.realm.inspect.arts import screen
from meikyu.realm.inspect.card import card
from meikyu.realm.inspect.cells import cell, listing
from meikyu.realm.inspect.house import management, summary
from meikyu.realm.inspect.people import actor
from meikyu.realm.inspect.places import items, site, structure
from meikyu.realm.inspect.table import jobs
from meikyu.realm.inspect.work import foreseen, held_up

__all__ = [
    "actor",
    "card",
    "cell",
    "foreseen",
    "held_up",
    "items",
    "jobs",
    "listing",
    "management",
    "screen",
    "site",
    "structure",
    "summary",
]
