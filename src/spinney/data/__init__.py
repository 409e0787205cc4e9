"""Reading X, y and weights into the core's tables."""
