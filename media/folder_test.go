package media_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/internal/fault"
	"plotline/media"
)

func TestVideos(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	show := w.media.Join("show")
	w.empty(t, show, "b.mkv", "a.MP4", "s/z.avi", "s/deep/y.webm", "a.srt", "notes.txt", ".hidden.mkv", "._a.mkv", ".trash/x.mkv", "mkv",
		"caf\u00e9.mkv", "cafe\u0301.mkv")
	w.empty(t, w.media, "show2/x.mkv", "outside/x.mkv")
	mustMkdir(t, show.Join("folder.mkv"))
	mustLink(t, "b.mkv", show.Join("inside.mkv"))
	mustLink(t, w.media.Join("outside/x.mkv").Native(), show.Join("absolute.mkv"))
	mustLink(t, "../outside/x.mkv", show.Join("relative.mkv"))
	mustLink(t, w.media.Join("outside").Native(), show.Join("out"))
	mustLink(t, "..", show.Join("up"))
	mustLink(t, ".", show.Join("s/loop"))
	mustLink(t, "gone.mkv", show.Join("dangling.mkv"))
	got, warnings, err := media.Videos(t.Context(), anywhere, show)
	if err != nil {
		t.Fatal(err)
	}
	want := []media.Path{
		show.Join("a.MP4"), show.Join("b.mkv"), show.Join("cafe\u0301.mkv"), show.Join("caf\u00e9.mkv"), show.Join("inside.mkv"),
		show.Join("s/deep/y.webm"), show.Join("s/z.avi"),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	left := []string{"symbolic links are followed only to files inside the folder; 6 left out, such as absolute.mkv"}
	if diff := cmp.Diff(left, warnings); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestVideosOfAFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.empty(t, w.media, "file.mkv")
	mustLink(t, "loop", w.media.Join("loop"))
	_, _, err := media.Videos(t.Context(), anywhere, w.media.Join("gone"))
	refused(t, err, fault.NotFound, string(w.media.Join("gone")), "check its spelling")
	_, _, err = media.Videos(t.Context(), anywhere, w.media.Join("file.mkv/below"))
	if err == nil {
		t.Error("below a file")
	}
	_, _, err = media.Videos(t.Context(), anywhere, w.media.Join("file.mkv"))
	refused(t, err, fault.InvalidArgument, "is a file", "file.mkv")
	_, _, err = media.Videos(t.Context(), anywhere, w.media.Join("loop"))
	refused(t, err, fault.Unavailable, "loop")
	if runtime.GOOS != "windows" {
		_, _, err = media.Videos(t.Context(), anywhere, "/C:/Users/x")
		refused(t, err, fault.InvalidArgument, "Windows path", runtime.GOOS)
	}
	empty := w.media.Join("empty")
	mustMkdir(t, empty)
	if got, _, err := media.Videos(t.Context(), anywhere, empty); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := media.Videos(ctx, anywhere, empty); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestOpenReportsInvalidUTF8(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	folder := w.media.Join("show")
	w.empty(t, folder, "a.mkv", "b.mkv")
	if err := os.WriteFile(folder.Native()+"/\xff.mkv", nil, 0o600); err != nil {
		t.Skipf("this file system has no such names: %v", err)
	}
	got := w.open(t, folder)
	if got.FileCount != 2 || len(got.Warnings) != 2 || !strings.Contains(got.Warnings[1], "not UTF-8") {
		t.Errorf("%+v", got)
	}
}

func TestOpenLimitsWarnings(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	folder := w.media.Join("show")
	files := map[string]string{}
	for i := range 80 {
		files[fmt.Sprintf("%d.mkv", i)], files[fmt.Sprintf("%d.nfo", i)] = "", "<broken"
	}
	w.fill(t, folder, files)
	if got := w.open(t, folder); len(got.Warnings) != 51 || !strings.Contains(got.Warnings[50], "more") || got.FileCount != 80 {
		t.Errorf("%d warnings, %d files", len(got.Warnings), got.FileCount)
	}
}

func TestVideosUnreadableFolder(t *testing.T) {
	t.Parallel()
	if os.Geteuid() <= 0 {
		t.Skip("nothing is closed to this user, or permissions mean something else here")
	}
	w := newWorld(t, nil)
	w.empty(t, w.media, "closed/a.mkv", "b.mkv")
	if err := os.Chmod(w.media.Join("closed").Native(), 0); err != nil {
		t.Fatal(err)
	}
	_, _, err := media.Videos(t.Context(), anywhere, w.media.Join("closed"))
	refused(t, err, fault.PermissionDenied, "closed")
	if got, _, err := media.Videos(t.Context(), anywhere, w.media); err != nil || len(got) != 1 {
		t.Errorf("the rest of a folder: %v, %v", got, err)
	}
}

// anywhere are the roots of a server without configured roots.
var anywhere = media.Folders{}.Of("default")
