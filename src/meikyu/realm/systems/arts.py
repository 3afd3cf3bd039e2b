"""The Dark Arts: what the books on the shelves are worth, learning with them, what can be used now."""

from __future__ import annotations

from meikyu.books.keep import research as book
from meikyu.core.clock import TICKS_PER_MINUTE
from meikyu.core.ruling import rule
from meikyu.realm.content import Art, art_numbers, arts
from meikyu.realm.systems import stock
from meikyu.realm.systems.letters import send
from meikyu.realm.world import World

START = "start"
"""What the tables write in `unlock` for what needs no learning."""


def shelves(world: World) -> dict[int, book.Shelf]:
    """The bookshelves that stand, by id: their books, and the item each holds."""
    held = {shelf: item for item, shelf in sorted(world.state.arts.items())}
    ids = stock.places(world, "bookshelf").tolist()
    return {shelf: book.Shelf(books_on(world, shelf), held.get(shelf)) for shelf in ids}


def books_on(world: World, shelf: int) -> int:
    """Books on one bookshelf."""
    rows = world.state.items
    kind = world.content.item["book"]
    return sum(int(rows.count[i]) for i in world.scratch.stored.get(shelf, ()) if rows.kind[i] == kind)


@rule("KEP-RES-15")
def books(world: World) -> int:
    """Books on all bookshelves together."""
    return sum(shelf.books for shelf in shelves(world).values())


@rule("KEP-RES-01", "KEP-RES-02")
def scholarship(world: World) -> int:
    """Scholarship that the bookshelves give now."""
    return book.scholarship(world.params.research, list(shelves(world).values()))


@rule("KEP-RES-08", "KEP-RES-09", "KEP-RES-10", "KEP-RES-12")
def learned(world: World) -> dict[str, book.ItemState]:
    """The state of every learned item, lost ones too."""
    if not world.state.arts:
        return {}
    rows = arts()
    ruling = book.state_of_learned(
        world.params.research,
        shelves=list(shelves(world).values()),
        learned=sorted(world.state.arts),
        parents={art.id: art.parent for art in rows if art.parent},
        names={art.id: art.name for art in rows},
    )
    return ruling.value


def is_usable(world: World, item: str) -> bool:
    """True for an item that can be used now, and for what needs no learning."""
    if item == START:
        return True
    if item not in world.state.arts:
        return False
    return learned(world)[item].state == book.USABLE


def _about(world: World, art: Art, known: dict[str, book.ItemState]) -> tuple[str, str | None]:
    """State of an item as a learned one, "" where it is not, and likewise of the one above it or None."""

    def of(item: str) -> str:
        return known[item].state if item in known else ""

    return of(art.id), of(art.parent) if art.parent else None


@rule("KEP-RES-19", "KEP-RES-16", "KEP-RES-17")
def screen(world: World) -> dict[str, str]:
    """The state of every item as the screen shows it, in the order of the table."""
    known, have = learned(world), scholarship(world)
    found: dict[str, str] = {}
    for art in arts():
        state, parent = _about(world, art, known)
        found[art.id] = book.shown_state(
            world.params.research, is_open=int(art.is_open), learned=state, parent=parent, have=have
        )
    return found


@rule("KEP-RES-03", "KEP-RES-11", "KEP-RES-16")
def may_learn(world: World, item: str) -> bool:
    """True for an item that can be learned now."""
    art = arts()[art_numbers()[item]]
    state, parent = _about(world, art, learned(world))
    return bool(
        book.may_learn(
            world.params.research,
            is_open=int(art.is_open),
            learned=state,
            parent=parent,
            have=scholarship(world),
        )
    )


@rule("KEP-RES-01", "KEP-RES-04", "KEP-RES-05")
def learn(world: World, item: str) -> None:
    """Learn an item: a bookshelf holds it from now on, its books stay."""
    state = world.state
    shelf = book.holder(shelves(world))
    if shelf is None:
        return
    state.arts[item] = shelf
    x, y = int(state.structures.x[shelf]), int(state.structures.y[shelf])
    world.emit("learned", "KEP-RES-04", item=item, structure=shelf, x=x, y=y)
    state.task_version += 1


@rule("KEP-RES-02", "KEP-RES-09", "KEP-RES-10")
def run(world: World) -> None:
    """Once a minute: tell of scholarship that has come, and of items that cannot be used any more."""
    state = world.state
    if state.tick % TICKS_PER_MINUTE or not (state.arts or stock.places(world, "bookshelf").size):
        return
    have, had = scholarship(world), state.counters.get("scholarship", 0)
    if have > had:
        x, y = _place(world, stock.places(world, "bookshelf").tolist()[0])
        send(world, "scholarship_ready", x, y, f"scholarship:{state.tick}", {})
    if have != had:
        state.counters["scholarship"] = have
    for item, told in sorted(learned(world).items()):
        key = f"art:{item}"
        before = state.counters.get(key, 0)
        now = (book.USABLE, book.UNUSABLE, book.LOST).index(told.state)
        if now == before:
            continue
        state.counters[key] = now
        state.task_version += 1
        x, y = _place(world, state.arts[item])
        world.emit("art_changed", "KEP-RES-19", item=item, state=told.state, x=x, y=y)
        if now:
            kind = "item_lost" if told.state == book.LOST else "item_unusable"
            send(world, kind, x, y, f"{kind}:{item}:{state.tick}", {"item": _said(item)})


def _place(world: World, structure: int) -> tuple[int, int]:
    rows = world.state.structures
    return int(rows.x[structure]), int(rows.y[structure])


def _said(item: str) -> dict[str, str]:
    return arts()[art_numbers()[item]].name._asdict()
