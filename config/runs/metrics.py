"""The figures of runs, steps and model calls for Prometheus, and the registry of figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Count, Min, Sum
from django.utils import timezone

from config.runs import beats
from config.runs.models import LlmCall, Run, Step


def figures() -> Iterator[Metric]:
    """Counted from the rows: all web processes report the same."""
    yield from _runs()
    yield from _steps()
    yield from _calls()
    hosts = [((host.name,), float(host.workers)) for host in beats.alive()]
    yield Metric("crivo_workers", "Workers of hosts that were heard of lately", hosts, ["host"])


def _runs() -> Iterator[Metric]:
    rows = Run.objects.order_by().values_list("kind", "status").annotate(n=Count("pk"))
    counted = {(kind, status): n for kind, status, n in rows}
    kinds = sorted({kind for kind, _status in counted})
    values = [
        ((kind, status), float(counted.get((kind, status), 0)))
        for kind in kinds
        for status in Run.Status.values
    ]
    yield Metric("crivo_runs", "Runs by kind and status", values, ["kind", "status"])
    queued = Run.objects.filter(status=Run.Status.QUEUED).aggregate(
        n=Count("pk"), first=Min("queued_at")
    )
    waited = (timezone.now() - queued["first"]).total_seconds() if queued["first"] else 0.0
    yield Metric("crivo_queue_depth", "Runs that wait for a worker", [((), float(queued["n"]))])
    about = "Seconds that the run that waits longest has waited"
    yield Metric("crivo_queue_oldest_seconds", about, [((), max(0.0, waited))])


def _steps() -> Iterator[Metric]:
    rows = (
        Step.objects.order_by()
        .values_list("run__kind", "node")
        .annotate(n=Count("pk"), s=Sum("seconds"))
    )
    found = [((kind, node), n, s) for kind, node, n, s in rows]
    labels = ["kind", "node"]
    counts = [(key, float(n)) for key, n, _s in found]
    seconds = [(key, float(s)) for key, _n, s in found]
    yield Metric("crivo_steps", "Finished steps", counts, labels, total=True)
    yield Metric("crivo_step_seconds", "Seconds in finished steps", seconds, labels, total=True)


def _calls() -> Iterator[Metric]:
    rows = (
        LlmCall.objects.order_by()
        .values_list("model", "outcome")
        .annotate(n=Count("pk"), cost=Sum("cost_usd"), ins=Sum("tokens_in"), outs=Sum("tokens_out"))
    )
    found = list(rows)
    labels = ["model", "outcome"]
    for name, about, place in (
        ("crivo_llm_calls", "Model calls", 2),
        ("crivo_llm_cost_usd", "What model calls cost, in USD", 3),
        ("crivo_llm_tokens_in", "Tokens sent to models", 4),
        ("crivo_llm_tokens_out", "Tokens that models answered", 5),
    ):
        values = [((row[0], row[1]), float(row[place] or 0)) for row in found]
        yield Metric(name, about, values, labels, total=True)


# The figures: each app registers its own in AppConfig.ready.


@dataclass(frozen=True)
class Metric:
    """A metric: `values` are (label values, number), `total` marks one that only grows."""

    name: str
    help: str
    values: Sequence[tuple[Sequence[str], float]]
    labels: Sequence[str] = ()
    total: bool = False


Source = Callable[[], Iterable[Metric]]
_sources: dict[str, Source] = {}


def register(name: str, source: Source) -> None:
    """Register figures. Registering them twice has no further effect."""
    _sources.setdefault(name, source)


def collect() -> Iterator[Metric]:
    """All figures, as they are now."""
    for source in _sources.values():
        yield from source()
