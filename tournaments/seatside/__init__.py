"""The room of people who play on screen: the link to a seat, and the page of the seat. One person's own pages."""
