"""What leaves Meikyu for other programs: one module for each outside format; nothing here knows a rule."""
