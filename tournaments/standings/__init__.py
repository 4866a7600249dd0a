"""Ledger of scores to ranking. Pure: plain values in, plain values out, no Django."""
