"""The log of a journey in words: every fact on a line, every die explained."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from meikyu.books.toolbox import contagion
from meikyu.books.toolbox.journey import Stage
from meikyu.books.toolbox.poisons import poisons
from meikyu.books.toolbox.terrain import terrains
from meikyu.books.toolbox.travel import PACE_NAMES, register
from meikyu.core.log import Event
from meikyu.core.ruling import rule
from meikyu.errors import Text

PACES = PACE_NAMES | {"none": Text("aboard", "乗船")}
TESTS = {
    "march_save": Text("march, after hour {hour}", "行軍{hour}時間目"),
    "cold_save": Text("cold, after hour {hour}", "極寒{hour}時間目"),
    "heat_save": Text("heat, after hour {hour}", "極暑{hour}時間目"),
    "hunger_save": Text("too little food", "食料不足"),
    "navigate": Text("keeps the way, Wisdom (Survival)", "道を保つ・判断力（生存）"),
    "forage": Text("forages, Wisdom (Survival)", "採集・判断力（生存）"),
    "exposure_save": Text("exposed to {contagion}", "{contagion}への感染"),
    "fight_save": Text("fights {contagion}", "{contagion}との戦い"),
    "rest_save": Text("three days of rest", "3日間の静養"),
    "laughter_save": Text("laughter", "笑い"),
    "poison_save": Text("{poison}", "{poison}"),
}
MODES = {
    "flat": Text("", ""),
    "advantage": Text(", Advantage", "・有利"),
    "disadvantage": Text(", Disadvantage", "・不利"),
}
DAMAGES = {"poison": Text("Poison", "毒"), "psychic": Text("Psychic", "精神")}
CONDITIONS = {
    "poisoned": Text("Poisoned", "毒状態"),
    "blinded": Text("Blinded", "盲目状態"),
    "paralyzed": Text("Paralyzed", "麻痺状態"),
    "unconscious": Text("Unconscious", "気絶状態"),
}
WEATHER = {
    "clear": Text("clear sky", "晴れ"),
    "heavy_rain": Text("heavy rain", "豪雨"),
    "heavy_snow": Text("heavy snow", "豪雪"),
    "none": Text("no wind", "風なし"),
    "strong": Text("strong wind", "強風"),
    "against": Text("strong headwind", "強い向かい風"),
    "calm": Text("dead calm", "凪"),
    "mild": Text("mild", "穏やか"),
    "extreme_cold": Text("extreme cold", "極寒"),
    "extreme_heat": Text("extreme heat", "極暑"),
}
WAYS = {
    "tainted_drink": Text("a tainted drink", "汚染された飲み物"),
    "wound": Text("a wound from a carrier", "保菌者による傷"),
    "filth": Text("contaminated filth", "汚物"),
    "tainted_water": Text("tainted water", "汚染された水"),
    "skin": Text("the skin of a carrier", "感染者の肌"),
}


def signed(number: int) -> str:
    """A bonus with its sign."""
    return f"−{-number}" if number < 0 else f"+{number}"


def decimal(number: str | Fraction) -> str:
    """A fraction as people read it."""
    return f"{float(Fraction(number)):.4g}"


def illness(name: str) -> Text:
    """A contagion's name."""
    return contagion.register().names[name]


@rule("SRD-SIM-09")
def _test(event: Event) -> Text:
    """A die, from face to verdict."""
    a = event.args
    head = TESTS[event.kind].fill(
        hour=a.get("hour", ""),
        contagion=illness(a["contagion"]) if "contagion" in a else "",
        poison=poisons()[a["poison"]].name if "poison" in a else "",
    )
    sides = ", ".join(map(str, a["dice"]))
    tired = (
        Text(f" −{a['penalty']} Exhaustion", f" −{a['penalty']}（消耗）") if a["penalty"] else Text("", "")
    )
    mode = MODES[a["mode"]]
    end = Text("success", "成功") if a["success"] else Text("failure", "失敗")
    roll = f"d20 [{sides}]"
    return Text(
        f"{head.en}: {roll}{mode.en} {signed(a['bonus'])}{tired.en} = {a['total']} vs DC {a['dc']}: {end.en}",
        f"{head.ja}：{roll}{mode.ja} {signed(a['bonus'])}{tired.ja} = {a['total']} 対 DC{a['dc']}：{end.ja}",
    )


def _march(a: dict[str, Any]) -> Text:
    pace, miles = PACES[a["pace"]], decimal(a["miles"])
    return Text(
        f"On the way for {a['hours']} hours, {pace.en}: {miles} miles",
        f"{a['hours']}時間の移動（{pace.ja}）：{miles}マイル",
    )


def _infected(a: dict[str, Any]) -> Text:
    name = illness(a["contagion"])
    if not a["days"]:
        return Text(f"has {name.en} at once", f"{name.ja}に感染し、すぐ症状が出る")
    return Text(
        f"is infected with {name.en}: symptoms in {a['days']} days (1d{a['sides']})",
        f"{name.ja}に感染。症状は{a['days']}日後（1d{a['sides']}）",
    )


