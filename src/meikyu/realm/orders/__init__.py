"""What a player may order, by subject: each order's arguments, the reasons against it, and what it does."""
