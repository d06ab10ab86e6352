package demo

// inn is the world of the tavern.
const inn = `{"player": {"gold": 20}, "till": {"gold": 7}}`

// marta is what npc/create is asked for. Her model comes beside it.
const marta = `{
	"npc": "marta",
	"persona": {
		"name": "Marta",
		"role": "the innkeeper of the Broken Oar",
		"personality": "Quick, dry, fond of people who work.",
		"speakingStyle": "Short sentences. Never flowery.",
		"goals": ["Sell supper.", "Keep the peace."],
		"secrets": ["Behind the wine rack a tunnel leads to the mill."]
	},
	"tools": [{"name": "menu", "description": "Returns what there is to eat and drink tonight, with prices in gold."}],
	"world": "inn",
	"options": {
		"worldReadable": ["player", "till"],
		"worldWritable": ["player.gold", "till.gold"],
		"worldContextPaths": ["player.gold"],
		"memoryTools": "all",
		"maxRelationshipChange": 15,
		"secretsUnlockAtRelationship": 20,
		"extraInstructions": "When a guest pays, move the gold from player.gold to till.gold."
	}
}`

// trust is the relationship from which Marta's secret is in her prompt, as her
// options have it.
const trust = 20

// martasScript is the script that plays Marta: a bark, the five turns of the
// scene, and some more for players who stay longer. A turn with tool calls takes
// two steps.
const martasScript = `{
	"type": "scripted",
	"steps": [
		{"text": "Mind the step. It bites."},

		{"toolCalls": [{"name": "menu"}]},
		{"template": "{\"emotion\": \"happy\", \"line\": \"Tonight: {toolOutput}. What will it be?\", \"player_options\": [\"And what is behind the wine rack?\", \"Nothing, thank you.\"], \"ends_conversation\": false}"},

		{"text": "{\"emotion\": \"suspicious\", \"line\": \"Dust. Why do you ask?\", \"player_options\": [\"The stew, please. Here are six gold, keep the change.\", \"Just curious.\"], \"ends_conversation\": false}", "chunks": 9},

		{"toolCalls": [
			{"name": "update_world_state", "arguments": {"path": "player.gold", "value": 14}},
			{"name": "update_world_state", "arguments": {"path": "till.gold", "value": 13}},
			{"name": "change_relationship", "arguments": {"reason": "left a tip", "delta": 10}}
		]},
		{"json": {"emotion": "amused", "line": "Six for a five gold stew. You can count, or you are kind.", "player_options": ["Those barrels look heavy. Let me carry them down.", "I am hungry, that is all."], "ends_conversation": false}},

		{"toolCalls": [
			{"name": "change_relationship", "arguments": {"reason": "carried the barrels", "delta": 15}},
			{"name": "remember_fact", "arguments": {"fact": "The traveller carried my barrels into the cellar."}}
		]},
		{"json": {"emotion": "grateful", "line": "All six? My back thanks you. Sit down, the stew is hot.", "player_options": ["So, what is behind the wine rack?", "It smells good."], "ends_conversation": false}},

		{"text": "{\"emotion\": \"worried\", \"line\": \"Not so loud. A tunnel, all the way to the mill. You never heard it from me.\", \"player_options\": [\"Heard what?\", \"Who uses it?\"], \"ends_conversation\": false}", "chunks": 16},

		{"json": {"emotion": "amused", "line": "That is the spirit. Eat, before it gets cold.", "player_options": ["How is business?", "Who is the man with the hat?"], "ends_conversation": false}},
		{"toolCalls": [{"name": "read_world_state", "arguments": {"path": "till.gold"}}]},
		{"template": "{\"emotion\": \"proud\", \"line\": \"There are {toolOutput} gold in the till. I have had worse evenings.\", \"player_options\": [\"Who is the man with the hat?\", \"Good night, Marta.\"], \"ends_conversation\": false}"},
		{"json": {"emotion": "annoyed", "line": "Ulf. He sings when he is happy, and worse when he is not.", "player_options": ["Good night, Marta.", "Another cider for him?"], "ends_conversation": false}}
	],
	"fallback": {"json": {"emotion": "neutral", "line": "I have guests to look after. Ask me tomorrow.", "player_options": ["Good night, Marta."], "ends_conversation": false}}
}`

// visit are the lines of a player who is a script.
func visit() []string {
	return []string{
		"Good evening. What is there to eat?",
		"And what is behind the wine rack?",
		"The stew, please. Here are six gold, keep the change.",
		"Those barrels look heavy. Let me carry them down.",
		"So, what is behind the wine rack?",
	}
}

// ulf is what decision/decide is asked for.
const ulf = `{
	"situation": "You have had nine ciders. The stranger from the bar has just sat down on your hat.",
	"actor": {"name": "Ulf", "role": "a ferryman off duty", "personality": "Loud, sentimental, quick to forgive."},
	"context": {"ciders": 9, "hats": 1},
	"options": [
		{"id": "pick_a_fight", "description": "Ask the stranger outside."},
		{"id": "sing", "description": "Sing the song about the hat."},
		{"id": "sleep", "description": "Put the head on the table."}
	],
	"fallbackOptionID": "sleep"
}`

// ulfsScript is the script that plays Ulf.
const ulfsScript = `{"type": "scripted", "steps": [
	{"json": {"reasoning": "The hat is flat, but the song about it is still good.", "choice": "sing", "confidence": 70}}
]}`

// ulfsDeeds are what the game makes of his decision.
func ulfsDeeds() map[string]string {
	return map[string]string{
		"pick_a_fight": "Ulf gets up, misses the door, and sits down again.",
		"sing":         "Ulf sings. By the second verse the whole room does.",
		"sleep":        "Ulf snores.",
	}
}
