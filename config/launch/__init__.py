"""The launcher: one process that owns the web server, the worker, its clock and the embedded broker.

`python -m config.launch` (what `make run` calls) prepares the database, starts the four, starts again what dies, and
stops all of them in order. A guard, a small process beside it, ends them even where the launcher itself is killed.
"""
