package exports_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const module = "plotline/"

// listed is the requested output of go list.
type listed struct {
	Dir, ImportPath, Export string
	GoFiles                 []string
}

// ours reports whether the package is part of the product.
func (l listed) ours() bool {
	return strings.HasPrefix(l.ImportPath, module) && !strings.HasPrefix(l.ImportPath, module+"testing/") &&
		l.ImportPath != module+"graph/graphtest"
}

// product is the code of the product with its types. Dependencies come from the compiler's export data.
type product struct {
	files   *token.FileSet
	checked map[string]*types.Package
	used    map[types.Object]bool
	// interfaces are those of the product and of its dependencies, by their methods.
	interfaces map[string][]*types.Interface
	exports    map[string]string // file by package
	others     types.Importer
}

// load lists the packages of the module in a folder and checks those of the product, without test files.
func load(ctx context.Context, dir string) (*product, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-export", "-deps", "-json=Dir,ImportPath,Export,GoFiles", "./...")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	raw, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	p := &product{
		files: token.NewFileSet(), checked: map[string]*types.Package{}, used: map[types.Object]bool{},
		interfaces: map[string][]*types.Interface{}, exports: map[string]string{},
	}
	p.others = importer.ForCompiler(p.files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(p.exports[path]) })
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	for { // a package comes after those that it imports
		var next listed
		if err := dec.Decode(&next); errors.Is(err, io.EOF) {
			return p, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		if err := p.add(next); err != nil {
			return nil, fmt.Errorf("%s: %w", next.ImportPath, err)
		}
	}
}

// Import returns a package of the product or a dependency.
func (p *product) Import(path string) (*types.Package, error) {
	if pkg := p.checked[path]; pkg != nil {
		return pkg, nil
	}
	return p.others.Import(path)
}

// add checks a package of the product, and collects the interfaces of any package.
func (p *product) add(next listed) error {
	switch {
	case next.ours():
		return p.check(next)
	case strings.HasPrefix(next.ImportPath, module), next.Export == "": // tests, and unsafe
		return nil
	}
	p.exports[next.ImportPath] = next.Export
	pkg, err := p.others.Import(next.ImportPath)
	if err != nil {
		return err
	}
	for _, name := range pkg.Scope().Names() {
		p.collect(pkg.Scope().Lookup(name).Type())
	}
	return nil
}

func (p *product) check(next listed) error {
	var files []*ast.File
	for _, name := range next.GoFiles {
		file, err := parser.ParseFile(p.files, filepath.Join(next.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: p}
	pkg, err := config.Check(next.ImportPath, p.files, files, info)
	if err != nil {
		return err
	}
	p.checked[next.ImportPath] = pkg
	for _, object := range info.Uses {
		if method, is := object.(*types.Func); is {
			object = method.Origin()
		}
		p.used[object] = true
	}
	for expr, found := range info.Types {
		if _, is := expr.(*ast.InterfaceType); is {
			p.collect(found.Type)
		}
	}
	return nil
}

// collect keeps an interface.
func (p *product) collect(t types.Type) {
	if found, is := t.Underlying().(*types.Interface); is {
		for method := range found.Methods() {
			p.interfaces[method.Name()] = append(p.interfaces[method.Name()], found)
		}
	}
}
