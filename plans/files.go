package plans

import (
	"log/slog"

	"plotline/internal/records"
)

const planSuffix = ".plan.json"

// largest is the maximum size of a plan file in bytes, enough for about 25,000 entries.
const largest = 4 << 20

// newFiles returns the plan files of one folder. SMM, another program, reads and writes them too.
func newFiles(dir string, cache *records.Cache[Plan], logger *slog.Logger) *records.Folder[Plan] {
	return records.New(records.Config[Plan]{
		Dir: dir, Suffix: planSuffix, Noun: "plan", FileMode: 0o644, DirMode: 0o755, Largest: largest,
		ValidID: isID, ID: func(p *Plan) string { return p.ID },
		Decode: decode, Encode: (*Plan).encode, Clone: (*Plan).clone, Logger: logger,
		Cache: cache,
	})
}

// created returns the creation time of a plan, or 0 for a plan of another program without one.
func created(p *Plan) int64 {
	if p.CreatedAt == nil {
		return 0
	}
	return int64(*p.CreatedAt)
}
