package game

import (
	"strings"
	"unicode"
)

// Emotion is one of the emotions of the protocol (section 6, npc/create).
type Emotion string

// The emotions.
const (
	Neutral    Emotion = "neutral"
	Happy      Emotion = "happy"
	Sad        Emotion = "sad"
	Angry      Emotion = "angry"
	Afraid     Emotion = "afraid"
	Surprised  Emotion = "surprised"
	Suspicious Emotion = "suspicious"
	Amused     Emotion = "amused"
	Disgusted  Emotion = "disgusted"
	Excited    Emotion = "excited"
	Curious    Emotion = "curious"
	Confused   Emotion = "confused"
	Worried    Emotion = "worried"
	Grateful   Emotion = "grateful"
	Annoyed    Emotion = "annoyed"
	Proud      Emotion = "proud"
)

// Emotions returns all emotions in the order of the protocol.
func Emotions() []Emotion {
	return []Emotion{
		Neutral, Happy, Sad, Angry, Afraid, Surprised, Suspicious, Amused,
		Disgusted, Excited, Curious, Confused, Worried, Grateful, Annoyed, Proud,
	}
}

// otherWords are words that models and authors use for the emotions.
var otherWords = map[string]Emotion{
	"calm": Neutral, "none": Neutral, "indifferent": Neutral, "serious": Neutral, "stoic": Neutral, "thoughtful": Neutral,
	"glad": Happy, "joyful": Happy, "cheerful": Happy, "pleased": Happy, "content": Happy, "friendly": Happy, "warm": Happy, "joy": Happy,
	"unhappy": Sad, "sorrowful": Sad, "gloomy": Sad, "melancholy": Sad, "melancholic": Sad, "depressed": Sad, "sadness": Sad, "mournful": Sad,
	"mad": Angry, "furious": Angry, "enraged": Angry, "hostile": Angry, "anger": Angry, "outraged": Angry, "threatening": Angry,
	"scared": Afraid, "fearful": Afraid, "frightened": Afraid, "terrified": Afraid, "fear": Afraid, "timid": Afraid,
	"shocked": Surprised, "astonished": Surprised, "amazed": Surprised, "startled": Surprised, "surprise": Surprised,
	"wary": Suspicious, "distrustful": Suspicious, "mistrustful": Suspicious, "skeptical": Suspicious, "sceptical": Suspicious,
	"cautious": Suspicious, "guarded": Suspicious,
	"playful": Amused, "entertained": Amused, "laughing": Amused, "amusement": Amused, "mischievous": Amused, "teasing": Amused,
	"repulsed": Disgusted, "revolted": Disgusted, "disgust": Disgusted, "contemptuous": Disgusted,
	"eager": Excited, "enthusiastic": Excited, "thrilled": Excited, "excitement": Excited,
	"interested": Curious, "intrigued": Curious, "inquisitive": Curious, "curiosity": Curious,
	"puzzled": Confused, "bewildered": Confused, "perplexed": Confused, "unsure": Confused, "confusion": Confused,
	"anxious": Worried, "nervous": Worried, "concerned": Worried, "uneasy": Worried, "worry": Worried,
	"thankful": Grateful, "appreciative": Grateful, "gratitude": Grateful,
	"grumpy": Annoyed, "gruff": Annoyed, "irritated": Annoyed, "impatient": Annoyed, "frustrated": Annoyed, "grouchy": Annoyed,
	"irate": Angry, "exasperated": Annoyed,
	"smug": Proud, "confident": Proud, "triumphant": Proud, "pride": Proud, "boastful": Proud,
}

// ParseEmotion reads the name of an emotion as people and models write it: in
// any case, with punctuation around it, or another word for it (behaviours,
// item 194).
func ParseEmotion(text string) (Emotion, bool) {
	word := strings.ToLower(strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }))
	for _, e := range Emotions() {
		if word == string(e) {
			return e, true
		}
	}
	e, ok := otherWords[word]
	return e, ok
}

// lenientEmotion is neutral where there is no emotion to be read.
func lenientEmotion(text string) Emotion {
	if e, ok := ParseEmotion(text); ok {
		return e
	}
	return Neutral
}
