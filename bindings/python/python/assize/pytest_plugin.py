"""Cases of policies as tests of pytest: `ours.rhai` beside its folder of cases `ours/` is a file of tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional, Union

import pytest

from . import _assize

__all__ = ["pytest_collect_file"]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Optional[pytest.Collector]:
    """A policy that has cases."""
    if file_path.suffix == ".rhai" and file_path.with_suffix("").is_dir():
        return PolicyFile.from_parent(parent, path=file_path)
    return None


class PolicyFile(pytest.File):
    """A policy; each of its cases is a test."""

    def collect(self) -> Iterator[pytest.Item]:
        # A path with a folder in it is a file, and never the name of a policy.
        cases, wrong = _assize.try_cases(str(self.path))
        for told in wrong:
            yield CaseItem.from_parent(self, name=told["code"], told={"passed": False, "difference": _words(told)})
        for case in cases:
            yield CaseItem.from_parent(self, name=case["name"], told=case)


class CaseItem(pytest.Item):
    """One case."""

    def __init__(self, *, told: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.told = told

    def runtest(self) -> None:
        if not self.told["passed"]:
            raise CaseFailed(self.told["difference"])

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, CaseFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Union[Path, str], Optional[int], str]:
        line = self.told.get("line")
        return self.path, line - 1 if line else None, self.name


class CaseFailed(Exception):
    """A case that does not come out as it expects; its text is the difference."""


def _words(told: Any) -> str:
    help = f"\n  help: {told['help']}" if told["help"] else ""
    return f"{told['code']}: {told['message']}{help}"
