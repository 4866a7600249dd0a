"""The event: clubs, tournaments, rounds, tables, results, and what the world sees of them."""
