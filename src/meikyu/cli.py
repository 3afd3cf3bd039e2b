"""The command line, the only place that prints to a terminal; every part is imported when it is needed.

Help texts hold both languages, English first, parted by `¦`; `main` shows the asker's half.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer.exceptions import TyperException

from meikyu import __version__
from meikyu.core.words import language
from meikyu.errors import InputError, MeikyuError, Text

if TYPE_CHECKING:
    from meikyu.core.params import House

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
    help="Meikyu runs dungeons: play them, ask about them, simulate them. "
    "¦ 迷宮――ダンジョンを遊び、尋ね、計算する。",
)

Lang = Annotated[Literal["en", "ja"] | None, typer.Option(help="Language. ¦ 言語。")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object on standard output. ¦ JSON で出力。")]
Data = Annotated[
    Path | None, typer.Option(help="Folder of the dungeons. ¦ ダンジョンを置くフォルダ。", metavar="DIR")
]


def _print(lines: str | Iterable[str]) -> None:
    text = lines if isinstance(lines, str) else "\n".join(lines)
    sys.stdout.write(text + "\n")


def _print_json(value: Any) -> None:
    from meikyu.core.telling import as_json

    _print(as_json(value))


def _alone(field: str, got: Any, *others: Any) -> None:
    """Refuse what would be left unread beside an option that stands alone.

    Raises:
        InputError: one of the others was given.
    """
    if any(other is not None for other in others):
        allowed = Text(f"{field} without these other inputs", f"{field} だけ（ほかの入力とは使えません）")
        unread = next(other for other in others if other is not None)
        raise InputError("not_allowed", field, got if unread is True else unread, allowed)


def _house(path: Path | None) -> House | None:
    if path is None:
        return None
    from meikyu.books import BOOKS
    from meikyu.core.params import read_house

    return read_house(path, {k: p for book in BOOKS for k, p in book.param_table.items()})


@app.command(help="Ask a question; without a name, list all. ¦ 問いに答える。名前なしなら一覧。")
def ask(
    name: Annotated[
        str | None, typer.Argument(help="Such as keep.food.choose. ¦ keep.food.choose など。")
    ] = None,
    pairs: Annotated[
        list[str] | None, typer.Argument(metavar="[KEY=VALUE]...", help="Inputs. ¦ 項目=値。")
    ] = None,
    input_: Annotated[
        str | None,
        typer.Option("--input", metavar="FILE", help="A JSON object; - is standard input. ¦ JSON の入力。"),
    ] = None,
    batch: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A question a line, answered in order. ¦ 1行1問の JSON を順に。"),
    ] = None,
    house: Annotated[Path | None, typer.Option(metavar="FILE", help="House rules. ¦ 家の規則。")] = None,
    fields: Annotated[bool, typer.Option("--fields", help="Show the inputs. ¦ 入力の項目を見る。")] = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Answer one question, a batch of them, or say what there is to ask."""
    from meikyu.books import by_name
    from meikyu.core import asking, reading, telling

    tongue = language(lang)
    books = by_name()
    rules = _house(house)
    if batch is not None:
        _alone("--batch", batch, name, *(pairs or ()), input_, fields or None)
        for line in reading.lines_of(batch, "batch"):
            _print_json(asking.answer_line(line, books, house=rules, lang=tongue))
            sys.stdout.flush()
        return
    if name is None:
        if as_json:
            _print_json({"questions": telling.questions_object(books.values(), tongue)})
        else:
            _print(telling.questions_lines(books.values(), tongue))
        return
    book, inner = asking.split_name(name, books)
    question = book.questions[inner]
    if fields:
        told = {"question": name, "fields": telling.fields_of(question, tongue)}
        _print_json(told) if as_json else _print(telling.fields_lines(book, question, tongue))
        return
    inputs = reading.object_of(input_, "input") if input_ is not None else {}
    inputs |= reading.pairs_of(question.inputs, pairs or [])
    answer = asking.answer(book, inner, inputs, house=rules, lang=tongue)
    if as_json:
        _print_json(answer)
    else:
        _print(telling.answer_lines(book, question, answer, tongue))


