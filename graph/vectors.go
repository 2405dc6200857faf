package graph

import (
	"context"
	"math"
	"strings"
)

// VectorStore keeps, beside an episode, a vector that stands for the meaning of its text. The vectors of a
// workspace are of one model. They are made behind the write: an episode that is new, or whose text has
// changed, waits until somebody claims its text and brings the vector.
//
// The rules of Store hold for its methods too.
type VectorStore interface {
	// Embeddings tells of which model the vectors of a workspace are, and how many there are.
	Embeddings(ctx context.Context, ws string) (Embeddings, error)

	// UseModel names the model of a workspace's vectors, and tells what holds then. Where none was named,
	// every episode waits from now on. Where it is the model in use, or the one that is to follow, nothing
	// changes. Where it is another: OtherModel, unless replace says that it is to follow. Then every episode
	// waits for a vector of it, those of the former answer until none waits, and a third that was to follow is
	// forgotten. With replace and the model in use, the one that was to follow is forgotten. Where that changes
	// the model of which vectors are wanted, claims end.
	UseModel(ctx context.Context, ws, model string, replace bool) (Embeddings, error)

	// WaitingWorkspaces lists the workspaces where episodes wait for a vector of model, and those with
	// episodes where no model was named. At most limit, in no promised order.
	WaitingWorkspaces(ctx context.Context, model string, limit int) ([]string, error)

	// ClaimTexts takes at most claim.Limit episodes that wait for a vector of claim.Model and that nobody
	// holds at claim.Now, and holds them until claim.Until. Only what EmbeddedText needs is filled in. None
	// where the workspace has another model. A claim with a token that still holds episodes takes others.
	ClaimTexts(ctx context.Context, ws string, claim Claim) ([]Episode, error)

	// PutVectors stores vectors for episodes that token holds, also when its time is over, and returns how
	// many were stored. Such an episode no longer waits. An episode that was changed, deleted or claimed
	// by somebody else meanwhile is passed over. When no episode waits any more for the model that is to
	// follow, it takes the place of the former.
	PutVectors(ctx context.Context, ws, token string, vectors []EpisodeVector) (int, error)

	// ReleaseTexts gives back what token holds: others may claim it at once.
	ReleaseTexts(ctx context.Context, ws, token string) error

	// FindNearest finds episodes by the angle between their vectors and q.Vector: the q.Limit nearest that pass
	// the filter, and those of q.IDs that have a vector, each once, in no promised order. Of more than some
	// thousand vectors a store may miss a twentieth of the nearest. When the workspace has vectors of another
	// model than q.Model, or none: none, and Nearest.Model says which. Vectors with another number of components
	// than q.Vector are passed over.
	FindNearest(ctx context.Context, ws string, q VectorQuery) (Nearest, error)
}

// Embeddings is what a workspace has of vectors.
type Embeddings struct {
	Model   string // of the vectors that answer; "" when none was named
	Next    string // the model that is to follow; "" for none
	Waiting int    // episodes without a vector of Next or, when there is none, of Model
	Vectors int    // episodes with a vector of Model
}

// Target is the model of which vectors are wanted.
func (e Embeddings) Target() string {
	if e.Next != "" {
		return e.Next
	}
	return e.Model
}

// Claim asks for texts to make vectors of.
type Claim struct {
	Model      string
	Token      string // of who claims; nobody else has it
	Now, Until Time
	Limit      int
}

// EpisodeVector is the vector of an episode's text.
type EpisodeVector struct {
	EpisodeID ID
	Vector    Vector
}

// Vector points in a direction; its length says nothing. All vectors of a model have as many components.
type Vector []int8

// NewVector rounds a vector so that its largest component, in size, is 127.
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

// Cosine of the angle between two vectors: 1 for the same direction, 0 where they have nothing in common or
// not the same number of components.
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

// VectorQuery asks for the episodes nearest to a vector, and for how near some others are.
type VectorQuery struct {
	Model  string
	Vector Vector
	IDs    []ID // at most 1,000
	Filter EpisodeFilter
	Limit  int
}

// Nearest is what FindNearest found.
type Nearest struct {
	Model   string // of the workspace's vectors
	Next    string // the model that is to follow; "" for none
	Matches []VectorMatch
}

// VectorMatch is an episode and the cosine of the angle between its vector and the one that was asked for, to
// six decimals at least.
type VectorMatch struct {
	EpisodeID ID
	ID        int64
	CreatedAt Time
	Tags      []string
	Cosine    float64
}

// EmbeddedText is what the vector of an episode stands for: name, query and reflection, without a name with
// which the query begins.
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
