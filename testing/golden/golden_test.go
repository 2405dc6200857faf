package golden_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// update is true if the record should be rewritten.
var update = os.Getenv("UPDATE_GOLDEN") != ""

const (
	recordDir   = "record"
	changesFile = "changes.tsv"
	changelog   = "CHANGELOG.md"
)

// part is a part of the record with the function that collects its facts.
type part struct {
	name    string
	collect func(w *world) []string
}

// served are the parts collected from a running server, and ended those collected after its end.
func served() []part {
	return []part{
		{"tools", toolFacts},
		{"prompts", promptFacts},
		{"routes", routeFacts},
		{"metrics", metricFacts},
		{"protocol", protocolFacts},
		{"exits", exitFacts},
		{"codes", codeFacts},
		{"flags", flagFacts},
		{"environment", environmentFacts},
		{"config", configFacts},
		{"texts", textFacts},
		{"headers", headerFacts},
		{"answers", func(w *world) []string { return w.answers }}, // last, after all calls
	}
}

func ended() []part {
	return []part{
		{"events", eventFacts}, {"files", fileFacts}, {"audit", auditFacts}, {"sqlite", sqliteFacts}, {"neo4j", neo4jFacts},
	}
}

// collect collects all facts from the program.
func collect(t *testing.T) (record, *world) {
	t.Helper()
	w, r := start(t), record{}
	w.page = w.openPage()
	w.play()
	w.page.await(t, "planUpdated", "recognizeMediaFilePlanReady", "renameFilesPlanReady", "projectUpdated", "sceneProgress", "graphUpdated",
		"askForRenameFilesConfirmation", "renameFilesConfirmationSettled")
	w.awaitGraph()
	for _, p := range served() {
		r.add(p.name, p.collect(w))
	}
	w.end()
	w.page.rest()
	for _, p := range ended() {
		r.add(p.name, p.collect(w))
	}
	return r, w
}

// TestRecord compares the program with the record, and the record with the announced changes. It is not
// parallel, because it sets the replacements of redact.
func TestRecord(t *testing.T) {
	now, w := collect(t)
	before, err := load(recordDir)
	if err != nil {
		t.Fatal(err)
	}
	noticesChanges(t, now)
	schemasNotice(t, w)
	now[dataPart] = before[dataPart] // TestNeo4jData has checked it
	changed := now.differences(before)
	if update {
		if err := now.store(recordDir); err != nil {
			t.Fatal(err)
		}
		before = now
	} else if len(changed) > 0 {
		t.Errorf("%d facts that others rely on differ (+ is now, - was before):\n%s\n\n%s", len(changed), strings.Join(changed, "\n"), howTo)
	}
	judgeChanges(t, before.digest())
}

// howTo says how to handle a change.
const howTo = `If that was not intended, the change breaks others: undo it.
If it was:
  1. Say in CHANGELOG.md, in a line of its own, what users must know.
  2. Run: UPDATE_GOLDEN=1 go test ./testing/golden
  3. Look at the differences in testing/golden/record, and add the line that the test prints to testing/golden/changes.tsv.`

// judgeChanges compares the digest of the record with the last line of the changes.
func judgeChanges(t *testing.T, digest string) {
	t.Helper()
	raw, err := os.ReadFile(changesFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	log, err := os.ReadFile(filepath.Join(module, changelog))
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range wrongChanges(string(raw), string(log), digest) {
		t.Error(wrong)
	}
}
