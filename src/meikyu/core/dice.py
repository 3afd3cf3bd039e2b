"""Dice notation: from text to a small tree, and from the tree to a throw, to bounds and back to text.

What can be written, loosest binding first; blanks, capitals and full-width signs are all the same:

- `>= <= > < ==` compare two sums and give 1 or 0; they do not chain
- `+ -`, then `*` and `//` (division rounded down, whose divisor can never be 0), then minus before a value
- whole numbers, parentheses, `min(a, b, ...)`, `max(a, b, ...)`
- `NdS`: N dice of S sides (`d20`, `2d6`, `d%` = `d100`), then, if wanted and in this order:
  `r<=n` a die showing n or less is thrown again once and the second throw stands;
  `!m` a die showing its highest side is thrown again and added, at most m more times (`!` alone: 10);
  `kh`, `kl`, `dh`, `dl` keep or drop the n highest or lowest dice, each counted with its added throws.

Every `NdS` in a text is its own dice. The grammar is `dice.lark`; lark is imported when text is first read.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast

from meikyu.errors import NotationError, Text

if TYPE_CHECKING:
    from lark import Token, Tree

    from meikyu.core.game import Dice


class Limits(NamedTuple):
    """What a text may ask for at most.

    Args:
        length: characters of the text.
        depth: parentheses inside each other.
        dice: dice in one expression, before any is thrown again.
        sides: sides of a die.
        explosions: throws that may be added to one die.
        bare_explosions: throws that `!` without a number may add.
        number: size of a number written, or of what a multiplication may give.
    """

    length: int = 200
    depth: int = 30
    dice: int = 1_000
    sides: int = 10_000
    explosions: int = 20
    bare_explosions: int = 10
    number: int = 1_000_000_000_000


LIMITS = Limits()


class Number(NamedTuple):
    """A whole number, 0 or more."""

    value: int


class Keep(NamedTuple):
    """Which dice of a pool count: so many of the highest ("kh") or lowest ("kl")."""

    which: Literal["kh", "kl"]
    number: int


class Pool(NamedTuple):
    """Like dice thrown together.

    Args:
        size: how many dice.
        sides: sides of each.
        reroll: a die showing this or less is thrown again once; 0 for none.
        explode: how often a die showing its highest side may be thrown again and added; 0 for none.
        keep: which dice count; None for all.
    """

    size: int
    sides: int
    reroll: int = 0
    explode: int = 0
    keep: Keep | None = None

    @property
    def kept(self) -> int:
        """How many dice count."""
        return self.keep.number if self.keep else self.size


class Minus(NamedTuple):
    """The negative of `of`."""

    of: Expr


class Binary(NamedTuple):
    """Two values and the sign between them."""

    left: Expr
    sign: str
    right: Expr


class Extreme(NamedTuple):
    """The least ("min") or greatest ("max") of several values."""

    which: Literal["min", "max"]
    items: tuple[Expr, ...]


Expr: TypeAlias = Number | Pool | Minus | Binary | Extreme


class Die(NamedTuple):
    """One die of a pool as it fell.

    Args:
        faces: every face it showed: the one thrown again, the one that stands, the added ones.
        value: what it counts.
        kept: whether it counts.
    """

    faces: tuple[int, ...]
    value: int
    kept: bool


class Thrown(NamedTuple):
    """A pool as it fell: the dice in the order thrown, and the sum of those kept."""

    pool: Pool
    dice: tuple[Die, ...]
    total: int


class Roll(NamedTuple):
    """What an expression came to, and each of its pools from left to right."""

    total: int
    pools: tuple[Thrown, ...]


# One character becomes one character, so that positions stay those of the text as written. Only full-width
# forms and look-alikes are folded: wider folding would read a raised 2 as a digit.
_FOLD = {
    **{0xFF01 + i: ord(chr(0x21 + i).lower()) for i in range(94)},
    **{ord("A") + i: ord("a") + i for i in range(26)},
    **dict.fromkeys(map(ord, "−–‐ーｰ"), ord("-")),
    **{ord("\u3000"): ord(" "), ord("×"): ord("*"), ord("、"): ord(",")},
}

# Terminals that are not shown as the grammar spells them.
_SHOWN = {"INT": Text("a number", "数"), "GE": ">=", "LE": "<=", "R": "r<="}
_UNREAD = Text(
    "Cannot read {got} at character {place}; expected there: {expected}",
    "{place}文字目の{got}は読めません。ここに書けるもの：{expected}",
)
_SHORT = Text(
    "The text ends where something should follow at character {place}: {expected}",
    "文が途中で終わっています。{place}文字目に続くもの：{expected}",
)
_RANGE = Text(
    "{what} must be from {low} to {high}, got {got} (character {place})",
    "{what}は{low}から{high}までです。受け取った値：{got}（{place}文字目）",
)
_ZERO = Text(
    "A divisor must never be 0, but this one can be anything from {low} to {high} (character {place})",
    "割る数が0になってはいけません。ここでは{low}から{high}の値になります（{place}文字目）",
)
_END = Text("the end", "文末")
_LENGTH = Text("The length of the text", "文の長さ")
_DEPTH = Text("The depth of parentheses", "括弧の深さ")
_DICE = Text("The number of dice", "ダイスの個数")
_SIDES = Text("The number of sides", "ダイスの面数")
_REROLL = Text("The face thrown again", "振り直す目")
_EXPLODE = Text("The number of throws added", "振り足しの回数")
_KEEP = Text("The number of dice kept", "残すダイスの個数")
_DROP = Text("The number of dice dropped", "除くダイスの個数")
_NUMBER = Text("A number", "数")
_PRODUCT = Text("A product", "積")


def parse(text: str, limits: Limits = LIMITS) -> Expr:
    """The expression that a text of dice notation stands for.

    Args:
        text: the notation, such as "2d6+3" or "２ｄ２０ｋｈ１≧１５".
        limits: what it may ask for at most.

    Raises:
        NotationError: the text cannot be read or passes a limit; tells where, and what may stand there.
    """
    if len(text) > limits.length:
        raise _range(_LENGTH, len(text), 0, limits.length, limits.length)
    folded = text.translate(_FOLD)
    depth = 0
    for place, sign in enumerate(folded):
        depth += (sign == "(") - (sign == ")")
        if depth > limits.depth:
            raise _range(_DEPTH, depth, 0, limits.depth, place)
    from lark import UnexpectedInput

    try:
        tree = _parser().parse(folded)
    except UnexpectedInput as error:
        raise _unread(text, folded, error) from None
    return _Reader(limits).read(tree)


@cache
def _parser() -> Any:
    from lark import Lark

    grammar = Path(__file__).with_name("dice.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", maybe_placeholders=True)


def _unread(text: str, folded: str, error: Any) -> NotationError:
    token = getattr(error, "token", None)  # none where not even a token could be read
    place = len(text) if token is not None and token.type == "$END" else error.pos_in_stream
    before = _parser().parse_interactive(folded[:place])
    before.exhaust_lexer()
    may: set[str] = before.accepts()
    signs: list[Any] = [_SHOWN.get(t.name, t.pattern.value) for t in _parser().terminals if t.name in may]
    signs += [_END] * ("$END" in may)
    expected = Text(
        *(" ".join(s if isinstance(s, str) else s.say(lang) for s in signs) for lang in ("en", "ja"))
    )
    if place == len(text):
        return NotationError(_SHORT.fill(place=place + 1, expected=expected), place)
    got = text[place : place + len(token or " ")]
    shown = f"'{got}'" if got.isprintable() else f"U+{ord(got[0]):04X}"
    return NotationError(_UNREAD.fill(got=shown, place=place + 1, expected=expected), place)


def _range(what: Text, got: int, low: int, high: int, place: int) -> NotationError:
    shown = f"{got:,}"
    shown = shown if len(shown) <= 24 else shown[:20] + "..."
    filled = _RANGE.fill(what=what, got=shown, low=f"{low:,}", high=f"{high:,}", place=place + 1)
    return NotationError(filled, place)


class _Reader:
    """Turns lark's tree into an expression and holds it to the limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.dice = 0

    def read(self, tree: Tree[Token]) -> Expr:
        parts = cast("list[Any]", tree.children)
        match tree.data:
            case "number":
                return Number(self.whole(_NUMBER, parts[0], 0, self.limits.number))
            case "minus":
                return Minus(self.read(parts[1]))
            case "extreme":
                which = cast('Literal["min", "max"]', str(parts[0]))
                return Extreme(which, tuple(self.read(part) for part in parts[1:]))
            case "binary":
                return self.binary(self.read(parts[0]), parts[1], self.read(parts[2]))
            case _:
                return self.pool(*parts)

    def whole(self, what: Text, token: Token, low: int, high: int) -> int:
        value = int(token)
        if not low <= value <= high:
            raise _range(what, value, low, high, cast(int, token.start_pos))
        return value

    def binary(self, left: Expr, token: Token, right: Expr) -> Expr:
        sign = {"GE": ">=", "LE": "<="}.get(token.type, str(token))
        place = cast(int, token.start_pos)
        if sign == "//":
            low, high = range_of(right)
            if low <= 0 <= high:
                raise NotationError(_ZERO.fill(low=f"{low:,}", high=f"{high:,}", place=place + 1), place)
        found = Binary(left, sign, right)
        if sign == "*":
            worst = max(range_of(found), key=abs)
            if abs(worst) > self.limits.number:
                raise _range(_PRODUCT, worst, -self.limits.number, self.limits.number, place)
        return found

    def pool(
        self,
        counted: Tree[Token],
        d: Token,
        sided: Token,
        reroll: Tree[Token] | None,
        explode: Tree[Token] | None,
        keep: Tree[Token] | None,
    ) -> Pool:
        limits = self.limits
        written = cast("Token | None", counted.children[0])
        size = 1 if written is None else self.whole(_DICE, written, 1, limits.dice)
        self.dice += size
        if self.dice > limits.dice:
            raise _range(_DICE, self.dice, 1, limits.dice, cast(int, (written or d).start_pos))
        sides = 100 if sided.type == "PERCENT" else self.whole(_SIDES, sided, 1, limits.sides)
        again = more = 0
        if reroll:
            again = self.whole(_REROLL, cast("Token", reroll.children[2]), 0, sides - 1)
        if explode:
            token = cast("Token | None", explode.children[1])
            more = limits.bare_explosions
            if token is not None:
                more = self.whole(_EXPLODE, token, 0, limits.explosions)
        kept = self.keep(size, *cast("list[Any]", keep.children)) if keep else None
        return Pool(size, sides, again, more, kept)

    def keep(self, size: int, word: Token, token: Token | None) -> Keep:
        drops = word.startswith("d")
        number = 1 if token is None else int(token)
        low, high = (0, size - 1) if drops else (1, size)
        if not low <= number <= high:
            what = _DROP if drops else _KEEP
            raise _range(what, number, low, high, cast(int, (token or word).start_pos))
        return Keep("kh" if word in ("kh", "dl") else "kl", size - number if drops else number)


