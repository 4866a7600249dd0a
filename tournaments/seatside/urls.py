"""The addresses of seats: without a language, which is that of the browser."""

from django.urls import path

from tournaments.seatside import opening, playing

urlpatterns = [
    path("open/<slug:secret>/", opening.open_link, name="seat-link"),
    path("<int:entry>/", playing.my_seat, name="my-seat"),
]
