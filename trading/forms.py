"""The forms of trading: a development, a spec, filters of lists. Forms check the form of input;
services check its content."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.conf import settings
from django.db.models import Q
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.desk.lists import ANY, ListFilterForm
from trading.domain.broker import ASKED
from trading.domain.gates import PROFILES
from trading.domain.limits import BOUNDS, MAX_OBJECTIVE_CHARACTERS, Limits
from trading.graph.state import DEFAULT_OBJECTIVE
from trading.models import Dataset, GateProfile, SavedSpec, SegmentName, Strategy
from trading.presenting.code_names import PROFILES as PROFILE_WORDS
from trading.services.specs import MAX_NAME
from trading.storage import known_tickers
from trading.strategies.constraints import Constraints
from trading.strategies.errors import SpecError
from trading.strategies.indicators import KINDS
from trading.strategies.names import DOCUMENT_CHARACTERS
from trading.strategies.parse import load_json

_LIMITS = Limits()


def _number(name: str, label: Any, help_text: Any = "") -> forms.IntegerField:
    low, high = BOUNDS[name]
    return forms.IntegerField(
        label=label,
        min_value=low,
        max_value=high,
        initial=getattr(_LIMITS, name),
        help_text=help_text,
    )


def _date(label: Any, help_text: Any = "") -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        help_text=help_text,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


def _percent(label: Any, low: int, high: int, help_text: Any = "") -> forms.DecimalField:
    return forms.DecimalField(
        label=label,
        required=False,
        min_value=low,
        max_value=high,
        help_text=help_text,
        widget=forms.NumberInput(attrs={"step": "any"}),
    )


def choose(form: forms.Form, name: str, choices: Any) -> None:
    """Set the choices of a field."""
    form.fields[name].choices = choices  # type: ignore[attr-defined]


class LimitsForm(forms.Form):
    """The fields for rounds, variants, the seed and the gates."""

    max_iterations = _number("max_iterations", _("Maximum number of iterations"))
    max_strategy_iterations = _number(
        "max_strategy_iterations", _("Most designs per round of research")
    )
    max_research_iterations = _number(
        "max_research_iterations", _("Maximum number of research rounds")
    )
    variants = _number("variants", _("Variants an iteration"))
    seed = _number(
        "seed", _("Seed"), _("The same seed, data and memory give the same development.")
    )
    profile = forms.ChoiceField(
        label=_("Quality gates"), help_text=_("What a variant must reach. Kept as they are now.")
    )


class ConstraintsForm(forms.Form):
    """The fields for the side, the dates, the costs and the allowed indicators."""

    long_only = forms.BooleanField(label=_("Long only: never sell short"), required=False)
    start = _date(_("Bars from"))
    end = _date(_("Bars to"), _("Both included; empty: all there are."))
    commission = _percent(_("Commission a side, in percent"), 0, 9)
    spread = _percent(
        _("Spread and slippage, in percent"), 0, 9, _("Of the price, paid at each entry.")
    )
    margin = _percent(
        _("Margin, in percent"), 2, 100, _("Of a position: 50 allows twice the equity.")
    )
    borrow = _percent(_("Fee for short positions, in percent a year"), 0, 99, _("Of their value."))
    cash = forms.FloatField(
        label=_("Cash to begin with"),
        required=False,
        min_value=0,
        max_value=1e12,
        help_text=_("In the currency of the prices."),
    )
    fractions = forms.ChoiceField(
        label=_("Parts of a unit"),
        required=False,
        choices=[
            ("", _("for prices above 1% of the cash")),
            ("yes", _("traded")),
            ("no", _("whole units alone")),
        ],
    )
    most_complexity = forms.IntegerField(
        label=_("Maximum complexity"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("Parts of the rules, counted. Empty: any."),
    )
    forbidden_indicators = forms.MultipleChoiceField(
        label=_("Indicators to leave out"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        start, end = values.get("start"), values.get("end")
        if start and end and start > end:
            self.add_error("end", _("the last day is before the first"))
        return values


RECALL, NONE, SAME = "recall", "none", "same"


class StartForm(LimitsForm, ConstraintsForm):
    """A ticker, an objective, and everything that has a sensible default.

    `user` chooses among their own specs. With `first` it is a fork: the ticker stays. With
    `drafted` a person has to confirm that they have read the draft.
    """

    ticker = forms.ChoiceField(label=_("Ticker"), help_text=_("The newest version of its prices."))
    objective = forms.CharField(
        label=_("Objective"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": MAX_OBJECTIVE_CHARACTERS}),
        help_text=_(
            "What the strategy should achieve, in your words: kinds of rules that you want or "
            "don't want, “long only”, “low risk” are read from it."
        ),
    )
    language = forms.ChoiceField(
        label=_("Language of the texts"), choices=Strategy.Language.choices
    )
    memory = forms.ChoiceField(
        label=_("Memory"),
        choices=[
            (RECALL, _("recall what earlier developments left")),
            (NONE, _("start without memory")),
        ],
        initial=RECALL,
        help_text=_("What it recalls counts: it inherits the trials behind each lesson."),
    )
    masked = forms.BooleanField(
        label=_("Masked: hide ticker, dates and price level from language models"),
        required=False,
        help_text=_(
            "So that none can remember what came next. Without a model it changes nothing."
        ),
    )
    saved = forms.ChoiceField(
        label=_("A spec of mine"),
        required=False,
        help_text=_("Tried first, together with Crivo's own designs."),
    )
    spec = forms.CharField(
        label=_("Or a spec as JSON"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 8, "maxlength": DOCUMENT_CHARACTERS, "spellcheck": "false"}
        ),
    )
    confirmed = forms.BooleanField(
        label=_("I have read the draft: this is what I want to test"),
        required=False,
        error_messages={"required": _("read the draft, and say that it is what you want")},
    )

    def __init__(
        self,
        *args: Any,
        user: Any,
        first: Strategy | None = None,
        drafted: bool = False,
        spec: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.first = user, first
        placeholder = _("e.g. momentum with low drawdown, long only; left empty: any that earns")
        self._example("objective", placeholder)
        self._example("commission", f"{settings.BACKTEST_COMMISSION * 100:g}")
        self._example("cash", f"{settings.BACKTEST_CASH:g}")
        self._example("spread", f"{settings.BACKTEST_SPREAD * 100:g}")
        self._example("margin", f"{settings.BACKTEST_MARGIN * 100:g}")
        self._example("borrow", f"{settings.BACKTEST_BORROW * 100:g}")
        choose(self, "ticker", ticker_choices())
        choose(self, "profile", profile_choices())
        choose(self, "saved", spec_choices(user, spec))
        choose(self, "forbidden_indicators", indicator_choices())
        if first is not None:
            self.fields["ticker"].disabled = True
            if first.memory_id:
                choose(self, "memory", [(SAME, _("the memory of the first")), *self._memories()])
        if drafted:
            self.fields["confirmed"].required = True
        else:
            del self.fields["confirmed"]

    def _example(self, name: str, shown: Any) -> None:
        """The placeholder of an empty field: an example, or its default."""
        self.fields[name].widget.attrs["placeholder"] = shown

    def _memories(self) -> list[tuple[str, Any]]:
        return list(self.fields["memory"].choices)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("saved") and (values.get("spec") or "").strip():
            self.add_error("saved", _("a saved spec or one as JSON, not both"))
        return values

    def start_arguments(self) -> Mapping[str, Any]:
        """The arguments of `start_development` and `fork_development`. Raises SpecError."""
        values = self.cleaned_data
        return {
            "objective": values["objective"] or DEFAULT_OBJECTIVE,
            "limits": limits_of(values),
            "profile": values["profile"],
            "language": values["language"],
            "constraints": written_constraints(values),
            "starting_spec": written_spec(values, self.user),
            "memory": self._memory(values["memory"]),
            "masked": values["masked"],
        }

    def _memory(self, chosen: str) -> str:
        if chosen == SAME and self.first and self.first.memory:
            return self.first.memory.sha256
        return chosen


# The choices in the form of a development.

Choices = list[tuple[Any, Any]]


def ticker_choices() -> Choices:
    """Each ticker with the extent of its prices; a bundled one is stored when it is first used."""
    stored = {row.ticker: row for row in Dataset.objects.newest()}
    return [
        ("", gettext("choose one")),
        *((ticker, _ticker(ticker, stored.get(ticker))) for ticker in known_tickers()),
    ]


def _ticker(ticker: str, dataset: Dataset | None) -> str:
    if dataset is None:
        return gettext("%(ticker)s: bundled daily prices, 2000 to 2013") % {"ticker": ticker}
    return gettext("%(ticker)s v%(version)s: %(bars)s bars, %(start)s to %(end)s") % {
        "ticker": ticker,
        "version": dataset.version,
        "bars": number_format(dataset.bars, use_l10n=True, force_grouping=True),
        "start": date_format(dataset.first_at, "SHORT_DATE_FORMAT"),
        "end": date_format(dataset.last_at, "SHORT_DATE_FORMAT"),
    }


def profile_choices() -> Choices:
    """The gate profiles, the shipped ones included."""
    names = {*GateProfile.objects.values_list("name", flat=True), *PROFILES}
    return [(name, PROFILE_WORDS.get(name, name)) for name in sorted(names)]


def spec_choices(user: Any, chosen: int | None = None) -> Choices:
    """A person's own saved specs, the newest of each name, and the one that was `chosen`."""
    specs = SavedSpec.objects.visible_to(user).filter(
        Q(owner=user, archived_at=None) | Q(pk=chosen)
    )
    newest: dict[Any, SavedSpec] = {}
    for row in specs.defer("spec").order_by("name", "-version"):
        key = row.pk if row.pk == chosen else row.name
        newest.setdefault(key, row)
    return [("", gettext("none")), *((str(row.pk), str(row)) for row in newest.values())]


