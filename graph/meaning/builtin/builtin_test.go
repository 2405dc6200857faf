package builtin_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"plotline/graph/meaning/builtin"
	"plotline/graph/meaning/modelfile"
	"plotline/internal/fault"
	"plotline/testing/kit/tiny"
)

// tinyFile writes a file of the made-up model.
func tinyFile(tb testing.TB, change func(*modelfile.Model)) string {
	tb.Helper()
	m, err := tiny.Model()
	if err != nil {
		tb.Fatal(err)
	}
	if change != nil {
		change(m)
	}
	file, err := modelfile.Encode(m)
	if err != nil {
		tb.Fatal(err)
	}
	path := filepath.Join(tb.TempDir(), builtin.FileName)
	if err := os.WriteFile(path, file, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

func open(tb testing.TB, path string, c builtin.Config) *builtin.Model {
	tb.Helper()
	m, err := builtin.Open(path, c)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(m.Close)
	return m
}

func product(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestTinyModel(t *testing.T) {
	t.Parallel()
	m := open(t, tinyFile(t, nil), builtin.Config{})
	if dimensions, err := m.Dimensions(t.Context()); m.ID() != "builtin/tiny" || dimensions != 32 || err != nil {
		t.Errorf("%s, %d, %v", m.ID(), dimensions, err)
	}
	texts := []string{"The order arrives twice!", "", "the queue orders", strings.Repeat("order ", 100)}
	vectors, err := m.Embed(t.Context(), texts)
	if err != nil || len(vectors) != len(texts) {
		t.Fatal(len(vectors), err)
	}
	for i, vector := range vectors {
		alone, err := m.Embed(t.Context(), texts[i:i+1])
		if err != nil || len(vector) != 32 || math.Abs(product(vector, vector)-1) > 1e-6 || !slices.Equal(alone[0], vector) {
			t.Errorf("%q: %v (%v)", texts[i], vector, err)
		}
	}
	query, err := m.EmbedQuery(t.Context(), "orders")
	if err != nil || !slices.Equal(query, vectors[2]) {
		t.Errorf("the prefix of queries is not used: %v", err)
	}
	if none, err := m.Embed(t.Context(), nil); err != nil || len(none) != 0 {
		t.Error(none, err)
	}
}

func TestConcurrentCallers(t *testing.T) {
	t.Parallel()
	m := open(t, tinyFile(t, nil), builtin.Config{Queries: 2, Documents: 1})
	want, err := m.EmbedQuery(t.Context(), "order")
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			documents, err := m.Embed(t.Context(), []string{"the queue order", "twice"})
			query, queryErr := m.EmbedQuery(t.Context(), "order")
			if err != nil || queryErr != nil || !slices.Equal(query, want) || !slices.Equal(documents[0], want) {
				t.Errorf("another vector (%v, %v)", err, queryErr)
			}
		})
	}
	wait.Wait()
	m.Close()
	if again, err := m.EmbedQuery(t.Context(), "order"); err != nil || !slices.Equal(again, want) {
		t.Errorf("after closing: %v", err)
	}
}

