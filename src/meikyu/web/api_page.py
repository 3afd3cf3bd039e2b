"""The page that documents the HTTP face: every question with its fields and a form to try it; plain HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import msgspec

from meikyu.core import telling
from meikyu.core.book import Book, Question
from meikyu.errors import Text

_HOW = Text(
    "POST a JSON object to /api/ask/<question>; the answer comes with its reasons. Bad input gives 422 and "
    "an error object with field, got and allowed; an unknown question gives 404. POST a list to /api/ask for "
    "many at once. Rules: /api/rules, /api/rules/<id>. Texts follow ?lang= or Accept-Language.",
    "/api/ask/<問い> に JSON オブジェクトを POST すると、答えと理由が返ります。入力が誤りなら 422 と、"
    "項目・受け取った値・使える値を示すエラー、知らない問いなら 404 です。まとめて尋ねるには /api/ask に"
    "リストを。規則は /api/rules と /api/rules/<id>。言語は ?lang= か Accept-Language で決まります。",
)


def html(books: Iterable[Book], lang: str) -> str:
    """The whole page in one language."""

    def say(en: str, ja: str) -> str:
        return escape(Text(en, ja).say(lang))

    other, its_name = ("en", "English") if lang == "ja" else ("ja", "日本語")
    parts = [
        f"<!doctype html><html lang='{lang}'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>{say('Meikyu: HTTP', '迷宮：HTTP')}</title><link rel='stylesheet' href='/static/api.css'>",
        "<script type='module' src='/static/api.js'></script></head><body><main>",
        f"<h1>{say('Ask Meikyu over HTTP', 'HTTP で迷宮に尋ねる')}</h1>",
        f"<p><a href='/'>{say('To the game', 'ゲームへ')}</a> · <a href='/openapi.json'>openapi.json</a> · ",
        f"<a href='?lang={other}' hreflang='{other}' lang='{other}'>{its_name}</a></p>",
        f"<p>{escape(_HOW.say(lang))}</p>",
    ]
    for book in books:
        if book.questions:
            parts.append(f"<h2>{escape(book.label.say(lang))} <small><code>{book.name}</code></small></h2>")
            parts += [_question(book, question, lang) for question in book.questions.values()]
    parts.append("</main></body></html>")
    return "".join(parts)


def _question(book: Book, question: Question, lang: str) -> str:
    name = f"{book.name}.{question.name}"
    heads = (Text("field", "項目"), Text("takes", "使える値"), Text("left out", "省略時"), Text("", ""))
    rows = ["<tr>" + "".join(f"<th scope='col'>{escape(h.say(lang))}</th>" for h in heads) + "</tr>"]
    for row in telling.fields_of(question, lang):
        default = Text("needed", "必須").say(lang)
        if not row["required"]:
            default = msgspec.json.encode(row["default"]).decode()
        inner = "".join(f"<br><code>{escape(k)}</code> {escape(v)}" for k, v in row["parts"].items())
        cells = (f"<code>{escape(row['name'])}</code>", escape(row["takes"]) + inner, escape(default))
        rows.append("<tr>" + "".join(f"<td>{c}</td>" for c in (*cells, escape(row["note"]))) + "</tr>")
    example = msgspec.json.format(msgspec.json.encode(question.example), indent=1).decode()
    lines = min(12, example.count("\n") + 1)
    label = Text("Input", "入力").say(lang)
    return (
        f"<details id='{name}'><summary><code>{name}</code> {escape(question.title.say(lang))}</summary>"
        f"<table>{''.join(rows)}</table><form data-question='{name}'>"
        f"<label>{label}<textarea rows='{lines}' spellcheck='false'>{escape(example)}</textarea></label>"
        f"<button>{Text('Ask', '尋ねる').say(lang)}</button>"
        "<output><pre hidden></pre></output></form></details>"
    )
