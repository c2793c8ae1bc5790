"""Datasets: the list, one history with everything known of it before its holdout, and files of
market data: uploaded, previewed, then imported or dropped."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from config.desk.lists import RowPaginator
from config.desk.refusals import Missing, TryLater
from config.desk.roles import is_reviewer
from config.runs.errors import REFUSALS, explain
from trading.forms import DatasetFilterForm
from trading.list_query import (
    listed_auxiliary,
    listed_datasets,
    older_datasets,
    with_auxiliary_use,
)
from trading.market.clock import moment
from trading.market.csv_reader import Options
from trading.market.csv_reader.options import MOST
from trading.market.errors import MarketError
from trading.models import AuxiliaryDataset, Dataset, HoldoutOpening, Strategy, Upload
from trading.models.datasets import PRICES
from trading.presenting import datasets as shown
from trading.querysets import StrategyQuerySet
from trading.services.pending_uploads import fingerprint, name_of, own_upload
from trading.services.submit import KIND
from trading.services.uploads import (
    change_upload,
    confirm_upload,
    drop_upload,
    preview_upload,
    stage_upload,
)
from trading.services.wording import signs_closed
from trading.storage import StoredRows, find_dataset, in_words, known_tickers, look
from trading.storage.preview import Preview

SHOWN = 20  # strategies, openings and versions on one page
AUXILIARY_SHOWN = 100


@login_required
@require_GET
def datasets(request: HttpRequest) -> HttpResponse:
    """Every ticker's newest prices, with older versions folded; auxiliary data below."""
    form = DatasetFilterForm(request.GET)
    ticker = form.cleaned_data["q"] if form.is_valid() else ""
    page = RowPaginator(listed_datasets(ticker), settings.PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    before = older_datasets(page.object_list)
    auxiliary = listed_auxiliary(ticker)
    context = {
        "form": form,
        "words": ticker,
        "page": page,
        "rows": [shown.Versions(row, before.get(row.ticker, [])) for row in page],
        "bundled": [t for t in _not_stored() if ticker.strip().upper() in t],
        "auxiliary": auxiliary[:AUXILIARY_SHOWN],
        "auxiliary_count": auxiliary.count(),
        "uploads": Upload.objects.filter(owner=_reader(request)).defer("content"),
    }
    return render(request, "trading/data/list.html", context)


@login_required
@require_GET
def dataset(request: HttpRequest, pk: int) -> HttpResponse:
    """One version: its segments, warnings, openings, prices before the holdout, and its use."""
    row = get_object_or_404(Dataset.objects.select_related("created_by"), pk=pk)
    visible = look(row)
    seen = Strategy.objects.visible_to(request.user)
    versions = Dataset.objects.of(row.ticker)
    context = {
        "dataset": row,
        "visible": visible,
        "warnings": [signs_closed(in_words(caution)) for caution in visible.cautions],
        "openings": _openings(request, row, visible.sealed),
        "periods": shown.summary(visible.frame)[::-1],
        "versions": versions[:SHOWN],
        "newest": versions.first(),
        **_use(seen.filter(dataset=row), row.strategies.count()),
        "auxiliary": with_auxiliary_use(AuxiliaryDataset.objects.of(row.ticker).newest()),
    }
    return render(request, "trading/data/dataset.html", context)


@login_required
@require_GET
def prices(request: HttpRequest, pk: int) -> JsonResponse:
    """The candles of the chart: no bar of the holdout, only its place."""
    answer = JsonResponse(shown.series(look(get_object_or_404(Dataset, pk=pk))))
    # A version never changes; every reader may see the same of it.
    answer["Cache-Control"] = "private, max-age=3600"
    return answer


@login_required
@require_GET
def prices_csv(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """The bars before the holdout as a file."""
    row = get_object_or_404(Dataset, pk=pk)
    blocks = shown.csv_blocks(look(row))
    answer = StreamingHttpResponse(blocks, content_type="text/csv; charset=utf-8")
    safe = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in row.ticker)
    name = f"{safe}-v{row.version}-before-holdout.csv"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@login_required
@require_POST
def install(request: HttpRequest) -> HttpResponse:
    """Store a bundled ticker's prices, and show them."""
    ticker = request.POST.get("ticker", "")
    if ticker not in known_tickers():
        return redirect("datasets")
    return redirect("dataset", find_dataset(ticker).pk)


@login_required
@require_GET
def auxiliary(request: HttpRequest, pk: int) -> HttpResponse:
    """One version of a ticker's auxiliary data: its origin and extent."""
    rows = with_auxiliary_use(AuxiliaryDataset.objects.select_related("created_by"))
    row: Any = get_object_or_404(rows, pk=pk)
    own = AuxiliaryDataset.objects.of(row.ticker).filter(kind=row.kind).defer("content")
    seen = Strategy.objects.visible_to(request.user).filter(auxiliary=row)
    context = {
        "dataset": row,
        "versions": own[:SHOWN],
        "prices": Dataset.objects.of(row.ticker).first(),
        **_use(seen, row.strategy_count),
    }
    return render(request, "trading/data/auxiliary.html", context)


def _use(seen: StrategyQuerySet, count: int) -> dict[str, Any]:
    """The strategies on a dataset that the reader may see, and how many there are of others."""
    own = seen.count()
    return {
        "strategies": seen.order_by("-pk")[:SHOWN],
        "own_count": own,
        "strategy_count": count,
        "other_count": count - own,
    }


def _openings(request: HttpRequest, row: Dataset, sealed: Any) -> dict[str, Any]:
    """Every opening of bars of this holdout, by any version of the ticker."""
    first, last = (moment(time) for time in (sealed.first, sealed.last))
    known = HoldoutOpening.objects.overlapping(
        sha256=row.sha256, ticker=row.ticker, first=first, last=last
    )
    rows = list(known.select_related("run", "user", "dataset")[:SHOWN])
    runs = {one.run.pk: one.run.subject_id for one in rows if one.run and one.run.kind == KIND}
    seen = Strategy.objects.visible_to(request.user).in_bulk(runs.values())
    strategies = {run: seen[subject] for run, subject in runs.items() if subject in seen}
    lines = shown.openings(rows, row, strategies, request.user, sees_all=is_reviewer(request.user))
    return {"lines": lines, "count": known.count()}


def _not_stored() -> list[str]:
    """Bundled tickers that are not stored yet."""
    stored = set(Dataset.objects.order_by().values_list("ticker", flat=True).distinct())
    return [ticker for ticker in known_tickers() if ticker not in stored]


def _reader(request: HttpRequest) -> Any:
    return request.user


# Uploaded files, until they are imported or dropped.


@login_required
@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Accept a file; what is no text at all is refused at once."""
    user: Any = request.user
    if request.method == "GET":
        initial = {name: request.GET[name] for name in ("ticker", "kind") if name in request.GET}
        return _form(request, UploadForm(initial=initial))
    form = UploadForm(request.POST, request.FILES)
    faults: list[MarketError] = []
    if form.is_valid():
        try:
            staged = stage_upload(**form.service_arguments, user=user)
            return redirect("upload-preview", staged.pk)
        except REFUSALS as error:
            faults = _refused(form, error)
    return _form(request, form, faults)


def _form(
    request: HttpRequest, form: UploadForm, faults: list[MarketError] | None = None
) -> HttpResponse:
    user: Any = request.user
    context = {
        "form": form,
        "faults": shown.fault_lines(faults or []),
        "uploads": Upload.objects.filter(owner=user).defer("content"),
    }
    status = 422 if form.errors else 200
    return render(request, "trading/data/upload.html", context, status=status)


@login_required
@require_http_methods(["GET", "POST"])
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """The preview of a file, or its faults; import, drop, or change how it is read."""
    user: Any = request.user
    try:
        found = own_upload(upload_id=pk, user=user)
        if request.method == "GET":
            return _preview(request, found)
        return ACTS.get(request.POST.get("act", ""), _preview)(request, found)
    except Missing as error:
        raise Http404(str(error)) from error
    except TryLater as error:
        messages.error(request, explain(error))
        return redirect("datasets")


def _import(request: HttpRequest, found: Upload) -> HttpResponse:
    user: Any = request.user
    expected = request.POST.get("expected", "")
    try:
        stored = confirm_upload(upload_id=found.pk, user=user, expected=expected)
    except (Missing, TryLater):
        raise
    except REFUSALS as error:
        messages.error(request, explain(error))
        return redirect("upload-preview", found.pk)
    message = _("imported: %(name)s") if stored.created else _("the same is here already: %(name)s")
    messages.success(request, message % {"name": stored.dataset})
    rows = isinstance(stored, StoredRows)
    return redirect("auxiliary-dataset" if rows else "dataset", stored.dataset.pk)


def _drop(request: HttpRequest, found: Upload) -> HttpResponse:
    user: Any = request.user
    drop_upload(upload_id=found.pk, user=user)
    messages.success(request, _("dropped: nothing of the file was stored"))
    return redirect("datasets")


def _change(request: HttpRequest, found: Upload) -> HttpResponse:
    user: Any = request.user
    form = UploadForm(request.POST, request.FILES, staged=True)
    faults: list[MarketError] = []
    if form.is_valid():
        try:
            change_upload(upload_id=found.pk, **form.service_arguments, user=user)
            return redirect("upload-preview", found.pk)
        except Missing:
            raise
        except REFUSALS as error:
            faults = _refused(form, error)
    return _preview(request, found, form, faults)


# The form for a file of market data, and for what its content leaves open.

_FOUND_OUT: tuple[str, Any] = ("", gettext_lazy("detect from the file"))


KINDS: dict[str, Any] = {PRICES: gettext_lazy("prices"), **dict(AuxiliaryDataset.Kind.choices)}


class UploadForm(forms.Form):
    """A new upload; with `staged`, an existing one that may get another file."""

    file = forms.FileField(
        label=gettext_lazy("CSV file"),
        allow_empty_file=True,  # the service says that it is empty
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
        help_text=gettext_lazy(
            "UTF-8, with a header; ',', ';' or tabs between columns; the oldest first."
        ),
    )
    ticker = forms.CharField(
        label=gettext_lazy("Ticker"),
        max_length=40,
        help_text=gettext_lazy("What the data are of, such as PETR4."),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("What it holds"),
        choices=list(KINDS.items()),
        initial=PRICES,
    )
    source = forms.CharField(
        label=gettext_lazy("Source"),
        required=False,
        max_length=Dataset.SOURCE_LENGTH,
        help_text=gettext_lazy("Where the data come from; the file's name unless you say it."),
    )
    licence = forms.CharField(
        label=gettext_lazy("Licence"),
        required=False,
        max_length=Dataset.LICENCE_LENGTH,
        help_text=gettext_lazy("What may be done with the data."),
    )
    date_order = forms.ChoiceField(
        label=gettext_lazy("Dates such as 01/02/2020"),
        required=False,
        choices=[
            _FOUND_OUT,
            ("dmy", gettext_lazy("day first")),
            ("mdy", gettext_lazy("month first")),
        ],
    )
    decimal = forms.ChoiceField(
        label=gettext_lazy("Decimal sign"),
        required=False,
        choices=[
            _FOUND_OUT,
            ("point", gettext_lazy("point: 1,234.56")),
            ("comma", gettext_lazy("comma: 1.234,56")),
        ],
    )
    timezone = forms.CharField(
        label=gettext_lazy("Time zone"),
        required=False,
        max_length=60,
        help_text=gettext_lazy(
            "Where bars of less than a day trade, such as America/Sao_Paulo; else as the file has "
            "them, or UTC. Dates stay as they are."
        ),
    )
    bars_per_year = forms.FloatField(
        label=gettext_lazy("Bars a year"),
        required=False,
        min_value=1,
        max_value=1_000_000,
        help_text=gettext_lazy("From the days on which the bars trade, unless you enter a number."),
    )
    keep_partial = forms.BooleanField(
        label=gettext_lazy("Keep a last week or month that is not over"), required=False
    )
    adjusted = forms.BooleanField(
        label=gettext_lazy("The prices are adjusted for splits and dividends already"),
        required=False,
    )

    def __init__(self, *args: Any, staged: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if staged:
            self.fields["file"].required = False
            self.fields["file"].label = gettext_lazy("Another file in its place")
            self.fields["file"].help_text = gettext_lazy("Such as a corrected copy.")

    @property
    def service_arguments(self) -> dict[str, Any]:
        """The values in the form that the services take."""
        values = self.cleaned_data
        file = values["file"]
        return {
            "data": file,
            "ticker": values["ticker"],
            "kind": values["kind"],
            "name": file.name if file else "",
            "source": values["source"],
            "licence": values["licence"],
            "options": Options(
                date_order=values["date_order"] or None,
                decimal=values["decimal"] or None,
                timezone=values["timezone"].strip(),
                adjusted=values["adjusted"],
                bars_per_year=values["bars_per_year"],
                keep_partial=values["keep_partial"],
            ),
        }


def of_upload(upload: Upload) -> dict[str, Any]:
    """A form's values for an existing upload."""
    names = ("date_order", "decimal", "timezone", "bars_per_year")
    given = {name: upload.options.get(name) or "" for name in names}
    return {
        "ticker": upload.ticker,
        "kind": upload.kind,
        "source": upload.source,
        "licence": upload.licence,
        "adjusted": upload.options.get("adjusted", False),
        "keep_partial": upload.options.get("keep_partial", False),
        **given,
    }


FIELD_OF = {
    "bad_ticker": "ticker",
    "bad_zone": "timezone",
    "too_large": "file",
    "empty": "file",
    "not_text": "file",
    "utf16": "file",
    "nul": "file",
    "not_utf8": "file",
}
"""The field that a refusal is about, by the code of a MarketError."""


ACTS = {"import": _import, "drop": _drop, "change": _change}


def _preview(
    request: HttpRequest,
    found: Upload,
    form: UploadForm | None = None,
    faults: list[MarketError] | None = None,
) -> HttpResponse:
    looked, digest, size = preview_upload(upload=found), fingerprint(found), len(found.content)
    # A template's context refers to itself and is freed only by garbage collection: the file is
    # left out, and Django reads it again where it is needed.
    del found.content
    context: dict[str, Any] = {
        "upload": found,
        "size": size,
        "kind": KINDS[found.kind],
        "name": name_of(found),
        "form": form or UploadForm(initial=of_upload(found), staged=True),
        "fingerprint": digest,
        "faults": shown.fault_lines(faults or looked.faults),
        "replaced": bool(faults),
        "most": MOST,
    }
    if looked.preview:
        header, rows = shown.table(looked.preview.first)
        context |= {
            "preview": looked.preview,
            "columns": shown.columns(looked.preview.layout),
            "delimiter": shown.delimiter(looked.preview.layout),
            "counted": shown.counted(looked.preview.layout),
            "warnings": _warnings(looked.preview),
            "header": header,
            "rows": rows,
        }
    status = 422 if form is not None and form.errors else 200
    return render(request, "trading/data/preview.html", context, status=status)


def _warnings(preview: Preview) -> list[str]:
    """Warnings for its reader, and whether it is long enough to develop on."""
    sentences = [signs_closed(in_words(caution)) for caution in preview.cautions]
    if preview.parts and preview.size < settings.MIN_BARS:
        short = _("too short to develop a strategy on: %(bars)s bars, %(minimum)s are needed")
        sentences.append(short % {"bars": preview.size, "minimum": settings.MIN_BARS})
    return sentences


def _refused(form: UploadForm, error: Exception) -> list[MarketError]:
    """Add a refusal to the form; what is wrong with a file is also listed as a fault."""
    if not isinstance(error, MarketError):
        form.add_error(None, explain(error))
        return []
    field = FIELD_OF.get(error.code)
    if error.code == "too_long":
        field = str(error.values["name"])
    form.add_error(field, explain(error))
    return [error] if field == "file" else []
