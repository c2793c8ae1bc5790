"""The figures in the text format of Prometheus, read from the database when asked for."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST as CONTENT_TYPE
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from config.runs import figures

__all__ = ["CONTENT_TYPE", "exposed"]


class _FromDatabase(Collector):
    def collect(self) -> Iterator[Metric]:
        for figure in figures.collect():
            family = CounterMetricFamily if figure.total else GaugeMetricFamily
            metric = family(figure.name, figure.help, labels=figure.labels)
            for labels, value in figure.values:
                metric.add_metric(labels, value)
            yield metric


def exposed() -> bytes:
    """All figures, in a registry of their own: nothing of this process is among them."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_FromDatabase())
    return generate_latest(registry)
