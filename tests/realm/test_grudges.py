"""Grudges and rampages against slower twins, across saves, and at their limits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meikyu.books import keep
from meikyu.books.keep import rampages as book
from meikyu.core.rng import Stream, below
from meikyu.realm import inspect, start, tables
from meikyu.realm.packing import compress, pack, unpack
from meikyu.realm.state import Act, Fact, Op, Side, Stepping
from meikyu.realm.step import step
from meikyu.realm.systems import mood, rampages, visits
from meikyu.realm.systems.grudges import bonds, kernels, passing
from meikyu.realm.waking import wake

P = keep.BOOK.params()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**63), st.integers(0, 10**6), st.integers(1, 60))
def test_bonds_all_equals_the_book(seed, tick, actor):
    others = np.arange(actor, dtype=np.int64)
    out = np.zeros(actor, np.int8)
    key = (np.uint64(seed), int(Stream.GRUDGE), tick, actor)
    kernels.bonds_all(P.grudge, key, others, out)
    wanted = [
        keep.grudges.bond(P.grudge, below(100, seed, Stream.GRUDGE, tick, actor, other))
        for other in range(actor)
    ]
    assert out.tolist() == wanted


def test_one_in_ten_are_allies_and_one_in_ten_hate_each_other():
    world = start.new(1)
    rows = world.state.actors
    band = [a for a in range(len(world.state.names)) if rows.side[a] == Side.MINION]
    pairs = [(a, b) for a in band for b in band if a < b]
    allies = hated = 0
    for seed in range(300):
        world.state.seed = seed
        world.state.allies, world.state.hated = {}, {}
        world.state.counters["met"] = 0
        bonds.run(world)
        for table in (world.state.allies, world.state.hated):
            assert all(a in table[b] for a in table for b in table[a])
        allies += sum(b in world.state.allies.get(a, ()) for a, b in pairs)
        hated += sum(b in world.state.hated.get(a, ()) for a, b in pairs)
    total = 300 * len(pairs)
    assert abs(allies / total - 0.1) < 0.02
    assert abs(hated / total - 0.1) < 0.02


def test_a_band_that_comes_shares_the_marks_that_are_drawn_pair_by_pair():
    world = start.new(4)
    state = world.state
    bonds.run(world)
    first = len(state.names)
    for n in range(60):
        tables.add_actor(
            world, Side.MINION, 0, 20, 20, stats=(1,) * 5, name=f"N{n}/N{n}", needs=(60_000,) * 3
        )
    state.tick += 7
    state.hated[first + 5] = (first + 2,)
    wanted = {"allies": dict(state.allies), "hated": dict(state.hated)}
    band = [a for a in range(len(state.names)) if state.actors.side[a] == Side.MINION]
    for actor in [a for a in band if a >= first]:
        for other in [o for o in band if o < actor and (actor, o) != (first + 5, first + 2)]:
            drawn = below(100, state.seed, Stream.GRUDGE, state.tick, actor, other)
            mark = keep.grudges.bond(P.grudge, drawn)
            for name in [
                n for n, m in (("allies", keep.grudges.ALLY), ("hated", keep.grudges.HATED)) if m == mark
            ]:
                for a, b in ((actor, other), (other, actor)):
                    wanted[name][a] = tuple(sorted({*wanted[name].get(a, ()), b}))
    bonds.run(world)
    assert state.allies == wanted["allies"]
    assert state.hated == wanted["hated"]
    assert all(type(n) is int for marks in state.allies.values() for n in marks)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_look_finds_who_has_stepped_near_and_whose_bars_are_empty(seed):
    random = np.random.default_rng(seed)
    world = start.new(2)
    state = world.state
    rows = state.actors
    count = len(state.names)
    cells = state.width * state.height
    near = random.random(cells) < 0.4
    rows.stood[:count] = random.integers(-1, cells, count)
    rows.needs[:count] = random.integers(0, 2, (count, 3)) * 600
    rows.emptied[:count] = random.integers(-1, 50, (count, 3))
    before, empty = rows.stood[:count].copy(), rows.emptied[:count].copy()
    out = np.zeros((count, 2), np.int32)
    found = kernels.look(rows, count, state.width, near, 77, out)
    wanted = []
    for a in range(count):
        if not rows.alive[a] or rows.side[a] != Side.MINION:
            assert rows.stood[a] == before[a]
            continue
        cell = int(rows.y[a]) * state.width + int(rows.x[a])
        if cell != before[a] and near[cell]:
            wanted.append([a, int(before[a])])
        assert rows.stood[a] == cell
        for k in range(3):
            since = -1 if rows.needs[a, k] > 0 else 77 if empty[a, k] < 0 else empty[a, k]
            assert rows.emptied[a, k] == since
    assert out[:found].tolist() == wanted


@given(st.integers(0, 10), st.sets(st.sampled_from(book.IDS)))
def test_odds_of_kinds_add_up_to_one(grudge, possible):
    found = book.odds(P.rampage, grudge, dict.fromkeys(possible, True))
    assert sum(found.values()) == 1
    assert all(name in possible or name == "strike" for name, chance in found.items() if chance)


def test_the_drawn_severities_are_those_of_the_book():
    for grudge in range(7, 11):
        drawn = [book.severity(P.rampage, grudge, n) for n in range(100)]
        assert tuple(drawn.count(level) for level in range(3)) == book.shares(P.rampage, grudge)


def _people(world):
    rows = world.state.actors
    return [a for a in range(len(world.state.names)) if rows.alive[a] and rows.side[a] == Side.MINION]


@pytest.mark.parametrize("kind", book.IDS)
def test_a_rampage_goes_on_over_a_save(kind):
    """A dungeon saved in the middle of each rampage goes the same way as one that was not."""
    kept = start.new(4)
    for _ in range(700):
        step(kept)
    who = _people(kept)[0]
    kept.state.actors.grudge[who] = 9
    kept.state.hated[who] = (_people(kept)[1],)
    number = book.NUMBER[kind]
    if number not in rampages.possible(kept, who, rampages.distances(kept, who), book.KINDS[number].severity):
        kind = "strike"
    rampages.start(kept, who, book.NUMBER[kind])
    for _ in range(60):
        step(kept)
    state, changed = unpack(compress(pack(kept.state, kept.scratch.changed)))
    fresh = wake(state, kept.params, kept.content, changed)
    assert fresh.digest() == kept.digest()
    for _ in range(600):
        step(kept)
        step(fresh)
    assert fresh.digest() == kept.digest()


def test_those_on_a_rampage_take_no_work_and_say_why():
    world = start.new(1)
    for _ in range(10):
        step(world)
    who = _people(world)[0]
    rampages.start(world, who, book.STRIKE)
    for _ in range(300):
        step(world)
        assert world.state.actors.task[who] == -1
    told = inspect.actor(world, who, "en")["doing"]
    assert told["rule"] == "KEP-RAMP-02"
    assert "Strike" in told["why"]
    assert "怠業" in inspect.actor(world, who, "ja")["doing"]["why"]


def test_a_ledger_keeps_the_latest_entries():
    world = start.new(1)
    who = _people(world)[0]
    for n in range(60):
        world.state.tick = n
        mood.move(world, who, "cremation" if n % 2 else "midnight")
    entries = mood.entries(world, who)
    assert len(entries) == world.params.grudge.told
    assert entries[-1].tick == 59
    assert 0 <= world.state.actors.grudge[who] <= 10


def test_reaching_seven_sends_a_letter():
    world = start.new(1)
    who = _people(world)[0]
    world.state.actors.grudge[who] = 6
    mood.move(world, who, "midnight")
    assert [letter.kind for letter in world.state.letters] == ["grudge_high"]
    mood.move(world, who, "midnight")
    assert len(world.state.letters) == 1


def test_hourly_draws_come_as_often_as_the_book_says():
    """Of many hours at grudge 8 about four in a hundred start a rampage."""
    world = start.new(1)
    rows = world.state.actors
    started = hours = 0
    for seed in range(400):
        world.state.seed = seed
        world.state.tick = 600
        for who in _people(world):
            rows.grudge[who], rows.rampage[who], rows.quiet[who], rows.act[who] = 8, -1, 0, Act.IDLE
            world.state.plans[who] = []
        world.scratch.caches.pop("dice", None)
        world.events = []
        rampages.run(world)
        began = [event.args for event in world.events if event.kind == "rampage"]
        hours += len(_people(world))
        started += len(began)
        assert all(args["severity"] < book.EXTREME for args in began)
        for who in _people(world):
            rampages.end(world, who, "time") if rows.rampage[who] >= 0 else None
    assert abs(started / hours - 0.04) < 0.02


def test_a_fight_keeps_nobody_from_the_draw_of_the_hour():
    """KEP-RAMP-22 leaves out sleepers, the fallen and those in their quiet day only."""
    world = start.new(1)
    rows = world.state.actors
    who, foe = _people(world)[:2]
    started = 0
    for seed in range(200):
        world.state.seed, world.state.tick = seed, 600
        rows.grudge[who], rows.rampage[who], rows.quiet[who], rows.act[who] = 10, -1, 0, Act.WALK
        world.state.plans[who] = [Stepping(Op.FIGHT, foe)]
        world.scratch.caches.pop("dice", None)
        world.events = []
        rampages.run(world)
        started += rows.rampage[who] >= 0
    assert 4 <= started <= 32


def test_zones_follow_treasures_and_the_seat():
    world = start.new(1)
    for _ in range(3):
        step(world)
    lord = world.state.lord
    assert [cause for cause, _, _ in passing.zones(world).places].count("throne") == 1
    world.state.actors.act[lord] = Act.WALK
    assert all(cause != "throne" for cause, _, _ in passing.zones(world).places)


def test_an_order_to_whip_ends_when_its_target_takes_the_throne():
    world = start.new(1)
    rows = world.state.actors
    heir = int(np.flatnonzero(rows.side[: len(world.state.names)] == Side.MINION)[0])
    rows.facts[heir] |= int(Fact.TO_WHIP)
    assert visits.is_to_whip(world, heir)
    rows.side[heir] = Side.LORD
    assert not visits.is_to_whip(world, heir)
