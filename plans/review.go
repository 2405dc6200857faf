package plans

import (
	"context"
	"strings"
	"time"

	"plotline/graph"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/usecase"
)

// ListPendingInput selects pending plans by kind.
type ListPendingInput struct {
	Task Task `json:"task,omitempty" enum:"recognize-media-file,rename-files" doc:"Default: both"`
}

// ListInput selects plans by kind and status.
type ListInput struct {
	Task   Task   `json:"task,omitempty" enum:"recognize-media-file,rename-files" doc:"Default: both"`
	Status Status `json:"status,omitempty" enum:"pending,completed,rejected,undone" doc:"Default: all. undone: renames that were taken back"`
}

// ListOutput lists plans, oldest first.
type ListOutput struct {
	Plans []Plan `json:"plans"`
}

// PendingPlansInput is empty.
type PendingPlansInput struct{}

// PendingPlansOutput lists the pending plans by kind, whether ended or not.
type PendingPlansOutput struct {
	Data        []Plan `json:"data" doc:"Recognition plans"`
	RenamePlans []Plan `json:"renamePlans"`
}

// ListPending lists the plans that wait for a decision.
func (s *Service) ListPending(ctx context.Context, by audit.Caller, in ListPendingInput) (ListOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opListPending, in, func(ctx context.Context, _ *usecase.Note) (ListOutput, error) {
		plans, err := s.matching(ctx, by.Workspace, in.Task, Pending)
		return ListOutput{plans}, err
	})
}

// ListPlans lists plans.
func (s *Service) ListPlans(ctx context.Context, by audit.Caller, in ListInput) (ListOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opListPlans, in, func(ctx context.Context, _ *usecase.Note) (ListOutput, error) {
		plans, err := s.matching(ctx, by.Workspace, in.Task, in.Status)
		return ListOutput{plans}, err
	})
}

// PendingPlans lists the plans that wait for a decision, in the form that SMM's page expects.
func (s *Service) PendingPlans(ctx context.Context, by audit.Caller, in PendingPlansInput) (PendingPlansOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opPending, in, func(ctx context.Context, _ *usecase.Note) (PendingPlansOutput, error) {
		out := PendingPlansOutput{[]Plan{}, []Plan{}}
		all, err := s.matching(ctx, by.Workspace, "", Pending)
		for _, p := range all {
			if p.Task == Recognise {
				out.Data = append(out.Data, p)
			} else {
				out.RenamePlans = append(out.RenamePlans, p)
			}
		}
		return out, err
	})
}

// GetTask returns a plan to the agent that made it.
func (s *Service) GetTask(ctx context.Context, by audit.Caller, in TaskInput) (View, error) {
	return s.get(ctx, by, opGetTask, asTask, in)
}

// GetPlan returns a plan to the person who reviews it.
func (s *Service) GetPlan(ctx context.Context, by audit.Caller, in TaskInput) (View, error) {
	return s.get(ctx, by, opGetPlan, asPlan, in)
}

func (s *Service) get(ctx context.Context, by audit.Caller, op usecase.Op, noun string, in TaskInput) (View, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, op, in, func(ctx context.Context, note *usecase.Note) (View, error) {
		note.IDs(in.TaskID)
		p, err := s.find(ctx, by.Workspace, noun, in.TaskID)
		if err != nil {
			return View{}, err
		}
		return s.view(ctx, p), nil
	})
}

// UpdatePlanInput is a decision on a plan. It changes nothing else.
type UpdatePlanInput struct {
	PlanID string `json:"planId" maxBytes:"200"`
	Status Status `json:"status" enum:"rejected,completed"`
	Reason string `json:"reason,omitempty" maxBytes:"4096" doc:"Agents read it before their next plan"`
}

// UpdatePlanOutput confirms the decision.
type UpdatePlanOutput struct {
	Data Done `json:"data"`
}

// Done reports success.
type Done struct {
	Success bool `json:"success"`
}

