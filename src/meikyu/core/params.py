"""Params: every number of a book with unit and rule id, and house rules that overlay single keys."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast, get_type_hints

from meikyu.errors import BookError, Text

P = TypeVar("P")

FIELDS = {"value", "unit", "rule", "min", "max", "choices", "length"}


class Param(NamedTuple):
    """One number of a book.

    Args:
        key: dotted name, such as "keep.food.raw_nutrition".
        value: a whole number, a text, a truth value or a list of whole numbers or texts.
        unit: what one of it is, such as "points" or "ticks".
        rule: id of the rule that states it.
        low: least value allowed, or None.
        high: greatest value allowed, or None.
        choices: allowed texts; empty where any goes.
        length: how many items a list has, or None where it may be of any length.
    """

    key: str
    value: Any
    unit: str
    rule: str
    low: int | None
    high: int | None
    choices: tuple[str, ...]
    length: int | None = None


class Change(NamedTuple):
    """A param that a house file sets otherwise."""

    key: str
    rule: str
    unit: str
    was: Any
    now: Any


class House(NamedTuple):
    """A table's own rules: its name and the changed params, by dotted key."""

    name: str
    changes: dict[str, Any]
    units: dict[str, str]


def _bad(en: str, ja: str, *cells: Any) -> BookError:
    """A fault of data; `cells` are the error's kind, field, got and allowed."""
    return BookError(Text(en, ja), *cells)


def _param(key: str, row: Any) -> Param:
    if not isinstance(row, dict):
        raise _bad(
            f"{key}: a param is a table with value, unit and rule",
            f"{key}：値・単位・規則（value, unit, rule）の表で書きます",
        )
    cells = cast("dict[str, Any]", row)
    missing = [f for f in ("value", "unit", "rule") if f not in cells]
    unknown = sorted(set(cells) - FIELDS)
    if missing or unknown:
        raise _bad(
            f"{key}: missing {missing}, unknown {unknown}",
            f"{key}：足りない欄 {missing}、知らない欄 {unknown}",
        )
    value = cells["value"]
    if isinstance(value, float):
        raise _bad(f"{key}: params are whole numbers, got {value}", f"{key}：整数で書きます（{value}）")
    value = _plain(value)
    if type(value) not in _NOUNS:
        raise _bad(f"{key}: {value!r} is no value of a param", f"{key}：{value!r} は数値表に置けません")
    low, high, choices = cells.get("min"), cells.get("max"), tuple(cells.get("choices", ()))
    param = Param(key, value, cells["unit"], cells["rule"], low, high, choices, cells.get("length"))
    _check(param, value, None)
    return param


def _walk(prefix: str, table: dict[str, Any]) -> dict[str, Param]:
    found: dict[str, Param] = {}
    for name, row in table.items():
        key = f"{prefix}.{name}"
        if isinstance(row, dict) and "value" not in row and "unit" not in row:
            found |= _walk(key, cast("dict[str, Any]", row))
        else:
            found[key] = _param(key, row)
    return found


def read_params(book: str, path: Path) -> dict[str, Param]:
    """All params of a book by dotted key, from its `params.toml`.

    Raises:
        BookError: a number lacks its unit or rule, or is not whole.
    """
    return _walk(book, tomllib.loads(path.read_text(encoding="utf-8")))


