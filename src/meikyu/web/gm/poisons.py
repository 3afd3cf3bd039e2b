"""The poison desk's facts: list, card, odds against the party, purchase and harvest."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from meikyu.core.catalogue import text_of
from meikyu.errors import InputError, Text
from meikyu.web.gm.asked import Fault, ask, words_of
from meikyu.web.gm.party import Party, checked, name_of
from meikyu.web.gm.sheets import part, percent, sheet

KINDS = {
    "contact": Text("Contact", "接触毒"),
    "ingested": Text("Ingested", "摂取毒"),
    "inhaled": Text("Inhaled", "吸入毒"),
    "injury": Text("Injury", "傷害毒"),
}
CONDITIONS = {
    "poisoned": Text("Poisoned", "毒状態"),
    "paralyzed": Text("Paralyzed", "麻痺状態"),
    "unconscious": Text("Unconscious", "気絶状態"),
    "blinded": Text("Blinded", "盲目状態"),
    "incapacitated": Text("Incapacitated", "無力状態"),
    "charmed": Text("Charmed", "魅了状態"),
}
ACCESS = {
    "open": Text("sold openly", "公に売られている"),
    "easy": Text("easily had through criminal contacts", "犯罪者のつながりで容易に手に入る"),
    "inquiries_and_bribes": Text("inquiries and bribes", "聞き込みと賄賂が要る"),
}
KIND_RULES = {
    "contact": "SRD-POI-02",
    "ingested": "SRD-POI-03",
    "inhaled": "SRD-POI-05",
    "injury": "SRD-POI-07",
}
BONUSES = range(-2, 13)


class State(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The page's inputs: the poison, the party, how it is bought, and who harvests one."""

    poison: Annotated[str, msgspec.Meta(max_length=100)] = "assassins_blood"
    kind: Annotated[str, msgspec.Meta(max_length=20)] = ""
    party: Party = []
    legal: bool = False
    contact: bool = False
    nature: int = 2
    proficiency: int = 2
    kit: bool = True
    skill: bool = False


def view(state: State, lang: str) -> dict[str, Any]:
    """Everything the page shows."""
    faults: list[Fault] = []
    rows = ask("poison.list", lang)["value"]["poisons"]
    try:
        card = ask("poison.card", lang, poison=state.poison)
    except InputError as error:
        faults.append(Fault("poison", words_of(error, lang)))
        card = ask("poison.card", lang, poison=rows[0]["code"])
    row = card["value"]
    sound, wrong = checked(state.party, ("con",), lang)
    told: dict[str, Any] = {
        "poisons": [
            {
                "code": r["code"],
                "name": r["name"][lang],
                "kind": r["kind"],
                "kind_name": KINDS[r["kind"]].say(lang),
                "price": r["price"],
                "dc": r["dc"],
                "dice": r["dice"],
            }
            for r in rows
            if state.kind not in KINDS or r["kind"] == state.kind
        ],
        "kinds": [{"id": k, "name": v.say(lang)} for k, v in KINDS.items()],
        "poison": row["code"],
        "card": _card(row, lang),
        "because": card["because"],
        "members": [
            {
                "place": i,
                "name": name_of(state.party[i], i, lang),
                **_odds(row["code"], state.party[i].con, lang),
            }
            for i in sound
        ],
    }
    if not sound:
        told["bonuses"] = [{"bonus": b, **_odds(row["code"], b, lang)} for b in BONUSES]
    told["buy"] = _buy(state, row["code"], lang)
    told["harvest"] = _harvest(state, lang, faults)
    told["sheet"] = _sheet(told, lang)
    return told | {"faults": [f._asdict() for f in [*faults, *wrong]]}


def _odds(code: str, save: int, lang: str) -> dict[str, Any]:
    answer = ask("poison.odds", lang, poison=code, con_save=save)
    return {**answer["value"], "said": answer["because"][0]["text"]}


def _card(row: dict[str, Any], lang: str) -> dict[str, Any]:
    first: list[Text] = [Text(f"DC {row['dc']} Constitution save", f"DC{row['dc']}耐久力セーヴ")]
    if row["dice"]:
        half = Text(", half on a success", "、成功で半分") if row["half"] else Text("", "")
        first.append(
            Text(
                f"{row['dice']} ({row['average']}) Poison damage{half.en}",
                f"{row['dice']}({row['average']})毒ダメージ{half.ja}",
            )
        )
    lines = {
        "kind": KINDS[row["kind"]],
        "price": Text(f"{row['price']} GP a dose", f"1回分{row['price']}GP"),
        "save": Text("; ".join(t.en for t in first), "。".join(t.ja for t in first)),
    }
    if row["condition"]:
        lines["condition"] = _condition(row)
    if row["repeat_dice"] or row["repeat"]:
        lines["later"] = _later(row)
    labels = {
        "kind": Text("Kind", "種類"),
        "price": Text("Price", "価格"),
        "save": Text("Effect", "効果"),
        "condition": Text("Condition", "状態"),
        "later": Text("Later saves", "以後のセーヴ"),
    }
    return {
        "name": row["name"][lang],
        "other": row["name"]["ja" if lang == "en" else "en"],
        "rows": [{"label": labels[k].say(lang), "text": v.say(lang)} for k, v in lines.items()],
        "text": text_of("toolbox", row["rule"]).say(lang),
        "rule": row["rule"],
        "how": text_of("toolbox", KIND_RULES[row["kind"]]).say(lang),
        "how_rule": KIND_RULES[row["kind"]],
    }


