"""A new idea."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from config.runs.errors import REFUSALS, explain, status_of
from hypotheses.domain.claim import ASPECT_OF, NEEDS, SlotName
from hypotheses.domain.frame import FrameError
from hypotheses.domain.types import LANGUAGES, Aspect, Language
from hypotheses.forms import IdeaForm
from hypotheses.models.version import Direction
from hypotheses.presentation import Stretch, stretches
from hypotheses.services.assess import assess_texts
from hypotheses.services.submit import (
    MOST,
    MOST_BYTES,
    Contents,
    IdeaPreview,
    IdeaRow,
    estimate_typical,
    preview_idea,
    read_file,
    submit_file,
    submit_hypothesis,
    submit_split,
)
from hypotheses.services.wording import slot_name

LEAST_WORDS = 3
"""Characters below which no frame is shown: the author has hardly begun."""


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Submit an idea; before that, point out a near-duplicate and propose a split."""
    form = IdeaForm(request.POST or None, initial={"text": request.GET.get("text", "")})
    if request.method == "POST" and form.is_valid():
        try:
            notice = _notice(request, form.cleaned_data)
            if notice is None:
                return _take_in(request, form.cleaned_data)
        except FrameError as error:
            form.add_error(None, f"{slot_name(error.path)}: {explain(error)}")
            return _page(request, form, status=status_of(error))
        except REFUSALS as error:
            form.add_error(_field(error), explain(error))
            return _page(request, form, status=status_of(error))
        else:
            return _page(request, form, notice)
    return _page(request, form)


@login_required
@require_POST
def frame(request: HttpRequest) -> HttpResponse:
    """The frame of a text while it is typed, and the fields to correct it."""
    try:
        context = _frame(request)
    except REFUSALS as error:
        return HttpResponse(explain(error), status=status_of(error), content_type="text/plain")
    return render(request, "hypotheses/_framing.html", context)


def _frame(request: HttpRequest) -> dict[str, Any]:
    """The reading of the submitted text, or why it cannot be read. Raises Refusal."""
    posted = request.POST.dict()
    text = posted.get("text", request.GET.get("text", ""))
    if len(text.split()) < LEAST_WORDS:
        return {}
    user: Any = request.user
    language = posted.get("language")
    known = language if language in LANGUAGES else "auto"
    (found,) = assess_texts(texts=[text], language=known, user=user)
    return {"problem": found["error"]} if "error" in found else {"frame": idea_frame(found, posted)}


def _page(
    request: HttpRequest, form: IdeaForm, notice: IdeaPreview | None = None, status: int = 200
) -> HttpResponse:
    if status == 200 and form.errors:
        status = 422
    language: Language = "pt" if (get_language() or "").startswith("pt") else "en"
    estimate = estimate_typical(language=language)
    context: dict[str, Any] = {"form": form, "notice": notice, "estimate": estimate}
    try:
        context |= _frame(request)
    except REFUSALS as error:  # the idea can be submitted without it
        context["problem"] = explain(error)
    if form.errors:
        context.pop("problem", None)  # it is shown beside its field
    return render(request, "hypotheses/new.html", context, status=status)


def _notice(request: HttpRequest, values: dict[str, Any]) -> IdeaPreview | None:
    """What the person has not been shown yet for this text."""
    if request.POST.get("told") == values["text"] and request.POST.get("choice"):
        return None
    preview = preview_idea(text=values["text"], language=values["language"], user=request.user)  # type: ignore[arg-type]
    return preview if preview.ideas or preview.near or preview.similar else None


def _take_in(request: HttpRequest, values: dict[str, Any]) -> HttpResponse:
    user: Any = request.user
    if request.POST.get("choice") != "split":
        claim = claim_set(request.POST.dict()) or None
        submission = submit_hypothesis(**values, user=user, claim=claim)
        return redirect("hypothesis", submission.hypothesis.pk)
    made = submit_split(**values, user=user)
    messages.success(request, _("%(count)s records were made") % {"count": len(made)})
    return redirect("hypotheses")


def _field(error: Exception) -> str | None:
    """The field that a refusal is about."""
    from config.text.language import LanguageError
    from config.text.validation import TextError

    if isinstance(error, LanguageError):
        return "language"
    return "text" if isinstance(error, TextError) else None


# The frame of an idea before its run: what was read, and what its author sets.

DESIGNS: dict[str, str | Promise] = {
    "causal": gettext_lazy("Does one thing change another?"),
    "comparative": gettext_lazy("Do groups or options differ?"),
    "correlational": gettext_lazy("Do two things go together?"),
    "predictive": gettext_lazy("Can one thing be predicted from another?"),
    "descriptive": gettext_lazy("How many, how much, how often?"),
    "equivalence": gettext_lazy("Do both come to the same?"),
    "non_inferiority": gettext_lazy("Is one no worse than the other?"),
    "qualitative": gettext_lazy("How do people experience it?"),
    "unknown": gettext_lazy("Not decided yet"),
}
"""The designs as questions of a person."""

# The fields of a frame in reading order, each with the slots that it holds.
_PICO: dict[str, tuple[SlotName, ...]] = {
    "population": ("unit", "bound"),
    "exposure": ("exposure",),
    "comparator": ("comparator",),
    "outcome": ("outcome",),
    "measure": ("measure",),
    "margin": ("margin",),
    "window": ("window",),
    "qualifiers": ("qualifiers",),
    "leftover": ("leftover",),
}
_SPIDER: dict[str, tuple[SlotName, ...]] = {
    "participants": ("unit",),
    "setting": ("bound",),
    "phenomenon": ("outcome",),
    "leftover": ("leftover",),
}
_HINTED = {"population": "population", "measure": "metrics", "comparator": "testability"}


