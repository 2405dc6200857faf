//go:build unix

package attacks_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"plotline/internal/access"
	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
	"plotline/testing/kit/tier"
)

// restored restores a backup of these files, and starts a server in the data folder.
func restored(t *testing.T, files map[string]string, args ...string) *server {
	t.Helper()
	dir, made := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "backup")
	writeBackup(t, made, files)
	if got := serving.Run(t, binary, nil, "restore", made, "--store", "embedded", "--data-dir", dir); got.Status != 0 {
		t.Fatalf("plotline restore: %s", got.Err)
	}
	file := filepath.Join(t.TempDir(), "tokens.json")
	expect.WriteFile(t, file, `{"version":1,"tokens":[]}`)
	served, err := serving.Launch(t.Context(), binary, collected, append([]string{"--store", "embedded", "--data-dir", dir, "--tokens", file}, args...)...)
	expect.NoError(t, err)
	s := &server{Server: served, dir: dir, tokens: file}
	t.Cleanup(func() {
		if err := s.Stop(); s.Status() != 0 {
			t.Error(err)
		}
	})
	limitMemory(t, s.Process(), memoryLimit)
	return s
}

// journal is a journal of a rename in the form of the file.
type journal struct {
	Version int               `json:"version"`
	ID      string            `json:"id"`
	Undo    bool              `json:"undo,omitempty"`
	State   string            `json:"state"`
	Folder  string            `json:"folder"`
	Token   string            `json:"token"`
	Note    map[string]string `json:"note"`
	Made    []string          `json:"made,omitempty"`
	Unmade  []string          `json:"unmade,omitempty"`
	Entries []journalEntry    `json:"entries"`
}

type journalEntry struct {
	From   string           `json:"from"`
	To     string           `json:"to"`
	Source map[string]int64 `json:"source"`
	Copied bool             `json:"copied,omitempty"`
	Target map[string]int64 `json:"target,omitempty"`
}

// journalName returns the name of a journal in a data folder, and its id.
func journalName(n int) (name, id string) {
	id = fmt.Sprintf("00000000-0000-4000-8000-%012d", n)
	return "plans/.journal/" + id + ".journal.json", id
}

// identity returns what a journal knows of a file, such as one that its author has seen.
func identity(t *testing.T, path string) map[string]int64 {
	t.Helper()
	info, err := os.Stat(path)
	expect.NoError(t, err)
	stat, is := info.Sys().(*unix.Stat_t)
	inode := int64(0)
	if is {
		inode = int64(stat.Ino) //nolint:gosec // no inode is that large
	}
	return map[string]int64{"size": info.Size(), "mtime": info.ModTime().UnixNano(), "inode": inode}
}

// journalAttack is a journal in a backup. Its author knows the file "there" of a folder.
type journalAttack struct {
	outside bool                               // the file is outside of the media root
	prepare func(t *testing.T, in, out string) // what else is in the folder, and outside of the root
	change  func(j *journal, in, out string)   // how the journal differs
	moves   bool                               // the file may have got another name in its folder
}

