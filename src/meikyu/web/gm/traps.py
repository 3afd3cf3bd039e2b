"""The trap desk's facts: card, odds, search and dice, all answers of `toolbox.trap.*` and `search.odds`."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Literal

import msgspec

from meikyu.books import toolbox
from meikyu.core.allowed import node_at
from meikyu.core.odds import exact
from meikyu.errors import InputError, Text
from meikyu.web.gm.asked import Fault, ask, words_of
from meikyu.web.gm.party import SAVES, SKILLS, Party, checked, name_of
from meikyu.web.gm.sheets import part, percent, sheet

TRAPS = (
    "collapsing_roof",
    "falling_net",
    "fire_casting_statue",
    "hidden_pit",
    "poisoned_darts",
    "poisoned_needle",
    "rolling_stone",
    "spiked_pit",
)
MARKS = {"deadly": "bad", "nuisance": "note", None: "off"}
BONUSES = range(-2, 13)
HALF = Fraction(1, 2)
ACTIONS = {
    "search": Text("Search action", "「捜索」アクション"),
    "study": Text("Study action", "「調査」アクション"),
}
ABILITIES = {"wis": Text("Wisdom", "判断力"), "int": Text("Intelligence", "知力")}
PARTS = {
    "trigger": Text("Trigger", "トリガー"),
    "duration": Text("Duration", "持続時間"),
    "area": Text("Area", "範囲"),
    "effect": Text("Effect", "効果"),
    "after": Text("After", "その後"),
    "detect": Text("Detect", "検知"),
    "disarm": Text("Disarm", "解除"),
    "escape": Text("Escape", "脱出"),
}


class State(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The page's inputs.

    Args:
        trap: code of the trap; tier: "" where the party's level says it.
        level: the party's level, None where it does not matter.
        look: which of the card's ways to find it the searchers try; advantage: they have Advantage.
        seed: seed of the dice when the trap goes off, None while it waits.
    """

    trap: Annotated[str, msgspec.Meta(max_length=80)] = TRAPS[0]
    tier: Literal["", "1-4", "5-10", "11-16", "17-20"] = ""
    level: int | None = None
    party: Party = []
    look: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    advantage: bool = False
    seed: int | None = None


def tiers() -> list[str]:
    """The level tiers, least first."""
    return node_at(toolbox.BOOK.questions["trap.card"].inputs, "tier")["enum"]


def tier_of(level: int) -> str | None:
    """The tier whose levels hold `level`, or None."""
    for tier in tiers_in_order():
        low, high = map(int, tier.split("-"))
        if low <= level <= high:
            return tier
    return None


def tiers_in_order() -> list[str]:
    """The level tiers by their levels."""
    return sorted(tiers(), key=lambda tier: int(tier.split("-")[0]))


@cache
def _severity(trap: str) -> tuple[str, str]:
    """The trap's own severity and the first tier it is meant for."""
    for tier in tiers_in_order():
        found = ask("trap.card", "en", trap=trap, tier=tier)["value"]["severity"]
        if found:
            return found, tier
    return "", ""


@cache
def _row(trap: str, lang: str) -> dict[str, Any]:
    severity, tier = _severity(trap)
    value = ask("trap.card", lang, trap=trap, tier=tier)["value"]
    return {
        "code": trap,
        "name": value["name"][lang],
        "severity": value["words"]["severity"][lang],
        "mark": MARKS[severity],
        "levels": tier.replace("-", "–"),
    }


