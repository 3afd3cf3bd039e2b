"""The systems that `step` runs, one module a subject; each reads and writes the state and reports events."""
