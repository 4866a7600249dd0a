"""A game as played and stored: games, their hands, and the reports of those hands. Knows no tournament."""
