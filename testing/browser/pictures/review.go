package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"plotline/testing/browser/kit/browser"
	"plotline/testing/kit/demomedia"
)

// phone is a narrow window.
var phone = browser.Screen{Width: 390, Height: 780, Scale: 2, Touch: true}

// review shows plans of the demo library, and one of them as a table.
func review(ctx context.Context, at place) ([]byte, error) {
	return reviewed(ctx, at, wide, "test('plan-list')")
}

func reviewOnPhone(ctx context.Context, at place) ([]byte, error) {
	return reviewed(ctx, at, phone, "test('row-problem')")
}

// reviewed shows a rename with a problem.
func reviewed(ctx context.Context, at place, screen browser.Screen, says string) ([]byte, error) {
	return at.withLibrary(ctx, func(l library) ([]byte, error) {
		shown, err := l.propose(ctx)
		if err != nil {
			return nil, err
		}
		return at.picture(ctx, screen, l.url+"/plans/"+shown,
			step{until: "test('row-problem') !== null && said(test('confirm')).includes('leave out 1') && " + says + " !== null"}, l.settled())
	})
}

// editPlan shows a recognition of which one row was edited and another one is being edited, with the files that were not
// recognised.
func editPlan(ctx context.Context, at place) ([]byte, error) {
	return at.withLibrary(ctx, func(l library) ([]byte, error) {
		var plan task
		if err := send(ctx, l.plans()+"/recognitions/propose", map[string]any{"mediaFolderPath": l.folder(editedShow)}, &plan); err != nil {
			return nil, err
		}
		edit := map[string]any{"changes": []any{map[string]any{"row": 1, "episode": 3}}}
		if err := change(ctx, http.MethodPatch, l.plans()+"/"+plan.ID, edit, nil); err != nil {
			return nil, err
		}
		tall := wide
		tall.Height = 1000
		return at.picture(ctx, tall, l.url+"/plans/"+plan.ID,
			step{"test('row-was') !== null && test('unrecognised') !== null", "test('edit-row', row(3))"},
			step{until: "test('row-form') !== null"}, l.settled())
	})
}

// editedShow is a show with files that cannot be recognised.
const editedShow = "The Late Desk (2023)"

// decidedPlans shows the list of decided plans: a rename that can be undone, and a rejection.
func decidedPlans(ctx context.Context, at place) ([]byte, error) {
	return at.withLibrary(ctx, func(l library) ([]byte, error) {
		renamed, err := l.propose(ctx)
		if err != nil {
			return nil, err
		}
		if err := send(ctx, l.plans()+"/"+renamed+"/apply", map[string]any{"exclude": []int{4}}, nil); err != nil {
			return nil, err
		}
		var rejected task
		if err := send(ctx, l.plans()+"/recognitions/propose", map[string]any{"mediaFolderPath": l.folder("24 (2001)")}, &rejected); err != nil {
			return nil, err
		}
		reject := map[string]any{"planId": rejected.ID, "status": "rejected", "reason": "Season 2 begins at episode 11"}
		if err := send(ctx, l.url+"/api/updatePlan", reject, nil); err != nil {
			return nil, err
		}
		return at.picture(ctx, wide, l.url+"/plans/"+renamed,
			step{"test('undo-decided') !== null && test('decided-list') !== null", "test('decided-list').querySelector('summary')"},
			step{until: "all('[data-testid=decided-item]').length === 2 && test('undo-listed') !== null"}, l.settled())
	})
}

// mediaLibrary shows all folders of the demo library, of which some have plans.
func mediaLibrary(ctx context.Context, at place) ([]byte, error) {
	return at.withLibrary(ctx, func(l library) ([]byte, error) {
		for _, name := range append([]string{show}, others...) {
			if err := send(ctx, l.plans()+"/recognitions/propose", map[string]any{"mediaFolderPath": l.folder(name)}, nil); err != nil {
				return nil, err
			}
		}
		return at.picture(ctx, wide, l.url+"/plans/library",
			step{"test('library')?.ariaBusy === 'false' && test('library-plans') !== null", "test('library-plans')"},
			step{until: "test('folder-plan') !== null"}, l.settled())
	})
}

// library is the demo library, served.
type library struct{ url, path string }

func (at place) withLibrary(ctx context.Context, show func(l library) ([]byte, error)) ([]byte, error) {
	path := filepath.Join(at.dir, "media")
	if err := os.Mkdir(path, 0o700); err != nil {
		return nil, err
	}
	if _, err := demomedia.Write(path); err != nil {
		return nil, err
	}
	return at.served(ctx, func(url string) ([]byte, error) { return show(library{url, path}) }, "--media-root", path)
}

func (l library) plans() string { return l.url + "/api/v1/plans" }

func (l library) folder(name string) string { return filepath.ToSlash(filepath.Join(l.path, name)) }

// settled replaces the library's path by a plausible one, because the temporary folder differs each time.
func (l library) settled() step { return step{until: fmt.Sprintf(settle, filepath.ToSlash(l.path))} }

const settle = `(() => {
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
	while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(%[1]q, '/srv/media/shows')
	return true
})()`
