"""Where each address leads."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("config.desk.urls")),
    path("hypotheses/", include("hypotheses.urls")),
    path("admin/", admin.site.urls),
]
