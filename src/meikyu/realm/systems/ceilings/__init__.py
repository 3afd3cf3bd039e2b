"""Ceilings (KEP-ROOF): dug spaces that need support, cracks, the fall, and the look ahead at dig marks."""

from meikyu.realm.systems.ceilings.falling import fall
from meikyu.realm.systems.ceilings.watching import is_held, left_bare, preview, run

__all__ = ["fall", "is_held", "left_bare", "preview", "run"]
