"""Settings, read strictly from the environment (docs/operators.md lists every name).

Owns: every switch of the installation.
Never does: work; importing this module starts nothing and writes nothing.

Terms:
    embedded    one laptop: SQLite, a broker of our own, one web process; what `manage.py up` starts.
    production  a server that strangers reach: DIRECTOR_MODE=production, the default of wsgi.py and asgi.py;
                checks.py says what it insists on.
"""

from pathlib import Path
from typing import Any, Final

from django.templatetags.static import static
from environ import Env

from tournaments.site import env

BASE_DIR = Path(__file__).resolve().parents[2]
DATA_DIR = Path(env.text("DATA_DIR", str(BASE_DIR / "data"))).absolute()

MODE = env.choice("DIRECTOR_MODE", "embedded", ("embedded", "production"))
PRODUCTION = MODE == "production"
DEBUG = env.flag("DEBUG", False)
DEFAULT_SECRET_KEY: Final = "known-to-everybody-so-good-for-tests-and-migrations-alone"  # noqa: S105 - refused by checks.py
SECRET_KEY = env.text("SECRET_KEY", DEFAULT_SECRET_KEY)
ALLOWED_HOSTS = env.listing("ALLOWED_HOSTS", () if PRODUCTION else ("*",))
CSRF_TRUSTED_ORIGINS = env.listing("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "django_filters",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "boards",
    "tournaments",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "tournaments.site.headers.content_security_policy",
    "tournaments.site.readable.refuse_unreadable",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournaments.site.sessions.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "tournaments.site.urls"
WSGI_APPLICATION = "tournaments.site.wsgi.application"
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
                "tournaments.pages.live.live_address",
                "tournaments.forms.once_field",
            ],
        },
    }
]

# Database. No ATOMIC_REQUESTS: with IMMEDIATE every page view would take SQLite's one write lock.
_database: dict[str, Any] = dict(
    Env.db_url_config(env.text("DATABASE_URL", f"sqlite:///{(DATA_DIR / 'director.sqlite3').as_posix()}"))
)
if _database["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE takes the write lock at BEGIN; a DEFERRED upgrade fails at once under load, timeout or not.
    # Under WAL a dying process loses nothing with NORMAL either; FULL also guards the last moments before a
    # power cut, and costs nothing measurable here.
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;",
    }
    _database["CONN_MAX_AGE"] = None
else:
    _database.setdefault("CONN_MAX_AGE", 60)
    _database["CONN_HEALTH_CHECKS"] = True
DATABASES = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Caches: one process needs no server for it; several must share one, or throttles count per process.
CACHE_URL = env.text("CACHE_URL", "")
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": CACHE_URL}
    if CACHE_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 5000}}
}

# Words and times. One language is offered until a second one is complete: half a translation reads worse.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

# Files. Production serves what collectstatic hashed; all else serves the sources: nothing need be collected.
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env.text("STATIC_ROOT", str(BASE_DIR / "staticfiles")) if PRODUCTION else None
WHITENOISE_USE_FINDERS = not PRODUCTION
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
MEDIA_ROOT = DATA_DIR / "files"
MAX_UPLOAD_BYTES = env.integer("MAX_UPLOAD_BYTES", 5 * 1024 * 1024, least=1)
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_UPLOAD_BYTES

# Sign-in (tournaments/site/sign_in.py). Accounts come by invitation or are made by a superuser; nobody signs up.
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "desk:home"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
ACCOUNT_ADAPTER = "tournaments.site.sign_in.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "tournaments.site.sign_in_forms.EmailForm",
    "change_password": "tournaments.site.sign_in_forms.PasswordForm",
    "login": "tournaments.site.sign_in_forms.SignInForm",
    "reauthenticate": "tournaments.site.sign_in_forms.AgainForm",
    "reset_password": "tournaments.site.sign_in_forms.ResetForm",
    "reset_password_from_key": "tournaments.site.sign_in_forms.RenewedPasswordForm",
    "set_password": "tournaments.site.sign_in_forms.FirstPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # at a laptop that was left open
ACCOUNT_REAUTHENTICATION_METHODS = {"password", "mfa"}
ACCOUNT_EMAIL_VERIFICATION = "none"  # a sign-in never waits for a mail: a hall may have no internet
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# A whole club may be behind one address, so names are guarded: five wrong passwords or codes in five minutes.
ACCOUNT_RATE_LIMITS = {
    "login": "120/m/ip",
    "login_failed": "60/m/ip,5/5m/key",
    "reset_password": "20/m/ip,3/5m/key",
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user",
    "reauthenticate": "10/m/user",
    "manage_email": "10/m/user",
    "confirm_email": "1/3m/key",
}
MFA_ADAPTER = "tournaments.site.sign_in.SecondStepAdapter"
MFA_FORMS = {
    "add_webauthn": "tournaments.site.sign_in_forms.PasskeyForm",
    "authenticate_webauthn": "tournaments.site.sign_in_forms.PasskeyStepForm",
    "login_webauthn": "tournaments.site.sign_in_forms.PasskeySignInForm",
    "reauthenticate_webauthn": "tournaments.site.sign_in_forms.PasskeyAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION  # http://localhost, which browsers take for secure
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Duplicate Spades"
MFA_TOTP_TOLERANCE = 1  # a phone's clock may be half a minute off
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}

# Mail: invitations and new passwords. Without a server for it, it is written where the web server's words go.
_mail = env.mail("EMAIL_URL", "consolemail://")
EMAIL_BACKEND = _mail["EMAIL_BACKEND"]
EMAIL_HOST, EMAIL_PORT = _mail.get("EMAIL_HOST") or "localhost", _mail.get("EMAIL_PORT") or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = (
    _mail.get("EMAIL_HOST_USER") or "",
    _mail.get("EMAIL_HOST_PASSWORD") or "",
)
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.get("EMAIL_USE_TLS", False), _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
MAIL_IS_SENT = EMAIL_BACKEND.endswith("smtp.EmailBackend")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("MAIL_FROM", "Duplicate Spades <director@localhost>")

