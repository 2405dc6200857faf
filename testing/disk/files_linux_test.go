package disk_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plotline/testing/kit/expect"
	"plotline/testing/kit/mounts"
	"plotline/testing/kit/serving"
)

// TestAuditLogOnFullDisk checks that operations stay stored and monitoring is told. Once there is space,
// records are written again and the server is ready, without a restart.
func TestAuditLogOnFullDisk(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	disk := mounts.New(t, filepath.Join(t.TempDir(), "log"), 0, "size=64k")
	file := filepath.Join(disk.Path, "audit.jsonl")
	p := serve(t, t.TempDir(), "--audit-file", file)
	create := func(query string) {
		t.Helper()
		p.must(t, "create_episode", map[string]any{"query": query, "reward": 0}, nil)
	}
	for pages := range 2 {
		create("before")
		disk.Fill(t, pages)
		for range 40 { // more than a page of records
			create("meanwhile")
		}
		if ready, reply := p.ready(t); ready || !strings.Contains(reply, "the last record could not be written") {
			t.Errorf("ready without an audit log: %t, %s", ready, reply)
		}
		values, err := p.Metrics(t.Context())
		if err != nil || values["plotline_audit_records_lost_total"] == 0 {
			t.Errorf("%g records are lost, %v", values["plotline_audit_records_lost_total"], err)
		}
		disk.Free(t)
		kept := records(t, file)
		create("after")
		if ready, reply := p.ready(t); !ready {
			t.Errorf("not ready with space again: %s", reply)
		}
		if now := records(t, file); now != kept+1 {
			t.Errorf("%d records, and after one more operation %d", kept, now)
		}
	}
	if reply := p.Log.String(); !strings.Contains(reply, "audit record lost") {
		t.Errorf("the log says nothing of lost records:\n%s", reply)
	}
}

// records counts the readable lines. A full disk may truncate a line, but no other line may continue it.
func records(t *testing.T, file string) (n int) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(raw))
	for lines.Scan() {
		if json.Valid(lines.Bytes()) {
			n++
		}
	}
	return n
}

// step is a call that writes a file outside the graph.
type step struct {
	useCase string
	args    map[string]any
	advice  string
}

// otherFiles is a data folder with a plan, a known media folder and a video project, and the calls that write
// them.
type otherFiles struct {
	*program

	shows string // a folder of media folders
}

func newOtherFiles(t *testing.T, p *program) (otherFiles, []step) {
	t.Helper()
	s := otherFiles{p, t.TempDir()}
	expect.WriteFiles(t, s.shows, "one/a.mkv", "one/b.mkv", "two/c.mkv")
	one, two := filepath.Join(s.shows, "one"), filepath.Join(s.shows, "two")
	p.must(t, "open-media-folder", map[string]any{"mediaFolderPath": one}, nil)
	var task, ready struct{ TaskID string }
	p.must(t, "beginRenameFilesTaskV2", map[string]any{"mediaFolderPath": one}, &task)
	p.must(t, "create_project", map[string]any{"projectId": "launch"}, nil)
	var list struct{ Scenes []struct{ SceneID string } }
	p.must(t, "listScenes", map[string]any{"projectId": "launch"}, &list)
	p.must(t, "beginRenameFilesTaskV2", map[string]any{"mediaFolderPath": one}, &ready)
	p.must(t, "addRenameFileToTaskV2", map[string]any{"taskId": ready.TaskID, "from": one + "/b.mkv", "to": one + "/d.mkv"}, nil)
	scene := map[string]any{"projectId": "launch", "sceneId": list.Scenes[0].SceneID}
	longer := map[string]any{"projectId": "launch", "sceneId": list.Scenes[0].SceneID, "durationSeconds": 7}
	return s, []step{
		{"open-media-folder", map[string]any{"mediaFolderPath": two}, "the free space of the data folder"},
		{"beginRenameFilesTaskV2", map[string]any{"mediaFolderPath": two}, "the free space"},
		{"addRenameFileToTaskV2", map[string]any{"taskId": task.TaskID, "from": one + "/a.mkv", "to": one + "/c.mkv"}, "the free space"},
		{"endRenameFilesTaskV2", map[string]any{"taskId": ready.TaskID}, "the free space"},
		{"create_project", map[string]any{"projectId": "second"}, "the free space"},
		{"changeDuration", longer, "the free space"},
		{"deleteScene", scene, "the free space"},
	}
}

// readAll returns everything readable from the files.
func (s otherFiles) readAll(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for useCase, args := range map[string]map[string]any{
		"list-media-folders": nil, "list_plans": nil, "listProjects": nil, "listScenes": {"projectId": "launch"},
	} {
		answer, err := s.Call(t.Context(), useCase, args)
		if err != nil || answer.Code != "" {
			t.Errorf("%s: %s %s %v", useCase, answer.Code, answer.Details, err)
		}
		b.Write(answer.Result)
	}
	lines := strings.Split(b.String(), "{") // map order varies
	return strings.Join(sorted(lines), "\n{")
}

// TestFilesOnFullDisk checks that failed writes of plans, media metadata, video projects and tokens are
// reported and leave the old files. Once there is space, they succeed.
func TestFilesOnFullDisk(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	disk, p := serveOnSmallDisk(t)
	s, steps := newOtherFiles(t, p)
	tokens := filepath.Join(disk.Path, "tokens.json")
	serving.Token(t, binary, tokens, "lab")
	before := s.readAll(t)
	disk.Fill(t, 0)
	for _, step := range steps {
		p.expectError(t, step.useCase, step.args, step.advice)
	}
	got := serving.Run(t, binary, nil, "token", "create", "late", "--workspace", "lab", "--tokens", tokens)
	if got.Status == 0 || got.Out != "" || !strings.HasPrefix(got.Err, "plotline: ") {
		t.Errorf("a token was made on a full disk: %+v", got)
	}
	if after := s.readAll(t); after != before {
		t.Errorf("what was refused changed something:\n%s\nbecame\n%s", before, after)
	}
	disk.Free(t)
	if after := s.readAll(t); after != before {
		t.Errorf("with space again it is\n%s\nin place of\n%s", after, before)
	}
	list := serving.Run(t, binary, nil, "token", "list", "--tokens", tokens)
	if list.Status != 0 || !strings.Contains(list.Out, "test-lab") || strings.Contains(list.Out, "late") {
		t.Errorf("the tokens are %+v", list)
	}
	for _, step := range steps {
		p.must(t, step.useCase, step.args, nil)
	}
}
