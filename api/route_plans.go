package api

import (
	"net/http"

	"plotline/internal/usecase"
)

// planRoutes lists the routes that propose, read and decide plans.
func planRoutes() []route {
	get, post, patch := http.MethodGet, http.MethodPost, http.MethodPatch
	const (
		folder = `{"mediaFolderPath":"/media/show"}`
		task   = `{"taskId":"` + uuidExample + `"}`
		found  = "/plans/{taskId}"
	)
	return []route{
		{
			UseCase: usecase.Named("list_plans"), method: get, path: "/plans", tag: tagPlans,
			summary: "List plans, oldest first", example: `{"status":"pending"}`,
		},
		{
			UseCase: usecase.Named("get_plan"), method: get, path: "/plans/{taskId}", tag: tagPlans,
			summary: "Read one plan and its problems", example: task,
		},
		{
			UseCase: usecase.Named("list_decided_plans"), method: get, path: "/plans/decided", tag: tagPlans,
			summary: "List completed, rejected and undone plans without their entries, newest first", example: `{"status":"completed","limit":20}`,
		},
		{
			UseCase: usecase.Named("list_library"), method: get, path: "/plans/library", tag: tagPlans,
			summary: "List the media folders, with what a recognition of each would find", example: `{"limit":100}`,
		},
		{
			UseCase: usecase.Named("edit_plan"), method: patch, path: "/plans/{taskId}", tag: tagPlans, ifMatch: true,
			summary: "Edit entries of a plan that waits for a decision, all or nothing",
			example: `{"taskId":"` + uuidExample + `","changes":[{"row":3,"season":2,"episode":5}],"shiftRows":[4,5,6],"shiftEpisode":10}`,
		},
		{
			UseCase: usecase.Named("check_plan"), method: post, path: "/plans/{taskId}/check", tag: tagPlans,
			summary: "Check what applying a plan without some entries would do; changes nothing",
			example: `{"taskId":"` + uuidExample + `","exclude":[2]}`,
		},
		{
			UseCase: usecase.Named("apply_plan"), method: post, path: "/plans/{taskId}/apply", tag: tagPlans, ifMatch: true,
			summary: "Apply a plan, all or nothing",
			example: `{"taskId":"` + uuidExample + `","exclude":[2],"sidecars":true,"complete":true}`,
		},
		{
			UseCase: usecase.Named("undo_plan"), method: post, path: "/plans/{taskId}/undo", tag: tagPlans, ifMatch: true,
			summary: "Undo an applied plan, if nothing has changed since", example: task,
		},
		{
			UseCase: usecase.Named("updatePlan"), method: post, path: "/api/updatePlan", tag: tagPlans,
			summary: "Complete or reject a plan; no file moves",
			example: `{"planId":"` + uuidExample + `","status":"rejected","reason":"Season 2 begins at episode 11"}`,
		},
		{
			UseCase: usecase.Named("getPendingPlans"), method: post, path: "/api/getPendingPlans", tag: tagPlans,
			summary: "List the undecided plans", example: `{}`,
		},
		{
			UseCase: usecase.Named("proposeRecognizePlan"), method: post, path: "/plans/recognitions/propose", tag: tagPlans,
			summary: "Propose which file is which episode, from the file names", status: http.StatusCreated, locationPath: found, example: folder,
		},
		{
			UseCase: usecase.Named("propose_rename"), method: post, path: "/plans/renames/propose", tag: tagPlans,
			summary: "Propose to name recognised files after their episodes", status: http.StatusCreated, locationPath: found, example: folder,
		},
		{
			UseCase: usecase.Named("beginRecognizeTask"), method: post, path: "/plans/recognitions", tag: tagPlans,
			summary: "Begin a recognition plan", status: http.StatusCreated, locationPath: found, example: folder,
		},
		{
			UseCase: usecase.Named("addRecognizedMediaFile"), method: post, path: "/plans/recognitions/{taskId}/files", tag: tagPlans,
			summary: "Add a file to a recognition plan",
			example: `{"taskId":"` + uuidExample + `","season":1,"episode":2,"path":"/media/show/Show.S01E02.mkv"}`,
		},
		{
			UseCase: usecase.Named("endRecognizeTask"), method: post, path: "/plans/recognitions/{taskId}/end", tag: tagPlans,
			summary: "Submit the plan to a person", example: task,
		},
		{
			UseCase: usecase.Named("beginRenameFilesTaskV2"), method: post, path: "/plans/renames", tag: tagPlans,
			summary: "Begin a rename plan", status: http.StatusCreated, locationPath: found, example: folder,
		},
		{
			UseCase: usecase.Named("addRenameFileToTaskV2"), method: post, path: "/plans/renames/{taskId}/files", tag: tagPlans,
			summary: "Add a file to a rename plan",
			example: `{"taskId":"` + uuidExample + `","from":"/media/show/a.mkv","to":"/media/show/Show - S01E02.mkv"}`,
		},
		{
			UseCase: usecase.Named("endRenameFilesTaskV2"), method: post, path: "/plans/renames/{taskId}/end", tag: tagPlans,
			summary: "Submit the plan to a person", example: task,
		},
	}
}
