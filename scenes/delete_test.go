package scenes_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"plotline/internal/fault"
	"plotline/scenes"
	"plotline/testing/kit/aiserver"
)

func (w *world) create(tb testing.TB, project string) {
	tb.Helper()
	_, err := w.CreateProject(tb.Context(), agent, scenes.CreateProjectInput{ProjectID: project})
	must(tb, err)
}

func (w *world) remove(tb testing.TB, project string) (scenes.DeleteProjectOutput, error) {
	tb.Helper()
	return w.DeleteProject(tb.Context(), agent, scenes.DeleteProjectInput{ProjectID: project})
}

// projects lists the projects as id, or as id = name.
func (w *world) projects(tb testing.TB) string {
	tb.Helper()
	out, err := w.ListProjects(tb.Context(), agent, scenes.ListProjectsInput{})
	must(tb, err)
	all := make([]string, 0, len(out.Projects))
	for _, p := range out.Projects {
		all = append(all, strings.TrimSuffix(p.ProjectID+" = "+p.ProjectName, " = "))
	}
	return strings.Join(all, ", ")
}

// TestDeleteProject checks that a deleted project is gone, that watchers are told, that another of its workspace stays,
// and that its name is free again.
func TestDeleteProject(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.create(t, "p")
	w.create(t, "q")
	var told atomic.Int32
	ctx, cancel := context.WithCancel(t.Context())
	watching := make(chan struct{})
	go func() {
		defer close(watching)
		w.Watch(ctx, func(workspace, project string) {
			if workspace == agent.Workspace && project == "p" {
				told.Add(1)
			}
		})
	}()
	later(t, "the watch begins", func() bool { return w.Watched() })
	out, err := w.remove(t, "p")
	must(t, err)
	same(t, "the answer", scenes.DeleteProjectOutput{Success: true, ProjectID: "p", Scenes: 1}, out)
	same(t, "what is left", "q", w.projects(t))
	if told.Load() == 0 {
		t.Error("nobody was told")
	}
	cancel()
	<-watching
	_, err = w.remove(t, "p")
	fails(t, err, fault.NotFound, "Project not found: p")
	other := agent
	other.Workspace = "other"
	_, err = w.DeleteProject(t.Context(), other, scenes.DeleteProjectInput{ProjectID: "q"})
	fails(t, err, fault.NotFound, "Project not found: q")
	w.create(t, "p")
	same(t, "the scenes of the new one", []string{"Welcome"}, w.names(t, "p"))
}

// TestDeletedWhileWriting checks that a scene that a model is writing does not bring a deleted project back.
func TestDeletedWhileWriting(t *testing.T) {
	t.Parallel()
	w := newWorld(t, aiserver.Nothing())
	w.create(t, "p")
	reply := func(step aiserver.Step) {
		w.ai.Answer(func(aiserver.Request) aiserver.Step {
			_, err := w.remove(t, "p")
			if err != nil && fault.CodeOf(err) != fault.NotFound {
				t.Error(err)
			}
			return step
		})
	}
	reply(named("Late"))
	_, err := w.AddScene(t.Context(), agent, scenes.AddSceneInput{ProjectID: "p", UserPrompt: "x"})
	fails(t, err, fault.Conflict, "Project p was deleted while the model wrote the scene; nothing was stored")
	same(t, "the projects", "", w.projects(t))

	w.create(t, "p")
	list, err := w.ListScenes(t.Context(), agent, scenes.ListScenesInput{ProjectID: "p"})
	must(t, err)
	reply(aiserver.Text(aiserver.Edit(edited, nil, nil)))
	_, err = w.edit(t, scenes.EditSceneInput{ProjectID: "p", SceneID: list.Scenes[0].SceneID})
	fails(t, err, fault.NotFound, "Project not found: p")
	same(t, "the projects", "", w.projects(t))

	w.ai.Answer(func(aiserver.Request) aiserver.Step { return named("First") })
	w.add(t, "p", "a project that nobody has created yet")
	same(t, "the projects", "p", w.projects(t))
}

// TestRenameProject checks that a project gets a name that no other has, and keeps its id and its scenes.
func TestRenameProject(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.create(t, "p")
	w.create(t, "q")
	rename := func(project, name string) error {
		_, err := w.RenameProject(t.Context(), agent, scenes.RenameProjectInput{ProjectID: project, ProjectName: name})
		return err
	}
	must(t, rename("p", " Launch \n film "))
	same(t, "the projects", "p = Launch film, q", w.projects(t))
	same(t, "its scenes", []string{"Welcome"}, w.names(t, "p"))
	fails(t, rename("q", "Launch film"), fault.AlreadyExists, "Launch film already exists")
	fails(t, rename("q", "p"), fault.AlreadyExists, "p already exists")
	fails(t, rename("p", "  "), fault.InvalidArgument, "projectName")
	fails(t, rename("r", "x"), fault.NotFound, "Project not found: r")
	must(t, rename("p", "Launch film"))
	must(t, rename("p", "p"))
	same(t, "the projects", "p, q", w.projects(t))
}
