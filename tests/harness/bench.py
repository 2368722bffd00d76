#!/usr/bin/env python3
"""Runs real clients of agents against a model on loopback, with a gate that is shut and one that is open.

    bench.py --assize target/debug/assize [--only codex,gemini] [--modules FOLDER] [--keep]

Prints a table, and ends with 1 where a client looped or a shut gate let something through.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from clients import ALL, installed  # noqa: E402
from mock import MOST, Model, Say  # noqa: E402

# A run that takes longer is ended, and counts as one that loops.
SECONDS = 180
# How often a round sends its agent on, where `assize.kdl` does not say it.
ATTEMPTS = 3
INSTALL = 900
PASS = "### Verdict: APPROVE"
FAIL = "### Verdict: REVISE\n\n### Blocking findings\n\n- src/a.rs:1 the lock is never let go"
PUSH = "git push origin HEAD:refs/heads/sent"

# Each run: its event, what stands there, what the reviewers wrote (none: no round), and what must come of it.
RUNS = [
    ("push", "no round", None, "held"),
    ("push", "shut", (PASS, FAIL), "held"),
    ("push", "open", (PASS, PASS), "sent"),
    ("turn ends", "no round", None, "one turn"),
    ("turn ends", "shut", (PASS, FAIL), "sent on, then ended"),
    ("turn ends", "open", (PASS, PASS), "one turn"),
    ("subagent", "a verdict", (), "kept"),
    ("subagent", "no verdict", (), "asked again"),
    ("MCP", "a verdict", (), "handed in"),
]
VERDICT = {"verdict": "approve", "summary": "I read all of it.", "must_fix": [], "findings": []}


def main():
    asked = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    asked.add_argument("--assize", default="target/debug/assize", help="the command that is tried")
    asked.add_argument("--only", default="", help="clients, by name, with commas")
    asked.add_argument("--runs", default="", help="only runs whose event holds this text")
    asked.add_argument("--modules", help="a folder of npm that has the packages; else they are installed")
    asked.add_argument("--keep", action="store_true", help="keep the folders of the runs, and say where")
    asked.add_argument("--inside", help=argparse.SUPPRESS)
    asked = asked.parse_args()
    only = [name for name in asked.only.split(",") if name]
    clients = [client for client in ALL if not only or client.name in only]
    assize = Path(asked.assize).resolve()
    if not assize.exists():
        sys.exit(f"{assize} is not there: cargo build")
    work = Path(asked.inside or tempfile.mkdtemp(prefix="assize-harness-"))
    if not asked.inside:
        modules = Path(asked.modules).resolve() if asked.modules else install(work, clients)
        code = apart([*sys.argv[1:], "--inside", str(work), "--modules", str(modules), "--assize", str(assize)])
        if asked.keep:
            print(f"kept: {work}")
        else:
            shutil.rmtree(work, ignore_errors=True)
        sys.exit(code)
    sys.exit(measure(clients, assize, Path(asked.modules), work, asked.runs))


def install(work, clients):
    """Has npm install the packages; what cannot be had is skipped later, by name."""
    modules = work / "node_modules"
    modules.mkdir(parents=True, exist_ok=True)
    (work / "package.json").write_text('{"private": true}')
    for client in clients:
        line = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", f"{client.package}@{client.version}"]
        try:
            subprocess.run(line, cwd=work, check=True, capture_output=True, text=True, timeout=INSTALL)
        except (OSError, subprocess.SubprocessError) as error:
            why = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
            print(f"{client.package} cannot be had: {why[-1] if why else error}")
    return modules


def apart(args):
    """Runs itself where there is no network but loopback, if the system can do that."""
    line = [sys.executable, __file__, *args]
    if shutil.which("unshare") and subprocess.run(["unshare", "-rn", "true"], capture_output=True).returncode == 0:
        up = 'ip link set lo up 2>/dev/null || ifconfig lo up; exec "$@"'
        return subprocess.run(["unshare", "-rn", "sh", "-c", up, "sh", *line]).returncode
    print("no namespace of its own: clients are only told to use a proxy that is not there")
    return subprocess.run(line).returncode


def measure(clients, assize, modules, work, part):
    rows, failed = [], 0
    for client in clients:
        line, why = installed(modules, client)
        if line is None:
            print(f"skipped: {client.name} ({why})")
            continue
        for number, (event, gate, reports, wanted) in enumerate(RUNS):
            if part not in event:
                continue
            if event == "MCP" and not serves(assize):
                rows.append((client.name, event, gate, wanted, "this `assize` is built without it", "-", True))
                continue
            if event == "subagent" and not client.has_agents:
                rows.append((client.name, event, gate, wanted, "no such event", "-", True))
                continue
            run = Run(client, line, assize, work / f"{client.name}-{number}")
            found, good = run.try_out(event, reports, wanted)
            failed += not good
            rows.append((client.name, event, gate, wanted, found, f"{run.seconds:.0f} s", good))
            print(f"{'ok ' if good else 'BAD'} {client.name}: {event}, {gate}: {found}", flush=True)
    print("\n| client | event | gate | what must come of it | what happened | time |\n|---|---|---|---|---|---|")
    for *cells, good in rows:
        print(f"| {' | '.join(cells)} |{'' if good else '  <- otherwise'}")
    return 1 if failed or not rows else 0


def serves(assize):
    """Whether a command has a server of MCP."""
    tried = subprocess.run([assize, "mcp"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return "not_built" not in tried.stderr and "unrecognized" not in tried.stderr


class Run:
    """One run of a client in a repository of its own, with a remote to push to."""

    def __init__(self, client, line, assize, root):
        self.client, self.binary, self.assize = client, line, assize
        self.home, self.repo, self.remote = root / "home", root / "repo", root / "remote.git"
        self.seconds, self.more = 0.0, []
        for folder in (self.home, self.repo):
            folder.mkdir(parents=True)
        search = [str(assize.parent), str(Path(shutil.which("node") or "/usr/bin/node").parent), "/usr/bin", "/bin"]
        self.environment = {
            "PATH": ":".join(search), "HOME": str(self.home), "LANG": "C.UTF-8", "TERM": "dumb", "SHELL": "/bin/bash",
            "HTTP_PROXY": "http://127.0.0.1:9", "HTTPS_PROXY": "http://127.0.0.1:9", "NO_PROXY": "127.0.0.1,localhost",
            "GIT_CONFIG_NOSYSTEM": "1", "CI": "1",
        }

    def do(self, *line):
        done = subprocess.run(line, cwd=self.repo, env=self.environment, capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise RuntimeError(f"{' '.join(map(str, line))}: {done.stderr or done.stdout}")
        return done.stdout

    def try_out(self, event, reports, wanted):
        self.prepare(reports)
        verdict = PASS if wanted == "kept" else "I had a look at it, and it is what it is."
        push, start = self.client.push(PUSH), self.client.start("qa-reviewer")
        acts = {"push": push, "subagent": start, "MCP": self.client.submit(VERDICT)}
        if event == "MCP":
            self.more = self.client.register(self.home, [str(self.assize), "mcp", "--seat", "qa"])

        def script(asked):
            if asked.is_reviewer:
                # What sends the agent on is none of a reviewer's business.
                model.misled += "The gate of `t1`" in json.dumps(asked.body)
                return Say(verdict)
            if asked.has_result or event == "turn ends":
                return Say("done")
            return acts[event]

        model = Model(script)
        try:
            ended = self.start(model)
        finally:
            model.close()
        (self.repo.parent / "asked.txt").write_text("\n".join(model.log))
        return self.look(wanted, model, ended)

    def prepare(self, reports):
        """A repository with a remote, the hook as `assize init` registers it, and a round with what its reviewers wrote."""
        self.do("git", "init", "-q", "-b", "main", ".")
        self.do("git", "init", "-q", "--bare", str(self.remote))
        for name, value in [("user.name", "bench"), ("user.email", "bench@a.example")]:
            self.do("git", "config", name, value)
        self.do("git", "remote", "add", "origin", str(self.remote))
        self.client.prepare(self.home, self.repo)
        line = [self.assize, "init", "--expect", "qa,security", "--harness", self.client.name, "--write"]
        self.do(*map(str, line))
        (self.repo / ".gitignore").write_text(".reviews/\n")
        self.do("git", "add", "-A")
        self.do("git", "commit", "-q", "-m", "a change")
        if reports is None:
            return
        begun = json.loads(self.do(str(self.assize), "begin", "t1", "--format", "json"))
        for seat, text in zip(("qa", "security"), reports):
            report = self.repo / ".reviews/t1" / f"{seat}.md"
            report.write_text(f"{text}\n\n<!-- {begun['mark']} -->\n")

    def start(self, model):
        """Runs the client until it ends; whether it did so itself."""
        environment = {**self.environment, **self.client.environment(self.home, model.url)}
        line = [*self.binary, *self.client.line(self.home, model.url), *self.more]
        out = (self.repo.parent / "said.txt").open("w")
        began = time.monotonic()
        process = subprocess.Popen(
            line, cwd=self.repo, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            process.wait(timeout=SECONDS)
            ended = True
        except subprocess.TimeoutExpired:
            ended = False
        finally:
            # What it began and left behind ends with it.
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            self.seconds = time.monotonic() - began
        return ended

    def look(self, wanted, model, ended):
        """What happened, and whether that is what had to."""
        turns = f"{model.turns} turn{'' if model.turns == 1 else 's'}"
        if model.asked > MOST or not ended:
            return f"loops: {turns}, {'ended by the bench' if not ended else 'no end'}", False
        sent = subprocess.run(
            ["git", "--git-dir", str(self.remote), "rev-parse", "-q", "--verify", "refs/heads/sent"], capture_output=True,
        ).returncode == 0
        if wanted in ("held", "sent"):
            found = ("sent" if sent else "held") + f", {turns}"
            return found, sent == (wanted == "sent") and model.turns >= 2
        if wanted == "one turn":
            return turns, model.turns == 1
        kept = self.repo / ".reviews/.rounds/t1/1/hooks.json"
        hooked = json.loads(kept.read_text()) if kept.exists() else {}
        if wanted == "sent on, then ended":
            found = f"{turns}, sent on {hooked.get('blocked', 0)} times, ended: {hooked.get('ended')}"
            good = model.turns == 1 + ATTEMPTS and hooked.get("blocked") == ATTEMPTS and bool(hooked.get("ended"))
            return found, good
        report = self.repo / ".reviews/t1/qa.md"
        text = report.read_text() if report.exists() else ""
        if wanted == "handed in":
            found = f"{turns}, the report of `qa` {'is' if text else 'is not'} there"
            return found, "approve" in text and "assize-r1-" in text
        found = f"{turns}, the reviewer answered {model.reviews} times, its report {'is' if text else 'is not'} there"
        if model.misled:
            return f"{found}; it was sent on as its agent is", False
        if wanted == "kept":
            return found, "APPROVE" in text and "assize-r1-" in text and model.reviews == 1
        return found, 2 <= model.reviews <= 4


if __name__ == "__main__":
    main()
