package programpages

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// release returns the pages of a file that this process maps.
func release(file string) error {
	table, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return fmt.Errorf("list the mappings: %w", err)
	}
	for _, m := range mappings(string(table)) {
		if m.file != file || !m.sameAsFile() {
			continue
		}
		if err := m.advise(unix.MADV_DONTNEED); err != nil {
			return fmt.Errorf("release the pages of a mapping: %w", err)
		}
	}
	return nil
}

// mapping is a part of the process's memory.
type mapping struct {
	from, to    uint64 // addresses
	permissions string // such as r-xp
	file        string // empty if there is none
	resident    int    // KiB
	anonymous   int    // KiB of pages that are no longer those of the file
}

// sameAsFile reports whether every page of the mapping can be read from the file again. Pages that the loader or a
// debugger has changed cannot.
func (m *mapping) sameAsFile() bool { return !strings.Contains(m.permissions, "w") && m.anonymous == 0 }

func (m *mapping) advise(advice int) error {
	_, _, failure := unix.Syscall(unix.SYS_MADVISE, uintptr(m.from), uintptr(m.to-m.from), uintptr(advice))
	if failure != 0 {
		return failure
	}
	return nil
}

// mappings reads /proc/PID/smaps, whose format proc_pid_smaps(5) describes: a line for each mapping, followed by lines
// with its properties.
func mappings(table string) []mapping {
	var all []mapping
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		var m mapping
		if n, _ := fmt.Sscanf(line, "%x-%x %s", &m.from, &m.to, &m.permissions); n == 3 {
			if len(fields) > 5 { // address, permissions, offset, device, inode, path
				m.file = strings.Join(fields[5:], " ")
			}
			all = append(all, m)
		} else if len(all) > 0 && len(fields) > 1 {
			all[len(all)-1].note(fields[0], fields[1])
		}
	}
	return all
}

func (m *mapping) note(property, value string) {
	kib, err := strconv.Atoi(value)
	if err != nil {
		return
	}
	switch property {
	case "Rss:":
		m.resident = kib
	case "Anonymous:":
		m.anonymous = kib
	}
}
