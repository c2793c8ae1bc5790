"""Tokens have no pages: a list of them would show what should be nowhere but with their owner.

How many a person has stands among the users, where they can be revoked.
"""

from __future__ import annotations

import knox.admin  # noqa: F401  # what is taken off here is put on there
from django.contrib import admin
from knox.models import AuthToken

admin.site.unregister(AuthToken)