def show(expr: Expr) -> str:
    """The canonical text of an expression; `parse` reads it back to the same expression."""
    return _show(expr, 0)


_LEVELS = {">=": 0, "<=": 0, ">": 0, "<": 0, "==": 0, "+": 1, "-": 1, "*": 2, "//": 2}


def _show(expr: Expr, level: int) -> str:
    match expr:
        case Number(value):
            return str(value)
        case Pool(size, sides, reroll, explode, keep):
            again = f"r<={reroll}" if reroll else ""
            more = f"!{explode}" if explode else ""
            return f"{size}d{sides}{again}{more}{f'{keep.which}{keep.number}' if keep else ''}"
        case Minus(of):
            return "-" + _show(of, 3)
        case Extreme(which, items):
            return f"{which}({','.join(_show(item, 0) for item in items)})"
        case Binary(left, sign, right):
            own = _LEVELS[sign]
            text = _show(left, max(own, 1)) + sign + _show(right, own + 1)
            return f"({text})" if own < level else text


def apply_sign(sign: str, left: int, right: int) -> int:
    """What two numbers come to with the sign of a `Binary` between them."""
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//":
            return left // right
        case ">=":
            return int(left >= right)
        case "<=":
            return int(left <= right)
        case ">":
            return int(left > right)
        case "<":
            return int(left < right)
        case _:
            return int(left == right)


