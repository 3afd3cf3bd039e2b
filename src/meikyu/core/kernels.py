"""The door to numba: `jit`, and the compiled twins of the keyed draws; every other kernel is built on it."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

_IMPORT = re.compile(r"^from (meikyu[\w.]*) import ([\w, ]+)", re.M)

_KEPT = 8
"""Cache folders of other sources that are left for versions that may still run."""

F = TypeVar("F", bound=Callable[..., Any])


def kernel_sources() -> list[Path]:
    """Every kernels.py of the package and every module of the package that one of them imports from."""
    root = Path(__file__).parent.parent
    found = set(root.rglob("kernels.py"))
    for path in sorted(found):
        for module, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
            base = root.joinpath(*module.split(".")[1:])
            for name in [n.strip() for n in names.split(",")]:
                found |= {p for p in (base.with_suffix(".py"), base / f"{name}.py") if p.is_file()}
                found |= set((base / name).glob("*.py"))
    return sorted(found)


def source_digest() -> str:
    """Digest of the sources that kernels are made of.

    numba does not see an edit of a callee in another module; a cache folder named after the sources does.
    """
    digest = hashlib.blake2b(digest_size=8)
    for path in kernel_sources():
        digest.update(path.as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _prepare_cache() -> None:
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    folder = Path(base) / "meikyu" / "kernels" / source_digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)  # used now: the folders that go are those unused for longest
        kept = sorted(folder.parent.iterdir(), key=lambda p: p.stat().st_mtime, reverse=True)
    except OSError:
        return  # a read-only home: numba falls back to its own place
    for old in kept[_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)


_prepare_cache()

import numba  # noqa: E402  the cache folder must be named before numba reads it


def jit(function: F) -> F:
    """The compiled twin of `function`: nogil, cached on disk, no fastmath, no parallel sums.

    Nothing may divide by zero: it is not looked for, as looking costs time at every division.

    With `NUMBA_DISABLE_JIT=1` the function itself comes back and runs as Python.
    """
    return numba.njit(nogil=True, cache=True, error_model="numpy")(function)


_U30, _U27, _U31, _U32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_GOLDEN, _M1, _M2 = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xBF58476D1CE4E5B9),
    np.uint64(0x94D049BB133111EB),
)


@jit
def mix(z):
    """Compiled twin of `rng.mix`, on uint64."""
    z = np.uint64(z) + _GOLDEN
    z = (z ^ (z >> _U30)) * _M1
    z = (z ^ (z >> _U27)) * _M2
    return z ^ (z >> _U31)


@jit
def draw(seed, stream, tick, actor, n):
    """Compiled twin of `rng.draw`; pass `seed` as uint64 where it may exceed 2**63 - 1."""
    z = mix(np.uint64(seed))
    z = mix(z ^ np.uint64(stream))
    z = mix(z ^ np.uint64(tick))
    z = mix(z ^ np.uint64(actor))
    return mix(z ^ np.uint64(n))


@jit
def below(limit, seed, stream, tick, actor, n):
    """Compiled twin of `rng.below`."""
    return np.int64(((draw(seed, stream, tick, actor, n) >> _U32) * np.uint64(limit)) >> _U32)


@jit
def die(sides, seed, stream, tick, actor, n):
    """Compiled twin of `rng.die`."""
    return below(sides, seed, stream, tick, actor, n) + 1
