"""Where each address leads."""

from django.contrib import admin
from django.urls import include, path

from config.desk.api.urls import nowhere

admin.autodiscover()

urlpatterns = [
    path("", include("config.health.urls")),
    path("", include("config.desk.urls")),
    path("", include("config.runs.urls")),
    path("hypotheses/", include("hypotheses.urls")),
    path("", include("trading.urls")),
    path("admin/", admin.site.urls),
    path("api/", include("config.desk.api.urls")),
    path("api/v1/", include("hypotheses.api.urls")),
    path("api/v1/", include("trading.api.urls")),
    path("api/", include(nowhere)),
]

handler500 = "config.desk.api.errors.error_page"
