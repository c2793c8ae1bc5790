"""The pages of hypotheses."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
