"""Columns of Arrow, from any object that has its interface."""

from __future__ import annotations

from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")

import assize  # noqa: E402
import assize.arrow  # noqa: E402

PASS = "verdict: pass\nconfidence: high\n"
FAIL = "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n"
TEXTS = [PASS, None, FAIL]


class Stream:
    """An object that knows nothing but the Arrow C stream interface."""

    def __init__(self, data: Any) -> None:
        self.data = data

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.data.__arrow_c_stream__(requested_schema)


def test_texts_are_read_from_whatever_holds_them() -> None:
    array = pa.array(TEXTS)
    expected = assize.arrow.read(array)
    assert expected.schema == assize.arrow.READ and expected.num_rows == 3
    chunked = pa.chunked_array([TEXTS[:1], TEXTS[1:]])
    table = pa.table({"n": [1, 2, 3], "text": TEXTS})
    for data in [
        chunked,
        table,
        table.to_batches()[0],
        Stream(chunked),
        Stream(table),
        array.cast(pa.large_string()),
        array.cast(pa.string_view()),
        array.cast(pa.binary()),
        array.dictionary_encode(),
        pa.chunked_array([TEXTS, []]),
    ]:
        assert assize.arrow.read(data).equals(expected), data
    assert assize.arrow.read(table.rename_columns(["n", "body"]), column="body").equals(expected)
    assert assize.arrow.read(pa.array(["x"] + TEXTS).slice(1)).equals(expected)
    assert assize.arrow.read(pa.array([], type=pa.string())).num_rows == 0


def test_a_row_is_what_reading_alone_gives() -> None:
    row = assize.arrow.read(pa.array([FAIL])).to_pylist()[0]
    alone = assize.read(FAIL)
    for name in ("format", "cause", "stated", "derived", "effective", "confidence", "sha256"):
        assert row[name] == getattr(alone, name)
    assert row["findings"][0]["fingerprint"] == alone.verdicts[0]["findings"][0]["fingerprint"]
    assert row["findings"][0]["lines"] == [{"first": 7, "last": 7}]


def test_what_holds_no_texts_is_an_error() -> None:
    with pytest.raises(assize.AssizeError, match="holds Int64, and not text"):
        assize.arrow.read(pa.array([1]))
    with pytest.raises(KeyError):
        assize.arrow.read(pa.table({"body": TEXTS}))
    with pytest.raises(TypeError, match="neither"):
        assize.arrow.read(["verdict: pass"])


def test_texts_are_not_copied() -> None:
    array = pa.array([PASS * 100_000])
    before = pa.total_allocated_bytes()
    chunks = assize.arrow._chunks(array, "text")
    assert chunks[0].buffers()[2].address == array.buffers()[2].address
    assert pa.total_allocated_bytes() == before


def test_tables_and_lists_are_judged_alike() -> None:
    table = pa.table({
        "task": ["b", "a", "b"],
        "seat": ["qa", "qa", "docs"],
        "text": [PASS, PASS, FAIL],
    })
    bench = assize.arrow.Bench(expect=["qa", "docs"])
    ruled = assize.arrow.judge(table, bench=bench)
    assert ruled.schema == assize.arrow.RULING
    assert ruled.column("task").to_pylist() == ["b", "a"]
    assert ruled.column("outcome").to_pylist() == ["fail", "hold"]
    lists = pa.array([
        [{"seat": "qa", "text": PASS}, {"seat": "docs", "text": FAIL}],
        [{"seat": "qa", "text": PASS}],
    ])
    for column in (lists, pa.chunked_array([lists[:1], lists[1:]])):
        listed = assize.arrow.judge_lists(column, bench=bench)
        assert listed.drop_columns(["task"]).equals(ruled.drop_columns(["task"]))
    alone = assize.arrow.judge(table, task=None, bench=bench)
    assert alone.num_rows == 1 and alone.column("outcome").to_pylist() == ["fail"]
    assert assize.arrow.judge(table).column("outcome").to_pylist() == ["fail", "warn"]
    numbers = table.append_column("round", pa.array([1, 2, 2], type=pa.int8()))
    assert assize.arrow.judge(numbers, round="round").column("round").to_pylist() == [1, 2, 2]


def test_many_threads_give_the_same_rows() -> None:
    texts = pa.array([PASS, FAIL, "", "nothing"] * 500)
    one = assize.arrow.read(texts, threads=1)
    assert assize.arrow.read(texts, threads=4).equals(one)
