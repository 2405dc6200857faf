package scenes

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"plotline/graph"
	"plotline/internal/audit"
	"plotline/internal/fault"
	"plotline/internal/input"
	"plotline/internal/usecase"
	"plotline/scenes/prompts"
)

// AddSceneInput is the input of AddScene.
type AddSceneInput struct {
	UserPrompt          string     `json:"userPrompt" minLength:"1" maxLength:"20000" doc:"What the scene should show"`
	ProjectID           string     `json:"projectId" minLength:"1" maxLength:"128" doc:"Created if it does not exist"`
	SceneNumber         int        `json:"sceneNumber,omitempty" minimum:"1" doc:"Position, from 1; default: at the end"`
	StoryboardSoFar     input.JSON `json:"storyboardSoFar,omitempty" as:"array" maxBytes:"200000"`
	ReplaceWelcomeScene bool       `json:"replaceWelcomeScene,omitempty" doc:"Replace the welcome scene"`
	VisionAnalysis      input.JSON `json:"visionAnalysis,omitempty" as:"object" maxBytes:"100000" doc:"Result of analyzeImage"`
}

// AddSceneOutput is the new scene. ReplacedWelcomeScene reports whether it replaced the welcome scene.
type AddSceneOutput struct {
	SceneOutput
	ReplacedWelcomeScene bool `json:"replacedWelcomeScene,omitempty"`
}

// AddScene has the model write a scene from a prompt and adds it to a project.
func (s *Service) AddScene(ctx context.Context, by audit.Caller, in AddSceneInput) (AddSceneOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opAdd, in, func(ctx context.Context, note *usecase.Note) (AddSceneOutput, error) {
		if err := cmp.Or(requireText("userPrompt", in.UserPrompt), newName(in.ProjectID)); err != nil {
			return AddSceneOutput{}, err
		}
		p, err := s.projectToFill(ctx, by.Workspace, in.ProjectID)
		if err != nil {
			return AddSceneOutput{}, err
		}
		a := addition{
			projectID: in.ProjectID, tool: opAdd.Name, prompt: in.UserPrompt, number: in.SceneNumber,
			welcome: in.ReplaceWelcomeScene && p != nil && p.hasOnlyWelcome(), creates: p == nil,
		}
		o := builderOrder(p, a, in.VisionAnalysis, in.StoryboardSoFar, nil)
		if a.welcome {
			a.base = p.Scenes[0].current().Version
			o = order{
				prompt: prompts.DirectToVideo, temperature: inventive,
				vars: prompts.Vars{"prompt": in.UserPrompt, "vision": string(in.VisionAnalysis)},
			}
		}
		out, err := s.make(ctx, by, note, a, o)
		return AddSceneOutput{SceneOutput: out, ReplacedWelcomeScene: a.welcome}, err
	})
}

// CreateSceneFromImageInput is the input of CreateSceneFromImage.
type CreateSceneFromImageInput struct {
	ImageURLs      []string   `json:"imageUrls" minItems:"1" maxItems:"4" maxBytes:"4194304" doc:"http, https or data:image"`
	UserPrompt     string     `json:"userPrompt" minLength:"1" maxLength:"20000" doc:"What the scene should show"`
	ProjectID      string     `json:"projectId" minLength:"1" maxLength:"128" doc:"Created if it does not exist"`
	SceneNumber    int        `json:"sceneNumber,omitempty" minimum:"1" doc:"Position, from 1; default: at the end"`
	VisionAnalysis input.JSON `json:"visionAnalysis,omitempty" as:"object" maxBytes:"100000" doc:"Result of analyzeImage"`
}

// CreateSceneFromImage has the model write a scene from images and a prompt, and adds it to a project.
func (s *Service) CreateSceneFromImage(ctx context.Context, by audit.Caller, in CreateSceneFromImageInput) (SceneOutput, error) {
	return usecase.Do(ctx, s.cfg.Runner, by, opFromImage, in, func(ctx context.Context, note *usecase.Note) (SceneOutput, error) {
		if err := cmp.Or(requireText("userPrompt", in.UserPrompt), newName(in.ProjectID), s.images(ctx, in.ImageURLs)); err != nil {
			return SceneOutput{}, err
		}
		p, err := s.projectToFill(ctx, by.Workspace, in.ProjectID)
		if err != nil {
			return SceneOutput{}, err
		}
		a := addition{projectID: in.ProjectID, tool: opFromImage.Name, prompt: in.UserPrompt, number: in.SceneNumber, creates: p == nil}
		return s.make(ctx, by, note, a, builderOrder(p, a, in.VisionAnalysis, nil, in.ImageURLs))
	})
}