def _cured(a: dict[str, Any]) -> Text:
    name = illness(a["contagion"])
    immune = a["until"] >= 0
    return Text(
        f"is rid of {name.en}" + (f", immune until day {a['until']}" if immune else ""),
        f"{name.ja}が治る" + (f"（{a['until']}日目まで完全耐性）" if immune else ""),
    )


def _conditions(a: dict[str, Any]) -> Text:
    named = [CONDITIONS[c] for c in a["conditions"]]
    en, ja = ", ".join(n.en for n in named), "・".join(n.ja for n in named)
    if not named:
        return Text("the poison waits for midnight", "毒は真夜中を待つ")
    if a["until"] < 0:
        return Text(f"is {en} until cured", f"治るまで{ja}")
    return Text(f"is {en} until hour {a['until']} of the journey", f"旅の{a['until']}時間目まで{ja}")


def _damage(a: dict[str, Any]) -> Text:
    kind = DAMAGES[a["type"]]
    return Text(
        f"takes {a['damage']} {kind.en} damage, {a['hp']} HP left",
        f"{kind.ja}{a['damage']}ダメージ、残りHP{a['hp']}",
    )


def _over(a: dict[str, Any]) -> Text:
    if a["result"] == "dead":
        return Text("Nobody is left alive", "全員が死亡した")
    miles = decimal(a["miles"])
    return Text(f"The journey is over: {miles} miles", f"旅の終わり：全{miles}マイル")


def _encounter(a: dict[str, Any]) -> Text:
    worse = a["perception"] != "flat"
    faces = "+".join(map(str, a["thrown"]))
    return Text(
        f"An encounter begins {a['feet']} feet away: {a['dice']} [{faces}] × 10"
        + ("; Perception at Disadvantage" if worse else ""),
        f"遭遇は{a['feet']}フィート先：{a['dice']}［{faces}］×10" + ("。知覚は不利" if worse else ""),
    )


def _exhaustion(a: dict[str, Any]) -> Text:
    if a["gain"] < 0:
        return Text(f"Exhaustion falls to {a['level']}", f"消耗が{a['level']}に下がる")
    return Text(f"Exhaustion rises to {a['level']}", f"消耗が{a['level']}に上がる")


def _terrain(a: dict[str, Any]) -> Text:
    name = terrains()[a["terrain"]].name
    return Text(f"Stage {a['stage'] + 1} begins: {name.en}", f"第{a['stage'] + 1}区間：{name.ja}")


def _ointment(a: dict[str, Any]) -> Text:
    return Text(
        f"ointment works for 24 hours ({a['hours']} hours so far, {a['left']} doses left)",
        f"軟膏が24時間効く（これまで{a['hours']}時間、残り{a['left']}回分）",
    )


WORDS: dict[str, Callable[[dict[str, Any]], Text]] = {
    "march": _march,
    "camp": lambda _: Text("A day in camp", "1日の野営"),
    "dawn": lambda a: Text(f"Dawn of day {a['day'] + 1}", f"{a['day'] + 1}日目の夜明け"),
    "stage": _terrain,
    "over": _over,
    "encounter": _encounter,
    "weather": lambda a: Text(
        f"Weather today: {WEATHER[a['value']].en}", f"今日の天候：{WEATHER[a['value']].ja}"
    ),
    "exhaustion": _exhaustion,
    "death": lambda _: Text("dies", "死亡"),
    "damage": _damage,
    "laughter": lambda a: Text(f"laughs for {a['rounds']} rounds", f"{a['rounds']}ラウンド笑い続ける"),
    "exposed": lambda a: Text(
        f"meets {illness(a['contagion']).en}: {WAYS[a['way']].en}",
        f"{illness(a['contagion']).ja}に触れる：{WAYS[a['way']].ja}",
    ),
    "infected": _infected,
    "onset": lambda a: Text(
        f"shows {illness(a['contagion']).en}: Exhaustion {a['level']}",
        f"{illness(a['contagion']).ja}の発症：消耗{a['level']}",
    ),
    "success": lambda a: Text(
        f"{a['made']} of {a['needed']} successes", f"成功{a['made']}回（{a['needed']}回で治る）"
    ),
    "cured": _cured,
    "advantage": lambda a: Text(
        f"Advantage against the contagion for {a['hours']} hours", f"疫病と戦うセーヴが{a['hours']}時間有利"
    ),
    "no_rest": lambda _: Text("at 0 HP no Long Rest can begin", "HP0では大休憩を始められない"),
    "sleepless": lambda a: Text(
        f"sleepless: neither HP nor Exhaustion ({a['level']}) recovers",
        f"不眠：HPも消耗（{a['level']}）も回復しない",
    ),
    "rested": lambda a: Text(
        f"wakes from a Long Rest: {a['hp']} HP, Exhaustion {a['level']}",
        f"大休憩を終える：HP{a['hp']}、消耗{a['level']}",
    ),
    "thirst": lambda _: Text("drinks less than half of what is needed", "必要な水の半分も飲めない"),
    "fast": lambda a: Text(f"day {a['days']} without food", f"食料なしの{a['days']}日目"),
    "brewed": lambda a: Text(f"makes ointment: {a['doses']} doses", f"軟膏を作る：{a['doses']}回分"),
    "ointment": _ointment,
    "dosed": lambda a: Text(
        f"meets {poisons()[a['poison']].name.en}", f"{poisons()[a['poison']].name.ja}を受ける"
    ),
    "dice": lambda a: Text(
        f"{a['dice']} rolled: {a['rolled']}, {a['damage']} count",
        f"{a['dice']}＝{a['rolled']}、有効{a['damage']}",
    ),
    "conditions": _conditions,
    "turns": lambda a: Text(f"it is over after {a['turns']} turns", f"{a['turns']}ターンで終わる"),
    "poison_over": lambda a: Text(
        f"is free of {poisons()[a['poison']].name.en}", f"{poisons()[a['poison']].name.ja}が抜ける"
    ),
    "tended": lambda _: Text("is brought back to 1 HP", "HP1に引き上げられる"),
    "apart": lambda a: (
        Text("keeps away from the others", "皆から離れる")
        if a["apart"]
        else Text("joins the others", "皆と合流する")
    ),
}