func journalAttacks() map[string]journalAttack {
	known := func(from, to string) func(j *journal, in, out string) {
		return func(j *journal, _, _ string) { j.Entries[0].From, j.Entries[0].To = from, to }
	}
	link := func(t *testing.T, in, out string) {
		t.Helper()
		expect.NoError(t, os.Symlink(out, filepath.Join(in, "link")))
	}
	return map[string]journalAttack{
		"folder outside of the root": {outside: true, change: func(j *journal, _, out string) { j.Folder, j.Made = out, []string{"empty"} }},
		"dots in the folder":         {outside: true, change: func(j *journal, in, out string) { j.Folder = in + "/../../outside/" + filepath.Base(out) }},
		"dots in a name":             {outside: true, change: func(j *journal, _, out string) { j.Entries[0].To = "../../outside/" + filepath.Base(out) + "/there" }},
		"dots in the other name":     {outside: true, change: func(j *journal, _, out string) { j.Entries[0].From = "../../outside/" + filepath.Base(out) + "/new" }},
		"an absolute name":           {outside: true, change: func(j *journal, _, out string) { j.Entries[0].To = filepath.Join(out, "there") }},
		"a folder made outside":      {outside: true, change: func(j *journal, _, out string) { j.Made = []string{"../../outside/" + filepath.Base(out) + "/empty"} }},
		"a folder unmade outside": {outside: true, change: func(j *journal, _, out string) {
			j.State, j.Undo, j.Unmade = "placed", true, []string{"../../outside/" + filepath.Base(out) + "/empty"}
		}},
		"through a link":             {outside: true, prepare: link, change: known("new", "link/there")},
		"through a link, back":       {outside: true, prepare: link, change: known("link/new", "link/there")},
		"a folder through a link":    {outside: true, prepare: link, change: func(j *journal, _, _ string) { j.Made = []string{"link/empty"} }},
		"a link as the folder":       {outside: true, prepare: link, change: func(j *journal, in, _ string) { j.Folder = filepath.Join(in, "link") }},
		"the folder of a workspace":  {outside: true, change: func(j *journal, _, out string) { j.Folder, j.Note["workspace"] = out, "b" }},
		"a workspace that is a path": {outside: true, change: func(j *journal, _, out string) { j.Folder, j.Note["workspace"] = out, "../../default" }},
		"no workspace":               {outside: true, change: func(j *journal, _, out string) { j.Folder, j.Note["workspace"] = out, "" }},
		"a pipe as the folder": {prepare: func(t *testing.T, in, _ string) {
			t.Helper()
			expect.NoError(t, unix.Mkfifo(filepath.Join(in, "pipe"), 0o600))
		}, change: func(j *journal, in, _ string) { j.Folder = filepath.Join(in, "pipe") }},
		"a pipe as the file": {prepare: func(t *testing.T, in, _ string) {
			t.Helper()
			expect.NoError(t, unix.Mkfifo(filepath.Join(in, "pipe"), 0o600))
		}, change: known("new", "pipe")},
		"a device as the folder":       {change: func(j *journal, _, _ string) { j.Folder = "/dev/zero" }},
		"the file as the folder":       {change: func(j *journal, in, _ string) { j.Folder = filepath.Join(in, "there") }},
		"a newer version":              {change: func(j *journal, _, _ string) { j.Version = 2 }},
		"another id":                   {change: func(j *journal, _, _ string) { _, j.ID = journalName(999) }},
		"an unknown state":             {change: func(j *journal, _, _ string) { j.State = "gone" }},
		"a record's state":             {change: func(j *journal, _, _ string) { j.State, j.Entries[0].Target = "applied", j.Entries[0].Source }},
		"a path in place of the token": {change: func(j *journal, _, _ string) { j.Token = "/../../x" }},
		"one target twice": {change: func(j *journal, _, _ string) {
			j.Entries = append(j.Entries, j.Entries[0])
			j.Entries[1].From = "other"
		}},
		"one source twice": {change: func(j *journal, _, _ string) { j.Entries = append(j.Entries, j.Entries[0]); j.Entries[1].To = "other" }},
		"a target below a target": {change: func(j *journal, _, _ string) {
			j.Entries = append(j.Entries, j.Entries[0])
			j.Entries[1].From, j.Entries[1].To = "x", "there/y"
		}},
		"no entries":                    {change: func(j *journal, _, _ string) { j.Entries = nil }},
		"a rename that is not approved": {change: func(j *journal, _, _ string) { j.State, j.Entries[0].From, j.Entries[0].To = "staging", "there", "new" }},
		"a rename that is said done":    {change: func(j *journal, _, _ string) { j.State, j.Entries[0].Target = "placed", j.Entries[0].Source }},
		"an undo that is said done": {change: func(j *journal, _, _ string) {
			j.State, j.Undo, j.Entries[0].Target = "placed", true, j.Entries[0].Source
		}},
		"a copy that is said made": {change: func(j *journal, _, _ string) {
			j.State, j.Entries[0].From, j.Entries[0].To, j.Entries[0].Copied = "staging", "there", "new", true
		}},
		"a copy that is said placed": {change: func(j *journal, _, _ string) {
			j.State, j.Entries[0].From, j.Entries[0].To, j.Entries[0].Copied, j.Entries[0].Target = "placed", "new", "there", true, j.Entries[0].Source
		}},
		"another file's identity": {change: func(j *journal, _, _ string) {
			j.Entries[0].Source = map[string]int64{"size": 1, "mtime": 1, "inode": 1}
		}},
		"the known file, back": {moves: true},
		"over another file":    {moves: true, prepare: func(t *testing.T, in, _ string) { t.Helper(); expect.WriteFile(t, filepath.Join(in, "new"), "kept") }},
	}
}

