// Package quest adds a narrator of quests to the bridge: an example of an
// extension (bridge protocol, section 11). docs/embedding.md walks through it.
//
// A quest is an agent that tells a story and may ask the game for facts:
//
//	quest/create   {quest, instructions?, tools?, model?} → {quest, warnings}
//	quest/narrate  {quest, text, stream?}                 → {quest, text, toolCalls, usage, steps, warnings?}
//
// With stream, "quest/event" notifications come while the narrator writes.
// Errors: -32090 quest_not_found and -32091 quest_exists, with data.quest.
package quest
