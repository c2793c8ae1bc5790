"""A hypothesis with all that it rests on, as the files of a zip."""

from __future__ import annotations

import json
import shlex
from typing import Any

from django.utils.translation import gettext as _

from config.desk.documents import FORMATS
from hypotheses.document import document_of
from hypotheses.domain import osf_files
from hypotheses.services.report import hypothesis_report

_ENDINGS = ("md", "docx", "tex")


def package_of(hypothesis: Any) -> dict[str, bytes]:
    """By path: the document in each format, all rows as JSON, each pre-registration, and a README
    that says what is what. For a hypothesis read `with_status` and `with_history`."""
    document = document_of(hypothesis)
    name = f"hypothesis-{hypothesis.pk}"
    files = {f"{name}.{ending}": FORMATS[ending].write(document) for ending in _ENDINGS}
    files["report.json"] = _json(hypothesis_report(hypothesis_id=hypothesis.pk))
    for row in hypothesis.preregistrations.order_by("number"):
        folder = f"preregistration-{row.number}"
        files[f"{folder}.md"] = osf_files.markdown(row.content, row.sha256).encode()
        files[f"{folder}.json"] = _json(osf_files.as_json(row.content, row.sha256))
    return {"README.md": _readme(hypothesis, list(files)).encode(), **files}


def _readme(hypothesis: Any, paths: list[str]) -> str:
    said = {
        "report.json": _("all versions, reviews, gaps, questions and decisions, as rows"),
        "md": _("the question, its parts, what would be tested, gaps and decisions"),
        "preregistration": _("what was frozen, with the hash over it"),
    }
    lines = [f"# Crivo: {_('Hypothesis %(id)s') % {'id': hypothesis.pk}}", ""]
    for path in paths:
        kind = "preregistration" if path.startswith("preregistration") else path
        lines.append(f"- `{path}`: {said.get(kind, said['md'])}")
    again = _("The same idea is refined anew by:")
    idea = shlex.quote(hypothesis.text)
    lines += ["", again, "", f"    crivo refine {idea} --language {hypothesis.language}", ""]
    return "\n".join(lines)


def _json(document: Any) -> bytes:
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()
