"""What the world sees, without signing in."""
