"""A person's own runs."""

from django.urls import path

from . import views

urlpatterns = [path("runs/", views.own_runs, name="own-runs")]
