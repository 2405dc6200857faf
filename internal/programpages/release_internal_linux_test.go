package programpages

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

const table = `00400000-01832000 r-xp 00000000 fe:00 1311 /opt/my programs/plotline
Size:              20680 kB
Rss:               14720 kB
Anonymous:             0 kB
VmFlags: rd ex mr mw me
01832000-02bfc000 r--p 01432000 fe:00 1311 /opt/my programs/plotline
Rss:               12000 kB
Anonymous:             8 kB
02bfc000-02cf6000 rw-p 027fc000 fe:00 1311 /opt/my programs/plotline
Rss:                 744 kB
Anonymous:             0 kB
7ffd0000-7ffd2000 r-xp 00000000 00:00 0
Rss:                   4 kB
7fff0000-7fff2000 r-xp 00000000 00:00 0 [vdso]
`

func TestMappings(t *testing.T) {
	t.Parallel()
	const file = "/opt/my programs/plotline"
	want := []mapping{
		{0x400000, 0x1832000, "r-xp", file, 14720, 0},
		{0x1832000, 0x2bfc000, "r--p", file, 12000, 8},
		{0x2bfc000, 0x2cf6000, "rw-p", file, 744, 0},
		{0x7ffd0000, 0x7ffd2000, "r-xp", "", 4, 0},
		{0x7fff0000, 0x7fff2000, "r-xp", "[vdso]", 0, 0},
	}
	got := mappings(table)
	if len(got) != len(want) {
		t.Fatalf("%d mappings, want %d: %+v", len(got), len(want), got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("mapping %d: %+v, want %+v", i, got[i], want[i])
		}
		if same, first := got[i].sameAsFile(), i != 1 && i != 2; same != first {
			t.Errorf("mapping %d can be read from the file again: %t, want %t", i, same, first)
		}
	}
}

// TestRelease fills a mapping of a file of its own with pages, and expects that they are gone afterwards, but that a
// changed page keeps its contents.
func TestRelease(t *testing.T) {
	t.Parallel()
	kept, changed := mapped(t, 64), mapped(t, 64)
	changed.memory[5000] = 'x'
	for _, m := range []mappedFile{kept, changed} {
		if err := unix.Mprotect(m.memory, unix.PROT_READ); err != nil {
			t.Fatal(err)
		}
		for i := range m.memory {
			if m.memory[i] == 0 {
				t.Fatal("the mapping is not the file")
			}
		}
		if err := release(m.path); err != nil {
			t.Fatal(err)
		}
	}
	if n := kept.resident(t); n != 0 {
		t.Errorf("%d KiB of the file are resident after the release", n)
	}
	if n := changed.resident(t); n != 256 {
		t.Errorf("%d KiB of the changed file are resident, want all 256", n)
	}
	if kept.memory[5000] != '.' || changed.memory[5000] != 'x' {
		t.Errorf("the contents changed to %q and %q", kept.memory[5000], changed.memory[5000])
	}
}

type mappedFile struct {
	path   string
	memory []byte
}

// mapped maps a new file of some pages privately, as the kernel maps a program.
func mapped(t *testing.T, pages int) mappedFile {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "mapped")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if _, err := f.WriteString(strings.Repeat(".", pages*4096)); err != nil {
		t.Fatal(err)
	}
	memory, err := unix.Mmap(int(f.Fd()), 0, pages*4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Munmap(memory) })
	return mappedFile{f.Name(), memory}
}

// resident returns how much of the file the process holds, in KiB.
func (m mappedFile) resident(t *testing.T) int {
	t.Helper()
	table, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range mappings(string(table)) {
		if other.file == m.path {
			return other.resident
		}
	}
	t.Fatal("the file is not mapped")
	return 0
}
