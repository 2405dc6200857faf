package recorder

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"plotline/internal/recording/check"
	"plotline/internal/recording/task"
)

// published is what the metadata of an episode in a shared memory says to recorders on other machines.
type published struct {
	Person string        `json:"person"`
	Tell   []task.Lesson `json:"tell"`
	Sum    string        `json:"sum"` // digest of the episode without these fields; "" if nothing may be told
}

// The fields of published among those of the metadata. The server sets tokenField.
const (
	personField = "person"
	tellField   = "tell"
	sumField    = "sum"
	tokenField  = "by"
)

// Publish returns the metadata of an episode with what recorders on other machines need to tell of it: the person's random id,
// the lines that may be told, and a digest of the episode.
func Publish(e Episode, person string) json.RawMessage {
	return changeRecording(e.Metadata, func(recording map[string]any) {
		recording[personField] = person
		if len(e.Lessons) > 0 {
			recording[tellField], recording[sumField] = e.Lessons, e.digest()
		}
	})
}

// Published returns an episode of a shared memory as it was before Publish. It has lines only if nobody has changed it since. It is
// the person's own if it has their id and their token has written it.
func Published(e Stored, person string, byToken bool) Stored {
	var all struct {
		Recording published `json:"recording"`
	}
	if json.Unmarshal(e.Metadata, &all) != nil {
		return e
	}
	e.Metadata = changeRecording(e.Metadata, func(recording map[string]any) {
		for _, name := range []string{personField, tellField, sumField, tokenField} {
			delete(recording, name)
		}
	})
	if all.Recording.Sum != "" && all.Recording.Sum == e.digest() {
		e.Lessons = all.Recording.Tell
		e.Own = byToken && person != "" && all.Recording.Person == person
	}
	return e
}

// ofOthers returns what may be told of an episode that this machine has not written. Its key is the id. The lines of the same person
// are told as they are. Of other people only facts of fixed form are told, and none of their words: a shared memory must not be
// a way to instruct the agents of others.
func ofOthers(there Stored, root string) entry {
	e := entry{Key: there.ID, Episode: there.ID, Digest: there.digest(), Started: there.CreatedAt.UnixMilli()}
	switch {
	case len(there.Lessons) == 0: // there are none, or somebody has changed it
	case there.Own:
		e.Lines = there.Lessons
	default:
		if line, is := factOf(there.Metadata, root); is {
			e.Lines = []task.Lesson{line}
		}
	}
	return e
}

// factOf builds a line of the fields of an episode, about files that the project in root has.
func factOf(metadata json.RawMessage, root string) (line task.Lesson, is bool) {
	var all struct {
		Recording task.Metadata `json:"recording"`
	}
	if json.Unmarshal(metadata, &all) != nil {
		return task.Lesson{}, false
	}
	did := all.Recording
	files := slices.DeleteFunc(did.Files, func(file string) bool { return !isFileOf(root, file) })
	if len(files) == 0 {
		return task.Lesson{}, false
	}
	const most = 2
	where := strings.Join(files[:min(len(files), most)], ", ") + ": changed by another person"
	if slices.ContainsFunc(did.Because, func(reason string) bool { return strings.HasPrefix(reason, undoneRule+" ") }) {
		text := where + ", reverted later."
		if i := slices.IndexFunc(did.Commits, isHash); i >= 0 {
			text = fmt.Sprintf("%s, reverted later (%s).", where, short(did.Commits[i]))
		}
		return task.Lesson{Kind: task.Reverted, Text: text}, true
	}
	for _, run := range did.Checks {
		if run.Result == check.Failed && !run.Stale && isCheck(run.Name) {
			return task.Lesson{Kind: task.Worked, Text: where + "; " + run.Name + " failed afterwards."}, true
		}
	}
	return task.Lesson{}, false
}

// isFileOf reports whether a name is that of a file of the project. Free text is not.
func isFileOf(root, name string) bool {
	if !plainPath().MatchString(name) || !filepath.IsLocal(name) {
		return false
	}
	info, err := os.Lstat(filepath.Join(root, filepath.FromSlash(name)))
	return err == nil && info.Mode().IsRegular()
}

// isCheck reports whether a name is that of a known check, without anything that is not one.
func isCheck(name string) bool {
	known, is := check.Of(name, nil)
	return is && known.Name == name && plainCheck().MatchString(name)
}

var (
	plainPath  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_.+@/-]{1,100}$`) })
	plainCheck = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_.:=@/-]+(?: [A-Za-z0-9_.:=@/-]+){0,3}$`) })
)
