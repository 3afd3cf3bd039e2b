"""The gamemaster's desks: what their pages share, and the JSON behind their scripts."""