# Transport security
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", PRODUCTION)
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # the machine's own probe speaks plain HTTP
SECURE_HSTS_SECONDS = env.integer("SECURE_HSTS_SECONDS", 30 * 24 * 3600 if PRODUCTION else 0)
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
BEHIND_PROXY = env.flag("BEHIND_PROXY", False)
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0
if BEHIND_PROXY:  # only where the proxy sets this header itself and drops the client's
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# W005 and W021 ask for HSTS on every subdomain and in browsers' lists: a club's other sites are not ours.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# API. Closed unless a view opens itself.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 100,
    "DEFAULT_THROTTLE_CLASSES": ["rest_framework.throttling.AnonRateThrottle"],
    "DEFAULT_THROTTLE_RATES": {"anon": env.text("API_ANONYMOUS_RATE", "300/min")},
    "NUM_PROXIES": 1 if BEHIND_PROXY else 0,
    "EXCEPTION_HANDLER": "tournaments.api.errors.exception_handler",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Duplicate Spades Director",
    "DESCRIPTION": "Events, boards, results and standings of duplicate Spades tournaments.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.api.schema.close_forms",
    ],
    "ENUM_NAME_OVERRIDES": {
        "EventStatus": "tournaments.models.EventStatus",
        "RoundStatus": "tournaments.models.RoundStatus",
        "ResultState": "tournaments.models.ResultState",
        "GivenState": "tournaments.api.forms.results.GIVEN_STATES",
        "KindEnum": "tournaments.models.Kind",
        "PairsKind": "tournaments.api.forms.standings.PAIRS",
        "RankedKind": "tournaments.api.forms.standings.RANKED",
        "TeamsKind": "tournaments.api.forms.standings.TEAMS",
        "RoundKind": "tournaments.api.forms.standings.ROUND_KINDS",
        "GivenOutcome": "tournaments.models.Given",
        "MatchOutcome": "tournaments.api.forms.matches.OUTCOMES",
        "GameStatus": "tournaments.models.GameStatus",
        "GameOutcome": "tournaments.models.GameOutcome",
        "DealState": "tournaments.models.DealState",
        "GameEnding": "tournaments.api.forms.games.ENDINGS",
        "GameSeat": "tournaments.models.Seat",
        "RatingList": "tournaments.models.RatingList",
    },
    "PATH_CONVERTER_OVERRIDES": {
        "number": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
        "seat": {"type": "string", "enum": ["N", "E", "S", "W"]},
        "club": {"type": "string", "pattern": "^[-a-zA-Z0-9_]{1,50}$"},
    },
}

# Table pages: how often a table's code may be used, an address may ask, and an address may be wrong. Four phones
# at a table ask twice a second together; a whole hall may be behind one address.
TABLE_TOKEN_RATE = env.rate("TABLE_TOKEN_RATE", "600/min")
TABLE_ADDRESS_RATE = env.rate("TABLE_ADDRESS_RATE", "60000/min")
TABLE_WRONG_RATE = env.rate("TABLE_WRONG_RATE", "60/min")

# Live updates: where browsers find `manage.py live`, nothing where it does not run; the same for every process.
LIVE_URL = env.place("LIVE_URL")
LIVE_CONNECTIONS = env.integer("LIVE_CONNECTIONS", 5000, least=1)
LIVE_CONNECTIONS_OF_AN_ADDRESS = env.integer("LIVE_CONNECTIONS_OF_AN_ADDRESS", 1000, least=1)

# Tasks. No broker may lose work: a task is acknowledged when done, handed on when its worker dies, and found
# by the sweep when the broker itself has lost it. "memory://" goes nowhere: a command without a broker leaves
# its work to the sweep.
CELERY_BROKER_URL = env.text("CELERY_BROKER_URL", "memory://localhost")
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 50  # below the visibility timeout, or a long task would run twice at once
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # nothing asks the workers, and it would need broadcasts
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        "visibility_timeout": 60,
        "unacked_restore_interval": 2,
        "unacked_restore_throttle": 1,
        # a result must not wait long for a broker that is down: it is saved already, the sweep will follow
        "socket_connect_timeout": 2,
        "socket_timeout": 10,
        "max_retries": 1,
        "interval_start": 0,
    }
    if CELERY_BROKER_URL.startswith(("redis", "rediss"))
    else {}
)
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.2,
}
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "tournaments.sweep", "schedule": 15.0, "options": {"expires": 15.0}}
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"quiet": {"()": "tournaments.site.quiet.WithoutTracebackOfRefusals"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["quiet"]}},
    "root": {
        "handlers": ["console"],
        "level": env.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR")),
    },
    "loggers": {"django": {"level": "INFO"}},
}

UNFOLD = {
    "SITE_TITLE": "Duplicate Spades Director",
    "SITE_HEADER": "Spades Director",
    "SITE_SYMBOL": "playing_cards",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("icon.svg")}],
    # the card-table green of static/css/tokens.css, lighter and darker
    "COLORS": {
        "primary": {
            "50": "#eef7f2",
            "100": "#d8ece1",
            "200": "#b3d9c5",
            "300": "#82bfa0",
            "400": "#4f9f7a",
            "500": "#2f835d",
            "600": "#0d5a3c",
            "700": "#0c4d34",
            "800": "#0b3f2c",
            "900": "#093425",
            "950": "#051f16",
        }
    },
}
