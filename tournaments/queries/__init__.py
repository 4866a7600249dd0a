"""Every read: rows into the values that the pure packages take, and what a page needs."""
