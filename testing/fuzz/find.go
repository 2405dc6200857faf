package main

import (
	"context"
	"go/ast"
	"regexp"

	"plotline/testing/kit/testfiles"
)

// target is one fuzz target.
type target struct {
	dir, pkg, name string
}

func (t target) String() string { return t.pkg + " " + t.name }

// find returns the targets of the module in a folder, in the order of go list. It only parses the test
// files, because compiling all test packages would take long.
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

// fuzzes reports whether go test accepts a function as a fuzz target.
func fuzzes(fn *ast.FuncDecl) bool {
	return targetName.MatchString(fn.Name.Name) && fn.Type.Params.NumFields() == 1
}
