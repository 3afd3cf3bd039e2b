"""Facts of one cell, and the text list of what is near it."""

from __future__ import annotations

from typing import Any

import numpy as np

from meikyu.books.keep import ground, sight
from meikyu.books.keep import hunting as hunting_book
from meikyu.core.ruling import rule
from meikyu.errors import Text
from meikyu.realm.inspect.arts import eye_here
from meikyu.realm.inspect.people import doing, title_of
from meikyu.realm.inspect.places import item_title, room_name, site, structure
from meikyu.realm.inspect.roof import ceiling
from meikyu.realm.inspect.words import TASKS, action, fact, joined, reason, verdict
from meikyu.realm.inspect.work import tasks_about, why_unclaimed
from meikyu.realm.sides import SEEN
from meikyu.realm.state import Fact, Mark, Side
from meikyu.realm.systems import bodies, fights, hunting
from meikyu.realm.systems.letters import said
from meikyu.realm.systems.rooms import room_map
from meikyu.realm.tables import OPS_OF_MARKS
from meikyu.realm.world import World

NEAR = 24
MOST = 60
FULL = 100
_RANK = {"bad": 0, "warn": 1, "note": 2, "ok": 3, "off": 4}


def fog_of(world: World, x: int, y: int) -> int:
    """Fog of a cell in percent."""
    cells, tick = world.state.cells, world.state.tick
    seen = int(cells.viewers[y, x] > 0)
    since = max(0, tick - int(cells.lost[y, x]))
    return sight.fog_level(world.params.sight, seen, since, int(cells.lost_inside[y, x]), FULL)


def beings(world: World, x: int, y: int) -> list[int]:
    """Ids of those who stand on a cell and may be seen there, ascending."""
    rows = world.state.actors
    count = len(world.state.names)
    dx, dy = x - rows.x[:count], y - rows.y[:count]
    near = rows.alive[:count] & (dx >= 0) & (dx < bodies.LARGE) & (dy >= 0) & (dy < bodies.LARGE)
    found = [a for a in np.flatnonzero(near).tolist() if max(dx[a], dy[a]) < bodies.size(world, a)]
    fog = fog_of(world, x, y)
    return [a for a in found if sight.is_selectable(fog, FULL, int(shows_in_fog(world, a)))]


@rule("KEP-FOG-08", "KEP-FOG-14", "KEP-FOG-19", "KEP-HUNT-07")
def shows_in_fog(world: World, actor: int) -> bool:
    """True for one whom no fog hides: your own, one with a Hunt mark, an enemy that set off an alarm trap."""
    alarmed = bool(world.state.actors.facts[actor] & Fact.ALARMED)
    return Side(int(world.state.actors.side[actor])) in SEEN or hunting.is_marked(world, actor) or alarmed


def name_of(world: World, x: int, y: int) -> Text:
    """What a cell is called: what is on it, or its ground."""
    state, content = world.state, world.content
    if state.cells.structure[y, x] >= 0:
        return content.structures[state.structures.kind[state.cells.structure[y, x]]].name
    if state.cells.site[y, x] >= 0:
        kind = int(state.sites.kind[state.cells.site[y, x]])
        return Text("{name} (site)", "{name}（建設現場）").fill(name=content.structures[kind].name)
    if state.cells.growth[y, x] >= 0:
        return content.terrain[state.cells.growth[y, x]].name
    return content.terrain[state.cells.terrain[y, x]].name


def cell(world: World, x: int, y: int, lang: str) -> dict[str, Any]:
    """Facts of a cell: what it is, how it stands, why, and what may be done."""
    state = world.state
    there = beings(world, x, y)
    lying = list(world.scratch.lying.get(y * state.width + x, ()))
    shown, reasons, actions = _work(world, x, y, lang)
    facts = _facts(world, x, y, lang)
    lines = [
        joined(lang, [world.name(a).say(lang), title_of(world, a).say(lang), doing(world, a, lang)["text"]])
        for a in there
    ]
    live = joined(
        lang,
        [f"({x},{y}) {name_of(world, x, y).say(lang)}", *_short(world, x, y, lang), shown["text"], *lines],
    )
    return {
        "title": name_of(world, x, y).say(lang),
        "cell": [x, y],
        "verdict": shown,
        "reasons": reasons,
        "actions": [*actions, *_orders(world, x, y, lying, lang), *eye_here(world, x, y, lang)],
        "facts": facts,
        "actors": there,
        "structure": int(state.cells.structure[y, x]),
        "site": int(state.cells.site[y, x]),
        "items": lying,
        "live": live,
    }