@app.command(help="Show, search and count the rules. ¦ 規則を見る・探す・数える。")
def rules(
    rule_id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="Such as KEP-FOOD-20. ¦ KEP-FOOD-20 など。")
    ] = None,
    search: Annotated[str | None, typer.Option(help="Words, in either language. ¦ 探す語。")] = None,
    book: Annotated[str | None, typer.Option(help="Only this book. ¦ この本だけ。")] = None,
    status: Annotated[
        Literal["code", "table", "people", "open"] | None, typer.Option(help="Only these. ¦ この状態だけ。")
    ] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Counts a book. ¦ 本ごとの数。")] = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Show one rule, list rules, or count them."""
    from meikyu.books import by_name
    from meikyu.core import catalogue, telling

    tongue = language(lang)
    books = by_name()
    if book is not None and book not in books:
        raise InputError("not_allowed", "book", book, list(books))
    chosen = [book] if book else list(books)
    if rule_id is not None:
        _alone("id", rule_id, search, status, coverage or None)
        entry = catalogue.find(rule_id, chosen)
        names = catalogue.case_names(entry)
        if as_json:
            _print_json(telling.rule_object(entry, names))
        else:
            title = next(s.title for s in books[entry.book].catalogue.sections if s.id == entry.section)
            _print(telling.rule_lines(entry, title, names, tongue))
        return
    if coverage or (search is None and book is None and status is None):
        _alone("--coverage", coverage, search, status)
        counts = catalogue.coverage(chosen)
        if as_json:
            _print_json({"books": counts, "total": telling.total_of(counts)})
        else:
            titles = {b.name: f"{b.name} {b.label.say(tongue)}" for b in books.values()}
            titles["total"] = Text("total", "合計").say(tongue)
            _print(telling.coverage_lines(counts | {"total": telling.total_of(counts)}, titles, tongue))
        return
    entries = catalogue.search([catalogue.load(b) for b in chosen], search or "")
    entries = [e for e in entries if status in (None, e.status)]
    if as_json:
        found = [telling.rule_object(e, catalogue.case_names(e)) for e in entries]
        _print_json({"rules": found, "count": len(found)})
    else:
        _print(telling.list_lines(entries, tongue))


@app.command(help="Open the page in the browser. ¦ ブラウザーで遊ぶ。")
def play(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port on 127.0.0.1. ¦ 待ち受けるポート。")
    ] = 8080,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only serve. ¦ 開かない。")] = False,
    data: Data = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new dungeon. ¦ 新しい魔殿を始める。")] = False,
    seed: Annotated[int | None, typer.Option(help="Seed of the new one. ¦ 乱数の種。")] = None,
    size: Annotated[str | None, typer.Option(metavar="WxH", help="Size of its map. ¦ 地図の大きさ。")] = None,
    start: Annotated[str | None, typer.Option(help="How it starts. ¦ 始まり方。")] = None,
    difficulty: Annotated[str | None, typer.Option(help="How hard it is. ¦ 難しさ。")] = None,
    name: Annotated[str | None, typer.Option(help="Its name. ¦ 魔殿の名前。")] = None,
    lang: Lang = None,
) -> None:
    """Serve the page, and open it unless told otherwise."""
    options = _fresh(seed=seed, size=size, start=start, difficulty=difficulty, name=name)
    if options and not new:
        given = {"seed": seed, "size": size, "start": start, "difficulty": difficulty, "name": name}
        field = next(k for k, v in given.items() if v is not None)
        raise InputError("not_allowed", f"--{field}", given[field], Text("only with --new", "--new と共に"))
    from meikyu.web.app import NewKeep, serve

    def announce(address: str) -> None:
        said = Text("Meikyu is at {a}; Ctrl+C ends it.", "迷宮は {a} で開いています。Ctrl+C で終わります。")
        _print(said.fill(a=address).say(language(lang)))
        sys.stdout.flush()

    fresh = NewKeep(**options) if new else None
    serve(port, data, not no_browser, fresh, lang=language(lang), announce=announce)


def _fresh(size: str | None, **options: Any) -> dict[str, Any]:
    """Options of a new dungeon that were given, the size as width and height."""
    found = {k: v for k, v in options.items() if v is not None}
    if size is not None:
        width, _, height = size.lower().replace("×", "x").partition("x")
        if not (width.isdecimal() and height.isdecimal() and len(size) < 30):
            raise InputError("not_readable", "--size", size, Text("such as 128x128", "128x128 の形"))
        found |= {"width": int(width), "height": int(height)}
    return found


