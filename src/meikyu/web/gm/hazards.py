"""The hazard desk: cold, heat, water, ice, heights, fear, stress and possession, as the toolbox answers."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Annotated, Any

import msgspec

from meikyu.core.catalogue import text_of
from meikyu.errors import InputError, Text
from meikyu.web.gm.asked import Fault, ask, words_of
from meikyu.web.gm.party import SAVES, Member, Party, checked, name_of
from meikyu.web.gm.sheets import part, percent, sheet

HOUR_CURVE = 24
DEATH = "6"

HAZARDS: dict[str, tuple[Text, tuple[str, ...]]] = {
    "extreme_cold": (Text("Extreme cold", "極寒"), ("SRD-ENV-03", "SRD-ENV-04", "SRD-ENV-05")),
    "extreme_heat": (Text("Extreme heat", "極暑"), ("SRD-ENV-06", "SRD-ENV-07", "SRD-ENV-08", "SRD-ENV-09")),
    "deep_water": (Text("Deep water", "深水"), ("SRD-ENV-01", "SRD-ENV-02")),
    "frigid_water": (Text("Frigid water", "冷水"), ("SRD-ENV-10", "SRD-ENV-11", "SRD-ENV-12")),
    "thin_ice": (Text("Thin ice", "薄い氷"), ("SRD-ENV-23", "SRD-ENV-24")),
    "altitude": (Text("High altitude", "高地"), ("SRD-ENV-15", "SRD-ENV-16", "SRD-ENV-17", "SRD-ENV-18")),
    "weather": (
        Text("Weather, wind and slippery ice", "雨雪・強風・滑る氷"),
        ("SRD-ENV-13", "SRD-ENV-14", "SRD-ENV-19", "SRD-ENV-20", "SRD-ENV-21", "SRD-ENV-22"),
    ),
    "fear": (
        Text("Fear", "恐怖"),
        tuple(f"SRD-FER-{n:02d}" for n in range(1, 11)),
    ),
    "stress": (
        Text("Mental stress", "精神的ストレス"),
        tuple(f"SRD-MST-{n:02d}" for n in range(1, 10)),
    ),
    "possession": (
        Text("Demonic possession", "悪魔の憑依"),
        ("SRD-DPO-01", "SRD-DPO-02", "SRD-DPO-04", "SRD-DPO-05", "SRD-DPO-07", "SRD-DPO-08"),
    ),
}
"""Every hazard of the desk: its name, and the rules on its card."""

FIELDS = {
    "extreme_cold": ("con",),
    "extreme_heat": ("con",),
    "deep_water": ("con",),
    "frigid_water": ("con", "score"),
    "altitude": ("con",),
    "fear": ("wis",),
    "stress": ("wis",),
    "possession": ("cha",),
}
"""What the party must tell for a hazard."""

SHOCKS = {
    "hallucinogen": Text("a hallucinogen", "幻覚剤"),
    "fiendish_idol": Text("a fiendish idol", "フィーンドの偶像"),
    "far_realm": Text("the Far Realm", "彼方の領域"),
}
"""The samples of mental stress."""


class State(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The page's inputs.

    Args:
        hazard: which; party: who is exposed.
        hours, minutes: of exposure; weight: pounds on one area of ice.
        armor: worn in the heat; resistant: all of the party are.
        altitude, spent, native: feet above the sea, days spent there, at home there.
        dc, turns: of a fright; shock: which sample of stress; nights: of a possession.
    """

    hazard: Annotated[str, msgspec.Meta(max_length=40)] = "extreme_cold"
    party: Party = []
    hours: int = 4
    minutes: int = 15
    weight: int = 180
    armor: Annotated[str, msgspec.Meta(max_length=20)] = "none"
    resistant: bool = False
    altitude: int = 12_000
    spent: int = 0
    native: bool = False
    dc: int = 15
    turns: int = 6
    shock: Annotated[str, msgspec.Meta(max_length=40)] = "hallucinogen"
    nights: int = 7


def view(state: State, lang: str) -> dict[str, Any]:
    """Everything the page shows."""
    faults: list[Fault] = []
    code = state.hazard
    if code not in HAZARDS:
        faults.append(Fault("hazard", InputError("not_allowed", "", code, list(HAZARDS)).say(lang)))
        code = next(iter(HAZARDS))
    name, rules = HAZARDS[code]
    fields = FIELDS.get(code, ())
    sound, wrong = checked(state.party, fields, lang)
    inputs = _inputs(state, code, lang, faults)
    told: dict[str, Any] = {
        "hazards": [{"code": c, "name": n.say(lang)} for c, (n, _) in HAZARDS.items()],
        "hazard": code,
        "name": name.say(lang),
        "fields": [{"id": f, "label": _label(f, lang)} for f in fields],
        "shocks": [{"code": c, "name": n.say(lang)} for c, n in SHOCKS.items()],
        "card": [{"text": text_of("toolbox", r).say(lang), "rule": r} for r in rules],
    }
    if inputs is not None and code == "thin_ice":
        answer = ask("hazard.odds", lang, **inputs)
        told |= {"p_breaks": answer["value"]["p_breaks"], "because": answer["because"], "ice": _ice(lang)}
    elif inputs is not None and sound and code in FIELDS:
        told |= _of_party(state, code, inputs, sound, lang)
    told["sheet"] = _sheet(state, told, lang)
    return told | {"faults": [f._asdict() for f in [*faults, *wrong]]}


