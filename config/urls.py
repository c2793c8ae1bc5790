"""Where each address leads."""

from django.contrib import admin
from django.urls import include, path

from config import health
from config.desk.api.urls import nowhere
from config.runs.views import own_runs

admin.autodiscover()

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("health/", health.health, name="health"),
    path(".well-known/security.txt", health.security_txt, name="security-txt"),
    path("metrics", health.metrics, name="metrics"),
    path("", include("config.desk.urls")),
    path("runs/", own_runs, name="own-runs"),
    path("hypotheses/", include("hypotheses.urls")),
    path("", include("trading.urls")),
    path("admin/", admin.site.urls),
    path("api/", include("config.desk.api.urls")),
    path("api/v1/", include("hypotheses.api.urls")),
    path("api/v1/", include("trading.api.urls")),
    path("api/", include(nowhere)),
]

handler500 = "config.desk.api.errors.error_page"
