package modelfile_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"plotline/graph/meaning/modelfile"
	"plotline/testing/kit/tiny"
)

func encoded(tb testing.TB) (*modelfile.Model, []byte) {
	tb.Helper()
	m, err := tiny.Model()
	if err != nil {
		tb.Fatal(err)
	}
	file, err := modelfile.Encode(m)
	if err != nil {
		tb.Fatal(err)
	}
	return m, file
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	m, file := encoded(t)
	path := filepath.Join(t.TempDir(), "tiny.model")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := modelfile.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m, got, cmpopts.IgnoreUnexported(modelfile.Model{})); diff != "" {
		t.Error(diff)
	}
	if !bytes.HasPrefix(file, []byte("PLOTLINE MODEL 1\n{\"id\":\"tiny\"")) || !bytes.Contains(file, []byte(`"licence":"made up"`)) {
		t.Errorf("it begins with %.60q", file)
	}
	if again, err := modelfile.Encode(got); err != nil || !bytes.Equal(again, file) {
		t.Errorf("written again it is another file (%v)", err)
	}
}

// sealed replaces the checksum of a file with the right one.
func sealed(file []byte) []byte {
	body := file[:len(file)-sha256.Size]
	sum := sha256.Sum256(body)
	return append(bytes.Clone(body), sum[:]...)
}

func TestInvalidFiles(t *testing.T) {
	t.Parallel()
	_, file := encoded(t)
	changed := func(from, to string) []byte {
		out := bytes.Replace(file, []byte(from), []byte(to), 1)
		if bytes.Equal(out, file) {
			t.Fatalf("the file has no %s", from)
		}
		return sealed(out)
	}
	flipped := bytes.Clone(file)
	flipped[len(flipped)/2] ^= 1
	for name, c := range map[string]struct {
		file []byte
		want error
	}{
		"empty":                    {nil, modelfile.ErrForeign},
		"another file":             {[]byte("\x7fELF, and so on"), modelfile.ErrForeign},
		"a longer version":         {changed("MODEL 1\n", "MODEL 12\n"), modelfile.ErrVersion},
		"a newer version":          {changed("MODEL 1\n", "MODEL 2\n"), modelfile.ErrVersion},
		"only the first word":      {file[:15], modelfile.ErrDamaged},
		"only the first line":      {file[:17], modelfile.ErrDamaged},
		"half of the header":       {file[:100], modelfile.ErrDamaged},
		"half of it":               {file[:len(file)/2], modelfile.ErrDamaged},
		"all but a byte":           {file[:len(file)-1], modelfile.ErrDamaged},
		"a byte too much":          {append(bytes.Clone(file), 0), modelfile.ErrDamaged},
		"a bit is another":         {flipped, modelfile.ErrDamaged},
		"the header is no JSON":    {changed(`"id":"tiny"`, `"id":"tiny`), modelfile.ErrDamaged},
		"no layers":                {changed(`"layers":2`, `"layers":0`), modelfile.ErrDamaged},
		"layers beyond its end":    {changed(`"layers":2`, `"layers":3`), modelfile.ErrDamaged},
		"a width of other numbers": {changed(`"width":32`, `"width":33`), modelfile.ErrDamaged},
		"an enormous width":        {changed(`"width":32`, `"width":9223372036854775807`), modelfile.ErrDamaged},
		"a negative width":         {changed(`"width":32`, `"width":-32`), modelfile.ErrDamaged},
		"heads that do not fit":    {changed(`"heads":2`, `"heads":3`), modelfile.ErrDamaged},
		"no id":                    {changed(`"id":"tiny"`, `"id":"",  "x":""`), modelfile.ErrDamaged},
		"a token less":             {changed("order\n", "order "), modelfile.ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "some.model")
			if err := os.WriteFile(path, c.file, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := modelfile.Read(path)
			if !errors.Is(err, c.want) || strings.Contains(err.Error(), filepath.Dir(path)) {
				t.Errorf("%v, not %v", err, c.want)
			}
			if _, err := modelfile.Parse(c.file); !errors.Is(err, c.want) {
				t.Errorf("parsed: %v, not %v", err, c.want)
			}
		})
	}
}

func TestMissingFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := modelfile.Read(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), dir) {
		t.Error(err)
	}
	if _, err := modelfile.Read(dir); !errors.Is(err, modelfile.ErrForeign) {
		t.Error(err)
	}
}

func TestInvalidMatrices(t *testing.T) {
	t.Parallel()
	numbers := func(n int) []float32 { return make([]float32, n) }
	for name, of := range map[string]func() error{
		"a weight too large": func() error {
			weights := make([]int8, 64)
			weights[5] = 65
			_, err := modelfile.NewMatrix(4, 16, weights, numbers(16), numbers(16))
			return err
		},
		"rows": func() error {
			_, err := modelfile.NewMatrix(5, 16, make([]int8, 80), numbers(16), numbers(16))
			return err
		},
		"biases": func() error {
			_, err := modelfile.NewMatrix(4, 16, make([]int8, 64), numbers(16), numbers(15))
			return err
		},
	} {
		if of() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// FuzzParse checks that every file is read or rejected, and that a model that was read is written with the
// same numbers.
func FuzzParse(f *testing.F) {
	_, file := encoded(f)
	f.Add([]byte("PLOTLINE MODEL 1\n{}\n"), false)
	f.Add(file[:600], true)
	f.Add([]byte(`PLOTLINE MODEL 1`+"\n"+`{"id":"a","layers":64,"heads":1,"width":4096,"inner":4096,"positions":8192,"vocabulary":1048576,"vocabulary_bytes":1}`+"\n"), false)
	f.Fuzz(func(t *testing.T, head []byte, whole bool) {
		data := head
		if whole && len(head) < len(file) {
			data = sealed(append(bytes.Clone(head), file[len(head):]...))
		}
		m, err := modelfile.Parse(data)
		if err != nil {
			return
		}
		if again, err := modelfile.Encode(m); err != nil || len(again) == 0 {
			t.Fatalf("read, but not written: %v", err)
		}
	})
}
