"""The tables read as rows: every id that a row names exists."""

import pytest

from meikyu.realm import content as rows

CONTENT = rows.load()
GROUPS = {group for item in CONTENT.items for group in item.groups}


def known(name: str) -> bool:
    return all(part in CONTENT.item or part in GROUPS for part in name.split("|"))


def test_ids_lead_to_their_rows() -> None:
    for table, index in (
        (CONTENT.species, CONTENT.race),
        (CONTENT.items, CONTENT.item),
        (CONTENT.structures, CONTENT.structure),
        (CONTENT.terrain, CONTENT.ground),
        (CONTENT.recipes, CONTENT.recipe),
        (CONTENT.creatures, CONTENT.creature),
        (CONTENT.letters, CONTENT.letter),
        (CONTENT.starts, CONTENT.start),
    ):
        assert len(table) == len(index)
        assert all(table[n].id == name for name, n in index.items())


def test_traps_follow_the_structures() -> None:
    categories = [row.category for row in CONTENT.structures]
    assert categories.index("trap") == len(categories) - categories.count("trap")


@pytest.mark.parametrize("row", CONTENT.structures, ids=lambda row: row.id)
def test_materials_are_items(row: rows.Structure) -> None:
    assert all(name in CONTENT.item and count > 0 for name, count in row.materials)
    assert row.w >= 1
    assert row.h >= 1


@pytest.mark.parametrize("row", CONTENT.recipes, ids=lambda row: row.id)
def test_recipes_use_and_give_items(row: rows.Recipe) -> None:
    assert all(known(name) for name, _ in row.inputs)
    assert all(known(name) or name.endswith("_of_creature") for name, _ in row.outputs)
    assert row.job in rows.JOBS
    assert all(place in CONTENT.structure or place in ("anywhere",) for place in row.stations)


@pytest.mark.parametrize("row", CONTENT.terrain, ids=lambda row: row.id)
def test_yields_of_the_ground_are_items(row: rows.Terrain) -> None:
    assert all(name in CONTENT.item for name, _ in row.dig_yield + row.gather_yield + row.fish_yield)
    assert not row.dig_minutes or row.becomes in CONTENT.ground


@pytest.mark.parametrize("row", CONTENT.starts, ids=lambda row: row.id)
def test_starts_name_what_there_is(row: rows.Start) -> None:
    assert all(name in CONTENT.race for name, _ in row.band)
    assert all(name in CONTENT.item for name, _ in row.gear + row.stock)
    assert all(name in CONTENT.structure for name, _ in row.structures)
    assert all(stat in rows.STATS for stat, _, _ in row.guarantee)


def test_shares_are_thousandths() -> None:
    assert CONTENT.terrain[CONTENT.ground["rock"]].share == 510
    assert CONTENT.terrain[CONTENT.ground["iron_vein"]].share == 15
    assert CONTENT.terrain[CONTENT.ground["bedrock"]].share == 0


def test_all_stack_sizes_divide_twenty() -> None:
    assert all(20 % item.stack == 0 for item in CONTENT.items)


def test_every_text_of_a_letter_is_in_both_languages() -> None:
    import re

    for row in CONTENT.letters:
        places = [sorted(re.findall(r"{(\w+)}", text)) for text in row.title]
        assert places[0] == places[1], row.id
