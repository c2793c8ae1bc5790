"""What a run is about, for the eyes of the admin: reached through the registry."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from config.desk.admin.links import anchor
from config.runs import registry
from config.runs.errors import UnknownKind
from config.runs.models import Run


def title_of(kind: str) -> Any:
    """A kind in words; its bare name when nobody knows it any more."""
    try:
        return registry.get(kind).title or kind
    except UnknownKind:
        return kind


def subject_link(run: Run) -> Any:
    """The number of the run's subject, with a link when the subject has a page here."""
    try:
        visible = registry.get(run.kind).visible
    except UnknownKind:
        return run.subject_id
    model = visible(AnonymousUser()).model if visible else None
    if model is None or not admin.site.is_registered(model):
        return run.subject_id
    meta = model._meta
    url = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[run.subject_id])
    return anchor(url, f"{meta.verbose_name} {run.subject_id}")
