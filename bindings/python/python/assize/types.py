"""What the dictionaries hold that readings and rulings give."""

from __future__ import annotations

from typing import Any, Literal, Optional, TypedDict

Outcome = Literal["pass", "warn", "hold", "fail"]
Stake = Literal["required", "voting", "observer"]


class Diagnostic(TypedDict):
    """Something that is wrong, or worth knowing."""

    code: str
    level: str
    message: str
    help: Optional[str]
    source: Optional[str]
    line: Optional[int]
    column: Optional[int]


class Finding(TypedDict):
    """One thing a reviewer found; `assize schema verdicts` describes each member."""

    kind: Literal["blocker", "advisory"]
    severity: Optional[str]
    category: Optional[str]
    location: Optional[dict[str, Any]]
    text: str
    advice: Optional[str]
    agents: list[str]
    fingerprint: str
    span: Optional[dict[str, Any]]


class Verdict(TypedDict):
    """What one reviewer said about one subject."""

    stated: Optional[dict[str, str]]
    derived: Optional[Outcome]
    effective: Optional[Outcome]
    confidence: Optional[str]
    findings: list[Finding]
    remarks: list[dict[str, Any]]


class Action(TypedDict):
    """What should happen next."""

    kind: str
    seat: str
    reason: str
    message: str


class Cell(TypedDict):
    """One expected answer, and what became of it."""

    seat: str
    stake: str
    state: str
    effective: Optional[Outcome]
    findings: list[Finding]
