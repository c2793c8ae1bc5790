"""What the admin pages of a strategy's parts share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.utils.formats import get_format
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AllValuesCheckboxFilter, AutocompleteSelectFilter

from config.desk.admin import LedgerAdmin
from config.desk.admin.columns import (
    BAD,
    CALM,
    GOOD,
    LENGTH,
    WARN,
    Column,
    DayFilter,
    cut,
    display,
    links_to,
    number,
)
from config.desk.admin.columns import link as link_to
from config.lazy_import import LazyImport
from trading.models import Strategy, Variant
from trading.querysets import LARGE_OF_STRATEGY

if TYPE_CHECKING:
    from trading.presenting.code_names import word
    from trading.services.wording import variant_name, wording
else:  # called with a request: to import them takes longer than all of the admin
    word = LazyImport("trading.presenting.code_names.word")
    variant_name = LazyImport("trading.services.wording.variant_name")
    wording = LazyImport("trading.services.wording.wording")


TITLE = 80  # characters of a row's title
OUTCOMES = {"SUCCESS": GOOD, "ABANDONED": BAD, "MAX_ITERATIONS": WARN}
SEGMENTS = {"train": CALM, "validation": WARN, "holdout": GOOD}
CREATED = ("created_at", DayFilter)


def of(path: str) -> tuple[str, type]:
    """A filter by the related row; lists link to each other through it."""
    return path, AutocompleteSelectFilter


class WordsFilter(AllValuesCheckboxFilter):
    """A filter by the codes that occur, translated by a group of `code_names`."""

    group = ""

    def choices(self, changelist: Any) -> Iterator[Any]:
        for each in super().choices(changelist):
            field = each["form"].fields[self.lookup_kwarg]
            field.choices = [
                (code, str(label).replace(code, word(code, self.group), 1) if code else label)
                for code, label in field.choices
            ]
            yield each


def values_of(path: str, group: str = "") -> tuple[str, type]:
    """A filter by the values that occur; codes of a group are translated."""
    if not group:
        return path, AllValuesCheckboxFilter
    return path, type("GroupFilter", (WordsFilter,), {"group": group})


def code_column(model: Any, field: str, group: str) -> Column:
    """A code in the reader's language, by its group of `code_names`."""

    def show(row: Any) -> Any:
        code = getattr(row, field)
        return word(code, group) if code else None

    column = _column(model, field, show)
    column.in_words = True  # type: ignore[attr-defined]
    return column


def link(model: Any, field: str) -> Column:
    """A link to the target of a foreign key by its number: its own text would repeat much."""
    return link_to(model, field, number)


def worded(model: Any, field: str, length: int = LENGTH) -> Column:
    """What a row says, in the reader's language; on the row's own page, too."""
    column = _column(model, field, lambda row: cut(text_of(row), length))
    column.in_words = True  # type: ignore[attr-defined]
    column.whole = _column(model, field, text_of)  # type: ignore[attr-defined]
    return column


def text_of(row: Any) -> str:
    """What a row says, in the reader's language; what a variant is called."""
    return variant_name(row) if isinstance(row, Variant) else wording(row).text


def short(row: Any) -> str:
    """The beginning of what a row says."""
    return str(Truncator(text_of(row)).chars(TITLE))


class StrategyPartAdmin(LedgerAdmin):
    """Rows that belong to a strategy."""

    root, path = Strategy, "strategy"
    list_select_related: Any = ["strategy"]
    large = LARGE_OF_STRATEGY


class VariantPartAdmin(LedgerAdmin):
    """Rows that belong to a variant of a strategy."""

    root, path = Strategy, "variant__strategy"
    list_select_related = ["variant"]


def related_of(*lists: tuple[str, str]) -> Callable[[Any, Any], str]:
    """A method for an admin class: links to lists, each given by a model's name and the lookup
    that filters it."""

    def related(admin: Any, row: Any) -> str:
        models = [(apps.get_model("trading", name), lookup) for name, lookup in lists]
        return links_to((model, {lookup: row.pk}) for model, lookup in models)

    shown: Callable[[Any, Any], str] = display(description=_("related"))(related)
    return shown


def figure(model: Any, field: str, form: str = ".2f") -> Column:
    """A number rounded to readable digits, with the reader's decimal sign."""

    return _column(model, field, lambda row: rounded(getattr(row, field), form))


def rounded(value: float | None, form: str) -> str | None:
    """A number in a format, with the reader's decimal sign."""
    if value is None:
        return None
    return format(value, form).replace(".", get_format("DECIMAL_SEPARATOR"))


def _column(model: Any, field: str, show: Callable[[Any], Any]) -> Column:
    title = model._meta.get_field(field).verbose_name

    def column(row: Any) -> Any:
        return show(row)

    column.__name__ = field
    decorated: Column = display(description=title, ordering=field)(column)
    decorated.empty_value_display = "-"  # type: ignore[attr-defined]
    return decorated
