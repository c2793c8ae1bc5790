"""The URLs of the site, and those that belong to neither app."""

from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import include, path, re_path

from config import health
from config.desk import account, drafts, inbox, lists, search, sign_in
from config.lazy_import import LazyViews
from config.runs.views import own_runs

admin.autodiscover()

_desk = [
    path("", inbox.inbox, name="inbox"),
    path("sign-in/", sign_in.SignIn.as_view(), name="login"),
    path("sign-in/forgotten/", sign_in.PasswordResetRequest.as_view(), name="password_reset"),
    path("sign-in/forgotten/sent/", sign_in.Sent.as_view(), name="password_reset_done"),
    path("sign-in/new/<uidb64>/<token>/", sign_in.link, name="password_reset_link"),
    path(
        "sign-in/new/<uidb64>/<token>/choose/",
        sign_in.Chosen.as_view(),
        name="password_reset_confirm",
    ),
    path("sign-out/", auth.LogoutView.as_view(), name="logout"),
    path("language/", account.choose_language, name="language"),
    path("theme/", account.choose_theme, name="theme"),
    path("views/", lists.keep_view, name="save-view"),
    path("views/<int:pk>/delete/", lists.delete_view, name="delete-view"),
    path("search/", search.search_page, name="search"),
    path("account/", account.account, name="account"),
    path("account/password/", account.change_password, name="change-password"),
    path("account/address/", account.change_address, name="change-address"),
    path("account/sessions/end/", account.end_others, name="end-other-sessions"),
    path("account/sessions/<int:pk>/end/", account.end, name="end-session"),
    path("account/tokens/", account.new_token, name="new-token"),
    path("account/tokens/revoke/", account.revoke_all, name="revoke-all-tokens"),
    path("account/tokens/<slug:prefix>/revoke/", account.revoke, name="revoke-token"),
    path("drafts/<int:pk>/", drafts.draft, name="draft"),
    path("steps-seen/", account.steps_seen, name="steps-seen"),
]
"""What every reader has: the inbox, signing in and out, language and theme."""

_pages = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("health/", health.health, name="health"),
    path(".well-known/security.txt", health.security_txt, name="security-txt"),
    path("metrics", health.metrics, name="metrics"),
    path("", include(_desk)),
    path("runs/", own_runs, name="own-runs"),
    path("hypotheses/", include("hypotheses.urls")),
    path("", include("trading.urls")),
    path("admin/", admin.site.urls),
]

# Behind the pages: a web process that has started imports them in this order.
api = LazyViews("config.desk.api.views")
runs = LazyViews("config.runs.api")
schema = LazyViews("drf_spectacular.views").SpectacularAPIView
_tokens = api.TokenViewSet.as_view({"get": "list", "post": "create", "delete": "destroy_all"})
_token = api.TokenViewSet.as_view({"delete": "destroy"})

_runs = [
    path("", runs.RunViewSet.as_view({"get": "list"}), name="api-run-list"),
    path("<int:pk>/", runs.RunViewSet.as_view({"get": "retrieve"}), name="api-run-detail"),
    path("<int:pk>/events/", runs.EventViewSet.as_view({"get": "list"}), name="api-run-events"),
    path("<int:pk>/cancel/", runs.RunViewSet.as_view({"post": "cancel"}), name="api-run-cancel"),
    path("<int:pk>/retry/", runs.RunViewSet.as_view({"post": "retry"}), name="api-run-retry"),
]
_api = [
    path("schema/", schema.as_view(), name="api-schema"),
    path("docs/", api.docs, name="api-docs"),
    path("v1/tokens/", _tokens, name="api-token-list"),
    path("v1/tokens/<slug:prefix>/", _token, name="api-token-detail"),
    path("v1/runs/", include(_runs)),
]
"""The schema, its pages, tokens, runs."""
_nowhere = [re_path(r"^", api.Nowhere.as_view(), name="api-nowhere")]
"""The answer for every other path below `/api/`."""

urlpatterns = [
    *_pages,
    path("api/", include(_api)),
    path("api/v1/", include("hypotheses.api.urls")),
    path("api/v1/", include("trading.api.urls")),
    path("api/", include(_nowhere)),
]

handler500 = "config.desk.api.errors.error_page"
