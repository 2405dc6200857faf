package scenes

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
	"plotline/scenes/prompts"
)

// EditSceneInput is the input of EditScene. The scene is stored in a project, or given in the call.
type EditSceneInput struct {
	UserPrompt       string     `json:"userPrompt" minLength:"1" maxLength:"20000" doc:"What to change"`
	ProjectID        string     `json:"projectId" minLength:"1" maxLength:"128"`
	SceneID          string     `json:"sceneId,omitempty" maxLength:"128" doc:"Without it, existingCode, existingName and existingDuration are required, and no scene is stored"`
	ExistingCode     string     `json:"existingCode,omitempty" maxBytes:"262144"`
	ExistingName     string     `json:"existingName,omitempty" maxLength:"500"`
	ExistingDuration int        `json:"existingDuration,omitempty" minimum:"1" maximum:"108000" doc:"In frames"`
	StoryboardSoFar  input.JSON `json:"storyboardSoFar,omitempty" as:"array" maxBytes:"200000"`
	ChatHistory      []Said     `json:"chatHistory,omitempty" maxItems:"50" doc:"Oldest first"`
	EditComplexity   string     `json:"editComplexity,omitempty" enum:"surgical,creative,structural" default:"surgical" doc:"How much may change"`
	VisionAnalysis   input.JSON `json:"visionAnalysis,omitempty" as:"object" maxBytes:"100000" doc:"Result of analyzeImage"`
}

// EditSceneWithImageInput is the input of EditSceneWithImage.
type EditSceneWithImageInput struct {
	ImageURLs []string `json:"imageUrls" minItems:"1" maxItems:"4" maxBytes:"4194304" doc:"http, https or data:image"`
	EditSceneInput
}

// EditScene has the model change a scene's code after a prompt.
func (s *Service) EditScene(ctx context.Context, by audit.Caller, in EditSceneInput) (EditOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opEdit, in, func(ctx context.Context, note *usecase.Note) (EditOutput, error) {
		if err := requireText("userPrompt", in.UserPrompt); err != nil {
			return EditOutput{}, err
		}
		return s.edit(ctx, by, note, opEdit.Name, in, nil)
	})
}

// EditSceneWithImage has the model rewrite a scene from images and a prompt.
func (s *Service) EditSceneWithImage(ctx context.Context, by audit.Caller, in EditSceneWithImageInput) (EditOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opEditImage, in, func(ctx context.Context, note *usecase.Note) (EditOutput, error) {
		if err := cmp.Or(requireText("userPrompt", in.UserPrompt), s.images(ctx, in.ImageURLs)); err != nil {
			return EditOutput{}, err
		}
		return s.edit(ctx, by, note, opEditImage.Name, in.EditSceneInput, in.ImageURLs)
	})
}

// edit has the model change a scene, and stores the result if the scene belongs to a project.
func (s *Service) edit(ctx context.Context, by audit.Caller, note *usecase.Note, tool string, in EditSceneInput, urls []string) (EditOutput, error) {
	if in.SceneID != "" {
		note.IDs(in.SceneID)
	}
	was, err := s.subject(ctx, by, in)
	if err != nil {
		return EditOutput{}, err
	}
	o := editOrder(in, was, urls)
	o.job = jobOf(by, in.ProjectID, in.SceneID, tool)
	d, err := s.write(ctx, o)
	if err != nil {
		return EditOutput{}, err
	}
	v := Version{
		TSXCode: d.code, LayoutJSON: cmp.Or(d.layout, was.layout), Tool: tool, Prompt: in.UserPrompt, Reasoning: d.reasoning, Repairs: d.repairs,
	}
	was.carry(&v, &d)
	if err := s.storeVersion(ctx, by, was, v); err != nil {
		return EditOutput{}, err
	}
	s.tell(ctx, o.job, Done, d.repairs)
	chat := s.chat(ctx, prompts.Vars{"prompt": in.UserPrompt, "did": "Changed", "name": v.SceneName, "reasoning": v.Reasoning})
	return editOutput(was, v, d, chat), nil
}

func editOutput(was subject, v Version, d draft, chat string) EditOutput {
	return EditOutput{
		SceneID: was.sceneID, TSXCode: v.TSXCode, SceneName: v.SceneName, Duration: v.Duration, Reasoning: v.Reasoning,
		Changes: d.changes, Preserved: d.preserved, ChatResponse: chat, Debug: debugOf(d.trace),
	}
}

