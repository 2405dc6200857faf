package plans

import (
	"cmp"
	"context"
	"log/slog"
	"slices"

	"plotline/internal/records"
)

const planSuffix = ".plan.json"

// largest is the maximum size of a plan file in bytes, enough for about 500,000 entries.
const largest = 64 << 20

// newFiles returns the plan files of one folder. SMM, another program, reads and writes them too.
func newFiles(dir string, cache *records.Cache[Plan], logger *slog.Logger) *records.Folder[Plan] {
	return records.New(records.Config[Plan]{
		Dir: dir, Suffix: planSuffix, Noun: "plan", FileMode: 0o644, DirMode: 0o755, Largest: largest,
		ValidID: isID, ID: func(p *Plan) string { return p.ID },
		Decode: decode, Encode: (*Plan).encode, Clone: (*Plan).clone, Logger: logger,
		Cache: cache,
	})
}

// list returns the plans in a folder in the order of their creation. It ignores a plan whose workspace is
// not that of the folder.
func (s *planFolders) list(ctx context.Context, f *records.Folder[Plan]) ([]*Plan, error) {
	plans, err := f.List(ctx)
	plans = slices.DeleteFunc(plans, func(p *Plan) bool { return s.of(p.owner()) != f })
	slices.SortFunc(plans, func(a, b *Plan) int { return cmp.Or(cmp.Compare(created(a), created(b)), cmp.Compare(a.ID, b.ID)) })
	return plans, err
}

// created returns the creation time of a plan, or 0 for a plan of another program without one.
func created(p *Plan) int64 {
	if p.CreatedAt == nil {
		return 0
	}
	return int64(*p.CreatedAt)
}
