"""What every reader has: the inbox, signing in and out, language and theme."""

from django.contrib.auth import views as auth
from django.urls import path

from . import views

urlpatterns = [
    path("", views.inbox, name="inbox"),
    path("sign-in/", auth.LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("sign-out/", auth.LogoutView.as_view(), name="logout"),
    path("language/", views.choose_language, name="language"),
    path("theme/", views.choose_theme, name="theme"),
]
