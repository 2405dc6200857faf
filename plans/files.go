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
func newFiles(dir string, logger *slog.Logger) *records.Folder[Plan] {
	return records.New(records.Config[Plan]{
		Dir: dir, Suffix: planSuffix, Noun: "plan", FileMode: 0o644, DirMode: 0o755, Largest: largest,
		ValidID: isID, ID: func(p *Plan) string { return p.ID },
		Decode: decode, Encode: (*Plan).encode, Clone: (*Plan).clone, Logger: logger,
	})
}

// list gives all plans, as they were created.
func (s *Service) list(ctx context.Context) ([]*Plan, error) {
	plans, err := s.files.List(ctx)
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
