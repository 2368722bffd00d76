"""A ruling as HTML for a notebook."""

from __future__ import annotations

from html import escape

from ._assize import Ruling


def ruling(ruled: Ruling) -> str:
    """The outcome, the seats and what they found, as a table. Whatever a reviewer wrote is escaped."""
    state = "OPEN" if ruled.open else "SHUT"
    rule = ruled.rule or "no rule holds"
    rows = []
    for cell in ruled.cells:
        found = "".join(
            f"<li>{escape(finding['kind'])}: {escape(finding['text'])}</li>" for finding in cell["findings"]
        )
        answer = cell["effective"] or cell["state"]
        columns = [escape(cell["seat"]), escape(str(answer)), f"<ul>{found}</ul>" if found else ""]
        rows.append("<tr>" + "".join(f"<td>{column}</td>" for column in columns) + "</tr>")
    return (
        f"<div><strong>{state} {escape(ruled.word)}</strong>: {escape(rule)} "
        f"<small>({escape(ruled.policy.name)})</small>"
        "<table><thead><tr><th>seat</th><th>answer</th><th>findings</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