// editOrder builds the request. With a prompt alone the model changes the code; with images it rewrites the scene.
func editOrder(in EditSceneInput, was subject, urls []string) order {
	o := order{
		prompt: prompts.CodeEditor, images: urls, temperature: exact,
		vars: prompts.Vars{
			"prompt": in.UserPrompt, "code": was.code, "name": was.name, "duration": was.frames, "complexity": in.EditComplexity,
			"hold": was.durationSet, "storyboard": string(in.StoryboardSoFar), "history": in.ChatHistory, "vision": string(in.VisionAnalysis),
		},
	}
	if in.EditComplexity != "surgical" {
		o.temperature = inventive
	}
	if len(urls) > 0 {
		o.prompt, o.temperature, o.vars["images"] = prompts.CodeGenerator, inventive, len(urls)
	}
	return o
}

// subject is the scene to change.
type subject struct {
	projectID, sceneID string // sceneID is "" for a scene given in the call
	stored             bool
	base               int // the version that the change starts from
	code, name, layout string
	frames             int
	nameSet            bool // edits keep the name
	durationSet        bool // edits keep the duration
}

// carry sets the name and the duration of a new version: those of the draft, unless the scene's own were set to stay.
func (was *subject) carry(v *Version, d *draft) {
	v.SceneName, v.Duration = cmp.Or(d.name, was.name), d.duration(was.frames)
	v.NameSet, v.DurationSet = was.nameSet, was.durationSet
	if was.nameSet {
		v.SceneName = was.name
	}
	if was.durationSet {
		if v.Duration != was.frames {
			d.changes = append(d.changes, fmt.Sprintf("The duration stays at %d frames, as changeDuration set it; the code exports %d", was.frames, v.Duration))
		}
		v.Duration = was.frames
	}
}

// subject returns the scene to edit: the stored one, or the one given in the call.
func (s *Service) subject(ctx context.Context, by audit.Caller, in EditSceneInput) (subject, error) {
	was := subject{projectID: in.ProjectID, code: in.ExistingCode, name: displayName(in.ExistingName), frames: in.ExistingDuration}
	if in.SceneID == "" {
		for _, given := range []struct {
			name string
			is   bool
		}{
			{"existingCode", strings.TrimSpace(in.ExistingCode) != ""},
			{"existingName", was.name != ""},
			{"existingDuration", in.ExistingDuration > 0},
		} {
			if !given.is {
				return was, fault.Invalid("%s is required when there is no sceneId", given.name)
			}
		}
		return was, nil
	}
	p, err := s.requireProject(ctx, by.Workspace, in.ProjectID)
	if err != nil {
		return was, err
	}
	scene := p.scene(in.SceneID)
	if scene == nil {
		return was, noScene(in.ProjectID, in.SceneID)
	}
	was = subjectOf(in.ProjectID, scene)
	if in.ExistingCode != "" && strings.Join(strings.Fields(in.ExistingCode), " ") != strings.Join(strings.Fields(was.code), " ") {
		return was, fault.Newf(fault.Conflict,
			"existingCode is not what scene %.100s holds: it is at version %d. Leave existingCode out to change what is stored, or look at it by getScene",
			in.SceneID, was.base).With("version", was.base)
	}
	return was, nil
}

func subjectOf(projectID string, scene *Scene) subject {
	v := scene.current()
	return subject{
		projectID: projectID, sceneID: scene.SceneID, stored: true, base: v.Version,
		code: v.TSXCode, name: v.SceneName, layout: v.LayoutJSON, frames: v.Duration,
		nameSet: v.NameSet, durationSet: v.DurationSet,
	}
}

// storeVersion stores a new version if the scene belongs to a project. In both cases it writes an episode.
func (s *Service) storeVersion(ctx context.Context, by audit.Caller, was subject, v Version) error {
	if !was.stored {
		s.episodes.writeUnstored(ctx, by, was.projectID, v)
		return nil
	}
	p, err := s.revise(ctx, by, was.projectID, was.sceneID, was.base, v)
	if err != nil {
		return err
	}
	s.episodes.writeSoon(ctx, p, by.Actor)
	return nil
}
