"""The cache folder of compiled kernels follows the sources that they are made of."""

import ast
import os
from pathlib import Path

import meikyu
from meikyu.core import kernels

ROOT = Path(meikyu.__file__).parent


def test_sources_cover_every_module_that_a_kernel_imports():
    sources = set(kernels.kernel_sources())
    for path in ROOT.rglob("kernels.py"):
        assert path in sources
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("meikyu"):
                base = ROOT.joinpath(*node.module.split(".")[1:])
                for name in node.names:
                    module = base.with_suffix(".py")
                    package = base / name.name
                    assert (
                        module in sources
                        or package.with_suffix(".py") in sources
                        or set(package.glob("*.py")) <= sources
                    ), f"{path}: {node.module} {name.name}"


def test_digest_changes_with_a_callee(monkeypatch, tmp_path):
    before = kernels.source_digest()
    changed = tmp_path / "fov.py"
    changed.write_text("# edited")
    sources = [changed if p.name == "fov.py" else p for p in kernels.kernel_sources()]
    monkeypatch.setattr(kernels, "kernel_sources", lambda: sources)
    assert kernels.source_digest() != before


def test_the_folder_in_use_is_kept_however_old_it_is(monkeypatch, tmp_path):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folders = tmp_path / "meikyu" / "kernels"
    mine = folders / kernels.source_digest()
    for n, name in enumerate([mine.name, *(f"other{n}" for n in range(20))]):
        (folders / name).mkdir(parents=True)
        os.utime(folders / name, (1000 + n, 1000 + n))
    kernels._prepare_cache()
    assert os.environ["NUMBA_CACHE_DIR"] == str(mine)
    assert mine.is_dir()
    assert not (folders / "other0").exists()
    assert (folders / "other19").exists()