def _label(field: str, lang: str) -> str:
    return Text("Con score", "耐久力値").say(lang) if field == "score" else SAVES[field].say(lang)


def _inputs(state: State, code: str, lang: str, faults: list[Fault]) -> dict[str, Any] | None:
    """Inputs of the hazard's question but for the member's own; None where one is at fault."""
    base: dict[str, dict[str, Any]] = {
        "extreme_cold": {"hazard": code, "hours": 1, "con_save": 0},
        "extreme_heat": {"hazard": code, "hours": 1, "con_save": 0},
        "deep_water": {"hazard": code, "hours": 1, "con_save": 0},
        "frigid_water": {"hazard": code, "minutes": 1, "con_score": 10, "con_save": 0},
        "thin_ice": {"hazard": code, "weight": 1},
        "altitude": {"altitude_ft": 10_000, "hours": 1, "con_saves": [0]},
        "fear": {"dc": 10, "wis_save": 0, "turns": 1},
        "stress": {"shock": "hallucinogen", "save": 0},
        "possession": {"cha_save": 0, "nights": 1},
    }
    if code not in base:
        return None
    fields = {
        "extreme_cold": {"hours": "hours"},
        "extreme_heat": {"hours": "hours", "armor": "armor"},
        "deep_water": {"hours": "hours"},
        "frigid_water": {"minutes": "minutes"},
        "thin_ice": {"weight": "weight"},
        "altitude": {"hours": "hours", "altitude_ft": "altitude", "days_spent": "spent", "native": "native"},
        "fear": {"dc": "dc", "turns": "turns"},
        "stress": {"shock": "shock"},
        "possession": {"nights": "nights"},
    }[code]
    good, sound = dict(base[code]), True
    for question_field, field in fields.items():
        value = getattr(state, field)
        try:
            ask(_question(code), lang, **{**base[code], question_field: value})
            good[question_field] = value
        except InputError as error:
            faults.append(Fault(field, words_of(error, lang)))
            sound = False
    if code in ("extreme_cold", "extreme_heat", "deep_water", "frigid_water"):
        good["resistant"] = state.resistant
    return good if sound else None


def _question(code: str) -> str:
    special = {"altitude": "hazard.altitude"} | {c: f"{c}.odds" for c in ("fear", "stress", "possession")}
    return special.get(code, "hazard.odds")


def _asked(code: str, inputs: dict[str, Any], member: Member, lang: str) -> dict[str, Any]:
    own: dict[str, Any]
    if code == "fear":
        own = {"wis_save": member.wis}
    elif code == "stress":
        own = {"save": member.wis}
    elif code == "possession":
        own = {"cha_save": member.cha}
    elif code == "altitude":
        own = {"con_saves": [member.con]}
    elif code == "frigid_water":
        own = {"con_save": member.con, "con_score": member.score}
    else:
        own = {"con_save": member.con}
    return ask(_question(code), lang, **{**inputs, **own})


def _of_party(state: State, code: str, inputs: dict[str, Any], sound: list[int], lang: str) -> dict[str, Any]:
    answers = [_asked(code, inputs, state.party[i], lang) for i in sound]
    names = [name_of(state.party[i], i, lang) for i in sound]
    made: dict[str, Any] = {"because": answers[0]["because"]}
    values = [a["value"] for a in answers]
    if code == "fear":
        made["frights"] = [
            {"name": n, "place": i, "p": v["p_frightened"], "turns": _run(v["still_after_turn"], state.turns)}
            for n, i, v in zip(names, sound, values, strict=True)
        ]
    elif code == "stress":
        made |= {k: values[0][k] for k in ("dc", "dice", "away")}
        made["shaken"] = [
            {"name": n, "place": i, "p": v["p_fail"], "damage": v["expected_damage"]}
            for n, i, v in zip(names, sound, values, strict=True)
        ]
    elif code == "possession":
        made["spirits"] = [
            {
                "name": n,
                "place": i,
                "p": v["p_possessed"],
                "wakes": v["p_wakes_per_test"]["flat"],
                "regains": v["p_regains_per_turn"],
                "nights": _run(v["free_by_night"], state.nights),
            }
            for n, i, v in zip(names, sound, values, strict=True)
        ]
    else:
        levels = [v["members"][0]["levels"] if code == "altitude" else v["levels"] for v in values]
        made["members"] = [
            {"name": n, "place": i, "levels": _run(row, 6, first=0), "mean": _mean(row)}
            for n, i, row in zip(names, sound, levels, strict=True)
        ]
        made["nobody"] = _exact(prod((_share(r, "0") for r in levels), start=Fraction(1)))
        made["alive"] = _exact(prod((1 - _share(r, DEATH) for r in levels), start=Fraction(1)))
        made["curve"] = _curve(state, code, inputs, sound, lang)
        if code == "altitude":
            made["counted"] = {k: values[0][k] for k in ("acclimated", "counted_hours")}
    return made


