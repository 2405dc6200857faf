package scenes

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
	"plotline/scenes/prompts"
	"plotline/scenes/tsx"
)

// FixBrokenSceneInput is the input of FixBrokenScene.
type FixBrokenSceneInput struct {
	BrokenCode   string `json:"brokenCode" minLength:"1" maxBytes:"262144"`
	ErrorMessage string `json:"errorMessage" maxLength:"20000" doc:"Error message of the compiler or player"`
	SceneID      string `json:"sceneId" minLength:"1" maxLength:"128"`
	SceneName    string `json:"sceneName" minLength:"1" maxLength:"500"`
	ProjectID    string `json:"projectId" minLength:"1" maxLength:"128"`
}

// FixOutput is a scene that compiles.
type FixOutput struct {
	SceneID      string     `json:"sceneId"`
	TSXCode      string     `json:"tsxCode"`
	SceneName    string     `json:"sceneName"`
	Duration     int        `json:"duration" doc:"In frames, 30 per second"`
	Reasoning    string     `json:"reasoning"`
	Changes      []string   `json:"changes"`
	ChatResponse string     `json:"chatResponse,omitempty" doc:"A sentence to show to the user"`
	Debug        input.JSON `json:"debug,omitempty" as:"object"`
}

// FixBrokenScene repairs a scene, or replaces it with a safe one. The result compiles.
func (s *Service) FixBrokenScene(ctx context.Context, by audit.Caller, in FixBrokenSceneInput) (FixOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opFix, in, func(ctx context.Context, note *usecase.Note) (FixOutput, error) {
		note.IDs(in.SceneID)
		was, err := s.brokenScene(ctx, by, in)
		if err != nil {
			return FixOutput{}, err
		}
		of := jobOf(by, in.ProjectID, in.SceneID, opFix.Name)
		d, err := s.write(ctx, order{
			prompt: prompts.Fixer, temperature: careful, job: of,
			vars: prompts.Vars{"code": in.BrokenCode, "name": was.name, "error": in.ErrorMessage, "duration": was.frames},
		})
		if err != nil {
			if ctx.Err() != nil || errors.Is(err, usecase.ErrAsking) || fault.CodeOf(err) == fault.RateLimited {
				return FixOutput{}, err
			}
			if d, err = s.fallbackDraft(ctx, by.Workspace, was, in.BrokenCode, d, err); err != nil {
				return FixOutput{}, err
			}
		}
		v := Version{
			TSXCode: d.code, LayoutJSON: was.layout, Tool: opFix.Name, Prompt: in.ErrorMessage, Reasoning: d.reasoning, Repairs: d.repairs, Fallback: d.fallback,
		}
		d.name = was.name // a repair renames nothing
		was.carry(&v, &d)
		if err := s.storeVersion(ctx, by, was, v); err != nil {
			return FixOutput{}, err
		}
		s.tell(ctx, of, Done, d.repairs)
		chat := ""
		if !d.fallback { // a fallback means that no model answers
			chat = s.chat(ctx, prompts.Vars{"prompt": in.ErrorMessage, "did": "Repaired", "name": v.SceneName, "reasoning": v.Reasoning})
		}
		return FixOutput{
			SceneID: in.SceneID, TSXCode: v.TSXCode, SceneName: v.SceneName, Duration: v.Duration, Reasoning: v.Reasoning,
			Changes: d.changes, ChatResponse: chat, Debug: debugOf(d.trace),
		}, nil
	})
}

// brokenScene returns the stored scene that the broken code belongs to.
func (s *Service) brokenScene(ctx context.Context, by audit.Caller, in FixBrokenSceneInput) (subject, error) {
	if err := requireText("brokenCode", in.BrokenCode); err != nil {
		return subject{}, err
	}
	p, err := s.requireProject(ctx, by.Workspace, in.ProjectID)
	if err != nil {
		return subject{}, err
	}
	scene := p.scene(in.SceneID)
	if scene == nil {
		return subject{}, noScene(in.ProjectID, in.SceneID)
	}
	was := subjectOf(in.ProjectID, scene)
	was.name = cmp.Or(was.name, displayName(in.SceneName), "Scene")
	return was, nil
}

// fallbackDraft returns the replacement for a scene that could not be repaired. It shows the texts of the broken one.
func (s *Service) fallbackDraft(ctx context.Context, workspace string, was subject, broken string, tried draft, why error) (draft, error) {
	failing, err := s.cfg.Compile(ctx, workspace, broken) // the code may compile and fail when it runs
	if ctx.Err() != nil {
		return draft{}, err
	}
	texts := len(tsx.Texts(broken))
	d := draft{trace: tried.trace, repairs: tried.repairs, fallback: true}
	d.frames = cmp.Or(failing.Frames, was.frames, tsx.DefaultFrames)
	if was.durationSet {
		d.frames = was.frames
	}
	d.code = tsx.Safe(was.name, broken, d.frames)
	d.reasoning = "A safe scene that shows its texts replaced the broken one, because no model repaired it: " + notRepaired(tried, why)
	d.changes = []string{
		fmt.Sprintf("Fallback: replaced the whole scene by a safe one that keeps its quoted texts (%d of 3 to 80 characters)", texts),
		"Layout, images and motion of the broken scene are gone",
	}
	d.trace.Failure = reason(why)
	return d, nil
}

// notRepaired says why the draft failed. The error of unusable code says that nothing was changed, which is
// not true of a fallback.
func notRepaired(tried draft, why error) string {
	if !errors.Is(why, errUnusable) || len(tried.trace.Compiler) == 0 {
		return reason(why)
	}
	return fmt.Sprintf("its code does not compile, after %d repairs. The compiler says: %.500s", tried.repairs, tried.trace.Compiler[len(tried.trace.Compiler)-1])
}
