"""The command line as a process: output, exit codes, languages, faults; never a traceback."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from meikyu import __version__, cli
from meikyu.books import BOOKS
from meikyu.core.log import Command
from meikyu.core.words import language
from meikyu.realm.session import Session

FOODS = '[{"id":"a","kind":"meal_small","walk":3},{"id":"b","kind":"raw_plant","walk":null}]'


def meikyu(
    *args: str, given: str | bytes | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    raw = given.encode() if isinstance(given, str) else given
    done = subprocess.run(
        [sys.executable, "-m", "meikyu.cli", *args],
        input=raw,
        capture_output=True,
        env=os.environ | (env or {}),
        timeout=120,
        check=False,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in out + err
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """The command line inside this process: code, standard output, standard error."""
    with pytest.raises(SystemExit) as left:
        cli.main(list(args))
    captured = capsys.readouterr()
    return int(left.value.code or 0), captured.out, captured.err


def test_ask_prints_exactly_one_json_object() -> None:
    done = meikyu("ask", "keep.food.choose", "food_bar=50", f"foods={FOODS}", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert list(told) == ["question", "value", "because", "warnings", "house"]
    assert told["value"] == {"choice": "a", "order": ["a"]}
    assert done.stdout.count("\n") == 1


def test_ask_in_words_has_answer_and_reasons_in_both_languages() -> None:
    args = ("ask", "keep.job.cell", "level=off", "button=left")
    english = meikyu(*args, "--lang", "en").stdout
    japanese = meikyu(*args, env={"LANG": "ja_JP.UTF-8"}).stdout
    assert "Because" in english
    assert "KEP-JOB-30" in english
    assert "理由" in japanese
    assert "KEP-JOB-30" in japanese


@pytest.mark.parametrize("name", [f"{b.name}.{q.name}" for b in BOOKS for q in b.questions.values()])
def test_each_example_is_answered_from_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    book, _, inner = name.partition(".")
    example = next(b for b in BOOKS if b.name == book).questions[inner].example
    path = tmp_path / "input.json"
    path.write_text(json.dumps(example), encoding="utf-8")
    code, out, err = run(capsys, "ask", name, "--input", str(path), "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["question"] == name
    code, out, err = run(capsys, "ask", name, "--input", str(path), "--lang", "ja")
    assert (code, err) == (0, "")
    assert name in out
    code, out, _ = run(capsys, "ask", name, "--fields", "--lang", "ja")
    assert code == 0
    assert all(field in out for field in example)


def test_input_from_standard_input_and_pairs_on_top() -> None:
    given = '{"food_bar": 10, "foods": []}'
    done = meikyu("ask", "keep.food.choose", "--input", "-", "--json", given=given)
    assert json.loads(done.stdout)["value"] == {"choice": None, "order": []}
    done = meikyu("ask", "keep.food.choose", f"foods={FOODS}", "--input", "-", "--json", given=given)
    assert json.loads(done.stdout)["value"]["choice"] == "a"


FAULTS: list[tuple[list[str], str, str]] = [
    (["keep.food.chose", "food_bar=1"], "unknown_question", "question"),
    (["nothing"], "unknown_question", "question"),
    (["keep.food.choose", "food_bar=50"], "missing_field", "foods"),
    (["keep.food.choose", "food_bar=50", "foods=[]", "fod=1"], "unknown_field", "fod"),
    (["keep.food.choose", "food_bar=101", "foods=[]"], "out_of_range", "food_bar"),
    (["keep.food.choose", "food_bar=x", "foods=[]"], "wrong_type", "food_bar"),
    (["keep.job.cell", "level=up", "button=left"], "not_allowed", "level"),
    (["keep.job.cell", "level"], "not_readable", "level"),
    (["keep.job.cell", "level=off", "level=off", "button=left"], "not_allowed", "level"),
    (["keep.job.cell", "--input", "/nowhere/at/all.json"], "not_readable", "input"),
    (["keep.job.cell", "--house", "/nowhere/at/all.toml"], "not_readable", "house"),
    (["keep.job.cell", "--jsno"], "usage", ""),
    (["keep.job.cell", "--batch", "/nowhere/at/all.jsonl"], "not_allowed", "--batch"),
    (["--batch", "/nowhere/at/all.jsonl", "--fields"], "not_allowed", "--batch"),
]


@pytest.mark.parametrize(("args", "kind", "field"), FAULTS)
def test_bad_input_leaves_with_2_and_is_named(
    capsys: pytest.CaptureFixture[str], args: list[str], kind: str, field: str
) -> None:
    code, out, err = run(capsys, "ask", *args, "--json")
    assert (code, err) == (2, "")
    told = json.loads(out)["error"]
    assert list(told) == ["kind", "field", "got", "allowed", "message"]
    assert (told["kind"], told["field"]) == (kind, field)
    said = set()
    for lang in ("en", "ja"):
        code, out, err = run(capsys, "ask", *args, "--lang", lang)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        said.add(err)
    assert len(said) == 2


@pytest.mark.parametrize(
    "args",
    [
        (b"keep.food.eating", b"place=\xff"),
        (b"keep.food.eating\xff",),
        (b"keep.food.eating", b"\xff=1"),
        (b"keep.food.eating", b"--input", b"/nowhere/\xff.json"),
    ],
)
def test_arguments_that_are_no_text_are_named(args: tuple[bytes, ...]) -> None:
    done = meikyu("ask", *map(os.fsdecode, args), "--json", env={"PYTHONUTF8": "1"})
    assert (done.returncode, done.stderr) == (2, "")
    assert list(json.loads(done.stdout)["error"]) == ["kind", "field", "got", "allowed", "message"]
    done = meikyu("ask", *map(os.fsdecode, args), env={"PYTHONUTF8": "1"})
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_a_byte_order_mark_is_no_fault() -> None:
    given = b'\xef\xbb\xbf{"level": "low", "button": "left"}'
    done = meikyu("ask", "keep.job.cell", "--input", "-", "--json", given=given)
    assert json.loads(done.stdout)["value"] == {"level": "normal"}


@pytest.mark.parametrize("text", ["", "[]", "{", "3", "\x00"])
def test_input_that_is_no_json_object(text: str) -> None:
    done = meikyu("ask", "keep.job.cell", "--input", "-", "--json", given=text)
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["field"] == "input"


def test_a_batch_answers_a_line_a_line() -> None:
    lines = [
        b'{"question": "keep.job.cell", "input": {"level": "off", "button": "left"}}',
        b"broken",
        b"",
        b"\xff\xfe",
        b'{"question": "keep.job.cell", "input": {"level": "of", "button": "left"}}',
        b'{"question": "keep.job.cell", "input": {"level": "low", "button": "left"}}',
    ]
    done = meikyu("ask", "--batch", "-", given=b"\n".join(lines))
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [t["error"]["kind"] if "error" in t else t["value"]["level"] for t in told] == [
        "low",
        "not_readable",
        "not_readable",
        "not_readable",
        "not_allowed",
        "normal",
    ]
    assert meikyu("ask", "--batch", "/nowhere/at/all").returncode == 2


def test_a_house_is_named_where_it_changes_the_answer(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('[house]\nname = "月曜卓"\n[keep.food]\ncells_per_rank = 1\n', encoding="utf-8")
    foods = '[{"id":"far","kind":"meal_medium","walk":20},{"id":"near","kind":"meal_small","walk":9}]'
    args = ("ask", "keep.food.choose", "food_bar=20", f"foods={foods}")
    plain = json.loads(run(capsys, *args, "--json")[1])
    assert (plain["value"]["choice"], plain["house"]) == ("far", None)
    ours = json.loads(run(capsys, *args, "--house", str(path), "--json")[1])
    assert ours["value"]["choice"] == "near"
    assert ours["house"]["name"] == "月曜卓"
    assert [(c["key"], c["was"], c["now"]) for c in ours["house"]["changes"]] == [
        ("keep.food.cells_per_rank", 16, 1)
    ]
    assert "月曜卓" in run(capsys, *args, "--house", str(path), "--lang", "ja")[1]
    same = json.loads(
        run(capsys, "ask", "keep.job.cell", "level=off", "button=left", "--house", str(path), "--json")[1]
    )
    assert same["house"] is None


def test_a_house_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('[house]\nname = "ours"\n[keep.food]\nmeal_smal = 3\n', encoding="utf-8")
    done = meikyu("ask", "keep.job.cell", "level=off", "button=left", "--house", str(path), "--json")
    told = json.loads(done.stdout)["error"]
    assert done.returncode == 2
    assert (told["kind"], told["field"]) == ("unknown_key", "keep.food.meal_smal")
    assert told["allowed"]


def test_rules_by_id_words_book_and_status(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "kep-food-20", "--lang", "ja")
    assert code == 0
    assert "KEP-FOOD-20" in out
    assert "16マス" in out
    assert "16 walking cells" in out
    code, out, _ = run(capsys, "rules", "KEP-FOOD-20", "--json")
    assert json.loads(out)["id"] == "KEP-FOOD-20"
    code, out, _ = run(capsys, "rules", "--search", "柱 天井", "--book", "keep", "--json")
    told = json.loads(out)
    assert told["count"] == len(told["rules"]) > 0
    assert {r["book"] for r in told["rules"]} == {"keep"}
    code, out, _ = run(capsys, "rules", "--book", "table", "--status", "code", "--json")
    assert {r["status"] for r in json.loads(out)["rules"]} <= {"code"}
    code, out, _ = run(capsys, "rules", "--book", "prison")
    assert "336 rules" in out
    for wrong in (["KEP-FOOD-999"], ["--book", "kepp"], ["--status", "done"]):
        code, out, err = run(capsys, "rules", *wrong)
        assert (code, out) == (2, "")
        assert err


def test_coverage_has_the_fixed_shape(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "--coverage", "--json")
    told = json.loads(out)
    assert code == 0
    assert list(told["books"]) == ["keep", "prison", "toolbox", "floor2", "table"]
    for row in (*told["books"].values(), told["total"]):
        assert list(row) == ["total", "code", "table", "people", "open", "with_case"]
    assert told["total"]["total"] == 1705
    code, out, _ = run(capsys, "rules")
    assert "1705" in out


def test_roll_is_repeatable_and_odds_are_exact(capsys: pytest.CaptureFixture[str]) -> None:
    first = run(capsys, "roll", "2d6+1", "--seed", "7", "--json")
    assert first == run(capsys, "roll", "２ｄ６＋１", "--seed", "7", "--json")
    told = json.loads(first[1])
    assert told["total"] == sum(d["value"] for d in told["pools"][0]["dice"]) + 1
    code, out, _ = run(capsys, "roll", "2d6", "--odds", "--json")
    told = json.loads(out)
    assert told["chances"]["7"] == {"fraction": "1/6", "value": 1 / 6}
    assert told["mean"] == {"fraction": "7", "value": 7.0}
    assert "1/6" in run(capsys, "roll", "2d6", "--odds", "--lang", "ja")[1]
    assert "乱数の種" in run(capsys, "roll", "2d6", "--lang", "ja")[1]
    for wrong in ("2d", "1000000000d6", "d0", ""):
        code, out, err = run(capsys, "roll", wrong)
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_language_is_given_then_own_then_the_locale() -> None:
    assert language("ja", {"MEIKYU_LANG": "en"}) == "ja"
    assert language(None, {"MEIKYU_LANG": "ja", "LC_ALL": "en_US.UTF-8"}) == "ja"
    assert language(None, {"LC_ALL": "ja_JP.UTF-8", "LANG": "en_US"}) == "ja"
    assert language(None, {"LC_ALL": "", "LC_MESSAGES": "ja_JP", "LANG": "en"}) == "ja"
    assert language(None, {"LANG": "de_DE"}) == "en"
    assert language(None, {}) == "en"


def test_help_is_there_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    for args in (["--help"], ["-h"], ["ask", "--help"], ["play", "--help"], ["rules", "--help"]):
        code, english, _ = run(capsys, *args, "--lang", "en")
        assert code == 0
        assert "¦" not in english
        assert run(capsys, *args, "--lang", "ja")[1] != english
    assert "規則を見る" in run(capsys, "--lang", "ja", "--help")[1]


def test_version_and_unknown_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"meikyu {__version__}\n", "")
    code, out, err = run(capsys, "frobnicate")
    assert (code, out) == (2, "")
    assert "frobnicate" in err
    assert run(capsys, "--port", "many")[0] == 2


def test_our_own_faults_say_how_to_report_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("meikyu.core.catalogue.find", broken)
    code, out, err = run(capsys, "rules", "KEP-FOOD-20")
    assert (code, out) == (1, "")
    assert "ZeroDivisionError: by zero" in err
    assert __version__ in err
    code, out, err = run(capsys, "rules", "KEP-FOOD-20", "--json")
    assert (code, json.loads(out)["error"]["kind"]) == (1, "internal")


def test_a_reader_that_leaves_is_no_fault() -> None:
    command = f"{sys.executable} -m meikyu.cli rules --search '' | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
    assert done.stdout.splitlines()[1] == "0"


def test_asking_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom meikyu.cli import main\n"
        "try:\n    main(['ask', 'keep.job.cell', 'level=off', 'button=left', '--json'])\n"
        "except SystemExit as left:\n    assert not left.code\n"
        "print([m for m in ('numba', 'nicegui', 'sqlalchemy', 'numpy', 'rich', 'lark') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.fixture
def north(tmp_path: Path) -> Path:
    """A small saved dungeon with a few commands in its record."""
    session = Session.new(tmp_path / "north.meikyu", seed=5, width=48, height=48)
    session.submit(Command("meal_cap", {"value": "small"}))
    session.submit(Command("meal_cap", {"value": "medium"}))
    session.close()
    return tmp_path / "north.meikyu"


def test_dungeons_are_listed(capsys: pytest.CaptureFixture[str], north: Path) -> None:
    (north.parent / "south.meikyu").write_bytes(b"not a save")
    args = ("dungeons", "--data", str(north.parent))
    code, out, _ = run(capsys, *args, "--json")
    told = {row["name"]: row for row in json.loads(out)["dungeons"]}
    assert code == 0
    assert (told["north"]["state"], told["north"]["seed"], told["north"]["size"]) == ("ok", 5, "48x48")
    assert told["south"]["state"] == "broken"
    code, out, _ = run(capsys, *args, "--lang", "ja")
    assert "1日目 06:00" in out
    assert "壊れている" in out
    code, out, _ = run(capsys, "dungeons", "--data", str(north.parent / "none"))
    assert code == 0
    assert "no saved dungeon" in out


def test_records_are_told_verified_and_exported(
    capsys: pytest.CaptureFixture[str], north: Path, tmp_path: Path
) -> None:
    code, out, _ = run(capsys, "replay", str(north), "--json")
    told = json.loads(out)
    assert (code, told["seed"], told["commands"]) == (0, 5, 2)
    code, out, _ = run(capsys, "replay", str(north), "--verify", "--lang", "ja")
    assert code == 0
    assert "一致した要約値" in out
    named = run(capsys, "replay", north.stem, "--data", str(north.parent), "--json")
    assert named[0] == 0
    assert json.loads(named[1])["file"] == str(north)
    code, out, _ = run(capsys, "replay", str(north), "--export")
    text = tmp_path / "north.jsonl"
    text.write_text(out, encoding="utf-8")
    assert run(capsys, "replay", str(text), "--verify")[0] == 0
    lines = [json.loads(line) for line in out.splitlines()]
    mark = next(line for line in lines if "digest" in line)
    mark["digest"] = "0" * 32
    text.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    code, out, err = run(capsys, "replay", str(text), "--verify")
    assert (code, out) == (2, "")
    assert f"tick {mark['tick']}" in err


def test_files_that_are_no_record_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    broken = tmp_path / "broken.meikyu"
    broken.write_bytes(b"SQLite format 3\x00" + bytes(200))
    text = tmp_path / "x.jsonl"
    text.write_text("{}\n", encoding="utf-8")
    for path in (broken, text, tmp_path / "none", tmp_path):
        for lang in ("en", "ja"):
            code, out, err = run(capsys, "replay", str(path), "--verify", "--lang", lang)
            assert (code, out, err.count("\n")) == (2, "", 1)
        code, out, _ = run(capsys, "replay", str(path), "--verify", "--json")
        assert (code, list(json.loads(out))) == (2, ["error"])


def test_a_run_repeats_and_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("run", "--seed", "5", "--days", "1", "--size", "48x48")
    code, out, err = run(capsys, *args, "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert (told["seed"], told["ticks"], told["size"]) == (5, 14_400, "48x48")
    code, words, _ = run(capsys, *args, "--lang", "ja")
    assert code == 0
    assert told["digest"] in words
    assert "古い広間" in words


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["run", "--size", "20x20"], "48"),
        (["run", "--size", "128"], "128x128"),
        (["run", "--size", "9" * 5_000 + "x64"], "128x128"),
        (["run", "--size", "9999x9999"], "512"),
        (["run", "--start", "nowhere"], "old_halls"),
        (["run", "--difficulty", "nowhere"], "gentle"),
        (["run", "--seed", "-4"], "seed"),
        (["run", "--days", "0"], "1"),
        (["play", "--seed", "4"], "--new"),
        (["play", "--size", "96x64"], '--size: Not an allowed value; got "96x64"'),
        (["play", "--new", "--size", "4x4", "--no-browser"], "48"),
        (["play", "--port", "70000"], "65535"),
    ],
)
def test_options_of_a_dungeon_that_are_not_allowed(
    capsys: pytest.CaptureFixture[str], args: list[str], named: str
) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert named in err


def test_a_port_in_use_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        english = meikyu("play", "--port", port, "--no-browser", "--lang", "en")
        japanese = meikyu("play", "--port", port, "--no-browser", "--lang", "ja")
    assert (english.returncode, japanese.returncode) == (2, 2)
    assert port in english.stderr
    assert port in japanese.stderr
    assert "ポート" in japanese.stderr


@pytest.mark.parametrize(
    "args",
    [("KEP-FOOD-20", "--search", "meal"), ("--coverage", "--status", "code"), ("KEP-FOOD-20", "--coverage")],
)
def test_what_would_be_left_unread_is_refused(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...]
) -> None:
    code, out, err = run(capsys, "rules", *args)
    assert (code, out) == (2, "")
    assert "without these other inputs" in err


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_data_folder_that_cannot_be_used_is_refused_before_anything_is_served(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lang: str
) -> None:
    taken = tmp_path / "file"
    taken.write_text("no folder", encoding="utf-8")
    for place in (taken, taken / "below"):
        args = ("play", "--no-browser", "--port", "0", "--data", str(place), "--lang", lang)
        code, out, err = run(capsys, *args)
        assert (code, out) == (2, "")
        assert str(place) in err
        assert "--data DIR" in err


@pytest.mark.parametrize(
    ("args", "en", "ja"),
    [
        ("run --days 0", 'got "0", allowed: 1 or more', '受け取った値 "0"、使える値：1以上'),
        (
            "play --port=70000",
            'got "70000", allowed: at most 65535',
            '受け取った値 "70000"、使える値：65535以下',
        ),
        ("run --days x", '--days: Not an allowed value; got "x", allowed: a whole', "使える値：整数"),
        (
            "rules --status x",
            'got "x", allowed: code, table',
            '受け取った値 "x"、使える値：code, table, people, open',
        ),
        ("nosuch", "Commands: ask, rules, play", "そのような命令はありません：nosuch。あるもの：ask, rules"),
        ("run --bogus 1", "No such option: --bogus", "そのような指定はありません：--bogus"),
        ("replay", "Missing argument 'file'", "足りない引数があります：file"),
        ("run --days", "requires an argument", "--days には値が要ります"),
        ("roll 1 2", "unexpected extra argument", "余分な引数があります：2"),
    ],
)
def test_a_wrong_command_line_is_told_in_the_asker_s_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, args: str, en: str, ja: str
) -> None:
    for lang, words in (("en", en), ("ja", ja)):
        monkeypatch.setenv("MEIKYU_LANG", lang)
        code, out, err = run(capsys, *args.split())
        assert (code, out) == (2, "")
        assert words in err
        assert err.count("\n") == 1


def test_a_wrong_option_is_a_field_with_what_was_got(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rules", "--status", "x", "--json")
    assert (code, err) == (2, "")
    told = json.loads(out)["error"]
    assert (told["kind"], told["field"], told["got"]) == ("usage", "--status", "x")
    assert told["allowed"] == "code, table, people, open"
