"""Second looks at a sealed holdout."""

from __future__ import annotations

from rest_framework import serializers

from config.desk.api.creation import MadeSerializer
from config.desk.api.serializers import Body
from trading.models import SecondLook
from trading.services.marks import look_mark, openings_before


class LookBody(Body):
    """A reviewer's second look: it opens the sealed bars again and decides nothing."""

    variant = serializers.IntegerField(min_value=1)
    reason = serializers.CharField(allow_blank=True, trim_whitespace=False)
    expected = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        help_text="How many openings of the ticker's sealed bars you know of.",
    )


class SecondLookSerializer(serializers.ModelSerializer):
    """What a variant came to on sealed bars that were opened again; `mark` goes with it."""

    url = serializers.HyperlinkedIdentityField("api-look-detail")
    strategy = serializers.IntegerField(source="variant.strategy_id")
    variant = serializers.IntegerField(source="variant_id")
    by = serializers.SerializerMethodField()
    opening = serializers.IntegerField(source="opening_id")
    openings_before = serializers.SerializerMethodField()
    metrics = serializers.DictField()
    error = serializers.CharField(allow_blank=True)
    mark = serializers.SerializerMethodField()

    class Meta:
        model = SecondLook
        fields = [
            "id", "url", "strategy", "variant", "by", "reason", "opening", "openings_before",
            "engine", "metrics", "error", "mark", "created_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_by(self, row: SecondLook) -> str | None:
        """The account, or the person without one."""
        return row.who or None

    def get_openings_before(self, row: SecondLook) -> int:
        """Looks at any of these bars before this one, whoever took them."""
        return openings_before(row.opening)

    def get_mark(self, row: SecondLook) -> str:
        """What must be said beside the result, in the reader's language."""
        return look_mark(row, openings_before(row.opening))


class LookReceiptSerializer(MadeSerializer):
    """The look that was taken."""

    look = serializers.IntegerField()
