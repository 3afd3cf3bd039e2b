"""Write the generated parts of the documentation: `uv run python docs/build.py`, or `--check` to compare.

A generated part stands between `<!-- generated: NAME -->` and `<!-- end -->`; all else is written by hand.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import typer

from meikyu.books import BOOKS, by_name
from meikyu.cli import app
from meikyu.core import catalogue, telling
from meikyu.core.book import Book

DOCS = Path(__file__).parent
PART = re.compile(r"(<!-- generated: (?P<name>[\w .]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def _table(heads: list[str], rows: list[list[str]]) -> str:
    def line(cells: list[str]) -> str:
        return "| " + " | ".join(c.replace("|", "\\|").replace("\n", " ") for c in cells) + " |"

    return "\n".join([line(heads), line(["---"] * len(heads)), *(line(r) for r in rows)]) + "\n"


def _code(text: str) -> str:
    return f"`{text}`" if text else ""


def coverage(_: str) -> str:
    """Counts a book."""
    counts = catalogue.coverage(b.name for b in BOOKS)
    counts["total"] = telling.total_of(counts)
    keys = ("total", *catalogue.STATUSES, "with_case")
    return _table(["book", *keys], [[name, *(str(row[k]) for k in keys)] for name, row in counts.items()])


def chapters(name: str) -> str:
    """Counts a chapter of one book."""
    loaded = catalogue.load(name)
    rows: list[list[str]] = []
    for section in loaded.sections:
        inside = [e for e in loaded.entries.values() if e.section == section.id]
        counts = [str(sum(e.status == s for e in inside)) for s in catalogue.STATUSES]
        rows.append([section.id, section.title.en, section.title.ja, str(len(inside)), *counts])
    return _table(["chapter", "", "", "rules", *catalogue.STATUSES], rows)


def modules(name: str) -> str:
    """The public modules of one book with their public names, read from the sources."""
    rows: list[list[str]] = []
    folder = catalogue.PACKAGE / "books" / name
    for path in sorted(folder.rglob("*.py")):
        inner = path.relative_to(folder).with_suffix("").as_posix().replace("/", ".")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        doc = (ast.get_docstring(tree) or "").split("\n")[0]
        rows.append([_code(inner), doc, ", ".join(_code(n) for n in dict.fromkeys(_public(tree)))])
    return _table(["module", "what it holds", "public names"], rows)


def _public(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name
        elif isinstance(node, ast.Assign):
            names = [t.id for t in node.targets if isinstance(t, ast.Name)]
            yield from (n for n in names if not n.startswith("_"))
            if names == ["__all__"]:
                yield from ast.literal_eval(node.value)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield from (n for n in [node.target.id] if not n.startswith("_"))


def params(name: str) -> str:
    """The numbers of one book, as a house file may set them."""
    table = by_name()[name].param_table.values()
    if not table:
        return "This book has no numbers yet.\n"
    rows = [[_code(p.key), _code(str(p.value)), p.unit, p.rule] for p in table]
    return _table(["key", "value", "unit", "rule"], rows)


def questions(name: str) -> str:
    """The questions of one book with their fields."""
    book = by_name()[name]
    if not book.questions:
        return "This book has no questions yet.\n"
    return "\n".join(_question(book, q) for q in book.questions)


def _question(book: Book, inner: str) -> str:
    question = book.questions[inner]
    fields: list[list[str]] = []
    japanese = {row["name"]: row["note"] for row in telling.fields_of(question, "ja")}
    for row in telling.fields_of(question, "en"):
        left_out = "needed" if row["required"] else _code(telling.as_json(row["default"]))
        parts = "".join(f"; {_code(k)} {v}" for k, v in row["parts"].items())
        both = " / ".join(n for n in (row["note"], japanese[row["name"]]) if n)
        fields.append([_code(row["name"]), row["takes"] + parts, left_out, both])
    head = f"### {book.name}.{inner}\n\n{question.title.en} / {question.title.ja}\n\n"
    shown = f"\n```sh\n{telling.example_command(book, question)}\n```\n"
    return head + _table(["field", "takes", "left out", "meaning"], fields) + shown


def all_questions(_: str) -> str:
    """The questions of all books, with links to the pages that describe them."""
    rows = [
        [
            f"[`{b.name}.{q.name}`]({b.name}.md#{(b.name + q.name).replace('.', '').lower()})",
            q.title.en,
            q.title.ja,
        ]
        for b in BOOKS
        for q in b.questions.values()
    ]
    return _table(["question", "", ""], rows)


def commands(_: str) -> str:
    """Every command with its arguments and options, in both languages."""
    root = typer.main.get_command(app)
    parts: list[str] = []
    for name, command in sorted(root.commands.items()):  # type: ignore[attr-defined]
        said = " / ".join(h.strip() for h in (command.help or "").split("¦"))
        rows: list[list[str]] = []
        for param in command.params:
            shown = (
                ", ".join(param.opts) if param.param_type_name == "option" else (param.metavar or param.name)
            )
            both = " / ".join(h.strip() for h in (getattr(param, "help", "") or "").split("¦"))
            rows.append([_code(shown), both])
        parts.append(f"### meikyu {name}\n\n{said}\n\n" + _table(["", ""], rows))
    return "\n".join(parts)


def keys(_: str) -> str:
    """The keys of the pages as they are at first, from the shell's script."""
    script = (catalogue.PACKAGE / "web" / "static" / "shell.js").read_text(encoding="utf-8")
    actions = script.split("export const ACTIONS = {")[1].split("\n};")[0]
    found = re.findall(r"(\w+): \['([^']+)', '([^']+)', '([^']+)'\]", actions)
    shown = [["Space" if k == " " else k.upper() if len(k) == 1 else k, en, ja] for _, k, en, ja in found]
    rows = [[_code(key), en, ja] for key, en, ja in shown]
    return _table(["key", "", ""], rows)


def rules(_: str) -> str:
    """Every rule of every book: id, status, basis, where it is carried out."""
    parts: list[str] = []
    for book in BOOKS:
        rows = [
            [e.id, e.status, e.basis, ", ".join(sorted({_code(f"{p.path}: {p.function}") for p in e.places}))]
            for e in book.catalogue.entries.values()
        ]
        parts.append(f"## {book.name}\n\n" + _table(["id", "status", "basis", "carried out in"], rows))
    return "\n".join(parts)


PARTS: dict[str, Callable[[str], str]] = {
    "coverage": coverage,
    "chapters": chapters,
    "modules": modules,
    "params": params,
    "questions": questions,
    "all_questions": all_questions,
    "commands": commands,
    "keys": keys,
    "rules": rules,
}


def built(text: str) -> str:
    """The page with its generated parts made anew."""

    def make(match: re.Match[str]) -> str:
        kind, _, name = match["name"].partition(" ")
        return f"{match[1]}\n{PARTS[kind](name)}\n{match[3]}"

    return PART.sub(make, text)


def stale() -> list[Path]:
    """The pages whose generated parts are not what they should be."""
    return [p for p in sorted(DOCS.glob("*.md")) if built(text := p.read_text(encoding="utf-8")) != text]


def main() -> int:
    """Rewrite the stale pages, or with `--check` only name them; 1 when `--check` finds any."""
    pages = stale()
    for page in pages:
        if "--check" in sys.argv:
            sys.stdout.write(f"stale: {page.name}; run: uv run python docs/build.py\n")
        else:
            page.write_text(built(page.read_text(encoding="utf-8")), encoding="utf-8")
            sys.stdout.write(f"written: {page.name}\n")
    return 1 if pages and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
