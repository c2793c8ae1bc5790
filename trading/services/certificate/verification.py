"""Verifies a certificate against the rows, and against its numbers recomputed from what is stored:
prices played, gates judged, trials counted.

It opens nothing: sealed bars are read through the openings that are on record.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from asgiref.sync import async_to_sync
from django.conf import settings
from django.utils.translation import gettext as _

from config.desk.refusals import Missing, Refusal
from config.error_texts import N_, TranslatableError
from hypotheses.domain import registration
from trading.domain.certificate import (
    BODY,
    FORM,
    HASH,
    VERSION,
    Document,
    Line,
    by_group,
    canonical,
    compared,
    digest,
)
from trading.domain.gates import GateResult
from trading.domain.profiles import Profile
from trading.market.data import MarketData
from trading.market.errors import MarketError
from trading.memory import snapshot_hash
from trading.models import HoldoutOpening, Iteration, Strategy, TrialCount, Variant
from trading.services.certificate import sources
from trading.services.certificate.issue import certificate_of, document
from trading.services.certificate.sources import (
    GATE,
    SEGMENTS,
    Recorded,
    counted,
    examined_by,
    segments,
    stated,
)
from trading.services.terms import money_of, terms_of
from trading.storage import extent, load
from trading.strategies.parse import parse_spec
from trading.strategies.spec import spec_hash

if TYPE_CHECKING:
    from trading.services.variant_replay import PlayedSegment

_STOPS = (TranslatableError, Refusal)


class Recomputed:
    """The recomputed values. `stopped` says why a value could not be recomputed, by its name."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self._figures: dict[tuple[int, str], Document | None] = {}
        self._seen: dict[int, Document | None] = {}
        self._evidence: dict[int, Document] = {}
        self._counted: Document | None = None
        self._data: MarketData | None = None
        self.stopped: dict[str, str] = {}

    def data(self, strategy: Strategy) -> Document:
        try:
            whole = extent(strategy.dataset, None, None)
        except MarketError as error:
            self.stopped["data"] = str(error)
            return {"sha256": None, "bars": None, "segments": {}}
        # Reading them checks their hash.
        bars = sum(one.bars for one in whole)
        return {"sha256": strategy.dataset.sha256, "bars": bars, "segments": segments(strategy)}

    def figures(self, variant: Variant, segment: str) -> Document | None:
        key = (variant.pk, segment)
        if key not in self._figures:
            self._figures[key] = self._played(variant, segment)
        return self._figures[key]

    def _played(self, variant: Variant, segment: str) -> Document | None:
        # Loads the engine: showing a certificate does without it.
        from trading.services.variant_replay import play_part

        try:
            data = self._market()
            begin, end = getattr(data.segments, segment)
            spec, money = parse_spec(variant.spec), money_of(self._strategy)
            part = play_part(segment, spec, data.frame.iloc[:end], begin, money)
        except _STOPS as error:
            self.stopped[f"{variant} {segment}"] = str(error)
            return None
        return part.figures

    def seen(self, opening: HoldoutOpening) -> Document | None:
        if opening.pk not in self._seen:
            self._seen[opening.pk] = self._looked(opening)
        return self._seen[opening.pk]

    def _looked(self, opening: HoldoutOpening) -> Document | None:
        from trading.services.holdout import look_again
        from trading.services.variant_replay import play_part

        played: Any = getattr(opening, "second_look", None) or getattr(opening, "backtest", None)
        if played is None:
            return None
        try:
            spec = parse_spec(played.variant.spec)
            opened = look_again(self._strategy, spec_hash(spec), opening)
            if opened is None:
                return None
            money = money_of(self._strategy)
            found = play_part("holdout", spec, opened.frame, opened.trade_from, money)
        except _STOPS as error:
            self.stopped[f"opening {opening.pk}"] = str(error)
            return None
        return found.figures | self._combined(played.variant, found)

    def _combined(self, variant: Variant, found: PlayedSegment) -> Document:
        """The joint statistic of the bars out of sample and the sealed ones, where a profile
        asks for it."""
        if not self._strategy.profile.get("final_error"):
            return {}
        examined = self.evidence(variant)
        ledger = self._ledger_of(variant)
        return {"combined_p": sources.final_p(examined, ledger, found.figures, variant)}

    def gates(self, variant: Variant) -> list[Document]:
        judged = self._judged(variant)
        results = [one.as_dict() for one in judged.results]
        return [{name: row.get(name, _DEFAULTS.get(name)) for name in GATE} for row in results]

    def _judged(self, variant: Variant) -> GateResult:
        """The certified variant's evidence is recomputed; that of others is as recorded."""
        played = {name: found for name in SEGMENTS if (found := self.figures(variant, name))}
        return sources.judged(
            Profile.from_dict(self._strategy.profile),
            played,
            self._trials_by(variant.iteration),
            self._evidence.get(variant.pk) or sources.recorded(variant),
            self._ledger_of(variant),
            variant,
        )

    def _trials_by(self, iteration: int) -> int:
        """The trials there were when a round was judged, as its line of the log has them.

        What is inherited grows with what its owner plays by hand before a development goes on, so
        that today's count is that of the newest rounds alone.
        """
        log = self._strategy.state.get("iteration_history", ())
        known = next((one["trials"] for one in log if one["iteration"] == iteration), None)
        if known is not None:
            return int(known)
        inherited = int(counted(self._strategy)["inherited"])
        return inherited + self._strategy.trials.filter(iteration__lte=iteration).count()

    def best(self, row: Iteration) -> Document:
        """A round without a score has none: the engines differ on its best variant."""
        if row.best_variant is None:
            return {"best_score": None, "best_sharpe": None}
        figures = self.figures(row.best_variant, "validation") or {}
        score = None if row.best_score is None else self._judged(row.best_variant).score
        return {"best_score": score, "best_sharpe": figures.get("sharpe_ratio")}

    def trials(self, strategy: Strategy) -> Document:
        ledger = self._ledger()
        return counted(strategy) | ({"ledger": ledger} if ledger else {})

    def _ledger(self) -> Document | None:
        """The newest count, recomputed."""
        row = sources.last_count(self._strategy)
        if row is None:
            return None
        if self._counted is None:
            try:
                examined = {pk: moments(found) for pk, found in self._evidence.items()}
                self._counted = counted_again(self._strategy, row, self._market(), examined)
            except _STOPS as error:
                self.stopped["trials"] = str(error)
                return None
        return self._counted

    def _ledger_of(self, variant: Variant) -> Document | None:
        """The count that a variant was judged by; of an earlier round as it is recorded: more was
        tried since."""
        last, own = sources.last_count(self._strategy), sources.count_of(variant)
        if own is not None and last is not None and own.pk == last.pk:
            return self._ledger()
        return sources.as_ledger(own)

    def evidence(self, variant: Variant) -> Document | None:
        """The recomputed holdout, where there is one."""
        if sources.recorded(variant) is None:
            return None
        if variant.pk not in self._evidence:
            try:
                found = examined_again(self._strategy, variant, self._market())
            except _STOPS as error:
                self.stopped[f"{variant} evidence"] = str(error)
                return None
            self._evidence[variant.pk] = found
        return self._evidence[variant.pk]

    def _market(self) -> MarketData:
        if self._data is None:
            row = self._strategy
            self._data = load(row.dataset, row.date_from, row.date_to, [])
        return self._data

    def spec_hash(self, variant: Variant) -> str:
        try:
            return spec_hash(parse_spec(variant.spec))
        except TranslatableError as error:
            self.stopped[f"{variant} spec"] = str(error)
            return ""

    def memory_hash(self, strategy: Strategy) -> str | None:
        row = strategy.memory
        return snapshot_hash(row.content, row.trials) if row else None

    def registration_hash(self, row: Any) -> str:
        return registration.digest(row.content)


