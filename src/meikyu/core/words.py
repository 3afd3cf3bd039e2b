"""What the fields of answers are called in words; a field that is not here is called by its name."""

from __future__ import annotations

from meikyu.errors import Text

FIELDS = {
    "able": Text("able to", "できる者"),
    "auto": Text("automatic", "自動勝利"),
    "b": Text("b", "b"),
    "busy": Text("busy", "手が塞がっている"),
    "cells": Text("cells", "マス"),
    "choice": Text("choice", "選ぶもの"),
    "cracks": Text("cracks", "ひび"),
    "days": Text("days", "日数"),
    "dice": Text("dice", "ダイス"),
    "difficulty": Text("difficulty", "難しさ"),
    "digest": Text("digest", "要約値"),
    "do": Text("do", "すること"),
    "en": Text("English", "英語"),
    "extra": Text("extra cells", "遠回り"),
    "fight": Text("fight", "戦闘"),
    "filth": Text("leaves filth", "汚物が残る"),
    "free": Text("free", "空いている"),
    "ja": Text("Japanese", "日本語"),
    "job": Text("job", "職務"),
    "level": Text("level", "段"),
    "level_after": Text("level after", "戦闘後のレベル"),
    "levels": Text("levels", "段"),
    "m": Text("m", "m"),
    "minions": Text("minions", "ミニオン"),
    "monster": Text("monster", "魔物"),
    "move": Text("move", "進む向き"),
    "odd_jobber": Text("odd-jobber", "雑役"),
    "off": Text("switched off", "切ってある"),
    "order": Text("order", "順"),
    "passes": Text("passes", "通れる"),
    "pickups": Text("picked up", "拾う数"),
    "range": Text("range", "視界"),
    "raw": Text("raw value", "補正前の値"),
    "route": Text("route", "道順"),
    "s": Text("s", "s"),
    "seconds": Text("seconds", "秒"),
    "seed": Text("seed", "乱数の種"),
    "sequence": Text("sequence", "押す順"),
    "size": Text("size", "大きさ"),
    "solved": Text("solved", "解除"),
    "spaces": Text("spaces", "空間"),
    "spots": Text("best spots", "置くとよい所"),
    "stage": Text("stage", "ステージ"),
    "stages": Text("stages", "ステージ"),
    "start": Text("start", "始まり方"),
    "task": Text("task", "仕事"),
    "tick": Text("tick", "ティック"),
    "ticks": Text("ticks", "ティック"),
    "unreachable": Text("cannot get there", "行けない"),
    "unsupported": Text("cells without support", "支えの届かないマス"),
    "waiting": Text("waiting", "待っている仕事"),
    "warnings": Text("warnings", "注意"),
    "why": Text("why", "理由"),
    "zone": Text("zone", "ゾーン"),
}


def field(key: str, lang: str) -> str:
    """What a field is called in `lang`."""
    said = FIELDS.get(key)
    return said.say(lang) if said else key.replace("_", " ")
