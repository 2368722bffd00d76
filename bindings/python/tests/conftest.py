"""What tests of several files need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable

import pytest

pytest_plugins = ["pytester"]

EXAMPLES = Path(__file__).parent.parent / "examples"
sys.path.insert(0, str(EXAMPLES))

EXPECT = ["qa", "security", "docs"]


@pytest.fixture(scope="session")
def rows() -> int:
    """How many rows engines are tried with: 3,000, and all 100,000 of the examples where `ASSIZE_ROWS` says so."""
    return int(os.environ.get("ASSIZE_ROWS", "3000"))


@pytest.fixture(scope="session")
def reviews(tmp_path_factory: pytest.TempPathFactory, rows: int) -> Path:
    """A Parquet file of reviews."""
    pq = pytest.importorskip("pyarrow.parquet")
    import reviews as made

    path = tmp_path_factory.mktemp("reviews") / "reviews.parquet"
    pq.write_table(made.reviews(rows), path)
    return path


@pytest.fixture(scope="session")
def batch(reviews: Path) -> Callable[..., Any]:
    """What `assize batch` gives, as rows of Python."""

    def run(*flags: str) -> list[dict[str, Any]]:
        import pyarrow.parquet as pq

        program = os.environ.get("ASSIZE_BATCH")
        if program is None:
            pytest.skip("ASSIZE_BATCH does not name the program `assize-batch`")
        out = reviews.parent / "out.parquet"
        done = subprocess.run([program, str(reviews), *flags, "-q", "-o", str(out)], capture_output=True, text=True)
        # A text that is null is an error of its row, where texts are only read.
        assert done.returncode in (0, 3), done.stderr
        return list(pq.read_table(out).to_pylist())

    return run