@dataclass(frozen=True, slots=True)
class FrameField:
    """A field of the frame: its words, the words that were read, and whether these are certain."""

    name: str
    label: str
    words: str
    read: str
    sure: bool
    confirmed: bool
    hint: str

    @property
    def aspect(self) -> Aspect:
        """The aspect whose colour its words have in the sentence."""
        return ASPECT_OF[(_PICO.get(self.name) or _SPIDER[self.name])[0]]


@dataclass(frozen=True, slots=True)
class IdeaFrame:
    """An idea in its language with its slots coloured, and the fields that its author may set."""

    language: str
    sentence: list[Stretch]
    designs: list[tuple[str, str | Promise, bool]]
    directions: list[tuple[str, str, bool]]
    read: Mapping[str, str]
    fields: list[FrameField]


def idea_frame(assessment: Mapping[str, Any], posted: Mapping[str, str]) -> IdeaFrame:
    """The frame of an assessed text; the author's earlier changes are kept."""
    claim = assessment["claim"]
    design = _typed_or_read("design", claim["design"], posted)
    direction = _typed_or_read("direction", claim["direction"], posted)
    kinds = _SPIDER if design == "qualitative" else _PICO
    needed = set(_needs(design))
    if direction == "none":
        needed.add("margin")
    fields = [
        _slot_field(name, claim, assessment["aspects"], posted)
        for name, slots in kinds.items()
        if claim[name] or posted.get(f"claim-{name}") or needed.intersection(slots)
    ]
    evidence = [(field.aspect, field.read) for field in fields]
    return IdeaFrame(
        language=assessment["language"],
        sentence=stretches(assessment["text"], evidence),
        designs=[(code, label, code == design) for code, label in DESIGNS.items()],
        directions=[(code, str(label), code == direction) for code, label in Direction.choices],
        read={"design": claim["design"], "direction": claim["direction"]},
        fields=fields,
    )


def claim_set(posted: Mapping[str, str]) -> dict[str, Any]:
    """What the author set of the frame: fields whose words differ from those read, or were
    confirmed."""
    found: dict[str, Any] = {}
    for name in ("design", "direction", *_PICO, *_SPIDER):
        text = posted.get(f"claim-{name}")
        if text is None:
            continue
        if text.strip() != posted.get(f"read-{name}", "") or f"sure-{name}" in posted:
            found[name] = text.strip() or None
    return found


def _needs(design: str) -> tuple[SlotName, ...]:
    return next((slots for each, slots in NEEDS.items() if each == design), NEEDS["unknown"])


def _slot_field(
    name: str, claim: Mapping[str, Any], aspects: Mapping[str, Any], posted: Mapping[str, str]
) -> FrameField:
    slot = claim[name] or {"text": "", "sure": True}
    text = _typed_or_read(name, slot["text"], posted)
    hint = aspects[_HINTED[name]]["suggestion"] if name in _HINTED and not text else ""
    confirmed = f"sure-{name}" in posted and posted.get(f"read-{name}") == slot["text"]
    sure = slot["sure"] or text != slot["text"]
    return FrameField(name, slot_name(name), text, slot["text"], sure, confirmed, hint or "")


def _typed_or_read(name: str, read: str, posted: Mapping[str, str]) -> str:
    """The author's value that replaced an earlier reading; else the present reading."""
    typed = posted.get(f"claim-{name}", "")
    return typed if f"claim-{name}" in posted and typed != posted.get(f"read-{name}", "") else read


# Many ideas at once, from a file: previewed first, then submitted as a whole.

_SALT = "hypotheses.many"
_LASTS = 3_600  # seconds between preview and submission


class FileForm(forms.Form):
    """A file of ideas."""

    file = forms.FileField(label=gettext_lazy("File"))


@login_required
@require_http_methods(["GET", "POST"])
def many(request: HttpRequest) -> HttpResponse:
    """A file, what it would become, and then, when that is confirmed, so many hypotheses.

    Between the two the ideas travel with the page, signed: nothing is kept that nobody confirms.
    """
    if request.method == "GET":
        return _file_page(request, FileForm())
    if "ideas" in request.POST:
        return _taken_in(request)
    form = FileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _file_page(request, form)
    found = read_file(form.cleaned_data["file"].read(MOST_BYTES + 1))
    return _file_page(request, FileForm(), found)


def _taken_in(request: HttpRequest) -> HttpResponse:
    try:
        content: Any = signing.loads(request.POST["ideas"], salt=_SALT, max_age=_LASTS)
    except signing.BadSignature:
        messages.error(request, gettext_lazy("the page has expired: choose the file again"))
        return redirect("many-ideas")
    rows = tuple(IdeaRow(**each) for each in content)
    try:
        made = submit_file(rows=rows, user=request.user)  # type: ignore[arg-type]
    except REFUSALS as error:
        return _file_page(request, FileForm(), Contents(rows, ()), explain(error))
    count = len(made)
    message = ngettext("%(n)s idea is taken in", "%(n)s ideas are taken in", count) % {"n": count}
    messages.success(request, message)
    return redirect("hypotheses")


def _file_page(
    request: HttpRequest, form: FileForm, found: Contents | None = None, error: str = ""
) -> HttpResponse:
    ready = found is not None and not found.faults
    ideas = [asdict(row) for row in found.rows] if found and ready else []
    context = {
        "form": form,
        "found": found,
        "ideas": signing.dumps(ideas, salt=_SALT, compress=True) if ideas else "",
        "error": error,
        "most": MOST,
    }
    refused = form.errors or error or (found is not None and found.faults)
    return render(request, "hypotheses/many.html", context, status=422 if refused else 200)
