"""Encounters: the exact search against trying everything, budgets, advice, the table's rows, bad input."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from meikyu.books import toolbox
from meikyu.books.toolbox import builder, creatures, encounters
from meikyu.core.book import read_csv
from meikyu.core.rng import KeyedDice, Stream
from meikyu.errors import BookError, InputError

P = toolbox.BOOK.params()
ALL = list(creatures.creatures().values())
NAMES = [c.name.en for c in ALL]


def everything(pool, most):
    """Every group of at most `most` creatures of the pool, as sorted (name, count) pairs with its XP."""
    for size in range(most + 1):
        for picked in itertools.combinations_with_replacement(sorted(pool, key=lambda c: c.name.en), size):
            names = [c.name.en for c in picked]
            pairs = tuple((n, names.count(n)) for n in sorted(set(names)))
            yield pairs, sum(c.xp for c in picked)


def rank(found):
    """The order of SRD-SIM-08: most XP, fewest creatures, fewest kinds, names, then counts."""
    pairs, xp = found
    return -xp, sum(n for _, n in pairs), len(pairs), [n for n, _ in pairs], [n for _, n in pairs]


def pairs_of(choice):
    return tuple((kind.name.en, n) for kind, n in choice.group)


@given(
    st.lists(st.sampled_from(ALL), min_size=1, max_size=5, unique=True),
    st.integers(0, 5000),
    st.integers(1, 4),
)
@settings(max_examples=150, deadline=None)
def test_best_equals_trying_everything(pool, budget, most):
    want = min((f for f in everything(pool, most) if f[1] <= budget), key=rank)
    found = builder.best(builder.Pool(pool, budget, most))
    assert (pairs_of(found), found.xp) == want


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_best_equals_trying_everything_where_many_tie(data):
    """Cheap creatures of a few values and names: many groups tie, so the order is put to the test."""
    cheap = [c for c in ALL if 0 < c.xp <= 100]
    pool = data.draw(st.lists(st.sampled_from(cheap), min_size=2, max_size=5, unique=True))
    budget, most = data.draw(st.integers(20, 400)), data.draw(st.integers(2, 6))
    want = min((f for f in everything(pool, most) if f[1] <= budget), key=rank)
    assert pairs_of(builder.best(builder.Pool(pool, budget, most))) == want[0]


@given(
    st.lists(st.sampled_from(ALL), min_size=1, max_size=40, unique=True),
    st.integers(10, 50_000),
    st.integers(1, 12),
    st.integers(0, 2**40),
)
@settings(max_examples=120, deadline=None)
def test_other_answers_reach_the_same_xp(pool, budget, most, seed):
    def draw():
        return builder.other(builder.Pool(pool, budget, most), KeyedDice(seed, Stream.TEST), 3)

    found, best = draw(), builder.best(builder.Pool(pool, budget, most))
    assert pairs_of(found) == pairs_of(draw())
    assert found.xp == best.xp == encounters.xp_of_group(found.group) <= budget
    assert sum(n for _, n in found.group) <= most
    assert {kind.code for kind, _ in found.group} <= {c.code for c in pool}
    assert len(found.group) <= max(3, len(best.group))


@given(
    st.lists(st.integers(1, 20), min_size=1, max_size=6),
    st.sampled_from(encounters.DIFFICULTIES),
    st.none() | st.integers(0, 2**40),
)
@settings(max_examples=60, deadline=None)
def test_built_encounters_hold_their_label_and_budget(levels, difficulty, seed):
    given = {"levels": levels, "difficulty": difficulty} | ({} if seed is None else {"seed": seed})
    built = toolbox.ask("encounter.build", **given)["value"]
    judged = toolbox.ask("encounter.judge", levels=levels, monsters=built["monsters"])["value"]
    budget = judged["budget"][difficulty]
    assert built["xp"] == judged["xp"] == budget - built["left"] <= budget
    assert [n for n, _ in built["monsters"]] == sorted(n for n, _ in built["monsters"])
    assert sum(n for _, n in built["monsters"]) <= 2 * len(levels)
    rank = ("none", *encounters.DIFFICULTIES)
    assert rank.index(judged["label"]) <= rank.index(difficulty)


def test_the_whole_table_spends_every_common_budget():
    """With all 330 creatures nothing is left for parties of four to six."""
    for level, size in itertools.product(range(1, 21), (4, 5, 6)):
        for difficulty in encounters.DIFFICULTIES:
            budget = encounters.budget(P.budget, [level] * size, difficulty)
            found = builder.best(builder.Pool([c for c in ALL if c.xp], budget, 2 * size))
            assert found.xp == budget


CHEAP = [c for c in ALL if c.xp <= 100]


@given(
    st.lists(st.tuples(st.sampled_from(ALL) | st.sampled_from(CHEAP), st.integers(1, 4)), max_size=5),
    st.integers(0, 4000) | st.integers(0, 300),
    st.booleans(),
)
@settings(max_examples=300, deadline=None)
def test_removal_equals_trying_everything(pairs, budget, home):
    """Least XP, then fewest creatures, fewest kinds, kinds early in name order, fewer of the early ones."""
    group = encounters.group_of(pairs)
    lairs = frozenset(k.code for k, _ in group) if home else frozenset()
    xp = encounters.xp_of_group(group, lairs)
    found = encounters.removal(budget, group, lairs)
    worth = [encounters.worth(k, home) for k, _ in group]
    fits = [
        (gone, sum(way), len(used), used, way)
        for way in itertools.product(
            *(range(n + 1 if each else 1) for (_, n), each in zip(group, worth, strict=True))
        )
        if xp - (gone := sum(each * n for each, n in zip(worth, way, strict=True))) <= budget
        for used in [tuple(place for place, n in enumerate(way) if n)]
    ]
    best = min(fits)
    assert xp - found.xp == best[0]
    assert found.remove == tuple((k.name.en, n) for (k, _), n in zip(group, best[4], strict=True) if n)
    assert found.over_by == max(xp - budget, 0)
    assert found.xp <= max(budget, 0) or found.xp == xp <= budget


@given(st.lists(st.integers(1, 20), min_size=1, max_size=8), st.integers(0, 300_000))
def test_labels_are_ceilings(levels, xp):
    low, moderate, high = encounters.budgets(P.budget, levels).values()
    assert low < moderate < high
    label = encounters.label(xp, low, moderate, high)
    ceiling = {"none": 0, "low": low, "moderate": moderate, "high": high, "beyond_high": xp}[label]
    assert xp <= ceiling
    assert encounters.label(xp + 1, low, moderate, high) != "none"


def test_rough_guide_holds_save_at_levels_two_to_four():
    wrong = [
        level
        for level in range(1, 21)
        if encounters.rough_guide(P.encounter, P.budget, level, creatures.xp_of(str(level))[0]).label != "low"
    ]
    assert wrong == [2, 3, 4]


def test_the_table_is_whole():
    assert len(ALL) == 330
    assert sum(c.section == "Monsters" for c in ALL) == 235
    assert sum(c.section == "Animals" for c in ALL) == 95
    assert sum(c.is_swarm for c in ALL) == 7
    assert [c.code for c in ALL if c.xp == 0] == ["seahorse", "shrieker_fungus"]
    assert [c.name.en for c in ALL] == sorted(c.name.en for c in ALL)
    assert len({c.name.ja for c in ALL}) == 330
    assert {r["name_ja_basis"] for r in toolbox.BOOK.table("monsters")} == {"seed", "design"}


@pytest.mark.parametrize("creature", ALL, ids=lambda c: c.code)
def test_every_creature_answers_to_its_names(creature):
    english = creature.name.en
    for name in (creature.code, english, english.lower(), english.replace("'", "’"), creature.name.ja):
        assert creatures.creature(name) is creature
    assert creatures.creature(creature.name.ja.replace("・", "")) is creature


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("xp", "451"),
        ("cr", "31"),
        ("hp", "67"),
        ("hp", ""),
        ("size", "Big"),
        ("name_ja", ""),
        ("hit_dice", "8d"),
    ],
)
def test_a_bad_row_is_refused(monkeypatch, column, value):
    rows = [dict(r) for r in read_csv(creatures.TABLES / "monsters.csv")]
    next(r for r in rows if r["name_en"] == "Ogre")[column] = value
    monkeypatch.setattr(creatures, "read_csv", lambda path: rows)
    with pytest.raises(BookError) as caught:
        creatures.creatures.__wrapped__()
    assert "Ogre" in caught.value.text.en


def test_features_come_from_the_row():
    features = {c.code: set(c.features) for c in ALL}
    assert features["wight"] == {"immunity", "resistance"}
    assert features["ogre"] == set()
    assert features["will_o_wisp"] >= {"fly", "immunity", "resistance"}
    assert features["swarm_of_rats"] == {"resistance"}  # it is immune to conditions only
    assert features["adult_red_dragon"] == {"fly", "immunity", "legendary", "lair"}


def test_rolled_hit_points_stay_in_range_and_follow_the_seed():
    rolls = [
        toolbox.ask("encounter.hit_points", monsters=[["Ogre", 20], ["Rat", 5]], seed=seed)["value"]
        for seed in (1, 1, 2)
    ]
    assert rolls[0] == rolls[1] != rolls[2]
    ogres, rats = rolls[0]["monsters"]
    assert all(8 + 24 <= hp <= 80 + 24 for hp in ogres["rolled"])
    assert all(1 <= hp <= 3 for hp in rats["rolled"])
    for row, bonus in ((ogres, 24), (rats, -1)):
        assert row["rolled"] == [max(sum(dice) + bonus, 1) for dice in row["dice"]]


@given(st.sampled_from([c for c in ALL if c.lair_xp]), st.integers(1, 2), st.none() | st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_building_around_a_lair_never_goes_over(kind, count, seed):
    """What the builder makes, judged in the same lair, is worth what it says."""
    party = [20] * 12
    given = {"levels": party, "difficulty": "high", "locked": [[kind.name.en, count]], "in_lair": [kind.code]}
    built = toolbox.ask("encounter.build", **given, **({} if seed is None else {"seed": seed}))["value"]
    assert [kind.name.en, count] in built["monsters"]
    judged = toolbox.ask(
        "encounter.judge", levels=party, monsters=built["monsters"], in_lair=[kind.code], difficulty="high"
    )["value"]
    assert judged["xp"] == built["xp"] == judged["budget"]["high"] - built["left"]
    assert built["left"] >= 0


def test_the_library_finds_by_type_and_rating_in_both_languages():
    def names(**given):
        return [c["name"]["en"] for c in toolbox.ask("encounter.creatures", **given)["value"]["creatures"]]

    assert names() == NAMES
    assert "Ghoul" in names(words="undead")
    assert names(words="ネズミ") == ["Rat"]
    assert {"Ogre"} < set(names(words="giant cr2"))
    assert all(Fraction(c.cr) == 2 for c in ALL if c.name.en in names(words="giant cr2"))


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.integers(1, 20)), max_size=5), st.integers(1, 20))
@settings(max_examples=60, deadline=None)
def test_advice_is_given_whatever_the_group(pairs, level):
    assume(len({n for n, _ in pairs}) == len(pairs))
    judged = toolbox.ask(
        "encounter.judge", levels=[level] * 4, monsters=[list(p) for p in pairs], advice=True
    )
    value = judged["value"]
    codes = [w["code"] for w in value["warnings"]]
    order = ["many_creatures", "cr0_creatures", "mix_kinds", "three_stat_blocks", "too_many_stat_blocks"]
    order += ["powerful_creature", "unusual_feature"]
    assert codes == [c for c in order if c in codes]
    assert ("mix_kinds" in codes) == (len(pairs) == 1)
    assert ("powerful_creature" in codes) >= ("unusual_feature" in codes)
    said = [b["text"] for b in judged["because"] if b["what"] in codes]
    assert len(said) == len(codes)
    assert all(t and "{" not in t for t in said)
    for row in value["absent"]:
        assert row["xp"] <= max(row["budget"], 0)


@pytest.mark.parametrize(
    ("question", "given", "kind", "field"),
    [
        ("judge", {"levels": []}, "out_of_range", "levels"),
        ("judge", {"levels": [0]}, "out_of_range", "levels[0]"),
        ("judge", {"levels": [1, 21]}, "out_of_range", "levels[1]"),
        ("judge", {"levels": ["1"]}, "wrong_type", "levels[0]"),
        ("judge", {"monsters": [["Rat", 0]]}, "out_of_range", "monsters[0][1]"),
        ("judge", {"monsters": [["Rat", 10**9]]}, "out_of_range", "monsters[0][1]"),
        ("judge", {"monsters": [["dragon", 1]]}, "not_allowed", "monsters[0][0]"),
        ("judge", {"monsters": [["Rat"]]}, "out_of_range", "monsters[0]"),
        ("judge", {"in_lair": ["Rta"]}, "not_allowed", "in_lair[0]"),
        ("build", {"difficulty": "deadly"}, "not_allowed", "difficulty"),
        ("build", {"allowed": ["Rat", "Rta"]}, "not_allowed", "allowed[1]"),
        ("build", {"max_creatures": 0}, "out_of_range", "max_creatures"),
        ("build", {"seed": -1}, "out_of_range", "seed"),
        ("build", {"locked": [["Rat", 9]]}, "out_of_range", "locked"),
        ("build", {"in_lair": ["Rta"]}, "not_allowed", "in_lair[0]"),
    ],
)
def test_bad_input_is_named(question, given, kind, field):
    base = {"levels": [1, 1, 1, 1]}
    base |= {"monsters": []} if question == "judge" else {"difficulty": "low"}
    with pytest.raises(InputError) as caught:
        toolbox.ask(f"encounter.{question}", **(base | given))
    assert (caught.value.kind, caught.value.field) == (kind, field)
    assert caught.value.text.ja != caught.value.text.en


def test_near_names_are_offered_in_both_languages():
    with pytest.raises(InputError) as caught:
        toolbox.ask("encounter.judge", levels=[1], monsters=[["Adult Red Dragn", 1]])
    assert "Adult Red Dragon (アダルト・レッド・ドラゴン)" in caught.value.allowed
    with pytest.raises(InputError) as caught:
        toolbox.ask("encounter.judge", levels=[1], monsters=[["スケルトソ", 1]])
    assert "Skeleton (スケルトン)" in caught.value.allowed


def test_the_nearest_name_that_begins_as_typed_comes_first():
    """An Ogre is meant by "Ogr", though a Hippogriff holds the letters too and comes before it."""
    near = creatures.register().near("Ogr")
    assert near[0].startswith("Ogre (")
    assert creatures.register().near("ゴブ")[0].startswith("Goblin ")