// UpdatePlan completes or rejects a plan.
func (s *Service) UpdatePlan(ctx context.Context, by audit.Caller, in UpdatePlanInput) (UpdatePlanOutput, error) {
	return decide(ctx, s, by, in, decision{op: opUpdatePlan, plan: in.PlanID}, func(ctx context.Context) (UpdatePlanOutput, error) {
		p, err := s.change(ctx, by.Workspace, asPlan, in.PlanID, func(p *Plan) error { return p.decide(in, s.now(), by.Actor) })
		if err != nil {
			return UpdatePlanOutput{}, err
		}
		s.episodes.writeNow(ctx, p, by.Actor)
		return UpdatePlanOutput{Done{true}}, nil
	})
}

// decide sets the final status of a pending plan.
func (p *Plan) decide(in UpdatePlanInput, now graph.Time, by string) error {
	status := in.Status
	if p.Status != Pending {
		return fault.Newf(fault.Conflict, "Plan cannot be updated: status is %s", p.Status)
	}
	if status == Rejected && p.AppliedAt != nil {
		return fault.New(fault.Conflict, "Plan cannot be rejected: it was applied; complete it, or undo it first")
	}
	p.Status, p.Workspace, p.review.DecidedAt = status, p.owner(), &now
	p.happened(Event{At: now, By: by, Did: map[Status]Did{Completed: DidComplete, Rejected: DidReject}[status]})
	if reason := strings.TrimSpace(in.Reason); reason != "" {
		p.Reason = reason
	}
	return nil
}

// planPhrase returns a phrase with the id of a plan, or "" if the plan belongs to another workspace.
func (s *Service) planPhrase(ctx context.Context, workspace, id string) string {
	if _, err := s.find(ctx, workspace, asPlan, id); err != nil {
		return ""
	}
	return " (plan " + id + ")"
}

// decision is a use case that decides on a plan.
type decision struct {
	op         usecase.Op
	plan       string // id
	movesFiles bool
}

// decide runs a decision on a plan. While work runs, no other decision on the plan does.
func decide[In, Out any](
	ctx context.Context, s *Service, by audit.Caller, in In, d decision, work func(ctx context.Context) (Out, error),
) (Out, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, d.op, in, func(ctx context.Context, note *usecase.Note) (out Out, err error) {
		note.IDs(d.plan)
		release, err := s.lockDecision(ctx, by.Workspace, d.plan, d.movesFiles)
		if err != nil {
			return out, err
		}
		defer release()
		return work(ctx)
	})
}

// decisionTimeout is how long a decision waits for another one on the same plan.
const decisionTimeout = 5 * time.Second

// lockDecision ensures that only one decision on a plan runs at a time. Its lock differs from the file's
// lock, which is needed to write the outcome of a long apply. While an interrupted rename in the same
// folder cannot be settled, decisions that move files are rejected.
func (s *Service) lockDecision(ctx context.Context, workspace, id string, movesFiles bool) (release func(), err error) {
	p, err := s.find(ctx, workspace, asPlan, id)
	if err != nil {
		return nil, err
	}
	waiting, cancel := context.WithTimeout(ctx, decisionTimeout)
	defer cancel()
	release, err = s.shelves.of(workspace).Lock(waiting, p.ID+".decision")
	if err != nil && ctx.Err() == nil && waiting.Err() != nil {
		return nil, fault.New(fault.Conflict, "Another user is deciding on this plan; look at it again in a moment")
	}
	if err != nil {
		return nil, err
	}
	folder := p.MediaFolderPath.Native()
	unsettled := s.recoverBefore(ctx, workspace, folder) // after a crash of another process
	if !movesFiles {
		return release, nil
	}
	for _, r := range unsettled {
		if r.Folder == folder && r.ID != p.ID { // otherwise the metadata would mix up the two renames
			release()
			return nil, fault.Newf(fault.Conflict, "An earlier rename in this folder%s was interrupted and can be neither finished nor undone: %v. "+
				"Fix this first; nothing was changed", s.planPhrase(ctx, workspace, r.ID), fault.From(r.Err).Details)
		}
	}
	return release, nil
}
