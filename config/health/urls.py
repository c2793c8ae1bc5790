"""Addresses of the health checks."""

from django.urls import path

from . import views

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("health/", views.health, name="health"),
    path(".well-known/security.txt", views.security_txt, name="security-txt"),
    path("metrics", views.metrics, name="metrics"),
]
