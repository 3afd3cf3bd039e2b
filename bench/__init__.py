"""Figures as ratios against yardsticks of the same run; never a gate."""
