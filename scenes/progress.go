package scenes

import (
	"context"

	"plotline/internal/audit"
	"plotline/internal/usecase"
)

// Step is what a call that needs a model does at the moment.
type Step string

// The steps of a call, in their order. Compiling and Repairing may follow each other several times.
const (
	Asking    Step = "asking"    // the model writes the scene
	Compiling Step = "compiling" // the compiler reads the code of the model
	Repairing Step = "repairing" // the model gets its code back with the compiler's message
	Done      Step = "done"      // the new version is stored
)

// Progress is one step of a call.
type Progress struct {
	Workspace string `json:"-"`
	RequestID string `json:"requestId,omitempty"` // of the REST request; "" for other callers
	ProjectID string `json:"projectId"`
	SceneID   string `json:"sceneId,omitempty"` // "" until a new scene is stored
	Tool      string `json:"tool"`
	Step      Step   `json:"step"`
	Attempt   int    `json:"attempt,omitempty"` // the number of the repair, from 1; 0 before the first
	Attempts  int    `json:"attempts"`          // how many repairs there may be
}

// job names the call that a step belongs to.
type job struct{ workspace, projectID, sceneID, tool string }

func jobOf(by audit.Caller, projectID, sceneID, tool string) job {
	return job{by.Workspace, projectID, sceneID, tool}
}

// tell reports a step to the pages, if the service was configured with a function for it.
func (s *Service) tell(ctx context.Context, j job, step Step, attempt int) {
	if s.cfg.Progress == nil {
		return
	}
	s.cfg.Progress(Progress{
		Workspace: j.workspace, RequestID: usecase.RequestID(ctx), ProjectID: j.projectID, SceneID: j.sceneID, Tool: j.tool,
		Step: step, Attempt: attempt, Attempts: maxRepairs,
	})
}
