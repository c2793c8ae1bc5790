"""The spec editor and saved specs."""

from django.urls import path

from trading.views import specs

urlpatterns = [
    path("", specs.specs, name="specs"),
    path("new/", specs.new_spec, name="new-spec"),
    path("check/", specs.check_spec, name="check-spec"),
    path("<int:pk>/", specs.spec, name="spec"),
    path("<int:pk>/archive/", specs.archive, name="archive-spec"),
    path("<int:pk>/restore/", specs.restore, name="restore-spec"),
]
