"""Regions of cells joined by walking, kept as cells open and close."""
