package media

import (
	"testing"
)

// What was not used for longest goes first, and memory stays bounded.
func TestCacheForgets(t *testing.T) {
	t.Parallel()
	var c cache
	third := make([]byte, keepMost/3)
	for _, name := range []string{"a", "b", "c"} {
		c.put(&content{name: name, raw: third})
	}
	if c.get("a", third) == nil {
		t.Error("forgotten too early")
	}
	c.put(&content{name: "d", raw: third})
	for name, kept := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if got := c.get(name, third) != nil; got != kept {
			t.Errorf("%s is kept: %t", name, got)
		}
	}
	c.put(&content{name: "a", raw: third[1:]})
	if c.size != 3*len(third)-1 || c.get("a", third) != nil {
		t.Errorf("%d bytes", c.size)
	}
	c.put(&content{name: "larger than all", raw: make([]byte, keepMost+1)})
	if c.size > keepMost {
		t.Errorf("%d bytes", c.size)
	}
}
