package graph

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"plotline/graph/analysis"
	"plotline/internal/clip"
)

// What an importer knows of an episode stands in its metadata. These names are searched, too: nobody reads them in a reply, and
// no vector stands for them.
const (
	metadataCommit = "commit" // the hash, found by its first digits
	metadataAuthor = "author" // searched by words
	metadataFiles  = "files"  // paths, searched by words
)

// maxKnown bounds the text of metadata that is searched, in characters.
const maxKnown = 4000

// known is what a search finds of an episode's metadata.
type known struct{ key, text string }

// knownOf reads the metadata of an episode. A value of another kind than an importer writes is not searched.
func knownOf(e Episode) known {
	var k known
	if !bytes.Contains(e.Metadata, []byte(`"`+metadataCommit)) && !bytes.Contains(e.Metadata, []byte(`"`+metadataAuthor)) &&
		!bytes.Contains(e.Metadata, []byte(`"`+metadataFiles)) {
		return k
	}
	var values map[string]any
	if json.Unmarshal(e.Metadata, &values) != nil {
		return k
	}
	commit, _ := values[metadataCommit].(string)
	k.key = analysis.KeyOf(commit)
	author, _ := values[metadataAuthor].(string)
	texts := []string{author}
	files, _ := values[metadataFiles].([]any)
	for _, one := range files {
		path, _ := one.(string)
		texts = append(texts, path)
	}
	k.text = clip.Runes(strings.TrimSpace(strings.Join(texts, "\n")), maxKnown)
	return k
}

// SameTexts reports whether a search finds two episodes by the same texts.
func SameTexts(a, b Episode) bool {
	return a.Name == b.Name && a.Query == b.Query && a.Reflection == b.Reflection && slices.Equal(a.Tags, b.Tags) &&
		(bytes.Equal(a.Metadata, b.Metadata) || knownOf(a) == knownOf(b))
}
