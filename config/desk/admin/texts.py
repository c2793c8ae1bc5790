"""Texts of unfold's pages for which it ships no translation, collected for our catalogue.

Django looks a text up in all catalogues at once, so marking them is enough.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop, ngettext_lazy

TEXTS = (
    gettext_noop(" By %(filter_title)s "),
    gettext_noop("Add %(name)s"),
    gettext_noop("Add another %(model)s"),
    gettext_noop("After you've created a user, you’ll be able to edit more user options."),
    gettext_noop("Apply Filters"),
    gettext_noop(
        "Are you sure you want to delete the selected %(objects_name)s? All of the following "
        "objects and their related items will be deleted:"
    ),
    gettext_noop(
        'Are you sure you want to delete the %(object_name)s "%(escaped_object)s"? All of the '
        "following related items will be deleted:"
    ),
    gettext_noop("Change selected %(model)s"),
    gettext_noop("Click to cancel"),
    gettext_noop("Dark"),
    gettext_noop("Date"),
    gettext_noop("Date from"),
    gettext_noop("Date to"),
    gettext_noop("Delete selected %(model)s"),
    gettext_noop("Enter a new password for the user <strong>%(username)s</strong>."),
    gettext_noop("Expand row"),
    gettext_noop("False"),
    gettext_noop("From"),
    gettext_noop("General"),
    gettext_noop("Go back"),
    gettext_noop("Light"),
    gettext_noop("More actions"),
    gettext_noop("Next"),
    gettext_noop("No results found"),
    gettext_noop("Previous"),
    gettext_noop("Reset filters"),
    gettext_noop("Run"),
    gettext_noop("Select action"),
    gettext_noop("Select action to run"),
    gettext_noop("Select all rows"),
    gettext_noop("Select all %(total_count)s %(module_name)s"),
    gettext_noop("Select format"),
    gettext_noop("Select record"),
    gettext_noop("Select value"),
    gettext_noop("Sorting priority: %(priority_number)s"),
    gettext_noop("System"),
    gettext_noop("This exporter will export the following fields: "),
    gettext_noop("This item will be deleted."),
    gettext_noop("This page yielded into no results. Create a new item or reset your filters."),
    gettext_noop("To"),
    gettext_noop("Toggle password visibility"),
    gettext_noop("True"),
    gettext_noop("Type to search"),
    gettext_noop("Value"),
    gettext_noop("View selected %(model)s"),
    gettext_noop("%(full_result_count)s total"),
    gettext_noop(
        "Raw passwords are not stored, so there is no way to see this user’s password, but you "
        "can change the password using "
        '<a href="{}" class="text-primary-600 dark:text-primary-500">this form</a>.'
    ),
    ngettext_lazy("%(counter)s result", "%(counter)s results"),
    ngettext_lazy(
        "\n                    Export %(len)s selected item.\n                ",
        "\n                    Export %(len)s selected items.\n                ",
    ),
)
