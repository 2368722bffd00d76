"""A model on loopback that says what a scenario wants, in the four ways in which clients ask.

    POST /v1/messages                            Messages
    POST /v1/responses                           Responses
    POST /v1/chat/completions                    chat completions
    POST /v1beta/models/NAME:streamGenerateContent   generateContent

It answers whole or as server-sent events, counts what it is asked, and after MOST requests answers with an error, so that no
client can go on for ever.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# So many requests a run; one that needs more loops.
MOST = 30

# Who is a reviewer is known by this in what it is told first.
REVIEWER = "REVIEWER-OF-THE-BENCH"


class Say(str):
    """A text, which ends a turn."""


class Call:
    """A tool that is called, by the first of some names that is offered."""

    def __init__(self, *ways):
        self.ways = ways

    def among(self, tools):
        return next(((name, args) for name, args in self.ways if name in tools), None)


class Asked:
    """A request, as far as it matters here."""

    def __init__(self, api, body, path):
        self.api = api
        self.streams = bool(body.get("stream")) or ":streamGenerateContent" in path
        self.tools = set(names_of_tools(api, body))
        self.is_reviewer = REVIEWER in json.dumps(instructions_of(api, body))
        self.has_result = has_result(api, body)
        self.body = body


def names_of_tools(api, body):
    for tool in body.get("tools") or []:
        if api == "generateContent":
            for one in tool.get("functionDeclarations") or []:
                yield one.get("name")
        elif api == "chat":
            yield (tool.get("function") or {}).get("name")
        elif tool.get("type") == "namespace":
            for one in tool.get("tools") or []:
                yield one.get("name")
        else:
            yield tool.get("name") or tool.get("type")


def instructions_of(api, body):
    if api == "messages":
        return [body.get("system"), (body.get("messages") or [None])[0]]
    if api == "responses":
        return [body.get("instructions"), (body.get("input") or [])[:3]]
    if api == "chat":
        return (body.get("messages") or [])[:2]
    return [body.get("systemInstruction"), (body.get("contents") or [])[:1]]


def has_result(api, body):
    if api == "messages":
        blocks = (m.get("content") for m in body.get("messages") or [])
        return any(isinstance(b, list) and any(p.get("type") == "tool_result" for p in b) for b in blocks)
    if api == "responses":
        return any(str(item.get("type", "")).endswith("_output") for item in body.get("input") or [])
    if api == "chat":
        return any(m.get("role") == "tool" for m in body.get("messages") or [])
    parts = (p for c in body.get("contents") or [] for p in c.get("parts") or [])
    return any("functionResponse" in part for part in parts)


class Model:
    """A model, and what it was asked. `script` says what is answered to an `Asked`."""

    def __init__(self, script):
        self.script = script
        self.turns = 0
        self.reviews = 0
        self.misled = 0
        self.asked = 0
        self.log = []
        self.lock = threading.Lock()
        model = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                self.whole(200, models_of(self.path))

            def do_HEAD(self):
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def do_POST(self):
                length = int(self.headers.get("content-length") or 0)
                raw = self.rfile.read(length)
                try:
                    body = json.loads(raw or b"{}")
                except ValueError:
                    return self.whole(400, {"error": {"message": "no JSON"}})
                api = api_of(self.path)
                if api is None:
                    return self.whole(200, {"input_tokens": 1, "totalTokens": 1})
                answer, streams = model.answer(api, body, self.path)
                if answer is None:
                    return self.whole(400, {"error": {"message": "the bench ends here", "type": "invalid_request_error"}})
                if streams:
                    return self.events(answer)
                return self.whole(200, answer)

            def whole(self, code, value):
                data = json.dumps(value).encode()
                self.send_response(code)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def events(self, events):
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.send_header("connection", "close")
                self.end_headers()
                for name, value in events:
                    text = value if isinstance(value, str) else json.dumps(value)
                    head = f"event: {name}\n" if name else ""
                    self.wfile.write(f"{head}data: {text}\n\n".encode())
                self.close_connection = True

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, api, body, path):
        asked = Asked(api, body, path)
        with self.lock:
            self.asked += 1
            number = self.asked
            if number > MOST:
                return None, False
            if asked.is_reviewer:
                self.reviews += 1
            elif asked.tools:
                self.turns += 1
            said = self.script(asked)
            found = said.among(asked.tools) if isinstance(said, Call) else None
            if isinstance(said, Call) and found is None:
                self.log.append(f"none of {[name for name, _ in said.ways]} among {sorted(map(str, asked.tools))}")
                said = Say("done")
        write = {"messages": messages, "responses": responses, "chat": chat, "generateContent": generate}[api]
        return write(number, found or str(said), asked.streams, body), asked.streams


def api_of(path):
    path = path.split("?")[0]
    if path.endswith("/messages"):
        return "messages"
    if path.endswith("/responses"):
        return "responses"
    if path.endswith("/chat/completions"):
        return "chat"
    if path.endswith(":streamGenerateContent") or path.endswith(":generateContent"):
        return "generateContent"
    return None


def models_of(_path):
    return {"object": "list", "data": [], "models": [], "has_more": False}


def messages(number, said, streams, body):
    if isinstance(said, str):
        block, stop = {"type": "text", "text": said}, "end_turn"
        start, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": said}
    else:
        name, args = said
        block, stop = {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": args}, "tool_use"
        start = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(args)}
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {
        "id": f"msg_{number}", "type": "message", "role": "assistant", "model": body.get("model", "m"),
        "content": [], "stop_reason": None, "stop_sequence": None, "usage": usage,
    }
    if not streams:
        return {**message, "content": [block], "stop_reason": stop}
    events = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": start},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}, "usage": usage},
        {"type": "message_stop"},
    ]
    return [(event["type"], event) for event in events]


def responses(number, said, streams, body):
    if isinstance(said, str):
        text = {"type": "output_text", "text": said, "annotations": []}
        item = {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed", "content": [text]}
    else:
        name, args = said
        item = {
            "type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": name,
            "arguments": json.dumps(args), "status": "completed",
        }
        # A tool inside a namespace is called by both names.
        space = next((t.get("name") for t in body.get("tools") or [] if t.get("type") == "namespace"
                      and any(one.get("name") == name for one in t.get("tools") or [])), None)
        if space:
            item["namespace"] = space
    usage = {
        "input_tokens": 1, "output_tokens": 1, "total_tokens": 2,
        "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0},
    }
    response = {
        "id": f"resp_{number}", "object": "response", "created_at": 1, "model": body.get("model", "m"),
        "status": "completed", "output": [item], "usage": usage,
    }
    if not streams:
        return response
    begun = {**response, "status": "in_progress", "output": [], "usage": None}
    events = [
        {"type": "response.created", "response": begun},
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": response},
    ]
    return [(event["type"], {**event, "sequence_number": at}) for at, event in enumerate(events)]


def chat(number, said, streams, body):
    if isinstance(said, str):
        message, stop = {"role": "assistant", "content": said}, "stop"
    else:
        name, args = said
        call = {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}
        message, stop = {"role": "assistant", "content": None, "tool_calls": [call]}, "tool_calls"
    base = {"id": f"chat_{number}", "created": 1, "model": body.get("model", "m")}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    if not streams:
        choice = {"index": 0, "message": message, "finish_reason": stop}
        return {**base, "object": "chat.completion", "choices": [choice], "usage": usage}
    if "tool_calls" in message:
        message = {**message, "tool_calls": [{**call, "index": 0} for call in message["tool_calls"]]}
    chunk = {**base, "object": "chat.completion.chunk"}
    return [
        (None, {**chunk, "choices": [{"index": 0, "delta": message, "finish_reason": None}]}),
        (None, {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": stop}], "usage": usage}),
        (None, "[DONE]"),
    ]


def generate(number, said, streams, _body):
    if isinstance(said, str):
        part = {"text": said}
    else:
        name, args = said
        part = {"functionCall": {"id": f"call_{number}", "name": name, "args": args}}
    answer = {
        "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
        "modelVersion": "m", "responseId": f"r{number}",
    }
    return [(None, answer)] if streams else answer
