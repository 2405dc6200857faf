package api

import (
	"net/http"

	"plotline/internal/usecase"
)

// recordedRoutes lists the routes of what coding agents did on this machine.
func recordedRoutes() []route {
	const task = "/recorded/tasks/{task_id}"
	return []route{
		{
			UseCase: usecase.Named("list_recorded"), method: http.MethodGet, path: "/recorded", tag: tagRecorded,
			summary: "List the tasks of coding agents, newest sessions first, with what the agents were told", example: `{"limit":20}`,
		},
		{
			UseCase: usecase.Named("judge_recorded"), method: http.MethodPost, path: task + "/verdict", tag: tagRecorded,
			summary: "Judge a task, in place of the rules", example: `{"task_id":"0123456789ab","verdict":"good"}`,
		},
		{
			UseCase: usecase.Named("forget_recorded"), method: http.MethodDelete, path: task, tag: tagRecorded,
			summary: "Delete what was recorded of a task", example: `{"task_id":"0123456789ab"}`,
		},
		{
			UseCase: usecase.Named("pin_recorded"), method: http.MethodPatch, path: "/recorded/lines/{line_id}", tag: tagRecorded,
			summary: "Have a line told always, or never again", example: `{"line_id":"0123456789ab","pin":"never"}`,
		},
	}
}
