"""The page about Python shows what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "python.md"
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_page_shows_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall(PAGE.read_text())
    assert len(blocks) >= 4
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/python.md", str(PAGE), 0)
    failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert failed.attempted >= 15 and failed.failed == 0


def test_the_module_shows_what_happens() -> None:
    import assize

    told = doctest.testmod(assize)
    assert told.attempted >= 4 and told.failed == 0
