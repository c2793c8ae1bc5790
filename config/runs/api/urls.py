"""Addresses of runs."""

from __future__ import annotations

from django.urls import path

from .views import EventViewSet, RunViewSet

urlpatterns = [
    path("runs/", RunViewSet.as_view({"get": "list"}), name="api-run-list"),
    path("runs/<int:pk>/", RunViewSet.as_view({"get": "retrieve"}), name="api-run-detail"),
    path("runs/<int:pk>/events/", EventViewSet.as_view({"get": "list"}), name="api-run-events"),
    path("runs/<int:pk>/cancel/", RunViewSet.as_view({"post": "cancel"}), name="api-run-cancel"),
    path("runs/<int:pk>/retry/", RunViewSet.as_view({"post": "retry"}), name="api-run-retry"),
]
