"""The commands. Help texts hold both languages, English first, parted by `¦`; the asker's half is shown."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from meikyu.cli.output import print_json, print_lines, progress_bar
from meikyu.core.words import language
from meikyu.errors import InputError, Text

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
Size = Annotated[str | None, typer.Option(metavar="WxH", help="Size of the map. ¦ 地図の大きさ。")]
Start = Annotated[str | None, typer.Option(help="How it starts. ¦ 始まり方。")]
Difficulty = Annotated[str | None, typer.Option(help="How hard it is. ¦ 難しさ。")]
HouseFile = Annotated[Path | None, typer.Option(metavar="FILE", help="House rules. ¦ 家の規則。")]


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
    house: HouseFile = None,
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
            print_json(asking.answer_line(line, books, house=rules, lang=tongue))
            sys.stdout.flush()
        return
    if name is None:
        if as_json:
            print_json({"questions": telling.questions_object(books.values(), tongue)})
        else:
            print_lines(telling.questions_lines(books.values(), tongue))
        return
    book, inner = asking.split_name(name, books)
    question = book.questions[inner]
    if fields:
        told = {"question": name, "fields": telling.fields_of(question, tongue)}
        print_json(told) if as_json else print_lines(telling.fields_lines(book, question, tongue))
        return
    inputs = reading.object_of(input_, "input") if input_ is not None else {}
    inputs |= reading.pairs_of(question.inputs, pairs or [])
    answer = asking.answer(book, inner, inputs, house=rules, lang=tongue)
    if as_json:
        print_json(answer)
    else:
        print_lines(telling.answer_lines(book, question, answer, tongue))


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
            print_json(telling.rule_object(entry, names))
        else:
            title = next(s.title for s in books[entry.book].catalogue.sections if s.id == entry.section)
            print_lines(telling.rule_lines(entry, title, names, tongue))
        return
    if coverage or (search is None and book is None and status is None):
        _alone("--coverage", coverage, search, status)
        counts = catalogue.coverage(chosen)
        if as_json:
            print_json({"books": counts, "total": telling.total_of(counts)})
        else:
            titles = {b.name: f"{b.name} {b.label.say(tongue)}" for b in books.values()}
            titles["total"] = Text("total", "合計").say(tongue)
            print_lines(telling.coverage_lines(counts | {"total": telling.total_of(counts)}, titles, tongue))
        return
    entries = catalogue.search([catalogue.load(b) for b in chosen], search or "")
    entries = [e for e in entries if status in (None, e.status)]
    if as_json:
        found = [telling.rule_object(e, catalogue.case_names(e)) for e in entries]
        print_json({"rules": found, "count": len(found)})
    else:
        print_lines(telling.list_lines(entries, tongue))


@app.command(help="Open the page in the browser. ¦ ブラウザーで遊ぶ。")
def play(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port on 127.0.0.1. ¦ 待ち受けるポート。")
    ] = 8080,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only serve. ¦ 開かない。")] = False,
    data: Data = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new dungeon. ¦ 新しい魔殿を始める。")] = False,
    seed: Annotated[int | None, typer.Option(help="Seed of the new one. ¦ 乱数の種。")] = None,
    size: Size = None,
    start: Start = None,
    difficulty: Difficulty = None,
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
        print_lines(said.fill(a=address).say(language(lang)))
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
    size: Size = None,
    start: Start = None,
    difficulty: Difficulty = None,
    house: HouseFile = None,
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
    with progress_bar(title) as progress:
        summary = run_realm(seed=seed, days=days, progress=progress, house=rules, **options)
    print_json(summary) if as_json else print_lines(realm_lines(summary, tongue))


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
            print_lines(line.decode().rstrip("\n"))
        return
    if verify:
        with progress_bar(Text("Running it again", "もう一度動かしています").say(tongue)) as progress:
            report = records.verify(path, progress)
    else:
        report = records.describe(path)
    print_json(report) if as_json else print_lines(realm_lines(report, tongue))


@app.command(help="List the saved dungeons. ¦ 保存した魔殿の一覧。")
def dungeons(data: Data = None, as_json: Json = False, lang: Lang = None) -> None:
    """List the saved dungeons of the data folder."""
    from meikyu.realm.save import folder, listing
    from meikyu.realm.telling import dungeons_lines

    found = listing(data)
    if as_json:
        print_json({"dungeons": found, "folder": str(folder(data))})
    else:
        print_lines(dungeons_lines(found, folder(data), language(lang)))


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
        print_json(told) if as_json else print_lines(rolling.odds_lines(told, tongue))
        return
    told = rolling.roll_object(expression, secrets.randbits(63) if seed is None else seed)
    print_json(told) if as_json else print_lines(rolling.roll_lines(told, tongue))


@app.command(help="Serve the questions to MCP clients. ¦ MCP で問いに答える。")
def mcp(lang: Lang = None) -> None:
    """Serve every question as a tool over standard input and output."""
    from meikyu.web.mcp import serve

    serve(language(lang))
