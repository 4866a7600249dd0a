"""The desk's pages about who sits where: one line for each."""

from django.urls import path

from tournaments.desk import seat, seat_draft, seat_lists, seat_paper, seat_screen, seat_table, seat_wishes

urlpatterns = [
    path("t/<slug:slug>/seat/", seat.seat, name="seat"),
    path("t/<slug:slug>/seat/draw/", seat.draw, name="seat-draw"),
    path("t/<slug:slug>/seat/redraw/", seat.redraw, name="seat-redraw"),
    path("t/<slug:slug>/seat/live/", seat.seat_live, name="seat-live"),
    path("t/<slug:slug>/seat/swap/", seat_draft.swap, name="seat-swap"),
    path("t/<slug:slug>/seat/lock/", seat_draft.lock, name="seat-lock"),
    path("t/<slug:slug>/seat/screen/", seat_screen.screen, name="seat-screen"),
    path("t/<slug:slug>/seat/back/", seat_draft.step_back, name="seat-back"),
    path("t/<slug:slug>/seat/drop/", seat.drop, name="seat-drop"),
    path("t/<slug:slug>/seat/publish/", seat.publish, name="seat-publish"),
    path("t/<slug:slug>/seat/paper/", seat_paper.paper, name="seat-paper"),
    path("t/<slug:slug>/seat/paper/file/", seat_paper.paper_file, name="seat-paper-file"),
    path("t/<slug:slug>/wishes/", seat_wishes.wishes, name="wishes"),
    path("t/<slug:slug>/wishes/<int:wish>/remove/", seat_wishes.remove, name="wish-remove"),
    path("t/<slug:slug>/wishes/<int:wish>/put-back/", seat_wishes.put_back, name="wish-put-back"),
    path("t/<slug:slug>/rounds/<int:number>/draw.json", seat_draft.draw_file, name="desk-draw-file"),
    path("t/<slug:slug>/rounds/<int:number>/lists/", seat_lists.lists, name="seat-lists"),
    path("t/<slug:slug>/rounds/<int:number>/add/", seat_table.add, name="seat-add"),
    path("t/<slug:slug>/rounds/<int:number>/fill-in/", seat_table.fill_in, name="seat-fill-in"),
    path("t/<slug:slug>/rounds/<int:number>/tables/<int:table>/seats/", seat_table.table, name="seat-table"),
    path(
        "t/<slug:slug>/rounds/<int:number>/tables/<int:table>/seats/<int:place>/move/",
        seat_table.move,
        name="seat-move",
    ),
    path(
        "t/<slug:slug>/rounds/<int:number>/tables/<int:table>/seats/<int:place>/leave/",
        seat_table.leave,
        name="seat-leave",
    ),
]
