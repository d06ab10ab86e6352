package bridge_test

import (
	"slices"
	"strings"
)

// state is what a session must be after the operations that succeeded.
type state struct {
	history            []string
	instructions, note string
	tools              []string
}

func (s *state) full() string {
	if s.note == "" {
		return s.instructions
	}
	return s.instructions + "\n\n" + s.note
}

// checkIncarnation checks one session from its creation to its end: the order
// of its operations, how many were cancelled, and that each model step saw what
// the operations before it that succeeded had left, and nothing else.
func (c *checker) checkIncarnation(n int, whole bool) {
	var queued []*record
	cancelled, told, deleted := 0, 0, !whole || c.plan.End == "shutdown"
	s := state{tools: []string{"act"}}
	for i := range c.records {
		r := &c.records[i]
		if r.incarnation != n || r.refusal != 0 {
			continue
		}
		switch r.Kind {
		case "create":
			s.instructions = "born " + marker(i)
		case "delete":
			deleted = true
		case "cancel":
			deleted = deleted || r.Note
			if r.succeeded() {
				k, _ := r.responses[0].get("result.cancelled").AsInt()
				told += int(k)
			}
		}
		if r.queued() {
			queued = append(queued, r)
			if r.cancelled() {
				cancelled++
			}
		}
	}
	if told > cancelled && whole || told < cancelled && !deleted {
		c.bad("session %d: %d requests were cancelled, session/cancel told of %d", n, cancelled, told)
	}
	c.checkOrder(n, queued)
	if !whole {
		return // what the last operations did was not heard
	}
	for _, r := range queued {
		c.checkSteps(n, r, &s)
		if r.succeeded() {
			s.apply(r)
		}
	}
	c.checkTranscript(n, &s)
}

// checkOrder: operations that were not cancelled are answered in the order of
// arrival, and nothing is heard of one before all earlier ones are answered.
func (c *checker) checkOrder(n int, queued []*record) {
	for j, later := range queued {
		for _, earlier := range queued[:j] {
			if !earlier.answered() {
				if len(later.caused) > 0 || later.succeeded() {
					c.bad("session %d: %d began before %d was answered", n, later.index, earlier.index)
				}
				continue
			}
			at := earlier.responses[0].index
			if len(later.caused) > 0 && later.caused[0].index < at {
				c.bad("session %d: %d began before %d was answered", n, later.index, earlier.index)
			}
			if later.answered() && !later.cancelled() && later.responses[0].index < at {
				c.bad("session %d: %d was answered before %d", n, later.index, earlier.index)
			}
		}
	}
}

// checkSteps: what the model was shown is the state before the operation.
func (c *checker) checkSteps(n int, r *record, s *state) {
	c.log.mu.Lock()
	defer c.log.mu.Unlock()
	steps := 0
	for _, step := range c.log.steps {
		if step.op != r.index {
			continue
		}
		steps++
		if step.incarnation != n {
			c.bad("request %d was run by the model of session %d, not %d", r.index, step.incarnation, n)
		}
		if r.Kind == "compact" {
			continue
		}
		var history []string
		for _, m := range s.history {
			history = append(history, m, m)
		}
		if !slices.Equal(step.history, history) {
			c.bad("request %d: the model saw the turns %v, want %v", r.index, step.history, history)
		}
		if step.instructions != s.full() || !slices.Equal(step.tools, s.tools) {
			c.bad("request %d: the model saw %q and %v, want %q and %v", r.index, step.instructions, step.tools, s.full(), s.tools)
		}
	}
	if steps > 1 || steps == 0 && r.Kind == "respond" && r.succeeded() {
		c.bad("request %d began %d times", r.index, steps)
	}
}

// apply does what the operation did.
func (s *state) apply(r *record) {
	switch r.Kind {
	case "respond":
		s.history = append(s.history, marker(r.index))
	case "reset":
		s.history, s.note = nil, ""
	case "setInstructions":
		s.instructions = "told " + marker(r.index)
	case "setContextNote":
		s.note = "note " + marker(r.index)
	case "setTools":
		s.tools = []string{"act", "other"}[:r.Tools]
	case "compact":
		if len(s.history) > r.Keep {
			s.history = s.history[len(s.history)-r.Keep:]
			s.note = "summary " + marker(r.index)
		}
	}
}

// checkTranscript: what is left at the end is what the successful operations
// alone give.
func (c *checker) checkTranscript(n int, s *state) {
	if c.plan.End != "wait" {
		return
	}
	for session, live := range c.live {
		if live != n {
			continue
		}
		saved := c.response(`"last ` + session + `"`).line
		for _, m := range s.history {
			if !strings.Contains(saved, "prompt "+m) || !strings.Contains(saved, m) {
				c.bad("session %d: the turn %s is not in the transcript", n, m)
			}
		}
		if got := strings.Count(saved, `"role":"user"`); got != len(s.history) {
			c.bad("session %d: the transcript has %d turns, want %d", n, got, len(s.history))
		}
	}
}
