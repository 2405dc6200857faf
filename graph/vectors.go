package graph

import (
	"context"
	"math"
	"strings"
	"time"
)

// VectorStore stores, for each episode, vectors that stand for the meaning of its text: one for each of its
// EmbeddedParts. All vectors of a workspace come from one model. They are made after the write: a new episode,
// or one with a changed text, waits until a worker claims its text and stores the vectors.
//
// The rules of Store hold for its methods too.
type VectorStore interface {
	// Embeddings returns the model of a workspace's vectors, and their number.
	Embeddings(ctx context.Context, ws string) (Embeddings, error)

	// UseModel sets the model of a workspace's vectors, and returns the resulting state. The cases are:
	//   - The workspace has no model: every episode waits from now on.
	//   - model is the next model, or is in use and replace is not set: nothing changes.
	//   - model is in use and replace is set: the next model is dropped.
	//   - model is another one: without replace the error is OtherModel. With replace it becomes the next
	//     model, and an earlier next model is dropped. Every episode then waits for a vector of it. The old
	//     vectors answer until no episode waits.
	//
	// If a call changes the model whose vectors are wanted, existing claims end.
	UseModel(ctx context.Context, ws, model string, replace bool) (Embeddings, error)

	// WaitingWorkspaces lists the workspaces in which episodes wait for a vector of model, and those with
	// episodes but without a model. It returns at most limit, in no particular order.
	WaitingWorkspaces(ctx context.Context, model string, limit int) ([]string, error)

	// ClaimTexts claims at most claim.Limit episodes that wait for a vector of claim.Model and that no other
	// claim holds at claim.Now. The claim lasts for claim.Lasts. One that ends later than this one does not hold: it is
	// from a clock that was ahead. Only the fields that EmbeddedText needs are filled in. If the workspace has another
	// model, it returns none. A claim with a token that still holds episodes returns other episodes.
	ClaimTexts(ctx context.Context, ws string, claim Claim) ([]Episode, error)

	// PutVectors stores the vectors of episodes that token holds, even after the claim has expired, and returns
	// for how many episodes. These no longer wait, not even those whose list of vectors is empty. It skips an
	// episode that was changed, deleted or claimed with another token in the meantime. When no episode waits
	// for the next model any more, that model replaces the old one.
	PutVectors(ctx context.Context, ws, token string, vectors []EpisodeVector) (int, error)

	// ReleaseTexts ends the claims of token, so that others may claim these episodes at once.
	ReleaseTexts(ctx context.Context, ws, token string) error

	// FindNearest finds episodes by the angle between their vectors and q.Vector. Of the vectors of an episode
	// the nearest counts. It returns the q.Limit nearest episodes that pass the filter, and those of q.IDs that
	// have a vector, each once, in no particular order.
	// Above a few thousand vectors a store may miss a twentieth of the nearest. If the workspace has vectors
	// of a model other than q.Model, or none, it returns no matches, and Nearest.Model is the model in use.
	// It skips vectors whose number of components differs from that of q.Vector.
	FindNearest(ctx context.Context, ws string, q VectorQuery) (Nearest, error)
}

// Embeddings is the state of a workspace's vectors.
type Embeddings struct {
	Model   string // of the vectors in use; "" if none was set
	Next    string // the model to change to; "" for none
	Waiting int    // episodes that wait for vectors of Next or, if there is none, of Model
	Vectors int    // episodes with a vector of Model
}

// Target returns the model whose vectors are wanted.
func (e Embeddings) Target() string {
	if e.Next != "" {
		return e.Next
	}
	return e.Model
}

// Claim asks for texts to embed.
type Claim struct {
	Model string
	Token string // identifies the claim; unique to it
	Now   Time   // 0: by the clock of the database
	Lasts time.Duration
	Limit int
}

// EpisodeVector has the vectors of the parts of an episode's text, in their order. An episode without any has a text that the
// model does not know: it no longer waits, and is never found by meaning.
type EpisodeVector struct {
	EpisodeID ID
	Vectors   []Vector // at most MaxParts
}

// Vector is a direction; its length has no meaning. All vectors of a model have the same number of
// components.
type Vector []int8

// NewVector scales and rounds a vector so that its largest component by magnitude is 127.
func NewVector(exact []float32) Vector {
	largest := 0.0
	for _, x := range exact {
		largest = max(largest, math.Abs(float64(x)))
	}
	v := make(Vector, len(exact))
	if largest == 0 {
		return v
	}
	for i, x := range exact {
		v[i] = int8(math.Round(float64(x) / largest * math.MaxInt8))
	}
	return v
}

// NewVectors does the same for several vectors.
func NewVectors(exact [][]float32) []Vector {
	list := make([]Vector, len(exact))
	for i, v := range exact {
		list[i] = NewVector(v)
	}
	return list
}

// Cosine returns the cosine of the angle between two vectors. It is 1 for the same direction, and 0 if they
// have nothing in common or differ in their number of components.
func (v Vector) Cosine(w Vector) float64 {
	if len(v) != len(w) {
		return 0
	}
	var dot, vv, ww int64
	for i := range v {
		a, b := int64(v[i]), int64(w[i])
		dot, vv, ww = dot+a*b, vv+a*a, ww+b*b
	}
	if vv == 0 || ww == 0 {
		return 0
	}
	return float64(dot) / math.Sqrt(float64(vv)*float64(ww))
}

// VectorQuery asks for the episodes nearest to a vector, and for the cosines of some others.
type VectorQuery struct {
	Model  string
	Vector Vector
	IDs    []ID // at most 1,000
	Filter EpisodeFilter
	Limit  int
}

// Nearest is the result of FindNearest.
type Nearest struct {
	Model   string // the model to change to; "" for none
	Next    string // the model that is to follow; "" for none
	Matches []VectorMatch
}

// VectorMatch is an episode and the cosine of the angle between its nearest vector and the query's, to at least
// six decimals.
type VectorMatch struct {
	EpisodeID ID
	ID        int64
	CreatedAt Time
	Tags      []string
	Cosine    float64
}

// EmbeddedText returns the text that an episode's vectors stand for: name, query and reflection. It omits a
// name that the query begins with.
func EmbeddedText(e Episode) string {
	parts := make([]string, 0, 3)
	for _, text := range []string{e.Name, e.Query, e.Reflection} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if len(parts) > 1 && e.Name != "" && strings.HasPrefix(e.Query, e.Name) {
		parts = parts[1:]
	}
	return strings.Join(parts, "\n")
}
