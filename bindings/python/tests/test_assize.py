"""Reading and judging, as the module is installed."""

from __future__ import annotations

import datetime
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import assize

PASS = "verdict: pass\nconfidence: high\n"
FAIL = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it <b>leaks</b>\n"

OURS = """
given phase: int;
given today: date;
/// Fewer than these decide nothing.
param least = 1 from 1 to 9;
param team = ["qa"] from 0 to 5;
rule "a first draft" when phase < 2 then hold;
rule "too few" when in_favour.count < least then hold;
rule "in favour" when in_favour.all then pass;
"""


def docket(*texts: str) -> assize.Docket:
    made = assize.Docket("task-17", round=2)
    for number, text in enumerate(texts):
        made.seat(f"r{number}")
        made.submit(f"r{number}", text)
    return made


def test_a_text_is_read_in_any_format() -> None:
    read = assize.read(FAIL, name="qa.md")
    assert (read.format, read.stated, read.effective, read.confidence) == ("verdict-file", "fail", "fail", "high")
    assert read.verdicts[0]["findings"][0]["location"]["path"] == "src/a.rs"
    assert repr(read) == "<Reading verdict-file: fail, findings: 1>"
    assert assize.read(b"verdict: pass\nconfidence: low\n").confidence == "low"
    assert assize.read(b"\xff\xfe").cause == "encoding"
    nothing = assize.read("")
    assert (nothing.effective, nothing.cause, nothing.verdicts) == (None, "empty", [])
    assert read.to_dict()["source"] == "qa.md"
    with pytest.raises(ValueError, match="`maybe` is not one of"):
        assize.read("x", profile="maybe")
    with pytest.raises(TypeError):
        assize.read(7)  # type: ignore[arg-type]


def test_a_docket_is_judged() -> None:
    ruled = assize.judge(docket(PASS, FAIL), "any-blocker")
    assert (ruled.outcome, ruled.word, ruled.open, ruled.exit_code) == ("fail", "fail", False, 1)
    assert ruled.rule == "a reviewer failed the change"
    assert [action["kind"] for action in ruled.actions] == ["fix"]
    assert ruled.to_dict()["docket"]["id"] == "task-17"
    assert "SHUT" in str(ruled) and "failed.some" in ruled.explain()
    opened = assize.judge(docket(PASS, PASS))
    assert opened.open and opened.outcome == "pass"
    silent = docket(PASS)
    silent.absent("security", "errored", "timed out after 240 s")
    assert assize.judge(silent).outcome == "hold"
    # A seat that was never named opens nothing, and shuts.
    unexpected = docket(PASS)
    unexpected.submit("stranger", FAIL)
    assert not assize.judge(unexpected).open


def test_a_shut_gate_is_not_true() -> None:
    for value in (assize.judge(docket(FAIL)), assize.read(FAIL)):
        with pytest.raises(TypeError, match="neither true nor false"):
            bool(value)


def test_a_policy_is_compiled_and_set() -> None:
    ours = assize.Policy.compile(OURS, name="ours.rhai")
    assert ours.params == {"least": 1, "team": ["qa"]}
    assert ours.givens == [("phase", "int"), ("today", "date")]
    asked = docket(PASS)
    asked.given("today", datetime.date(2026, 11, 28))
    with pytest.raises(assize.AssizeError, match="phase"):
        assize.judge(asked, ours)
    asked.given("phase", 3)
    assert assize.judge(asked, ours).open
    stricter = ours.set(least=2, team=["a", "b"])
    assert assize.judge(asked, stricter).rule == "too few"
    assert stricter != ours and stricter.sha256 == ours.sha256
    with pytest.raises(assize.AssizeError, match="least"):
        ours.set(least=0)


def test_what_is_wrong_is_told_at_once_with_codes_and_places() -> None:
    with pytest.raises(assize.AssizeError) as caught:
        assize.Policy.compile('rule "a" when faild.some then fail;\nrule "b" when passed.al then pass;\n', name="o.rhai")
    told = caught.value.diagnostics
    assert [(item["source"], item["line"]) for item in told] == [("o.rhai", 1), ("o.rhai", 2)]
    assert all(item["code"].startswith("assize::") for item in told)
    assert "did you mean `failed`?" in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.diagnostics) == (str(caught.value), told)
    with pytest.raises(assize.AssizeError, match="did you mean `any-blocker`"):
        assize.Policy("any-bloker")
    with pytest.raises(assize.AssizeError):
        assize.Docket.from_json("{}")


def test_a_policy_is_found_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / ".assize" / "policies" / "gate"
    folder.mkdir(parents=True)
    (folder / "ours.rhai").write_text('rule "in favour" when in_favour.all then pass;\n')
    monkeypatch.chdir(tmp_path)
    by_name, by_path = assize.Policy("ours"), assize.Policy("./.assize/policies/gate/ours.rhai")
    assert by_name == by_path and hash(by_name) == hash(by_path)


def test_what_can_be_sent_comes_back_the_same() -> None:
    policy = assize.Policy.compile(OURS, name="ours.rhai").set(least=2)
    again = pickle.loads(pickle.dumps(policy))
    assert again == policy and again.params == policy.params and again is not policy
    asked = docket(PASS, FAIL)
    assert pickle.loads(pickle.dumps(asked)).to_json() == asked.to_json()
    ruled = assize.judge(asked)
    assert pickle.loads(pickle.dumps(ruled)).to_json() == ruled.to_json()
    read = assize.read(FAIL, name="qa.md")
    assert pickle.loads(pickle.dumps(read)).to_dict() == read.to_dict()


def test_a_policy_that_was_changed_on_its_way_is_refused() -> None:
    policy = assize.Policy.compile(OURS)
    sent = pickle.dumps(policy).replace(b"phase < 2", b"phase < 0")
    with pytest.raises(assize.AssizeError, match="does not have the hash"):
        pickle.loads(sent)


def test_threads_share_a_policy() -> None:
    policy = assize.Policy("any-blocker")
    with ThreadPoolExecutor(8) as pool:
        texts = [PASS, FAIL] * 200
        outcomes = list(pool.map(lambda text: assize.judge(docket(text), policy).outcome, texts))
    assert outcomes == ["pass", "fail"] * 200


def test_other_threads_run_while_a_text_is_read() -> None:
    text = "verdict: pass\nconfidence: high\n" + "a line of prose, and another clause\n" * 30_000
    ticks, done = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    ticker = threading.Thread(target=tick)
    ticker.start()
    before = ticks
    assize.read(text)
    during = ticks - before
    done.set()
    ticker.join()
    assert during > 0


def test_a_notebook_shows_a_ruling_and_nothing_of_a_reviewer_acts() -> None:
    page = assize.judge(docket(FAIL))._repr_html_()
    assert "SHUT fail" in page and "it &lt;b&gt;leaks&lt;/b&gt;" in page
    assert "<b>" not in page


def test_a_contract_says_how_to_write_a_format() -> None:
    assert "verdict:" in assize.contract("verdict-file")
    with pytest.raises(ValueError, match="is not one of"):
        assize.contract("nonsense")
