//go:build unix

package snippets_test

import (
	"os/exec"
	"syscall"
)

// inGroup gives a script a process group. When its time is over, the script's trap can end the server. kill
// ends all processes of the group at once.
func inGroup(cmd *exec.Cmd) (kill func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	return func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
