"""The compiled loops of the search for work: who takes what, what lies by the way."""
