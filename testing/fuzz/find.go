package main

import (
	"context"
	"go/ast"
	"regexp"

	"plotline/testing/testfiles"
)

// target is one fuzz target.
type target struct {
	dir, pkg, name string
}

func (t target) String() string { return t.pkg + " " + t.name }

// find gives the targets of the module in a folder, in the order of go list. It reads the test files and
// compiles nothing: most packages of tests have no target, and are long in the making.
func find(ctx context.Context, module string, wanted *regexp.Regexp) ([]target, error) {
	packages, err := testfiles.Packages(ctx, module)
	if err != nil {
		return nil, err
	}
	var targets []target
	for _, p := range packages {
		for _, fn := range p.Functions() {
			if fuzzes(fn) && wanted.MatchString(p.ImportPath+"/"+fn.Name.Name) {
				targets = append(targets, target{dir: p.Dir, pkg: p.ImportPath, name: fn.Name.Name})
			}
		}
	}
	return targets, nil
}

var targetName = regexp.MustCompile(`^Fuzz(?:\P{Ll}|$)`)

// fuzzes tells whether go test takes a function for a fuzz target.
func fuzzes(fn *ast.FuncDecl) bool {
	return targetName.MatchString(fn.Name.Name) && fn.Type.Params.NumFields() == 1
}