_DEFAULTS: Document = {"reason": "", "details": {}, "applicable": True}


def examined_again(strategy: Strategy, variant: Variant, data: MarketData) -> Document:
    """The examination of a variant, with the seed of its development."""
    from trading.services.bench import PoolBench

    with _workers() as pool:
        bench = PoolBench(pool, data, **terms_of(strategy))
        arguments = {"spec": variant.spec, "approach": variant.approach,
                 "as_written": variant.as_written}  # fmt: skip
        return stated(async_to_sync(bench.examine)(arguments, strategy.seed))


def moments(examined: Document) -> list[float] | None:
    """The moments of an examination's walk-forward, which the count of trials deflates."""
    found: list[float] | None = examined["segments"].get("walk_forward", {}).get("moments")
    return found


def counted_again(
    strategy: Strategy,
    count: TrialCount,
    data: MarketData,
    examined: Mapping[int, list[float] | None] | None = None,
) -> Document:
    """Every trial played again and counted, as in the round of `count`.

    `examined` are the moments of the variants, by their ids, that were examined again; those of the
    others of that round are as recorded.
    """
    from trading.services.trial_ledger import PlayedTrials
    from trading.services.trial_series import TrainSeries

    anew = examined or {}
    judged = {
        str(row.variant.index): anew[row.variant_id]
        if row.variant_id in anew
        else moments(row.document)
        for row in examined_by(strategy, count)
    }
    with _workers() as pool:
        trials = PlayedTrials(strategy, TrainSeries(pool, data, **terms_of(strategy)))
        return async_to_sync(trials.count)(judged)


