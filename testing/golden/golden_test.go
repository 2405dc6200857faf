package golden_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// update writes the record anew.
var update = os.Getenv("UPDATE_GOLDEN") != ""

const (
	recordDir   = "record"
	changesFile = "changes.tsv"
	changelog   = "CHANGELOG.md"
)

// part is a part of the record, and what collects its facts.
type part struct {
	name    string
	collect func(w *world) []string
}

// served are the parts that a running server is asked for, and ended those that it leaves behind.
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
		{"answers", func(w *world) []string { return w.answers }}, // after all that ask
	}
}

func ended() []part {
	return []part{
		{"events", eventFacts}, {"files", fileFacts}, {"audit", auditFacts}, {"sqlite", sqliteFacts}, {"neo4j", neo4jFacts},
	}
}

// collect asks the program for everything.
func collect(t *testing.T) (record, *world) {
	t.Helper()
	w, r := start(t), record{}
	w.page = w.openPage()
	w.play()
	w.page.await(t, "planUpdated", "recognizeMediaFilePlanReady", "renameFilesPlanReady", "projectUpdated",
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

// TestRecord holds the program against the record, and the record against the changes that users were told of.
// It is not parallel, because it sets what redact replaces.
func TestRecord(t *testing.T) {
	now, w := collect(t)
	before, err := load(recordDir)
	if err != nil {
		t.Fatal(err)
	}
	noticesChanges(t, now)
	schemasNotice(t, w)
	now[dataPart] = before[dataPart] // TestNeo4jData has judged it
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

// howTo says what to do about a change.
const howTo = `If that was not intended, the change breaks others: undo it.
If it was:
  1. Say in CHANGELOG.md, in a line of its own, what users must know.
  2. Run: UPDATE_GOLDEN=1 go test ./testing/golden
  3. Look at the differences in testing/golden/record, and add the line that the test prints to testing/golden/changes.tsv.`

// judgeChanges holds the record against the last line of the changes.
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
