from enum import IntEnum, IntFlag

from meikyu.core.enums import quick
from meikyu.core.rng import Stream
from meikyu.realm.state import Mark, Op


@quick
class Colour(IntEnum):
    RED = 1
    BLUE = 2


@quick
class Bits(IntFlag):
    ONE = 1
    TWO = 2


def test_members_stay_members():
    assert Colour.__dict__["RED"] is Colour(1) is Colour["RED"] is Colour.RED
    assert [c.name for c in Colour] == ["RED", "BLUE"]
    assert Bits.ONE | Bits.TWO == 3
    assert Bits(3) & Bits.TWO is Bits.TWO


def test_the_hot_enums_are_quick():
    for kind in (Op, Mark, Stream):
        assert all(kind.__dict__[member.name] is member for member in kind)
