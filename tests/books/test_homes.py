"""One home for each rule: a function of a book that carries one is called where the rule is at work."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import meikyu

SOURCE = Path(meikyu.__file__).parent
BOOKS = "meikyu.books."

KEEP = {
    "ground.walk_ticks": "worked examples; the walk itself is the kernel's, a step every `ticks_per_cell`",
    "ground.work_ticks": "worked examples; the work itself is the kernel's, `speed` units a tick",
    "rampages.counted": "a fact of the table of rampages",
    "roof.unstable": "the plain way to what the kernel of the ceilings previews; tests hold them equal",
    "rooms.rooms": "the plain way to what the kernel of the rooms finds; tests hold them equal",
    "rooms.components": "part of rooms.rooms",
    "rooms.interior": "part of rooms.rooms",
    "rooms.is_great_cavern": "tells a cavern from a room in rooms.survey, of the worked examples",
    "walks.walking_cells": "worked examples of the walks that haul.pickup makes",
    "walks.fixed_route": "worked examples of the walks that haul.pickup makes",
    "wounds.chances": "exact odds; tests hold the blows of the realm to them",
    "wounds.hours_to_heal": "exact expectations of the worked examples",
    "wounds.after_stopping": "worked examples; stopping a bleeding leaves the wounds alone",
    "wound_odds.deadly_events": "exact odds",
    "wound_odds.death_within": "exact odds",
    "wound_odds.ill_on": "exact odds",
    "wound_odds.mean_hours_to_heal": "exact expectations",
    "wound_odds.mean_wounds": "exact expectations; tests hold the sicknesses of the realm to them",
    "wound_odds.sick_out_chance": "exact odds",
    "sight.is_outsider_seen": "bodies of 2x2 cells come with the adventurers' chapters",
    "sight.heading": "footprints come with the adventurers' chapters",
    "sight.footprint_cell": "footprints come with the adventurers' chapters",
    "sight.footprint_stays": "footprints come with the adventurers' chapters",
    "sight.leaves_footprint": "footprints come with the adventurers' chapters",
}

ODDS = "one die against a DC, of the worked examples; the questions give the same rule's exact odds"
ASKED = "worked examples; the same is answered by asking {} anew"
TOOLBOX = {
    "advice.is_powerful": "worked examples of what advice.advice finds for a whole group",
    "advice.is_unusual": "worked examples of what advice.advice finds for a whole group",
    "advice.warnings": "worked examples of advice.advice, by names",
    "builder.search": "worked examples of builder.best, by names",
    "cackle_fever.latest_end": "worked examples; the journey counts the rounds of laughter themselves",
    "checks.dawns": "worked examples; journey and calendar go dawn by dawn",
    "checks.hours_of_days": "worked examples of the clock",
    "conditions.is_under": "each effect of a journey keeps its own end; worked examples of two together",
    "courses.turns_until_success": "exact odds of effects with a last turn; tests hold still_on to them",
    "curses.exposed_to": "worked examples of the places that curse.judge calls environmental",
    "curses.is_form": "the form is an input's own list of values",
    "encounters.absent": ASKED.format("encounter.judge"),
    "encounters.adjusted": ASKED.format("encounter.judge"),
    "encounters.after_blow": ASKED.format("condition.damage"),
    "encounters.sheet": "the printed encounters, worked out as the book does",
    "encounters.total": "worked examples of xp_of_group, by names",
    "environment.slips": ODDS,
    "fear.is_frightened": ODDS,
    "mechanisms.rubble_cost": ASKED.format("condition.movement"),
    "poison.harvest": ODDS,
    "poison.is_kind": "the kind stands in the poison's row, checked when it is read",
    "poison.may_apply": "whether a Bonus Action is left is the table's to know",
    "poison.may_harvest": "what the creature and the harvester are is the table's to know",
    "poisons.delayed_damage": "worked examples; the journey's midnight deals it",
    "poisons.is_awakened": "worked examples; poison.exposure tells every event that wakes",
    "poisons.later_saves": "worked examples; poison.odds gives the whole course exactly",
    "provisions.may_recover": "worked examples; a journey's night keeps the level of who was not fed",
    "sewer_plague.is_infected": ODDS,
    "sight_rot.is_cured": "worked examples; the contagion's card says what magic ends it",
    "sight_rot.is_infected": ODDS,
    "stones.after_successes": "worked examples of what stones.slowed does check by check",
    "terrain.tried": "worked examples; the journey throws the die and tells it",
    "travel.chosen_pace": "worked examples; a journey refuses paces with words of its own",
    "travel.may_gallop": "worked examples; `ridden` counts the hours that mounts may",
}
KEPT = {"keep": KEEP, "toolbox": TOOLBOX}
"""Functions that only cases and tests call, and why they stay, by book."""

DOORS = {"keep": ("questions",), "toolbox": ("questions", "game", "journey_desk", "journey_words")}
"""How the modules begin by which a book is asked and played."""

Name = tuple[str, str]


def modules() -> dict[str, ast.Module]:
    found: dict[str, ast.Module] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = ("meikyu", *path.relative_to(SOURCE).with_suffix("").parts)
        found[".".join(parts).removesuffix(".__init__")] = ast.parse(path.read_text("utf-8"))
    return found


def imported(tree: ast.Module, known: dict[str, ast.Module]) -> dict[str, Name]:
    """What each imported name means: (module, "") or (module, function)."""
    found: dict[str, Name] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                place = (full, "") if full in known else (node.module, alias.name)
                found[alias.asname or alias.name] = place
    return found


def meant(node: ast.AST, module: str, own: set[str], names: dict[str, Name]) -> Name | None:
    """The module and function that an expression names, if it names one."""
    if isinstance(node, ast.Name):
        place = names.get(node.id)
        return (module, node.id) if node.id in own else place if place and place[1] else None
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        place = names.get(node.value.id)
        return (place[0], node.attr) if place and not place[1] else None
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
        inner = node.value
        if isinstance(inner.value, ast.Name) and inner.value.id in names:
            return f"{names[inner.value.id][0]}.{inner.attr}", node.attr
    return None


def owner(node: ast.stmt) -> str:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return node.name
    targets = node.targets if isinstance(node, ast.Assign) else []
    return targets[0].id if targets and isinstance(targets[0], ast.Name) else ""


def uses(known: dict[str, ast.Module]) -> dict[Name, set[Name]]:
    """What each function, class and constant of the package names."""
    found: dict[Name, set[Name]] = {}
    for module, tree in known.items():
        names, own = imported(tree, known), {owner(node) for node in tree.body} - {""}
        for node in tree.body:
            at = (module, owner(node))
            for part in ast.walk(node):
                what = meant(part, module, own, names)
                if what is not None and what != at:
                    found.setdefault(at, set()).add(what)
    return found


def carriers(known: dict[str, ast.Module], book: str) -> Iterator[Name]:
    """The functions of the book that carry a rule."""
    for module, tree in known.items():
        if module.startswith(f"{BOOKS}{book}.") and not is_door(module, book):
            for node in tree.body:
                marks = node.decorator_list if isinstance(node, ast.FunctionDef) else []
                if any(isinstance(m, ast.Call) and getattr(m.func, "id", "") == "rule" for m in marks):
                    yield module, owner(node)


def is_door(module: str, book: str) -> bool:
    """A question, a game or a desk, or what lies outside the book."""
    inner = module.removeprefix(f"{BOOKS}{book}.")
    return inner == module or inner.startswith(DOORS[book])


@pytest.fixture(scope="module", params=KEPT)
def idle(request: pytest.FixtureRequest) -> tuple[str, set[str]]:
    """A book, and its carriers that nothing outside the book, no question and no game comes to."""
    known, book = modules(), str(request.param)
    edges = uses(known)
    waiting = [k for k in edges if is_door(k[0], book)]
    seen: set[Name] = set()
    while waiting:
        at = waiting.pop()
        if at not in seen:
            seen.add(at)
            waiting += edges.get(at, ())
    lost = {(m, f) for m, f in carriers(known, book) if (m, f) not in seen}
    assert len(lost) < len(list(carriers(known, book))) // 4
    return book, {f"{m.removeprefix(f'{BOOKS}{book}.')}.{f}" for m, f in lost}


def test_every_carrier_is_called_or_has_a_reason_to_stay(idle: tuple[str, set[str]]) -> None:
    book, lost = idle
    assert sorted(lost - KEPT[book].keys()) == []


def test_no_reason_is_left_over(idle: tuple[str, set[str]]) -> None:
    book, lost = idle
    assert sorted(KEPT[book].keys() - lost) == []
