"""One home for each rule: a function of the keep that carries one is called where the rule is at work."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import meikyu

SOURCE = Path(meikyu.__file__).parent
BOOK = "meikyu.books.keep."

KEPT = {
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
"""Functions that only cases and tests call, and why they stay."""

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


def carriers(known: dict[str, ast.Module]) -> Iterator[Name]:
    """The functions of the book that carry a rule."""
    for module, tree in known.items():
        if module.startswith(BOOK) and not module.startswith(f"{BOOK}questions"):
            for node in tree.body:
                marks = node.decorator_list if isinstance(node, ast.FunctionDef) else []
                if any(isinstance(m, ast.Call) and getattr(m.func, "id", "") == "rule" for m in marks):
                    yield module, owner(node)


@pytest.fixture(scope="module")
def idle() -> set[str]:
    """Carriers that nothing outside the book and no question comes to."""
    known = modules()
    edges = uses(known)
    waiting = [k for k in edges if not k[0].startswith(BOOK) or k[0].startswith(f"{BOOK}questions")]
    seen: set[Name] = set()
    while waiting:
        at = waiting.pop()
        if at not in seen:
            seen.add(at)
            waiting += edges.get(at, ())
    found = {f"{m.removeprefix(BOOK)}.{f}" for m, f in carriers(known) if (m, f) not in seen}
    assert len(found) < len(list(carriers(known))) // 4
    return found


def test_every_carrier_is_called_or_has_a_reason_to_stay(idle: set[str]) -> None:
    assert sorted(idle - KEPT.keys()) == []


def test_no_reason_is_left_over(idle: set[str]) -> None:
    assert sorted(KEPT.keys() - idle) == []
