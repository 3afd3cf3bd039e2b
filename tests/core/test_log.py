"""Digests and replays: equal in, equal out; a line that cannot be read is named."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meikyu.core.log import Command, Event, Head, Mark, digest, read_replay, write_replay
from meikyu.errors import ReplayError

HEAD = Head("0.1.0", {"keep": "abc"}, "def", 7, {"width": 48})
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
LINES = st.lists(
    st.tuples(
        st.integers(0, 10**9),
        st.builds(Command, st.text(max_size=9), st.dictionaries(st.text(max_size=5), JSON, max_size=3)),
    )
    | st.builds(Mark, st.integers(0, 10**9), st.text("0123456789abcdef", min_size=1, max_size=32)),
    max_size=6,
)


@given(LINES)
def test_what_is_written_is_read(lines: list[Any]) -> None:
    head, found = read_replay(list(write_replay(HEAD, lines)))
    assert head == HEAD
    assert found == lines


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        ([b"{}"], "1"),
        ([b"not json"], "1"),
        ([b'{"replay": {"seed": 1}}'], "1"),
        ([b'{"replay": 3}'], "1"),
        (["HEAD", b'{"tick": 1}'], "2"),
        (["HEAD", b'{"tick": 1, "digest": "a"}', b"[]"], "3"),
        (["HEAD", b"\xff"], "2"),
        (["HEAD", b'{"digest": "a"}'], "2"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(lines: list[Any], number: str) -> None:
    head = next(iter(write_replay(HEAD, [])))
    with pytest.raises(ReplayError) as caught:
        read_replay([head if line == "HEAD" else line for line in lines])
    assert number in caught.value.say("en")
    assert f"{number}行目" in caught.value.say("ja")


def test_an_empty_replay_is_named() -> None:
    with pytest.raises(ReplayError, match="empty"):
        read_replay([])


def test_a_digest_sees_names_values_types_shapes_and_order() -> None:
    a = np.arange(6, dtype=np.int32)
    parts = [("a", a), ("b", {"x": 1, "y": [1, 2]})]
    seen = {
        digest(parts),
        digest([("c", a), parts[1]]),
        digest([("a", a.astype(np.int64)), parts[1]]),
        digest([("a", a.reshape(2, 3)), parts[1]]),
        digest([("a", a + (a == 5)), parts[1]]),
        digest([parts[0], ("b", {"x": 1, "y": [2, 1]})]),
        digest(parts[::-1]),
        digest(parts[:1]),
    }
    assert len(seen) == 8
    assert digest(parts) == digest([("a", a.copy()), ("b", {"y": [1, 2], "x": 1})])
    assert digest([("a", a[::2])]) == digest([("a", a[::2].copy())])
    assert digest([("a", a[:0])]) != digest([])


def test_an_event_is_a_fact_with_its_rule() -> None:
    event = Event(3, "dug", "KEP-BLD-01", {"cell": [1, 2]})
    assert event._asdict() == {"tick": 3, "kind": "dug", "rule": "KEP-BLD-01", "args": {"cell": [1, 2]}}