def _card(answer: dict[str, Any], lang: str) -> dict[str, Any]:
    value = answer["value"]
    words = value["words"]
    resets = words["resets"][lang].lower() if lang == "en" else words["resets"][lang]
    duration = f"{words['duration'][lang]}{Text(', ', '。').say(lang)}{resets}"
    rows: list[dict[str, Any]] = [
        {"what": "trigger", "texts": [words["trigger"][lang]]},
        {"what": "duration", "texts": [duration]},
        {"what": "area", "texts": [words["area"][lang]] if words["area"] else []},
        {"what": "effect", "texts": [words["effect"][lang]]},
        {"what": "after", "texts": [words["after"][lang]]},
        {"what": "detect", "texts": [_look(way, lang) for way in value["detect"]]},
        {"what": "disarm", "texts": [_way(way, lang) for way in value["disarm"]]},
        {"what": "escape", "texts": [_way(way, lang) for way in value["escape"]]},
    ]
    rules = dict.fromkeys(b["rule"] for b in answer["because"])
    return {
        "name": value["name"][lang],
        "tier": value["tier"],
        "severity": words["severity"][lang] if words["severity"] else None,
        "mark": MARKS[value["severity"]],
        "rows": [row | {"label": PARTS[row["what"]].say(lang)} for row in rows if row["texts"]],
        "aloud": words["aloud"][lang],
        "rules": list(rules),
    }


def _look(way: dict[str, Any], lang: str) -> str:
    action, ability = ACTIONS[way["action"]], ABILITIES[way["ability"]]
    skill, finds = SKILLS[way["skill"]], way["finds"]
    return Text(
        f"{action.en}, DC {way['dc']} {ability.en} ({skill.en}): {finds['en']}",
        f"{action.ja}、DC{way['dc']}{ability.ja}({skill.ja})：{finds['ja']}",
    ).say(lang)


def _way(way: dict[str, Any], lang: str) -> str:
    said = way["text"][lang]
    return said if way["dc"] is None else f"{said}{Text(', ', '、').say(lang)}DC {way['dc']}"


def view(state: State, lang: str) -> dict[str, Any]:
    """Everything the page shows."""
    faults: list[Fault] = []
    tier = _tier(state, lang, faults)
    trap = _trap(state, lang, faults)
    answer = ask("trap.card", lang, trap=trap, tier=tier)
    value = answer["value"]
    save = value["save"]["ability"] if value["save"] else None
    looks = [{"skill": w["skill"], "dc": w["dc"], "text": _look(w, lang)} for w in value["detect"]]
    look = looks[min(state.look, len(looks) - 1)]
    fields = (*([save] if save else []), "hp", look["skill"])
    sound, wrong = checked(state.party, fields, lang)
    faults += wrong
    told: dict[str, Any] = {
        "traps": [_row(code, lang) for code in TRAPS],
        "trap": trap,
        "tier": tier,
        "tiers": [{"id": t, "label": t.replace("-", "–")} for t in tiers_in_order()],
        "card": _card(answer, lang),
        "save": {"field": save, "label": SAVES[save].say(lang)} if save else None,
        "looks": looks,
        "look": {
            "place": looks.index(look),
            "field": look["skill"],
            "label": SKILLS[look["skill"]].say(lang),
            "dc": look["dc"],
        },
        "half": bool(value["damage"]) and value["damage"][0]["on_success"] == "half",
        "damages": bool(value["damage"]),
        "warnings": [_below(w, lang) for w in answer["warnings"]],
    }
    if sound:
        told |= _odds(state, sound, trap, tier, save, look, lang)
        told["warnings"] += _later(state, sound, trap, tier, save, lang)
    else:
        told["bonuses"] = _per_bonus(trap, tier, save, lang)
    if told["damages"]:
        told["by_tier"] = _by_tier(state, sound, trap, save, lang)
    if state.seed is not None and sound:
        told["roll"] = _roll(state, sound, trap, tier, save, lang, faults)
    told["sheet"] = _sheet(told, lang)
    return told | {"faults": [f._asdict() for f in faults]}


def _tier(state: State, lang: str, faults: list[Fault]) -> str:
    order = tiers_in_order()
    if state.tier:
        return state.tier
    if state.level is None:
        return order[0]
    found = tier_of(state.level)
    if found is None:
        most = order[-1].split("-")[1]
        allowed = Text(f"levels 1 to {most}", f"レベル1〜{most}")
        faults.append(Fault("level", InputError("out_of_range", "", state.level, allowed).say(lang)))
    return found or order[0]


