package plans

import (
	"cmp"
	"context"
	"log/slog"
	"slices"

	"plotline/graph/records"
)

const planSuffix = ".plan.json"

// largest is how many bytes a plan file may have: some 500,000 entries.
const largest = 64 << 20

// newFiles gives the plan files of one folder. SMM, another program, reads and writes them too.
func newFiles(dir string, cache *records.Cache[Plan], logger *slog.Logger) *records.Folder[Plan] {
	return records.New(records.Config[Plan]{
		Dir: dir, Suffix: planSuffix, Noun: "plan", FileMode: 0o644, DirMode: 0o755, Largest: largest,
		ValidID: isID, ID: func(p *Plan) string { return p.ID },
		Decode: decode, Encode: (*Plan).encode, Clone: (*Plan).clone, Logger: logger,
		Cache: cache,
	})
}

// list gives the plans in a folder, as they were created. A file that names another workspace than that of
// the folder is no plan of either.
func (s *shelves) list(ctx context.Context, f *records.Folder[Plan]) ([]*Plan, error) {
	plans, err := f.List(ctx)
	plans = slices.DeleteFunc(plans, func(p *Plan) bool { return s.of(p.owner()) != f })
	slices.SortFunc(plans, func(a, b *Plan) int { return cmp.Or(cmp.Compare(created(a), created(b)), cmp.Compare(a.ID, b.ID)) })
	return plans, err
}

// created is 0 for a plan of another program that does not say.
func created(p *Plan) int64 {
	if p.CreatedAt == nil {
		return 0
	}
	return int64(*p.CreatedAt)
}
