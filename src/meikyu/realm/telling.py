"""Reports of the realm in words: a headless run, a record, the list of saved dungeons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from meikyu.books import keep
from meikyu.core.clock import clock_of
from meikyu.core.telling import summary_lines, table
from meikyu.errors import Text

_STATES = {
    "broken": Text("broken", "壊れている"),
    "other_version": Text("of another version", "別の版のもの"),
}
EVENTS: dict[str, Text] = {
    "ally_left": Text("allies gone for good", "去った味方"),
    "art_changed": Text("arts usable or not any more", "暗黒術の状態が変わった"),
    "bled": Text("blood lost", "出血した"),
    "blow": Text("blows", "攻撃"),
    "borrowed": Text("weapons taken from racks", "武器を借りた"),
    "burned": Text("cremated", "火葬した"),
    "came_in": Text("wild creatures came in", "野生のクリーチャーが来た"),
    "came_to": Text("came to", "意識が戻った"),
    "ceiling_fell": Text("ceilings fallen", "天井が崩れた"),
    "cracked": Text("ceilings cracked", "天井にひびが入った"),
    "cracks_gone": Text("cracks gone", "ひびが消えた"),
    "cut": Text("cut in treating", "手当てで傷つけた"),
    "deserted": Text("deserted", "脱走した"),
    "destroyed": Text("destroyed by a fall", "崩落で失った建造物"),
    "died": Text("died", "死んだ"),
    "eye_closed": Text("eyes closed", "目が閉じた"),
    "feast": Text("feasts", "宴を開いた"),
    "fell_sick": Text("fell sick", "病気になった"),
    "found": Text("gold found", "金貨を見つけた"),
    "gold_gone": Text("gold stolen for good", "盗まれた金貨が消えた"),
    "grudge": Text("grudge up or down", "鬱憤の増減"),
    "hates": Text("began to hate somebody", "憎むようになった"),
    "healed": Text("wounds got better", "傷が軽くなった"),
    "held": Text("held up", "足止めされた"),
    "joined_mutiny": Text("joined a mutiny", "反乱に加わった"),
    "knocked_out": Text("knocked out", "昏倒した"),
    "laid": Text("laid on the altar", "祭壇に載せた"),
    "learned": Text("arts learned", "暗黒術を習得した"),
    "lost": Text("dungeon lost", "魔殿が滅んだ"),
    "marked": Text("hunting marks put", "狩猟の印を付けた"),
    "minion_joined": Text("minions joined", "ミニオンが加わった"),
    "new_lord": Text("new demon lords", "新しい魔王"),
    "plague": Text("caught the plague", "疫病にかかった"),
    "pranked": Text("tricks on the lord", "魔王への悪ふざけ"),
    "rampage": Text("rampages", "暴走した"),
    "rampage_over": Text("rampages over", "暴走が終わった"),
    "recovered": Text("recovered", "病気が治った"),
    "returned": Text("weapons given back", "武器を返した"),
    "rite_held": Text("rites held", "儀式を行った"),
    "roused": Text("roused from sleep", "眠りを破られた"),
    "second_wind": Text("got up again", "気を取り直した"),
    "smashed": Text("smashed", "壊した"),
    "summoned": Text("summoned", "召喚した"),
    "took_over": Text("took a job over", "職務を引き継いだ"),
    "trap_set": Text("traps set again", "罠を掛け直した"),
    "trap_sprung": Text("traps set off", "罠が作動した"),
    "treated": Text("treated", "手当てした"),
    "unburied": Text("dug out again", "埋まった品を掘り出した"),
    "unlocked": Text("padlocks taken off", "南京錠を外した"),
    "unmarked": Text("hunting marks taken", "狩猟の印を外した"),
    "unserved": Text("needs that nothing served", "欲求を満たす当てがなかった"),
    "visited": Text("visits of supervisors", "監督が見回った"),
    "whipped": Text("whipped", "鞭で打った"),
    "wounded": Text("wounds", "負傷した"),
}
"""What events are called where they are only counted; the words for the others are those of all fields."""

FOOD = Text("food", "食事")
"""The need, as KEP-NEED-02 calls it; the goods are another word in Japanese."""

_EMPTY = Text("There is no saved dungeon in {place} yet.", "{place} に保存した魔殿はまだありません。")


def names() -> dict[str, Text]:
    """What the things, starts, difficulties, rooms, needs and events of the keep are called, by id."""
    levels = {k: Text(**row["name"]) for k, row in keep.BOOK.toml("difficulty").items()}
    return keep.BOOK.names() | levels | keep.rooms.NAMES | EVENTS | {"food": FOOD}


def realm_lines(told: Mapping[str, Any], lang: str) -> list[str]:
    """A summary of a run or a record, a line a field."""
    return summary_lines(told, lang, names())


def dungeons_lines(found: Sequence[Mapping[str, Any]], place: Path, lang: str) -> list[str]:
    """The saved dungeons, a line each: name, size, seed, start and moment, or what is wrong with it."""
    if not found:
        return [_EMPTY.fill(place=place).say(lang)]
    return table([_dungeon(row, lang) for row in found])


def _dungeon(row: Mapping[str, Any], lang: str) -> list[str]:
    if row["state"] in _STATES:
        return [row["name"], _STATES[row["state"]].say(lang), "", "", ""]
    busy = Text(" (open)", "（使用中）").say(lang) if row["state"] == "open" else ""
    if not row["size"]:  # held by whoever plays it: nothing else is known
        return [row["name"] + busy, "", "", "", ""]
    start = keep.BOOK.names().get(row["start"], Text(row["start"], row["start"]))
    clock = clock_of(row["tick"], row["opened"]).text()
    return [row["name"] + busy, row["size"], str(row["seed"]), start.say(lang), clock.say(lang)]
