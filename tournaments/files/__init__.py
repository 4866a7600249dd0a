"""Files as people and programs write them, read into values, and written. Pure, and so no room: any room may use it."""
