"""Who sits where. Pure: plain values in, plain values out, standard library only."""
