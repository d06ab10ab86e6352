package bridge

import (
	"fmt"
	"slices"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/open-actor-models/oam/agent"
	"github.com/open-actor-models/oam/ojson"
)

// session is an agent that a client created, with the queue of its operations.
type session struct {
	id        string
	modelName string
	agent     *agent.Agent
	// toolTimeout is the limit of tools that name none, 0 for none.
	toolTimeout time.Duration
	createdAt   time.Time
	queue       Queue

	mu sync.Mutex
	// instructions are as the client set them, null for none; without the
	// context note.
	instructions ojson.Value
}

// context are the first members of the params of the session's events.
func (s *session) context() []ojson.Member {
	return []ojson.Member{ojson.Field("session", ojson.String(s.id))}
}

func (s *session) setInstructions(v ojson.Value) {
	text, _ := v.AsString()
	s.mu.Lock()
	s.instructions = v
	s.mu.Unlock()
	s.agent.SetInstructions(text)
}

// describe returns the session's entry of session/list (behaviours, item 72).
func (s *session) describe() ojson.Value {
	s.mu.Lock()
	instructions := s.instructions
	s.mu.Unlock()
	members := []ojson.Member{
		ojson.Field("session", ojson.String(s.id)),
		ojson.Field("model", ojson.String(s.modelName)),
	}
	if !instructions.IsNull() {
		members = append(members, ojson.Field("instructions", instructions))
	}
	tools := s.agent.Tools()
	names := make([]string, len(tools))
	for i := range tools {
		names[i] = tools[i].Name
	}
	pending := s.queue.Pending()
	return ojson.Object(append(members,
		ojson.Field("tools", ojson.Strings(names)),
		ojson.Field("busy", ojson.Bool(pending > 0)),
		ojson.Field("pendingOperations", ojson.Int(int64(pending))),
		ojson.Field("entries", ojson.Int(int64(s.agent.EntryCount()))),
		ojson.Field("createdAt", ojson.String(s.createdAt.UTC().Format(time.RFC3339))),
	)...)
}

// sessions are the sessions of an engine, in the order of their creation.
type sessions struct {
	mu      sync.Mutex
	byID    map[string]*session
	ordered []*session
	// named is the number of ids that were generated.
	named int
	// closed refuses further sessions.
	closed bool
}

// newID returns s1, s2, …, without those in use. A number is used up whatever
// becomes of it (behaviours, item 48).
func (ss *sessions) newID() string {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	for {
		ss.named++
		id := fmt.Sprintf("s%d", ss.named)
		if ss.byID[id] == nil {
			return id
		}
	}
}

func (ss *sessions) get(id string) *session {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	return ss.byID[id]
}

// add adds a session, unless there are limit already.
func (ss *sessions) add(s *session, limit int) error {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	switch {
	case ss.closed:
		return shutDownError()
	case ss.byID[s.id] != nil:
		return sessionExists(s.id)
	case len(ss.ordered) >= limit:
		return sessionLimit(limit)
	}
	if ss.byID == nil {
		ss.byID = map[string]*session{}
	}
	ss.byID[s.id] = s
	ss.ordered = append(ss.ordered, s)
	return nil
}

func (ss *sessions) remove(s *session) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	delete(ss.byID, s.id)
	if i := slices.Index(ss.ordered, s); i >= 0 {
		ss.ordered = slices.Delete(ss.ordered, i, i+1)
	}
}

// list returns the sessions there are, in the order of their creation.
func (ss *sessions) list() []*session {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	return slices.Clone(ss.ordered)
}

// clear removes all sessions and takes no more. Their work is cancelled by
// whoever clears.
func (ss *sessions) clear() {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	ss.byID, ss.ordered, ss.closed = nil, nil, true
}

// maxIDLength is the length of the longest id that a client may give an object.
const maxIDLength = 128

// ObjectID reads the id that a client gives a new object, "" when there is
// none: 1 to 128 characters, no control characters (behaviours, item 49).
func ObjectID(p Params, key string) (string, error) {
	id, err := p.OptionalString(key, "")
	if _, ok := p.Get(key); err != nil || !ok {
		return "", err
	}
	if n := utf8.RuneCountInString(id); n == 0 || n > maxIDLength || containsControl(id) {
		return "", BadParam(p.Path(key), fmt.Sprintf("1 to %d printable characters", maxIDLength), ojson.String(id))
	}
	return id, nil
}

func containsControl(s string) bool {
	return slices.ContainsFunc([]rune(s), unicode.IsControl)
}
