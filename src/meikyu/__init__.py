"""Meikyu (迷宮) runs dungeons: five rule books as exact, explained, executable rules."""

__version__ = "0.1.0"
