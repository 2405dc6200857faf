package compiler

import "golang.org/x/sys/unix"

// openFiles is how many files a child has open: its input, its output and its errors.
const openFiles = 3

// limit sets resource limits for this process: its processor time and its writable memory. It can open no file, folder
// or connection, because a scene needs none, and esbuild looks up some imports itself.
func limit() error {
	bounds := map[int]uint64{
		unix.RLIMIT_CPU: cpuSeconds, unix.RLIMIT_DATA: memoryMost, unix.RLIMIT_CORE: 0, unix.RLIMIT_NOFILE: openFiles,
	}
	if UnderRace {
		delete(bounds, unix.RLIMIT_DATA)
		bounds[unix.RLIMIT_CPU] *= 10
	}
	for resource, most := range bounds {
		var now unix.Rlimit
		if err := unix.Getrlimit(resource, &now); err != nil {
			return err
		}
		most = min(most, now.Max)
		if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: most, Max: most}); err != nil {
			return err
		}
	}
	return nil
}
