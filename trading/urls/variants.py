"""Variants: their pages, their numbers, comparisons."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
