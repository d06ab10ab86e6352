package house_test

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
)

// scope knows what the names in one folder mean, as far as the folder's own
// source tells. It type-checks without any import: whatever comes from another
// package stays unknown and the errors about it are dropped. That takes
// milliseconds, needs no built packages, and still tells a package variable
// from a local one of the same name, which a look at the syntax cannot.
type scope struct {
	info  *types.Info
	types map[string]typeDecl
}

// typeDecl is a type of the package and the file that declares it.
type typeDecl struct {
	in   *source
	spec *ast.TypeSpec
}

func newScope(t *tree, dir string, files []*source) *scope {
	sc := &scope{
		info:  &types.Info{Uses: map[*ast.Ident]types.Object{}},
		types: map[string]typeDecl{},
	}
	// An external test package shares the folder and is checked by itself.
	byName := map[string][]*ast.File{}
	for _, s := range files {
		byName[s.ast.Name.Name] = append(byName[s.ast.Name.Name], s.ast)
		for _, decl := range s.ast.Decls {
			if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				for _, spec := range d.Specs {
					ts := spec.(*ast.TypeSpec)
					sc.types[ts.Name.Name] = typeDecl{s, ts}
				}
			}
		}
	}
	conf := types.Config{Importer: noImports{}, Error: func(error) {}}
	for _, group := range byName {
		_, _ = conf.Check(dir, t.fset, group, sc.info) // the errors are about what was not imported
	}
	return sc
}

// noImports is an importer that finds nothing.
type noImports struct{}

func (noImports) Import(string) (*types.Package, error) {
	return nil, errors.New("not imported")
}

// writes calls f for each statement of a file that changes a package-level
// variable or takes its address.
func (sc *scope) writes(s *source, f func(pos token.Pos, name string)) {
	check := func(e ast.Expr) {
		if name := sc.packageVar(e); name != "" {
			f(e.Pos(), name)
		}
	}
	ast.Inspect(s.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, left := range n.Lhs {
					check(left)
				}
			}
		case *ast.IncDecStmt:
			check(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				check(n.Key)
				check(n.Value)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				check(n.X)
			}
		case *ast.CallExpr:
			fun, ok := n.Fun.(*ast.Ident)
			if !ok || len(n.Args) == 0 {
				break
			}
			if _, builtin := sc.info.Uses[fun].(*types.Builtin); builtin {
				switch fun.Name {
				case "clear", "copy", "delete":
					check(n.Args[0])
				}
			}
		}
		return true
	})
}

// packageVar returns the name of the package-level variable whose memory an
// expression designates, or "".
func (sc *scope) packageVar(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok {
				if pkg, ok := sc.info.Uses[id].(*types.PkgName); ok {
					own, ok := ownPackage(pkg.Imported().Path())
					if !ok {
						return ""
					}
					return own + "." + x.Sel.Name
				}
			}
			e = x.X
		case *ast.Ident:
			v, ok := sc.info.Uses[x].(*types.Var)
			if ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
				return x.Name
			}
			return ""
		default:
			return ""
		}
	}
}
