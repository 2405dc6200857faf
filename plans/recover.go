package plans

import (
	"context"
	"path/filepath"
	"sync"

	"plotline/plans/renames"
)

// Run does the background work of a long-running process, until ctx ends. It settles interrupted
// operations, each workspace independently. It also writes the episodes of decisions made while the store
// was unavailable.
func (s *Service) Run(ctx context.Context) {
	var recovering sync.WaitGroup
	defer recovering.Wait()
	interrupted, err := s.interrupted(ctx)
	s.warnUnread(ctx, err)
	for workspace, found := range interrupted {
		recovering.Go(func() { // concurrently, because a media folder may hang
			_, err := s.settle(ctx, found)
			s.warnUnread(ctx, err)
			s.episodes.box.Promptly(ctx, "workspace "+workspace, s.episodes.settleAll)
		})
	}
	s.episodes.box.Run(ctx)
}

// Recover finishes or rolls back the interrupted operations of a workspace. It skips those that another
// process is working on.
func (s *Service) Recover(ctx context.Context, workspace string) error {
	interrupted, err := s.interrupted(ctx)
	if err != nil {
		return err
	}
	_, err = s.settle(ctx, interrupted[workspace])
	return err
}

// recoverBefore does the same before a decision, for its workspace and for its media folder, which
// another workspace may share. It returns the operations that could not be settled.
func (s *Service) recoverBefore(ctx context.Context, workspace, folder string) []renames.Recovered {
	interrupted, err := s.interrupted(ctx)
	s.warnUnread(ctx, err)
	ids := interrupted[workspace]
	for other, found := range interrupted {
		for _, o := range found {
			if other != workspace && o.Folder == folder {
				ids = append(ids, o)
			}
		}
	}
	unsettled, err := s.settle(ctx, ids)
	s.warnUnread(ctx, err)
	return unsettled
}

func (s *Service) warnUnread(ctx context.Context, err error) {
	if err != nil {
		s.cfg.Logger.WarnContext(ctx, "an interrupted rename is neither finished nor undone yet; Plotline tries again at its next start and at each decision in its workspace", "error", err)
	}
}

// interrupted returns the running and interrupted operations by workspace.
func (s *Service) interrupted(ctx context.Context) (map[string][]renames.Outcome, error) {
	all := map[string][]renames.Outcome{}
	err := s.journals.Interrupted(ctx, func(o renames.Outcome) {
		workspace, err := workspaceOf(o)
		if err != nil {
			s.journals.Skip(ctx, o, err)
			return
		}
		o.Note = nil // it may be long
		all[workspace] = append(all[workspace], o)
	})
	return all, err
}

// settle finishes or rolls back operations, and returns those where neither was possible.
func (s *Service) settle(ctx context.Context, interrupted []renames.Outcome) (unsettled []renames.Recovered, err error) {
	ids := make([]string, 0, len(interrupted))
	for _, o := range interrupted {
		ids = append(ids, o.ID)
	}
	found, err := s.journals.Recover(ctx, ids, s.record)
	for _, r := range found {
		if r.Err != nil {
			unsettled = append(unsettled, r)
		}
	}
	return unsettled, err
}

// Hold lets no process record the outcome of a plan until release is called, after it has settled what it can of
// interrupted renames. A copy of the data folder that is made meanwhile needs the journals of the renames that are still
// interrupted. Their paths are relative to the data folder.
func (s *Service) Hold(ctx context.Context) (release func(), journals []string, err error) {
	interrupted, err := s.interrupted(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, found := range interrupted {
		if _, err := s.settle(ctx, found); err != nil {
			return nil, nil, err
		}
	}
	release, names, err := s.journals.Hold(ctx)
	for _, name := range names {
		journals = append(journals, filepath.Join(kind, journalFolder, name))
	}
	return release, journals, err
}
