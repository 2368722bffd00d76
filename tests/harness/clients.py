"""The clients: which package each is, how its home is made, how it is run, and by which tools its model acts."""

import json
import os
import shutil
from pathlib import Path

from mock import REVIEWER, Call

TASK = "Do what you are there for."
ABOUT = "Reviews the change for quality."


def agent_file(name):
    return f"---\nname: {name}\ndescription: {ABOUT}\n---\n\n{REVIEWER}: review the change, and end with one verdict.\n"


def entry(server):
    return {"command": server[0], "args": server[1:]}


def written(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))
    return str(path)


class Client:
    """A client: `name` as `assize hook` has it, its package, the events that it has."""

    name = package = version = None
    has_agents = True
    # What the registration asks of a person, which the bench does.
    also = ""

    def binary(self, modules):
        raise NotImplementedError

    def prepare(self, home, repo):
        """Makes the home, and what its user does once by hand."""

    def environment(self, home, url):
        return {}

    def line(self, home, url):
        return []

    def push(self, line):
        """How its model runs a command."""
        raise NotImplementedError

    def start(self, agent):
        """How its model starts a reviewer."""
        return None

    def register(self, home, server):
        """Registers a server of MCP, which is a command and its arguments; gives what is added to the line."""
        return []

    def submit(self, verdict):
        """How its model hands a verdict in, by the names that clients give the tool of a server."""
        names = ["mcp__assize__submit_verdict", "mcp_assize_submit_verdict", "assize-submit_verdict", "submit_verdict"]
        return Call(*((name, verdict) for name in names))


class Claude(Client):
    name, package, version = "claude-code", "@anthropic-ai/claude-code", "2.1.332"
    also = "the folder is trusted in `.claude.json`"

    def binary(self, modules):
        found = sorted(modules.glob("@anthropic-ai/claude-code-*/claude"))
        return [str(found[0])] if found else None

    def prepare(self, home, repo):
        trusted = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
        state = {"hasCompletedOnboarding": True, "projects": {str(repo): trusted}}
        (home / ".claude.json").write_text(json.dumps(state))
        agents = repo / ".claude/agents"
        agents.mkdir(parents=True, exist_ok=True)
        (agents / "qa-reviewer.md").write_text(agent_file("qa-reviewer"))

    def environment(self, home, url):
        return {
            "ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "none",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1",
            # Else its model has to look for the tools of a server before it can call one.
            "ENABLE_TOOL_SEARCH": "false",
        }

    def line(self, home, url):
        return ["-p", TASK, "--output-format", "json", "--allowedTools", "Bash", "Agent", "Task", "mcp__assize"]

    def register(self, home, server):
        return ["--mcp-config", written(home / "mcp.json", {"mcpServers": {"assize": entry(server)}})]

    def push(self, line):
        return Call(("Bash", {"command": line, "description": "send the work on"}))

    def start(self, agent):
        args = {"description": "review", "prompt": "Review the change.", "subagent_type": agent}
        return Call(("Agent", args), ("Task", args))


class Codex(Client):
    name, package, version = "codex", "@openai/codex", "0.171.0"
    also = "`--dangerously-bypass-hook-trust` takes the place of the review of its hooks"

    def binary(self, modules):
        found = sorted(modules.glob("@openai/codex-*/vendor/*/bin/codex"))
        found += sorted(modules.glob("@openai/codex-*/vendor/*/codex/codex"))
        return [str(found[0])] if found else None

    def prepare(self, home, repo):
        codex = home / ".codex"
        codex.mkdir(parents=True, exist_ok=True)
        role = codex / "qa-reviewer.toml"
        role.write_text(f'developer_instructions = "{REVIEWER}: review the change, and end with one verdict."\n')
        (codex / "config.toml").write_text(
            f'[projects."{repo}"]\ntrust_level = "trusted"\n\n[features]\nmulti_agent = true\n\n'
            f'[agents.qa-reviewer]\ndescription = "{ABOUT}"\nconfig_file = "{role}"\n'
        )

    def environment(self, home, url):
        return {"CODEX_HOME": str(home / ".codex"), "BENCH_KEY": "none"}

    def line(self, home, url):
        provider = f'{{name="bench", base_url="{url}/v1", wire_api="responses", env_key="BENCH_KEY", supports_websockets=false}}'
        return [
            "exec", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust",
            "-c", f"model_providers.bench={provider}", "-c", 'model_provider="bench"', "-m", "gpt-5.4", TASK,
        ]

    def register(self, home, server):
        args = json.dumps(server[1:])
        return ["-c", f'mcp_servers.assize.command="{server[0]}"', "-c", f"mcp_servers.assize.args={args}"]

    def push(self, line):
        return Call(
            ("exec_command", {"cmd": line}), ("shell_command", {"command": line}),
            ("shell", {"command": ["bash", "-lc", line]}),
        )

    def start(self, agent):
        return Call(("spawn_agent", {"agent_type": agent, "message": "Review the change.", "task_name": "review"}))


