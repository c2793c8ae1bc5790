"""`/datasets/`, `/specs/`, `/backtests/`, `/gate-profiles/`: prices, specs, backtests, profiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, status
from rest_framework.response import Response

from config.desk.api.creation import KEY_PARAMETER, Receipt, created, created_after
from config.desk.api.serializers import checked
from config.desk.api.views import ReadOnly, Strict
from trading.api.filters import AuxiliaryFilter, DatasetFilter, SavedSpecFilter, SpecBacktestFilter
from trading.api.serializers.submissions import (
    AuxiliarySerializer,
    BacktestReceiptSerializer,
    DatasetDetailSerializer,
    DatasetReceiptSerializer,
    DatasetSerializer,
    FileSerializer,
    GateProfileSerializer,
    NewProfileSerializer,
    PlaySerializer,
    ProfileBodySerializer,
    SavedSpecSerializer,
    SaveSerializer,
    SpecBacktestDetailSerializer,
    SpecBacktestSerializer,
    SpecReceiptSerializer,
)
from trading.api.views.base import (
    Backtests,
    Uploads,
    field_errors,
    of_backtest,
    of_data,
    of_spec,
    seen_by,
)
from trading.market.csv_reader import Options
from trading.models import AuxiliaryDataset, Dataset, GateProfile, SavedSpec, SpecBacktest, Variant
from trading.services.profiles import add_profile, replace_profile
from trading.services.spec_backtests import prepare_play, record_play
from trading.services.specs import archive_spec, restore_spec, save_spec
from trading.services.uploads import import_file
from trading.storage import dataset_report


class DatasetViewSet(mixins.ListModelMixin, Strict):
    """Versions of tickers' prices, never a price."""

    queryset = Dataset.objects.none()
    serializer_class = DatasetSerializer
    filterset_class = DatasetFilter
    ordering_fields = ["created_at", "id", "ticker", "bars"]

    def get_throttles(self) -> list[Any]:
        uploads = [Uploads()] if self.action == "create" else []
        return [*super().get_throttles(), *uploads]

    def get_queryset(self) -> Any:
        return Dataset.objects.select_related("created_by")

    @extend_schema(responses=DatasetDetailSerializer)
    def retrieve(self, request: Any, pk: int) -> Response:
        """A dataset with its segments and warnings."""
        row = self.get_object()
        row.report = dataset_report(row)
        context = self.get_serializer_context()
        return Response(DatasetDetailSerializer(row, context=context).data)

    @extend_schema(
        parameters=[KEY_PARAMETER],
        request=FileSerializer,
        responses={201: DatasetReceiptSerializer},
    )
    def create(self, request: Any) -> Response:
        """Import a CSV file: all of it, as the ticker's next version, or nothing.

        What cannot be right is told line by line. The same content again is the dataset there is.
        """
        values = checked(FileSerializer, request)

        def keep() -> Receipt:
            with field_errors("csv"):
                return of_data(
                    import_file(
                        data=values.pop("csv").encode(),
                        options=Options(**values.pop("options", {})),
                        user=self.person,
                        **values,
                    )
                )

        return created(request, keep)


class AuxiliaryViewSet(ReadOnly):
    """Versions of what is known of tickers beside prices."""

    queryset = AuxiliaryDataset.objects.none()
    serializer_class = AuxiliarySerializer
    filterset_class = AuxiliaryFilter
    ordering_fields = ["created_at", "id", "ticker"]

    def get_queryset(self) -> Any:
        return AuxiliaryDataset.objects.select_related("created_by").defer("content")


