"""The OpenAPI schema: what every operation has besides its own."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import SAFE_METHODS

from . import authentication  # noqa: F401  # registers how tokens are described
from .serializers import ConflictSerializer, ProblemSerializer

_ALWAYS = ("400", "401", "404", "405", "406", "429", "500")
_WRITING = ("403", "413", "415", "422")


class Schema(AutoSchema):
    """Adds the errors, which have one shape, to each operation."""

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        writes = self.method not in SAFE_METHODS
        shapes = dict.fromkeys((*_ALWAYS, *(_WRITING if writes else ())), ProblemSerializer)
        if writes:
            shapes["409"] = ConflictSerializer
        for code, shape in shapes.items():
            body = self._get_response_for_code(shape, code)  # type: ignore[no-untyped-call]
            bodies.setdefault(code, body)
        return dict(sorted(bodies.items()))
