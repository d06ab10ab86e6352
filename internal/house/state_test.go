package house_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
	"testing"
)

// checkState reports init functions and package-level variables that change or
// are made to change. What is left are names for values: errors, tables,
// compiled expressions.
//
// A variable passes if it has an initial value (or a go:embed line), holds no
// lock, atomic, pool or channel, and nothing in the module, tests included,
// assigns to it, to an element or a field of it, or takes its address. Types of
// other modules and of the standard library are not looked into, so a method
// of theirs that changes its receiver is not seen.
func checkState(t *tree) (findings []string) {
	bad := func(pos token.Pos, format string, args ...any) {
		p := t.fset.Position(pos)
		findings = append(findings, fmt.Sprintf("%s:%d: ", p.Filename, p.Line)+fmt.Sprintf(format, args...))
	}

	dirs, byDir := t.packages()
	for _, dir := range dirs {
		sc := newScope(t, dir, byDir[dir])
		for _, s := range byDir[dir] {
			for _, decl := range s.ast.Decls {
				switch d := decl.(type) {
				case *ast.FuncDecl:
					if d.Recv == nil && d.Name.Name == "init" {
						bad(d.Pos(), "init function; let the caller build what it needs")
					}
				case *ast.GenDecl:
					if d.Tok != token.VAR || s.test {
						continue
					}
					for _, spec := range d.Specs {
						v := spec.(*ast.ValueSpec)
						if why := sc.mutable(s, d, v); why != "" {
							bad(v.Pos(), "package variable %s %s", v.Names[0].Name, why)
						}
					}
				}
			}
			sc.writes(s, func(pos token.Pos, name string) {
				bad(pos, "changes the package variable %s", name)
			})
		}
	}
	return findings
}

// mutable says what is wrong with the declaration of a package-level variable,
// or returns "".
func (sc *scope) mutable(s *source, d *ast.GenDecl, v *ast.ValueSpec) string {
	if v.Names[0].Name == "_" {
		return "" // holds nothing: it only has the compiler check a type
	}
	if len(v.Values) == 0 {
		if embedded(d.Doc) || embedded(v.Doc) {
			return ""
		}
		return "has no initial value, so something must set it later"
	}
	for _, n := range append([]ast.Expr{v.Type}, v.Values...) {
		if n != nil {
			if what := sc.holds(s, n, map[string]bool{}); what != "" {
				return "holds " + what
			}
		}
	}
	return ""
}

// holds looks for something in a type or an initial value that exists to
// change: a lock, an atomic, a pool, a channel. Struct types of the package are
// followed; function bodies are not, since what they make lives only in calls.
func (sc *scope) holds(s *source, n ast.Node, seen map[string]bool) (what string) {
	syncName, atomicName := s.importName("sync"), s.importName("sync/atomic")
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncType:
			return false
		case *ast.ChanType:
			what = "a channel"
		case *ast.SelectorExpr:
			pkg, ok := n.X.(*ast.Ident)
			switch {
			case !ok:
			case pkg.Name == atomicName && atomicName != "":
				what = "an atomic"
			case pkg.Name == syncName && syncName != "" && !strings.HasPrefix(n.Sel.Name, "Once"):
				what = "a sync." + n.Sel.Name
			}
			return false
		case *ast.Ident:
			decl, ok := sc.types[n.Name]
			if ok && !seen[n.Name] {
				seen[n.Name] = true
				if inner := sc.holds(decl.in, decl.spec.Type, seen); inner != "" {
					what = inner
				}
			}
		}
		return what == ""
	})
	return what
}

// embedded reports whether a comment is or has a go:embed directive.
func embedded(doc *ast.CommentGroup) bool {
	if doc != nil {
		for _, c := range doc.List {
			if strings.HasPrefix(c.Text, "//go:embed ") {
				return true
			}
		}
	}
	return false
}

func TestState(t *testing.T) {
	report(t, checkState(repository(t)))
}

func TestStateReports(t *testing.T) {
	tree := broken(t, map[string]string{
		"good/good.go": `package good
import (
	"embed"
	"errors"
	"regexp"
	"sync"
)
var ErrLate = errors.New("late")
var word = regexp.MustCompile("a")
var table = map[string][]int{"a": {1}}
var ring = &node{name: "a"}
var _ error = (*fault)(nil)
var _ sync.Locker = (*sync.Mutex)(nil)
var parse = sync.OnceValue(func() int { c := make(chan int); return len(c) })
//go:embed data
var data embed.FS
type node struct{ name string; next *node }
type fault struct{}
func (*fault) Error() string { return "" }
func use(word string, limit int) {
	table := map[string]int{}
	table["shadowed"], word = 1, "shadowed"
	limit++
	for ring := range 3 { ring++ }
	other := node{}
	other.name = data.Name
}`,
		"bad/decl.go": `package bad
import (
	"sync"
	a "sync/atomic"
)
var count int
var hits a.Int64
var total = a.Int64{}
var once = &sync.Once{}
var pool = sync.Pool{New: nil}
var queue = make(chan int)
var reg = &registry{}
type registry struct{ inner }
type inner struct { mu sync.RWMutex }
var list, depth = []string{}, 1
var m = map[string]int{}
var box = struct{ n, k int }{}
var Limit, Named = 3, map[string]int{}
func init() {}
`,
		"bad/use.go": `package bad
func use() {
	list = append(list, "a")
	depth++
	m["a"] = 1
	delete(m, "b")
	clear(m)
	copy(list, list)
	box.n = 2
	p := &box.k
	list[0], *p = "c", 1
	for depth = range 3 {}
	(list)[0] = "b"
}`,
		"bad/bad_test.go": `package bad_test
import "` + module + `/bad"
func use() {
	bad.Limit = 5
	bad.Named["a"] = 1
}`,
		"far/far.go": `package far
import other "` + module + `/bad"
func use(bad struct{ Limit int }) { bad.Limit = 2; other.Limit++ }
`,
	})
	same(t, checkState(tree),
		"bad/decl.go:6: package variable count has no initial value, so something must set it later",
		"bad/decl.go:7: package variable hits has no initial value, so something must set it later",
		"bad/decl.go:8: package variable total holds an atomic",
		"bad/decl.go:10: package variable pool holds a sync.Pool",
		"bad/decl.go:11: package variable queue holds a channel",
		"bad/decl.go:12: package variable reg holds a sync.RWMutex",
		"bad/decl.go:19: init function; let the caller build what it needs",
		"bad/use.go:3: changes the package variable list",
		"bad/use.go:4: changes the package variable depth",
		"bad/use.go:5: changes the package variable m",
		"bad/use.go:6: changes the package variable m",
		"bad/use.go:7: changes the package variable m",
		"bad/use.go:8: changes the package variable list",
		"bad/use.go:9: changes the package variable box",
		"bad/use.go:10: changes the package variable box",
		"bad/use.go:11: changes the package variable list",
		"bad/use.go:12: changes the package variable depth",
		"bad/use.go:13: changes the package variable list",
		"bad/bad_test.go:4: changes the package variable bad.Limit",
		"bad/bad_test.go:5: changes the package variable bad.Named",
		"far/far.go:3: changes the package variable bad.Limit",
	)
}
