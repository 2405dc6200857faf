package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"runtime"
)

// othersPermissions are the permission bits of users other than the owner.
const othersPermissions fs.FileMode = 0o077

// exposureAdvice returns advice if other users of this machine may enter or list the data folder. It returns ""
// if they may not, or if the folder does not exist yet. Only the mode of the folder counts: a closed folder
// protects files of any mode. Windows has no such modes.
func exposureAdvice(dir string) string {
	info, err := os.Stat(dir)
	if err != nil || runtime.GOOS == "windows" || info.Mode().Perm()&othersPermissions == 0 {
		return ""
	}
	return fmt.Sprintf("other users of this machine may enter it (mode %#o): chmod 700 %s", info.Mode().Perm(), dir)
}

// warnExposed logs a data folder that other users may enter. Plotline creates its own folder closed.
func (p *program) warnExposed(ctx context.Context) {
	if advice := exposureAdvice(p.dataDir); advice != "" {
		p.logger.WarnContext(ctx, "other users can read the data folder", "data_dir", p.dataDir, "advice", advice)
	}
}
