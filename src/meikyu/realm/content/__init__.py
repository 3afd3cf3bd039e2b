"""What is in the dungeon: the book's tables as typed rows, found by id. Row numbers go into the state."""

from meikyu.realm.content.arts import Art, art_numbers, arts, stays_days
from meikyu.realm.content.reading import load
from meikyu.realm.content.rows import (
    JOBS,
    LEVELS,
    QUALITIES,
    STATS,
    Amounts,
    Content,
    Creature,
    Item,
    LetterKind,
    Recipe,
    Species,
    Start,
    Structure,
    Terrain,
)

__all__ = [
    "JOBS",
    "LEVELS",
    "QUALITIES",
    "STATS",
    "Amounts",
    "Art",
    "Content",
    "Creature",
    "Item",
    "LetterKind",
    "Recipe",
    "Species",
    "Start",
    "Structure",
    "Terrain",
    "art_numbers",
    "arts",
    "load",
    "stays_days",
]
