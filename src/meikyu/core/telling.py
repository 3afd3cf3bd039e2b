"""Answers, questions and rules in words: lines of plain text for a terminal, in either language."""

from __future__ import annotations

import shlex
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

import msgspec

from meikyu.core.allowed import allowed_of, follow, node_at, phrase
from meikyu.core.book import Book, Question
from meikyu.core.catalogue import STATUSES, Entry
from meikyu.core.words import FIELDS, field
from meikyu.errors import Text

Counts = Mapping[str, Mapping[str, int]]
Names = Mapping[str, Text]

NO_NAMES: Names = MappingProxyType({})
OWN_IDS = frozenset({"choice", "order", "pickups", "task"})
"""Fields that tell the asker's own ids back, which may look like codes and are not."""

YES, NO = Text("yes", "はい"), Text("no", "いいえ")
NONE = Text("none", "なし")
PHRASES = ({"fraction", "value"}, {"en", "ja"})
"""Objects that are one thing to people: an exact number, a text in both languages."""
STATUS_WORDS = {
    "code": Text("carried out by code", "コードが実行"),
    "table": Text("data", "データ"),
    "people": Text("decided at the table", "卓で決める"),
    "open": Text("not done yet", "未着手"),
}
BASIS_WORDS = {
    "seed": Text("the book says it", "元の本の記述"),
    "source": Text("a public source fills a hole", "公開資料による補い"),
    "seed+source": Text("the book and a public source", "元の本と公開資料"),
    "design": Text("our decision", "本作の決定"),
}


def as_json(value: Any) -> str:
    """A JSON-like value as JSON on one line; whole numbers of numpy become plain ones.

    Text that has no UTF-8 form (bytes of a command line that are none) is shown with backslashes.

    Raises:
        TypeError: a part of it has no JSON form.
    """

    def plain(part: Any) -> Any:
        if hasattr(part, "tolist"):
            return part.tolist()
        if hasattr(part, "__index__"):
            return int(part)
        raise TypeError(f"{type(part).__name__} has no JSON form")

    try:
        return msgspec.json.encode(value, enc_hook=plain).decode()
    except UnicodeEncodeError:
        return msgspec.json.encode(_escaped(value), enc_hook=plain).decode()


def _escaped(part: Any) -> Any:
    if isinstance(part, str):
        return part.encode("utf-8", "backslashreplace").decode()
    if isinstance(part, dict):
        table = cast("dict[Any, Any]", part)
        return {_escaped(key): _escaped(value) for key, value in table.items()}
    if isinstance(part, (list, tuple)):
        return [_escaped(value) for value in cast("Sequence[Any]", part)]
    return part


