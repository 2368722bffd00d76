"""Decides whether reviewed work may go on: reads reviewers' verdicts, lets a policy judge them, and says why.

>>> import assize
>>> docket = assize.Docket("task-17")
>>> docket.seat("qa")
>>> docket.submit("qa", "verdict: pass\\nconfidence: high\\n")
>>> assize.judge(docket, "any-blocker")
<Ruling OPEN pass: everybody passed>
"""

from ._assize import Docket, Policy, Reading, Ruling, __version__, contract, judge, read
from ._errors import AssizeError

__all__ = [
    "AssizeError",
    "Docket",
    "Policy",
    "Reading",
    "Ruling",
    "__version__",
    "contract",
    "judge",
    "read",
]
