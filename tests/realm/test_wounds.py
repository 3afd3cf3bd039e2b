"""Wounds, fights, the wild and sickness on the map, against the book and against chance."""

from fractions import Fraction

import numpy as np
import pytest
from tests.realm.scenario import Scenario

from meikyu.books.keep import healing, wound_odds
from meikyu.books.keep import wounds as book
from meikyu.realm import start
from meikyu.realm.state import Act, Fact, Op, Side
from meikyu.realm.step import step
from meikyu.realm.systems import care, fights, hunting, kernels, sickness, wild, wounds
from meikyu.realm.systems.chance import dice
from meikyu.realm.systems.plans import GUARD
from meikyu.realm.waking import wake

HALL = ["#" * 22, *["#" + "." * 20 + "#"] * 20, "#" * 22]


def crowd(count, side="MINION", **facts):
    """A hall with so many bodies of one kind, one a cell."""
    scenario = Scenario({"map": HALL, "ticks": 0, "seed": facts.pop("seed", 1)})
    world = scenario.world
    from meikyu.realm import tables

    race = world.content.race["orc"]
    full = 60_000
    for n in range(count):
        tables.add_actor(
            world,
            Side[side],
            race,
            1 + n % 20,
            1 + n // 20,
            stats=(5, 5, 5, 5, 5),
            name=f"{n}/{n}",
            needs=(full, full, full),
        )
    return world


def give(world, actor, part, severity):
    world.state.actors.wounds[actor, part * 3 + severity] += 1
    wounds.changed(world, actor)


@pytest.mark.parametrize(
    ("severity", "side", "chance"),
    [(1, "MINION", Fraction(1, 4)), (2, "MINION", Fraction(1, 2)), (1, "ALLY", Fraction(1, 2))],
)
def test_bleeding_kills_as_often_as_the_odds_say(severity, side, chance):
    world = crowd(400, side)
    p = world.params.wound
    counts = (0, int(severity == 1), int(severity == 2))
    faints = int(side == "MINION")
    assert wound_odds.death_chance(p, counts=counts, elsewhere=0, faints=faints) == chance
    for actor in range(400):
        give(world, actor, 1, severity)
        wounds.start_bleeding(world, actor, 1)
    for _ in range(6 * 1801):
        if not wounds.bleeders(world):
            break
        for due in sorted({t for t in world.state.actors.bleeds[:400].ravel().tolist() if t >= 0})[:1]:
            world.state.tick = due
        for actor in range(400):
            wounds.bleed(world, actor, world.state.tick)
    dead = 400 - int(world.state.actors.alive[:400].sum())
    spread = (400 * float(chance) * (1 - float(chance))) ** 0.5
    assert abs(dead - 400 * float(chance)) < 4 * spread


def test_blows_wound_as_often_as_the_odds_say():
    world = crowd(400)
    found = [0, 0, 0, 0]
    for actor in range(400):
        wounds.settle(world, actor)
    for tick in range(10):
        world.state.tick = tick
        for actor in range(0, 400, 2):
            if not world.state.actors.alive[actor + 1] or wounds.is_down(world, actor + 1):
                continue
            world.events = []
            bonus, kind = fights.attack_of(world, actor)
            fights.blow(world, actor + 1, bonus, kind)
            margin = next(e.args["margin"] for e in world.events if e.kind == "blow")
            found[1 + book.severity_of(world.params.wound, margin)] += 1
    total = sum(found)
    for have, want in zip(found, book.chances(world.params.wound, 0), strict=True):
        spread = (total * float(want) * (1 - float(want))) ** 0.5
        assert abs(have - total * float(want)) < 4 * spread


def test_the_death_roll_kills_a_quarter():
    world = crowd(400)
    for actor in range(400):
        give(world, actor, 0, 2)
        give(world, actor, 2, 2)
        result = wounds.deal(world, actor, 1, "bare_fist", part=3)
        assert result == (wounds.KNOCKED_OUT if world.state.actors.alive[actor] else wounds.DEAD)
        assert wounds.points(world, actor) == 10
    dead = 400 - int(world.state.actors.alive[:400].sum())
    assert abs(dead - 100) < 4 * (400 * 0.25 * 0.75) ** 0.5
    down = world.state.actors.down[:400] >= 0
    assert (down == world.state.actors.alive[:400]).all()
    assert (world.state.actors.act[:400][down] == Act.DOWN).all()


def test_dice_of_a_tick_go_on_and_begin_anew_with_the_next():
    world = crowd(1)
    first = [dice(world, 13, 0).below(1000) for _ in range(5)]
    assert len(set(first)) > 1
    assert dice(world, 13, 0) is dice(world, 13, 0)
    world.state.tick += 1
    assert [dice(world, 13, 0).below(1000) for _ in range(5)] != first


