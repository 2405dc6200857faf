package plans_test

import (
	"testing"

	"plotline/internal/fault"
	"plotline/media"
	"plotline/plans"
	"plotline/testing/kit/mounts"
)

// onSmallDisk returns a world whose data folder is a small file system of its own.
func onSmallDisk(t *testing.T, files ...string) (*world, *mounts.Disk) {
	t.Helper()
	w := newWorld(t, files...)
	disk := mounts.New(t, w.config.DataDir, 0, "size=256k")
	return w.with(func(c *plans.Config) { c.Memory = nil }), disk
}

// TestFullDisk checks a rename on a full disk. If any part of the outcome cannot be written, the error
// says that nothing was changed, and files, plan and metadata are as before. With free space it succeeds.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	refused := 0
	for pages := range 14 {
		w, disk := onSmallDisk(t, "a.mkv", "b.mkv")
		w.remember(t, row{path: "a.mkv", season: 1, episode: 1}, row{path: "b.mkv", season: 1, episode: 2})
		id := w.ready(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"}, row{from: "b.mkv", to: "a.mkv"})
		disk.Fill(t, pages)
		_, err := w.apply(t, id)
		applied := w.view(t, id).Plan.AppliedAt != nil
		if applied != (err == nil) {
			t.Errorf("%d pages left: applied %t, %v", pages, applied, err)
		}
		if err == nil {
			w.holds(t, map[string]string{"a.mkv": "b.mkv", "b.mkv": "a.mkv"})
			same(t, "the metadata say", map[string]string{"b.mkv": "[1,1]", "a.mkv": "[1,2]"}, w.remembered(t))
			continue
		}
		refused++
		shown := fault.From(err)
		if shown.Code != fault.Unavailable {
			t.Errorf("%d pages left: %v", pages, err)
		}
		w.holds(t, as("a.mkv", "b.mkv"))
		same(t, "the metadata say", map[string]string{"a.mkv": "[1,1]", "b.mkv": "[1,2]"}, w.remembered(t))
		disk.Free(t)
		_, err = w.apply(t, id)
		must(t, err)
		w.holds(t, map[string]string{"a.mkv": "b.mkv", "b.mkv": "a.mkv"})
	}
	if refused == 0 || refused == 14 {
		t.Errorf("%d of 14 were refused", refused)
	}
}

// TestFullDiskOfARecognition checks that metadata and plan are either both written or both unchanged.
func TestFullDiskOfARecognition(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	for pages := range 6 {
		w, disk := onSmallDisk(t, "a.mkv")
		id := w.ready(t, plans.Recognise, row{path: "a.mkv", season: 1, episode: 1})
		must(t, w.config.Libraries.Of(agent.Workspace).Update(t.Context(), "/another", func(*media.Metadata) error { return nil })) // creates the folders
		disk.Fill(t, pages)
		_, err := w.apply(t, id)
		applied, known := w.view(t, id).Plan.AppliedAt != nil, w.remembered(t) != nil
		if applied != (err == nil) || applied != known {
			t.Errorf("%d pages left: %v, applied %t, in the metadata %t", pages, err, applied, known)
		}
	}
}

// TestFullDiskOfAProposal checks that calls fail if the plan cannot be stored.
func TestFullDiskOfAProposal(t *testing.T) {
	t.Parallel()
	if !mounts.Allowed(t) {
		return
	}
	w, disk := onSmallDisk(t, "a.mkv")
	id := w.begun(t, plans.Rename, row{from: "a.mkv", to: "b.mkv"})
	disk.Fill(t, 0)
	_, err := w.BeginRename(t.Context(), agent, plans.BeginInput{MediaFolderPath: w.folder})
	refuses(t, err, fault.Unavailable, "The plan cannot be written")
	_, err = w.add(t, id, row{from: "b.mkv", to: "c.mkv"})
	refuses(t, err, fault.Unavailable, "The plan cannot be written")
	refuses(t, w.decide(t, id, plans.Rejected, ""), fault.Unavailable, "cannot be written")
	if p := w.view(t, id).Plan; len(p.Files) != 1 || p.Status != plans.Pending {
		t.Errorf("it is %+v", p)
	}
}
