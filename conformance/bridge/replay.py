#!/usr/bin/env python3
"""Plays case files against an executable: replay.py OAM FILE…

It needs nothing but Python 3. README.md beside it describes the files. It
prints one line for each file and exits with 1 when one of them failed.
"""

import concurrent.futures
import json
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time

PATIENCE = 20  # seconds for one case


class Failure(Exception):
    """The bridge did something else than the file says."""


class Object(list):
    """A JSON object: a list of pairs, because the order of keys counts."""

    def get(self, key):
        return next((v for k, v in self if k == key), None)


def members(pairs):
    return Object(pairs)


def parse(text):
    return json.loads(text, object_pairs_hook=members)


def encode(value):
    """Returns compact JSON text."""
    if isinstance(value, Object):
        return "{" + ",".join(encode(k) + ":" + encode(v) for k, v in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(encode, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def match(pattern, value, binds, path="$"):
    """Raises Failure where the value differs from the pattern."""

    def differ(want):
        raise Failure(f"at {path}: want {want}, got {encode(value)}")

    if isinstance(pattern, str):
        if pattern == "$any":
            return
        if pattern == "$string":
            return None if isinstance(value, str) else differ("a string")
        if pattern == "$number":
            return None if is_number(value) else differ("a number")
        if pattern.startswith("$bind:"):
            if encode(binds.setdefault(pattern, value)) != encode(value):
                differ(encode(binds[pattern]))
            return
        if pattern.startswith("$$"):
            pattern = pattern[1:]
        elif pattern.startswith("$"):
            raise ValueError(f"unknown placeholder {pattern}")
        if not isinstance(value, str) or value != pattern:
            differ(encode(pattern))
    elif isinstance(pattern, Object):
        if pattern.get("$contains") is not None:
            parts = pattern.get("$contains")
            if not isinstance(value, str) or not all(part in value for part in parts):
                differ("a string with " + encode(parts))
            return
        if pattern.get("$match") is not None:
            if not isinstance(value, str) or not re.search(pattern.get("$match"), value):
                differ("a match of " + pattern.get("$match"))
            return
        if not isinstance(value, Object):
            differ("an object")
        if pattern.get("$has") is not None:
            keys = [key for key, _ in value]
            for key, inner in pattern.get("$has"):
                if key not in keys:
                    differ("a member " + encode(key))
                match(inner, value.get(key), binds, f"{path}.{key}")
            for key in pattern.get("$lacks") or []:
                if key in keys:
                    differ("no member " + encode(key))
            return
        for i, (key, inner) in enumerate(pattern):
            if key == "$more":
                return
            if i >= len(value) or value[i][0] != key:
                differ(f"member {i} to be {encode(key)}")
            match(inner, value[i][1], binds, f"{path}.{key}")
        if len(value) > len(pattern):
            differ(f"{len(pattern)} members")
    elif isinstance(pattern, list):
        if not isinstance(value, list) or isinstance(value, Object):
            differ("an array")
        more = bool(pattern) and pattern[-1] == "$more"
        wanted = pattern[:-1] if more else pattern
        if len(value) < len(wanted) or len(value) > len(wanted) and not more:
            differ(f"{len(wanted)} items")
        for i, inner in enumerate(wanted):
            match(inner, value[i], binds, f"{path}[{i}]")
    elif is_number(pattern):
        if not is_number(value) or value != pattern:
            differ(encode(pattern))
    elif value is not pattern:  # null, true, false
        differ(encode(pattern))


def match_any_order(patterns, values, binds):
    """Gives each value a pattern of its own."""
    if not patterns:
        return
    failure = None
    for i, pattern in enumerate(patterns):
        attempt = dict(binds)
        try:
            match(pattern, values[0], attempt)
            match_any_order(patterns[:i] + patterns[i + 1 :], values[1:], attempt)
        except Failure as f:
            failure = failure or f
        else:
            binds.update(attempt)
            return
    raise failure


def fill(value, binds):
    """Replaces bound placeholders in what is sent."""
    if isinstance(value, Object):
        return Object((k, fill(v, binds)) for k, v in value)
    if isinstance(value, list):
        return [fill(v, binds) for v in value]
    if isinstance(value, str) and value.startswith("$bind:"):
        return binds[value]
    return value


class Bridge:
    """A running executable."""

    def __init__(self, executable, config, folder):
        command = [executable, "stdio"]
        env = {k: v for k, v in os.environ.items() if not k.startswith("OAM_")}
        for key, value in config:
            if key == "maxSessions":
                command += ["--max-sessions", str(value)]
            elif key == "noScriptedModels":
                command += ["--no-scripted-models"] if value else []
            elif key == "toolTimeout":
                command += ["--tool-timeout", str(value)]
            elif key == "systemScript":
                env["OAM_SCRIPT"] = os.path.join(folder, "script.json")
                with open(env["OAM_SCRIPT"], "w", encoding="utf-8") as f:
                    f.write(encode(value))
            else:
                raise ValueError(f"unknown config {key}")
        self.process = subprocess.Popen(
            command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.lines = queue.Queue()
        self.deadline = time.monotonic() + PATIENCE
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send(self, line):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def next(self):
        """Returns the next line without its newline, None after the last."""
        try:
            line = self.lines.get(timeout=max(0, self.deadline - time.monotonic()))
        except queue.Empty:
            raise Failure("no line came") from None
        if line is not None and not line.endswith(b"\n"):
            raise Failure("half a line came")
        return line and line[:-1]


class Player:
    """Holds one conversation."""

    def __init__(self, bridge, tools):
        self.bridge, self.tools = bridge, tools
        self.binds, self.pings, self.latest = {}, 0, b""

    def next(self):
        line = self.bridge.next()
        if line is None:
            raise Failure("the output has ended")
        self.latest = line
        if not line.startswith(b'{"jsonrpc":"2.0",'):
            raise Failure("the line is no message")
        value = parse(line.decode("utf-8"))
        if value.get("method") == "tool/call":
            reply = self.tools.get(value.get("params").get("call").get("name"))
            if reply is not None:
                message = Object([("jsonrpc", "2.0"), ("id", value.get("id"))] + reply)
                self.bridge.send(encode(message).encode())
        return value

    def step(self, kind, arg):
        if kind == "send":
            self.bridge.send(encode(fill(arg, self.binds)).encode())
        elif kind == "sendRaw":
            self.bridge.send(arg.encode())
        elif kind == "sendHex":
            self.bridge.send(bytes.fromhex(arg))
        elif kind == "sendRepeat":
            text = arg.get("text") * arg.get("count")
            self.bridge.send(((arg.get("before") or "") + text + (arg.get("after") or "")).encode())
        elif kind == "expect":
            match(arg, self.next(), self.binds)
        elif kind == "expectRaw":
            self.next()
            if self.latest != arg.encode():
                raise Failure("the lines differ")
        elif kind == "expectAnyOrder":
            match_any_order(arg, [self.next() for _ in arg], self.binds)
        elif kind == "expectText":
            self.text(arg)
        elif kind == "expectTalk":
            self.talk(arg)
        elif kind == "expectSilence":
            self.silence()
        elif kind == "close":
            self.bridge.process.stdin.close()
        elif kind == "expectEnd":
            self.end()
        else:
            raise ValueError(f"unknown directive {kind}")

    def text(self, want):
        context = fill(want.get("context"), self.binds)
        request_id = fill(want.get("requestId"), self.binds)
        text = ""
        while text != want.get("text"):
            value = self.next()
            event = (value.get("params") or Object()).get("event") or Object()
            delta = event.get("delta") or ""
            text += delta
            event = Object([("type", "text"), ("delta", delta), ("text", text), ("isReset", False)])
            params = Object(context + [("requestId", request_id), ("event", event)])
            line = Object([("jsonrpc", "2.0"), ("method", want.get("method")), ("params", params)])
            if encode(value) != encode(line):
                raise Failure("want the text event " + encode(line))
            if not delta or not want.get("text").startswith(text):
                raise Failure("the deltas do not lead to the text")

    def talk(self, want):
        npc = fill(want.get("npc"), self.binds)
        shown, told, never = "", [], want.get("never")
        while True:
            value = self.next()
            if value.get("method") is None:
                if shown != want.get("line") or told != want.get("emotions"):
                    raise Failure(f"at the response, the line is {encode(shown)} and the emotions were {told}")
                return match(want.get("response"), value, self.binds)
            event = (value.get("params") or Object()).get("event") or Object()
            kind = event.get("type")
            key = {"emotion": "emotion", "lineDelta": "delta", "lineReset": "line"}.get(kind)
            text = event.get(key) or ""
            event = Object([("type", kind), (key, text)])
            params = Object([("npc", npc), ("requestId", want.get("requestId")), ("event", event)])
            line = Object([("jsonrpc", "2.0"), ("method", "npc/event"), ("params", params)])
            if key is None or encode(value) != encode(line):
                raise Failure("want an event of type emotion, lineDelta or lineReset, or the response")
            if kind == "emotion":
                told.append(text)
            elif kind == "lineDelta":
                if not text:
                    raise Failure("the delta is empty")
                shown += text
            elif want.get("grows"):
                raise Failure("the line is reset")
            else:
                shown = text
            if want.get("grows") and not want.get("line").startswith(shown) or never and re.search(never, shown):
                raise Failure("the displayed line is " + encode(shown))

    def silence(self):
        self.pings += 1
        name = f"runner-ping-{self.pings}"
        self.bridge.send(encode(Object([("jsonrpc", "2.0"), ("id", name), ("method", "ping")])).encode())
        self.next()
        if self.latest.decode() != f'{{"jsonrpc":"2.0","id":"{name}","result":{{}}}}':
            raise Failure("want nothing before the answer to the ping")

    def end(self):
        self.latest = self.bridge.next()
        if self.latest is not None:
            raise Failure("the output has not ended")
        code = self.bridge.process.wait(timeout=PATIENCE)
        if code != 0:
            raise Failure(f"exit code {code}")


def play(executable, file):
    with open(file, encoding="utf-8") as f:
        header, *steps = [parse(line) for line in f]
    with tempfile.TemporaryDirectory() as folder:
        bridge = Bridge(executable, header.get("config") or Object(), folder)
        player = Player(bridge, header.get("tools") or Object())
        number = 1
        try:
            for number, step in enumerate(steps, 2):
                player.step(*step[0])
            number += 1
            if step[0][0] != "expectEnd":
                player.silence()
                bridge.process.stdin.close()
                player.end()
        except (Failure, BrokenPipeError) as failure:
            raise Failure(f"line {number}: {failure}\n    got: {(player.latest or b'').decode()[:2000]}") from None
        finally:
            bridge.process.kill()
            bridge.process.wait()


def outcome(executable, file):
    """Returns what is wrong, None when nothing is. A case that depends on time
    gets three tries: a busy machine can be late by more than any delay."""
    with open(file, encoding="utf-8") as f:
        tries = 3 if re.search("delayMs|DelayMs|imeout", f.read()) else 1
    for _ in range(tries):
        try:
            play(executable, file)
            return None
        except Failure as failure:
            reason = failure
    return reason


def main(executable, *files):
    failed = False
    with concurrent.futures.ThreadPoolExecutor(max_workers=4) as pool:
        for file, failure in zip(files, pool.map(lambda f: outcome(executable, f), files)):
            print(f"FAIL {file} {failure}" if failure else f"ok   {file}")
            failed = failed or failure is not None
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
