"""A door for machines that ask whether this one is alive."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse


def health(_request: HttpRequest) -> JsonResponse:
    """Alive, and which release. Asks neither the database nor the broker, so that neither can make it hang."""
    return JsonResponse({"alive": True, "release": settings.RELEASE}, headers={"Cache-Control": "no-store"})
