"""Walking, compiled: the twins of `core.paths`."""
