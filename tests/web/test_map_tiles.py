"""The atlas and the looks: every tile reads, and everything of the keep's tables is drawn with one."""

from __future__ import annotations

import struct
import zlib

import pytest

from meikyu.books.keep import BOOK
from meikyu.core.params import House
from meikyu.errors import BookError
from meikyu.realm import content
from meikyu.web.map.atlas import COLUMNS, SIDE, atlas, read_palette, read_tile
from meikyu.web.map.looks import UNKNOWN, legend, looks, sprite_tiles


def has(stem: str) -> bool:
    names = set(atlas().names)
    return bool(names & {stem, f"{stem}_0", f"{stem}_00"})


def test_the_picture_is_a_png_with_a_place_for_each_name() -> None:
    made = atlas()
    assert made.png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", made.png[16:24])
    assert width == COLUMNS * SIDE
    assert height * COLUMNS >= len(made.names) * SIDE
    start = made.png.index(b"IDAT") + 4
    raw = zlib.decompress(made.png[start : made.png.index(b"IEND") - 8])
    assert len(raw) == height * (width * 4 + 1)


def test_a_pixel_has_the_colour_of_its_letter() -> None:
    made = atlas()
    place = made.names.index("water_0")
    start = made.png.index(b"IDAT") + 4
    raw = zlib.decompress(made.png[start : made.png.index(b"IEND") - 8])
    x, y = place % COLUMNS * SIDE, place // COLUMNS * SIDE
    at = y * (COLUMNS * SIDE * 4 + 1) + 1 + x * 4
    colours = {tuple(bytes.fromhex(c[1:])) for c in made.palette.values()}
    assert tuple(raw[at : at + 3]) in colours
    assert raw[at + 3] == 255


def test_a_tile_of_a_wrong_shape_or_colour_is_refused() -> None:
    palette = read_palette("# palette\n0 #000000 ink\n")
    good = "\n".join(["0" * 16] * 16)
    assert len(read_tile("good", good, palette)) == 16
    with pytest.raises(BookError, match="short"):
        read_tile("short", "\n".join(["0" * 16] * 15), palette)
    with pytest.raises(BookError, match="narrow"):
        read_tile("narrow", "\n".join(["0" * 15] * 16), palette)
    with pytest.raises(BookError, match="strange"):
        read_tile("strange", good.replace("0", "?", 1), palette)


def test_every_row_of_the_tables_has_a_look_that_exists() -> None:
    rows, seen = content.load(), looks()
    named = [
        *zip((r.id for r in rows.terrain), seen.terrain, strict=True),
        *zip((r.id for r in rows.items), seen.items, strict=True),
        *zip((r.id for r in rows.species), seen.species, strict=True),
        *zip((r.id for r in rows.creatures), seen.creatures, strict=True),
    ]
    assert [row for row, tile in named if tile == UNKNOWN or not has(tile)] == []
    for row, look in zip(rows.structures, seen.structures, strict=True):
        told = [*look.get("tiles", []), *look.get("parts", []), *look.get("stand", [])]
        told += [look[key] for key in ("out", "open", "side", "side_open") if key in look]
        assert told, row.id
        assert [tile for tile in told if tile == UNKNOWN or not has(tile)] == [], row.id
        if "parts" in look:
            assert len(look["parts"]) == row.w * row.h, row.id


def test_walls_and_rock_have_all_sixteen_joints() -> None:
    for stem in ("rock", "dirt", "granite", "bedrock", "wall", "plank"):
        assert [n for n in range(16) if f"{stem}_{n:02d}" not in atlas().names] == []


def test_the_legend_names_everything_in_both_languages() -> None:
    told = legend(content.load())
    for table in ("terrain", "structures", "items"):
        assert told[table]
        assert all(row["en"] and row["ja"] for row in told[table])
    assert len(sprite_tiles()[0]) == len(content.load().species)


def test_the_legend_tells_a_house_s_own_numbers() -> None:
    house = House("test", {"keep.build.pillar_stone": 5, "keep.minutes.build_per_unit": 30}, {})
    rows = content.load(BOOK.params(house))
    pillar = legend(rows)["structures"][rows.structure["pillar"]]
    assert pillar["cost"] == [["stone", 5]]
    assert pillar["minutes"] == 150
