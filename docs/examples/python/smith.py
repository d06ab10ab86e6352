"""A smith speaks into a speech bubble: npc/event from Python."""
import json, subprocess, sys

oam = subprocess.Popen(sys.argv[1:] or ["oam", "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

def send(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), file=oam.stdin, flush=True)

def answer(line, emotion, *options):  # what a scripted model says
    return {"text": json.dumps({"emotion": emotion, "line": line, "player_options": options, "ends_conversation": False})}

script = [{"toolCalls": [{"name": "stock"}]}, answer("Three swords, forged this week.", "proud", "I take one.", "Too dear.")]
send(id=1, method="npc/create", params={
    "npc": "gorm", "persona": {"name": "Gorm", "role": "the village blacksmith"},
    "tools": [{"name": "stock", "description": "Returns what is for sale."}],
    "options": {"groundingTool": "stock"}, "model": {"type": "scripted", "steps": script}})
send(id=2, method="npc/talk", params={"npc": "gorm", "line": "What do you sell?", "stream": True})

bubble = face = ""
for line in oam.stdout:
    message = json.loads(line)
    params = message.get("params", {})
    event = params.get("event", {})
    if event.get("type") == "emotion":
        face = event["emotion"]       # before the line, so the portrait can change first
    elif event.get("type") == "lineDelta":
        bubble += event["delta"]      # draw it letter by letter, at your own speed
    elif event.get("type") == "lineReset":
        bubble = event["line"]        # the model began again
    elif message.get("method") == "tool/call":
        send(id=message["id"], result={"output": {"swords": 3, "gold": 45}})
    elif message.get("id") == 2:
        reply = message["result"]
        assert bubble == reply["line"]  # always
        print(f"Gorm ({face}): {bubble}")
        for option in reply["playerOptions"]:
            print(" >", option)
        oam.stdin.close()
