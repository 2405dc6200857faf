package recallset

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"

	"plotline/graph/meaning"
)

// cachedModel is a model that caches its vectors in a file. Computing those of a whole history takes a
// quarter of an hour.
type cachedModel struct {
	meaning.Embedder

	file  *os.File
	known map[[sha256.Size]byte][]float32
}

// openCache opens the file, and creates it if necessary.
func openCache(ctx context.Context, model meaning.Embedder, path string) (*cachedModel, error) {
	components, err := model.Dimensions(ctx)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	r := &cachedModel{Embedder: model, file: file, known: map[[sha256.Size]byte][]float32{}}
	for {
		var key [sha256.Size]byte
		vector := make([]float32, components)
		if _, err := io.ReadFull(file, key[:]); errors.Is(err, io.EOF) {
			return r, nil
		} else if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		if err := binary.Read(file, binary.LittleEndian, vector); err != nil {
			return nil, errors.Join(err, file.Close())
		}
		r.known[key] = vector
	}
}

// Embed embeds texts that are not cached.
func (r *cachedModel) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vector, err := r.one(text, func() ([]float32, error) {
			list, err := r.Embedder.Embed(ctx, []string{text})
			return slices.Concat(list...), err
		})
		if err != nil {
			return nil, err
		}
		vectors[i] = vector
	}
	return vectors, nil
}

// EmbedQuery embeds queries that are not cached.
func (r *cachedModel) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	return r.one("query: "+text, func() ([]float32, error) { return r.Embedder.EmbedQuery(ctx, text) })
}

func (r *cachedModel) one(text string, compute func() ([]float32, error)) ([]float32, error) {
	key := sha256.Sum256([]byte(r.ID() + "\n" + text))
	if vector, is := r.known[key]; is {
		return vector, nil
	}
	vector, err := compute()
	if err != nil || len(vector) == 0 { // a text that the model does not know
		return nil, err
	}
	r.known[key] = vector
	record, err := binary.Append(key[:], binary.LittleEndian, vector)
	if err == nil {
		_, err = r.file.Write(record)
	}
	return vector, err
}

// Close closes the file and the model.
func (r *cachedModel) Close() {
	r.Embedder.Close()
	_ = r.file.Close()
}
