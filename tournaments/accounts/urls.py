"""Addresses of the accounts room."""

from django.urls import path

from tournaments.accounts import views

urlpatterns = [
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("password/", views.change_password, name="change-password"),
    path("enter/<str:secret>/", views.enter, name="enter"),
    path("join/<str:secret>/", views.join, name="join"),
    path("support/login/", views.support_door, name="support-door"),
]
