package endpoint

import (
	"encoding/json"
	"math"

	"plotline/internal/fault"
)

// errGarbled reports an answer without vectors, or without those that were asked for.
var errGarbled = fault.New(fault.Unavailable, "The embeddings endpoint returned an invalid reply; "+
	"check that PLOTLINE_EMBEDDINGS_BASE_URL is right (most end in /v1), and that PLOTLINE_EMBEDDINGS_MODEL is a model for embeddings")

// embedding is one vector of an answer. Some servers omit the index if there is only one vector.
type embedding struct {
	Index     *int      `json:"index"`
	Embedding []float32 `json:"embedding"`
}

// read finds the vectors of the given number of texts in an answer, and scales them to the length 1. All must
// have the same dimensions.
func read(body []byte, texts int) ([][]float32, error) {
	var answer struct {
		Data []embedding `json:"data"`
	}
	if err := json.Unmarshal(body, &answer); err != nil || len(answer.Data) != texts {
		return nil, errGarbled
	}
	vectors := make([][]float32, texts)
	for i, e := range answer.Data {
		if e.Index != nil {
			i = *e.Index
		}
		if i < 0 || i >= texts || vectors[i] != nil {
			return nil, errGarbled
		}
		if !normalise(e.Embedding) || len(e.Embedding) != len(answer.Data[0].Embedding) {
			return nil, errGarbled
		}
		vectors[i] = e.Embedding
	}
	return vectors, nil
}

// normalise scales a vector to the length 1, in place. It reports whether that is possible.
func normalise(vector []float32) bool {
	var sum float64
	for _, x := range vector {
		sum += float64(x) * float64(x)
	}
	if sum == 0 || len(vector) > mostDimensions {
		return false
	}
	scale := 1 / math.Sqrt(sum)
	for i, x := range vector {
		vector[i] = float32(float64(x) * scale)
	}
	return true
}
