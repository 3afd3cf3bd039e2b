"""Scenarios: a map drawn in letters, who and what is on it, orders, and how things stand in the end.

A scenario case (src/meikyu/books/keep/cases/realm_*.toml) has `name`, `rules` and `[case.scenario]` with

- `map`: rows of glyphs. `#` rock, `X` bedrock, `d` dirt, `.` dug floor of the territory, `,` cave floor
  outside it, `~` deep water, `*` rock marked to be dug, `"` floor with a fungus patch, `%` the same marked to
  be gathered, `o` floor with filth, digits: floor where that actor stands, other letters: floor that the case
  speaks of by letter.
- `actors`: by digit, each with `species` ("orc") or `creature` (then WILD), `wounds` (severities by part),
  `bleeding` parts, `down`, `sick`, `ask`, `troll_blood`, `weapon`, `armour`, `shield`,
  `stats` (five, 5 each), `needs` (three in points, 90 each),
  `levels` (by job: off, low, normal, high), `side`,
  `grudge`, `counted` (causes that have counted today), `rampage` (its id; on from the start).
- `allies`, `hated`: pairs of digits. `opened`: "HH:MM" of tick 0, 06:00.
- `items`: `{kind, count, at}` on the floor, `body` (digit of whom a corpse is), `store` to put it into the
  structure of that number, `forbidden`.
- `structures`: `{kind, at}`, `out` for a dead fire, `turned`.
- `ground`: terrain by letter, such as mud. `arts`: learned items of the Dark Arts and their bookshelves.
- `commands`: `{tick, kind, args}`; a letter in `cells` or `at` stands for its cell. `refused`: likewise,
  orders that must be refused. `rampages`: `{tick, actor, kind}`, made to start then.
- `ticks`: how long it runs; or `until`: an event to wait for, at most `ticks`.
- `fumble`: percent of every check (0), or "book"; `dark`: no light but what burns; `settings` of the lord.

`expect` may hold: `tick`; by letter or "x,y" `terrain`, `growth`, `stain`, `territory`, `mark`, `work` and
`lying`; by digit `at`, `act`, `job`, `levels`, `doing`, `needs` (a number or [from, to]), `held`; by number
`stored`, `coming` (pieces spoken for), `onsite`, `burning`; counts `items`, `structures`, `sites`, `tasks`;
by letter `seen`, `lit` and `fog` (0 to 100); `cracked` (rows with x), `walkable` by letter, `cracks` (how
many), `buried` (pieces); `rooms` by name; by digit `alive`, `down`, `points`,
`wounds`, `bleeding`, `bandaged`, `marked` and `weapon`; `grudge`, `causes`, `rampage`, `hated`, `side`,
`speed`, `sick`, `shows` (in fog), `within` (a box never left), and the digit of the `lord`;
`arts` (states), `books` on shelves, `scholarship`, `locked` by number, `count` by side; `events` and `absent`
(lists of facts that some event has, or none);
`letters`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from meikyu.books import keep
from meikyu.books.keep import BOOK
from meikyu.core.log import Command, Event
from meikyu.realm import content as rows
from meikyu.realm import start, tables
from meikyu.realm.commands import plan
from meikyu.realm.inspect.cells import shows_in_fog
from meikyu.realm.mapgen import Made
from meikyu.realm.state import Act, Fact, Mark, Op, Side
from meikyu.realm.step import step
from meikyu.realm.systems import arts, eyes, lights, mood, rampages, roaming, rooms, sight, tasks, wounds
from meikyu.realm.systems.links import links
from meikyu.realm.world import World, derive

GROUND = {
    "#": "rock",
    "X": "bedrock",
    "d": "dirt",
    ",": "cave_floor",
    "~": "deep_water",
    "*": "rock",
}


class Scenario:
    """A scenario set up and ready to run, under a house's numbers where some are given."""

    def __init__(self, facts: dict[str, Any], params: keep.KeepParams | None = None) -> None:
        self.facts = facts
        self.params = BOOK.params() if params is None else params
        self.events: list[Event] = []
        self.been: dict[int, set[tuple[int, int]]] = {}
        lines = facts["map"]
        self.lines = lines
        self.places: dict[str, tuple[int, int]] = {}
        self.world = self._world(lines)
        self._things()
        for system in (lights, rooms, eyes, sight):
            self.world.scratch.rooms_changed = True
            system.run(self.world)
        tasks.update(self.world)
        if not facts.get("dark"):
            self.world.state.cells.lights[:] += 1

    def _world(self, lines: list[str]) -> World:
        content = rows.load(self.params)
        height, width = len(lines), len(lines[0])
        terrain = np.zeros((height, width), np.int16)
        growth = np.full((height, width), -1, np.int16)
        for y, line in enumerate(lines):
            assert len(line) == width, f"row {y} is not as wide as the first"
            for x, glyph in enumerate(line):
                terrain[y, x] = content.ground[GROUND.get(glyph, "dug_floor")]
                if glyph in '"%':
                    growth[y, x] = content.ground["fungus_patch"]
                if glyph.isalnum() and glyph not in GROUND:
                    self.places[glyph] = (x, y)
                if glyph in self.facts.get("ground", {}):
                    terrain[y, x] = content.ground[self.facts["ground"][glyph]]
        made = Made(terrain, growth, (0, 0, 0, 0), (0, 0), (0, 0), (), (), (), 0)
        hours, _, minutes = self.facts.get("opened", "06:00").partition(":")
        opened = int(hours) * 600 + int(minutes) * 10
        state = start.blank(content, self.facts.get("seed", 1), "old_halls", "normal", made, opened)
        state.settings = {"auto_gather": False, **self.facts.get("settings", {})}
        dug = terrain == content.ground["dug_floor"]
        state.cells.territory[:] = dug
        state.cells.dug[:] = dug
        params = self.params
        percent = self.facts.get("fumble", 0)
        points = {} if "fumble" not in self.facts else {"campfire_points": 0, "dark_points": 0}
        if percent != "book":
            params = params._replace(
                sim=params.sim._replace(fumble_base=0, fumble_min=percent, **points),
            )
        world = World(state, params, content, derive(state))
        for y, line in enumerate(lines):
            for x, glyph in enumerate(line):
                mark = {"*": Mark.DIG, "%": Mark.GATHER}.get(glyph)
                if mark:
                    tables.set_mark(world, x, y, mark)
                if glyph == "o":
                    tables.set_stain(world, x, y, content.ground["filth"])
        return world

    def _things(self) -> None:
        world, content = self.world, self.world.content
        self.ids: dict[str, int] = {}
        for thing in self.facts.get("structures", ()):
            x, y = self.cell(thing["at"])
            made = tables.add_structure(
                world, content.structure[thing["kind"]], x, y, thing.get("turned", False)
            )
            if thing.get("out"):
                world.state.structures.burning[made] = False
            if "size" in thing:
                world.state.structures.size[made] = thing["size"]
        for glyph, who in sorted(self.facts.get("actors", {}).items()):
            x, y = self.places[glyph]
            levels = [0] * 15
            for job, level in who.get("levels", {}).items():
                levels[rows.JOBS.index(job)] = rows.LEVELS.index(level)
            side = Side[who.get("side", "WILD" if "creature" in who else "MINION")]
            table, kind = (
                (content.creature, who["creature"])
                if "creature" in who
                else (content.race, who.get("species", "orc"))
            )
            self.ids[glyph] = tables.add_actor(
                world,
                side,
                table[kind],
                x,
                y,
                stats=tuple(who.get("stats", (5, 5, 5, 5, 5))),
                name=f"Actor {glyph}/役者{glyph}",
                needs=tuple(int(600 * n) for n in who.get("needs", (90, 90, 90))),
                levels=tuple(levels),
            )
            if side == Side.LORD:
                world.state.lord = self.ids[glyph]
            rows_ = world.state.actors
            rows_.grudge[self.ids[glyph]] = who.get("grudge", 0)
            for cause in who.get("counted", ()):
                mood.spend(world, self.ids[glyph], cause)
            for slot in ("weapon", "armour", "shield"):
                if slot in who:
                    getattr(world.state.actors, slot)[self.ids[glyph]] = content.item[who[slot]]
            self._wounds(self.ids[glyph], who)
            if side == Side.WILD:
                roaming.roams_later(world, self.ids[glyph])
        for thing in self.facts.get("items", ()):
            x, y = self.cell(thing.get("at", [0, 0]))
            kind = content.item[thing["kind"]]
            if "held" in thing:
                who = self.ids[thing["held"]]
                x, y = int(world.state.actors.x[who]), int(world.state.actors.y[who])
            item = tables.add_item(world, kind, thing.get("count", 1), thing.get("quality", 0), x, y)
            if "store" in thing:
                tables.store_item(world, item, thing["store"])
            if "held" in thing:
                tables.hold(world, item, self.ids[thing["held"]])
            if thing.get("forbidden"):
                world.state.items.forbidden[item] = True
                tables.touch(world, "item", item)
            if "body" in thing:
                world.state.items.body[item] = self.ids[thing["body"]]
        world.state.arts.update(self.facts.get("arts", {}))
        self._bonds()

    def _bonds(self) -> None:
        """Marks that are given; none are thrown. Rampages that are on start now."""
        state = self.world.state
        state.counters["met"] = len(state.names)
        for name, table in (("allies", state.allies), ("hated", state.hated)):
            for one, other in self.facts.get(name, ()):
                for a, b in ((one, other), (other, one)):
                    a_id, b_id = self.ids[a], self.ids[b]
                    table[a_id] = tuple(sorted({*table.get(a_id, ()), b_id}))
        for glyph, who in sorted(self.facts.get("actors", {}).items()):
            if "rampage" in who:
                rampages.start(self.world, self.ids[glyph], keep.rampages.NUMBER[who["rampage"]])

    def _wounds(self, actor: int, who: dict[str, Any]) -> None:
        """Give an actor its wounds, bleeding parts, sickness and knock-out."""
        rows_, parts = self.world.state.actors, wounds.parts_of(self.world, actor)
        names = [part.id for part in parts]
        for part, severities in who.get("wounds", {}).items():
            for severity in severities:
                place = names.index(part) * 3 + keep.wounds.SEVERITIES.index(severity)
                rows_.wounds[actor, place] += 1
        for part in who.get("bleeding", ()):
            wounds.start_bleeding(self.world, actor, names.index(part))
        if "ask" in who:
            rows_.ask[actor] = keep.wounds.SEVERITIES.index(who["ask"])
        rows_.sick[actor] = ("well", "sick", "plague").index(who.get("sick", "well"))
        if who.get("troll_blood"):
            rows_.facts[actor] |= int(Fact.TROLL_BLOOD)
        if who.get("side") == "LORD":
            self.world.state.lord = actor
        wounds.changed(self.world, actor)
        if who.get("down"):
            wounds.fall(self.world, actor)

    def cell(self, place: Any) -> tuple[int, int]:
        if isinstance(place, str):
            return self.places[place]
        return int(place[0]), int(place[1])

    def _args(self, args: dict[str, Any]) -> dict[str, Any]:
        found = dict(args)
        if "cells" in found:
            found["cells"] = [list(self.cell(c)) for c in found["cells"]]
        if "at" in found:
            found["x"], found["y"] = self.cell(found.pop("at"))
        for name in ("structure", "item"):
            if name in found and isinstance(found[name], str) and found[name].isdigit():
                found[name] = int(found[name])
        for name in ("actor", "creature", "target"):
            if found.get(name) in self.ids:
                found[name] = self.ids[found[name]]
        if found.get("level") in rows.LEVELS:
            found["level"] = rows.LEVELS.index(found["level"])
        if "task" in found and isinstance(found["task"], str):
            op = Op[found["task"]]
            found["task"] = int(np.flatnonzero(self.world.state.tasks.kind == op)[0])
        return found

    def run(self) -> None:
        """Play it to its end."""
        until = self.facts.get("until")
        for _ in range(self.facts["ticks"]):
            tick = self.world.state.tick
            due = [c for c in self.facts.get("commands", ()) if c.get("tick", 0) == tick]
            commands = [Command(c["kind"], self._args(c.get("args", {}))) for c in due]
            self._force(tick)
            new = step(self.world, commands)
            self.events += new
            for actor in self.ids.values():
                place = (int(self.world.state.actors.x[actor]), int(self.world.state.actors.y[actor]))
                self.been.setdefault(actor, set()).add(place)
            if until and any(self.is_like(event, until) for event in new):
                return
        assert not until, f"{until} did not come in {self.facts['ticks']} ticks: {self.told()}"

    def _force(self, tick: int) -> None:
        """What is made to happen before a tick: rampages; orders that must be refused."""
        for one in self.facts.get("rampages", ()):
            if one["tick"] == tick:
                rampages.start(self.world, self.ids[one["actor"]], keep.rampages.NUMBER[one["kind"]])
        for one in self.facts.get("refused", ()):
            if one["tick"] == tick:
                assert not plan(self.world, Command(one["kind"], self._args(one["args"]))).value

    def told(self) -> str:
        return "; ".join(f"{e.tick} {e.kind} {e.args}" for e in self.events[-40:])

    def is_like(self, event: Event, facts: dict[str, Any]) -> bool:
        for name, value in facts.items():
            if name in ("kind", "rule", "tick"):
                have = getattr(event, name)
            elif name == "who":
                have, value = event.args.get("actor"), self.ids[value]
            elif name in ("target", "patient", "by", "creature") and isinstance(value, str):
                have, value = event.args.get(name), self.ids[value]
            elif name == "what":
                row = event.args.get("kind", -1)
                have = self.world.content.items[row].id if isinstance(row, int) and row >= 0 else None
            elif name == "where":
                have, value = (event.args.get("x"), event.args.get("y")), self.cell(value)
            else:
                have = event.args.get(name)
            if have != value:
                return False
        return True

    # What is found in the end

    def check(self, expect: dict[str, Any]) -> None:
        """Compare every expected fact with what is found."""
        for name, wanted in expect.items():
            if name in ("events", "absent"):
                for facts in wanted:
                    seen = any(self.is_like(event, facts) for event in self.events)
                    assert seen == (name == "events"), f"{name}: {facts}; {self.told()}"
                continue
            found = getattr(self, f"found_{name}")(wanted)
            assert found == wanted, f"{name}: {found}, not {wanted}; {self.told()}"

    def found_tick(self, wanted: Any) -> int:
        return self.events[-1].tick if self.facts.get("until") else self.world.state.tick

    def _rows_at(self, wanted: dict[str, Any], field: str) -> dict[str, Any]:
        array = getattr(self.world.state.cells, field)
        found = {}
        for letter in wanted:
            x, y = self.cell(eval_cell(letter))
            row = int(array[y, x])
            found[letter] = self.world.content.terrain[row].id if row >= 0 else "none"
        return found

    def found_terrain(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return self._rows_at(wanted, "terrain")

    def found_growth(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return self._rows_at(wanted, "growth")

    def found_stain(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return self._rows_at(wanted, "stain")

    def _numbers_at(self, wanted: dict[str, Any], field: str) -> dict[str, Any]:
        array = getattr(self.world.state.cells, field)
        cells = {letter: self.cell(eval_cell(letter)) for letter in wanted}
        return {letter: array[y, x].item() for letter, (x, y) in cells.items()}

    def found_territory(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return self._numbers_at(wanted, "territory")

    def found_mark(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return self._numbers_at(wanted, "mark")

    def found_work(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return self._numbers_at(wanted, "work")

    def _pieces(self, ids: Any) -> dict[str, int]:
        rows_ = self.world.state.items
        found: dict[str, int] = {}
        for item in ids:
            name = self.world.content.items[rows_.kind[item]].id
            found[name] = found.get(name, 0) + int(rows_.count[item])
        return found

    def found_lying(self, wanted: dict[str, Any]) -> dict[str, Any]:
        found = {}
        for letter in wanted:
            x, y = self.cell(eval_cell(letter))
            found[letter] = self._pieces(self.world.scratch.lying.get(y * self.world.state.width + x, ()))
        return found

    def found_held(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {who: self._pieces(self.world.scratch.held.get(self.ids[who], ())) for who in wanted}

    def found_stored(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {number: self._pieces(self.world.scratch.stored.get(int(number), ())) for number in wanted}

    def found_coming(self, wanted: dict[str, Any]) -> dict[str, Any]:
        kinds = self.world.content.items
        coming = {number: links(self.world).coming.get(int(number), {}) for number in wanted}
        return {number: {kinds[k].id: n for k, n in found.items()} for number, found in coming.items()}

    def found_onsite(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {number: self._pieces(self.world.scratch.onsite.get(int(number), ())) for number in wanted}

    def found_items(self, wanted: dict[str, Any]) -> dict[str, Any]:
        rows_ = self.world.state.items
        return {name: int(rows_.count[rows_.kind == self.world.content.item[name]].sum()) for name in wanted}

    def _count(self, wanted: dict[str, Any], table: str) -> dict[str, Any]:
        kinds = getattr(self.world.state, table).kind
        return {name: int((kinds == self.world.content.structure[name]).sum()) for name in wanted}

    def found_structures(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return self._count(wanted, "structures")

    def found_sites(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return self._count(wanted, "sites")

    def found_tasks(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {name: int((self.world.state.tasks.kind == Op[name]).sum()) for name in wanted}

    def found_burning(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {number: bool(self.world.state.structures.burning[int(number)]) for number in wanted}

    def found_at(self, wanted: dict[str, Any]) -> dict[str, Any]:
        rows_ = self.world.state.actors
        found: dict[str, Any] = {}
        for who, place in wanted.items():
            cell = (int(rows_.x[self.ids[who]]), int(rows_.y[self.ids[who]]))
            found[who] = place if cell == self.cell(place) else list(cell)
        return found

    def found_within(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """The box of cells that an actor has been in all the time: x, y, and the last x, y."""
        found = {}
        for who, box in wanted.items():
            been = self.been[self.ids[who]]
            inside = all(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in been)
            found[who] = box if inside and len(been) > 1 else sorted(been)
        return found

    def found_levels(self, wanted: dict[str, Any]) -> dict[str, Any]:
        table = self.world.state.actors.levels
        return {
            who: {job: rows.LEVELS[table[self.ids[who], rows.JOBS.index(job)]] for job in of}
            for who, of in wanted.items()
        }

    def found_act(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {who: Act(self.world.state.actors.act[self.ids[who]]).name for who in wanted}

    def found_job(self, wanted: dict[str, Any]) -> dict[str, Any]:
        jobs = {who: int(self.world.state.actors.job[self.ids[who]]) for who in wanted}
        return {who: rows.JOBS[job] if job >= 0 else "none" for who, job in jobs.items()}

    def found_doing(self, wanted: dict[str, Any]) -> dict[str, Any]:
        plans = {who: self.world.state.plans[self.ids[who]] for who in wanted}
        return {who: Op(plan[-1].op).name if plan else "none" for who, plan in plans.items()}

    def found_needs(self, wanted: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for who, bars in wanted.items():
            found[who] = {}
            for need, value in bars.items():
                have = self.world.state.actors.needs[
                    self.ids[who], ("food", "sleep", "recreation").index(need)
                ]
                points = have / 600
                if isinstance(value, list):
                    found[who][need] = value if value[0] <= points <= value[1] else points
                else:
                    found[who][need] = value if abs(points - value) < 0.005 else points
        return found

    def found_alive(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {who: bool(self.world.state.actors.alive[self.ids[who]]) for who in wanted}

    def found_down(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {who: wounds.is_down(self.world, self.ids[who]) for who in wanted}

    def found_points(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {who: wounds.points(self.world, self.ids[who]) for who in wanted}

    def found_wounds(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {who: self._parts(who, "wounds") for who in wanted}

    def found_bleeding(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {who: self._parts(who, "bleeds") for who in wanted}

    def found_bandaged(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {who: self._parts(who, "bandaged") for who in wanted}

    def _parts(self, who: str, what: str) -> Any:
        """Severities by part, or the parts that bleed or are bandaged."""
        parts = wounds.facts(self.world, self.ids[who])["parts"]
        if what != "wounds":
            return [part["id"] for part in parts if part[what]]
        names = keep.wounds.SEVERITIES
        told = {p["id"]: [names[s] for s in range(3) for _ in range(p["wounds"][s])] for p in parts}
        return {part: held for part, held in told.items() if held}

    def found_marked(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {who: self.ids[who] in self.world.state.hunts for who in wanted}

    def found_weapon(self, wanted: dict[str, Any]) -> dict[str, Any]:
        kinds = {who: int(self.world.state.actors.weapon[self.ids[who]]) for who in wanted}
        return {
            who: self.world.content.items[kind].id if kind >= 0 else "none" for who, kind in kinds.items()
        }

    def found_grudge(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {who: int(self.world.state.actors.grudge[self.ids[who]]) for who in wanted}

    def found_rampage(self, wanted: dict[str, Any]) -> dict[str, Any]:
        kinds = {who: int(self.world.state.actors.rampage[self.ids[who]]) for who in wanted}
        return {who: keep.rampages.IDS[kind] if kind >= 0 else "none" for who, kind in kinds.items()}

    def found_causes(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {who: [e.cause for e in mood.entries(self.world, self.ids[who])] for who in wanted}

    def found_hated(self, wanted: dict[str, Any]) -> dict[str, Any]:
        names = {actor: glyph for glyph, actor in self.ids.items()}
        return {who: [names[a] for a in self.world.state.hated.get(self.ids[who], ())] for who in wanted}

    def found_arts(self, wanted: dict[str, Any]) -> dict[str, Any]:
        states = arts.screen(self.world)
        return {item: states[item] for item in wanted}

    def found_shows(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {who: shows_in_fog(self.world, self.ids[who]) for who in wanted}

    def found_books(self, wanted: int) -> int:
        return arts.books(self.world)

    def found_scholarship(self, wanted: int) -> int:
        return arts.scholarship(self.world)

    def found_sick(self, wanted: dict[str, Any]) -> dict[str, Any]:
        rows_ = self.world.state.actors
        return {who: ("well", "sick", "plague")[rows_.sick[self.ids[who]]] for who in wanted}

    def found_locked(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {number: bool(self.world.state.structures.locked[int(number)]) for number in wanted}

    def found_count(self, wanted: dict[str, Any]) -> dict[str, Any]:
        rows_ = self.world.state.actors
        return {side: int((rows_.alive & (rows_.side == Side[side])).sum()) for side in wanted}

    def found_lord(self, wanted: str) -> str:
        return {actor: glyph for glyph, actor in self.ids.items()}.get(self.world.state.lord, "none")

    def found_side(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {who: Side(self.world.state.actors.side[self.ids[who]]).name for who in wanted}

    def found_speed(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {who: int(self.world.state.actors.speed[self.ids[who]]) for who in wanted}

    def found_seen(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {cell: count > 0 for cell, count in self._numbers_at(wanted, "viewers").items()}

    def found_lit(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return {cell: count > 0 for cell, count in self._numbers_at(wanted, "lights").items()}

    def found_fog(self, wanted: dict[str, Any]) -> dict[str, Any]:
        p, tick = self.world.params.sight, self.world.state.tick
        lost, inside = self._numbers_at(wanted, "lost"), self._numbers_at(wanted, "lost_inside")
        seen = self.found_seen(wanted)
        return {c: keep.sight.fog_level(p, int(seen[c]), tick - lost[c], int(inside[c]), 100) for c in wanted}

    def found_walkable(self, wanted: dict[str, Any]) -> dict[str, Any]:
        return self._numbers_at(wanted, "walkable")

    def found_cracked(self, wanted: list[str]) -> list[str]:
        crack = self.world.state.cells.crack >= 0
        return [
            "".join("x" if crack[y, x] else "." for x in range(crack.shape[1])) for y in range(crack.shape[0])
        ]

    def found_cracks(self, wanted: int) -> int:
        return int((self.world.state.cells.crack >= 0).sum())

    def found_buried(self, wanted: int) -> int:
        return sum(stack[1] for stacks in self.world.state.buried.values() for stack in stacks)

    def found_rooms(self, wanted: list[str]) -> list[str]:
        return [room.name for room in self.world.state.rooms]

    def found_letters(self, wanted: list[str]) -> list[str]:
        return [letter.kind for letter in self.world.state.letters]


def eval_cell(letter: str) -> Any:
    """A letter, or "x,y"."""
    if "," in letter and len(letter) > 1:
        return [int(part) for part in letter.split(",")]
    return letter


def run(case: dict[str, Any]) -> Scenario:
    """Run a scenario case and check what it expects."""
    scenario = Scenario(case["scenario"])
    scenario.run()
    scenario.check(case.get("expect", {}))
    return scenario
