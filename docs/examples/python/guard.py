"""A guard opens a gate: a game in Python that drives OAM over a pipe."""
import json, subprocess, sys

oam = subprocess.Popen(sys.argv[1:] or ["oam", "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

def send(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), file=oam.stdin, flush=True)

script = [{"toolCalls": [{"name": "open_gate"}]}, {"template": "I tried, but {toolOutput}."}]
send(id=1, method="session/create", params={
    "session": "guard", "instructions": "You guard the north gate.",
    "tools": [{"name": "open_gate", "description": "Opens the gate. Returns what happened."}],
    "model": {"type": "scripted", "steps": script}})
send(id=2, method="session/respond", params={"session": "guard", "prompt": "Open the gate!", "stream": True})

for line in oam.stdout:
    message = json.loads(line)
    if message.get("method") == "tool/call":  # the model asks, the game acts and answers
        print("the game runs", message["params"]["call"]["name"])
        send(id=message["id"], result={"output": "the chain is jammed"})
    elif message.get("id") == 2:
        print("the guard says:", message["result"]["text"])
        oam.stdin.close()  # oam ends when its input has ended and all requests are answered