def indicator_choices() -> Choices:
    """Every kind of indicator that a spec may use."""
    return [(name, name) for name in sorted(KINDS)]


# The input of a start form in the form that services take.

_HUNDRED = Decimal(100)
PERCENTS = ("commission", *ASKED)
"""Constraints that are fractions, and percents in the form."""
_FRACTIONS = {"yes": True, "no": False}


def limits_of(values: Mapping[str, Any]) -> Limits:
    """The limits, by their own names."""
    return Limits(**{name: values[name] for name in Limits._fields})


def written_constraints(values: Mapping[str, Any]) -> dict[str, Any]:
    """The constraints that were filled in; percents as fractions."""
    found = {name: values.get(name) for name in Constraints.model_fields}
    for name in PERCENTS:
        if (percent := found[name]) is not None:
            found[name] = float(percent / _HUNDRED)
    found["fractions"] = _FRACTIONS.get(found["fractions"] or "")
    found |= {name: values[name].isoformat() for name in ("start", "end") if values.get(name)}
    # By identity: no costs are costs, and 0 equals False.
    constraints = {k: v for k, v in found.items() if v is not None and v is not False and v != []}
    return constraints | ({"fractions": False} if found["fractions"] is False else {})


def written_spec(values: Mapping[str, Any], user: Any) -> Any:
    """The starting spec, a saved one or JSON; None without one. Raises SpecError."""
    if values.get("saved"):
        return SavedSpec.objects.visible_to(user).get(pk=values["saved"]).spec
    text = (values.get("spec") or "").strip()
    if not text:
        return None
    found = load_json(text)
    if not isinstance(found, dict):
        raise SpecError("not_an_object", found=type(found).__name__)
    return found


