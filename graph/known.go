package graph

import (
	"bytes"
	"context"
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

// GitTag is the tag of an episode that an import of a git history made.
const GitTag = "git"

// ReleaseTag returns the tag of the commit that a git history tags with a version, such as 1.2.0.
func ReleaseTag(version string) string { return "release:" + strings.ToLower(version) }

// shortCommit is how many digits of a commit's hash a reply has. Of a hundred thousand commits, two seldom share them.
const shortCommit = 10

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

// shortCommits returns the short hashes of those episodes that an import of a git history made, by id.
func (s *Service) shortCommits(ctx context.Context, ws string, episodes []result) (map[ID]string, error) {
	var ids []ID
	for _, one := range episodes {
		if slices.Contains(one.Tags, GitTag) {
			ids = append(ids, one.EpisodeID)
		}
	}
	read, err := s.episodesByID(ctx, ws, ids, 0)
	commits := make(map[ID]string, len(read))
	for id, e := range read {
		commits[id] = clip.Bytes(knownOf(e).key, shortCommit)
	}
	return commits, err
}

// SameTexts reports whether a search finds two episodes by the same texts.
func SameTexts(a, b Episode) bool {
	return a.Name == b.Name && a.Query == b.Query && a.Reflection == b.Reflection && slices.Equal(a.Tags, b.Tags) &&
		(bytes.Equal(a.Metadata, b.Metadata) || knownOf(a) == knownOf(b))
}
