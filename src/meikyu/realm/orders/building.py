"""Orders about structures: building sites, taking down, doors, the gathering post."""

from __future__ import annotations

from meikyu.core.ruling import Step, rule
from meikyu.realm import tables
from meikyu.realm.orders.common import (
    Args,
    Cell,
    Cells,
    Order,
    check_cell,
    check_cells,
    check_site,
    check_structure,
    no,
    row_of,
)
from meikyu.realm.state import Op
from meikyu.realm.systems import arts, plans
from meikyu.realm.world import World


class Place(Args):
    """A structure to build; `cells` repeats it at each of them instead of at x, y."""

    structure: str
    x: int = -1
    y: int = -1
    turned: bool = False
    cells: Cells | None = None


class OfSite(Args):
    """A building site."""

    site: int


class Switched(Args):
    """A structure, and whether something about it is on."""

    structure: int
    on: bool


class Door(Args):
    """A door, and whether it stands open."""

    structure: int
    open: bool


def _spots(args: Place) -> list[Cell]:
    return args.cells or [(args.x, args.y)]


def _against_place(world: World, args: Place) -> list[Step]:
    """The reasons against a site, those of the first cell where it fits nowhere."""
    if args.cells is None:
        check_cell(world, args.x, args.y)
    else:
        check_cells(world, args.cells)
    kind = row_of(world.content.structure, "structure", args.structure)
    general = may_build(world, kind)
    if general:
        return general
    reasons: list[Step] = []
    for n, (x, y) in enumerate(_spots(args)):
        found = may_stand(world, kind, x, y, args.turned)
        if not found:
            return []
        if n == 0:
            reasons = found
    return reasons


def may_build(world: World, kind: int) -> list[Step]:
    """The reasons why nobody can build this anywhere."""
    row = world.content.structures[kind]
    if row.job == "none":
        return [no("KEP-BLD-27", "job", row.job, "This cannot be built", "これは建てられません")]
    if row.job == "creature":
        text = ("Only the creature that settles there builds it", "住み着いたクリーチャーだけが作ります")
        return [no("KEP-LAIR-02", "job", row.job, *text)]
    if not arts.is_usable(world, row.unlock):
        return [no("KEP-RES-01", "unlock", row.unlock, "This has not been learned", "まだ習得していません")]
    return []


def may_stand(world: World, kind: int, x: int, y: int, turned: bool) -> list[Step]:
    """The reasons why this structure cannot stand with its north-west cell at (x, y); none where it can."""
    state = world.state
    row = world.content.structures[kind]
    cells = tables.footprint(x, y, *tables.size_of(world, kind, turned))
    if not all(0 <= cx < state.width and 0 <= cy < state.height for cx, cy in cells):
        return [no("KEP-BLD-27", "inside", 0, "It does not fit on the map", "地図からはみ出します")]
    reasons: list[Step] = []
    if not all(world.content.terrain[state.cells.terrain[cy, cx]].kind == "floor" for cx, cy in cells):
        reasons.append(no("KEP-BLD-27", "floor", 0, "It needs open floor", "床の上にだけ建てられます"))
    if any(state.cells.site[cy, cx] >= 0 for cx, cy in cells):
        reasons.append(
            no(
                "KEP-BLD-04",
                "site",
                0,
                "Something is already planned here",
                "ここにはもう建設の予定があります",
            )
        )
    there = [int(state.cells.structure[cy, cx]) for cx, cy in cells]
    if row.place == "door":
        doors = [s for s in there if s >= 0 and _is_door(world, s)]
        if not doors:
            reasons.append(no("KEP-BLD-12", "door", 0, "A padlock goes on a door", "南京錠は扉に付けます"))
        elif state.structures.locked[doors[0]]:
            text = ("This door has a padlock", "この扉にはもう南京錠があります")
            reasons.append(no("KEP-BLD-12", "door", 1, *text))
    elif any(s >= 0 for s in there):
        reasons.append(no("KEP-BLD-27", "free", 0, "Something stands here", "ここにはもう建造物があります"))
    if row.id.endswith("wall_torch") and not _has_wall(world, x, y):
        reasons.append(
            no("KEP-FOG-40", "wall", 0, "It must hang beside a wall", "壁のそばにだけ付けられます")
        )
    return reasons


