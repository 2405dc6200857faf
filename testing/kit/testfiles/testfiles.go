// Package testfiles parses the test files of a module without compiling them. Other test tools import it.
package testfiles

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
	"strings"
)

// Package is a package with test files.
type Package struct {
	Dir, ImportPath string
	Files           []*ast.File
}

// Functions returns the functions that the files declare, without methods.
func (p Package) Functions() []*ast.FuncDecl {
	var found []*ast.FuncDecl
	for _, file := range p.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil {
				found = append(found, fn)
			}
		}
	}
	return found
}

// listed is the requested output of go list.
type listed struct {
	Dir, ImportPath           string
	TestGoFiles, XTestGoFiles []string
}

// Packages returns the packages that the patterns name, or all, of the module in a folder, in the order of
// go list.
func Packages(ctx context.Context, module string, patterns ...string) ([]Package, error) {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	args := append([]string{"list", "-json=Dir,ImportPath,TestGoFiles,XTestGoFiles", "--"}, patterns...)
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = module
	raw, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", withStderr(err))
	}
	var packages []Package
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	for {
		var found listed
		if err := dec.Decode(&found); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		p, err := found.parse()
		if err != nil {
			return nil, err
		}
		if len(p.Files) > 0 {
			packages = append(packages, p)
		}
	}
}

func (l listed) parse() (Package, error) {
	p := Package{Dir: l.Dir, ImportPath: l.ImportPath}
	for _, name := range append(l.TestGoFiles, l.XTestGoFiles...) {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(l.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return p, err
		}
		p.Files = append(p.Files, file)
	}
	return p, nil
}

// withStderr adds a program's error output to its error.
func withStderr(err error) error {
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(string(ended.Stderr)))
	}
	return err
}