def columns(text: str) -> int:
    """How many terminal columns a text takes; East Asian wide characters take two."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def pad(text: str, width: int) -> str:
    """The text filled with blanks up to so many columns."""
    return text + " " * max(0, width - columns(text))


def table(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()) -> list[str]:
    """Rows as lines with aligned columns.

    Args:
        rows: cells by row.
        right: numbers of the columns that stand at the right edge.
    """
    widths = [max(columns(row[i]) for row in rows) for i in range(len(rows[0]))] if rows else []
    lines: list[str] = []
    for row in rows:
        cells = [
            " " * (w - columns(c)) + c if i in right else pad(c, w)
            for i, (c, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def word(value: Any, lang: str, names: Names = NO_NAMES) -> str:
    """A JSON-like value on one line; texts that are codes of `names` are said by their names."""
    if isinstance(value, str) and value in names:
        return names[value].say(lang)
    if value is None:
        return NONE.say(lang)
    if isinstance(value, bool):
        return (YES if value else NO).say(lang)
    if isinstance(value, dict):
        cells = cast("dict[str, Any]", value)
        if set(cells) == {"fraction", "value"}:
            plain = "/" not in str(cells["fraction"])
            return str(cells["fraction"]) if plain else f"{cells['fraction']} ({cells['value']:.6g})"
        if set(cells) == {"en", "ja"}:
            return str(cells[lang])
        parts = [f"{_called(k, lang, names)} {_inner(v, lang, _for(k, names))}" for k, v in cells.items()]
        return ", ".join(parts) or NONE.say(lang)
    if isinstance(value, (list, tuple)):
        items = list(cast("Iterable[Any]", value))
        if len(items) == 2 and all(type(i) is int for i in items):
            return f"[{items[0]}, {items[1]}]"
        return ", ".join(word(i, lang, names) for i in items) or NONE.say(lang)
    return str(value)


def _called(key: str, lang: str, names: Names) -> str:
    """What a field of an answer is called; our own word for it goes before the name of a thing."""
    return field(key, lang, {} if key in FIELDS else names)


def _for(key: str, names: Names) -> Names:
    """The names that may stand for a field's value: none where the asker's own ids are told back."""
    return NO_NAMES if key in OWN_IDS else names


def _inner(value: Any, lang: str, names: Names) -> str:
    """A value inside a line; an object of several fields stands in parentheses."""
    said = word(value, lang, names)
    fields = set(cast("dict[str, Any]", value)) if isinstance(value, dict) else set[str]()
    return said if not fields or fields in PHRASES else f"({said})"


def _tree(label: str, value: Any, lang: str, indent: str, names: Names) -> list[str]:
    if isinstance(value, dict) and value and set(cast("dict[str, Any]", value)) not in PHRASES:
        lines = [f"{indent}{label}:"]
        for key, inner in cast("dict[str, Any]", value).items():
            lines += _tree(_called(key, lang, names), inner, lang, indent + "  ", _for(key, names))
        return lines
    if isinstance(value, (list, tuple)):
        items = list(cast("Iterable[Any]", value))
        if items and all(isinstance(i, dict) for i in items):
            return [f"{indent}{label}:", *(f"{indent}  - {word(i, lang, names)}" for i in items)]
    return [f"{indent}{label}: {word(value, lang, names)}"]


def answer_lines(book: Book, question: Question, told: Mapping[str, Any], lang: str) -> list[str]:
    """An answer object in words: title, value, reasons, warnings, house; codes as the book calls them."""
    names = book.names()
    lines = [f"{question.title.say(lang)} ({told['question']})"]
    value = told["value"]
    if isinstance(value, dict):
        for key, inner in cast("dict[str, Any]", value).items():
            lines += _tree(_called(key, lang, names), inner, lang, "  ", _for(key, names))
    else:
        lines.append(f"  {word(value, lang, names)}")
    if told["warnings"]:
        lines += ["", Text("Warnings", "注意").say(lang)]
        lines += [f"  {word(w, lang, names)}" for w in told["warnings"]]
    if told["because"]:
        lines += ["", Text("Because", "理由").say(lang)]
        wide = max(columns(b["rule"]) for b in told["because"])
        seen: set[str] = set()
        for because in told["because"]:
            found = f"{_called(because['what'], lang, names)} = {word(because['value'], lang, names)}"
            lines.append(f"  {pad(because['rule'], wide)}  {found}")
            if because["text"] not in seen:
                lines.append(f"  {' ' * wide}  {because['text']}")
            seen.add(because["text"])
    house = told["house"]
    if house:
        said = Text("Under the rules of {name}", "「{name}」の家の規則による").fill(name=house["name"])
        lines += ["", said.say(lang)]
        for c in house["changes"]:
            lines.append(f"  {c['key']}: {c['was']} -> {c['now']} {c['unit']} ({c['rule']})")
    return lines


def questions_lines(books: Iterable[Book], lang: str) -> list[str]:
    """Every question with its title, by book."""
    lines: list[str] = []
    for book in books:
        if not book.questions:
            continue
        lines += [*([""] if lines else []), book.label.say(lang)]
        rows = [[f"  {book.name}.{q.name}", q.title.say(lang)] for q in book.questions.values()]
        lines += table(rows)
    hint = Text(
        "Fields of one: meikyu ask NAME --fields", "一つの問いの項目は meikyu ask 名前 --fields で見られます"
    )
    return [*lines, "", hint.say(lang)]


def questions_object(books: Iterable[Book], lang: str) -> list[dict[str, Any]]:
    """Every question as a JSON-like object: name, title, fields, example."""
    return [
        {
            "question": f"{book.name}.{q.name}",
            "title": q.title.say(lang),
            "fields": fields_of(q, lang),
            "example": q.example,
        }
        for book in books
        for q in book.questions.values()
    ]


def fields_of(question: Question, lang: str) -> list[dict[str, Any]]:
    """The input fields of a question: name, type, required, default, note."""
    rows: list[dict[str, Any]] = []
    for info in msgspec.structs.fields(question.inputs):
        name = info.encode_name
        note = question.notes.get(name)
        default = None if info.required else node_at(question.inputs, "")["properties"][name].get("default")
        rows.append(
            {
                "name": name,
                "takes": _takes(allowed_of(question.inputs, name), lang),
                "required": info.required,
                "default": default,
                "note": note.say(lang) if note else "",
                "parts": _parts(question.inputs, name, lang),
            }
        )
    return rows


def _parts(shape: type[Any], path: str, lang: str) -> dict[str, str]:
    """What the parts of a list, map or object take, by path; `[]` is any place, `.*` any key."""
    node = follow(node_at(shape, path), shape)
    inner: dict[str, Any] = {}
    if isinstance(node.get("items"), dict) and node["items"]:
        inner["[]"] = node["items"]
    elif isinstance(node.get("additionalProperties"), dict):
        inner[".*"] = node["additionalProperties"]
    inner |= {f".{key}": part for key, part in node.get("properties", {}).items()}
    found: dict[str, str] = {}
    if "enum" in node.get("propertyNames", {}):
        found[f"{path} ({Text('keys', '鍵').say(lang)})"] = " / ".join(node["propertyNames"]["enum"])
    for step, part in inner.items():
        if "properties" not in follow(part, shape):
            found[f"{path}{step}"] = _takes(phrase(part, shape), lang)
        found |= _parts(shape, f"{path}{step}", lang)
    return found


def _takes(allowed: Any, lang: str) -> str:
    return allowed.say(lang) if isinstance(allowed, Text) else " / ".join(map(str, allowed))


def fields_lines(book: Book, question: Question, lang: str) -> list[str]:
    """A question's title, fields and worked example."""
    lines = [f"{question.title.say(lang)} ({book.name}.{question.name})", ""]
    for row in fields_of(question, lang):
        if row["required"]:
            need = Text("needed", "必須").say(lang)
        else:
            shown = msgspec.json.encode(row["default"]).decode()
            need = Text("left out: {d}", "省略時 {d}").fill(d=shown).say(lang)
        lines.append(f"  {row['name']}  {row['takes']}  [{need}]")
        if row["note"]:
            lines.append(f"      {row['note']}")
        lines += [f"      {part}  {takes}" for part, takes in row["parts"].items()]
    lines += ["", Text("Example", "例").say(lang)]
    lines.append("  " + example_command(book, question))
    return lines


