package scenes

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"plotline/graph/clip"
	"plotline/graph/fault"
	"plotline/graph/usecase"
	"plotline/scenes/model"
	"plotline/scenes/prompts"
	"plotline/scenes/reply"
	"plotline/scenes/tsx"
)

// maxRepairs is how often a model gets its code back with what the compiler says.
const maxRepairs = 3

// order is what a service asks the model for.
type order struct {
	prompt      prompts.Name // also the service's name
	vars        prompts.Vars
	images      []string
	temperature float64
}

// draft is a scene that compiles, and that nobody has put anywhere yet.
type draft struct {
	code, name, reasoning, layout string
	frames                        int // that the code itself says; 0 when it does not
	changes, preserved            []string
	repairs                       int
	fallback                      bool
	trace                         trace
}

// trace is what debug tells.
type trace struct {
	Service  prompts.Name `json:"service"`
	Model    string       `json:"model,omitempty"`
	Requests int          `json:"requests"`
	Form     reply.Form   `json:"answerForm,omitempty"`
	Compiler []string     `json:"compilerMessages,omitempty"`
	Failure  string       `json:"failure,omitempty"` // why there is only a safe scene
}

// errUnusable ends the attempts of a model whose code does not compile.
var errUnusable = errors.New("the model's code does not compile")

// client is who answers: the endpoint that the operator configured, else the model of whoever calls.
func (s *Service) client(ctx context.Context) (model.Client, error) {
	if s.cfg.Model != nil {
		return s.cfg.Model, nil
	}
	if caller := model.Caller(ctx); caller != nil {
		return caller, nil
	}
	return nil, headed(fault.New(fault.Unavailable,
		"No language model is there: set PLOTLINE_AI_BASE_URL to an OpenAI-compatible endpoint, or call from an MCP client that offers sampling"), modelTitle)
}

// write has the model write a scene, and gives it its code back until that compiles. It gives the draft
// with its trace also beside an error.
func (s *Service) write(ctx context.Context, workspace string, o order) (draft, error) {
	d := draft{trace: trace{Service: o.prompt}}
	prompt := prompts.Of(o.prompt, o.vars)
	request := model.Request{
		Service: string(o.prompt), System: prompt.System, Temperature: o.temperature, JSON: true, MaxTokens: sceneTokens,
		Messages: []model.Message{{Role: model.User, Text: prompt.User, Images: o.images}},
	}
	client, done, err := s.think(ctx, workspace, request)
	if err != nil {
		return d, err
	}
	defer done()
	for {
		usecase.Report(ctx, 2*d.repairs, 0, asks(d.repairs))
		answer, err := client.Complete(ctx, request)
		d.trace.Requests++
		if err != nil {
			return d, s.modelFailed(ctx, err)
		}
		d.trace.Model = answer.Model
		usecase.Report(ctx, 2*d.repairs+1, 0, "Compiling the scene")
		complaint, err := s.read(ctx, workspace, &d, answer)
		if err != nil || complaint == "" {
			return d, err
		}
		d.trace.Compiler = append(d.trace.Compiler, complaint)
		if d.repairs == maxRepairs {
			return d, headed(fault.Newf(fault.Unavailable,
				"The model's scene does not compile, after %d repairs; nothing was changed. Ask for less at once, or use a stronger model. The compiler says: %.500s",
				maxRepairs, complaint), "No usable scene").Because(errUnusable)
		}
		d.repairs++
		request.Messages = append(request.Messages,
			model.Message{Role: model.Assistant, Text: cmp.Or(clip.Bytes(answer.Text, historyBytes), "…")},
			model.Message{Role: model.User, Text: prompts.Of(prompts.Repair, prompts.Vars{"complaint": complaint}).User})
	}
}

// historyBytes is what is kept of each answer for the questions after it: more than sceneTokens.
const historyBytes = 64 << 10

// sceneTokens is room for some 600 lines.
const sceneTokens = 8192

func asks(repairs int) string {
	if repairs == 0 {
		return "The model writes the scene"
	}
	return fmt.Sprintf("The model repairs the scene, attempt %d of %d", repairs, maxRepairs)
}

// read takes what a model said for the draft, or says what is wrong with it.
func (s *Service) read(ctx context.Context, workspace string, d *draft, answer model.Answer) (complaint string, err error) {
	said, err := reply.ReadScene(answer.Text)
	if errors.Is(err, reply.ErrNothing) {
		return "There is no TSX code in the answer.", nil
	}
	d.trace.Form = said.Form
	compiled, err := s.cfg.Compile(ctx, workspace, said.Code)
	if problem, is := errors.AsType[*tsx.Problem](err); is {
		if answer.Cut {
			return "The answer was cut off: write a shorter scene. " + problem.Error(), nil
		}
		return problem.Error(), nil
	}
	if err != nil {
		return "", err
	}
	d.code, d.name, d.reasoning, d.frames = said.Code, shown(said.Name), said.Reasoning, compiled.Frames
	d.layout, d.changes, d.preserved = string(said.Layout), said.Changes, said.Preserved
	return "", nil
}

// lasts is how long a scene is: what its code says, else what it was, else five seconds.
func (d *draft) lasts(before int) int {
	return cmp.Or(d.frames, before, tsx.DefaultFrames)
}

// placed gives a new scene its layout where the model has given none: what its code shows.
func (d *draft) placed() string {
	if d.layout != "" {
		return d.layout
	}
	raw, _ := json.Marshal(map[string]any{ // which cannot fail for texts and numbers
		"fps": tsx.FPS, "durationInFrames": d.lasts(0), "texts": tsx.Texts(d.code),
	})
	return string(raw)
}

// modelTitle heads the errors of a model.
const modelTitle = "Language model unavailable"

// modelFailed makes an error of a model fit for whoever called.
func (s *Service) modelFailed(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, usecase.ErrAsking): // the call comes back with the answer
		return err
	case errors.Is(err, model.ErrTimeout):
		return headed(fault.New(fault.Timeout, sentence(err)).Because(err), modelTitle)
	}
	for _, known := range []error{
		model.ErrKey, model.ErrBusy, model.ErrUnavailable, model.ErrGarbled, model.ErrRefused, model.ErrEmpty, model.ErrDeclined,
	} {
		if errors.Is(err, known) {
			return headed(fault.New(fault.Unavailable, sentence(err)).Because(err), modelTitle)
		}
	}
	return err
}

// sentence begins with a capital letter.
func sentence(err error) string {
	text := err.Error()
	return string(text[0]-'a'+'A') + text[1:]
}