@app.command(help="Run a dungeon without a page. ¦ 画面なしで魔殿を動かす。")
def run(
    seed: Annotated[int, typer.Option(help="Seed. ¦ 乱数の種。")] = 1,
    days: Annotated[int, typer.Option(min=1, max=10_000, help="Game days. ¦ ゲーム内の日数。")] = 1,
    size: Annotated[str | None, typer.Option(metavar="WxH", help="Size of the map. ¦ 地図の大きさ。")] = None,
    start: Annotated[str | None, typer.Option(help="How it starts. ¦ 始まり方。")] = None,
    difficulty: Annotated[str | None, typer.Option(help="How hard it is. ¦ 難しさ。")] = None,
    house: Annotated[Path | None, typer.Option(metavar="FILE", help="House rules. ¦ 家の規則。")] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Run a dungeon headless and say how it went."""
    from meikyu.realm.run import run as run_realm
    from meikyu.realm.telling import realm_lines

    options = _fresh(size=size, start=start, difficulty=difficulty)
    rules = _house(house)
    tongue = language(lang)
    title = Text("Running the dungeon", "魔殿を動かしています").say(tongue)
    with _progress(title) as progress:
        summary = run_realm(seed=seed, days=days, progress=progress, house=rules, **options)
    _print_json(summary) if as_json else _print(realm_lines(summary, tongue))


@app.command(help="Run a save or replay again and compare. ¦ 記録をもう一度動かして比べる。")
def replay(
    file: Annotated[
        str,
        typer.Argument(help="A file, or the name of a saved dungeon. ¦ ファイル、または保存した魔殿の名前。"),
    ],
    verify: Annotated[
        bool, typer.Option("--verify", help="Compare every digest on the way. ¦ 途中の要約値をすべて比べる。")
    ] = False,
    export: Annotated[
        bool, typer.Option("--export", help="Print it as a text replay. ¦ 文字の記録にして出す。")
    ] = False,
    data: Data = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Say what a record holds, print it as text, or run it again and hold it to its digests."""
    from meikyu.realm import replay as records
    from meikyu.realm.save import SUFFIX, folder
    from meikyu.realm.telling import realm_lines

    tongue = language(lang)
    path = Path(file)
    named = folder(data) / f"{path.name}{SUFFIX}"
    if not path.exists() and file == path.name and named.exists():  # a name as `dungeons` lists it
        path = named
    if export:
        for line in records.export(path):
            _print(line.decode().rstrip("\n"))
        return
    if verify:
        with _progress(Text("Running it again", "もう一度動かしています").say(tongue)) as progress:
            report = records.verify(path, progress)
    else:
        report = records.describe(path)
    _print_json(report) if as_json else _print(realm_lines(report, tongue))


@app.command(help="List the saved dungeons. ¦ 保存した魔殿の一覧。")
def dungeons(data: Data = None, as_json: Json = False, lang: Lang = None) -> None:
    """List the saved dungeons of the data folder."""
    from meikyu.realm.save import folder, listing
    from meikyu.realm.telling import dungeons_lines

    found = listing(data)
    if as_json:
        _print_json({"dungeons": found, "folder": str(folder(data))})
    else:
        _print(dungeons_lines(found, folder(data), language(lang)))


@app.command(help="Roll dice, or give their exact odds. ¦ ダイスを振る。正確な確率も。")
def roll(
    expression: Annotated[str, typer.Argument(help="Such as 2d6+3. ¦ 2d6+3 など。")],
    seed: Annotated[int | None, typer.Option(help="Seed; same seed, same dice. ¦ 乱数の種。")] = None,
    odds: Annotated[bool, typer.Option("--odds", help="The exact distribution. ¦ 正確な分布。")] = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    """Roll a dice expression once, or show every total with its exact chance."""
    import secrets

    from meikyu.core import rolling

    tongue = language(lang)
    if odds:
        told = rolling.odds_object(expression)
        _print_json(told) if as_json else _print(rolling.odds_lines(told, tongue))
        return
    told = rolling.roll_object(expression, secrets.randbits(63) if seed is None else seed)
    _print_json(told) if as_json else _print(rolling.roll_lines(told, tongue))


@app.command(help="Serve the questions to MCP clients. ¦ MCP で問いに答える。")
def mcp(lang: Lang = None) -> None:
    """Serve every question as a tool over standard input and output."""
    from meikyu.web.mcp import serve

    serve(language(lang))


@contextlib.contextmanager
def _progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error where that is a terminal; told (done, total)."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _localized(command: Any, lang: str) -> Any:
    """The command with its help texts in one language."""

    def half(text: str | None) -> str | None:
        parts = (text or "").split("¦")
        return parts[-1 if lang == "ja" else 0].strip() or None

    command.help = half(command.help)
    for param in command.params:
        if getattr(param, "help", None):
            param.help = half(param.help)
    for inner in getattr(command, "commands", {}).values():
        _localized(inner, lang)
    return command


def _said_language(args: list[str]) -> str:
    """The language of an error: what `--lang` says, readable or not, else the environment's."""
    for i, arg in enumerate(args):
        if arg.startswith("--lang="):
            return language(arg.removeprefix("--lang="))
        if arg == "--lang" and i + 1 < len(args):
            return language(args[i + 1])
    return language()


_USAGE = (
    (
        r"Invalid value for '(.+?)': .*greater than or equal to (\S+)",
        "{0}：使えない値です。使える値：{1}以上",
    ),
    (r"value for '(.+?)': .*less than or equal to (\S+)", "{0}：使えない値です。使える値：{1}以下"),
    (r"value for '(.+?)': .*valid integer", "{0}：使えない値です。使える値：整数"),
    (r"value for '(.+?)': .*?is not one of (.+?)\.?$", "{0}：使えない値です。使える値：{1}"),
    (r"No such command '(.+?)'", "そのような命令はありません：{0}"),
    (r"No such option: (\S+)", "そのような指定はありません：{0}"),
    (r"Missing (?:argument|option|parameter) '(.+?)'", "足りない引数があります：{0}"),
    (r"Option '(.+?)' requires an argument", "{0} には値が要ります"),
    (r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)", "余分な引数があります：{0}"),
)
"""The parser's own words, and the same in Japanese."""


def _usage(error: TyperException) -> Text:
    """What is wrong with the command line, and what is allowed where the parser says it."""
    said = error.format_message().replace("\n", " ").replace("Value error, ", "")
    japanese = f"使い方が違います（{said}）"
    for pattern, told in _USAGE:
        if found := re.search(pattern, said):
            japanese = told.format(*found.groups())
            break
    if said.startswith("No such command"):
        names = ", ".join(
            str(command.callback.__name__) for command in app.registered_commands if command.callback
        )
        return Text(f"{said} Commands: {names}", f"{japanese}。あるもの：{names}")
    return Text(said, japanese)


def main(args: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code: 0 done, 2 bad input, 1 our own fault."""
    words = sys.argv[1:] if args is None else args
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    code = _run(words)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()
    sys.exit(code)


def _run(words: list[str]) -> int:
    lang = _said_language(words)
    if words in (["--version"], ["-V"]):
        _print(f"meikyu {__version__}")
        return 0
    if not words or words[0].startswith("-"):
        words = ["--help"] if {"--help", "-h"} & set(words) else ["play", *words]
    try:
        command = _localized(typer.main.get_command(app), lang)
        result = command.main(
            args=["--help" if w == "-h" else w for w in words], prog_name="meikyu", standalone_mode=False
        )
        return result if isinstance(result, int) else 0
    except BrokenPipeError:
        _silence()
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except MeikyuError as error:
        _fail(error, words, lang)
        return 2
    except TyperException as error:
        _fail(InputError("usage", "", " ".join(words), "meikyu --help", _usage(error)), words, lang)
        return 2
    except Exception as error:
        return _our_fault(error, words, lang)


def _fail(error: MeikyuError, words: list[str], lang: str) -> None:
    if "--json" in words:
        from meikyu.core.asking import error_object

        _print_json(error_object(error, lang))
    else:
        said = error.say_all(lang) if isinstance(error, InputError) else error.say(lang)
        sys.stderr.write(" ".join(said.split("\n")) + "\n")


def _our_fault(error: Exception, words: list[str], lang: str) -> int:
    """Say that something went wrong on our side, and how to report it."""
    import traceback

    at = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{type(error).__name__}: {error} ({Path(at.filename).name}:{at.lineno}, {at.name})"
    said = Text(
        f"Something in Meikyu itself went wrong: {where}. Please report this line, the command "
        f"`meikyu {' '.join(words)}` and version {__version__}; MEIKYU_TRACE=1 shows more.",
        f"迷宮の中で思わぬことが起きました：{where}。この行と、命令 `meikyu {' '.join(words)}`、"
        f"版 {__version__} をお知らせください。MEIKYU_TRACE=1 で詳しく出ます。",
    )
    if os.environ.get("MEIKYU_TRACE"):
        traceback.print_exception(error)
    if "--json" in words:
        cells = {"kind": "internal", "field": "", "got": None, "allowed": None, "message": said.say(lang)}
        _print_json({"error": cells})
    else:
        sys.stderr.write(said.say(lang) + "\n")
    return 1


def _silence() -> None:
    """Drop what is still to be written: the reader of standard output has left."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
