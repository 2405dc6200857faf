package golden_test

import (
	"slices"
	"testing"
)

// noticesChanges checks that a removed, an added and a changed fact of every part are noticed.
func noticesChanges(t *testing.T, now record) {
	t.Helper()
	for _, p := range append(served(), ended()...) {
		lines := now[p.name]
		if len(lines) == 0 {
			t.Errorf("%s is empty", p.name)
			continue
		}
		last := len(lines) - 1
		for name, changed := range map[string][]string{
			"less":  lines[1:],
			"more":  append(slices.Clone(lines), "~"),
			"other": append(slices.Clone(lines[:last]), lines[last]+"~"),
		} {
			before, after := record{p.name: lines}, record{p.name: changed}
			if len(after.differences(before)) == 0 || after.digest() == before.digest() {
				t.Errorf("%s: %s is not noticed", p.name, name)
			}
		}
		if len(record{}.differences(record{p.name: lines})) != len(lines) {
			t.Errorf("%s: that it is gone is not noticed", p.name)
		}
	}
}

// schemasNotice changes one value of every name in the OpenAPI document and in the list of tools. The facts
// must change, unless the name is one of wording.
func schemasNotice(t *testing.T, w *world) {
	t.Helper()
	for source, read := range map[string]func() (document any, facts func() []string){
		"OpenAPI": func() (any, func() []string) {
			document := w.members(w.document)
			return document, func() []string { return openAPIFacts(w.members([]byte(compact(document)))) }
		},
		"tools/list": func() (any, func() []string) {
			document := w.members(w.tools)
			return document, func() []string { return schemaFacts(w, []byte(compact(document)), "tools") }
		},
	} {
		document, factsOf := read()
		before, seen := factsOf(), map[string]bool{}
		slices.Sort(before)
		eachLeaf(document, "", func(name string, change func() (undo func())) {
			if seen[name] {
				return
			}
			seen[name] = true
			undo := change()
			defer undo()
			after := factsOf()
			slices.Sort(after)
			if noticed := !slices.Equal(before, after); noticed == slices.Contains(unrecorded, name) {
				t.Errorf("%s: a change of %s is noticed: %t", source, name, noticed)
			}
		})
		if len(seen) < 10 {
			t.Errorf("%s has only %d kinds of values", source, len(seen))
		}
	}
}

// unrecorded are the names with values for people, and those outside the documents.
var unrecorded = slices.Concat(wording, []string{"version", "resultType", "ttlMs", "cacheScope"})

// eachLeaf calls show for every scalar in a value, with the nearest name above it and a function that
// changes it.
func eachLeaf(value any, name string, show func(name string, change func() (undo func()))) {
	visit := func(member any, name string, set func(any)) {
		if isScalar(member) {
			show(name, func() func() {
				set("changed")
				return func() { set(member) }
			})
			return
		}
		eachLeaf(member, name, show)
	}
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			if key == "_meta" || key == "example" || key == "examples" || key == "info" {
				continue
			}
			visit(member, key, func(v any) { value[key] = v })
		}
	case []any:
		for i, member := range value {
			visit(member, name, func(v any) { value[i] = v })
		}
	}
}
