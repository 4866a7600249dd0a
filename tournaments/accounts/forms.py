"""Forms of the accounts room: they say whether something is readable; what may happen is said by the commands."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import User

# Telephones begin a field with a capital and mend what they take for a word.
AS_TYPED = {"autocapitalize": "none", "autocorrect": "off", "spellcheck": "false"}


class SignInForm(forms.Form):
    """A user name and a password."""

    username = forms.CharField(
        label=_("User name"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True, **AS_TYPED}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=400,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class NewPasswordForm(forms.Form):
    """A password, typed twice; both fields are empty again after an error, as everywhere."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=400,
        help_text=_("At least eight characters, not like your name, and none of the common ones."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=_("The password once more"),
        strip=False,
        max_length=400,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def owner_of_password(self) -> User:
        """Whose password it will be: it must not be like their name."""
        return User(username=self.cleaned_data.get("username", ""), name=self.cleaned_data.get("name", ""))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        password, again = cleaned.get("password"), cleaned.get("again")
        if password and again is not None and password != again:
            self.add_error("again", _("The two passwords are not the same. Type both again."))
        if password:
            try:
                validate_password(password, self.owner_of_password())
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned


class AccountForm(NewPasswordForm):
    """A new account."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=80,
        help_text=_("As it stands beside what you do."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    username = forms.CharField(
        label=_("User name"),
        max_length=60,
        validators=[UnicodeUsernameValidator()],
        help_text=_("For signing in: letters, digits and @ . + - _ only, no spaces. Capitals make no difference."),
        widget=forms.TextInput(attrs={"autocomplete": "username", **AS_TYPED}),
    )
    field_order = ["name", "username", "password", "again"]

    def clean_username(self) -> str:
        username = User.normalize_username(self.cleaned_data["username"])
        if User.objects.filter(username=username).exists():
            raise ValidationError(_("Somebody already uses this user name. Choose another one."))
        return username


class FirstAccountForm(AccountForm):
    """The first account and its club; where there is a demo club to look around in, the club can come later."""

    club_name = forms.CharField(label=_("Name of your club"), max_length=80)

    def __init__(self, *args: Any, club_can_wait: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if club_can_wait:
            self.fields["club_name"].required = False
            self.fields["club_name"].help_text = _("You can also look around in the demo club first.")


class ComeBackForm(NewPasswordForm):
    """The way back in, with a new password where the old one is forgotten."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["password"].label = _("New password")
        for field in self.fields.values():
            field.required = False

    def owner_of_password(self) -> User:
        return self.user

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("again") and not cleaned.get("password") and "password" not in self.errors:
            self.add_error("password", _("The two passwords are not the same. Type both again."))
        return cleaned


class ChangePasswordForm(NewPasswordForm):
    """The present password and the next one."""

    present = forms.CharField(
        label=_("Present password"),
        strip=False,
        max_length=400,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
    )
    field_order = ["present", "password", "again"]

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["password"].label = _("New password")
        self.fields["again"].label = _("The new password once more")

    def owner_of_password(self) -> User:
        return self.user

    def clean_present(self) -> str:
        present = str(self.cleaned_data["present"])
        if not self.user.check_password(present):
            raise ValidationError(_("This is not your present password."))
        return present
