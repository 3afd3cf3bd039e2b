"""The bomb's edgework: serial number, indicators, batteries and ports, checked and read from one line."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from meikyu.books.floor2.combat import Bomb
from meikyu.books.floor2.params import BombParams
from meikyu.core.ruling import rule
from meikyu.errors import InputError, Text

LABELS = ("BOB", "CAR", "CLR", "FRK", "FRQ", "IND", "MSA", "NSA", "SIG", "SND", "TRN")
PORTS = ("DVI-D", "Parallel", "PS/2", "RJ-45", "Serial", "Stereo RCA")
_SERIAL = re.compile(r"[A-Z0-9]{2}[0-9][A-Z]{2}[0-9]")
FORMAT = Text(
    "six characters: two letters or digits, a digit, two letters, a digit (such as AB3CD4)",
    "6文字：英数字2・数字1・英字2・数字1（例 AB3CD4）",
)


class Edgework(NamedTuple):
    """What is seen on the bomb's sides.

    Args:
        serial: normalised serial number.
        batteries: number of batteries. holders: number of holders.
        indicators: pairs (label, lit). plates: port names a plate.
    """

    serial: str
    batteries: int
    holders: int
    indicators: tuple[tuple[str, bool], ...]
    plates: tuple[tuple[str, ...], ...]


@rule("FL2-BMB-01", "FL2-SOL-09")
def serial_number(text: str) -> str:
    """The serial number trimmed, in upper case and half width.

    Raises:
        InputError: it does not have the form of a serial number.
    """
    clean = unicodedata.normalize("NFKC", text).strip().upper()
    if not _SERIAL.fullmatch(clean):
        raise InputError("not_readable", "serial", text, FORMAT)
    return clean


@rule("FL2-BMB-02")
def is_modded(p: BombParams, serial: str) -> bool:
    """The serial number holds a letter that the unmodded game never gives."""
    return any(c in serial for c in p.never_generated)


@rule("FL2-BMB-03")
def first_digit(serial: str) -> int:
    """The first digit of a serial number, reading left to right."""
    return next(int(c) for c in serial if c.isdigit())


@rule("FL2-BMB-05")
def has_bob(indicators: tuple[tuple[str, bool], ...]) -> bool:
    """An indicator BOB is there, lit or not."""
    return any(label == "BOB" for label, _ in indicators)


@rule("FL2-BMB-06")
def battery_count(p: BombParams, d_holders: int, aa_holders: int) -> int:
    """Batteries in so many holders: a D holder holds one, an AA holder two."""
    return p.d_holder * d_holders + p.aa_holder * aa_holders


@rule("FL2-BMB-08", "FL2-SOL-01")
def facts(edge: Edgework) -> Bomb:
    """The three facts that this module reads; ports, other indicators and the rest change nothing."""
    return Bomb(first_digit(edge.serial), has_bob(edge.indicators), edge.batteries)


@rule("FL2-BMB-04")
def indicator(word: str) -> tuple[str, bool]:
    """An indicator as (label, lit) from `*BOB`, `BOB`, `lit BOB` or `unlit BOB`.

    Raises:
        InputError: no such label.
    """
    clean = unicodedata.normalize("NFKC", word).strip().upper()
    lit = clean.startswith(("*", "LIT "))
    label = clean.removeprefix("*").removeprefix("LIT ").removeprefix("UNLIT ").strip()
    if label not in LABELS:
        raise InputError("not_allowed", "indicators", word, list(LABELS))
    return label, lit


@rule("FL2-BMB-09")
def plate(text: str) -> tuple[str, ...]:
    """The ports of one plate from `[Parallel, Serial]`; `[Empty]` has none.

    Raises:
        InputError: no such port.
    """
    names = {name.casefold(): name for name in PORTS}
    found: list[str] = []
    for word in text.strip().strip("[]").split(","):
        clean = word.strip().casefold()
        if clean in ("", "empty"):
            continue
        if clean not in names:
            raise InputError("not_allowed", "ports", word.strip(), list(PORTS))
        found.append(names[clean])
    return tuple(found)


@rule("FL2-BMB-10")
def read_line(p: BombParams, line: str) -> Edgework:
    """Edgework typed as one line: `3B 2H // *BOB FRK // [Parallel] // AB3CD4`.

    Raises:
        InputError: naming the part that cannot be read and what is allowed there.
    """
    parts = [part.strip() for part in unicodedata.normalize("NFKC", line).split("//")]
    if len(parts) != 4:
        allowed = Text("four parts separated by //", "// で区切った4つの部分")
        raise InputError("not_readable", "edgework", line, allowed)
    counts = re.fullmatch(r"(\d{1,4})\s*B\s+(\d{1,4})\s*H", parts[0].upper())
    if not counts:
        raise InputError("not_readable", "batteries", parts[0], Text("such as 3B 2H", "3B 2H の形"))
    batteries, holders = int(counts[1]), int(counts[2])
    if not holders * p.d_holder <= batteries <= holders * p.aa_holder:
        allowed = Text(
            f"{holders * p.d_holder} to {holders * p.aa_holder} in {holders} holders",
            f"ホルダー{holders}個なら{holders * p.d_holder}〜{holders * p.aa_holder}本",
        )
        raise InputError("out_of_range", "batteries", batteries, allowed)
    lights = tuple(indicator(word) for word in parts[1].split()) if parts[1].casefold() != "none" else ()
    labels = [label for label, _ in lights]
    if len(set(labels)) != len(labels):
        raise InputError("not_allowed", "indicators", parts[1], Text("each label once", "同じ表示は1つまで"))
    if not re.fullmatch(r"(none)?|(\[[^\[\]]*\]\s*)+", parts[2], re.IGNORECASE):
        allowed = Text("plates such as [Parallel] [Empty], or none", "[Parallel] [Empty] の形、または none")
        raise InputError("not_readable", "ports", parts[2], allowed)
    plates = tuple(plate(word) for word in re.findall(r"\[[^\]]*\]", parts[2]))
    return Edgework(serial_number(parts[3]), batteries, holders, lights, plates)


def write_line(edge: Edgework) -> str:
    """The same line back."""
    lights = " ".join(f"*{label}" if lit else label for label, lit in edge.indicators) or "none"
    plates = " ".join(f"[{', '.join(p) or 'Empty'}]" for p in edge.plates) or "none"
    return f"{edge.batteries}B {edge.holders}H // {lights} // {plates} // {edge.serial}"
