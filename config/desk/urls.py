"""What every reader has: the inbox, signing in and out, language and theme."""

from django.contrib.auth import views as auth
from django.urls import path

from . import views
from .signing_in import SignIn

urlpatterns = [
    path("", views.inbox, name="inbox"),
    path("sign-in/", SignIn.as_view(), name="login"),
    path("sign-out/", auth.LogoutView.as_view(), name="logout"),
    path("language/", views.choose_language, name="language"),
    path("theme/", views.choose_theme, name="theme"),
    path("drafts/<int:pk>/", views.draft, name="draft"),
    path("steps-seen/", views.steps_seen, name="steps-seen"),
]