def shown_constraints(constraints: Mapping[str, Any]) -> dict[str, Any]:
    """Constraints as the form shows them: fractions in percent, with the digits as typed."""
    shown = dict(constraints)
    for name in PERCENTS:
        if shown.get(name) is not None:
            shown[name] = (Decimal(str(shown[name])) * _HUNDRED).normalize()
    if shown.get("cash") is not None:
        shown["cash"] = f"{shown['cash']:.15g}"
    if "fractions" in shown:
        shown["fractions"] = "yes" if shown["fractions"] else "no"
    return shown


# A spec as text, and how lists are narrowed: an unknown value is an error.


class SpecForm(forms.Form):
    """A spec as text. Its faults are shown beside it, not by the form."""

    text = forms.CharField(
        label=_("The spec, as JSON"),
        strip=False,
        required=False,
        max_length=2 * DOCUMENT_CHARACTERS,  # parsing reports what is too long, and by how much
        widget=forms.Textarea(
            attrs={
                "rows": 26,
                "spellcheck": "false",
                "autocomplete": "off",
                "autocapitalize": "off",
                "wrap": "off",
                "aria-describedby": "check",
            }
        ),
    )
    name = forms.CharField(
        label=_("Name to keep it under"),
        required=False,
        max_length=MAX_NAME,
        help_text=_("A name that you used before: the next version. Empty: the spec's own name."),
    )
    ticker = forms.ChoiceField(label=_("Ticker"), required=False)
    variant = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose(self, "ticker", [(ticker, ticker) for ticker in known_tickers()])

    def clean_text(self) -> str:
        """The text with normalised line ends."""
        return str(self.cleaned_data["text"]).replace("\r\n", "\n")


class SpecFilterForm(forms.Form):
    """The filter of the list of saved specs."""

    q = forms.CharField(label=_("Search"), required=False, max_length=200)
    archived = forms.ChoiceField(
        label=_("Archived"),
        required=False,
        choices=[("", _("hidden")), ("only", _("only these"))],
    )


class VariantFilterForm(forms.Form):
    """The filter of a table of variants."""

    iteration = forms.TypedChoiceField(
        label=_("Iteration"), required=False, coerce=int, empty_value=None
    )
    passed = forms.ChoiceField(
        label=_("Gates"),
        required=False,
        choices=[ANY, ("yes", _("passes")), ("no", _("does not pass"))],
    )
    on = forms.ChoiceField(label=_("Sort figures by"), required=False, choices=SegmentName.choices)

    def __init__(self, data: Any, iterations: Iterable[int]) -> None:
        # By default the figures are those that the gates judge.
        super().__init__({"on": "validation", **data})
        choose(self, "iteration", [ANY, *((number, number) for number in iterations)])


STATUSES = (
    ("SUCCESS", _("success")),
    ("ACCEPTED", _("accepted")),
    ("ABANDONED", _("abandoned")),
    ("MAX_ITERATIONS", _("limit reached")),
    ("working", _("at work")),
    ("failed", _("failed")),
    ("cancelled", _("cancelled")),
)
SOURCES = (("agent", _("agent")), ("forced", _("forced")), ("human", _("person")))


class StrategyFilterForm(ListFilterForm):
    """The filter of a list of strategies."""

    status = forms.ChoiceField(label=_("Status"), required=False, choices=[ANY, *STATUSES])
    ticker = forms.CharField(label=_("Ticker"), required=False, max_length=20)
    source = forms.ChoiceField(label=_("Decided by"), required=False, choices=[ANY, *SOURCES])


class DatasetFilterForm(forms.Form):
    """A ticker, or a part of one."""

    q = forms.CharField(label=_("Ticker"), required=False, max_length=40)
