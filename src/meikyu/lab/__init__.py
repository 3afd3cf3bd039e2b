"""Experiments: sampled courses at scale, exact odds beside them, runners and environments."""
