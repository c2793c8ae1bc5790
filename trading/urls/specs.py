"""The spec editor and saved specs."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