def _named(code: str) -> Text:
    return CONDITIONS.get(code, Text(code.capitalize(), code))


def _condition(row: dict[str, Any]) -> Text:
    name = _named(row["condition"])
    if row["hours"]:
        lasts = Text(f"for {row['hours']} hours", f"{row['hours']}時間")
    elif row["minutes"] is not None and row["minutes"] < 0:
        lasts = Text("until cured", "治療されるまで")
    elif not row["minutes"]:
        lasts = Text("until the course ends", "毒が抜けるまで")
    elif row["minutes"] % 60 == 0:
        lasts = Text(f"for {row['minutes'] // 60} hours", f"{row['minutes'] // 60}時間")
    else:
        lasts = Text(f"for {row['minutes']} minutes", f"{row['minutes']}分")
    linked = Text("", "")
    if row["linked"]:
        also = _named(row["linked"])
        by = (
            Text(
                f", and {also.en} on a failure by {row['margin']} or more",
                f"。{row['margin']}以上の差で失敗すると{also.ja}も",
            )
            if row["margin"]
            else Text(f", and {also.en} with it", f"と{also.ja}")
        )
        linked = by
    return Text(f"{name.en} {lasts.en}{linked.en}", f"{name.ja}{linked.ja}、{lasts.ja}")


def _later(row: dict[str, Any]) -> Text:
    when = {
        "turn_start": Text("at the start of each turn", "毎ターンの開始時"),
        "turn_end": Text("at the end of each turn", "毎ターンの終了時"),
        "day": Text("every day", "毎日"),
    }.get(row["repeat"] or "", Text("", ""))
    hurt = (
        Text(f"{row['repeat_dice']} on each failure; ", f"失敗ごとに{row['repeat_dice']}。")
        if row["repeat_dice"]
        else Text("", "")
    )
    n = row["successes"]
    ends = Text(f"{n} success{'es' if n != 1 else ''} end it", f"成功{n}回で終わる")
    return Text(f"{when.en}: {hurt.en}{ends.en}", f"{when.ja}：{hurt.ja}{ends.ja}")


def _buy(state: State, code: str, lang: str) -> dict[str, Any]:
    answer = ask("poison.buy", lang, poison=code, legal=state.legal, criminal_contact=state.contact)
    return {
        **answer["value"],
        "said": ACCESS[answer["value"]["access"]].say(lang),
        "because": answer["because"],
    }


def _harvest(state: State, lang: str, faults: list[Fault]) -> dict[str, Any] | None:
    given = {"nature": state.nature, "proficiency_bonus": state.proficiency}
    wrong = False
    for field, name in (("nature", "nature"), ("proficiency", "proficiency_bonus")):
        try:
            ask("poison.harvest", lang, **({"nature": 0} | {name: given[name]}))
        except InputError as error:
            faults.append(Fault(field, words_of(error, lang)))
            wrong = True
    if wrong:
        return None
    answer = ask("poison.harvest", lang, **given, kit_proficiency=state.kit, nature_proficiency=state.skill)
    return {**answer["value"], "because": answer["because"]}


def _sheet(told: dict[str, Any], lang: str) -> dict[str, Any]:
    card, buy = told["card"], told["buy"]
    lines = [f"{r['label']}: {r['text']}" for r in card["rows"]]
    lines += [f"{card['text']} [{card['rule']}]", f"{card['how']} [{card['how_rule']}]"]
    days = Text(f", {buy['days']} days", f"、{buy['days']}日") if buy["days"] else Text("", "")
    cost = Text(
        f"To come by: {buy['said']}, {buy['gp']:g} GP{days.en}",
        f"入手：{buy['said']}、{buy['gp']:g}GP{days.ja}",
    )
    lines.append(cost.say(lang))
    heads = [
        t.say(lang)
        for t in (Text("Name", "名前"), Text("Mean damage", "平均ダメージ"), Text("Condition", "状態になる"))
    ]
    rows = [
        [
            m["name"],
            f"{m['expected_damage']['value']:.1f}" if m["expected_damage"] else "∞",
            percent(m["p_condition"]),
        ]
        for m in told["members"]
    ]
    return sheet("poison", card["name"], [part(card["name"], lines, heads if rows else [], rows)], lang)
