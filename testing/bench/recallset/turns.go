package recallset

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"plotline/graph"
)

// turns has the chats of four pairs of friends over eight months, and questions about them. It was written
// for this benchmark.
//
//go:embed testdata/turns.jsonl
var turns []byte

// line is a turn or a question of the file. The turns of a conversation are before its questions.
type line struct {
	Conversation string
	ID           string
	Date         graph.Time // of a turn
	Session      int
	Speaker      string
	Text         string
	Question     string // "" for a turn
	Kind         string // "single", "multi", "time" or "update"
	Answers      []string
	Now          graph.Time // when a question about time is asked
}

// ReadTurns reads the short turns of chats in testdata/turns.jsonl. The Date of a question is when it is
// asked, or 0 for any time after the last turn.
func ReadTurns() ([]Conversation, error) {
	var list []Conversation
	last := line{}
	for in := json.NewDecoder(bytes.NewReader(turns)); ; {
		var l line
		if err := in.Decode(&l); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, fmt.Errorf("the line after %s: %w", last.ID, err)
		}
		if l.Conversation != last.Conversation {
			list = append(list, Conversation{})
		}
		c := &list[len(list)-1]
		if l.Question != "" {
			c.Questions = append(c.Questions, Commit{SHA: l.ID, Date: l.Now, Body: l.Question, Fixes: l.Answers, Kind: l.Kind})
		} else {
			turn := Commit{SHA: l.ID, Date: l.Date, Body: l.Speaker + ": " + l.Text}
			if l.Conversation == last.Conversation && l.Session == last.Session {
				turn.Follows = last.ID
			}
			c.Turns = append(c.Turns, turn)
		}
		last = l
	}
}
