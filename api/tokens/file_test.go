package tokens_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"plotline/api/tokens"
	"plotline/internal/access"
	"plotline/testing/kit/expect"
)

func TestFind(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	one, first := create(t, path, "one")
	two, second := create(t, path, "two")
	file := open(t, path)
	swapped := strings.Replace(first, one.ID, two.ID, 1)
	unknown := strings.Replace(first, one.ID, "nobody00", 1)
	changed := []byte(first)
	changed[len(changed)-2] ^= 'a' ^ 'A' // the letter's other case, or an invalid base64 character
	for text, want := range map[string]string{
		first: "one", second: "two", swapped: "", unknown: "", string(changed): "", "": "", "Bearer " + first: "",
		first + "=": "", one.ID: "", "one": "",
	} {
		if got, ok, err := file.Find(text); err != nil || ok != (want != "") || got.Name != want {
			t.Errorf("%q: %+v, %v, %v", text, got, ok, err)
		}
	}
	if !file.Valid(one.ID, "w") || file.Valid("nobody00", "w") || file.Valid("", "w") {
		t.Error("Valid is wrong")
	}
}

func TestChangesApplyAtOnce(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	create(t, path, "first")
	file := open(t, path)
	for i := range 50 { // many changes within one tick of the file system's clock
		made, secret := create(t, path, "x")
		if _, ok, err := file.Find(secret); !ok || err != nil || !file.Valid(made.ID, "w") {
			t.Fatalf("round %d: the new token is not there: %v", i, err)
		}
		if _, err := tokens.Revoke(t.Context(), path, "x"); err != nil {
			t.Fatal(err)
		}
		if _, ok, err := file.Find(secret); ok || err != nil || file.Valid(made.ID, "w") {
			t.Fatalf("round %d: the token outlived its revocation: %v", i, err)
		}
	}
}

// TestChangeWithSameSizeAndTime simulates an editor that writes to the file within one tick of the
// clock.
func TestChangeWithSameSizeAndTime(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	_, secret := create(t, path, "ci")
	file := open(t, path)
	before, err := os.Stat(path)
	expect.NoError(t, err)
	raw := string(expect.ReadFile(t, path))
	expect.WriteFile(t, path, strings.Replace(raw, `"w"`, `"v"`, 1))
	expect.NoError(t, os.Chtimes(path, before.ModTime(), before.ModTime()))
	if got, ok, err := file.Find(secret); err != nil || !ok || got.Workspace != "v" {
		t.Errorf("%+v, %v, %v", got, ok, err)
	}
}

func TestExpiredTokensAreRejected(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	synctest.Test(t, func(t *testing.T) {
		end := time.Now().Add(time.Hour)
		made, secret, err := tokens.Create(t.Context(), path, tokens.Request{Name: "ci", Role: access.Reader, Workspace: "w", ExpiresAt: &end})
		if err != nil {
			t.Fatal(err)
		}
		file := open(t, path)
		for _, want := range []bool{true, false} {
			if got, ok, err := file.Find(secret); err != nil || ok != want || (got.Name == "ci") != want || file.Valid(made.ID, "w") != want {
				t.Errorf("want %v: %+v, %v, %v, valid %v", want, got, ok, err, file.Valid(made.ID, "w"))
			}
			time.Sleep(time.Hour)
		}
		if held := list(t, path); len(held) != 1 {
			t.Errorf("the list hides an expired token: %+v", held)
		}
	})
}

func TestFindFailsClosed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, want string
		spoil      func(path string) error
	}{
		{"vanished", "plotline token create", os.Remove},
		{"emptied", "is not a tokens file of Plotline", func(path string) error { return os.Truncate(path, 0) }},
		{"corrupt", "is not a tokens file of Plotline", func(path string) error { return os.WriteFile(path, []byte("{"), 0o600) }},
		{"open to others", "chmod 600", func(path string) error { return os.Chmod(path, 0o644) }},    //nolint:gosec // that is the point
		{"open to the group", "chmod 600", func(path string) error { return os.Chmod(path, 0o620) }}, //nolint:gosec // that is the point
		{"too large", "has more than 16 MiB", func(path string) error { return os.Truncate(path, 17<<20) }},
		{"a folder", "is not a file", func(path string) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Mkdir(path, 0o700)
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path, saved := newPath(t), filepath.Join(t.TempDir(), "saved")
			made, secret := create(t, path, "ci")
			file := open(t, path)
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			expect.WriteFile(t, saved, string(raw))
			if err := tt.spoil(path); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				got, ok, err := file.Find(secret)
				if err == nil || ok || got.ID != "" || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), path) {
					t.Errorf("%+v, %v, %v", got, ok, err)
				}
				if file.Valid(made.ID, "w") {
					t.Error("the token is valid")
				}
			}
			if _, err := tokens.Open(path); err == nil {
				t.Error("Open took it")
			}
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(saved, path); err != nil {
				t.Fatal(err)
			}
			if _, ok, err := file.Find(secret); !ok || err != nil {
				t.Errorf("mended: %v, %v", ok, err)
			}
		})
	}
}

func TestFindDuringChanges(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	_, stays := create(t, path, "stays")
	file := open(t, path)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if _, ok, err := file.Find(stays); !ok || err != nil {
					t.Errorf("the token that stays is away: %v", err)
					return
				}
			}
		})
	}
	for i := range 25 {
		name := fmt.Sprint("t", i)
		made, secret := create(t, path, name)
		if _, err := tokens.Revoke(t.Context(), path, name); err != nil {
			t.Error(err)
		}
		if _, ok, err := file.Find(secret); ok || err != nil || file.Valid(made.ID, "w") {
			t.Errorf("%s outlived its revocation: %v", name, err)
		}
	}
	close(done)
	readers.Wait()
}
