package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"plotline/api/tokens"
	"plotline/internal/fault"
	"plotline/plans"
)

// folder tries to write in the data folder, which holds the store, the audit log, plans and projects. It
// does not create a missing folder: it tries the nearest existing parent instead.
func folder(dir string) finding {
	f := finding{Check: "data folder", State: well, Found: dir}
	there := dir
	for {
		info, err := os.Stat(there)
		if err == nil && !info.IsDir() {
			f.State, f.Advice = bad, there+" is not a folder; choose another with --data-dir"
			return f
		}
		if err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) || filepath.Dir(there) == there {
			break
		}
		there = filepath.Dir(there)
	}
	if there != dir {
		f.Found += ", not made yet"
	} else if advice := exposureAdvice(dir); advice != "" {
		f.State, f.Advice = note, advice
	}
	if err := tryWrite(there); err != nil {
		f.State, f.Advice = bad, "Plotline cannot write to it; choose another with --data-dir, or fix its permissions"
		if errors.Is(err, syscall.ENOSPC) {
			f.Advice = "its disk is full; free space, or choose another with --data-dir"
		}
	}
	return f
}

// tryWrite writes and removes a file of 64 KiB, the size of a small write of the store.
func tryWrite(dir string) error {
	file, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.Write(make([]byte, 64<<10))
	return errors.Join(err, file.Sync(), file.Close())
}

// records reports where the audit log goes and whether it can be written.
func (a auditSettings) records(dir string) finding {
	f := finding{Check: "audit log", State: well, Found: a.file(dir) + ", of " + a.Audit + " operations"}
	switch {
	case a.Audit == "off":
		f.State, f.Found, f.Advice = note, "off", "to record operations, use --audit=all or --audit=writes"
		return f
	case a.AuditFile == "-":
		f.Found = "standard error, of " + a.Audit + " operations"
		return f
	}
	file, err := os.OpenFile(a.file(dir), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		err = file.Close()
	}
	if errors.Is(err, fs.ErrNotExist) {
		if inside := folder(filepath.Dir(a.file(dir))); inside.State != bad {
			return f
		}
	}
	if err != nil {
		f.State, f.Advice = bad, "Plotline cannot write to it; choose another with --audit-file, or fix its permissions"
	}
	return f
}

// check reads the tokens for HTTP. Without tokens, the server accepts only this machine.
func (t tokenSettings) check(s *settings, now time.Time) finding {
	path, err := t.path(s)
	if err != nil {
		return finding{Check: "tokens", State: bad, Found: t.Tokens, Advice: err.Error()}
	}
	f := finding{Check: "tokens", State: well, Found: path}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && t.Tokens == "" {
		f.State, f.Found = note, "none"
		f.Advice = "to serve other machines, create one with: plotline token create"
		return f
	}
	if _, err := tokens.Open(path); err != nil {
		f.State, f.Advice = bad, err.Error()
		return f
	}
	list, err := tokens.List(path)
	if err != nil {
		f.State, f.Advice = bad, err.Error()
		return f
	}
	expired := 0
	for _, held := range list {
		if held.ExpiresAt != nil && !now.Before(*held.ExpiresAt) {
			expired++
		}
	}
	f.Found = fmt.Sprintf("%s in %s", countNoun(len(list), "token"), path)
	if expired > 0 {
		f.State, f.Advice = note, fmt.Sprintf("%d expired; to remove them, run: plotline token revoke", expired)
	}
	return f
}

// waiting counts the plans that need a person's decision.
func (r *rootSettings) waiting(ctx context.Context, p *program) finding {
	f := finding{Check: "plans", State: well}
	if err := p.addPlans(*r); err != nil {
		f.State, f.Found, f.Advice = bad, "cannot be read", fault.From(err).Details
		return f
	}
	all, err := p.plans.ListPlans(ctx, p.caller, plans.ListInput{})
	if err != nil {
		f.State, f.Found, f.Advice = bad, "cannot be read", fault.From(err).Details
		return f
	}
	ready := 0
	for i := range all.Plans {
		if all.Plans[i].Status == plans.Pending && all.Plans[i].ReadyAt != nil {
			ready++
		}
	}
	f.Found = fmt.Sprintf("%s, %d waiting", countNoun(len(all.Plans), "plan"), ready)
	if ready > 0 {
		f.Advice = "to see them, run: plotline plans"
	}
	return f
}

// check checks the folders that media must lie in.
func (r *rootSettings) check(workspace string) []finding {
	folders, err := r.folders(false)
	if err != nil {
		return []finding{{Check: "media root", State: bad, Found: strings.Join(r.MediaRoot, ", "), Advice: fault.From(err).Details}}
	}
	if len(r.MediaRoot) == 0 {
		return []finding{{
			Check: "media root", State: well,
			Found: "none: media folders may be anywhere on this machine; with --tokens, nowhere",
		}}
	}
	var all []finding
	for _, roots := range folders.All() {
		for _, root := range roots.Paths {
			f := finding{Check: "media root", State: well, Found: fmt.Sprintf("%s of the workspace %s", root.Native(), roots.Workspace())}
			if _, err := os.ReadDir(root.Native()); err != nil {
				f.State, f.Advice = bad, "is not a readable folder; correct --media-root, or mount its disk"
			}
			all = append(all, f)
		}
	}
	if own := folders.Of(workspace); len(own.Paths) == 0 {
		all = append(all, finding{
			Check: "media root", State: note, Found: "none for the workspace " + workspace,
			Advice: "it can use no media folder; give it a root with --media-root " + workspace + "=PATH",
		})
	}
	return all
}

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
