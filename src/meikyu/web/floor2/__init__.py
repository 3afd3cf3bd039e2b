"""Rooms for practising Dungeon 2nd Floor: who sits where, what each seat sees, the line to the pages."""