def _work(world: World, x: int, y: int, lang: str) -> tuple[dict[str, str], list[Any], list[Any]]:
    """Verdict, reasons and buttons of the work at a cell; a site or structure speaks for itself."""
    state = world.state
    if state.cells.site[y, x] >= 0:
        told = site(world, int(state.cells.site[y, x]), lang)
        return told["verdict"], told["reasons"], told["actions"]
    if state.cells.structure[y, x] >= 0:
        told = structure(world, int(state.cells.structure[y, x]), lang)
        return told["verdict"], told["reasons"], told["actions"]
    best: tuple[int, str, Text, list[Any], list[Any]] | None = None
    for task in tasks_about(world, x, y):
        mark, text, (why, acts) = why_unclaimed(world, task, lang)
        if best is None or _RANK[mark] < best[0]:
            best = (_RANK[mark], mark, text, why, acts)
    if best is not None:
        _, mark, text, why, acts = best
        return verdict(lang, mark, text), [*why, *_dark(world, x, y, lang)], acts
    if state.cells.mark[y, x]:
        text = Text("Marked: work begins when the clock runs", "印あり：時計が進むと仕事になる")
        return verdict(lang, "note", text), _dark(world, x, y, lang), []
    return verdict(lang, "off", Text("", "")), [], []


def _dark(world: World, x: int, y: int, lang: str) -> list[dict[str, Any]]:
    points = world.params.sim.dark_points
    if not ground.is_dark(int(world.state.cells.lights[y, x])):
        return []
    text = Text(f"dark: fumbles {points} points likelier", f"暗い：大失敗が{points}ポイント起きやすい")
    return [reason(lang, text, "KEP-BLD-16", "", "note")]


def _short(world: World, x: int, y: int, lang: str) -> list[str]:
    cells = world.state.cells
    lit = Text("dark", "暗い") if ground.is_dark(int(cells.lights[y, x])) else Text("lit", "明るい")
    fog = Text("in fog", "霧の中") if fog_of(world, x, y) > 0 else Text("", "")
    return [part.say(lang) for part in (lit, fog) if part.en and cells.walkable[y, x]]


def _facts(world: World, x: int, y: int, lang: str) -> list[dict[str, Any]]:
    state, content = world.state, world.content
    cells = state.cells
    found: list[dict[str, Any]] = []
    growth, stain = int(cells.growth[y, x]), int(cells.stain[y, x])
    under = content.terrain[cells.terrain[y, x]]
    if cells.structure[y, x] >= 0 or cells.site[y, x] >= 0 or growth >= 0:
        found.append(fact(lang, Text("Ground", "地面"), under.name))
    minutes = under.dig_minutes
    if minutes > 0:
        done = int(cells.work[y, x]) * 100 // ground.work_needed(minutes)
        text = Text(f"{minutes} min", f"{minutes}分")
        if done:
            text = Text(f"{minutes} min, {done}% done", f"{minutes}分、進み{done}%")
        found.append(fact(lang, Text("Digging", "採掘"), text, "KEP-SIM-11"))
    if stain >= 0:
        found.append(fact(lang, Text("On the floor", "床"), content.terrain[stain].name, "KEP-FOOD-32"))
    if cells.walkable[y, x]:
        dark = ground.is_dark(int(cells.lights[y, x]))
        lit = Text("dark", "暗い") if dark else Text("lit", "明るい")
        found.append(fact(lang, Text("Light", "明かり"), lit, "KEP-SIM-15"))
        room = room_name(world, int(room_map(world)[y, x]))
        owned = Text("territory", "領地") if cells.territory[y, x] else Text("outside", "領地の外")
        where = Text(f"{owned.en}, {room.en}", f"{owned.ja}、{room.ja}") if room else owned
        found.append(fact(lang, Text("Place", "場所"), where, "KEP-ROOM-08" if room else "KEP-ROOM-09"))
    found += ceiling(world, x, y, lang)
    fog = fog_of(world, x, y)
    if fog:
        found.append(fact(lang, Text("Fog", "霧"), f"{fog}%", "KEP-FOG-54"))
    lying = world.scratch.lying.get(y * state.width + x, ())
    if lying:
        names = joined(lang, [item_title(world, i).say(lang) for i in lying])
        found.append(fact(lang, Text("Lies here", "置いてある品"), names, "KEP-HAUL-01"))
    return found