def _run(shares: dict[str, Any], last: int, first: int = 1) -> list[dict[str, Any]]:
    none = {"fraction": "0", "value": 0.0}
    return [{"at": n, "p": shares.get(str(n), none)} for n in range(first, last + 1)]


def _share(levels: dict[str, Any], level: str) -> Fraction:
    return Fraction(levels[level]["fraction"]) if level in levels else Fraction(0)


def _mean(levels: dict[str, Any]) -> float:
    return sum(int(level) * share["value"] for level, share in levels.items())


def _exact(share: Fraction) -> dict[str, Any]:
    text = str(share)
    return {"fraction": text if len(text) < 48 else f"≈{float(share):.12f}", "value": float(share)}


def _curve(
    state: State, code: str, inputs: dict[str, Any], sound: list[int], lang: str
) -> list[dict[str, Any]]:
    """The party's odds for each length of the exposure up to the one asked for, or a day of it."""
    field = "minutes" if code == "frigid_water" else "hours"
    rows: list[dict[str, Any]] = []
    top = min(max(inputs[field], 1), HOUR_CURVE if field == "hours" else 40)
    for length in range(1, top + 1):
        found: dict[tuple[int, int], dict[str, Any]] = {}
        nobody = alive = Fraction(1)
        for i in sound:
            member = state.party[i]
            key = (member.con, member.score)
            if key not in found:
                value = _asked(code, {**inputs, field: length}, member, lang)["value"]
                found[key] = value["members"][0]["levels"] if code == "altitude" else value["levels"]
            nobody *= _share(found[key], "0")
            alive *= 1 - _share(found[key], DEATH)
        rows.append({"at": length, "nobody": _exact(nobody), "alive": _exact(alive)})
    return rows


def _ice(lang: str) -> list[dict[str, Any]]:
    return [
        {"weight": w, "p": ask("hazard.odds", lang, hazard="thin_ice", weight=w)["value"]["p_breaks"]}
        for w in range(50, 301, 25)
    ]


def _sheet(state: State, told: dict[str, Any], lang: str) -> dict[str, Any]:
    lines = [f"{c['text']} [{c['rule']}]" for c in told["card"]]
    heads: list[str] = []
    rows: list[list[str]] = []
    length = Text(f"{state.hours} hours", f"{state.hours}時間")
    if told["hazard"] == "frigid_water":
        length = Text(f"{state.minutes} minutes", f"{state.minutes}分")
    if "members" in told:
        nobody, alive = percent(told["nobody"]), percent(told["alive"])
        lines.append(
            Text(
                f"After {length.en}: nobody tires {nobody}, all live {alive}",
                f"{length.ja}後：誰も消耗しない{nobody}、全員生存{alive}",
            ).say(lang)
        )
        heads = [Text("Name", "名前").say(lang), *(Text(f"Lv {n}", f"消耗{n}").say(lang) for n in range(7))]
        rows = [[m["name"], *(percent(c["p"]) for c in m["levels"])] for m in told["members"]]
    elif "p_breaks" in told:
        lines.append(
            Text(
                f"Breaks under {state.weight} pounds: {percent(told['p_breaks'])}",
                f"{state.weight}ポンドで割れる確率：{percent(told['p_breaks'])}",
            ).say(lang)
        )
    elif "frights" in told:
        heads = [Text("Name", "名前").say(lang), Text("Frightened", "恐怖状態").say(lang)]
        rows = [[m["name"], percent(m["p"])] for m in told["frights"]]
    elif "shaken" in told:
        lines.append(f"{SHOCKS[state.shock].say(lang)}: DC {told['dc']}, {told['dice']}")
        heads = [
            Text(*h).say(lang)
            for h in (("Name", "名前"), ("Save missed", "セーヴ失敗"), ("Damage", "ダメージ"))
        ]
        rows = [[m["name"], percent(m["p"]), f"{m['damage']['value']:.1f}"] for m in told["shaken"]]
    elif "spirits" in told:
        heads = [Text("Name", "名前").say(lang), Text("Possessed", "憑依される").say(lang)]
        rows = [[m["name"], percent(m["p"])] for m in told["spirits"]]
    return sheet("hazard", told["name"], [part(told["name"], lines, heads, rows)], lang)
