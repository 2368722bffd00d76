"""Exceptions, and how objects are made again in another process."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from . import _assize
from .types import Diagnostic

__all__ = ["AssizeError"]


class AssizeError(ValueError):
    """Something is wrong with a policy, a docket or a column: everything at once.

    Its text says it in words; `diagnostics` has the same as data: codes, places, the next step.
    """

    diagnostics: list[Diagnostic]

    def __init__(self, message: str, diagnostics: list[Diagnostic]) -> None:
        super().__init__(message, diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return str(self.args[0])


def _read_again(text: bytes, name: str, profile: str, format: str | None) -> _assize.Reading:
    return _assize.read(text, name=name, profile=profile, format=format)


@lru_cache(maxsize=64)
def _policy_again(
    stage: str,
    name: str,
    text: str,
    origin: str | None,
    imports: tuple[tuple[str, str], ...],
    words: tuple[str, ...],
    params: tuple[tuple[str, str], ...],
    sha256: str,
) -> _assize.Policy:
    """Compiles a policy that was sent as text, once in each process."""
    told = (stage, name, text, origin)
    return _assize.Policy._again(told, list(imports), list(words), list(params), sha256)


def _judge_again(docket: str, policy: Any) -> _assize.Ruling:
    return _assize.judge(_assize.Docket.from_json(docket), policy)
