package bridge

import (
	"context"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/ojson"
)

func registerSessions(r *Registry) {
	r.Handle("session/create", createSession) // calls the host for the model
	r.handlePrompt("session/respond", respond)
	r.handlePrompt("session/cancel", cancelSession)
	r.handlePrompt("session/reset", resetSession)
	r.handlePrompt("session/delete", deleteSession)
	r.handlePrompt("session/list", listSessions)
	r.handlePrompt("session/transcript", sessionTranscript)
	r.handlePrompt("session/setInstructions", setInstructions)
	r.handlePrompt("session/setContextNote", setContextNote)
	r.handlePrompt("session/setTools", setTools)
	r.handlePrompt("session/compact", compact)
}

// session returns the session that the request names.
func (r *Request) session() (*session, error) {
	id, err := r.params.String("session")
	if err != nil {
		return nil, err
	}
	s := r.engine.sessions.get(id)
	if s == nil {
		return nil, sessionNotFound(id)
	}
	return s, nil
}

// change schedules a change of a session: it commits just before it applies,
// and answers {"session", …more}.
func (s *session) change(r *Request, apply func() error, more ...ojson.Member) (Reply, error) {
	return s.queue.Schedule(r, func(_ context.Context, op *Operation) (ojson.Value, error) {
		if err := op.Commit(); err != nil {
			return ojson.Value{}, err
		}
		if err := apply(); err != nil {
			return ojson.Value{}, err
		}
		return ojson.Object(append(s.context(), more...)...), nil
	})
}

func cancelSession(r *Request) (Reply, error) {
	s, err := r.session()
	if err != nil {
		return Reply{}, err
	}
	n := s.queue.Cancel()
	return Result(ojson.Object(append(s.context(), ojson.Field("cancelled", ojson.Int(int64(n))))...)), nil
}

func deleteSession(r *Request) (Reply, error) {
	s, err := r.session()
	if err != nil {
		return Reply{}, err
	}
	r.engine.sessions.remove(s)
	s.queue.Cancel()
	return Result(ojson.Object(append(s.context(), ojson.Field("deleted", ojson.Bool(true)))...)), nil
}

func resetSession(r *Request) (Reply, error) {
	s, err := r.session()
	if err != nil {
		return Reply{}, err
	}
	// The queue lets nothing else run now, so the agent does not make it wait.
	return s.change(r, func() error { return s.agent.Reset(context.Background()) })
}

func listSessions(r *Request) (Reply, error) {
	all := r.engine.sessions.list()
	list := make([]ojson.Value, len(all))
	for i, s := range all {
		list[i] = s.describe()
	}
	return Result(ojson.Object(ojson.Field("sessions", ojson.Array(list...)))), nil
}

func sessionTranscript(r *Request) (Reply, error) {
	s, err := r.session()
	if err != nil {
		return Reply{}, err
	}
	return Result(ojson.Object(append(s.context(), ojson.Field("transcript", s.agent.Transcript()))...)), nil
}

func setInstructions(r *Request) (Reply, error) {
	s, err := r.session()
	if err != nil {
		return Reply{}, err
	}
	if _, err := r.params.OptionalString("instructions", ""); err != nil {
		return Reply{}, err
	}
	v, _ := r.params.Get("instructions")
	return s.change(r, func() error {
		s.setInstructions(v)
		return nil
	})
}

func setContextNote(r *Request) (Reply, error) {
	s, err := r.session()
	if err != nil {
		return Reply{}, err
	}
	note, err := r.params.OptionalString("note", "")
	if err != nil {
		return Reply{}, err
	}
	return s.change(r, func() error {
		s.agent.SetContextNote(note)
		return nil
	})
}

func setTools(r *Request) (Reply, error) {
	s, err := r.session()
	if err != nil {
		return Reply{}, err
	}
	list, err := r.params.Require("tools")
	if err != nil {
		return Reply{}, err
	}
	set, err := ParseTools(list, "tools", s.toolTimeout)
	if err != nil {
		return Reply{}, err
	}
	// Found out at arrival, like all that is wrong with the parameters.
	if err := agent.CheckTools(set.Tools); err != nil {
		return Reply{}, err
	}
	return s.change(r, func() error { return s.agent.SetTools(set.Tools) },
		ojson.Field("warnings", ojson.Strings(set.Flat())))
}
