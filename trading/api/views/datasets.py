"""`/datasets/`: what market data there are; more by upload. Everybody reads them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.response import Response

from config.desk.api.creation import KEY_PARAMETER, Receipt, created
from config.desk.api.serializers import checked
from config.desk.api.views import ReadOnly, Strict
from trading.api.filters import AuxiliaryFilter, DatasetFilter
from trading.api.serializers.submissions import (
    AuxiliarySerializer,
    DatasetDetailSerializer,
    DatasetReceiptSerializer,
    DatasetSerializer,
    FileSerializer,
)
from trading.api.views.base import Uploads, field_errors, of_data
from trading.market.csv_reader import Options
from trading.models import AuxiliaryDataset, Dataset
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
        told = checked(FileSerializer, request)

        def keep() -> Receipt:
            with field_errors("csv"):
                return of_data(
                    import_file(
                        data=told.pop("csv").encode(),
                        options=Options(**told.pop("options", {})),
                        user=self.person,
                        **told,
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
