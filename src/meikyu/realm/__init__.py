"""The living dungeon: state, step, commands, events, saves; composes the books, holds no rule of its own."""
