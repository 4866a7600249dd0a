"""Every setting, from the environment, with defaults for a club laptop. docs/deploy.md lists them for people."""

from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from kombu import Queue

from config import environment, sqlite

BASE_DIR = Path(__file__).resolve().parent.parent
RELEASE = "0.1.0"
DATA_DIR = environment.folder("DATA", BASE_DIR / "var")

SECRET_KEY = environment.secret("SECRET_KEY", DATA_DIR / "secret-key")
DEBUG = environment.switch("DEBUG", default=False)
ALLOWED_HOSTS = environment.words("HOSTS", "localhost,127.0.0.1,[::1]")
HTTPS = environment.switch("HTTPS", default=False)
CSRF_TRUSTED_ORIGINS = environment.words("ORIGINS", "")
for origin in CSRF_TRUSTED_ORIGINS:
    if not origin.startswith(("http://", "https://")):
        raise environment.refuse("ORIGINS", origin, "each origin has to begin with http:// or https://.")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "games",
    "tournaments",
]

MIDDLEWARE = [
    "tournaments.public.live.unchanged_poll",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

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
            "builtins": ["tournaments.templatetags.henhouse"],
        },
    },
]


def database() -> dict[str, Any]:
    """The one database: PostgreSQL by its address, else SQLite in the data folder, set up so that nothing is lost."""
    default = f"sqlite:///{DATA_DIR / 'henhouse.sqlite3'}"
    url = environment.address("DATABASE", default, ["sqlite", "postgres", "postgresql"])
    try:
        config: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=600))
    except ValueError as error:
        # what cannot be read may be a part of the password, so it is not repeated
        raise ImproperlyConfigured(
            "HENHOUSE_DATABASE cannot be read: it looks like postgres://user:password@host:5432/name, and a sign such "
            "as / or @ in the password is written %2F or %40."
        ) from error
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["OPTIONS"] = {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": f"PRAGMA journal_mode={sqlite.journal_for(sqlite.VERSION)}; PRAGMA synchronous=FULL; "
            "PRAGMA cache_size=-32000;",
        }
        config["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    return config


DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS = environment.address("REDIS", "", ["redis", "rediss", "unix"])
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS,
        # A store that does not answer must not hang a page: it is made without it.
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
    }
    if REDIS
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 2000}}
}

CELERY_BROKER_URL = environment.address(
    "BROKER", REDIS or "redis+socket:///nowhere", ["redis", "rediss", "redis+socket", "amqp", "amqps"]
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 2, "socket_timeout": 10}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
# Bot tables have a queue of their own, so that a hundred of them keep nobody from hearing a heart beat.
CELERY_TASK_DEFAULT_QUEUE = "henhouse"
CELERY_TASK_QUEUES = [Queue(name, routing_key=name) for name in (CELERY_TASK_DEFAULT_QUEUE, "bots")]
CELERY_TASK_ROUTES = {"tournaments.tasks.play_bot_tables": {"queue": "bots"}}
# A message that nobody took within its period is dropped: the next one does the same work.
CELERY_BEAT_SCHEDULE = {
    "beat-heart": {"task": "tournaments.tasks.beat_heart", "schedule": 10.0, "options": {"expires": 10.0}},
    "measure-queues": {"task": "tournaments.tasks.measure_queues", "schedule": 10.0, "options": {"expires": 10.0}},
    "look-for-bot-tables": {
        "task": "tournaments.tasks.look_for_bot_tables",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "look-for-clocks": {
        "task": "tournaments.tasks.look_for_clocks",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "look-for-rehearsals": {
        "task": "tournaments.tasks.look_for_rehearsals",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
}

AUTH_USER_MODEL = "tournaments.User"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["username", "name"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"

LANGUAGES = [("en", _("English"))]
LANGUAGE_CODE = environment.choice("LANGUAGE", default="en", choices=[code for code, _name in LANGUAGES])
TIME_ZONE = environment.time_zone("TIME_ZONE", "UTC")
USE_TZ = True
LOCALE_PATHS = [BASE_DIR / "locale"]

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG or environment.switch("PLAIN_STATIC", default=False)
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000

EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
if environment.text("EMAIL_HOST", ""):
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST = environment.text("EMAIL_HOST", "localhost")
    EMAIL_PORT = environment.number("EMAIL_PORT", default=587, least=1, most=65535)
    EMAIL_HOST_USER = environment.text("EMAIL_USER", "")
    EMAIL_HOST_PASSWORD = environment.text("EMAIL_PASSWORD", "")
    EMAIL_USE_TLS = environment.switch("EMAIL_TLS", default=True)
DEFAULT_FROM_EMAIL = environment.text("EMAIL_FROM", "henhouse@localhost")

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

DEFAULT_EXCEPTION_REPORTER_FILTER = "config.logs.NoVariables"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "config.logs.LineFormatter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {
        "handlers": ["console"],
        "level": environment.choice("LOG_LEVEL", default="WARNING", choices=["DEBUG", "INFO", "WARNING", "ERROR"]),
    },
    "loggers": {
        "henhouse": {"level": "INFO"},
        # Statements stand there with their values: secrets, and tiles that nobody has seen yet.
        "django.db.backends": {"level": "INFO"},
        "django.security.DisallowedHost": {"level": "ERROR"},
    },
}
