"""The map on the page: tiles, frames for the canvas, the socket, and the ES modules that draw."""
