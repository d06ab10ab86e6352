//go:build unix

package doccheck

import (
	"os/exec"
	"syscall"
)

// group makes a command the head of a process group of its own. The function
// it returns ends what is left of the group.
func group(cmd *exec.Cmd) (end func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	end = func() {
		if cmd.Process != nil {
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // an error says that none is left
		}
	}
	cmd.Cancel = func() error {
		end()
		return nil
	}
	return end
}