def example_command(book: Book, question: Question) -> str:
    """The command line that asks a question's own example."""
    pairs: list[str] = []
    for key, value in question.example.items():
        shown = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        pairs.append(f"{key}={shlex.quote(shown)}")
    return " ".join(["meikyu ask", f"{book.name}.{question.name}", *pairs])


def rule_object(entry: Entry, cases: Iterable[str]) -> dict[str, Any]:
    """A rule as a JSON-like object."""
    return {
        "id": entry.id,
        "book": entry.book,
        "section": entry.section,
        "en": entry.text.en,
        "ja": entry.text.ja,
        "basis": entry.basis,
        "status": entry.status,
        "values": entry.values,
        "examples": list(entry.examples),
        "note": entry.note,
        "places": [p._asdict() for p in entry.places],
        "cases": list(cases),
    }


def rule_lines(entry: Entry, section: Text, cases: Sequence[str], lang: str) -> list[str]:
    """One rule in words, both texts of it, the asker's language first."""
    first, second = (entry.text.ja, entry.text.en) if lang == "ja" else (entry.text.en, entry.text.ja)
    lines = [f"{entry.id}  {section.say(lang)}", "", f"  {first}", f"  {second}", ""]
    rows = [
        [Text("Basis", "根拠").say(lang), BASIS_WORDS[entry.basis].say(lang)],
        [Text("Status", "状態").say(lang), STATUS_WORDS[entry.status].say(lang)],
    ]
    rows += [[f"{k}", word(v, lang)] for k, v in entry.values.items()]
    lines += table([[f"  {a}", b] for a, b in rows])
    for example in entry.examples:
        given, expect = (msgspec.json.encode(example.get(k)).decode() for k in ("given", "expect"))
        lines += [f"  {Text('Example', '例').say(lang)}: {given} -> {expect}"]
    if entry.note:
        lines.append(f"  {Text('Note', '注').say(lang)}: {entry.note}")
    lines += [
        f"  {Text('Carried out in', '実行箇所').say(lang)}: meikyu/{p.path}:{p.line} {p.function}"
        for p in entry.places
    ]
    lines += [f"  {Text('Case', '確認例').say(lang)}: {name}" for name in cases]
    return lines


