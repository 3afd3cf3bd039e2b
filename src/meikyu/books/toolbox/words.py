"""Words for sizes, kinds and features of creatures, in both languages."""

from __future__ import annotations

from meikyu.errors import Text

KINDS = {
    "aberration": Text("Aberration", "異形"),
    "beast": Text("Beast", "野獣"),
    "celestial": Text("Celestial", "セレスチャル"),
    "construct": Text("Construct", "人造"),
    "dragon": Text("Dragon", "竜"),
    "elemental": Text("Elemental", "エレメンタル"),
    "fey": Text("Fey", "フェイ"),
    "fiend": Text("Fiend", "フィーンド"),
    "giant": Text("Giant", "巨人"),
    "humanoid": Text("Humanoid", "人型生物"),
    "monstrosity": Text("Monstrosity", "モンストロシティ"),
    "ooze": Text("Ooze", "ウーズ"),
    "plant": Text("Plant", "植物"),
    "undead": Text("Undead", "アンデッド"),
}

SIZES = {
    "tiny": Text("Tiny", "超小型"),
    "small": Text("Small", "小型"),
    "medium": Text("Medium", "中型"),
    "large": Text("Large", "大型"),
    "huge": Text("Huge", "超大型"),
    "gargantuan": Text("Gargantuan", "巨大"),
}

FEATURES = {
    "fly": Text("flies", "飛行"),
    "immunity": Text("damage immunity", "ダメージ完全耐性"),
    "resistance": Text("damage resistance", "ダメージ抵抗"),
    "legendary": Text("legendary", "伝説的"),
    "lair": Text("lair", "ねぐら"),
}
