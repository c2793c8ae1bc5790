"""A hypothesis taken along as a file."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from config.desk.documents import FORMATS, zipped
from hypotheses.document import document_of
from hypotheses.package import package_of
from hypotheses.views.common import seen_or_404, visible


@login_required
@require_GET
def export(request: HttpRequest, pk: int, ending: str) -> HttpResponse:
    """The question, its frame, what is tested, gaps and decisions; in the reader's language."""
    hypothesis = seen_or_404(request, pk, visible(request).with_status().with_history())
    headers = {"Content-Disposition": f'attachment; filename="crivo-hypothesis-{pk}.{ending}"'}
    if ending == "zip":
        made = zipped(package_of(hypothesis))
        return HttpResponse(made, content_type="application/zip", headers=headers)
    if ending not in FORMATS:
        raise Http404
    kind = FORMATS[ending]
    return HttpResponse(
        kind.write(document_of(hypothesis)), content_type=kind.media_type, headers=headers
    )
