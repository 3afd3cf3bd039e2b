"""Words to read to the players on a journey."""

from __future__ import annotations

from meikyu.books.toolbox import terrain as land
from meikyu.books.toolbox.journey import Journey, exhaustion, stage_of
from meikyu.errors import Text


def aloud(journey: Journey, lang: str) -> str:
    """Words to read to the players in the morning: place, sky, wind and air; no numbers."""
    stage, weather = stage_of(journey), journey.weather
    name = land.terrains()[stage.terrain].name
    sky = {
        "clear": Text("The sky is clear.", "空は晴れている。"),
        "heavy_rain": Text("Rain falls so thickly that the way ahead blurs.", "雨が激しく、行く手がかすむ。"),
        "heavy_snow": Text("Snow fills the air and muffles every sound.", "雪が降りしきり、音を吸い込む。"),
    }[weather.sky]
    wind = {
        "none": Text("", ""),
        "strong": Text(" A strong wind tears at cloaks and flames.", "強い風が外套と灯火をあおる。"),
        "against": Text(" A strong wind stands against the bow.", "強い風が真正面から吹きつける。"),
        "calm": Text(" Not a breath of wind stirs.", "風はそよとも動かない。"),
    }[weather.wind]
    air = {
        "mild": Text("", ""),
        "extreme_cold": Text(" The cold bites through every layer.", "寒気が衣を突き抜けて刺す。"),
        "extreme_heat": Text(" The heat lies over everything like a hand.", "熱気がすべてにのしかかる。"),
    }[weather.air]
    high = Text("", "")
    if stage.altitude_ft >= journey.p.environment.altitude_feet:
        high = Text(" The air is thin; each breath gives less.", "空気は薄く、息をしても楽にならない。")
    road = Text(" by a good road", "の良い道") if stage.good_road else Text("", "")
    head = Text(
        f"Morning of day {journey.day + 1}: {name.en.lower()}{road.en}. ",
        f"{journey.day + 1}日目の朝。{name.ja}{road.ja}。",
    )
    tired = sum(exhaustion(t) > 0 for t in journey.party if not t.dead)
    worn = (
        Text(" Some of you have not slept the weariness off.", "疲れの抜けない顔もある。")
        if tired
        else Text("", "")
    )
    return "".join(part.say(lang) for part in (head, sky, wind, air, high, worn))
