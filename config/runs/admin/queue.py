"""The broker's own pages are taken away: a run's row tells more, and a message is nobody's work."""

from __future__ import annotations

from django.contrib import admin
from django_q.models import Failure, OrmQ, Schedule, Success

for model in (Failure, OrmQ, Schedule, Success):
    if admin.site.is_registered(model):
        admin.site.unregister(model)
