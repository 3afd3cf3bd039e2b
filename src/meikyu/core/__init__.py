"""What every book stands on: rulings, params, dice, odds, geometry, the log; no book's rule lives here."""
