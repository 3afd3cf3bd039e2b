"""The background builder's facts: choices, price list and check, answers of `toolbox.background.*`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from meikyu.books import toolbox
from meikyu.core.catalogue import text_of
from meikyu.errors import InputError, Text
from meikyu.web.gm.asked import Fault, ask, words_of
from meikyu.web.gm.sheets import part, sheet

Name = Annotated[str, msgspec.Meta(max_length=100)]
Names = Annotated[list[Name], msgspec.Meta(max_length=20)]

THEMES = {
    "physical": Text("Physical work", "肉体の仕事"),
    "endurance": Text("Endurance", "持久と長時間"),
    "mental": Text("Thought and mind", "知識と精神"),
    "social": Text("Company and show", "社交と演技"),
}
STEPS = {
    "abilities": (Text("Three abilities", "能力値を3つ"), ("SRD-BGR-03", "SRD-BGR-04", "SRD-BGR-05")),
    "feat": (Text("An Origin feat", "出自特技を1つ"), ("SRD-BGR-06", "SRD-BGR-07")),
    "skills": (Text("Two skills", "技能を2つ"), ("SRD-BGR-08",)),
    "tool": (Text("One tool", "道具を1つ"), ("SRD-BGR-09", "SRD-DAT-05")),
    "equipment": (Text("Equipment for 50 GP", "50GPぶんの装備"), ("SRD-BGR-10", "SRD-BGR-12", "SRD-BGR-13")),
}
REASONS = {
    "wrong_count": Text("not so many as wanted", "数が合っていません"),
    "repeated": Text("chosen twice", "同じものが2つあります"),
    "unknown": Text("not known", "見つかりません"),
    "not_origin": Text("not an Origin feat", "出自特技ではありません"),
    "choose_variant": Text("choose which kind", "種類まで選んでください"),
    "martial_weapon": Text("martial weapons come with the class", "マーシャル武器はクラスから得ます"),
    "armor": Text("armor comes with the class", "防具はクラスから得ます"),
    "over_budget": Text("over the budget of 50 GP", "50GPを超えています"),
}
CATEGORIES = {
    "adventuring gear": Text("Adventuring gear", "冒険用具"),
    "ammunition": Text("Ammunition", "矢弾"),
    "armor": Text("Armor", "防具"),
    "large vehicle": Text("Large vehicles", "大型の乗り物"),
    "mount and drawn vehicle": Text("Mounts and drawn vehicles", "乗騎と荷車"),
    "spellcasting focus": Text("Spellcasting focuses", "呪文の焦点具"),
    "tool": Text("Tools", "道具"),
    "weapon": Text("Weapons", "武器"),
}


class State(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The page's inputs: the background as far as it is made, and its themes."""

    name: Name = ""
    themes: Annotated[list[Name], msgspec.Meta(max_length=4)] = []
    abilities: Names = []
    feat: Name = ""
    skills: Names = []
    tool: Name = ""
    equipment: Annotated[list[tuple[Name, int]], msgspec.Meta(max_length=200)] = msgspec.field(
        default_factory=list
    )


def choices(lang: str) -> dict[str, Any]:
    """What the page offers: everything but what depends on the inputs."""
    value = ask("background.choices", lang, themes=[])["value"]
    items = ask("background.items", lang)["value"]["items"]
    groups = dict.fromkeys(i["category"] for i in items)

    def named(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{"code": r["code"], "name": r["name"][lang]} for r in rows]

    return {
        "themes": [{"code": c, "name": t.say(lang)} for c, t in THEMES.items()],
        **{k: named(value[k]) for k in ("abilities", "feats", "skills", "tools")},
        "items": [
            {
                "code": i["code"],
                "name": i["name"][lang],
                "other": i["name"]["ja" if lang == "en" else "en"],
                "category": i["category"],
                "gp": i["gp"],
                "barred": REASONS[i["barred"]].say(lang) if i["barred"] else None,
            }
            for i in items
        ],
        "categories": [{"code": c, "name": CATEGORIES[c].say(lang)} for c in groups],
        "steps": [
            {
                "id": s,
                "name": n.say(lang),
                "rules": [{"rule": r, "text": text_of("toolbox", r).say(lang)} for r in rules],
            }
            for s, (n, rules) in STEPS.items()
        ],
    }


