package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// golang adds the names that a Go file declares, its comments, and the strings that contain prose.
func (r *reader) golang(src string) error {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, r.file, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	line := func(n ast.Node) int { return fset.Position(n.Pos()).Line }
	for _, group := range file.Comments {
		var words []word
		for _, c := range group.List {
			words = append(words, split(line(c), commentText(c.Text))...)
		}
		r.add(inProse, words)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		for _, id := range declared(n) {
			r.name(line(id), id.Name)
		}
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && strings.Contains(s, " ") {
				r.prose(line(lit), s)
			}
		}
		_, isImport := n.(*ast.ImportSpec)
		return !isImport
	})
	return nil
}

// commentText leaves out a directive such as //go:embed, but keeps the reason of a //nolint.
func commentText(c string) string {
	if !strings.HasPrefix(c, "//go:") && !strings.HasPrefix(c, "//nolint:") {
		return c
	}
	_, reason, _ := strings.Cut(c, " // ")
	return reason
}

// declared returns the identifiers that a node itself declares. Names of other modules are only used here, so
// they are left out.
func declared(n ast.Node) []*ast.Ident {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return []*ast.Ident{n.Name}
	case *ast.TypeSpec:
		return []*ast.Ident{n.Name}
	case *ast.ValueSpec:
		return n.Names
	case *ast.Field:
		return n.Names
	case *ast.ImportSpec:
		if n.Name != nil {
			return []*ast.Ident{n.Name}
		}
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			return identifiers(n.Lhs...)
		}
	case *ast.RangeStmt:
		if n.Tok == token.DEFINE {
			return identifiers(n.Key, n.Value)
		}
	case *ast.LabeledStmt:
		return []*ast.Ident{n.Label}
	}
	return nil
}

func identifiers(list ...ast.Expr) []*ast.Ident {
	var ids []*ast.Ident
	for _, e := range list {
		if id, ok := e.(*ast.Ident); ok {
			ids = append(ids, id)
		}
	}
	return ids
}
