package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// target is one fuzz target.
type target struct {
	dir, pkg, name string
}

func (t target) String() string { return t.pkg + " " + t.name }

// listed is what is asked of go list.
type listed struct {
	Dir, ImportPath           string
	TestGoFiles, XTestGoFiles []string
}

// find gives the targets of the module in a folder, in the order of go list. It reads the test files and
// compiles nothing: most packages of tests have no target, and are long in the making.
func find(ctx context.Context, module string, wanted *regexp.Regexp) ([]target, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-json=Dir,ImportPath,TestGoFiles,XTestGoFiles", "./...")
	cmd.Dir = module
	raw, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", said(err))
	}
	var targets []target
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	for {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return targets, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		found, err := p.targets(wanted)
		if err != nil {
			return nil, err
		}
		targets = append(targets, found...)
	}
}

// said is an error of a program with the words of the program.
func said(err error) error {
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(string(ended.Stderr)))
	}
	return err
}

func (p listed) targets(wanted *regexp.Regexp) ([]target, error) {
	var targets []target
	for _, name := range append(p.TestGoFiles, p.XTestGoFiles...) {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if ok && fn.Recv == nil && fuzzes(fn) && wanted.MatchString(p.ImportPath+"/"+fn.Name.Name) {
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
