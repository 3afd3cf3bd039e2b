"""The asker's language, and what the fields of answers and summaries are called in it."""

from __future__ import annotations

import os
from collections.abc import Mapping

from meikyu.errors import Text

FIELDS = {  # a field that is not here is called by its name
    "able": Text("able to", "できる者"),
    "ate": Text("ate", "食べた"),
    "auto": Text("automatic", "自動勝利"),
    "b": Text("b", "b"),
    "built": Text("built", "建てた"),
    "busy": Text("busy", "手が塞がっている"),
    "cells": Text("cells", "マス"),
    "choice": Text("choice", "選ぶもの"),
    "cleaned": Text("cleaned", "掃除した"),
    "commands": Text("commands", "指示"),
    "cracks": Text("cracks", "ひび"),
    "crisis": Text("crises", "危機"),
    "days": Text("days", "日数"),
    "decayed": Text("decayed", "腐った"),
    "delivered": Text("delivered", "資材を届けた"),
    "dice": Text("dice", "ダイス"),
    "difficulty": Text("difficulty", "難しさ"),
    "digest": Text("digest", "要約値"),
    "digests": Text("digests", "要約値の数"),
    "do": Text("do", "すること"),
    "drank": Text("drank", "酒を飲んだ"),
    "dug": Text("dug", "掘った"),
    "en": Text("English", "英語"),
    "events": Text("events", "出来事"),
    "extra": Text("extra cells", "遠回り"),
    "fight": Text("fight", "戦闘"),
    "file": Text("file", "ファイル"),
    "filth": Text("leaves filth", "汚物が残る"),
    "fished": Text("fished", "釣った"),
    "food": Text("food", "食料"),
    "free": Text("free", "空いている"),
    "fumble": Text("fumbled", "失敗した"),
    "gathered": Text("gathered", "摘んだ"),
    "height": Text("height", "高さ"),
    "ja": Text("Japanese", "日本語"),
    "job": Text("job", "職務"),
    "letter": Text("letters", "届いた手紙"),
    "letters": Text("letters", "残る手紙"),
    "level": Text("level", "段"),
    "level_after": Text("level after", "戦闘後のレベル"),
    "levels": Text("levels", "段"),
    "lowest": Text("lowest bars", "ゲージの最低"),
    "m": Text("m", "m"),
    "made": Text("made", "作った"),
    "minions": Text("minions", "ミニオン"),
    "monster": Text("monster", "魔物"),
    "move": Text("move", "進む向き"),
    "name": Text("name", "名前"),
    "odd_jobber": Text("odd-jobber", "雑役"),
    "off": Text("switched off", "切ってある"),
    "order": Text("order", "順"),
    "passes": Text("passes", "通れる"),
    "picked_up": Text("picked up", "拾い上げた"),
    "pickups": Text("picked up", "拾う数"),
    "range": Text("range", "視界"),
    "raw": Text("raw value", "補正前の値"),
    "recreation": Text("recreation", "娯楽"),
    "refuelled": Text("refuelled", "薪をくべた"),
    "regrew": Text("grew again", "また生えた"),
    "room_found": Text("rooms found", "部屋になった"),
    "room_lost": Text("rooms lost", "部屋でなくなった"),
    "rooms": Text("rooms", "部屋"),
    "route": Text("route", "道順"),
    "s": Text("s", "s"),
    "seconds": Text("seconds", "秒"),
    "seed": Text("seed", "乱数の種"),
    "sequence": Text("sequence", "押す順"),
    "size": Text("size", "大きさ"),
    "sleep": Text("sleep", "睡眠"),
    "slept_on_floor": Text("slept on the floor", "床で寝た"),
    "solved": Text("solved", "解除"),
    "spaces": Text("spaces", "空間"),
    "spots": Text("best spots", "置くとよい所"),
    "stage": Text("stage", "ステージ"),
    "stages": Text("stages", "ステージ"),
    "start": Text("start", "始まり方"),
    "starving": Text("starved", "飢えた"),
    "stock": Text("stock", "在庫"),
    "stored": Text("stored", "しまった"),
    "taken_down": Text("taken down", "取り壊した"),
    "task": Text("task", "仕事"),
    "tick": Text("tick", "ティック"),
    "ticks": Text("ticks", "ティック"),
    "unreachable": Text("cannot get there", "行けない"),
    "unserved": Text("found nobody to serve", "仕えられなかった"),
    "unsupported": Text("cells without support", "支えの届かないマス"),
    "verified": Text("digests equal", "一致した要約値"),
    "version": Text("version", "版"),
    "waiting": Text("waiting", "待っている仕事"),
    "warnings": Text("warnings", "注意"),
    "went_out": Text("fires out", "火が消えた"),
    "why": Text("why", "理由"),
    "width": Text("width", "幅"),
    "wish_eased": Text("wishes of the map eased", "地図の条件を緩めた"),
    "wish_unmet": Text("wishes of the map unmet", "満たせない地図の条件"),
    "woke": Text("woke", "目を覚ました"),
    "zone": Text("zone", "ゾーン"),
}


def language(given: str | None = None, env: Mapping[str, str] = os.environ) -> str:
    """The asker's language: as given, else MEIKYU_LANG, else the locale; "ja" or "en"."""
    names = ("MEIKYU_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    said = given or next((env[n] for n in names if env.get(n)), "en")
    return "ja" if said.startswith("ja") else "en"


def field(key: str, lang: str, names: Mapping[str, Text] | None = None) -> str:
    """What a field is called in `lang`; `names` (of things, by id) go before the words here."""
    said = (names or {}).get(key) or FIELDS.get(key)
    return said.say(lang) if said else key.replace("_", " ")