def _is_door(world: World, structure: int) -> bool:
    return world.content.structures[world.state.structures.kind[structure]].category == "door"


def _has_wall(world: World, x: int, y: int) -> bool:
    state = world.state
    near = [(x + dx, y + dy) for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    return any(
        0 <= cx < state.width and 0 <= cy < state.height and state.cells.opaque[cy, cx] for cx, cy in near
    )


class Padlock(Args):
    """A padlocked door, and whether its padlock is to be taken off."""

    structure: int
    off: bool


def _against_padlock(world: World, args: Padlock) -> list[Step]:
    check_structure(world, args.structure)
    rows = world.state.structures
    if not rows.locked[args.structure]:
        return [no("KEP-BLD-12", "locked", 0, "There is no padlock here", "ここに南京錠はありません")]
    if bool(rows.unlock[args.structure]) == args.off:
        return [no("KEP-BLD-12", "ordered", int(args.off), "That is ordered already", "もう命じてあります")]
    return []


@rule("KEP-BLD-12")
def _padlock(world: World, args: Padlock) -> None:
    world.state.structures.unlock[args.structure] = args.off
    tables.touch(world, "structure", args.structure)
    world.state.task_version += 1


@rule("KEP-BLD-04", "KEP-FOG-06")
def _place(world: World, args: Place) -> None:
    kind = world.content.structure[args.structure]
    for x, y in _spots(args):
        if not may_stand(world, kind, x, y, args.turned):
            tables.add_site(world, kind, x, y, args.turned)


def _against_site(world: World, args: OfSite) -> list[Step]:
    check_site(world, args.site)
    return []


@rule("KEP-BLD-26")
def _cancel(world: World, args: OfSite) -> None:
    tables.remove_site(world, args.site)


def _build_anyway(world: World, args: OfSite) -> None:
    """KEP-BLD-18: the player lets a site close the way."""
    known: list[int] = world.state.settings.setdefault("build_anyway", [])
    world.state.settings["build_anyway"] = sorted({*known, args.site})
    tables.touch(world, "site", args.site)
    world.state.task_version += 1


def _against_unbuild(world: World, args: Switched) -> list[Step]:
    check_structure(world, args.structure)
    row = world.content.structures[world.state.structures.kind[args.structure]]
    if row.job == "none":
        return [no("KEP-BLD-26", "job", row.job, "This cannot be taken down", "これは取り壊せません")]
    return []


def _unbuild(world: World, args: Switched) -> None:
    world.state.structures.unbuild[args.structure] = args.on
    if not args.on:
        plans.stop_work(world, (Op.UNBUILD, args.structure, -1))
    tables.touch(world, "structure", args.structure)
    world.state.task_version += 1


def _against_door(world: World, args: Door) -> list[Step]:
    check_structure(world, args.structure)
    if not _is_door(world, args.structure):
        return [no("KEP-FOG-27", "door", 0, "This is no door", "これは扉ではありません")]
    return []


@rule("KEP-FOG-27")
def _door(world: World, args: Door) -> None:
    tables.set_door(world, args.structure, args.open)


def _against_hunt(world: World, args: Switched) -> list[Step]:
    check_structure(world, args.structure)
    if world.content.structures[world.state.structures.kind[args.structure]].id != "gathering_post":
        return [
            no(
                "KEP-HUNT-01",
                "post",
                0,
                "Only a gathering post has this button",
                "採集所だけにあるボタンです",
            )
        ]
    return []


@rule("KEP-HUNT-03", "KEP-HUNT-09")
def _hunt(world: World, args: Switched) -> None:
    world.state.structures.hunt[args.structure] = args.on


ORDERS: dict[str, Order] = {
    "place_site": Order(Place, _against_place, _place),
    "cancel_site": Order(OfSite, _against_site, _cancel),
    "build_anyway": Order(OfSite, _against_site, _build_anyway),
    "unbuild": Order(Switched, _against_unbuild, _unbuild),
    "door": Order(Door, _against_door, _door),
    "padlock": Order(Padlock, _against_padlock, _padlock),
    "hunt_button": Order(Switched, _against_hunt, _hunt),
}
