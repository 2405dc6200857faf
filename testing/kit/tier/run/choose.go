package main

import (
	"go/ast"
	"maps"
	"regexp"
	"slices"
	"strings"

	"plotline/testing/kit/testfiles"
)

// first returns the packages with a test of the first tier. It does not compile the others.
func first(packages []testfiles.Package) (paths []string) {
	for _, p := range packages {
		functions := p.Functions()
		if slices.ContainsFunc(functions, wholePackage) {
			continue
		}
		if slices.ContainsFunc(functions, func(fn *ast.FuncDecl) bool {
			return runs(fn) && !slices.ContainsFunc(fn.Body.List, coversFull)
		}) {
			paths = append(paths, p.ImportPath)
		}
	}
	return paths
}

// wholePackage reports whether a function is the TestMain of a package that belongs to the second tier, all of it.
func wholePackage(fn *ast.FuncDecl) bool {
	return fn.Name.Name == "TestMain" && slices.ContainsFunc(fn.Body.List, func(statement ast.Stmt) bool {
		return callsTier(statement, "FullMain")
	})
}

var runnable = regexp.MustCompile(`^(?:Test|Fuzz|Example)(?:\P{Ll}|$)`)

func runs(fn *ast.FuncDecl) bool {
	return runnable.MatchString(fn.Name.Name) && fn.Name.Name != "TestMain"
}

// coversFull reports whether a statement is tier.Full(t).
func coversFull(statement ast.Stmt) bool { return callsTier(statement, "Full") }

// callsTier reports whether a statement calls the function of this name of package tier.
func callsTier(statement ast.Stmt, name string) bool {
	expression, ok := statement.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := expression.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	function, ok := call.Fun.(*ast.SelectorExpr)
	return ok && usesTier(function) && function.Sel.Name == name
}

// covered matches the packages that `make newer` runs completely in the second tier.
var covered = regexp.MustCompile(`/(graph|tools)(/|$)`)

// second returns the packages and the test names of the second tier, both sorted. One name expression
// serves all packages, so an equally named test of another package runs again.
func second(packages []testfiles.Package) (paths, names []string) {
	all := map[string]bool{}
	for _, p := range packages {
		found := testsUsingTier(p)
		if len(found) == 0 || covered.MatchString(p.ImportPath) {
			continue
		}
		paths = append(paths, p.ImportPath)
		for _, name := range found {
			all[name] = true
		}
	}
	slices.Sort(paths)
	return paths, slices.Sorted(maps.Keys(all))
}

// testsUsingTier returns the tests of a package that may query the tier. It follows names only, so it may
// find too many, but never too few.
func testsUsingTier(p testfiles.Package) []string {
	bodies := map[string][]*ast.FuncDecl{} // methods too: a name may belong to several
	for _, file := range p.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
				bodies[fn.Name.Name] = append(bodies[fn.Name.Name], fn)
			}
		}
	}
	var tests []string
	functions := p.Functions()
	whole := slices.ContainsFunc(functions, wholePackage)
	for _, fn := range functions {
		name := fn.Name.Name
		if runs(fn) && strings.HasPrefix(name, "Test") && (whole || reachesTier(bodies, name, map[string]bool{})) {
			tests = append(tests, name)
		}
	}
	return tests
}

func reachesTier(bodies map[string][]*ast.FuncDecl, name string, seen map[string]bool) bool {
	if seen[name] {
		return false
	}
	seen[name] = true
	found := false
	for _, fn := range bodies[name] {
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				found = found || usesTier(n) || reachesTier(bodies, n.Sel.Name, seen)
			case *ast.Ident:
				found = found || reachesTier(bodies, n.Name, seen)
			}
			return !found
		})
	}
	return found
}

// usesTier reports whether the tier affects a name of a package.
func usesTier(n *ast.SelectorExpr) bool {
	from, ok := n.X.(*ast.Ident)
	return ok && (from.Name == "tier" && n.Sel.Name != "Duration" || from.Name == "neo4jtest" && n.Sel.Name == "VersionsOfTier")
}
