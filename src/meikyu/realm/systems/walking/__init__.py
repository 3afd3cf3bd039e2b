"""The compiled loops of walking: how far things are, routes to them, and what a closed cell parts."""
