"""An address as a QR code, for somebody who stands beside the screen with a telephone."""

from io import BytesIO

import segno
from django.utils.safestring import SafeString


def qr_svg(text: str) -> SafeString:
    """The text as an SVG picture: dark on light in every colour scheme, with the quiet border that cameras need."""
    picture = BytesIO()
    segno.make(text, error="m", micro=False).save(
        picture,
        kind="svg",
        border=4,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgns=False,
        omitsize=True,
        svgclass="qr",
    )
    return SafeString(picture.getvalue().decode())
