"""Facts of the ceiling over a cell: cracked, held up or bare, or unstable once it is dug."""

from __future__ import annotations

from typing import Any

from meikyu.core.clock import duration
from meikyu.core.ruling import rule
from meikyu.errors import Text
from meikyu.realm.inspect.words import fact
from meikyu.realm.state import Mark
from meikyu.realm.systems import ceilings
from meikyu.realm.world import World

LABEL = Text("Ceiling", "天井")
HELD = Text("held up", "支えられている")
BARE = Text("nothing holds it up", "支えがない")
SHAKY = Text("would crack once this is dug", "ここを掘るとひびが入る")


@rule("KEP-ROOF-11", "KEP-ROOF-12", "KEP-ROOF-23")
def ceiling(world: World, x: int, y: int, lang: str) -> list[dict[str, Any]]:
    """What is to be said of the ceiling of a cell; nothing where it cannot fall."""
    cells = world.state.cells
    if cells.crack[y, x] >= 0:
        left = duration(max(0, int(cells.crack[y, x]) - world.state.tick))
        text = Text(f"cracked, falls in {left.en}", f"ひび：あと{left.ja}で崩れる")
        return [fact(lang, LABEL, text, "KEP-ROOF-12")]
    if cells.mark[y, x] & Mark.DIG:
        return [fact(lang, LABEL, SHAKY, "KEP-ROOF-11")] if (x, y) in ceilings.preview(world, []) else []
    holds = ceilings.is_held(world, x, y)
    return [] if holds is None else [fact(lang, LABEL, HELD if holds else BARE, "KEP-ROOF-06")]
