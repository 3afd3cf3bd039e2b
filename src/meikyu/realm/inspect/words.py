"""Words and small shapes that all facts share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from meikyu.errors import Text
from meikyu.realm.state import Op
from meikyu.realm.world import World

TILES = {"demon_lord": "lord", "outcast": "human"}
"""Pictures of those species that are not called like their picture."""

WORKING: dict[int, Text] = {
    Op.PICK: Text("picking up", "拾っている"),
    Op.STORE: Text("putting into storage", "保管している"),
    Op.GIVE: Text("handing over material", "資材を渡している"),
    Op.DROP: Text("putting things down", "荷を下ろしている"),
    Op.DIG: Text("digging", "採掘中"),
    Op.GATHER: Text("gathering", "採集中"),
    Op.FISH: Text("fishing", "漁の最中"),
    Op.BUILD: Text("building", "建築中"),
    Op.UNBUILD: Text("taking down", "取り壊し中"),
    Op.CRAFT: Text("at work:", "作業中"),
    Op.REFUEL: Text("refuelling", "燃料を補充中"),
    Op.CLEAN: Text("cleaning", "掃除中"),
    Op.WATCH: Text("standing watch", "見張り中"),
    Op.EAT: Text("eating", "食事中"),
    Op.DRINK: Text("drinking", "飲んでいる"),
    Op.SLEEP: Text("asleep", "睡眠中"),
    Op.IDLE: Text("passing the time", "くつろいでいる"),
    Op.SUPERVISE: Text("visiting", "見回り中"),
    Op.FIGHT: Text("fighting", "戦闘中"),
    Op.HUNT: Text("hunting", "狩りの最中"),
    Op.FLEE: Text("running away", "逃走中"),
    Op.ROAM: Text("roaming", "うろついている"),
    Op.LIE: Text("waiting for treatment on", "治療待ち"),
    Op.TREAT: Text("treating", "治療中"),
    Op.WHIP: Text("whipping", "鞭打ちの最中"),
    Op.LAY: Text("laying a corpse on", "死体を安置中"),
    Op.ATTEND: Text("standing by at", "火葬を見守っている"),
    Op.SMASH: Text("smashing", "打ち壊し中"),
    Op.FEAST: Text("feasting at", "宴の最中"),
    Op.LOITER: Text("hanging about", "ぶらついている"),
    Op.PRANK: Text("playing a trick on", "いたずらの最中"),
    Op.LEAVE: Text("leaving for good", "立ち去るところ"),
    Op.BORROW: Text("taking a weapon from", "武器を借りている"),
    Op.RETURN: Text("putting a weapon back into", "武器を返している"),
    Op.RESET: Text("setting again", "掛け直している"),
    Op.UNLOCK: Text("taking a padlock off", "南京錠を外している"),
    Op.RITE: Text("holding a rite at", "儀式の最中"),
}
GOING: dict[int, Text] = {
    Op.WALK: Text("walking", "歩いている"),
    Op.WALK_NEXT: Text("walking", "歩いている"),
    Op.PICK: Text("going to pick up", "拾いに行くところ"),
    Op.STORE: Text("carrying to storage", "保管場所へ運ぶところ"),
    Op.GIVE: Text("carrying material to a site", "現場へ資材を運ぶところ"),
    Op.DIG: Text("going to dig", "採掘に向かうところ"),
    Op.GATHER: Text("going to gather", "採集に向かうところ"),
    Op.FISH: Text("going to fish", "漁に向かうところ"),
    Op.BUILD: Text("going to build", "建築に向かうところ"),
    Op.UNBUILD: Text("going to take down", "取り壊しに向かうところ"),
    Op.CRAFT: Text("going to work", "作業に向かうところ"),
    Op.REFUEL: Text("going to refuel", "燃料の補充に向かうところ"),
    Op.CLEAN: Text("going to clean", "掃除に向かうところ"),
    Op.WATCH: Text("going on watch", "見張りに向かうところ"),
    Op.EAT: Text("going to eat", "食べに行くところ"),
    Op.DRINK: Text("going to drink", "飲みに行くところ"),
    Op.SLEEP: Text("going to sleep", "寝に行くところ"),
    Op.IDLE: Text("going to pass the time", "くつろぎに行くところ"),
    Op.SUPERVISE: Text("going to visit", "見回りに向かうところ"),
    Op.FIGHT: Text("going up to", "戦いに向かうところ"),
    Op.HUNT: Text("hunting", "追っているところ"),
    Op.FLEE: Text("running away", "逃走中"),
    Op.ROAM: Text("roaming", "うろついている"),
    Op.LIE: Text("going to lie down on", "治療を受けに行くところ"),
    Op.TREAT: Text("going to treat", "治療に向かうところ"),
    Op.WHIP: Text("going to whip", "鞭打ちに向かうところ"),
    Op.LAY: Text("carrying a corpse to", "死体を運ぶところ"),
    Op.ATTEND: Text("going to stand by at", "火葬を見に行くところ"),
    Op.SMASH: Text("going to smash", "壊しに向かうところ"),
    Op.FEAST: Text("going to feast at", "宴に向かうところ"),
    Op.LOITER: Text("walking about", "ぶらつきに行くところ"),
    Op.PRANK: Text("going to trick", "いたずらに向かうところ"),
    Op.LEAVE: Text("running away for good", "逃げ出すところ"),
    Op.BORROW: Text("going to take a weapon from", "武器を借りに行くところ"),
    Op.RETURN: Text("going to put a weapon back into", "武器を返しに行くところ"),
    Op.RESET: Text("going to set again", "掛け直しに行くところ"),
    Op.UNLOCK: Text("going to take a padlock off", "南京錠を外しに行くところ"),
    Op.RITE: Text("going to hold a rite at", "儀式に向かうところ"),
}
TASKS: dict[int, Text] = {
    Op.PICK: Text("haul", "運搬"),
    Op.CLEAR: Text("clear the site", "現場の片付け"),
    Op.GIVE: Text("bring material", "資材運び"),
    Op.DIG: Text("dig", "採掘"),
    Op.GATHER: Text("gather", "採集"),
    Op.FISH: Text("fish", "漁労"),
    Op.BUILD: Text("build", "建築"),
    Op.UNBUILD: Text("take down", "取り壊し"),
    Op.CRAFT: Text("work at", "作業"),
    Op.REFUEL: Text("refuel", "燃料の補充"),
    Op.CLEAN: Text("clean", "掃除"),
    Op.WATCH: Text("watch", "見張り"),
    Op.RESET: Text("set a trap again", "罠の掛け直し"),
    Op.UNLOCK: Text("take a padlock off", "南京錠の取り外し"),
    Op.RITE: Text("hold a rite", "儀式"),
    Op.SUPERVISE: Text("visit", "見回り"),
    Op.HUNT: Text("hunt", "狩猟"),
    Op.TREAT: Text("treat", "治療"),
    Op.WHIP: Text("whip", "鞭打ち"),
    Op.LAY: Text("cremate", "火葬"),
}


def reason(lang: str, text: Text, rule: str, n: int | str = "", state: str = "") -> dict[str, Any]:
    """One line of the why: a head-count or number, a sentence, the rule."""
    return {"n": str(n), "text": text.say(lang), "rule": rule, "state": state}


def action(
    lang: str, label: Text, kind: str, args: dict[str, Any], *, primary: bool = False
) -> dict[str, Any]:
    """A button: what it is called and the command it gives."""
    return {"label": label.say(lang), "command": {"kind": kind, "args": args}, "primary": primary}


def fact(lang: str, label: Text, value: Text | str | int, rule: str = "") -> dict[str, Any]:
    """A labelled value."""
    shown = value.say(lang) if isinstance(value, Text) else str(value)
    return {"label": label.say(lang), "value": shown, "rule": rule}


def verdict(lang: str, state: str, text: Text) -> dict[str, str]:
    """The answer in a word: ok, note, warn, bad or off."""
    return {"state": state, "text": text.say(lang)}


def joined(lang: str, parts: Iterable[str]) -> str:
    """Parts in one line."""
    return ("、" if lang == "ja" else ", ").join(part for part in parts if part)


def counted(world: World, kinds: Iterable[tuple[int, int]]) -> Text:
    """Amounts of items, such as "stone 2, wood 1"."""
    rows = [(world.content.items[kind].name, count) for kind, count in kinds]
    return Text(
        ", ".join(f"{name.en} {count}" for name, count in rows),
        "、".join(f"{name.ja}{count}" for name, count in rows),
    )
