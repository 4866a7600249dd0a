"""A demo club to look around in: invented people, evenings that were really played out by the engine."""
