"""Making the map: rocks, caves, pools, veins, growths and the hall, by keyed draws on whole numbers."""

from meikyu.realm.mapgen.making import LARGEST, SMALLEST, USUAL, Made, check_size, make
from meikyu.realm.mapgen.wishes import Wish, Wishes, read_wishes

__all__ = ["LARGEST", "SMALLEST", "USUAL", "Made", "Wish", "Wishes", "check_size", "make", "read_wishes"]
