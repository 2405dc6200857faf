package endpoints_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
)

// auditRecord is a record of the audit log.
type auditRecord struct {
	Actor, Operation, Outcome, Workspace string
	IDs                                  []string
	Time                                 time.Time
}

// auditRecords reads the audit log, whose reads are in a file of their own, in the order of the calls.
func (s *server) auditRecords(t *testing.T) (records []auditRecord) {
	t.Helper()
	log := serving.AuditLog(t, filepath.Dir(s.tokens))
	for line := range bytes.Lines(log) {
		var record auditRecord
		expect.NoError(t, json.Unmarshal(line, &record))
		records = append(records, record)
	}
	slices.SortStableFunc(records, func(a, b auditRecord) int { return a.Time.Compare(b.Time) })
	return records
}
