package endpoints_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/serving"
)

// auditRecord is a record of the audit log.
type auditRecord struct {
	Actor, Operation, Outcome, Workspace string
	IDs                                  []string
}

// auditRecords reads the audit log.
func (s *server) auditRecords(t *testing.T) (records []auditRecord) {
	t.Helper()
	log := serving.AuditLog(t, filepath.Dir(s.tokens))
	for line := range bytes.Lines(log) {
		var record auditRecord
		expect.NoError(t, json.Unmarshal(line, &record))
		records = append(records, record)
	}
	return records
}