def test_what_an_actor_wore_and_held_lies_where_it_fell():
    world = crowd(1)
    content = world.content
    rows = world.state.actors
    rows.weapon[0], rows.qualities[0, 0] = content.item["sword"], 3
    rows.armour[0] = content.item["hide_armour"]
    wounds.die(world, 0)
    items = world.state.items
    lying = {content.items[items.kind[i]].id: int(items.quality[i]) for i in np.flatnonzero(items.kind >= 0)}
    assert lying == {"sword": 3, "hide_armour": 2, "corpse": 0}
    corpse = int(np.flatnonzero(items.kind == content.item["corpse"])[0])
    assert items.body[corpse] == 0


def test_second_wind_stops_every_bleeding_part():
    world = crowd(1)
    for part in (0, 1, 4):
        give(world, 0, part, 1)
        wounds.start_bleeding(world, 0, part)
    wounds.second_wind(world, 0)
    assert not wounds.is_bleeding(world, 0)
    assert wounds.points(world, 0) == 6


def test_parts_due_together_worsen_by_their_number():
    world = crowd(1)
    for part in (3, 1):
        give(world, 0, part, 1)
        world.state.actors.bleeds[0, part] = 600
    world.scratch.caches["bleeders"] = None
    world.state.tick = 600
    world.events = []
    wounds.bleed(world, 0, 600)
    assert [e.args["part"] for e in world.events if e.kind == "bled"] == [1, 3]


def test_a_healing_body_wakes_the_same_after_a_reload():
    worlds = []
    for reload in (False, True):
        world = start.new(3, width=64, height=64)
        for actor in (1, 2, 3):
            wounds.deal(world, actor, 2, "slash", part=1, bleeds=actor == 2)
        for tick in range(3000):
            if reload and tick % 700 == 350:
                world = wake(world.state, world.params, world.content, list(world.scratch.changed))
            step(world)
        worlds.append(world)
    assert worlds[0].digest() == worlds[1].digest()


# Who notices whom


def test_meeting_is_what_the_obvious_way_finds():
    world = crowd(60)
    rows = world.state.actors
    rng = np.random.default_rng(4)
    rows.side[:60] = rng.choice([0, 0, 1, 2, 3, 3, 4, 6], 60)
    rows.species[:60] = world.content.creature["gloom_wolf"]
    rows.levels[:60, GUARD] = rng.integers(0, 2, 60)
    rows.act[:60] = rng.choice([0, 1, 3], 60)
    rows.down[:60] = rng.choice([-1, -1, -1, 5], 60)
    rows.foe[:60] = rng.choice([-1, -1, 7], 60)
    rows.sight[:60] = rng.integers(-1, 12, 60)
    rows.alive[:60] = rng.random(60) < 0.9
    foes = np.flatnonzero(rows.alive[:60] & (rows.side[:60] == 3)).astype(np.int64)
    hostile = rng.random(foes.size) < 0.5
    out = np.empty((4096, 3), np.int32)
    count = kernels.meet(rows, 60, foes, hostile, 5, GUARD, out)
    wanted = set()
    for f, attacks in zip(foes.tolist(), hostile.tolist(), strict=True):
        for i in range(60):
            if rows.side[i] not in (0, 1, 2) or not rows.alive[i]:
                continue
            far = int(rows.x[i] - rows.x[f]) ** 2 + int(rows.y[i] - rows.y[f]) ** 2
            if attacks and rows.foe[f] < 0 and rows.down[f] < 0 and far <= 25 and rows.down[i] < 0:
                wanted.add((f, i, far))
            guards = rows.side[i] == 0 and rows.levels[i, GUARD] and rows.foe[i] < 0 and rows.act[i] != 3
            if guards and rows.sight[i] > 0 and far <= int(rows.sight[i]) ** 2:
                wanted.add((i, f, far))
    assert {tuple(row) for row in out[:count].tolist()} == wanted
    assert len(wanted) > 20


def test_all_enemies_at_once_are_those_one_by_one():
    world = start.new(4)
    rows = world.state.actors
    beasts = hunting.wild(world).tolist()
    rows.facts[beasts[::3]] |= int(Fact.FOE)
    one_by_one = [a for a in range(len(world.state.names)) if fights.is_enemy(world, a)]
    assert fights.enemies(world).tolist() == one_by_one
    assert one_by_one


def test_a_raider_is_an_enemy_and_a_visitor_is_none():
    world = crowd(3)
    world.state.actors.side[:3] = (Side.ADVENTURER, Side.VISITOR, Side.PRISONER)
    assert [fights.is_enemy(world, a) for a in range(3)] == [True, False, False]


# The wild


