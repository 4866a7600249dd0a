"""The cast: who stands around in most tests."""
