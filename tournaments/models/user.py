"""People who sign in, and the one-time links that let them."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    """Makes users; without a password they can only come in by a one-time link."""

    def create_user(self, username: str, *, name: str, password: str | None = None, **more: Any) -> "User":
        user = self.model(username=self.model.normalize_username(username), name=name, **more)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username=self.model.normalize_username(username or ""))

    def create_superuser(self, username: str, *, name: str = "", password: str | None = None) -> "User":
        return self.create_user(username, name=name or username, password=password, is_staff=True, is_superuser=True)


class User(AbstractBaseUser, PermissionsMixin):
    """A person who signs in. What they may do is said by their memberships of clubs."""

    username = models.CharField(
        _("user name"),
        max_length=60,
        unique=True,
        validators=[UnicodeUsernameValidator()],
        error_messages={"unique": _("Somebody already uses this user name. Choose another one.")},
    )
    name = models.CharField(_("name"), max_length=80, help_text=_("As it stands beside what you do."))
    is_active = models.BooleanField(_("may sign in"), default=True)
    is_staff = models.BooleanField(_("may see the support pages"), default=False)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    objects: ClassVar[UserManager] = UserManager()
    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self) -> str:
        return self.name or self.username

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """User names in small letters: a telephone that begins with a capital opens the same account."""
        return super().normalize_username(username).casefold()


class OneTimeLink(models.Model):
    """A link that works once. Only a hash of its secret is kept, so reading the database opens nothing."""

    class Purpose(models.TextChoices):
        TERMINAL = "terminal", _("from the terminal: the first account, or a way back in")
        JOIN = "join", _("join a club")

    purpose = models.CharField(max_length=10, choices=Purpose)
    secret_hash = models.CharField(max_length=64, unique=True)
    club = models.ForeignKey("tournaments.Club", models.CASCADE, null=True, blank=True, related_name="links")
    role = models.CharField(max_length=12, blank=True)
    made_by = models.CharField(max_length=80)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("one-time link")
        verbose_name_plural = _("one-time links")
        constraints = [
            models.CheckConstraint(
                name="link_join_names_club_and_role",
                condition=Q(purpose="join", club__isnull=False, role__in=["scorekeeper", "organiser", "owner"])
                | Q(purpose="terminal", club__isnull=True, role=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_purpose_display()} ({self.made_at:%Y-%m-%d %H:%M})"


class FailedSignIn(models.Model):
    """One attempt to sign in that failed, under a hash of the user name or of the address that it came from."""

    key = models.CharField(max_length=64)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("failed sign-in")
        verbose_name_plural = _("failed sign-ins")
        indexes = [models.Index(name="failed_sign_in_key", fields=["key", "-at"])]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"
