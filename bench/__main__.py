"""All benches as one table: `uv run --group bench --group test python -m bench [NAME]...`.

Each module of this folder with a `run() -> dict` (or a list of dicts) is one or more rows.
"""

from __future__ import annotations

import importlib
import itertools
import pkgutil
import sys
import textwrap
import traceback
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.table import Table

import bench

HEADS = ("name", "what")


def rows(names: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of the named benches, or of all; a bench that breaks gives a row that says so."""
    found = [m.name for m in pkgutil.iter_modules(bench.__path__) if not m.name.startswith("_")]
    if unknown := sorted(set(names) - set(found)):
        raise SystemExit(f"no such bench: {', '.join(unknown)}; there are: {', '.join(found)}")
    for name in names or found:
        try:
            module = importlib.import_module(f"bench.{name}")
            if not hasattr(module, "run"):
                continue
            made = module.run()
        except Exception as error:
            traceback.print_exc()
            yield name, {"failed": f"{type(error).__name__}: {error}"}
            continue
        for row in made if isinstance(made, list) else [made]:
            yield name, row


def _cell(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def main() -> None:
    """Run the benches and print their figures."""
    table = Table("bench", "figure", "value", title="Meikyu: figures of one run")
    failed = False
    for name, row in rows(sys.argv[1:]):
        failed |= "failed" in row
        figures = [(k, _cell(v)) for k, v in row.items() if k not in HEADS]
        heads = [str(row.get("name", name)), *textwrap.wrap(str(row.get("what", "")), 40)]
        for head, figure in itertools.zip_longest(heads, figures):
            table.add_row(head or "", *(figure or ("", "")))
        table.add_section()
    Console(width=max(Console().width, 100)).print(table)
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
