"""What the builder makes of the page's wishes, and other ideas inside the same budget."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from meikyu.errors import InputError, Text
from meikyu.web.gm.asked import Fault, ask, words_of
from meikyu.web.gm.encounter_inputs import Entry, Read, State, bestiary, codes, read

IDEAS, TRIES = 3, 12


def wishes(state: State, found: Read) -> dict[str, Any]:
    """The inputs of `encounter.build` that the page's settings mean."""
    kept = [e for e in found.sound[state.number] if e.kept]
    inputs: dict[str, Any] = {"levels": found.levels, "difficulty": state.difficulty}
    rows = [row for row in bestiary().values() if row["xp"]]
    if state.kinds == "pool":
        rows = [bestiary()[code] for code in found.pool]
    elif state.kinds:
        rows = [row for row in rows if row["type"] == state.kinds]
    if state.under:
        rows = [row for row in rows if Fraction(row["cr"]) <= min(found.levels)]
    if state.kinds or state.under:
        inputs["allowed"] = [row["code"] for row in rows]
    if state.most is not None:
        inputs["max_creatures"] = state.most
    if kept:
        inputs["locked"] = [[e.code, min(e.kept, e.count)] for e in kept]
        inputs["in_lair"] = [e.code for e in kept if e.lair]
    return inputs


def built(state: State, lang: str) -> dict[str, Any]:
    """The encounter the builder makes of the page's wishes, or the faults that keep it from it."""
    found = read(state, lang)
    if not found.ready:
        return {"faults": [f._asdict() for f in found.faults]}
    fields = {"max_creatures": "most", "locked": "kept", "seed": "seed"}
    kept = {e.code: e for e in found.sound[state.number] if e.kept}
    more = {} if state.seed is None else {"seed": state.seed}
    try:
        value = ask("encounter.build", lang, **wishes(state, found), **more)["value"]
    except InputError as error:
        return {"faults": [Fault(fields.get(error.field, "build"), words_of(error, lang))._asdict()]}
    monsters = [_placed(codes()[name], n, kept) for name, n in value["monsters"]]
    if sum(m["count"] for m in monsters) == sum(min(e.kept, e.count) for e in kept.values()):
        nothing = Text(
            "Nothing of these kinds fits what is left", "残りの予算に収まるものがこの種類にありません"
        )
        return {"faults": [Fault("build", nothing.say(lang))._asdict()]}
    return {"faults": [], "monsters": monsters, "xp": value["xp"], "left": value["left"]}


def _placed(code: str, count: int, kept: dict[str, Entry]) -> dict[str, Any]:
    old = kept.get(code)
    if old is None:
        return {"code": code, "count": count, "kept": 0, "lair": False}
    return {"code": code, "count": count, "kept": min(old.kept, old.count), "lair": old.lair}


def ideas(state: State, found: Read, lang: str) -> list[dict[str, Any]]:
    """A few more encounters inside the budget, unlike the one that is open and each other."""
    here = found.sound[state.number]
    kept = {e.code: e for e in here if e.kept}
    seen = {_key((e.code, e.count) for e in here)}
    told: list[dict[str, Any]] = []
    for turn in range(TRIES):
        try:
            value = ask("encounter.build", lang, **wishes(state, found), seed=(state.seed or 0) + turn)[
                "value"
            ]
        except InputError:
            return []
        monsters = [_placed(codes()[name], n, kept) for name, n in value["monsters"]]
        key = _key((m["code"], m["count"]) for m in monsters)
        if key in seen or not monsters:
            continue
        seen.add(key)
        said = [
            bestiary()[m["code"]]["name"][lang] + (f" ×{m['count']}" if m["count"] > 1 else "")
            for m in monsters
        ]
        told.append(
            {"text": ("、" if lang == "ja" else ", ").join(said), "xp": value["xp"], "monsters": monsters}
        )
        if len(told) == IDEAS:
            break
    return told


def _key(pairs: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(pairs))