def view(state: State, lang: str) -> dict[str, Any]:
    """The background checked: every fault at its step, the gold spent and left."""
    faults: list[Fault] = []
    themes = [t for t in state.themes if t in THEMES]
    suggested = ask("background.choices", lang, themes=themes)["value"]["suggested"]
    packed: list[tuple[str, int]] = []
    for place, (name, count) in enumerate(state.equipment):
        try:
            ask(
                "background.check", lang, abilities=[], feat="", skills=[], tool="", equipment=[[name, count]]
            )
            packed.append((name, count))
        except InputError as error:
            faults.append(Fault(f"equipment[{place}]", words_of(error, lang)))
    answer = ask(
        "background.check",
        lang,
        abilities=state.abilities,
        feat=state.feat,
        skills=state.skills,
        tool=state.tool,
        equipment=[list(pair) for pair in packed],
    )
    value = answer["value"]
    items = ask("background.items", lang)["value"]["items"]
    names = {i["name"]["en"]: i["name"][lang] for i in items}
    wrong = [
        {"step": f["step"], "text": _said(f, names, lang), "rule": b["rule"], "reason": f["reason"]}
        for f, b in zip(value["faults"], answer["because"][1:], strict=True)
    ]
    told: dict[str, Any] = {
        "valid": value["valid"] and not faults,
        "wrong": wrong,
        "spent": value["gp_spent"],
        "left": value["gp_left"],
        "suggested": suggested,
        "because": answer["because"],
    }
    told["sheet"] = _sheet(state, told, lang)
    return told | {"faults": [f._asdict() for f in faults]}


def _said(fault: dict[str, Any], names: dict[str, str], lang: str) -> str:
    reason = REASONS[fault["reason"]].say(lang)
    if fault["reason"] == "wrong_count":
        wanted = getattr(toolbox.BOOK.params().background, fault["step"])
        return Text(f"choose {wanted} different ones", f"異なるものを{wanted}つ選んでください").say(lang)
    if fault["item"] == "":
        return Text("choose one", "1つ選んでください").say(lang)
    item = names.get(fault["item"] or "", fault["item"])
    return f"{item}: {reason}" if item else reason


def _sheet(state: State, told: dict[str, Any], lang: str) -> dict[str, Any]:
    offered = choices(lang)
    names = {
        row["code"]: row["name"] for key in ("abilities", "feats", "skills", "tools") for row in offered[key]
    }
    prices = {row["code"]: row for row in offered["items"]}
    title = state.name.strip() or Text("Background", "背景").say(lang)
    abilities = ", ".join(names.get(a, a) for a in state.abilities)
    lines = [
        f"{Text('Ability scores', '能力値').say(lang)}: {abilities}",
        f"{Text('Feat', '特技').say(lang)}: {names.get(state.feat, state.feat)}",
        f"{Text('Skills', '技能').say(lang)}: {', '.join(names.get(s, s) for s in state.skills)}",
        f"{Text('Tool', '道具').say(lang)}: {names.get(state.tool, state.tool)}",
        Text(
            f"Equipment: {told['spent']:g} GP, and {told['left']:g} GP in coin",
            f"装備：{told['spent']:g}GPぶんと、残り{told['left']:g}GP",
        ).say(lang),
        *(f"! {w['text']} [{w['rule']}]" for w in told["wrong"]),
    ]
    heads = [t.say(lang) for t in (Text("Item", "品物"), Text("Count", "個数"), Text("GP", "GP"))]
    rows = [
        [prices[n]["name"] if n in prices else n, str(c), f"{prices[n]['gp'] * c:g}" if n in prices else ""]
        for n, c in state.equipment
    ]
    return sheet("background", title, [part(title, lines, heads if rows else [], rows)], lang)
