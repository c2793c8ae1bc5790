"""Datasets: the list, a history's page, uploads."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
