package tools

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// prompt is a prompt that a user selects in the client.
type prompt struct {
	name        string
	title       string
	description string
	text        string // with {name} for each argument
	textKey     string // of its translations, if it differs from "text"
	args        []promptArg
	needs       []string // tools that the text names
}

type promptArg struct {
	name        string
	description string
	required    bool
}

// allPrompts lists the prompts. Of prompts with the same name, the first whose tools are offered is used.
func allPrompts() []prompt {
	return []prompt{recallBeforeActing(), searchBeforeActing(), recordAfterActing(), reviewPlan()}
}

func recallBeforeActing() prompt {
	return prompt{
		name:        "recall_before_acting",
		title:       "Recall before acting",
		description: "Look up which earlier episodes help with a task, then plan it.",
		needs:       []string{"recall"},
		args:        []promptArg{{"task", "The task that you want to do", true}},
		textKey:     "text.recall",
		text: `I am about to do this task:

{task}

Before you act:
1. Call recall, with the task as query.
2. Tell me briefly what worked (high reward), what failed (low reward), and what replaced it: that stands before it. If you found nothing, say so.
3. Then propose how to do the task, and name the episodes that your plan is based on.`,
	}
}

// searchBeforeActing is the variant of recallBeforeActing for a server without recall.
func searchBeforeActing() prompt {
	p := recallBeforeActing()
	p.needs, p.textKey = []string{"search_episodes", "find_related_episodes", "get_episode"}, ""
	p.text = `I am about to do this task:

{task}

Before you act, look up what was learned from earlier tasks:
1. Call search_episodes with the most specific words of the task.
2. Call find_related_episodes on the best results, to see what led to them and what resulted from them.
3. Call get_episode on the important ones, and read their reflection.
4. Tell me briefly what worked (high reward), what failed (low reward), and which episodes contradict each other. If you found nothing, say so.
5. Then propose how to do the task, and name the episodes that your plan is based on.`
	return p
}

func recordAfterActing() prompt {
	return prompt{
		name:        "record_after_acting",
		title:       "Record after acting",
		description: "Record a finished task as an episode and link it to earlier ones.",
		needs:       []string{"search_episodes", "create_episode"},
		args: []promptArg{
			{"task", "The task that you finished", true},
			{"outcome", "How it went, as far as you know", false},
		},
		text: `This task is finished:

{task}

How it went: {outcome}

Record it, so that the next task can learn from it:
1. Call search_episodes to find earlier episodes that are connected with it.
2. Call create_episode once. query is the task. reward is honest, from -1 (failed) through 0 (unknown) to 1 (succeeded). reflection is what you would want to know before doing it again, with the reasons. relationships link it to what you found: give from for follows and causes (the earlier episode is the start), to for part_of, refines and contradicts (the new episode is the start), either one for related_to.
3. Tell me the episode_id and what reads says about each relationship.`,
	}
}

func reviewPlan() prompt {
	return prompt{
		name:        "review_plan",
		title:       "Review a plan",
		description: "Go through a submitted plan before you decide on it.",
		needs:       []string{"list-pending-plans", "get-plan"},
		args:        []promptArg{{"task_id", "Id of the plan; default: the oldest that was submitted", false}},
		text: `Help me decide on a plan. You cannot decide yourself: I do that on Plotline's page.

The plan: {task_id}

1. Call get-plan with the plan's id. If no plan is named above, call list-pending-plans and take the oldest that has readyAt.
2. If get-episodes is available, call it on the plan's folder and compare the plan with what is known about the show.
3. If search_episodes is available, look for earlier decisions on that folder (tag plan): what was rejected, and why?
4. Tell me briefly what the plan does, its problems, the rows that look wrong and why, and the rows that you are not sure about.
5. Advise me: confirm, confirm without certain rows (give their numbers, from 0), or reject, with a reason that I can paste.`,
	}
}

// addPrompts adds the prompts whose tools are offered.
func (s *Server) addPrompts() {
	offered := map[string]bool{}
	for _, p := range allPrompts() {
		if s.tools.Has(p.needs...) && !offered[p.name] {
			offered[p.name] = true
			s.mcp.AddPrompt(s.publishedPrompt(p), s.promptHandler(p))
		}
	}
}

func (p prompt) key(part string) string { return "prompt." + p.name + "." + part }

func (s *Server) publishedPrompt(p prompt) mcp.Prompt {
	options := make([]mcp.PromptOption, 0, 2+len(p.args))
	options = append(options,
		mcp.WithPromptTitle(s.text.get(p.title, p.key("title"))),
		mcp.WithPromptDescription(s.text.get(p.description, p.key("description"))))
	for _, arg := range p.args {
		about := []mcp.ArgumentOption{mcp.ArgumentDescription(s.text.get(arg.description, p.key("arg."+arg.name)))}
		if arg.required {
			about = append(about, mcp.RequiredArgument())
		}
		options = append(options, mcp.WithArgument(arg.name, about...))
	}
	return mcp.NewPrompt(p.name, options...)
}

func (s *Server) promptHandler(p prompt) server.PromptHandlerFunc {
	description, text := s.text.get(p.description, p.key("description")), s.text.get(p.text, p.key(cmp.Or(p.textKey, "text")))
	return func(_ context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		filled := p.fill(text, req.Params.Arguments)
		return &mcp.GetPromptResult{
			Description: description,
			Messages:    []mcp.PromptMessage{mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(filled))},
		}, nil
	}
}

// fill inserts the arguments. It removes lines with an argument that is not given.
func (p prompt) fill(text string, given map[string]string) string {
	lines := strings.Split(text, "\n")
	pairs := make([]string, 0, 2*len(p.args))
	for _, arg := range p.args {
		place, value := "{"+arg.name+"}", strings.TrimSpace(given[arg.name])
		pairs = append(pairs, place, value)
		if value == "" {
			lines = slices.DeleteFunc(lines, func(line string) bool { return strings.Contains(line, place) })
		}
	}
	text = strings.ReplaceAll(strings.Join(lines, "\n"), "\n\n\n", "\n\n")
	return strings.NewReplacer(pairs...).Replace(text)
}

// checkPrompt checks the arguments, which mcp-go does not. The only "invalid params" of mcp-go is an unknown name, so
// checkPrompt changes the name into one that states the problem.
func (s *Server) checkPrompt(_ context.Context, _ any, req *mcp.GetPromptRequest) {
	for _, p := range allPrompts() {
		if p.name != req.Params.Name {
			continue
		}
		if problem := p.problem(req.Params.Arguments); problem != "" {
			req.Params.Name = fmt.Sprintf("%s' %s", p.name, problem)
			return
		}
	}
}

// problem continues "prompt 'name' ". mcp-go appends "' not found".
func (p prompt) problem(given map[string]string) string {
	names := make([]string, len(p.args))
	known := map[string]bool{}
	for i, arg := range p.args {
		names[i], known[arg.name] = arg.name, true
		if arg.required && strings.TrimSpace(given[arg.name]) == "" {
			return "without its required argument '" + arg.name
		}
	}
	for name := range given {
		if !known[name] {
			return fmt.Sprintf("with an argument '%s' besides %s", name, strings.Join(names, ", "))
		}
	}
	return ""
}