@contextmanager
def _workers() -> Iterator[Any]:
    """The workers of a development, for the time of one computation."""
    from trading.backtest.pool import Pool

    pool = Pool(
        workers=settings.BACKTEST_WORKERS,
        memory_mib=settings.BACKTEST_MEMORY_MIB,
        deadline=settings.BACKTEST_TIMEOUT_SECONDS,
        cache_dir=settings.DATA_DIR / "compiled",
        module="trading.evidence.worker",
    )
    try:
        yield pool
    finally:
        pool.close()


@dataclass(frozen=True)
class CertificateVerification:
    """Every value of a certificate, beside the rows' and the recomputed one.

    `stopped` says why something could not be recomputed.
    """

    strategy: int
    stated_hash: Any
    found_hash: str
    lines: list[Line]
    stopped: Mapping[str, str] = field(default_factory=dict)

    @property
    def intact(self) -> bool:
        """Whether the file is the one that was hashed."""
        return bool(self.stated_hash == self.found_hash)

    @property
    def differences(self) -> list[Line]:
        return [line for line in self.lines if not line.agrees and not line.environment]

    @property
    def elsewhere(self) -> list[Line]:
        """Software versions that differ from those of the certificate: no difference of the
        numbers."""
        return [line for line in self.lines if not line.agrees and line.environment]

    @property
    def holds(self) -> bool:
        return self.intact and not self.differences

    @property
    def groups(self) -> Mapping[str, list[Line]]:
        return by_group(self.lines)

    def as_json(self) -> Document:
        """Plain JSON."""
        return {
            "strategy": self.strategy,
            "holds": self.holds,
            "sha256": {"stated": self.stated_hash, "recomputed": self.found_hash},
            "agree": {
                name: sum(line.agrees for line in lines) for name, lines in self.groups.items()
            },
            "differences": [_as_json(line) for line in self.differences],
            "made_with_others": [_as_json(line) for line in self.elsewhere],
            "not_recomputed": dict(self.stopped),
        }


def _as_json(line: Line) -> Document:
    return {name: getattr(line, name) for name in ("path", "stated", "stored", "recomputed")}


def verify_document(certificate: Document) -> CertificateVerification:
    """The hash of a certificate, and every value in it against the rows and against the numbers
    recomputed from the stored prices. Raises Missing."""
    stated = certificate[BODY]
    number = stated["strategy"]["id"]
    rows = Strategy.objects.select_related("dataset", "memory")
    strategy = rows.filter(pk=number).first()
    if strategy is None:
        raise Missing(_("there is no strategy %(id)s") % {"id": number})
    reader = _reader(stated)
    recomputation = Recomputed(strategy)
    stored = document(strategy, Recorded(), reader)
    recomputed = document(strategy, recomputation, reader)
    return CertificateVerification(
        strategy=strategy.pk,
        stated_hash=certificate[HASH],
        found_hash=digest(stated),
        lines=compared(stated, stored, recomputed),
        stopped=recomputation.stopped,
    )


