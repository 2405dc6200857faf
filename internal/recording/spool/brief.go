package spool

import (
	"path/filepath"

	"plotline/internal/durable"
)

// Brief is what agents are told at the start of a session of a project. The recorder writes it, and the hook prints it.
type Brief struct {
	Text string `json:"text,omitempty"`
	// Branches has what is told instead of Text on a branch whose last session did not end green.
	Branches map[string]string `json:"branches,omitempty"`
}

// maxBriefs bounds the file of a brief, in bytes.
const maxBriefs = 256 << 10

// BriefFile returns the file of a data folder with the brief of a workspace's project.
func BriefFile(dataDir, workspace string) string {
	return filepath.Join(dataDir, "recording", "briefs", workspace+".json")
}

// ReadBrief reads the brief of a workspace's project. Without the file it is empty.
func ReadBrief(dataDir, workspace string) (b Brief, err error) {
	err = durable.ReadJSON(BriefFile(dataDir, workspace), maxBriefs, &b)
	return b, err
}

// On returns what is told on a branch.
func (b Brief) On(branch string) string {
	if text, has := b.Branches[branch]; has {
		return text
	}
	return b.Text
}
