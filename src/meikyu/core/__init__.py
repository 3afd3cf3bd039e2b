"""What every book stands on: rulings, params, dice, odds, geometry and the log; no rule of any book lives here."""