def roll(expr: Expr, dice: Dice) -> Roll:
    """Throw an expression once.

    Pools are thrown from left to right, and within a pool each die with all its further throws before the
    next. Every die is thrown, whatever is kept. Of equal dice those thrown first are kept.

    Args:
        expr: what to throw.
        dice: KeyedDice, ScriptedDice or anything else with `roll(sides)`.
    """
    pools: list[Thrown] = []
    return Roll(_roll(expr, dice, pools), tuple(pools))


def _roll(expr: Expr, dice: Dice, pools: list[Thrown]) -> int:
    match expr:
        case Number(value):
            return value
        case Pool():
            pools.append(_throw(expr, dice))
            return pools[-1].total
        case Minus(of):
            return -_roll(of, dice, pools)
        case Extreme(which, items):
            values = [_roll(item, dice, pools) for item in items]
            return min(values) if which == "min" else max(values)
        case Binary(left, sign, right):
            first = _roll(left, dice, pools)
            return apply_sign(sign, first, _roll(right, dice, pools))


def _throw(pool: Pool, dice: Dice) -> Thrown:
    fallen: list[tuple[int, ...]] = []
    values: list[int] = []
    for _ in range(pool.size):
        faces = [dice.roll(pool.sides)]
        if faces[0] <= pool.reroll:
            faces.append(dice.roll(pool.sides))
        stands = len(faces) - 1
        while faces[-1] == pool.sides and len(faces) - 1 - stands < pool.explode:
            faces.append(dice.roll(pool.sides))
        fallen.append(tuple(faces))
        values.append(sum(faces[stands:]))
    towards = -1 if pool.keep and pool.keep.which == "kh" else 1
    kept = set(sorted(range(pool.size), key=lambda i: towards * values[i])[: pool.kept])
    shown = tuple(Die(fallen[i], values[i], i in kept) for i in range(pool.size))
    return Thrown(pool, shown, sum(die.value for die in shown if die.kept))


def range_of(expr: Expr) -> tuple[int, int]:
    """Least and greatest total.

    Exact, save that `==` counts as open (0 to 1) whenever the ranges of its sides overlap.
    """
    match expr:
        case Number(value):
            return value, value
        case Pool(_, sides, _, explode):
            return expr.kept * (1 if sides > 1 else 1 + explode), expr.kept * sides * (1 + explode)
        case Minus(of):
            low, high = range_of(of)
            return -high, -low
        case Extreme(which, items):
            lows, highs = zip(*map(range_of, items), strict=True)
            return (min(lows), min(highs)) if which == "min" else (max(lows), max(highs))
        case Binary(left, sign, right):
            (a, b), (c, d) = range_of(left), range_of(right)
            if sign == "==":
                return int(a == b == c == d), int(a <= d and c <= b)
            corners = [apply_sign(sign, x, y) for x in (a, b) for y in (c, d)]
            return min(corners), max(corners)
