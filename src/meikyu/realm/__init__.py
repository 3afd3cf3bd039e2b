"""The living dungeon: state, step, commands, events and saves; composes the books and holds no rule of its own."""
