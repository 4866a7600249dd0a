"""The addresses of seats, below the language."""

from django.urls import path

from tournaments.seatside import opening, playing

urlpatterns = [
    path("seat/open/<slug:secret>/", opening.open_link, name="seat-link"),
    path("seat/<int:entry>/", playing.my_seat, name="my-seat"),
]