def _trap(state: State, lang: str, faults: list[Fault]) -> str:
    try:
        value = ask("trap.card", lang, trap=state.trap, tier=tiers_in_order()[0])["value"]
    except InputError as error:
        faults.append(Fault("trap", words_of(error, lang)))
        return TRAPS[0]
    named = {ask("trap.card", "en", trap=c, tier="1-4")["value"]["name"]["en"]: c for c in TRAPS}
    return named[value["name"]["en"]]


def _below(warning: dict[str, Any], lang: str) -> dict[str, str]:
    levels = warning["levels"].replace("-", "–")
    said = Text(
        f"Meant for levels {levels}: below them it may be deadly",
        f"本来はレベル{levels}用。それより低いレベルには致命的になりうる",
    )
    return {"mark": "warn", "text": said.say(lang), "rule": warning["rule"]}


def _saves(state: State, sound: list[int], save: str | None) -> list[int]:
    return [getattr(state.party[i], save) if save else 0 for i in sound]


def _odds(
    state: State, sound: list[int], trap: str, tier: str, save: str | None, look: dict[str, Any], lang: str
) -> dict[str, Any]:
    saves = _saves(state, sound, save)
    hp = [state.party[i].hp for i in sound]
    odds = ask("trap.odds", lang, trap=trap, tier=tier, saves=saves, hp=hp)
    failures = odds["value"]["failures"]
    count = len(sound)
    bars = [
        {"count": n, "p": failures.get(str(n), {"fraction": "0", "value": 0.0})} for n in range(count + 1)
    ]
    mean = sum((n["count"] * Fraction(n["p"]["fraction"]) for n in bars), Fraction(0))
    found = {
        i: ask("search.odds", lang, dc=look["dc"], bonuses=[b], advantage=state.advantage)["value"][
            "p_detect"
        ]
        for i in sound
        for b in [getattr(state.party[i], look["skill"])]
    }
    together = ask(
        "search.odds",
        lang,
        dc=look["dc"],
        bonuses=[getattr(state.party[i], look["skill"]) for i in sound],
        advantage=state.advantage,
    )
    return {
        "members": [
            {"place": i, "name": name_of(state.party[i], i, lang), **row, "found": found[i]}
            for i, row in zip(sound, odds["value"]["members"], strict=True)
        ],
        "bars": bars,
        "mean": float(mean),
        "together": together["value"]["p_detect"],
        "because": [*odds["because"], *together["because"]],
    }


def _later(
    state: State, sound: list[int], trap: str, tier: str, save: str | None, lang: str
) -> list[dict[str, str]]:
    """A word on the first tier, this one or above, at which a member more likely drops than not."""
    saves, hp = _saves(state, sound, save), [state.party[i].hp for i in sound]
    order = tiers_in_order()
    for other in order[order.index(tier) :]:
        rows = ask("trap.odds", lang, trap=trap, tier=other, saves=saves, hp=hp)["value"]["members"]
        worst = max(range(len(sound)), key=lambda n: rows[n]["p_zero_hp"]["value"])
        chance = rows[worst]["p_zero_hp"]
        if Fraction(chance["fraction"]) > HALF:
            name, label = name_of(state.party[sound[worst]], sound[worst], lang), other.replace("-", "–")
            shown = percent(chance)
            said = Text(
                f"At tier {label} {name} drops {shown} of the time",
                f"段階{label}なら、{name}は{shown}の確率で倒れる",
            )
            return [
                {"mark": "bad" if other == tier else "warn", "text": said.say(lang), "rule": "SRD-TRP-08"}
            ]
    return []


def _by_tier(state: State, sound: list[int], trap: str, save: str | None, lang: str) -> list[dict[str, Any]]:
    """The mean damage at every tier, a character of the party; of somebody with a bonus of 0 without one."""
    saves = _saves(state, sound, save) or [0]
    found: list[dict[str, Any]] = []
    for tier in tiers_in_order():
        rows = ask("trap.odds", lang, trap=trap, tier=tier, saves=saves)["value"]["members"]
        mean = sum((Fraction(r["expected_damage"]["fraction"]) for r in rows), Fraction(0)) / len(rows)
        found.append({"tier": tier, "label": tier.replace("-", "–"), "mean": exact(mean)})
    return found


