"""The sides by the book's lists: whom no fog hides, and whose eyes clear it."""

from __future__ import annotations

from meikyu.books.keep import sight
from meikyu.realm.state import Side

KINDS = {
    Side.MINION: "minion",
    Side.LORD: "demon_lord",
    Side.ALLY: "lair_creature",
    Side.PRISONER: "prisoner",
}
"""What the book calls the beings of a side; it names none of the others."""

SEEN = tuple(side for side in Side if sight.is_always_seen(KINDS.get(side, "")))
EYES = tuple(int(side) for side in Side if sight.gives_sight(KINDS.get(side, "")))
