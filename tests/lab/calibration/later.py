"""What is said of a later code in documents that hold what an earlier one measured."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from tests.lab.calibration.ceiling import measured, section
from tests.lab.calibration.method import filled

Step = Mapping[str, Any]


def power_with(text: str, step: Step) -> str:
    """The pages' data (JSON) with a comparison, in place of an earlier one with the same code."""
    known = json.loads(text)
    before = [one for one in known.get("later", ()) if one["to"] != step["to"]]
    return json.dumps({**known, "later": [*before, dict(step)]}, indent=1) + "\n"


def report_with(text: str, pages: Mapping[str, Any]) -> str:
    """The report with what the pages' data say of later codes, and with the ceiling as it was
    measured last; the figures of the earlier code stay."""
    said = "\n\n".join(_said(one) for one in pages.get("later", ()))
    told = _put(text, "later", said, "## ")
    ceiling = section(measured(), pages["edges"]) if pages["edges"] else ""
    return _put(told, "ceiling", ceiling, "## Verdict")


def _put(text: str, name: str, block: str, before: str) -> str:
    """The text with a marked block in place of that of the same name, or else before a heading."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n\n"
    rest = re.sub(f"{begin}.*?{end}", "", text, flags=re.DOTALL)
    head, mark, tail = rest.partition(before)
    return head + (begin + block + "\n" + end if block else "") + mark + tail


def _said(step: Step) -> str:
    ends = f"{step['same_verdict']} of {step['replayed']} ended with the same verdict"
    other = step["other_verdicts"]
    ends += f" ({', '.join(other)} did not)" if other else ""
    fields = ", ".join(f"{name} {count}" for name, count in step["fields"].items())
    differ = f"; fields that differ, and in how many cases: {fields}" if fields else ""
    return filled(
        f"The table below was not measured with code `{step['to']}` (calculation "
        f"{step['calculation']}). {step['replayed']} cases of {step['kinds']} sorts were played by "
        f"`{step['from']}` and by `{step['to']}`: {ends}, {step['alike']} alike to the last field"
        f"{differ}."
    )
