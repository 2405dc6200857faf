package tokens

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const secret43 = "Ab-_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzA"

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text, want string
	}{
		{"ten characters", "plotline_abcdefgh12_" + secret43, "abcdefgh12"},
		{"eight", "plotline_abcdefgh_" + secret43, "abcdefgh"},
		{"twelve", "plotline_abcdefgh1234_" + secret43, "abcdefgh1234"},
		{"a secret of underscores", "plotline_abcdefgh12_" + strings.Repeat("_", 42) + "8", "abcdefgh12"},
		{"nothing", "", ""},
		{"the prefix alone", "plotline_", ""},
		{"no secret", "plotline_abcdefgh12", ""},
		{"an empty secret", "plotline_abcdefgh12_", ""},
		{"another prefix", "Plotline_abcdefgh12_" + secret43, ""},
		{"a short id", "plotline_abcdefg_" + secret43, ""},
		{"a long id", "plotline_abcdefgh12345_" + secret43, ""},
		{"an id in capitals", "plotline_ABCDEFGH12_" + secret43, ""},
		{"a line break after the id", "plotline_abcdefgh12\n_" + secret43, ""},
		{"a short secret", "plotline_abcdefgh12_" + secret43[1:], ""},
		{"a long secret", "plotline_abcdefgh12_" + secret43 + "A", ""},
		{"another alphabet", "plotline_abcdefgh12_+" + secret43[1:], ""},
		{"padding", "plotline_abcdefgh12_" + secret43 + "=", ""},
		{"a line break in the secret", "plotline_abcdefgh12_\n" + secret43[1:], ""},
		{"bits that no secret has", "plotline_abcdefgh12_" + secret43[:42] + "B", ""},
		{"a space before", " plotline_abcdefgh12_" + secret43, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			id, ok := parse(tt.text)
			if ok != (tt.want != "") || (ok && id != tt.want) {
				t.Errorf("parse(%q) = %q, %v", tt.text, id, ok)
			}
		})
	}
}

func TestCreatedTokensParse(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		id, text := draw()
		if got, ok := parse(text); !ok || got != id {
			t.Fatalf("parse(%q) = %q, %v, want %q", text, got, ok, id)
		}
		if seen[id] || seen[text] {
			t.Fatalf("%q was drawn before", text)
		}
		seen[id], seen[text] = true, true
	}
}

// TestParseTakesEverySecret checks that parse accepts every secret of 32 bytes.
func TestParseTakesEverySecret(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.StringMatching(`[a-z0-9]{8,12}`).Draw(t, "id")
		raw := rapid.SliceOfN(rapid.Byte(), secretBytes, secretBytes).Draw(t, "secret")
		text := prefix + id + "_" + secretEncoding.EncodeToString(raw)
		if got, ok := parse(text); !ok || got != id {
			t.Fatalf("parse(%q) = %q, %v", text, got, ok)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "plotline_", "plotline__", "plotline_abcdefgh12_" + secret43, "plotline_abcdefgh12_" + secret43 + "=",
		"plotline_abcdefgh12_" + strings.Repeat("_", 43), "plotline_abcdefgh12_" + strings.Repeat("\n", 43),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, ok := parse(text)
		if !ok {
			return
		}
		if !idForm.MatchString(id) {
			t.Errorf("parse(%q) gave the id %q", text, id)
		}
		// A token has exactly one text that parse accepts.
		secret := strings.TrimPrefix(text, prefix+id+"_")
		raw, err := secretEncoding.DecodeString(secret)
		if err != nil || len(raw) != secretBytes || secretEncoding.EncodeToString(raw) != secret {
			t.Errorf("parse took %q, with the secret %x, %v", text, raw, err)
		}
	})
}

func TestDigestAsJSON(t *testing.T) {
	t.Parallel()
	want := hash("text")
	raw, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got digest
	if err := json.Unmarshal(raw, &got); err != nil || got != want {
		t.Errorf("%s became %x, %v", raw, got, err)
	}
	for _, bad := range []string{`""`, `"00"`, `"` + strings.Repeat("g", 64) + `"`, `"` + strings.Repeat("0", 66) + `"`, `1`} {
		if err := json.Unmarshal([]byte(bad), &got); err == nil {
			t.Errorf("%s was taken", bad)
		}
	}
}

func TestValidName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"ci": true, "Anna's laptop": true, "読む人": true, strings.Repeat("é", 64): true,
		"": false, " ci": false, "ci ": false, "a\nb": false, "a\x1b[31m": false, "\xff": false,
		"a\u202eb": false, "a\u00a0b": false, strings.Repeat("é", 65): false,
	} {
		if err := validName(name); (err == nil) != want {
			t.Errorf("%q: %v", name, err)
		}
	}
}
