"""The words that stand above columns of a list of people, in the languages of the clubs."""

import re
from enum import Enum

from tournaments.names import compare_key


class Heading(Enum):
    """What a column holds, going by its heading."""

    NAME = "name"
    FIRST = "first"
    LAST = "last"
    OTHER = "other"


_WORDS = {
    Heading.FIRST: (
        "first name, firstname, first, given name, given names, givenname, forename, forenames, "
        "christian name, fname"
        "|Vorname, Vornamen, Rufname|prénom, prénoms|nombre de pila, primer nombre|પ્રથમ નામ|पहिले नाव, "
        "प्रथम नाव"
        "|প্ৰথম নাম|முதல் பெயர்|మొదటి పేరు, ఇచ్చిన పేరు"
    ),
    Heading.LAST: (
        "last name, lastname, last, surname, family name, familyname, second name, lname"
        "|Nachname, Familienname, Zuname|nom de famille, patronyme|apellido, apellidos, primer apellido"
        "|અટક|आडनाव|উপাধি|குடும்பப் பெயர், கடைசி பெயர், குடும்பப்பெயர்|ఇంటిపేరు, ఇంటి పేరు, చివరి పేరు"
    ),
    Heading.NAME: (
        "name, names, full name, fullname, player, players, player name, players name, player's name, "
        "name of player, participant"
        ", participants, member, members, member name, entrant, entrants, display name, who, competitor"
        "|Spieler, Spielerin, Spielerinnen, Spielername, Spieler in, Teilnehmer, Teilnehmerin, "
        "Teilnehmerinnen, Mitglied, Mitglieder"
        ", Vor- und Nachname, Vorname und Name, Vorname Name, Vorname Nachname, Nachname Vorname, "
        "Name Vorname, Namen"
        "|nom, noms, nom complet, nom et prénom, prénom et nom, nom prénom, joueur, joueuse, joueurs, "
        "participante, membre"
        "|nombre, nombres, nombre completo, nombre y apellido, nombre y apellidos, jugador, jugadora, "
        "jugadores, socio, miembro"
        "|નામ, ખેલાડી, ખેલાડીનું નામ, પૂરું નામ, સભ્ય|नाव, खेळाडू, खेळाडूचे नाव, पूर्ण नाव, संपूर्ण नाव, "
        "सदस्य, नाम"
        "|নাম, খেলুৱৈ, খেলুৱৈৰ নাম, সম্পূৰ্ণ নাম, সদস্য|பெயர், வீரர், வீரர் பெயர், முழுப் பெயர், முழுப்பெயர், "
        "உறுப்பினர்"
        "|పేరు, ఆటగాడు, ఆటగాడి పేరు, పూర్తి పేరు, సభ్యుడు"
    ),
    Heading.OTHER: (
        "nr, no, number, nos, n, #, №, id, rank, place, seat, table, team, club, town, city, place, address, "
        "street, zip, postcode"
        ", country, e-mail, email, mail, phone, telephone, mobile, here, present, paid, fee, points, total, "
        "score, note, notes, comment"
        ", remarks, date, birthday, born, age, gender, sex, rating, round 1, hands, zeros"
        "|Nummer, lfd nr, Verein, Ort, Wohnort, Stadt, Straße, PLZ, Telefon, Handy, Platz, Tisch, anwesend, "
        "bezahlt, Punkte, Bemerkung"
        ", Datum, Geburtstag, Alter|numéro, ville, adresse, téléphone, courriel, présent, payé, remarque, âge"
        "|número, núm, ciudad, dirección, teléfono, correo, presente, pagado, puntos, notas, edad"
        "|ક્રમ, શહેર, ગામ, ફોન|क्रमांक, क्र, शहर, गाव, फोन|ক্ৰমিক, চহৰ, ফোন|எண், வரிசை எண், ஊர், நகரம், "
        "தொலைபேசி|సంఖ్య, క్రమ సంఖ్య, ఊరు, ఫోన్"
    ),
}

_TOTALS = (
    "total, totals, grand total, subtotal, sum, count, total players, players total, number of players, "
    "average"
    "|Summe, gesamt, insgesamt, Gesamtsumme, Anzahl, Zwischensumme, Anzahl Spieler|somme, total général, "
    "nombre de joueurs, moyenne"
    "|suma, total general, total de jugadores, promedio|કુલ, સરવાળો|एकूण, बेरीज|মুঠ|மொத்தம்|మొత్తం"
)

_TICKS = (
    "x, xx, ok, y, n, yes, no, true, false, here, paid, absent, present, tbc|ja, nein, j, da, wahr, falsch, "
    "bezahlt, anwesend"
    "|oui, non, o, vrai, faux|sí, si, s, verdadero, falso|હા, ના|हो, होय, नाही|হয়, নহয়|ஆம், இல்லை|అవును, "
    "కాదు"
)


def _keys(words: str) -> frozenset[str]:
    return frozenset(compare_key(word) for word in re.split(r"\s*[,|]\s*", words))


_LONGEST_LABEL = 80
_HEADINGS = {key: heading for heading in reversed(_WORDS) for key in _keys(_WORDS[heading])}
_TOTAL_KEYS = _keys(_TOTALS)
_TICK_KEYS = _keys(_TICKS)


def heading_of(cell: str) -> Heading | None:
    """What a cell says as a heading, or None when it is no heading we know.

    Headings of two words joined ("Name / Nom", "Last name, first name") say what all their parts say together.
    """
    if len(cell) > _LONGEST_LABEL:
        return None
    without_remark = re.sub(r"\([^)]*\)", " ", cell)
    found = _HEADINGS.get(_key(cell)) or _HEADINGS.get(_key(without_remark))
    if found is not None:
        return found
    parts = {_HEADINGS.get(_key(part)) for part in re.split(r"[/,|\n]|\s[-–]\s", cell) if _key(part)}
    if None in parts or not parts:
        return None
    return parts.pop() if len(parts) == 1 else Heading.NAME


def is_total(cell: str) -> bool:
    """Whether a cell is the label of a sum below a list: "Total", "Summe: 30", "30 players"."""
    if len(cell) > _LONGEST_LABEL:
        return False
    key = _key(re.sub(r"[\d.,:=\s]+$|^[\d.,:=\s]+", " ", cell))
    counted = re.match(r"\s*\d+\s|.*[:=]\s*\d+\s*$", cell) is not None  # and not "Player 17", who is somebody
    return key in _TOTAL_KEYS or (counted and _HEADINGS.get(key) is Heading.NAME)


def is_tick(cell: str) -> bool:
    """Whether a cell says no more than yes or no."""
    return len(cell) <= _LONGEST_LABEL and compare_key(cell) in _TICK_KEYS


def _key(cell: str) -> str:
    return compare_key(cell).strip(" :*()[]?!-_")