@rule("SRD-SIM-09")
def words(event: Event, names: Sequence[str]) -> Text:
    """One fact in words, with the traveler's name before it where it is about one."""
    said = _test(event) if event.kind in TESTS else WORDS[event.kind](event.args)
    if "who" not in event.args:
        return said
    name = names[event.args["who"]]
    return Text(f"{name} · {said.en}", f"{name}・{said.ja}")


MOVES = {
    "brew": Text("Make a dose of ointment (1 hour)", "軟膏を1回分作る（1時間）"),
    "encounter": Text("Roll an encounter's distance", "遭遇距離を振る"),
    "tend": Text("Bring back to 1 HP", "HP1に引き上げる"),
    "ointment": Text("Apply ointment", "軟膏を塗る"),
}


def move_words(move: tuple[Any, ...]) -> Text:
    """What a move of the morning is called."""
    kind = move[0]
    if kind in MOVES:
        return MOVES[kind]
    if kind in ("sky", "wind", "air"):
        return WEATHER[move[1]]
    if kind == "expose":
        name, way = illness(move[2]), WAYS[move[3]]
        return Text(f"{name.en}: {way.en}", f"{name.ja}：{way.ja}")
    if kind == "poison":
        return poisons()[move[2]].name
    if kind == "cure":
        name = illness(move[2]) if move[2] == "sight_rot" else poisons()[move[2]].name
        return Text(f"Magic ends {name.en}", f"魔法で{name.ja}を終わらせる")
    if kind == "level":
        return Text("Exhaustion +1", "消耗 +1") if move[2] > 0 else Text("Exhaustion −1", "消耗 −1")
    if kind == "apart":
        return Text("Keep apart from the others, or join them", "皆から離れる・合流する")
    if kind == "rest":
        return Text("A day in camp", "1日の野営")
    pace = PACES[move[1]]
    return Text(f"March {move[2]} hours, {pace.en}", f"{move[2]}時間進む（{pace.ja}）")


def stage_words(stage: Stage) -> Text:
    """A stage of the way as planned: terrain, length, and whatever makes it other than plain walking."""
    name = terrains()[stage.terrain].name
    one = "day" if stage.days == 1 else "days"
    length = (
        Text(f"{stage.miles} miles", f"{stage.miles}マイル")
        if stage.miles
        else Text(f"{stage.days} {one}", f"{stage.days}日")
    )
    marks = [
        *([Text("good road", "良い道路")] if stage.good_road else []),
        *([register().names[stage.vehicle]] if stage.vehicle else []),
        *([Text("flying", "飛行")] if stage.flying else []),
        *([Text(f"Speed {stage.speed} ft", f"速度{stage.speed}ft")] if stage.speed else []),
        *(WEATHER[w] for w in (stage.sky, stage.wind, stage.air) if w not in ("clear", "none", "mild")),
        *([Text(f"{stage.altitude_ft:,} ft", f"標高{stage.altitude_ft:,}ft")] if stage.altitude_ft else []),
        *([] if stage.water else [Text("no drinkable water", "飲める水なし")]),
    ]
    en, ja = [length.en, *(m.en for m in marks)], [length.ja, *(m.ja for m in marks)]
    return Text(f"{name.en} ({', '.join(en)})", f"{name.ja}（{'、'.join(ja)}）")


def log_lines(events: Iterable[Event], names: Sequence[str], lang: str) -> list[str]:
    """The log: day, words and rule."""
    return [f"{e.tick + 1}. {words(e, names).say(lang)} [{e.rule}]" for e in events]
