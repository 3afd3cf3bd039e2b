"""The compiled loops of the search for work: what is offered where, who takes what, what lies by the way."""
