package meaningtest

import (
	"encoding/json"
	"net/http"
)

// Handler serves the model as an embeddings endpoint (https://platform.openai.com/docs/api-reference/embeddings/create). It
// calls before with each request and its texts, and then replies.
func (c *Concepts) Handler(before func(r *http.Request, texts []string)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Input []string }
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		before(r, in.Input)
		vectors, err := c.Embed(r.Context(), in.Input)
		if err != nil {
			return // the client has gone
		}
		data := make([]map[string]any, len(vectors))
		for i, vector := range vectors {
			data[i] = map[string]any{"index": i, "embedding": vector}
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"data": data})
	})
}
