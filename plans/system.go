package plans

import "plotline/internal/fault"

// checkSystem refuses to move files on Windows, where no one has run the tests of renames yet. They rely on
// moves that replace no file, and on the order in which names reach the disk. what is "applied" or "undone".
func (s *Service) checkSystem(what string) error {
	if s.system != "windows" {
		return nil
	}
	return fault.Newf(fault.Conflict, "Plan cannot be %s: renames are not tested on Windows yet, so Plotline moves no files there. "+
		"Run plotline on Linux or macOS, with the media folder mounted there", what)
}
