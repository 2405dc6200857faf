package media_test

import (
	"context"
	"errors"
	"os"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plotline/graph/fault"
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
	got, err := media.Videos(t.Context(), show)
	if err != nil {
		t.Fatal(err)
	}
	var want []media.Path
	for _, name := range []string{"a.MP4", "b.mkv", "cafe\u0301.mkv", "caf\u00e9.mkv", "inside.mkv", "s/deep/y.webm", "s/z.avi"} {
		want = append(want, show.Join(name))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestVideosOfWhatIsNoFolder(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.empty(t, w.media, "file.mkv")
	mustLink(t, "loop", w.media.Join("loop"))
	_, err := media.Videos(t.Context(), w.media.Join("gone"))
	refused(t, err, fault.NotFound, string(w.media.Join("gone")), "check its spelling")
	_, err = media.Videos(t.Context(), w.media.Join("file.mkv/below"))
	if err == nil {
		t.Error("below a file")
	}
	_, err = media.Videos(t.Context(), w.media.Join("file.mkv"))
	refused(t, err, fault.InvalidArgument, "is a file", "file.mkv")
	_, err = media.Videos(t.Context(), w.media.Join("loop"))
	refused(t, err, fault.Unavailable, "loop")
	if runtime.GOOS != "windows" {
		_, err = media.Videos(t.Context(), "/C:/Users/x")
		refused(t, err, fault.InvalidArgument, "Windows path", runtime.GOOS)
	}
	empty := w.media.Join("empty")
	mustMkdir(t, empty)
	if got, err := media.Videos(t.Context(), empty); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := media.Videos(ctx, empty); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestVideosOfAFolderThatMayNotBeRead(t *testing.T) {
	t.Parallel()
	if os.Geteuid() <= 0 {
		t.Skip("nothing is closed to this user, or permissions mean something else here")
	}
	w := newWorld(t, nil)
	w.empty(t, w.media, "closed/a.mkv", "b.mkv")
	if err := os.Chmod(w.media.Join("closed").Native(), 0); err != nil {
		t.Fatal(err)
	}
	_, err := media.Videos(t.Context(), w.media.Join("closed"))
	refused(t, err, fault.PermissionDenied, "closed")
	if got, err := media.Videos(t.Context(), w.media); err != nil || len(got) != 1 {
		t.Errorf("the rest of a folder: %v, %v", got, err)
	}
}