def read_house(path: Path, params: Mapping[str, Param] | None = None) -> House:
    """A house file: `[house] name`, then `[<book>.<section>] key = value` or `{ value, unit }`.

    Args:
        path: the file.
        params: every param of every book by dotted key; when given, each key of the file must be one of
            them and each value must fit it.

    Raises:
        BookError: the file cannot be read, or a key or value does not fit.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _bad(
            f"The house file {path} cannot be opened: {error.strerror}",
            f"家の規則 {path} を開けません：{error.strerror}",
            *("not_readable", "house", str(path), Text("a TOML file", "TOML ファイル")),
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise _bad(
            f"The house file {path} is not TOML: {error}",
            f"家の規則 {path} は TOML として読めません：{error}",
            *("not_readable", "house", str(path), Text("a TOML file", "TOML ファイル")),
        ) from error
    house = house_of(data, path.stem)
    if params is not None:
        check_house(house, params)
    return house


def house_of(data: dict[str, Any], name: str) -> House:
    """A house from what its TOML (or JSON) says.

    Args:
        data: the file's tables.
        name: what to call the house where the file does not say.

    Raises:
        BookError: `[house]` is not a table with a text as its name and nothing else.
    """
    head = data.get("house", {})
    if not isinstance(head, dict) or set(cast("dict[str, Any]", head)) - {"name"}:
        raise _bad(
            f"[house] takes only a name, got {head!r}",
            f"[house] に書けるのは name だけです（受け取った値 {head!r}）",
            *("unknown_key", "house", head, ["name"]),
        )
    called = cast("dict[str, Any]", head).get("name", name)
    if not isinstance(called, str):
        raise _bad(
            f"[house] name is a text, got {called!r}",
            f"[house] の name は文字列です（受け取った値 {called!r}）",
            *("wrong_type", "house.name", called, _NOUNS[str]),
        )
    changes: dict[str, Any] = {}
    units: dict[str, str] = {}

    def walk(prefix: str, table: dict[str, Any]) -> None:
        for key, row in table.items():
            dotted = f"{prefix}.{key}" if prefix else key
            if isinstance(row, dict) and "value" in row:
                cells = cast("dict[str, Any]", row)
                if unknown := sorted(set(cells) - {"value", "unit"}):
                    raise _bad(
                        f"{dotted}: unknown {unknown}; a house gives value and unit",
                        f"{dotted}：知らない欄 {unknown}。書けるのは value と unit です",
                        *("unknown_key", f"{dotted}.{unknown[0]}", unknown[0], ["value", "unit"]),
                    )
                changes[dotted] = cells["value"]
                if "unit" in cells:
                    units[dotted] = str(cells["unit"])
            elif isinstance(row, dict):
                walk(dotted, cast("dict[str, Any]", row))
            else:
                changes[dotted] = row

    walk("", {k: v for k, v in data.items() if k != "house"})
    return House(called, changes, units)


def check_house(house: House, params: Mapping[str, Param]) -> None:
    """Hold every key and value of a house against the params of all books.

    Raises:
        BookError: an unknown key (the nearest known ones are named), a wrong unit, type or range.
    """
    for key, value in house.changes.items():
        if key not in params:
            raise _unknown(house, key, params)
        _check(params[key], value, house.units.get(key))


def _unknown(house: House, key: str, params: Mapping[str, Param]) -> BookError:
    near = difflib.get_close_matches(key, params, n=3, cutoff=0.5) or sorted(params)[:3]
    return _bad(
        f"{house.name}: unknown key {key}; nearest: {', '.join(near)}",
        f"{house.name}：知らない鍵 {key}。近い鍵：{'、'.join(near)}",
        *("unknown_key", key, house.changes[key], near),
    )


_NOUNS = {
    int: Text("a whole number", "整数"),
    str: Text("a text", "文字列"),
    bool: Text("true or false", "true か false"),
    tuple: Text("a list", "リスト"),
}


def _check(param: Param, value: Any, unit: str | None) -> Any:
    """The value in the param's form, if it fits.

    Raises:
        BookError: a wrong unit or type, or out of range.
    """
    value = _plain(value)
    if unit is not None and unit != param.unit:
        raise _bad(
            f"{param.key}: the unit is {param.unit!r}, got {unit!r}",
            f"{param.key}：単位は {param.unit!r} です（受け取った単位 {unit!r}）",
            *("wrong_unit", param.key, unit, [param.unit]),
        )
    each = _each(value)
    kinds: set[type] = {type(v) for v in _each(param.value)}
    if type(value) is not type(param.value) or (kinds and not {type(v) for v in each} <= kinds):
        want = _NOUNS[type(param.value)]
        raise _bad(
            f"{param.key}: wants {want.en} in {param.unit}, got {value!r}",
            f"{param.key}：{want.ja}（単位 {param.unit}）が要ります（受け取った値 {value!r}）",
            *("wrong_type", param.key, value, want),
        )
    if param.length is not None and len(each) != param.length:
        raise _bad(
            f"{param.key}: got {len(each)} items, allowed: exactly {param.length}",
            f"{param.key}：受け取った値は{len(each)}個、使えるのはちょうど{param.length}個です",
            *("out_of_range", param.key, value, Text(f"{param.length} items", f"{param.length}個")),
        )
    if param.choices and not set(each) <= set(param.choices):
        raise _bad(
            f"{param.key}: got {value!r}, allowed: {', '.join(param.choices)}",
            f"{param.key}：受け取った値 {value!r}、使える値：{'、'.join(param.choices)}",
            *("not_allowed", param.key, value, list(param.choices)),
        )
    below = param.low is not None and any(type(v) is int and v < param.low for v in each)
    above = param.high is not None and any(type(v) is int and v > param.high for v in each)
    if below or above:
        span = _span(param)
        raise _bad(
            f"{param.key}: got {value}, allowed: {span.en}",
            f"{param.key}：受け取った値 {value}、使える値：{span.ja}",
            *("out_of_range", param.key, value, span),
        )
    return value


def _plain(value: Any) -> Any:
    return tuple(cast("list[Any]", value)) if isinstance(value, list) else value


def _each(value: Any) -> tuple[Any, ...]:
    return cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)


def _span(param: Param) -> Text:
    if param.high is None:
        return Text(f"{param.low} {param.unit} or more", f"{param.low} {param.unit} 以上")
    if param.low is None:
        return Text(f"at most {param.high} {param.unit}", f"{param.high} {param.unit} 以下")
    return Text(f"{param.low} to {param.high} {param.unit}", f"{param.low}〜{param.high} {param.unit}")


def overlay(params: dict[str, Param], house: House | None) -> tuple[dict[str, Param], tuple[Change, ...]]:
    """Params with the house's values, and what they change; keys of other books are left to those.

    Raises:
        BookError: an unknown key (the nearest known ones are named), a wrong unit, type or range.
    """
    if house is None or not params:
        return params, ()
    book = next(iter(params)).split(".")[0]
    result = dict(params)
    changed: list[Change] = []
    for key, value in house.changes.items():
        if key.split(".")[0] != book:
            continue
        if key not in params:
            raise _unknown(house, key, params)
        old = params[key]
        new = _check(old, value, house.units.get(key))
        if new != old.value:
            changed.append(Change(key, old.rule, old.unit, old.value, new))
            result[key] = old._replace(value=new)
    return result, tuple(changed)


def build(shape: type[P], prefix: str, params: dict[str, Param]) -> P:
    """A NamedTuple of values (sections nest as NamedTuples), every field filled from its param.

    Args:
        shape: the NamedTuple class; its field names are the keys below `prefix`.
        prefix: dotted name of the table, such as "keep" or "keep.food".
        params: all params of the book.

    Raises:
        BookError: a field without a param.
    """
    cells: dict[str, Any] = {}
    for name, kind in get_type_hints(shape).items():
        key = f"{prefix}.{name}"
        if isinstance(kind, type) and hasattr(kind, "_fields"):
            cells[name] = build(kind, key, params)
        elif key in params:
            cells[name] = params[key].value
        else:
            raise _bad(f"{key}: no such param", f"{key}：数値がありません")
    return shape(**cells)
