"""What every reader has: the inbox, signing in and out, language and theme."""

from django.contrib.auth import views as auth
from django.urls import path

from config.desk import account, sign_in, views
from config.desk.sign_in import SignIn

urlpatterns = [
    path("", views.inbox, name="inbox"),
    path("sign-in/", SignIn.as_view(), name="login"),
    path("sign-in/forgotten/", sign_in.PasswordResetRequest.as_view(), name="password_reset"),
    path("sign-in/forgotten/sent/", sign_in.Sent.as_view(), name="password_reset_done"),
    path("sign-in/new/<uidb64>/<token>/", sign_in.link, name="password_reset_link"),
    path(
        "sign-in/new/<uidb64>/<token>/choose/",
        sign_in.Chosen.as_view(),
        name="password_reset_confirm",
    ),
    path("sign-out/", auth.LogoutView.as_view(), name="logout"),
    path("language/", views.choose_language, name="language"),
    path("theme/", views.choose_theme, name="theme"),
    path("views/", views.keep_view, name="save-view"),
    path("views/<int:pk>/delete/", views.delete_view, name="delete-view"),
    path("search/", views.search_page, name="search"),
    path("account/", account.account, name="account"),
    path("account/password/", account.change_password, name="change-password"),
    path("account/address/", account.change_address, name="change-address"),
    path("account/sessions/end/", account.end_others, name="end-other-sessions"),
    path("account/sessions/<int:pk>/end/", account.end, name="end-session"),
    path("account/tokens/", account.new_token, name="new-token"),
    path("account/tokens/revoke/", account.revoke_all, name="revoke-all-tokens"),
    path("account/tokens/<slug:prefix>/revoke/", account.revoke, name="revoke-token"),
    path("drafts/<int:pk>/", views.draft, name="draft"),
    path("steps-seen/", views.steps_seen, name="steps-seen"),
]
