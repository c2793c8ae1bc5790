"""What the strategy class of a script does on each bar."""

from __future__ import annotations

from trading.strategies.names import parameter_of
from trading.strategies.rendering.expressions import WIDTH, call_lines, condition_text, number_text
from trading.strategies.rendering.names import ScriptNames
from trading.strategies.spec import StrategySpec
from trading.strategies.trade_rules import FixedFraction, VolatilityTarget

_SIDES = {"long": "short", "short": "long"}


def decision_lines(spec: StrategySpec, names: ScriptNames) -> list[str]:
    """The body of `next`: the rules, then what they mean in or out of a position."""
    lines = [
        "if len(self.data) == self._bars:",
        "    return  # what is decided on the last bar is never filled",
        *_rule_lines(spec, names),
        "trade = self.trades[0] if self.trades else None",
        "if trade is None:",
    ]
    word = "if"
    for side in _sides(spec):
        lines += [f"    {word} enter_{side}:", f"        self.go_{side}()"]
        word = "elif"
    for side in _sides(spec):
        branch = _position_lines(spec, side)
        if branch:
            lines += [f"elif trade.is_{side}:", *(f"    {line}" for line in branch)]
    return lines


def _sides(spec: StrategySpec) -> list[str]:
    return [side for side in _SIDES if spec.direction in (side, "both")]


def _rule_lines(spec: StrategySpec, names: ScriptNames) -> list[str]:
    """The rules as variables; an entry gives way to the exit of its side and the other entry."""
    lines = []
    both = spec.direction == "both"
    for side in _sides(spec):
        leave = getattr(spec, f"{side}_exit")
        if leave is not None:
            lines += _rule(f"leave_{side}", condition_text(leave, names))
    for side in _sides(spec):
        entry = getattr(spec, f"{side}_entry")
        stem = "signal" if both else "enter"
        text = condition_text(entry, names)
        if not both and getattr(spec, f"{side}_exit") is not None:
            text = f"({text}) and not leave_{side}"
        lines += _rule(f"{stem}_{side}", text)
    for side in _sides(spec) if both else ():
        text = f"signal_{side} and not signal_{_SIDES[side]}"
        if getattr(spec, f"{side}_exit") is not None:
            text += f" and not leave_{side}"
        lines.append(f"enter_{side} = {text}")
    return lines


def _rule(name: str, text: str) -> list[str]:
    """A rule on one line, or where it is long a line for each of its outer parts."""
    line = f"{name} = {text}"
    if len(line) <= WIDTH:
        return [line]
    parts, depth, start = [], 0, 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0 and text.startswith((" and ", " or "), at):
            parts.append(text[start:at])
            start = at + 1
    return [f"{name} = (", *(f"    {part}" for part in (*parts, text[start:])), ")"]


def _position_lines(spec: StrategySpec, side: str) -> list[str]:
    """What may end a position of this side, the first that holds."""
    cases: list[tuple[str, list[str]]] = []
    if spec.direction == "both":
        other = _SIDES[side]
        cases.append((f"enter_{other}", ["trade.close()", f"self.go_{other}()"]))
    if getattr(spec, f"{side}_exit") is not None:
        cases.append((f"leave_{side}", ["trade.close()"]))
    if spec.stops.time_stop is not None:
        held = "len(self.data) - trade.entry_bar"
        cases.append((f"{held} >= {number(spec.stops.time_stop)}", ["trade.close()"]))
    lines = []
    for at, (test, acts) in enumerate(cases):
        lines += [f"{'elif' if at else 'if'} {test}:", *(f"    {act}" for act in acts)]
    if spec.stops.trailing_stop is not None:
        trail = _trail_lines(spec, side)
        lines += ["else:", *(f"    {line}" for line in trail)] if cases else trail
    return lines


def _trail_lines(spec: StrategySpec, side: str) -> list[str]:
    """Move the stop after the best close since the entry was decided, never away from it."""
    better, sign, nearer = ("max", "-", ">") if side == "long" else ("min", "+", "<")
    return [
        f"self._best = {better}(self._best, self.data.Close[-1])",
        f"stop = self._best * (1 {sign} {number(spec.stops.trailing_stop)})",
        f"if stop {nearer} trade.sl:",
        "    trade.sl = stop",
    ]


def entry_methods(spec: StrategySpec, names: ScriptNames) -> list[str]:
    """A method a side that orders a position with its size and stops."""
    lines = []
    for side in _sides(spec):
        lines += ["", f"def go_{side}(self):"]
        if spec.stops.trailing_stop is not None:
            lines.append("    self._best = self.data.Close[-1]")
        order = "buy" if side == "long" else "sell"
        call = call_lines(f"self.{order}", ", ".join(_order_arguments(spec, side)))
        lines += [f"    {line}" for line in call]
    return lines


def _order_arguments(spec: StrategySpec, side: str) -> list[str]:
    loss, gain = ("-", "+") if side == "long" else ("+", "-")
    stops, sizing, close = spec.stops, spec.sizing, "self.data.Close[-1]"
    found = []
    if isinstance(sizing, FixedFraction):
        found.append(f"size=min({number(sizing.fraction)}, ALL_IN)")
    if isinstance(sizing, VolatilityTarget):
        found.append("size=min(self._size[-1], ALL_IN)")
    limits = [number(stop) for stop in (stops.stop_loss, stops.trailing_stop) if stop is not None]
    if limits:
        nearest = limits[0] if len(limits) == 1 else f"min({', '.join(limits)})"
        found.append(f"sl={close} * (1 {loss} {nearest})")
    if stops.take_profit is not None:
        found.append(f"tp={close} * (1 {gain} {number(stops.take_profit)})")
    return found


def number(value: float | str | None) -> str:
    """A number, or the attribute of the parameter it refers to."""
    name = parameter_of(value)
    return number_text(value) if name is None else f"self.{name}"