// projectToFill returns the project for a new scene, or nil if the scene will create it. It fails before a model is called
// if the workspace may not have another project.
func (s *Service) projectToFill(ctx context.Context, workspace, projectID string) (*Project, error) {
	p, err := s.project(ctx, workspace, projectID)
	if err == nil && p == nil {
		err = s.checkRoom(ctx, workspace)
	}
	return p, err
}

// The sampling temperatures of the requests.
const (
	exact     = 0.1
	careful   = 0.3
	inventive = 0.7
)

func builderOrder(p *Project, a addition, vision, storyboard input.JSON, urls []string) order {
	place, names := 1, []string{}
	if p != nil {
		place = a.place(p) + 1
		for i := range p.Scenes {
			v := p.Scenes[i].current()
			names = append(names, fmt.Sprintf("%d. %s (%d frames)", i+1, v.SceneName, v.Duration))
		}
	}
	return order{
		prompt: prompts.SceneBuilder, images: urls, temperature: inventive,
		vars: prompts.Vars{
			"prompt": a.prompt, "storyboard": string(storyboard), "vision": string(vision), "images": len(urls),
			"place": place, "scenes": strings.Join(names, ", "),
		},
	}
}

// addition describes a new scene and its position.
type addition struct {
	projectID, tool, prompt string
	number                  int  // position from 1; 0, or a number beyond the last scene, means the end
	creates                 bool // the project, which did not exist when the model was asked
	welcome                 bool // replace the welcome scene
	base                    int  // the version of the welcome scene that is replaced
}

// place returns the index of the new scene.
func (a addition) place(p *Project) int {
	switch {
	case a.welcome:
		return 0
	case a.number == 0:
		return len(p.Scenes)
	}
	return min(a.number-1, len(p.Scenes))
}

// make has the model write a scene and adds it to the project.
func (s *Service) make(ctx context.Context, by audit.Caller, note *usecase.Note, a addition, o order) (SceneOutput, error) {
	o.job = jobOf(by, a.projectID, "", a.tool)
	d, err := s.write(ctx, o)
	if err != nil {
		return SceneOutput{}, err
	}
	made, p, err := s.insert(ctx, by, a, d)
	if err != nil {
		return SceneOutput{}, err
	}
	note.IDs(made.SceneID)
	o.job.sceneID = made.SceneID
	s.tell(ctx, o.job, Done, d.repairs)
	s.episodes.writeSoon(ctx, p, by.Actor)
	v := made.current()
	chat := s.chat(ctx, prompts.Vars{"prompt": a.prompt, "did": "Made", "name": v.SceneName, "reasoning": v.Reasoning})
	return SceneOutput{
		SceneID: made.SceneID, TSXCode: v.TSXCode, SceneName: v.SceneName, Duration: v.Duration, Reasoning: v.Reasoning,
		LayoutJSON: v.LayoutJSON, ChatResponse: chat, Debug: debugOf(d.trace),
	}, nil
}

// insert stores a draft in the project, as a new scene or as a new version of the welcome scene.
func (s *Service) insert(ctx context.Context, by audit.Caller, a addition, d draft) (made Scene, p *Project, err error) {
	store := s.change
	if a.creates {
		store = s.changeOrCreate
	}
	p, err = store(ctx, by.Workspace, a.projectID, func(p *Project) error {
		if len(p.Scenes) >= maxScenes {
			return fault.Newf(fault.TooLarge, "Project %.100s has %d scenes, which is the limit; begin another project", a.projectID, maxScenes)
		}
		at := a.place(p)
		v := Version{
			SceneName: cmp.Or(d.name, fmt.Sprintf("Scene %d", at+1)), Duration: d.duration(0), TSXCode: d.code, LayoutJSON: d.layoutOrDefault(),
			Tool: a.tool, Prompt: a.prompt, Reasoning: d.reasoning, Repairs: d.repairs, CreatedAt: s.now(),
		}
		if a.welcome {
			if !p.hasOnlyWelcome() || p.Scenes[0].current().Version != a.base {
				return fault.Newf(fault.Conflict, "The welcome scene of project %.100s was replaced or changed by another call; call again without replaceWelcomeScene", a.projectID)
			}
			scene := &p.Scenes[0]
			scene.IsWelcome = false
			scene.add(v)
			made = *scene
			return nil
		}
		made = Scene{SceneID: string(graph.NewID())}
		made.add(v)
		p.insert(at, made)
		return nil
	})
	if !a.creates {
		err = whileWriting(err, a.projectID)
	}
	return made, p, err
}
