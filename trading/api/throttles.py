"""How often one may ask for what takes work."""

from __future__ import annotations

from rest_framework.throttling import UserRateThrottle

from config.desk.api.throttles import Shared


class Backtests(Shared, UserRateThrottle):
    """Backtests of specs, which are played while one waits."""

    scope = "backtest"


class Uploads(Shared, UserRateThrottle):
    """Files of market data, which are checked while one waits."""

    scope = "upload"
