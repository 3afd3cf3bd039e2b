"""The browser and machine faces: pages, the map socket and the HTTP API; no rule is decided here."""
