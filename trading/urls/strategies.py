"""Strategies: the list, a new one, the run page, decisions."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
