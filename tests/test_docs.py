"""The documentation holds: generated parts fresh, commands and books documented, shown output true."""

from __future__ import annotations

import doctest
import importlib.util
import re
import shlex
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer

from meikyu import cli
from meikyu.books import BOOKS
from meikyu.core.params import check_house, house_of

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "README.ja.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_build", ROOT / "docs" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_parts_are_fresh(build: ModuleType) -> None:
    stale = [page.name for page in build.stale()]
    assert stale == [], "run: uv run python docs/build.py"


def test_a_changed_part_is_stale(build: ModuleType) -> None:
    text = "a\n<!-- generated: coverage -->\nold\n<!-- end -->\nb\n"
    made = build.built(text)
    assert "1705" in made
    assert made.startswith("a\n<!-- generated: coverage -->\n")
    assert made.endswith("<!-- end -->\nb\n")
    assert build.built(made) == made


def test_every_command_and_option_is_documented() -> None:
    said = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    root: Any = typer.main.get_command(cli.app)
    for name, command in root.commands.items():
        part = said.split(f"### meikyu {name}\n")[1].split("\n### ")[0]
        assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", command.help), name
        for param in command.params:
            assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", param.help), (name, param.name)
            if param.param_type_name == "option":
                assert f"`{param.opts[0]}`" in part, (name, param.name)


@pytest.mark.parametrize("book", BOOKS, ids=lambda b: b.name)
def test_every_public_name_of_a_book_is_documented(book: Any) -> None:
    said = (ROOT / "docs" / f"{book.name}.md").read_text(encoding="utf-8")
    package = importlib.import_module(f"meikyu.books.{book.name}")
    names = getattr(package, "__all__", None) or ["BOOK", "ask"]
    for name in names:
        assert f"`{name}`" in said, name
    for path in book.folder.glob("*.py"):
        assert f"`{path.stem}`" in said, path.name
    for question in book.questions:
        assert f"### {book.name}.{question}\n" in said, question


def _blocks() -> list[Any]:
    return [
        pytest.param(block, id=f"{page.name}:{number}")
        for page in PAGES
        for number, block in enumerate(CONSOLE.findall(page.read_text(encoding="utf-8")), 1)
    ]


@pytest.mark.parametrize("block", _blocks())
def test_shown_output_is_what_the_command_prints(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    for shown in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = shown.partition("\n")
        words = shlex.split(command)
        assert words[0] == "meikyu"
        with pytest.raises(SystemExit):
            cli.main(words[1:])
        printed = "".join(capsys.readouterr())
        same = doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS)
        assert same, f"$ {command}\nshown:\n{expected}\nprinted:\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_python_examples_run(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.failed == 0


def test_the_pages_that_show_examples_have_them() -> None:
    for name in ("README.md", "README.ja.md", "docs/asking.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert CONSOLE.search(text), name
        assert ">>> " in text, name


def test_the_house_file_shown_fits_the_books() -> None:
    text = (ROOT / "docs" / "asking.md").read_text(encoding="utf-8")
    shown = re.search(r"^```toml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert shown is not None
    house = house_of(tomllib.loads(shown.group(1)), "shown")
    assert house.name == "Monday table"
    check_house(house, {k: p for book in BOOKS for k, p in book.param_table.items()})


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#\s]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_both_readmes_give_the_two_commands() -> None:
    for name in ("README.md", "README.ja.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "\npip install uv && uv run meikyu\n" in text
        assert "\npip install uv && uv run --group test pytest\n" in text


def test_each_dependency_has_a_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = list(project["project"]["dependencies"]) + project["build-system"]["requires"]
    for extra in project["project"]["optional-dependencies"].values():
        wanted += extra
    for group in project["dependency-groups"].values():
        wanted += [w for w in group if isinstance(w, str)]
    said = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    for requirement in wanted:
        name = re.split(r"[<>=!~ ]", requirement)[0]
        assert f"`{name}`" in said, name


def test_the_notice_gives_the_attribution() -> None:
    notice = " ".join((ROOT / "NOTICE").read_text(encoding="utf-8").split())
    for words in (
        "System Reference Document 5.2.1",
        "Wizards of the Coast LLC",
        "https://www.dndbeyond.com/srd",
    ):
        assert words in notice
    assert "https://creativecommons.org/licenses/by/4.0/legalcode" in notice
