package fault

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// Error is one error as data (error.schema.json). It is a Go error too.
type Error struct {
	// Code is a code of rules/data/error-codes.json.
	Code string
	// Path is a JSON Pointer into the input of the call; "" for the whole input.
	Path string
	// Data is an object, or null for none.
	Data ojson.Value
}

// New returns an error whose data has the given members.
func New(code, path string, data ...ojson.Member) *Error {
	e := &Error{Code: code, Path: path}
	if len(data) > 0 {
		e.Data = ojson.Object(data...)
	}
	return e
}

// Error names the code, the path and the data.
func (e *Error) Error() string {
	text := e.Code
	if e.Path != "" {
		text += " at " + e.Path
	}
	if !e.Data.IsNull() {
		text += " " + e.Data.String()
	}
	return text
}

// JSON returns {code, path?, data?}.
func (e *Error) JSON() ojson.Value {
	m := []ojson.Member{ojson.Field("code", ojson.String(e.Code))}
	if e.Path != "" {
		m = append(m, ojson.Field("path", ojson.String(e.Path)))
	}
	if !e.Data.IsNull() {
		m = append(m, ojson.Field("data", e.Data))
	}
	return ojson.Object(m...)
}

// Under returns a copy of e whose path begins with prefix.
func (e *Error) Under(prefix string) *Error {
	return &Error{Code: e.Code, Path: prefix + e.Path, Data: e.Data}
}

// MaxErrors is the number of errors that one call reports (limit "errors").
const MaxErrors = 100

// List collects errors. The zero List is ready.
type List struct {
	errors  []*Error
	dropped int
}

// Add appends an error; beyond a generous number it only counts.
func (l *List) Add(e *Error) {
	if len(l.errors) >= 8*MaxErrors {
		l.dropped++
		return
	}
	l.errors = append(l.errors, e)
}

// Addf is Add of [New].
func (l *List) Addf(code, path string, data ...ojson.Member) { l.Add(New(code, path, data...)) }

// Empty reports whether nothing was added.
func (l *List) Empty() bool { return len(l.errors) == 0 }

// Sorted returns the errors by path and code, each once, at most [MaxErrors] of
// them: where some are left out the last is too-many-errors with their count.
func (l *List) Sorted() []*Error {
	list := slices.Clone(l.errors)
	slices.SortStableFunc(list, func(a, b *Error) int {
		return cmp.Or(ComparePointers(a.Path, b.Path), strings.Compare(a.Code, b.Code))
	})
	list = slices.CompactFunc(list, func(a, b *Error) bool {
		return a.Path == b.Path && a.Code == b.Code && ojson.Equal(a.Data, b.Data)
	})
	if n := len(list) + l.dropped; n > MaxErrors {
		list = append(list[:MaxErrors-1:MaxErrors-1],
			New("too-many-errors", "", ojson.Field("more", ojson.Int(int64(n-MaxErrors+1)))))
	}
	return list
}

// ComparePointers orders JSON Pointers part by part, array indexes by number.
func ComparePointers(a, b string) int {
	for a != "" && b != "" {
		var x, y string
		x, a = cut(a)
		y, b = cut(b)
		if x == y {
			continue
		}
		i, errX := strconv.Atoi(x)
		j, errY := strconv.Atoi(y)
		if errX == nil && errY == nil {
			return cmp.Compare(i, j)
		}
		return strings.Compare(x, y)
	}
	return cmp.Compare(len(a), len(b))
}

// cut splits the first part off a pointer.
func cut(pointer string) (part, rest string) {
	pointer = strings.TrimPrefix(pointer, "/")
	if i := strings.IndexByte(pointer, '/'); i >= 0 {
		return pointer[:i], pointer[i:]
	}
	return pointer, ""
}

// Key appends a member name to a JSON Pointer.
func Key(pointer, name string) string {
	if strings.ContainsAny(name, "~/") {
		name = strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
	}
	return pointer + "/" + name
}

// Index appends an array index to a JSON Pointer.
func Index(pointer string, i int) string { return pointer + "/" + strconv.Itoa(i) }
