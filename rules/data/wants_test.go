package data_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/open-actor-models/oam/ojson"
	"github.com/open-actor-models/oam/rules/data"
	"github.com/open-actor-models/oam/rules/internal/fault"
)

// TestWantWords holds the words of wrong-type on the page, in the list of codes
// and in the schema of errors to those that the engine has.
func TestWantWords(t *testing.T) {
	want := fault.WantWords()
	page, err := os.ReadFile("../../docs/rules/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(page), "**What belongs there.**")
	_, part, _ = strings.Cut(part, ":\n")
	part, _, _ = strings.Cut(part, "\n")
	var words []string
	for _, m := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(part, -1) {
		words = append(words, m[1])
	}
	if !slices.Equal(words, want) {
		t.Errorf("errors.md has %v, not %v", words, want)
	}
	entry, _ := data.ErrorCodes().Get("wrong-type")
	members, _ := entry.Get("data")
	expected, _ := members.Get("expected")
	said, _ := expected.AsString()
	said, _, _ = strings.Cut(said, ";")
	if list := strings.Split(strings.Replace(said, " or ", ", ", 1), ", "); !slices.Equal(list, want) {
		t.Errorf("error-codes.json has %v, not %v", list, want)
	}
	schema, err := os.ReadFile("../schemas/error.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if pattern := "^(" + strings.Join(want, "|") + ")( or (" + strings.Join(want[1:], "|") + "))*$"; !strings.Contains(string(schema), pattern) {
		t.Errorf("error.schema.json does not have the pattern %s", pattern)
	}
}

// TestWant checks how the words are put together.
func TestWant(t *testing.T) {
	for want, w := range map[string]fault.Want{
		"number or formula": fault.WantFormula | fault.WantNumber,
		"text":              fault.WantKind(ojson.KindString),
		"boolean or number or text or list": fault.WantKind(ojson.KindBool) | fault.WantKind(ojson.KindNumber) |
			fault.WantText | fault.WantKind(ojson.KindArray),
		"object": fault.WantKind(ojson.KindObject),
		"":       fault.WantKind(ojson.KindNull),
	} {
		if w.String() != want {
			t.Errorf("%q, want %q", w, want)
		}
	}
}

// TestSourcesOfShapes: wherever the engine says wrong-type it says it with the
// closed list, and wherever it says unknown-member it names the member.
func TestSourcesOfShapes(t *testing.T) {
	found := map[string]int{}
	fset := token.NewFileSet()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			for _, arg := range call.Args {
				code, _ := text(arg)
				switch code {
				case "wrong-type":
					found[code]++
					if !hasExpected(call) {
						t.Errorf("%s: %s without a Want", fset.Position(arg.Pos()), code)
					}
				case "unknown-member":
					found[code]++
					if !hasField(call, "member") {
						t.Errorf("%s: %s without its member", fset.Position(arg.Pos()), code)
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found["wrong-type"] < 2 || found["unknown-member"] < 2 {
		t.Errorf("found %v: the test no longer sees how errors are made", found)
	}
}

// text is the value of a text literal.
func text(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

// hasExpected reports whether an argument of the call is Want.Expected().
func hasExpected(call *ast.CallExpr) bool {
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		inner, ok := arg.(*ast.CallExpr)
		if !ok {
			return false
		}
		method, ok := inner.Fun.(*ast.SelectorExpr)
		return ok && method.Sel.Name == "Expected" && len(inner.Args) == 0
	})
}

// hasField reports whether an argument of the call is ojson.Field(name, …).
func hasField(call *ast.CallExpr, name string) bool {
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		inner, ok := arg.(*ast.CallExpr)
		if !ok || len(inner.Args) == 0 {
			return false
		}
		first, ok := text(inner.Args[0])
		return ok && first == name
	})
}