// TestHostileJournalsInBackup restores one backup with a journal of each attack, whose author knows the media files. What
// the next start finishes or undoes stays in the media folder of its workspace, replaces no file and loses none. The
// server starts, and decisions in the workspace go on.
func TestHostileJournalsInBackup(t *testing.T) {
	t.Parallel()
	base, err := filepath.EvalSymlinks(t.TempDir())
	expect.NoError(t, err)
	root, attacks, files := filepath.Join(base, "root"), journalAttacks(), map[string]string{}
	for n, name := range slices.Sorted(maps.Keys(attacks)) {
		attack := attacks[name]
		folder := strings.ReplaceAll(name, " ", "-")
		in, out := filepath.Join(root, folder), filepath.Join(base, "outside", folder)
		expect.WriteFiles(t, in, "other.mkv")
		expect.WriteFiles(t, filepath.Join(out, "empty"))
		expect.WriteFile(t, filepath.Join(out, "there"), "a secret of "+name)
		target := filepath.Join(out, "there")
		if !attack.outside {
			target = filepath.Join(in, "there")
			expect.WriteFile(t, target, "a film of "+name)
		}
		if attack.prepare != nil {
			attack.prepare(t, in, out)
		}
		at, id := journalName(n)
		j := journal{
			Version: 1, ID: id, State: "placing", Folder: in, Token: "0badcafe",
			Note:    map[string]string{"operation": id, "workspace": "default"},
			Entries: []journalEntry{{From: "new", To: "there", Source: identity(t, target)}},
		}
		if attack.change != nil {
			attack.change(&j, in, out)
		}
		raw, err := json.Marshal(j)
		expect.NoError(t, err)
		files[at] = string(raw)
	}
	show := filepath.Join(root, "show")
	expect.WriteFiles(t, show, "a.mkv")
	before := contents(t, base)

	s := restored(t, files, "--media-root", root, "--media-root", "b="+filepath.Join(base, "b"))
	token := s.token(t, "default", access.Admin)
	plan := "/api/v1/plans/" + s.renamePlan(t, token, show, filepath.Join(show, "a.mkv"), filepath.Join(show, "b.mkv"))
	s.must(t, http.StatusOK, http.MethodPost, plan+"/apply", token, `{}`)
	s.must(t, http.StatusOK, http.MethodPost, plan+"/undo", token, `{}`) // the journals were settled before
	after := contents(t, base)
	for name, attack := range attacks {
		folder := strings.ReplaceAll(name, " ", "-")
		in, out := filepath.Join("root", folder), filepath.Join("outside", folder)
		if was, is := below(before, out), below(after, out); !slices.Equal(was, is) {
			t.Errorf("%s: outside of the root is %q, was %q", name, is, was)
		}
		was, is := below(before, in), below(after, in)
		if attack.moves {
			was, is = texts(was), texts(is)
		}
		if !slices.Equal(was, is) {
			t.Errorf("%s: the media folder has %q, had %q", name, is, was)
		}
	}
	s.checkAlive(t)
}

// TestLargeJournalsInSmallBackup restores small backups with journals of millions of values. Neither the start nor a
// decision may need much memory.
func TestLargeJournalsInSmallBackup(t *testing.T) { //nolint:tparallel // one after the other, because each writes large files
	t.Parallel()
	tier.Full(t)
	for name, large := range map[string]func(millions int) string{
		"empty entries": func(n int) string { return `"entries":[` + strings.Repeat(`{},`, n*1e6) + `{}]` },
		"entries":       func(n int) string { return `"entries":[` + strings.Repeat(`{"from":"x","to":"y"},`, n*1e6/3) + `{}]` },
		"folders":       func(n int) string { return `"entries":[],"made":[` + strings.Repeat(`"",`, n*1e6) + `""]` },
		"a note":        func(n int) string { return `"entries":[],"note":[` + strings.Repeat(`0,`, n*1e6) + `0]` },
		"a long note":   func(n int) string { return `"entries":[],"note":"` + strings.Repeat(`x`, n*3e6) + `"` },
		"other members": func(n int) string { return `"entries":[],"x":[` + strings.Repeat(`[],`, n*1e6) + `0]` },
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			show, files := filepath.Join(root, "show"), map[string]string{}
			expect.WriteFiles(t, show, "a.mkv")
			for n, millions := range []int{1, 20, 80} { // of 3, 60 and 240 MB at least
				at, id := journalName(n)
				files[at] = fmt.Sprintf(`{"version":1,"id":%q,"state":"staging","folder":%q,"token":"0badcafe",%s}`, id, show, large(millions))
			}
			s := restored(t, files, "--media-root", root)
			token := s.token(t, "default", access.Admin)
			plan := "/api/v1/plans/" + s.renamePlan(t, token, show, filepath.Join(show, "a.mkv"), filepath.Join(show, "b.mkv"))
			s.must(t, http.StatusOK, http.MethodPost, plan+"/apply", token, `{}`)
			s.checkAlive(t)
			t.Logf("peak memory: %d MiB", s.memory(t, "VmHWM")>>20)
		})
	}
}

// contents returns what is in a folder, each as "path: content", in order.
func contents(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	expect.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		text := entry.Type().String()
		if entry.Type().IsRegular() {
			raw, err := os.ReadFile(path) //nolint:gosec // nobody else is in the folder of a test
			if err != nil {
				return err
			}
			text = string(raw)
		}
		all = append(all, name+": "+text)
		return nil
	}))
	return all
}

// below returns those that are in a folder.
func below(all []string, folder string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(line string) bool { return !strings.HasPrefix(line, folder+"/") })
}

// texts returns the contents without the names, in order.
func texts(all []string) []string {
	found := make([]string, len(all))
	for i, line := range all {
		_, found[i], _ = strings.Cut(line, ": ")
	}
	slices.Sort(found)
	return found
}
