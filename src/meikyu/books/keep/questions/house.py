"""Questions about building, storing and fog: why a site stalls, what a storage takes, when fog is back."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Annotated, Any, Literal

import msgspec

from meikyu.books.keep import building, ground, haul, sight
from meikyu.books.keep.params import KeepParams
from meikyu.books.keep.questions.naming import find, index
from meikyu.core.book import Question
from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.core.ruling import Ruling, Step
from meikyu.errors import Text

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Minutes = Annotated[float, msgspec.Meta(ge=0, le=1_000_000)]
Quality = Literal["none", "poor", "normal", "fine", "masterwork"]
Minimum = Literal["poor", "normal", "fine", "masterwork"]
StorageId = Literal["shelf", "barrel", "weapon_rack", "scrap_heap", "bookshelf", "feeding_place"]


class Stalls(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.build.stalls."""

    trap: bool = False
    forbidden_item: bool = False
    shuts_in: bool = False
    closes_way: bool = False
    reachable: bool = True
    missing: Count = 0
    unreachable: Count = 0
    workers: Count = 1


class Timer(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.fog.timer."""

    territory: bool
    minutes: Minutes


class Accepts(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Inputs of keep.storage.accepts."""

    storage: StorageId
    item: str
    quality: Quality = "none"
    allow: Annotated[list[str], msgspec.Meta(max_length=500)] | None = None
    minimum: Minimum = "poor"
    stacks: Count = 0
    pieces: Count = 0
    keep: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None


def _stalls(p: KeepParams, given: Stalls) -> Ruling[dict[str, Any]]:
    ruling = building.stalls(
        building.SiteFacts(
            given.trap,
            given.forbidden_item,
            given.shuts_in,
            given.closes_way,
            given.reachable,
            given.missing,
            given.unreachable,
            given.workers,
        )
    )
    causes = list(ruling.value)
    letters = [cause for cause in causes if building.letter_due(cause, False)]
    return Ruling({"stalled": bool(causes), "causes": causes, "letters": letters}, ruling.steps)


def _timer(p: KeepParams, given: Timer) -> Ruling[dict[str, Any]]:
    inside = int(given.territory)
    ticks = floor(Fraction(repr(given.minutes)) * TICKS_PER_MINUTE)
    full = 1_000_000 * sight.fog_ticks(p.sight, inside)
    level = Fraction(sight.fog_level(p.sight, 0, ticks, inside, full), full)
    left = max(0, sight.fog_ticks(p.sight, inside) - ticks)
    value = {
        "fog": float(level),
        "complete_in": left / TICKS_PER_MINUTE,
        "real_seconds": left / TICKS_PER_MINUTE,
    }
    rule_id = "KEP-FOG-52" if given.territory else "KEP-FOG-51"
    return Ruling(value, (Step(rule_id, "fog", value["fog"]), Step("KEP-FOG-53", "complete_in", left)))


def _accepts(p: KeepParams, given: Accepts) -> Ruling[dict[str, Any]]:
    from meikyu.books.keep import BOOK

    items = index(BOOK.table("items"))
    item = find(items, given.item, "item")
    store = find(index(BOOK.table("structures")), given.storage, "storage")
    paths = [row["group"].split("/") for row in items.values()]
    groups = {"/".join(path[: n + 1]) for path in paths for n in range(len(path))}
    steps: list[Step] = []
    chosen = given.allow
    if chosen is not None:
        chosen = [
            name if name in groups else find(items, name, f"allow[{n}]")["id"]
            for n, name in enumerate(chosen)
        ]
    kind = store["storage_kind"]
    takes = haul.takes_at_all(kind, item["group"])
    steps.append(Step("KEP-HAUL-20", "takes_at_all", takes))
    if kind == "barrel":
        takes = takes and bool(chosen) and _is_meant(item, (chosen or [])[:1])
        steps.append(Step("KEP-HAUL-19" if not chosen else "KEP-HAUL-05", "chosen", takes))
    elif chosen is not None:
        takes = takes and _is_meant(item, chosen)
        steps.append(Step("KEP-HAUL-11", "allowed", takes))
    good = haul.passes_quality(haul.QUALITIES.index(given.quality), haul.QUALITIES.index(given.minimum))
    steps.append(Step("KEP-HAUL-12", "quality", bool(good)))
    room = _room(p, given, store, int(item["stack"])) if takes and good else 0
    steps.append(Step("KEP-HAUL-18" if kind == "barrel" else "KEP-HAUL-07", "room", room))
    return Ruling({"accepts": bool(takes and good), "room": room}, tuple(steps))


def _is_meant(item: dict[str, str], chosen: list[str]) -> bool:
    """True when one of the chosen groups or item ids means this item."""
    return any(haul.in_group(item["group"], name) or item["id"] == name for name in chosen)


def _room(p: KeepParams, given: Accepts, store: dict[str, str], stack: int) -> int:
    if store["storage_kind"] == "barrel":
        keep = haul.new_keep_count(p.haul) if given.keep is None else given.keep
        return haul.barrel_room(p.haul, 0, 0, keep, given.pieces, 0)
    limit = ground.number_of(p, store["storage_capacity"].partition(":")[2])
    if given.storage == "bookshelf":
        return max(0, limit - given.pieces)
    return haul.stacks_room(limit, given.stacks, stack, 0)


QUESTIONS = (
    Question(
        "build.stalls",
        Text("Why does a building site stall?", "建設現場はなぜ止まる？"),
        Stalls,
        _stalls,
        {"missing": 1, "workers": 0},
        {
            "trap": Text("a trap or padlock, worked by the job Traps", "罠か南京錠。職務「罠」が作業する"),
            "forbidden_item": Text(
                "an item set to Forbid hauling lies on it", "「運搬禁止」の品が載っている"
            ),
            "shuts_in": Text("finishing it would shut somebody in", "完成すると閉じ込められる者がいる"),
            "closes_way": Text(
                "it would close the only way to another order", "ほかの命令への唯一の道をふさぐ"
            ),
            "reachable": Text("a way leads to the site", "現場まで歩いて行ける"),
            "missing": Text("pieces of material that lie nowhere usable", "どこにもない資材の数"),
            "unreachable": Text("pieces that no way leads to", "歩いて行けない資材の数"),
            "workers": Text("minions with the job of the site on", "その職務がオンのミニオンの数"),
        },
    ),
    Question(
        "fog.timer",
        Text("How thick is the fog after a while?", "しばらくたつと霧はどれだけ戻る？"),
        Timer,
        _timer,
        {"territory": False, "minutes": 5},
        {
            "territory": Text(
                "the cell was territory when it was lost from sight", "見えなくなったとき領地だった"
            ),
            "minutes": Text("game minutes since it was lost", "見えなくなってからのゲーム内の分"),
        },
    ),
    Question(
        "storage.accepts",
        Text(
            "Does a storage take an item, and how many pieces?", "保管場所はその品を受け入れる？ 何個まで？"
        ),
        Accepts,
        _accepts,
        {"storage": "shelf", "item": "raw_meat", "allow": ["food/raw_food"]},
        {
            "storage": Text("the storage", "保管場所"),
            "item": Text("id or name of the item", "品の id か名前"),
            "quality": Text("quality of the piece; none where it has none", "品質。ないものは none"),
            "allow": Text(
                "accepted groups and items; for a barrel the one chosen item; left out: as new",
                "受け入れるグループと品。樽なら選んだ1種類。書かなければ新品のまま",
            ),
            "minimum": Text("lowest quality accepted", "受け入れる最低品質"),
            "stacks": Text("stacks or weapons inside", "中にある山や武器の数"),
            "pieces": Text("pieces inside a barrel, books on a bookshelf", "樽の中の個数、本棚の冊数"),
            "keep": Text("keep count of a barrel; left out: the book's 50", "樽の維持数。書かなければ50"),
        },
    ),
)