def _reader(stated: Document) -> Any:
    """False for a certificate whose reader could not see the hypothesis: its text is withheld."""
    hypothesis = stated.get("hypothesis")
    return False if isinstance(hypothesis, dict) and hypothesis.get("withheld") is True else None


def newest_certificate() -> Any:
    """The certificate of the last development that has ended; None without one."""
    ended = Strategy.objects.exclude(final_status="").order_by("-pk")
    strategy = ended.select_related("dataset", "memory").first()
    return certificate_of(strategy) if strategy else None


def fault_of(certificate: Any) -> str:
    """The differences of a certificate from the rows and from the prices; empty for none."""
    try:
        found = verify_document(certificate)
    except Missing as error:
        return str(error)
    if found.holds:
        return ""
    differing = [line.path for line in found.differences] or ["SHA-256"]
    return _("it does not hold: %(paths)s") % {"paths": ", ".join(differing[:5])}


# A certificate from a file that anybody may have written: limited, strict, one clear message.

MOST_BYTES = 4 * 1024 * 1024
_DEEPEST = 40


class CertificateError(TranslatableError):
    """A file that is no certificate."""

    messages = {
        "unreadable": N_("%(path)s cannot be read: %(reason)s"),
        "huge": N_("%(path)s is larger than the %(limit)s MiB that a certificate may have"),
        "not_json": N_("%(path)s is no certificate: it is not whole JSON (%(reason)s)"),
        "foreign": N_("%(path)s is no certificate of Crivo: %(reason)s"),
        "version": N_("%(path)s is a certificate of form %(given)s; read is form %(known)s"),
    }  # fmt: skip


def read_certificate(path: str) -> Document:
    """The certificate in a file, if it has the right form; its hash is not checked yet. Raises
    CertificateError."""
    text = _text(path)
    try:
        found = json.loads(
            text, object_pairs_hook=_once, parse_constant=_refused, parse_float=_finite
        )
    except (ValueError, RecursionError) as error:
        raise CertificateError("not_json", path=path, reason=_short(error)) from error
    return _formed(path, found)


def _text(path: str) -> str:
    try:
        with Path(path).open("rb") as file:
            read = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CertificateError("unreadable", path=path, reason=reason) from error
    if len(read) > MOST_BYTES:
        raise CertificateError("huge", path=path, limit=MOST_BYTES // 2**20)
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CertificateError("not_json", path=path, reason="not UTF-8") from error


def _formed(path: str, found: Any) -> Document:
    if not isinstance(found, dict) or FORM not in found:
        raise CertificateError("foreign", path=path, reason=f"no {FORM}")
    if found[FORM] != VERSION or isinstance(found[FORM], bool):
        given = _short(found[FORM])
        raise CertificateError("version", path=path, given=given, known=VERSION)
    if found.keys() != {FORM, HASH, BODY} or not isinstance(found[BODY], dict):
        raise CertificateError("foreign", path=path, reason=f"{FORM}, {HASH}, {BODY}")
    if _depth(found) > _DEEPEST:
        raise CertificateError("foreign", path=path, reason="too deep")
    strategy = found[BODY].get("strategy")
    number = strategy.get("id") if isinstance(strategy, dict) else None
    if not isinstance(number, int) or isinstance(number, bool) or not 0 < number < 2**63:
        raise CertificateError("foreign", path=path, reason="no strategy.id")
    try:
        canonical(found).encode()
    except (ValueError, RecursionError) as error:
        raise CertificateError("not_json", path=path, reason=_short(error)) from error
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object without repeated keys: one of two values could be hidden."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is there twice")
    return found


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is out of range")
    return value


def _depth(value: Any) -> int:
    """The nesting depth of a document, without recursion."""
    deepest, waiting = 0, [(value, 1)]
    while waiting:
        one, depth = waiting.pop()
        deepest = max(deepest, depth)
        within = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        waiting += [(each, depth + 1) for each in within]
    return deepest


def _short(what: object) -> str:
    return " ".join(str(what).split())[:100]