_MARKS = {
    Mark.DIG: ("mark_dig", Text("Dig here", "ここを掘る")),
    Mark.GATHER: ("mark_gather", Text("Gather here", "ここで採集する")),
    Mark.FISH: ("mark_fish", Text("Fish here", "ここで釣る")),
}


def _orders(world: World, x: int, y: int, lying: list[int], lang: str) -> list[dict[str, Any]]:
    """Orders that may be given on a cell, whatever stands there."""
    cells = world.state.cells
    under = world.content.terrain[cells.terrain[y, x]]
    here = {"cells": [[x, y]]}
    found: list[dict[str, Any]] = []
    for mark, (kind, label) in _MARKS.items():
        if cells.mark[y, x] & mark:
            continue
        if _may(world, mark, x, y):
            found.append(action(lang, label, kind, here))
    if cells.mark[y, x]:
        found.append(action(lang, Text("Take the mark away", "印を消す"), "unmark", here))
    if under.passable and cells.structure[y, x] < 0 and cells.site[y, x] < 0:
        if cells.territory[y, x]:
            found.append(action(lang, Text("Give up this cell", "領地から外す"), "give_up", here))
        else:
            found.append(action(lang, Text("Claim this cell", "領地にする"), "claim", here))
    for actor in beings(world, x, y):
        found += hunts(world, actor, lang)
    free = [i for i in lying if not world.state.items.forbidden[i]]
    kept = [i for i in lying if world.state.items.forbidden[i]]
    if free:
        found.append(action(lang, Text("Forbid hauling", "運搬禁止"), "forbid", {"items": free}))
    if kept:
        found.append(action(lang, Text("Allow hauling", "運搬許可"), "allow", {"items": kept}))
    return found


@rule("KEP-HUNT-11", "KEP-HUNT-12")
def hunts(world: World, actor: int, lang: str) -> list[dict[str, Any]]:
    """The order to hunt a wild creature, or to leave it be."""
    if world.state.actors.side[actor] != Side.WILD:
        return []
    on = hunting_book.ORDER not in world.state.hunts.get(actor, ())
    label = Text("Hunt {name}", "狩猟：{name}") if on else Text("Do not hunt {name}", "狩猟をやめる：{name}")
    return [action(lang, label.fill(name=world.name(actor)), "hunt", {"creature": actor, "on": on})]


def _may(world: World, mark: Mark, x: int, y: int) -> bool:
    cells, terrain = world.state.cells, world.content.terrain
    if mark == Mark.GATHER:
        growth = int(cells.growth[y, x])
        return growth >= 0 and terrain[growth].gather_minutes > 0
    under = terrain[cells.terrain[y, x]]
    return (under.dig_minutes if mark == Mark.DIG else under.fish_minutes) > 0


# The text list


