"""Lessons: search, pin, reword, retire."""

from django.urls import path

from trading.views import memory

urlpatterns = [
    path("", memory.memory, name="memory"),
    path("<int:pk>/", memory.lesson, name="lesson"),
    path("<int:pk>/edit/", memory.edit, name="lesson-edit"),
    path("<int:pk>/<slug:name>/", memory.act, name="lesson-act"),
]
