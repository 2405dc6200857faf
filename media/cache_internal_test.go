package media

import (
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
