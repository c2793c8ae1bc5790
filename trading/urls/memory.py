"""Lessons: search, pin, reword, retire."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
