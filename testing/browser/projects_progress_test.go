package browser_test

import (
	"sync"
	"testing"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/aiserver"
)

// TestProgressOfSceneRequest checks that the form says what is done at the moment: the model writes, it repairs, and
// that it says no more once the new version is there, although the answer is still to come.
func TestProgressOfSceneRequest(t *testing.T) {
	t.Parallel()
	onBothScreens(t, progressOn)
}

func progressOn(t *testing.T, screen browser.Screen) {
	t.Helper()
	w, model := withModel(t, 1, sceneReply("Intro", "Title"))
	id := w.add(film, "An intro")
	goOn, say := make(chan struct{}, 2), make(chan struct{})
	finish := sync.OnceFunc(func() { close(say) })
	t.Cleanup(func() { // the model's server waits for its requests
		close(goOn)
		finish()
	})
	scenes := make(chan aiserver.Step, 2)
	scenes <- aiserver.Text(aiserver.BrokenScene)
	scenes <- aiserver.Text(aiserver.Edit(titled("Second title"), nil, nil))
	model.Answer(func(asked aiserver.Request) aiserver.Step {
		if !asked.JSON { // the sentence for the user
			<-say
			return aiserver.Text("Here is your second title.")
		}
		<-goOn
		select {
		case step := <-scenes:
			return step
		default:
			return aiserver.Nothing()
		}
	})
	p := w.open("/projects/film", screen)
	p.wait("test('scene') !== null")
	p.click("test('scene')")
	p.showsScene(id)
	p.askForTitle()
	p.says("test('waiting-step')", "The model writes the scene.")
	p.says("test('waiting')", "This can take a few minutes.")
	goOn <- struct{}{}
	p.says("test('waiting-step')", "The model repairs the code, attempt 1 of 3.")
	p.fitsOn(screen, "waiting")
	goOn <- struct{}{}
	p.wait("%s?.ariaCurrent === 'true' && test('waiting') === null && test('edit-prompt').value === ''", ofVersion("2"))
	p.is("test('notice') === null") // the sentence is still to come
	finish()
	p.says("test('notice')", "Changed: Intro. Here is your second title.")
}