// TestParallelDocuments checks that several texts at the same time get the vectors that they get alone, in their order,
// and that a call that ends on the way has none.
func TestParallelDocuments(t *testing.T) {
	t.Parallel()
	path := tinyFile(t, nil)
	alone, together := open(t, path, builtin.Config{}), open(t, path, builtin.Config{Documents: 4})
	texts := make([]string, 0, 30)
	for i := range 30 {
		texts = append(texts, strings.Repeat("order ", i)+"twice the queue")
	}
	want, err := alone.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	got, err := together.Embed(t.Context(), texts)
	if err != nil || !slices.EqualFunc(got, want, slices.Equal[[]float32]) {
		t.Errorf("other vectors (%v)", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if vectors, err := together.Embed(ctx, texts); !errors.Is(err, context.Canceled) || vectors != nil {
		t.Error(vectors, err)
	}
	gone := open(t, path, builtin.Config{Documents: 4})
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := gone.Embed(t.Context(), texts); fault.CodeOf(err) != fault.Unavailable {
		t.Error(err)
	}
}

func TestCancelledCall(t *testing.T) {
	t.Parallel()
	m := open(t, tinyFile(t, nil), builtin.Config{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Embed(ctx, []string{"order"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := m.EmbedQuery(ctx, "order"); fault.CodeOf(err) != fault.Cancelled {
		t.Error(err)
	}
}

// TestUnusableFiles checks that Open or the first text reports a bad file, and says what to do.
func TestUnusableFiles(t *testing.T) {
	t.Parallel()
	good := tinyFile(t, nil)
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ file, want string }{
		"foreign": {"hello, this is a text of some length", "not a model file of Plotline"},
		"newer":   {"PLOTLINE MODEL 2\n{}\n", "another version"},
		"half":    {string(whole[:len(whole)/2]), "damaged or incomplete"},
	} {
		path := filepath.Join(t.TempDir(), "some.model")
		if err := os.WriteFile(path, []byte(c.file), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := builtin.Open(path, builtin.Config{})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "plotline model install") || strings.Contains(err.Error(), filepath.Dir(path)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := builtin.Open(filepath.Join(t.TempDir(), "none.model"), builtin.Config{}); err == nil || !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestFileChangesAfterOpen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*modelfile.Model)
		spoil  func([]byte)
		want   string
	}{
		"a bit":         {nil, func(file []byte) { file[len(file)-100] ^= 1 }, "checksum"},
		"another model": {func(m *modelfile.Model) { m.ID = "Tiny" }, nil, "not a model file"},
		"no [CLS]":      {func(m *modelfile.Model) { m.Tokens[2] = "[clx]" }, nil, "[CLS]"},
		"no numbers":    {func(m *modelfile.Model) { m.Norm.Bias[0] = float32(math.NaN()) }, nil, "no vector"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := tinyFile(t, nil)
			m := open(t, path, builtin.Config{})
			file, err := os.ReadFile(tinyFile(t, c.change))
			if err != nil {
				t.Fatal(err)
			}
			if c.spoil != nil {
				c.spoil(file)
			}
			if err := os.WriteFile(path, file, 0o600); err != nil { //nolint:gosec // in the test's folder
				t.Fatal(err)
			}
			for range 2 {
				_, err := m.EmbedQuery(t.Context(), "order")
				if fault.CodeOf(err) != fault.Unavailable || !strings.Contains(err.Error(), c.want) || strings.Contains(fault.From(err).Details, filepath.Dir(path)) {
					t.Errorf("%v", err)
				}
			}
		})
	}
}

// TestSearch checks the order of the places, and that a named file is the only one.
func TestSearch(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if program, err = filepath.EvalSymlinks(program); err != nil {
		t.Fatal(err)
	}
	beside := filepath.Join(filepath.Dir(program), builtin.FileName)
	share := filepath.Join(filepath.Dir(filepath.Dir(program)), "share", "plotline", builtin.FileName)
	data, shared, empty := tinyFile(t, nil), tinyFile(t, nil), filepath.Join(t.TempDir(), builtin.FileName)
	of := filepath.Dir
	for name, c := range map[string]struct {
		search builtin.Search
		paths  []string
		found  string
		err    string
	}{
		"the data folder first": {builtin.Search{DataDir: of(data), Shared: of(shared)}, []string{beside, share, data, shared}, data, ""},
		"the platform's":        {builtin.Search{DataDir: of(empty), Shared: of(shared)}, []string{beside, share, empty, shared}, shared, ""},
		"the same":              {builtin.Search{DataDir: of(data), Shared: of(data)}, []string{beside, share, data}, data, ""},
		"no folder":             {builtin.Search{}, []string{beside, share}, "", "plotline model install"},
		"none":                  {builtin.Search{DataDir: of(empty)}, []string{beside, share, empty}, "", "plotline model install"},
		"named":                 {builtin.Search{Named: shared, DataDir: of(data)}, []string{shared}, shared, ""},
		"named, missing":        {builtin.Search{Named: empty, DataDir: of(data)}, []string{empty}, "", "PLOTLINE_MODEL names " + builtin.FileName},
		"named, a folder":       {builtin.Search{Named: of(data), DataDir: of(data)}, []string{of(data)}, "", "PLOTLINE_MODEL names"},
	} {
		found, err := c.search.Find()
		if paths := c.search.Paths(); !slices.Equal(paths, c.paths) || found != c.found {
			t.Errorf("%s: %q, and looks for it in %q", name, found, paths)
		}
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err) || errors.Is(err, builtin.ErrNone) != (c.search.Named == "")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
