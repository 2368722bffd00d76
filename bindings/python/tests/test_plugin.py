"""Cases of policies as tests of pytest."""

from __future__ import annotations

import pytest

POLICY = 'rule "failed" when failed.some then fail;\nrule "in favour" when in_favour.all then pass;\n'
CASES = """case "nobody fails it" { qa "pass"; expect "pass" }
case "somebody fails it" { qa "fail"; expect "%s" }
"""


@pytest.mark.parametrize(("expected", "passed", "failed"), [("fail", 2, 0), ("hold", 1, 1)])
def test_each_case_is_a_test(pytester: pytest.Pytester, expected: str, passed: int, failed: int) -> None:
    folder = pytester.mkdir("policies") / "gate"
    (folder / "ours").mkdir(parents=True)
    (folder / "ours.rhai").write_text(POLICY)
    (folder / "ours" / "cases.kdl").write_text(CASES % expected)
    ran = pytester.runpytest_subprocess("-v")
    ran.assert_outcomes(passed=passed, failed=failed)
    ran.stdout.fnmatch_lines(["*ours.rhai::somebody fails it*"])
    if failed:
        ran.stdout.fnmatch_lines(["*-gate*hold*", "*+gate*fail*"])


def test_a_policy_without_cases_is_no_test(pytester: pytest.Pytester) -> None:
    (pytester.path / "ours.rhai").write_text(POLICY)
    assert pytester.runpytest_subprocess().ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_cases_that_cannot_be_read_fail(pytester: pytest.Pytester) -> None:
    (pytester.path / "ours").mkdir()
    (pytester.path / "ours.rhai").write_text("rule")
    (pytester.path / "ours" / "cases.kdl").write_text(CASES % "fail")
    ran = pytester.runpytest_subprocess()
    assert ran.ret == pytest.ExitCode.TESTS_FAILED
    assert "help:" in ran.stdout.str()
