"""Golden dungeons: remade by `python -m tests.replays.dungeons`, the diff reviewed with the reason given."""

from tests.replays import dungeons

from meikyu.core.log import Mark, read_replay


def test_the_catalogue_of_seeds_is_as_recorded() -> None:
    kept = (dungeons.FOLDER / "catalogue.txt").read_text("utf-8").splitlines()
    for line, recorded in zip(dungeons.catalogue().splitlines(), kept, strict=True):
        assert line == recorded


def test_the_golden_game_comes_out_as_recorded() -> None:
    with (dungeons.FOLDER / "first_day.jsonl").open("rb") as file:
        _, kept = read_replay(file)
    for line, recorded in zip(dungeons.game(), kept, strict=True):
        assert line == recorded


def test_the_golden_game_changes_all_the_way() -> None:
    with (dungeons.FOLDER / "first_day.jsonl").open("rb") as file:
        _, lines = read_replay(file)
    marks = [line.digest for line in lines if isinstance(line, Mark)]
    assert len(set(marks)) == len(marks) > 5
