package tools

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"plotline/graph"
	"plotline/graph/graphtest"
	"plotline/internal/output"
	"plotline/internal/usecase"
	"plotline/media"
	"plotline/plans"
	"plotline/scenes"
)

// allTools are never called, so they need no folder.
func allTools() []Tool {
	runner := &usecase.Runner{Logger: slog.New(slog.DiscardHandler)}
	return All(Deps{
		Graph:  graph.NewService(graphtest.NewModel(), runner),
		Media:  media.NewService(media.Config{Runner: runner}),
		Plans:  plans.NewService(plans.Config{Runner: runner}),
		Scenes: scenes.NewService(scenes.Config{Runner: runner}),
	})
}

// english is an English text and the keys of its translation.
type english struct {
	text string
	keys []string
}

// everyText returns all texts that a server with all tools looks up, and those of servers with fewer tools.
func everyText() []english {
	var all []english
	s := build(
		Config{Name: "x", Version: "1", App: "<!doctype html>", Tools: allTools(), Caller: Workspace("default"), Logger: slog.New(slog.DiscardHandler)},
		texts{asked: func(text string, keys ...string) { all = append(all, english{text, keys}) }},
	)
	for _, server := range []*Server{s, s.with(s.cfg.Toolsets, Strict)} {
		for _, shown := range server.listed {
			shown()
		}
	}
	for _, i := range allInstructions() {
		all = append(all, english{i.text, []string{i.key()}})
	}
	for _, p := range allPrompts() {
		all = append(all, english{p.text, []string{p.key(cmp.Or(p.textKey, "text"))}})
	}
	return all
}

// TestLocalesAreComplete checks that every file translates every current English text, and nothing else.
func TestLocalesAreComplete(t *testing.T) {
	t.Parallel()
	for _, tag := range languages()[1:] {
		have := textsFor(tag)
		if have.localizer == nil {
			t.Fatalf("%s: no texts", tag)
		}
		used := map[string]bool{}
		for _, source := range everyText() {
			i := slices.IndexFunc(source.keys, func(key string) bool { _, ok := have.find(key, source.text); return ok })
			if i < 0 {
				t.Errorf("%s: %s: translate, with hash %s: %s", tag, strings.Join(source.keys, " or "), hashOf(source.text), source.text)
				continue
			}
			used[source.keys[i]] = true
			checkSameNames(t, source.keys[i], source.text, have.get(source.text, source.keys...))
		}
		for key := range have.hashes {
			if !used[key] {
				t.Errorf("%s: %s: nobody asks for it", tag, key)
			}
		}
	}
}

// checkSameNames checks that names that a model must write exactly are the same in every language.
func checkSameNames(t *testing.T, key, from, to string) {
	t.Helper()
	for _, word := range strings.FieldsFunc(from, func(r rune) bool { return !strings.ContainsRune(nameRunes, r) }) {
		if isName := strings.ContainsAny(word, "_{") || toolNames[word]; isName && !strings.Contains(to, word) {
			t.Errorf("%s: %q is not in %q", key, word, to)
		}
	}
}

const nameRunes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-{}"

var toolNames = func() map[string]bool {
	names := map[string]bool{}
	for _, tool := range allTools() {
		names[tool.Name] = true
	}
	return names
}()

func TestLocalesAreMatched(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"de": "de", "de-AT": "de", "de-CH": "de", "zh": "zh-Hans", "zh-CN": "zh-Hans", "zh-Hans-SG": "zh-Hans",
		"en": "en", "en-GB": "en", "fr": "en", "ja": "en", "und": "en",
	} {
		got := textsFor(language.MustParse(text)).get(graphTools()[0].Title, "list_episodes.title")
		expected := map[string]string{"en": "List episodes", "de": "Episoden auflisten", "zh-Hans": "列出经历"}[want]
		if got != expected {
			t.Errorf("%s: got %q, want %q", text, got, expected)
		}
	}
}

// TestLocaleWhoseEnglishChanged checks that an outdated translation is not shown.
func TestLocaleWhoseEnglishChanged(t *testing.T) {
	t.Parallel()
	if got := textsFor(language.German).get("List all episodes", "list_episodes.title"); got != "List all episodes" {
		t.Errorf("got %q", got)
	}
}

// TestLocaleFilesAreSorted checks that the files are sorted by key, one line each, so that they are easy to compare.
func TestLocaleFilesAreSorted(t *testing.T) {
	t.Parallel()
	for _, tag := range languages()[1:] {
		path := localeFile(tag)
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var messages map[string]struct {
			Hash  string `json:"hash"`
			Other string `json:"other"`
		}
		if err := json.Unmarshal(raw, &messages); err != nil {
			t.Fatal(err)
		}
		keys := make([]string, 0, len(messages))
		for key := range messages {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		lines := make([]string, len(keys))
		for i, key := range keys {
			value, err := output.Marshal(messages[key])
			if err != nil {
				t.Fatal(err)
			}
			lines[i] = fmt.Sprintf("  %q: %s", key, value)
		}
		want := "{\n" + strings.Join(lines, ",\n") + "\n}\n"
		if string(raw) == want {
			continue
		}
		if os.Getenv("UPDATE_SNAPSHOTS") == "" {
			t.Errorf("%s is not in order; UPDATE_SNAPSHOTS=1 puts it there", path)
		} else if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestParseLocale(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"en": "en", "de": "de", "de-AT": "de-AT", "zh-Hans": "zh-Hans", "zh-CN": "zh-CN", "en-GB": "en-GB",
	} {
		if got, err := ParseLocale(text); err != nil || got.String() != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "fr", "ja", "no such", "und"} {
		if got, err := ParseLocale(text); err == nil {
			t.Errorf("%q is %s", text, got)
		}
	}
}
