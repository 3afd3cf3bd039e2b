"""What characters are made of: abilities, skills, tools to choose from, and the backgrounds of the SRD."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from meikyu.books.toolbox.equipment import items
from meikyu.books.toolbox.naming import Register
from meikyu.core.ruling import rule
from meikyu.errors import BookError, Text


class Skill(NamedTuple):
    """A skill and the ability it goes with."""

    name: Text
    ability: str


class Background(NamedTuple):
    """A background of the SRD; `tools` are those of which one is chosen."""

    name: Text
    abilities: tuple[str, ...]
    feat: str
    skills: tuple[str, ...]
    tools: tuple[str, ...]


class Choice(NamedTuple):
    """Whether a tool may be chosen: "", "choose_variant" where only its variants may, or "unknown"."""

    valid: bool
    reason: str


@cache
def data() -> dict[str, Any]:
    """The tables of characters.toml."""
    path = Path(__file__).parent / "tables" / "characters.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _name(row: dict[str, str]) -> Text:
    return Text(row["en"], row["ja"])


@cache
def abilities() -> dict[str, Text]:
    """The six abilities by code."""
    return {code: _name(row) for code, row in data()["abilities"].items() if code != "rules"}


@cache
@rule("SRD-DAT-06")
def skills() -> dict[str, Skill]:
    """The skills by code.

    Raises:
        BookError: one names an ability that is none.
    """
    found = {code: Skill(_name(row), row["ability"]) for code, row in data()["skills"].items()}
    if wrong := [code for code, skill in found.items() if skill.ability not in abilities()]:
        raise BookError(Text(f"characters.toml: {wrong}", f"characters.toml：{wrong}"))
    return found


@rule("SRD-DAT-06")
def ability_of(skill: str) -> str:
    """The ability that a skill goes with, by code.

    Raises:
        InputError: there is no such skill.
    """
    register = Register({code: s.name for code, s in skills().items()}, Text("skill", "技能"))
    return skills()[register.need("skill", skill)].ability


@cache
@rule("SRD-DAT-05")
def tools() -> dict[str, tuple[str, ...]]:
    """Codes of the tools that may be chosen, by kind; each variant is a tool of its own."""
    found: dict[str, list[str]] = {}
    for item in items().values():
        if item.category == "tool":
            found.setdefault(item.kind, []).append(item.code)
    return {kind: tuple(codes) for kind, codes in found.items()}


@rule("SRD-DAT-05")
def tool_choice(tool: str) -> Choice:
    """Whether a tool, given by its code, may be chosen as it stands."""
    known = [code for codes in tools().values() for code in codes]
    if tool in known:
        return Choice(True, "")
    return Choice(False, "choose_variant" if any(c.startswith(f"{tool}_") for c in known) else "unknown")


@cache
@rule("SRD-DAT-07")
def backgrounds() -> dict[str, Background]:
    """The backgrounds of the SRD by code."""
    return {
        code: Background(_name(r), tuple(r["abilities"]), r["feat"], tuple(r["skills"]), tuple(r["tools"]))
        for code, r in data()["backgrounds"].items()
    }


@rule("SRD-DAT-08")
def attribution() -> Text:
    """The words that go with every export of the book's data."""
    return _name(data()["attribution"])
