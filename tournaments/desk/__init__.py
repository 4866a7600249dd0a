"""The organiser's room: everything that runs the evening."""
