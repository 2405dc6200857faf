package media

import (
	"fmt"
	"strings"
	"testing"
)

// TestCacheForgets checks that the cache drops the least recently used content first, and that its memory
// stays bounded.
func TestCacheForgets(t *testing.T) {
	t.Parallel()
	var c cache
	third := make([]byte, maxCacheBytes/3)
	for _, name := range []string{"a", "b", "c"} {
		c.put(&content{file: file{name: name}, raw: third})
	}
	if c.get(file{name: "a"}, third) == nil {
		t.Error("forgotten too early")
	}
	c.put(&content{file: file{name: "d"}, raw: third})
	for name, kept := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if got := c.get(file{name: name}, third) != nil; got != kept {
			t.Errorf("%s is kept: %t", name, got)
		}
	}
	c.put(&content{file: file{name: "a"}, raw: third[1:]})
	if c.size != 3*len(third)-1 || c.get(file{name: "a"}, third) != nil {
		t.Errorf("%d bytes", c.size)
	}
	c.put(&content{file: file{name: "larger than all"}, raw: make([]byte, maxCacheBytes+1)})
	if c.size > maxCacheBytes {
		t.Errorf("%d bytes", c.size)
	}
}

// TestCacheCountsParsedValues checks that a content counts its text and all that was parsed from it.
func TestCacheCountsParsedValues(t *testing.T) {
	t.Parallel()
	const files = 1000
	path := func(i int) string { return fmt.Sprintf("/media/%s/%04d.mkv", strings.Repeat("x", 100), i) }
	items := make([]string, files)
	for i := range items {
		items[i] = fmt.Sprintf(`{"absolutePath":%q,"seasonNumber":1,"episodeNumber":%d}`, path(i), i)
	}
	raw := []byte(`{"mediaFolderPath":"/media","mediaFiles":[` + strings.Join(items, ",") + `]}`)
	meta, err := Decode(raw)
	if err != nil {
		t.Fatal(err)
	}
	var c cache
	c.put(&content{file: file{name: "a"}, raw: raw, meta: meta})
	const fileSize = 150 // of a MediaFile with its numbers, without its texts
	held := len(raw) + files*(fileSize+2*len(path(0)))
	if c.size < held || c.size > 2*held {
		t.Errorf("it counts %d bytes, and holds about %d", c.size, held)
	}
}
