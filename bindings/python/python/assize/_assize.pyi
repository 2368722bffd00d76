"""The compiled half of the module."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Literal, Optional, Union, final

from .types import Action, Cell, Diagnostic, Outcome, Stake, Verdict

__version__: str

def read(
    text: Union[str, bytes],
    *,
    name: str = "text",
    profile: str = "standard",
    format: Optional[str] = None,
) -> Reading:
    """Reads a text in any format. Total: any text gives a reading.

    `name` is shown in messages; `profile` is `strict`, `standard` or `lenient`; `format` is found out unless given.
    """

def judge(docket: Docket, policy: Union[Policy, str] = "any-blocker") -> Ruling:
    """Judges a docket by a policy, or by the name or file of one.

    Raises `AssizeError` where there is no ruling; the gate stays shut.
    """

def contract(format: str) -> str:
    """What to tell a reviewer who is to write a format: `verdict-file`, `yaml-block`."""

@final
class Reading:
    """What a text says. It has no truth value: ask for `effective`."""

    @property
    def format(self) -> Optional[str]: ...
    @property
    def cause(self) -> Optional[str]:
        """Why there is no verdict; None where there is one."""
    @property
    def stated(self) -> Optional[Outcome]: ...
    @property
    def derived(self) -> Optional[Outcome]: ...
    @property
    def effective(self) -> Optional[Outcome]:
        """The worst of what it states and what its findings imply; None where it holds no verdict."""
    @property
    def confidence(self) -> Optional[Literal["high", "med", "low"]]: ...
    @property
    def sha256(self) -> Optional[str]: ...
    @property
    def verdicts(self) -> list[Verdict]: ...
    @property
    def diagnostics(self) -> list[Diagnostic]: ...
    def to_dict(self) -> dict[str, Any]: ...

@final
class Policy:
    """A compiled policy. Threads may share it; it is pickled as its text and its hash."""

    def __new__(cls, name: str, *, stage: str = "gate") -> Policy:
        """By its name or its file, as `assize gate --policy` finds it."""
    @staticmethod
    def compile(
        text: str,
        *,
        name: str = "policy.rhai",
        stage: str = "gate",
        imports: Optional[Mapping[str, str]] = None,
    ) -> Policy: ...
    def set(self, **params: Union[int, str, list[str], date]) -> Policy:
        """The same policy with parameters set."""
    @property
    def name(self) -> str: ...
    @property
    def stage(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def sha256(self) -> str: ...
    @property
    def params(self) -> dict[str, Union[int, str, bool, list[str]]]: ...
    @property
    def givens(self) -> list[tuple[str, str]]:
        """The facts that it asks for, and their types."""
    @staticmethod
    def _again(
        told: tuple[str, str, str, Optional[str]],
        imports: Sequence[tuple[str, str]],
        words: Sequence[str],
        params: Sequence[tuple[str, str]],
        sha256: str,
    ) -> Policy: ...

@final
class Docket:
    """Everything under judgement, while it is being gathered."""

    def __new__(cls, id: str, *, round: int = 1) -> Docket: ...
    @staticmethod
    def from_json(text: str) -> Docket: ...
    def to_json(self) -> str: ...
    @property
    def id(self) -> str: ...
    @property
    def round(self) -> int: ...
    def seat(self, name: str, *, stake: Optional[Stake] = None, weight: Optional[int] = None) -> None:
        """Names a seat, which is expected from then on."""
    def submit(self, seat: str, text: Union[str, bytes], *, name: Optional[str] = None) -> None:
        """Hands in what a seat wrote. A seat that was never named is unexpected: it can shut, never open."""
    def absent(self, seat: str, state: str = "missing", reason: str = "") -> None:
        """Says why a seat submitted nothing: missing, awaiting, errored, stale, skipped or excused."""
    def given(self, name: str, value: Union[bool, int, str, list[str], date]) -> None: ...
    def changed(self, paths: Sequence[str]) -> None: ...
    def lines_changed(self, lines: int) -> None: ...
    def previous(self, fingerprints: Sequence[str]) -> None: ...
    def bind(self, commit: str) -> None: ...

@final
class Ruling:
    """What a policy decided, and why. It has no truth value: ask whether it is `open`."""

    @property
    def outcome(self) -> Outcome: ...
    @property
    def word(self) -> str: ...
    @property
    def open(self) -> bool: ...
    @property
    def rule(self) -> Optional[str]: ...
    @property
    def reason(self) -> Optional[str]: ...
    @property
    def exit_code(self) -> Literal[0, 1, 3]: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def actions(self) -> list[Action]: ...
    @property
    def cells(self) -> list[Cell]: ...
    @property
    def impediments(self) -> list[tuple[str, Optional[str]]]:
        """Why an opening was refused, and the seat that it is about."""
    @property
    def policy(self) -> Policy: ...
    def to_json(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...
    def explain(self) -> str: ...
    def _repr_html_(self) -> str: ...

_Bench = tuple[Optional[list[str]], list[str], list[str]]

def read_schema() -> Any: ...
def ruling_schema() -> Any: ...
def read_columns(chunks: list[Any], threads: int) -> Any: ...
def judge_columns(
    policy: Policy,
    key: tuple[Any, Any],
    rows: tuple[Any, Any],
    bench: _Bench,
    threads: int,
) -> Any: ...
def judge_lists(policy: Policy, lists: Any, bench: _Bench, threads: int) -> Any: ...
def try_cases(policy: str) -> tuple[list[dict[str, Any]], list[Diagnostic]]: ...
