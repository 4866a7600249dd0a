"""Addresses of people and clubs at the desk, below /desk/."""

from django.urls import path

from tournaments.desk import club_views, member_views, player_views

urlpatterns = [
    path("", club_views.desk, name="desk"),
    path("clubs/new/", club_views.new_club, name="new-club"),
    path("<slug:club>/", club_views.club_desk, name="club-desk"),
    path("<slug:club>/settings/", club_views.club_settings, name="club-settings"),
    path("<slug:club>/remove-demo/", club_views.remove_demo, name="remove-demo"),
    path("<slug:club>/members/", member_views.members_page, name="members"),
    path("<slug:club>/members/<int:member>/role/", member_views.member_role, name="member-role"),
    path("<slug:club>/members/<int:member>/remove/", member_views.member_remove, name="member-remove"),
    path("<slug:club>/links/<int:link>/revoke/", member_views.link_revoke, name="link-revoke"),
    path("<slug:club>/players/", player_views.players, name="players"),
    path("<slug:club>/players/<int:player>/", player_views.player, name="player"),
    path("<slug:club>/players/<int:player>/merge/", player_views.player_merge, name="player-merge"),
    path("<slug:club>/players/<int:player>/unmerge/", player_views.player_unmerge, name="player-unmerge"),
    path("<slug:club>/players/<int:player>/forget/", player_views.player_forget, name="player-forget"),
]
