package demo

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"
)

// screen shows the scene, either as dialogue or as messages. It keeps the first
// error of its output and then shows nothing more.
type screen struct {
	Options
	err error
	// speaking is set while a line of dialogue is open.
	speaking bool
}

// The colours of a terminal, by what they are for.
const (
	plain    = "\x1b[0m"
	faint    = "\x1b[2m"
	bold     = "\x1b[1m"
	forKey   = "\x1b[36m"
	forText  = "\x1b[32m"
	forValue = "\x1b[33m"
)

// margin is the column where text begins, behind the name of who speaks.
const margin = "       "

func (s *screen) print(text string) {
	if s.err == nil {
		_, s.err = io.WriteString(s.Out, text)
	}
}

func (s *screen) paint(color, text string) string {
	if !s.Color {
		return text
	}
	return color + text + plain
}

// note shows what is said about the scene, not in it.
func (s *screen) note(text string) {
	if s.Trace {
		text = "# " + text
	}
	s.print(s.paint(faint, text) + "\n")
}

// stage shows a direction of the scene, in a trace too: without it nobody would
// know what happens between two messages.
func (s *screen) stage(text string) {
	if s.Trace {
		s.note(text)
		return
	}
	s.print("\n" + margin + text + "\n\n")
}

// say shows a whole line of dialogue.
func (s *screen) say(who, line string) {
	if !s.Trace {
		s.print(s.name(who) + line + "\n")
	}
}

func (s *screen) name(who string) string {
	return s.paint(bold, who) + fmt.Sprintf("%*s", len(margin)-len(who), "")
}

// action shows what somebody or something does.
func (s *screen) action(text string) {
	if !s.Trace {
		s.print(margin + s.paint(faint, "("+text+")") + "\n")
	}
}

// offer shows what the player could say, numbered.
func (s *screen) offer(lines []string) {
	var numbered []string
	for i, line := range lines {
		numbered = append(numbered, fmt.Sprintf("%d %s", i+1, line))
	}
	if len(numbered) > 0 && !s.Trace {
		s.print(margin + s.paint(faint, strings.Join(numbered, "  ")) + "\n")
	}
}

// letter is how long a letter of a line takes.
const letter = 14 * time.Millisecond

// speak shows more of a line that is being spoken. A reset begins it again. The
// mood, if there is one, stands in front of the line.
func (s *screen) speak(ctx context.Context, who, mood, delta string, reset bool) {
	if s.Trace {
		return
	}
	if reset {
		s.end()
	}
	if !s.speaking {
		s.print(s.name(who))
		if mood != "" {
			s.print(s.paint(faint, "["+mood+"]") + " ")
		}
		s.speaking = true
	}
	if !s.Slow {
		s.print(delta)
		return
	}
	for _, r := range delta {
		s.print(string(r))
		s.pause(ctx, letter)
	}
}

// end ends a line that is being spoken.
func (s *screen) end() {
	if s.speaking {
		s.print("\n")
		s.speaking = false
	}
}

// prompt shows the player that it is their turn, on a line that they end.
func (s *screen) prompt(who string) {
	if !s.Trace {
		s.print(s.name(who))
		s.speaking = true
	}
}

// farewell ends the scene. hints say what else there is to see.
func (s *screen) farewell(summary string, hints ...string) {
	if !s.Trace {
		s.print("\n")
	}
	s.note(summary)
	if s.Trace {
		s.note("Every line above without # went through the engine. Run 'oam stdio' and send your own.")
		return
	}
	for _, hint := range hints {
		s.note(hint)
	}
}

// pause waits, if the scene is slow, unless the context ends.
func (s *screen) pause(ctx context.Context, d time.Duration) {
	if !s.Slow || s.err != nil {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// wire shows a message and its direction, in a trace.
func (s *screen) wire(arrow string, line []byte) {
	if !s.Trace {
		return
	}
	text := string(line)
	if s.Color {
		text = paintJSON(text)
	}
	s.print(s.paint(bold, arrow) + " " + text + "\n")
}
