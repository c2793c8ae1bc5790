"""Crivo's settings: the one reader of the environment. docs/settings.md lists the variables."""

from __future__ import annotations

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from config import env

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = env.folder("CRIVO_DATA_DIR", BASE_DIR / "var")

DEBUG = env.boolean("CRIVO_DEBUG", False)
SECRET_KEY = env.secret_key("CRIVO_SECRET_KEY", DATA_DIR / "secret_key")
ALLOWED_HOSTS = env.words("CRIVO_ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])

INSTALLED_APPS = [
    "config",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_q",
    "config.runs",
    "config.desk",
    "hypotheses",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": env.database("DATABASE_URL", f"sqlite:///{DATA_DIR / 'db.sqlite3'}")}
SQLITE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
if SQLITE:
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Languages: English and Brazilian Portuguese everywhere.
LANGUAGES = [("en", _("English")), ("pt-br", _("Brazilian Portuguese"))]
LANGUAGE_CODE = env.choice("CRIVO_LANGUAGE", "en", ["en", "pt-br"])
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.time_zone("CRIVO_TIME_ZONE", "UTC")

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "whitenoise.storage.CompressedManifestStaticFilesStorage"
        )
    },
}

# HTTPS: on for a site behind TLS; off on the loopback default, where there is none.
HTTPS = env.boolean("CRIVO_HTTPS", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Strict"
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Limits: how much text and how many rounds one request may ask for.
MAX_IDEA_CHARACTERS = env.integer("CRIVO_MAX_IDEA_CHARACTERS", 5_000, 100, 100_000)
MAX_REFINEMENTS_LIMIT = 5

# Outside texts that `make eval` measures the built-in analyst on; development only.
EVAL_DATA = env.existing_folder("EVAL_DATA", BASE_DIR.parent / "shared" / "data")

# Runs. A lease is renewed while a run works; one that is not renewed is taken over.
WORKERS = env.integer("CRIVO_WORKERS", 2, 1, 64)
RUN_LEASE_SECONDS = env.integer("CRIVO_RUN_LEASE_SECONDS", 30, 2, 3_600)
RUN_SWEEP_SECONDS = env.integer("CRIVO_RUN_SWEEP_SECONDS", 5, 1, 600)
RUN_MAX_CRASHES = env.integer("CRIVO_RUN_MAX_CRASHES", 5, 1, 100)
RUN_TIMEOUT_SECONDS = env.integer("CRIVO_RUN_TIMEOUT_SECONDS", 3_600, 10, 86_400)
Q_CLUSTER = {
    "name": "crivo",
    "orm": "default",
    "workers": WORKERS,
    "queue_limit": WORKERS,
    "poll": 0.2,
    "timeout": RUN_TIMEOUT_SECONDS + 60,  # a run ends itself first, and says why
    "retry": RUN_TIMEOUT_SECONDS * 24,
    # Redelivery is the sweeper's job: the lease knows what the broker cannot.
    "max_attempts": 1,
    "ack_failures": True,
    "catch_up": False,
    "save_limit": 250,
    "label": "Queue",
}
