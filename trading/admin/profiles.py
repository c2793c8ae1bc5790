"""Gate profiles: editable, each change checked; developments keep the copy they started with."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline
from unfold.widgets import UnfoldAdminSelectWidget

from config.desk.admin.base import PlainAdmin
from config.desk.admin.columns import display, when
from trading.domain.figures import JUDGED, SEGMENTS
from trading.domain.gates import PROFILES, Criterion, Profile
from trading.domain.profiles import ProfileError, check_profile
from trading.models import GateCriterion, GateProfile, GateSegment


class CriterionForm(forms.ModelForm):  # type: ignore[type-arg]  # no generic at run time
    """Offers the figures and segments there are; the model checks what comes back."""

    class Meta:
        model = GateCriterion
        fields = GateCriterion.PARTS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        figures = [(name, name) for name in sorted(JUDGED)]
        segments = [(name, GateSegment(name).label) for name in SEGMENTS]
        self.fields["name"].widget = UnfoldAdminSelectWidget(choices=[("", "---------"), *figures])
        self.fields["segment"].widget = UnfoldAdminSelectWidget(choices=segments)


class CriteriaFormSet(forms.BaseInlineFormSet):  # type: ignore[type-arg]  # as above
    """All gates of a profile, checked together once each is sound."""

    def clean(self) -> None:
        """Raises ValidationError for gates that contradict each other, score nothing or could all
        be missed."""
        super().clean()
        if any(self.errors):
            return
        kept = [form.cleaned_data for form in self.forms if form not in self.deleted_forms]
        told = [{part: row[part] for part in GateCriterion.PARTS} for row in kept if row]
        if not told:
            return  # that one is needed is said already
        try:
            check_profile(Profile(self.instance.name, tuple(Criterion(**row) for row in told), 0))
        except ProfileError as error:
            raise ValidationError(gettext(error.template) % error.values) from error


class CriterionInline(TabularInline):
    model = GateCriterion
    form = CriterionForm
    formset = CriteriaFormSet
    extra = 0
    min_num = 1

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        """One criterion at least: by none, everything would pass."""
        return super().get_formset(request, obj, validate_min=True, **kwargs)


@admin.register(GateProfile)
class GateProfileAdmin(PlainAdmin):
    list_display = ["name", "pass_score", "criteria_count", when(GateProfile, "changed_at")]
    search_fields = ["name", "criteria__name"]
    inlines = [CriterionInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        counted: QuerySet[Any] = rows.annotate(criteria_count=Count("criteria"))
        return counted

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """The name of a profile that ships stays: developments ask for it."""
        return ["name"] if obj and obj.name in PROFILES else []

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        shipped = obj is not None and obj.name in PROFILES
        return not shipped and bool(super().has_delete_permission(request, obj))

    @display(description=_("criteria"), ordering="criteria_count")
    def criteria_count(self, row: Any) -> int:
        return int(row.criteria_count)
