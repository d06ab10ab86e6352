package action

import (
	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/internal/engine"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// question is an input that a step asks for.
type question struct {
	kind string
	// needs are the members of needs behind kind, step and action.
	needs func() []ojson.Member
	// auto gives the input without asking anybody; nil or false where it cannot.
	auto func() (ojson.Value, bool, *fault.Error)
	// take checks an input and uses it; false: it does not fit. It must not
	// have any effect then. It returns the input as the trace keeps it.
	take func(input ojson.Value) (ojson.Value, bool)
	// replayed is told of an automatic input of the trace that was taken.
	replayed func()
}

// input gives a step its next input: from the trace, by itself, or from the
// answers; without any the run pauses.
func (r *runner) input(f *frame, step *engine.StepProg, q question) *halt {
	path := f.path(step)
	if r.traced < len(r.in.Trace) {
		at := fault.Index("/trace", r.traced)
		entry := r.in.Trace[r.traced]
		named, _ := entry.Get("step")
		given, _ := named.AsString()
		auto, _ := entry.Get("auto")
		automatic, _ := auto.AsBool()
		body := entry.Without("step").Without("auto")
		kept, ok := q.take(body)
		if given != path || !ok || !ojson.Equal(kept, body) {
			return &halt{fault.New("invalid-paused-state", at)}
		}
		r.traced++
		if automatic && q.replayed != nil {
			q.replayed()
		}
		r.note(path, body, automatic)
		return nil
	}
	if q.auto != nil && !(r.in.Continues && r.answered == 0) {
		input, ok, err := q.auto()
		if err != nil {
			return &halt{err}
		}
		if ok {
			kept, fits := q.take(input)
			if !fits {
				return &halt{fault.New("invalid-faces", "/dice", f.place(step)...)}
			}
			r.note(path, kept, true)
			return nil
		}
	}
	needs := ojson.Object(append([]ojson.Member{
		ojson.Field("kind", ojson.String(q.kind)),
		ojson.Field("step", ojson.String(path)),
		ojson.Field("action", ojson.String(f.prog.Def.ID)),
	}, q.needs()...)...)
	if r.answered == len(r.in.Answers) {
		r.out.Needs = needs
		return pausing()
	}
	answer := r.in.Answers[r.answered]
	kept, ok := q.take(answer)
	if !ok {
		return &halt{fault.New("answer-mismatch", fault.Index("/answers", r.answered),
			ojson.Field("index", ojson.Int(int64(r.answered))), ojson.Field("needs", needs))}
	}
	r.answered++
	r.note(path, kept, false)
	return nil
}

// note writes an input into the trace, and one that somebody gave among the
// answers.
func (r *runner) note(path string, body ojson.Value, auto bool) {
	m := append([]ojson.Member{ojson.Field("step", ojson.String(path))}, body.Members()...)
	if auto {
		m = append(m, ojson.Field("auto", ojson.Bool(true)))
	} else {
		r.out.Answers = append(r.out.Answers, body)
	}
	r.out.Trace = append(r.out.Trace, ojson.Object(m...))
}

// only reports whether an input is an object with none but these members.
func only(v ojson.Value, names ...string) bool {
	if v.Kind() != ojson.KindObject {
		return false
	}
	for _, m := range v.Members() {
		known := false
		for _, name := range names {
			known = known || m.Key == name
		}
		if !known {
			return false
		}
	}
	return true
}
