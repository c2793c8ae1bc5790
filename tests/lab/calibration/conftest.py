"""Calibrated developments without worker processes."""

from tests.trading.services.conftest import inline

__all__ = ["inline"]
