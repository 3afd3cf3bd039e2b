"""`python -m meikyu.cli` is `meikyu`."""

from meikyu.cli.entry import main

main()
