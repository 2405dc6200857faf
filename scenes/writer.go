package scenes

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"plotline/internal/clip"
	"plotline/internal/fault"
	"plotline/internal/usecase"
	"plotline/scenes/model"
	"plotline/scenes/prompts"
	"plotline/scenes/reply"
	"plotline/scenes/tsx"
)

// maxRepairs limits how often a model gets its code back with the compiler's message. These repeat it: docs/scenes.md
// ("up to four times" and "up to three times"), thinkingTime, the tests in this folder, testing/attacks/scenes_test.go and
// testing/e2e/scenes_compile_test.go.
const maxRepairs = 3

// order is a request to the model.
type order struct {
	prompt      prompts.Name // also the name of the service
	vars        prompts.Vars
	images      []string
	temperature float64
	job         job
}

// draft is a scene that compiles and is not stored yet.
type draft struct {
	code, name, reasoning, layout string
	frames                        int // as exported by the code; 0 if it exports none
	changes, preserved            []string
	repairs                       int
	fallback                      bool
	trace                         trace
}

// trace is the debug field of a result.
type trace struct {
	Service  prompts.Name `json:"service"`
	Model    string       `json:"model,omitempty"`
	Requests int          `json:"requests"`
	Form     reply.Form   `json:"answerForm,omitempty"`
	Compiler []string     `json:"compilerMessages,omitempty"`
	Failure  string       `json:"failure,omitempty"` // why the result is the safe scene
}

// errUnusable reports that the model's code does not compile after all repairs.
var errUnusable = errors.New("the model's code does not compile")

// client returns the configured model, or the model of the calling client.
func (s *Service) client(ctx context.Context) (model.Client, error) {
	if s.cfg.Model != nil {
		return s.cfg.Model, nil
	}
	if caller := model.Caller(ctx); caller != nil {
		return caller, nil
	}
	return nil, withTitle(fault.New(fault.Unavailable,
		"No language model is there: set PLOTLINE_AI_BASE_URL to an OpenAI-compatible endpoint, or call from an MCP client that offers sampling"), modelTitle)
}

// write has the model write a scene, and returns the code to it until it compiles. With an error it also returns the
// draft, for its trace.
func (s *Service) write(ctx context.Context, o order) (draft, error) {
	d := draft{trace: trace{Service: o.prompt}}
	prompt := prompts.Of(o.prompt, o.vars)
	request := model.Request{
		Service: string(o.prompt), System: prompt.System, Temperature: o.temperature, JSON: true, MaxTokens: sceneTokens,
		Messages: []model.Message{{Role: model.User, Text: prompt.User, Images: o.images}},
	}
	client, done, err := s.admitModel(ctx, o.job.workspace, request)
	if err != nil {
		return d, err
	}
	defer done()
	for {
		usecase.Report(ctx, 2*d.repairs, 0, progressText(d.repairs))
		s.tell(ctx, o.job, stepOf(d.repairs), d.repairs)
		answer, err := client.Complete(ctx, request)
		d.trace.Requests++
		if err != nil {
			return d, s.modelError(ctx, err)
		}
		d.trace.Model = answer.Model
		usecase.Report(ctx, 2*d.repairs+1, 0, "Compiling the scene")
		s.tell(ctx, o.job, Compiling, d.repairs)
		complaint, err := s.read(ctx, o.job.workspace, &d, answer)
		if err != nil || complaint == "" {
			return d, err
		}
		d.trace.Compiler = append(d.trace.Compiler, complaint)
		if d.repairs == maxRepairs {
			return d, withTitle(fault.Newf(fault.Unavailable,
				"The model's scene does not compile, after %d repairs; nothing was changed. Ask for less at once, or use a stronger model. The compiler says: %.500s",
				maxRepairs, complaint), "No usable scene").Because(errUnusable)
		}
		d.repairs++
		request.Messages = append(request.Messages,
			model.Message{Role: model.Assistant, Text: cmp.Or(clip.Bytes(answer.Text, historyBytes), "…")},
			model.Message{Role: model.User, Text: prompts.Of(prompts.Repair, prompts.Vars{"complaint": complaint}).User})
	}
}

// historyBytes limits how much of each answer the following requests repeat. It exceeds sceneTokens.
const historyBytes = 64 << 10

// sceneTokens is enough for about 600 lines.
const sceneTokens = 8192

func stepOf(repairs int) Step {
	if repairs == 0 {
		return Asking
	}
	return Repairing
}

func progressText(repairs int) string {
	if repairs == 0 {
		return "The model writes the scene"
	}
	return fmt.Sprintf("The model repairs the scene, attempt %d of %d", repairs, maxRepairs)
}

// read parses and compiles the model's answer into the draft. A complaint is for the model, an error for the caller.
func (s *Service) read(ctx context.Context, workspace string, d *draft, answer model.Answer) (complaint string, err error) {
	parsed, err := reply.ReadScene(answer.Text)
	if errors.Is(err, reply.ErrNothing) {
		return "There is no TSX code in the answer.", nil
	}
	d.trace.Form = parsed.Form
	compiled, err := s.cfg.Compile(ctx, workspace, parsed.Code)
	if problem, is := errors.AsType[*tsx.Problem](err); is {
		if answer.Cut {
			return "The answer was cut off: write a shorter scene. " + problem.Error(), nil
		}
		return problem.Error(), nil
	}
	if err != nil {
		return "", err
	}
	if compiled.BadFrames && d.repairs < maxRepairs { // the last answer is taken as it is
		return tsx.FramesComplaint, nil
	}
	d.code, d.name, d.reasoning, d.frames = parsed.Code, displayName(parsed.Name), parsed.Reasoning, compiled.Frames
	d.layout, d.changes, d.preserved = string(parsed.Layout), parsed.Changes, parsed.Preserved
	return "", nil
}

// duration returns the duration in frames: from the code, else from before, else five seconds.
func (d *draft) duration(before int) int {
	return cmp.Or(d.frames, before, tsx.DefaultFrames)
}

// layoutOrDefault returns the model's layout, or one derived from the code.
func (d *draft) layoutOrDefault() string {
	if d.layout != "" {
		return d.layout
	}
	raw, _ := json.Marshal(map[string]any{ // cannot fail for strings and numbers
		"fps": tsx.FPS, "durationInFrames": d.duration(0), "texts": tsx.Texts(d.code),
	})
	return string(raw)
}

// modelTitle is the title of a model's errors.
const modelTitle = "Language model unavailable"

// modelError converts an error of a model for the caller.
func (s *Service) modelError(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, usecase.ErrAsking): // the client repeats the call with the answer
		return err
	case errors.Is(err, model.ErrTimeout):
		return withTitle(fault.New(fault.Timeout, sentence(err)).Because(err), modelTitle)
	}
	for _, known := range []error{
		model.ErrKey, model.ErrBusy, model.ErrUnavailable, model.ErrGarbled, model.ErrTooLong, model.ErrRefused, model.ErrEmpty, model.ErrDeclined,
	} {
		if errors.Is(err, known) {
			return withTitle(fault.New(fault.Unavailable, sentence(err)).Because(err), modelTitle)
		}
	}
	return err
}

// sentence returns the text of an error with a capital first letter.
func sentence(err error) string {
	text := err.Error()
	return string(text[0]-'a'+'A') + text[1:]
}