def listing(world: World, x: int, y: int, lang: str) -> list[dict[str, Any]]:
    """What is on and near a cell, nearest first: here, orders, beings, dangers, letters."""
    found = [_entry(world, Text("Here", "ここ"), cell(world, x, y, lang)["live"], (x, y), (x, y), lang)]
    found += _marks_near(world, x, y, lang)
    found += _beings_near(world, x, y, lang)
    for letter in world.state.letters:
        if not letter.dismissed:
            row = world.content.letters[world.content.letter[letter.kind]]
            danger = row.urgency == "urgent"
            group = Text("Danger", "危険") if danger else Text("Letter", "手紙")
            entry = _entry(world, group, said(world, letter).say(lang), (letter.x, letter.y), (x, y), lang)
            entry["state"] = "bad" if danger else "note"
            close = Text("Dismiss", "片付ける")
            entry["actions"] = [action(lang, close, "dismiss_letter", {"letter": letter.id})]
            found.append(entry)
    return [found[0], *sorted(found[1:], key=lambda e: e["distance"])][:MOST]


def _entry(
    world: World, group: Text, label: str, place: tuple[int, int], here: tuple[int, int], lang: str
) -> dict[str, Any]:
    away = ground.apart(place[0] - here[0], place[1] - here[1])
    cells = "cell" if away == 1 else "cells"
    where = Text(f"{away} {cells} away", f"{away}マス先") if away else Text("", "")
    return {
        "group": group.say(lang),
        "label": label,
        "cell": list(place),
        "distance": away,
        "where": where.say(lang),
        "state": "",
        "actions": [],
    }


def _marks_near(world: World, x: int, y: int, lang: str) -> list[dict[str, Any]]:
    """Orders drawn or placed near a cell, neighbours of one kind counted together by their nearest."""
    state = world.state
    top, left = max(y - NEAR, 0), max(x - NEAR, 0)
    area = (slice(top, y + NEAR + 1), slice(left, x + NEAR + 1))
    found: list[dict[str, Any]] = []
    order = Text("Order", "命令")
    for mark in Mark:
        ys, xs = np.nonzero(state.cells.mark[area] & mark)
        if not ys.size:
            continue
        away = np.maximum(np.abs(ys + top - y), np.abs(xs + left - x))
        n = int(away.argmin())
        what = TASKS[int(OPS_OF_MARKS[mark])].say(lang)
        label = Text(f"{what}: {ys.size} cells", f"{what}：{ys.size}マス").say(lang)
        found.append(_entry(world, order, label, (int(xs[n]) + left, int(ys[n]) + top), (x, y), lang))
    for number in np.flatnonzero(state.sites.kind >= 0).tolist():
        place = (int(state.sites.x[number]), int(state.sites.y[number]))
        if ground.apart(place[0] - x, place[1] - y) <= NEAR:
            told = site(world, number, lang)
            label = f"{told['title']}: {told['verdict']['text']}"
            entry = _entry(world, order, label, place, (x, y), lang)
            entry["state"] = told["verdict"]["state"]
            entry["actions"] = told["actions"]
            found.append(entry)
    return found


def _beings_near(world: World, x: int, y: int, lang: str) -> list[dict[str, Any]]:
    """The beings that show near a cell, the nearest first, no more than are listed."""
    rows = world.state.actors
    count = len(world.state.names)
    away = np.maximum(np.abs(rows.x[:count] - x), np.abs(rows.y[:count] - y))
    found: list[dict[str, Any]] = []
    near = np.flatnonzero(rows.alive[:count] & (away <= NEAR))
    for actor in near[np.argsort(away[near], kind="stable")].tolist():
        if len(found) == MOST:
            break
        place = (int(rows.x[actor]), int(rows.y[actor]))
        if not shows_in_fog(world, actor) and fog_of(world, *place) >= FULL:
            continue
        parts = [world.name(actor), title_of(world, actor)]
        label = joined(lang, [*(p.say(lang) for p in parts), doing(world, actor, lang)["text"]])
        foe = fights.is_enemy(world, actor)
        group = Text("Danger", "危険") if foe else Text("Being", "者")
        entry = _entry(world, group, label, place, (x, y), lang)
        entry["state"] = "bad" if foe else ""
        entry["actions"] = hunts(world, actor, lang)
        found.append(entry)
    return found
