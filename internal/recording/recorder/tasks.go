package recorder

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"plotline/internal/recording/spool"
	"plotline/internal/recording/task"
	"plotline/internal/redact"
)

// done is a task that is over and worth an episode.
type done struct {
	Episode // with its Key

	task   task.Task
	judged *verdict // that the person gave apart from prompts
}

func doneOf(t task.Task) (done, error) {
	metadata, err := json.Marshal(map[string]any{recordingField: t.Metadata})
	return done{task: t, Episode: Episode{
		Key: t.Key, Name: t.Name, Query: t.Query, Reflection: t.Reflection, Reward: t.Reward, Tags: t.Tags, Metadata: metadata,
		CreatedAt: time.UnixMilli(t.Started).UTC(), Lessons: t.Lessons,
	}}, err
}

// tasks builds the tasks of a session that are over and worth an episode, and returns the lines that they are made of. Lines are redacted once more, because this program
// may know more secrets than the hook that wrote them.
func (p *pass) tasks(ctx context.Context, s *session, k known, lines []spool.Line) ([]done, []spool.Line, error) {
	lines, source, err := p.withTranscript(ctx, s, k, lines)
	if err != nil {
		return nil, nil, err
	}
	lines = withoutOwnVerdicts(redacted(lines))
	kept, err := p.build(s, lines, source)
	return kept, lines, err
}

// redacted replaces secrets in the texts of lines, in place.
func redacted(lines []spool.Line) []spool.Line {
	for i := range lines {
		l := &lines[i]
		for _, text := range []*string{&l.Text, &l.Command, &l.First, &l.Tail, &l.Path, &l.Words} {
			*text = redact.Text(*text)
		}
	}
	return lines
}

// build builds tasks by the rules of the session's project.
func (p *pass) build(s *session, lines []spool.Line, source string) ([]done, error) {
	rules := p.settings.Rules(s.Project)
	var kept []done
	for _, t := range task.Build(lines, task.Options{
		Client: s.Client, Session: s.Session, Project: filepath.Base(s.Project), Checks: rules.Checks, Excludes: rules.Excludes,
		Ordinals: s.Ordinals, Now: p.r.Now().UnixMilli(), Source: source,
	}) {
		if !t.Over || !t.Kept {
			continue
		}
		one, err := doneOf(t)
		if err != nil {
			return nil, err
		}
		kept = append(kept, one)
	}
	return kept, nil
}

// countOrdinals notes how often each prompt without an id of the client was there, before the file is removed.
func (s *session) countOrdinals() {
	for key := range s.Tasks {
		hash, ordinal, is := hashedKey(key)
		if !is {
			continue
		}
		if s.Ordinals == nil {
			s.Ordinals = map[string]int{}
		}
		s.Ordinals[hash] = max(s.Ordinals[hash], ordinal+1)
	}
}

// keyOf returns the key of a task that has an id of the client.
func keyOf(client, session, id string) string { return task.Prefix + client + ":" + session + ":" + id }

// hashedKey takes apart the key of a task without an id of the client: …:h:HASH:ORDINAL.
func hashedKey(key string) (hash string, ordinal int, is bool) {
	parts := strings.Split(key, ":")
	n := len(parts)
	if n < 4 || parts[n-3] != "h" {
		return "", 0, false
	}
	ordinal, err := strconv.Atoi(parts[n-1])
	return parts[n-2], ordinal, err == nil
}
