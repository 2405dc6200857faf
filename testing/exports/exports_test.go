package exports_test

import (
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"plotline/testing/kit/tier"
)

// exceptions returns the names in exceptions.tsv.
func exceptions(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile("exceptions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, reason, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if reason == "" {
			t.Errorf("exceptions.tsv gives no reason for %q", name)
		}
		names[name] = true
	}
	return names
}

// TestProductUsesItsNames reports names at package level and methods. It leaves out fields, methods of
// unexported types and methods that implement an interface.
func TestProductUsesItsNames(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	p, err := load(t.Context(), "../..")
	if err != nil {
		t.Fatal(err)
	}
	allowed := exceptions(t)
	for _, name := range p.unused() {
		if !allowed[name] {
			t.Errorf("the product does not use %s: unexport it, move it to a test file or delete it", name)
		}
		delete(allowed, name)
	}
	for _, name := range slices.Sorted(maps.Keys(allowed)) {
		t.Errorf("exceptions.tsv lists %s, which the product uses or which is gone", name)
	}
}

// unused returns the exported names that no code of the product uses, with the path of their package.
func (p *product) unused() []string {
	var names []string
	for _, pkg := range p.checked {
		if pkg.Name() == "main" {
			continue
		}
		prefix := strings.TrimPrefix(pkg.Path(), module) + "."
		for _, name := range pkg.Scope().Names() {
			object := pkg.Scope().Lookup(name)
			if !object.Exported() {
				continue
			}
			if !p.used[object] {
				names = append(names, prefix+name)
			}
			for _, method := range p.unusedMethods(object) {
				names = append(names, prefix+name+"."+method)
			}
		}
	}
	return names
}

// unusedMethods returns the methods of a type that nothing uses and no interface asks for.
func (p *product) unusedMethods(object types.Object) []string {
	named, is := object.Type().(*types.Named)
	if _, isType := object.(*types.TypeName); !isType || !is || types.IsInterface(named) {
		return nil
	}
	var names []string
	for method := range named.Methods() {
		if method.Exported() && !p.used[method] && !p.asked(method.Name(), named) {
			names = append(names, method.Name())
		}
	}
	return names
}

// unseen are the methods that the standard library asks for inside its functions.
var unseen = map[string]bool{"Unwrap": true, "Is": true, "As": true}

// asked reports whether the type implements an interface that has the method.
func (p *product) asked(method string, named *types.Named) bool {
	if unseen[method] {
		return true
	}
	return slices.ContainsFunc(p.interfaces[method], func(wanted *types.Interface) bool {
		return types.Implements(types.NewPointer(named), wanted) || named.TypeParams().Len() > 0 || generic(wanted)
	})
}

// generic reports whether a method of an interface mentions a type parameter.
func generic(wanted *types.Interface) bool {
	for method := range wanted.Methods() {
		for _, tuple := range []*types.Tuple{method.Signature().Params(), method.Signature().Results()} {
			for v := range tuple.Variables() {
				if _, is := v.Type().(*types.TypeParam); is {
					return true
				}
			}
		}
	}
	return false
}
