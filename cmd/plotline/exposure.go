package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"runtime"
)

// others are the permissions of users other than the owner.
const others fs.FileMode = 0o077

// exposure says whether other users of this machine may enter or list the data folder, and what to do about
// it; "" if they may not, or the folder is not there yet. The mode of the folder alone decides: inside a closed
// folder, files with any mode are out of reach. Windows has no such modes.
func exposure(dir string) string {
	info, err := os.Stat(dir)
	if err != nil || runtime.GOOS == "windows" || info.Mode().Perm()&others == 0 {
		return ""
	}
	return fmt.Sprintf("other users of this machine may enter it (mode %#o): chmod 700 %s", info.Mode().Perm(), dir)
}

// warnExposed logs a data folder that other users may enter. A folder that Plotline makes is closed.
func (p *program) warnExposed(ctx context.Context) {
	if advice := exposure(p.dataDir); advice != "" {
		p.logger.WarnContext(ctx, "the data folder is open to other users", "data_dir", p.dataDir, "advice", advice)
	}
}
