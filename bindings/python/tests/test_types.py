"""The stubs say what is there, and both checkers read them."""

from __future__ import annotations

import importlib.util
import inspect
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import assize._assize

USE = """
import assize
read = assize.read("verdict: pass")
effective: str | None = read.effective
docket = assize.Docket("task-17")
docket.submit("qa", b"verdict: pass")
ruling: assize.Ruling = assize.judge(docket, assize.Policy("any-blocker").set(min_reviewers=2))
opened: bool = ruling.open
{wrong}
"""
FLAGS = {"mypy": ["--strict"], "pyright": ["--pythonpath", sys.executable]}
WRONG = "docket.submit(7, 'verdict: pass')"


def checked(tool: str, here: Path, *paths: Path) -> subprocess.CompletedProcess[str]:
    pytest.importorskip(tool)
    line = [sys.executable, "-m", tool, *FLAGS[tool], *map(str, paths)]
    return subprocess.run(line, capture_output=True, text=True, cwd=here)


@pytest.mark.parametrize("tool", ["mypy", "pyright"])
def test_a_checker_knows_the_types(tool: str, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text(USE.format(wrong=""))
    bad.write_text(USE.format(wrong=WRONG))
    done = checked(tool, tmp_path, good)
    assert done.returncode == 0, done.stdout + done.stderr
    done = checked(tool, tmp_path, bad)
    assert done.returncode != 0 and '"submit"' in done.stdout, done.stdout


@pytest.mark.parametrize("tool", ["mypy", "pyright"])
def test_the_module_itself_is_well_typed(tool: str, tmp_path: Path) -> None:
    # A copy: beside other packages mypy takes their files for ours.
    folder = tmp_path / "assize"
    shutil.copytree(Path(str(assize.__file__)).parent, folder)
    names = ["__init__.py", "_errors.py", "_html.py", "types.py", "pytest_plugin.py", "_assize.pyi"]
    done = checked(tool, tmp_path, *[folder / name for name in names])
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_name_all_that_is_there() -> None:
    spec = importlib.util.find_spec("assize")
    assert spec is not None and spec.submodule_search_locations
    folder = Path(spec.submodule_search_locations[0])
    assert (folder / "py.typed").is_file()
    stubs = (folder / "_assize.pyi").read_text()
    for name, value in inspect.getmembers(assize._assize):
        if name.startswith("__") or name == "_assize":
            continue
        assert f"def {name}(" in stubs or f"class {name}:" in stubs, name
        if inspect.isclass(value):
            members = [member for member in vars(value) if not member.startswith("__")]
            assert all(f"def {member}(" in stubs for member in members), (name, members)
