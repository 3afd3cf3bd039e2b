from __future__ import annotations

import sys
import warnings
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

MAIN = """
from nicegui import ui
from meikyu.web.app import create_app
create_app()
ui.run(reload=False, storage_secret="for the test")
"""


@pytest.fixture
def house(tmp_path: Path) -> Any:
    """The web process's house with an empty data folder; closed afterwards."""
    from meikyu.web.state import HOUSE

    HOUSE.close()
    HOUSE.data, HOUSE.lang, HOUSE.step = tmp_path / "data", "ja", None
    yield HOUSE
    HOUSE.close()


@pytest.fixture
async def user(house: Any, tmp_path: Path) -> AsyncGenerator[Any]:
    """A simulated reader of the whole site."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from nicegui.testing.user_simulation import user_simulation

        main = tmp_path / "site.py"
        main.write_text(MAIN, encoding="utf-8")
        async with user_simulation(main_file=main) as simulated:
            yield simulated
            ours = {name: made for name, made in sys.modules.items() if name.partition(".")[0] == "meikyu"}
        # NiceGUI drops the modules of pages and the packages above them, which all others hold on to
        sys.modules.update(ours)