def test_a_new_dungeon_has_its_wild_creatures_and_renews_them():
    world = start.new(5)
    content = world.content
    rows = world.state.actors
    for species in wild.species_of_the_wild(world):
        count = len(world.state.names)
        mine = rows.alive[:count] & (rows.side[:count] == Side.WILD) & (rows.species[:count] == species)
        assert mine.sum() == wild.wanted(world, species), content.creatures[species].id
    hare = content.creature["cave_hare"]
    wild.renew(world, hare, -1)
    assert not any(e.kind == "came_in" for e in world.events)
    for actor in hunting.wild(world).tolist():
        if rows.species[actor] == hare:
            wounds.die(world, actor)
    world.events = []
    wild.renew(world, hare, -1)
    came = [e for e in world.events if e.kind == "came_in"]
    assert len(came) == 1
    new = came[0].args["actor"]
    assert [int(world.state.actors.x[new]), int(world.state.actors.y[new])] in world.state.settings["mouths"]


def test_counts_of_the_wild_follow_the_area():
    small, large = start.new(5, width=64, height=64), start.new(5)
    hare = small.content.creature["cave_hare"]
    assert wild.wanted(small, hare) == 2
    assert wild.wanted(large, hare) == 8


# Sickness


def test_dirt_makes_ill_as_often_as_the_book_says():
    world = crowd(400)
    state = world.state
    state.cells.stain[:, :] = -1
    for x in range(0, 22, 2):
        state.cells.stain[::2, x] = world.content.ground["filth"]
    wanted = 0.0
    for actor in range(400):
        x, y = int(state.actors.x[actor]), int(state.actors.y[actor])
        near = state.cells.stain[max(0, y - 5) : y + 6, max(0, x - 5) : x + 6] >= 0
        wanted += healing.sick_percent(world.params.heal, int(near.sum())) / 100
    sickness.fall_ill(world)
    ill = int((state.actors.sick[:400] == healing.SICK).sum())
    assert wanted == pytest.approx(40, abs=0.1)
    assert abs(ill - wanted) < 4 * (wanted * 0.9) ** 0.5


def test_an_old_corpse_makes_it_the_plague_which_spreads():
    world = crowd(400)
    state = world.state
    from meikyu.realm import tables

    for x in range(1, 21):
        for y in range(1, 21):
            item = tables.add_item(world, world.content.item["corpse"], 1, 0, x, y)
            state.items.born[item] = -30_000
    sickness.fall_ill(world)
    ill = state.actors.sick[:400] > 0
    assert ill.any()
    assert (state.actors.sick[:400][ill] == healing.PLAGUE).all()
    before = int(ill.sum())
    for hour in range(1, 10):
        state.tick = hour * 600
        sickness.spread(world)
    assert (state.actors.sick[:400] > 0).sum() > before


def test_an_untreated_sickness_costs_the_mean_wounds_of_the_book():
    world = crowd(400)
    for actor in range(400):
        sickness.catch(world, actor, healing.SICK)
    made = 0
    for hour in range(1, 80):
        world.state.tick = hour * 600
        world.events = []
        for actor in range(400):
            world.state.actors.wounds[actor] = 0
            sickness.hour(world, actor, 0)
        made += sum(e.kind == "wounded" for e in world.events)
    mean = float(wound_odds.mean_wounds(world.params.heal, plague=0, in_bed=0, treated=0))
    assert not world.state.actors.sick[:400].any()
    assert abs(made / 400 - mean) < 0.8
    assert (world.state.actors.safe[:400] > 0).all()


def test_the_undead_and_the_bloodless_never_fall_ill():
    world = crowd(2)
    rows = world.state.actors
    rows.side[:2] = Side.ALLY
    rows.species[0] = world.content.creature["skeleton"]
    rows.species[1] = world.content.creature["golem"]
    for actor in range(2):
        body = wounds.row_of(world, actor)
        assert not healing.may_fall_sick(int(wounds.is_undead(world, actor)), int(body.bleeds), 0, 0, 0)


# Care and the fallen


def test_a_minion_that_fights_does_not_lie_down():
    world = crowd(1)
    give(world, 0, 1, 2)
    assert care.seeks(world, 0)
    world.state.actors.fought[0] = 0
    world.state.tick = 49
    assert not care.seeks(world, 0)
    world.state.tick = 50
    assert care.seeks(world, 0)


def test_the_fallen_are_left_alone_while_a_foe_stands():
    scenario = Scenario(
        {
            "map": ["#######", "#2.1.3#", "#######"],
            "actors": {
                "1": {"levels": {"guard": "normal"}},
                "2": {"creature": "gloom_wolf"},
                "3": {"creature": "gloom_wolf"},
            },
            "ticks": 0,
        }
    )
    world, ids = scenario.world, scenario.ids
    assert fights.engage(world, ids["1"], ids["2"], kill=True)
    assert fights.engage(world, ids["3"], ids["1"])
    wounds.fall(world, ids["2"])
    assert fights.standing_foe(world, ids["1"]) == ids["3"]
    step_of = world.state.plans[ids["1"]][0]
    fights.done(world, ids["1"], step_of)
    assert world.state.plans[ids["1"]][0] == (Op.FIGHT, ids["3"], 1, -1)
