"""Every public address of the evening in conftest.py."""

PAGES = (
    "/en/t/friday/",
    "/en/t/friday/after/1/",
    "/en/t/friday/seating/",
    "/en/t/friday/seating/1/",
    "/en/t/friday/seating/?name=ro",
    "/en/t/friday/seating/1/draw.json",
    "/en/t/friday/results/",
    "/en/t/friday/results/1/",
    "/en/t/friday/results/1/hands/",
    "/en/t/friday/results/1/2/",
    "/en/t/friday/results/1/2/1/",
    "/en/t/friday/rules/",
    "/en/t/friday/entry/1/",
    "/en/t/friday/entry/2/",
    "/en/t/friday/standings.csv",
    "/en/t/friday/standings.json",
    "/en/t/friday/live/standings",
    "/en/t/friday/live/seating/",
    "/en/t/friday/live/results/1/hands/",
    "/en/t/friday/live/entry/2/",
)
FRONT = ("/en/", "/en/c/barnyard/")