class GateProfileViewSet(ReadOnly):
    """Profiles by name. A change leaves developments that started before as they are."""

    queryset = GateProfile.objects.none()
    serializer_class = GateProfileSerializer
    lookup_field = "name"
    ordering_fields = ["name", "changed_at"]
    http_method_names = [*ReadOnly.http_method_names, "put"]

    def get_queryset(self) -> Any:
        return GateProfile.objects.prefetch_related("criteria")

    @extend_schema(request=NewProfileSerializer, responses={201: GateProfileSerializer})
    def create(self, request: Any) -> Response:
        """Add a profile."""
        with field_errors("criteria"):
            row = add_profile(**checked(NewProfileSerializer, request), user=self.person)
        values = self.get_serializer(row).data
        return Response(values, status.HTTP_201_CREATED, headers={"Location": values["url"]})

    @extend_schema(request=ProfileBodySerializer, responses=GateProfileSerializer)
    def update(self, request: Any, name: str) -> Response:
        """Replace all gates of a profile."""
        found = self.get_object()
        with field_errors("criteria"):
            row = replace_profile(
                name=found.name, **checked(ProfileBodySerializer, request), user=self.person
            )
        return Response(self.get_serializer(row).data)


class SpecBacktestViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, Strict):
    """Backtests of specs outside of developments, the newest first."""

    queryset = SpecBacktest.objects.none()
    serializer_class = SpecBacktestSerializer
    filterset_class = SpecBacktestFilter
    ordering_fields = ["created_at", "id"]

    def get_throttles(self) -> list[Any]:
        plays = [Backtests()] if self.action == "create" else []
        return [*super().get_throttles(), *plays]

    def get_serializer_class(self) -> Any:
        return SpecBacktestSerializer if self.action == "list" else SpecBacktestDetailSerializer

    def get_queryset(self) -> Any:
        rows = SpecBacktest.objects.visible_to(self.person)
        if self.action == "list":
            return rows.select_related("dataset", "owner").defer("trades", "spec")
        return rows.select_related("dataset", "owner", "opening__dataset")

    @extend_schema(
        parameters=[KEY_PARAMETER],
        request=PlaySerializer,
        responses={201: BacktestReceiptSerializer},
    )
    def create(self, request: Any) -> Response:
        """Play a spec on train, validation, or both. What takes longer than one waits is refused.

        `include_holdout` plays all bars: for reviewers, with a reason, on record before it is done.
        """
        body = checked(PlaySerializer, request)

        def play(occasion: str) -> Callable[[], Receipt]:
            with field_errors("spec"):
                played = prepare_play(**body, user=self.person, occasion=occasion)
            return lambda: of_backtest(record_play(played=played, user=self.person))

        return created_after(request, play)


class SavedSpecViewSet(ReadOnly):
    """Saved specs, the newest first. One never changes: another text is the next version."""

    queryset = SavedSpec.objects.none()
    serializer_class = SavedSpecSerializer
    filterset_class = SavedSpecFilter
    ordering_fields = ["created_at", "id", "name"]

    def get_queryset(self) -> Any:
        return SavedSpec.objects.visible_to(self.person).select_related("owner")

    @extend_schema(
        parameters=[KEY_PARAMETER], request=SaveSerializer, responses={201: SpecReceiptSerializer}
    )
    def create(self, request: Any) -> Response:
        """Keep a spec under a name; the same text again is the version there is."""
        values = checked(SaveSerializer, request)
        if variant := values.pop("variant", None):
            seen = Variant.objects.filter(strategy__in=seen_by(self.person))
            values["variant"] = get_object_or_404(seen, pk=variant)
        with field_errors("spec"):
            return created(request, lambda: of_spec(save_spec(**values, user=self.person)))

    @extend_schema(request=None, responses=SavedSpecSerializer)
    def archive(self, request: Any, pk: int) -> Response:
        """Hide it from lists, all its versions; all of it is kept."""
        row = archive_spec(spec_id=self.get_object().pk, user=self.person)
        return Response(self.get_serializer(row).data)

    @extend_schema(request=None, responses=SavedSpecSerializer)
    def restore(self, request: Any, pk: int) -> Response:
        """Bring back what was archived."""
        row = restore_spec(spec_id=self.get_object().pk, user=self.person)
        return Response(self.get_serializer(row).data)