def list_lines(entries: Sequence[Entry], lang: str) -> list[str]:
    """Rules one a line: id, status, text."""
    rows = [[e.id, e.status, e.text.say(lang)] for e in entries]
    count = Text("{n} rules", "{n}件").fill(n=len(entries)).say(lang)
    return [*table(rows), count]


def coverage_lines(counts: Counts, titles: Mapping[str, str], lang: str) -> list[str]:
    """The coverage table: a line a book and the total."""
    heads = [Text("book", "本"), Text("total", "全部"), *(Text(s, STATUS_WORDS[s].ja) for s in STATUSES)]
    rows = [[h.say(lang) for h in heads] + [Text("with case", "例つき").say(lang)]]
    for name, row in counts.items():
        rows.append([titles.get(name, name), *(str(row[k]) for k in ("total", *STATUSES, "with_case"))])
    return table(rows, frozenset(range(1, 7)))


def total_of(counts: Counts) -> dict[str, int]:
    """The sums of a coverage table over its books."""
    return {k: sum(row[k] for row in counts.values()) for k in ("total", *STATUSES, "with_case")}


def summary_lines(told: Mapping[str, Any], lang: str, names: Mapping[str, Text] | None = None) -> list[str]:
    """A flat or nested object in words, a line a field.

    Args:
        told: the object.
        lang: language.
        names: names of things by id; used for keys and for texts that are such ids.
    """
    lines: list[str] = []
    for key, value in told.items():
        lines += _summary(key, value, lang, "", names or {})
    return lines


def _summary(key: str, value: Any, lang: str, indent: str, names: Mapping[str, Text]) -> list[str]:
    called = f"{indent}{field(key, lang, names)}"
    if isinstance(value, dict) and value and set(cast("dict[str, Any]", value)) not in PHRASES:
        lines = [f"{called}:"]
        for inner, part in cast("dict[str, Any]", value).items():
            lines += _summary(inner, part, lang, indent + "  ", names)
        return lines
    if isinstance(value, str) and value in names:
        return [f"{called}: {names[value].say(lang)}"]
    if isinstance(value, list):
        said = [names[v].say(lang) if v in names else word(v, lang) for v in cast("list[Any]", value)]
        return [f"{called}: {', '.join(said) or NONE.say(lang)}"]
    return [f"{called}: {word(value, lang)}"]
