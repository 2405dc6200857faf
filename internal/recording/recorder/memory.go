package recorder

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"plotline/internal/fault"
	"plotline/internal/recording/task"
)

// Memory is the graph that the recorder writes to and asks. Its errors are those of the use cases of the graph: a
// *fault.Error, whose code says what happened.
type Memory interface {
	// Create creates an episode and returns its id. A repeated key with the same content returns the first id. With other
	// content it is a conflict, whose Extra names the id as episode_id.
	Create(ctx context.Context, workspace string, e Episode) (id string, err error)
	// Read returns an episode. A missing one is not_found.
	Read(ctx context.Context, workspace, id string) (Stored, error)
	// Update replaces the texts, reward, tags and metadata of an episode that has not changed since UpdatedAt, and returns
	// its new UpdatedAt. If it has changed, that is a conflict.
	Update(ctx context.Context, workspace string, e Stored) (time.Time, error)
	// Relate adds a relationship. One that exists is already_exists.
	Relate(ctx context.Context, workspace string, l Link) error
	// Delete deletes an episode with its relationships.
	Delete(ctx context.Context, workspace, id string) error
	// Recall returns the episodes that are close enough to a prompt to be told unasked, best first. Some of them may not be the
	// recorder's.
	Recall(ctx context.Context, workspace, prompt string, most int) ([]Stored, error)
	// Shared reports whether recorders of other machines write to it, too, so that Recall may find what this one has not written.
	Shared() bool
	// Check reports why episodes cannot be written or read now. It is nil if they can.
	Check(ctx context.Context) error
}

// Episode is what the recorder writes of one task.
type Episode struct {
	Key        string // rec1:CLIENT:SESSION:TASK
	Name       string
	Query      string
	Reflection string
	Reward     float64 // −1 … +1
	Tags       []string
	Metadata   json.RawMessage // an object
	CreatedAt  time.Time       // when the task started
	// Lessons are the lines that may be told. A shared memory keeps them with the episode, and returns them as long as nobody
	// has changed it. Others need not keep them: this machine has them in its lessons.
	Lessons []task.Lesson
}

// Stored is an episode of the graph. Its Key may be empty.
type Stored struct {
	Episode

	ID        string
	Serial    int64 // its number in the workspace
	UpdatedAt time.Time
	// Own is whether this person recorded it, on whatever machine. Only a shared memory says so.
	Own bool
}

// Link is a relationship between two episodes.
type Link struct {
	From, To string // ids
	Type     string // a type of the graph, such as follows
	Strength float64
}

// digest identifies what an episode says: twelve hex digits. An episode that anybody changed has another. What counts
// repetitions is left out, because that changes without the task.
func (e Episode) digest() string {
	text, err := json.Marshal([]any{e.Name, e.Query, e.Reflection, e.Reward, e.Tags, e.countless()})
	if err != nil {
		panic("recorder: an episode does not marshal: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}

// countless returns the metadata without the counts of repetitions.
func (e Episode) countless() any {
	dec := json.NewDecoder(bytes.NewReader(e.Metadata))
	dec.UseNumber()
	var all map[string]any
	if dec.Decode(&all) != nil {
		return nil
	}
	if recording, is := all[recordingField].(map[string]any); is {
		for _, name := range []string{sameField, timesField, lastField} {
			delete(recording, name)
		}
	}
	return all
}

// recordingField is the field of an episode's metadata that the recorder alone sets. The others are fields in it.
const (
	recordingField = "recording"
	sameField      = "same"  // hashes of the keys of repetitions, the newest last
	timesField     = "times" // how often the task was done
	lastField      = "last"  // when the last repetition was
	becauseField   = "reward_because"
)

// usedBy returns the episode that has the key already, if err says so.
func usedBy(err error) (id string) {
	if fault.CodeOf(err) != fault.Conflict {
		return ""
	}
	if named, has := fault.From(err).Extra["episode_id"]; has {
		return fmt.Sprint(named)
	}
	return ""
}
