package formula

// Frame is where a compiled formula runs. One frame serves a whole call of the
// engine and must not be used concurrently: whoever evaluates in another place
// saves and restores Node and Iter.
type Frame struct {
	Host any   // the engine's state
	Node int32 // the activation whose formula runs
	Iter Iter  // the current query or list: its candidate is `it`
	// Steps is what is left. Below zero every evaluation fails with
	// safety-limit-exceeded, data {limit: "steps"}.
	Steps int64
}

// Iter is the state of a walk over candidates. Elem is the candidate of a walk
// over a list; the rest belongs to the [Source].
type Iter struct {
	List []int32
	Next int
	Cand int32
	Elem Value
}

// Load gives a value in a frame. A fault is a value too.
type Load func(f *Frame) Value

// Operand is a name or a call that a [Scope] has resolved.
type Operand struct {
	Type Type
	Load Load
	// Const says that the value is known at load: Load(nil) gives it.
	Const bool
	// Content says that content data only are read, so that the value is the
	// same for every character. Constants count.
	Content bool
	// Path is set for the arguments of a call that are plain names: the name as
	// written. A Scope need not set it.
	Path string
	// Resolve is set for a text that is an id: it completes an id as an author
	// writes it, or says that it names nothing. A constant text that stands beside
	// the operand in ==, != or in goes through it, so that a misspelt id is a
	// problem and not a comparison that never holds.
	Resolve func(text string) (id string, bad *Problem)
}

// ConstText returns the text of an operand that is a constant text.
func (o Operand) ConstText() (text string, ok bool) {
	if !o.Const {
		return "", false
	}
	v := o.Load(nil)
	return v.Text(), v.kind == Text
}

// Constant returns an operand for a value that is known at load.
func Constant(v Value) Operand {
	return Operand{Type: TypeOf(v), Load: func(*Frame) Value { return v }, Const: true, Content: true}
}

// Scope says what names mean where a formula stands. The problems that it
// returns have no position; Compile adds it.
type Scope interface {
	// Name resolves a dotted name such as item.base or abilities.str.mod.
	Name(path string) (Operand, *Problem)
	// Call resolves a function of the engine; known is false for a name that is
	// none. It must not keep args' slice.
	Call(name string, args []Operand) (op Operand, bad *Problem, known bool)
	// Query resolves a query by its name and its constant text arguments. The
	// scope that it returns resolves names in the predicate, `it` among them.
	Query(name string, args []Operand) (src Source, inner Scope, bad *Problem, known bool)
}

// Source walks the candidates of a query. Start sets f.Iter; Next moves to the
// next raw candidate and reports whether there is one; Gate, which may be nil,
// asks whether the candidate counts, and gives a boolean or a fault. None of
// them restores f.Iter: the query does, at its end.
type Source struct {
	Start func(f *Frame)
	Next  func(f *Frame) bool
	Gate  Load
	// Content says that the candidates, Gate included, are the same for every
	// character.
	Content bool
}
