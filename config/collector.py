"""Python's collector of what nobody needs any more, set for processes that load much once and then work for long."""

import gc


def leave_what_is_loaded() -> None:
    """Let the collector never look again at what is there by now, and less often at what comes.

    It went through everything that is loaded, again and again, for a third of the time of large standings; and a large
    list, or the hands of a batch, are tens of thousands of values that all live until it is done.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