def _per_bonus(trap: str, tier: str, save: str | None, lang: str) -> list[dict[str, Any]]:
    bonuses = list(BONUSES) if save else [0]
    rows = ask("trap.odds", lang, trap=trap, tier=tier, saves=bonuses)["value"]["members"]
    return [{"bonus": b, **row} for b, row in zip(bonuses, rows, strict=True)]


CONDITIONS = {
    "prone": Text("Prone", "伏せ"),
    "poisoned": Text("Poisoned", "毒"),
    "restrained": Text("Restrained", "拘束"),
}


def _roll(
    state: State, sound: list[int], trap: str, tier: str, save: str | None, lang: str, faults: list[Fault]
) -> dict[str, Any] | None:
    saves = _saves(state, sound, save)
    try:
        rolled = ask("trap.roll", lang, trap=trap, tier=tier, saves=saves, seed=state.seed)
    except InputError as error:
        faults.append(Fault("seed", words_of(error, lang)))
        return None
    rows: list[dict[str, Any]] = []
    for i, bonus, row in zip(sound, saves, rolled["value"]["members"], strict=True):
        rest = row["dice"][1:] if row["die"] is not None else row["dice"]
        condition = CONDITIONS[row["condition"]].say(lang) if row["condition"] else None
        left = max(state.party[i].hp - row["damage"], 0)
        rows.append(
            {
                **row,
                "name": name_of(state.party[i], i, lang),
                "bonus": bonus,
                "rest": rest,
                "condition": condition,
                "left": left,
            }
        )
    return {"seed": state.seed, "rows": rows, "because": rolled["because"]}


def _sheet(told: dict[str, Any], lang: str) -> dict[str, Any]:
    card = told["card"]
    label = card["tier"].replace("-", "–")
    head = Text(f"levels {label}", f"レベル{label}").say(lang)
    title = f"{card['name']} ({head}{', ' + card['severity'] if card['severity'] else ''})"
    lines = [f"{row['label']}: {' / '.join(row['texts'])}" for row in card["rows"]]
    lines.append(f"{Text('Read aloud', '読み上げ').say(lang)}: {card['aloud']}")
    lines += [w["text"] for w in told["warnings"]]
    if "by_tier" in told:
        means = ", ".join(f"{t['label']}: {t['mean']['value']:.1f}" for t in told["by_tier"])
        lines.append(
            f"{Text('Mean damage a character by tier', '段階ごとの1人の平均ダメージ').say(lang)}: {means}"
        )
    heads: list[str] = []
    rows: list[list[str]] = []
    if "members" in told:
        if told["save"]:
            spread = ", ".join(f"{b['count']}: {percent(b['p'])}" for b in told["bars"])
            lines.append(f"{Text('How many fail', '失敗する人数').say(lang)}: {spread}")
        lines.append(
            f"{Text('Found if all search', '全員で捜せば見つかる').say(lang)}: {percent(told['together'])}"
        )
        columns = [(Text("Name", "名前"), [m["name"] for m in told["members"]])]
        if told["save"]:
            columns.append((Text("Fails", "失敗"), [percent(m["p_fail"]) for m in told["members"]]))
        if told["damages"]:
            means = [f"{m['expected_damage']['value']:.1f}" for m in told["members"]]
            columns.append((Text("Mean damage", "平均ダメージ"), means))
            columns.append((Text("Drops to 0", "0HP"), [percent(m["p_zero_hp"]) for m in told["members"]]))
        heads = [head.say(lang) for head, _ in columns]
        rows = [list(row) for row in zip(*(cells for _, cells in columns), strict=True)]
    return sheet("trap", title, [part(title, lines, heads, rows)], lang)
