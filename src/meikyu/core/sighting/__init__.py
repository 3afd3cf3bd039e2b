"""Sight, compiled: the twins of `core.fov`."""