class Gemini(Client):
    name, package, version = "gemini", "@google/gemini-cli", "0.61.0"
    has_agents = False
    also = "the folder is trusted (`--skip-trust`)"

    def binary(self, modules):
        found = modules / "@google/gemini-cli/bundle/gemini.js"
        return ["node", str(found)] if found.exists() else None

    def prepare(self, home, repo):
        (home / ".gemini").mkdir(parents=True, exist_ok=True)
        settings = {"security": {"auth": {"selectedType": "gemini-api-key"}}, "general": {"disableAutoUpdate": True}}
        (home / ".gemini/settings.json").write_text(json.dumps(settings))

    def environment(self, home, url):
        return {"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_CLI_TRUST_WORKSPACE": "true"}

    def line(self, home, url):
        return ["-p", TASK, "--yolo", "--skip-trust", "-o", "json", "-m", "gemini-2.5-pro"]

    def register(self, home, server):
        path = home / ".gemini/settings.json"
        settings = json.loads(path.read_text())
        written(path, {**settings, "mcpServers": {"assize": {**entry(server), "trust": True}}})
        return []

    def push(self, line):
        return Call(("run_shell_command", {"command": line, "description": "send the work on"}))


class Copilot(Client):
    name, package, version = "copilot", "@github/copilot", "1.0.102"
    also = "the folder is trusted (`--trust-folder`)"

    def binary(self, modules):
        found = sorted(modules.glob("@github/copilot-*/copilot"))
        return [str(found[0])] if found else None

    def prepare(self, home, repo):
        agents = repo / ".github/agents"
        agents.mkdir(parents=True, exist_ok=True)
        (agents / "qa-reviewer.agent.md").write_text(agent_file("qa-reviewer"))

    def environment(self, home, url):
        return {
            "COPILOT_OFFLINE": "true", "COPILOT_AUTO_UPDATE": "false", "COPILOT_HOME": str(home / ".copilot"),
            "COPILOT_PROVIDER_BASE_URL": f"{url}/v1", "COPILOT_PROVIDER_API_KEY": "none", "COPILOT_MODEL": "gpt-4.1",
        }

    def line(self, home, url):
        return ["-p", TASK, "--allow-all-tools", "--trust-folder", "--output-format", "json"]

    def register(self, home, server):
        servers = {"assize": {**entry(server), "type": "local", "tools": ["*"]}}
        written(home / ".copilot/mcp-config.json", {"mcpServers": servers})
        return []

    def push(self, line):
        args = {"command": line, "description": "send the work on", "mode": "sync", "initial_wait": 30}
        return Call(("bash", args))

    def start(self, agent):
        args = {
            "agent_type": agent, "prompt": "Review the change.", "description": "review", "name": "review", "mode": "sync",
        }
        return Call(("task", args))


ALL = [Claude(), Codex(), Gemini(), Copilot()]


def installed(modules, client):
    """The command of a client, or why there is none."""
    line = client.binary(modules)
    if line is None:
        return None, f"{client.package} is not installed"
    if line[0] == "node" and not shutil.which("node"):
        return None, "node is not installed"
    if not os.access(line[-1], os.R_OK):
        return None, f"{Path(line[-1]).name} cannot be read"
    return line, None
