package api

import (
	"net/http"

	"plotline/internal/usecase"
)

// sceneRoutes lists the routes of projects and their scenes.
func sceneRoutes() []route {
	get, post, remove := http.MethodGet, http.MethodPost, http.MethodDelete
	const (
		scenes  = "/projects/{projectId}/scenes"
		scene   = scenes + "/{sceneId}"
		project = `"projectId":"launch"`
		one     = project + `,"sceneId":"` + uuidExample + `"`
		code    = `"existingCode":"export default () => <b>Hi</b>;","existingName":"Opening","existingDuration":150`
		image   = `"imageUrls":["https://example.org/poster.png"]`
	)
	return []route{
		{
			UseCase: usecase.Named("listProjects"), method: get, path: "/projects", tag: tagScenes,
			summary: "List projects, most recently changed first", example: `{}`,
		},
		{
			UseCase: usecase.Named("get_scene_model"), method: get, path: "/model", tag: tagScenes,
			summary: "Check whether a model that writes scenes is configured", example: `{}`,
		},
		{
			UseCase: usecase.Named("create_project"), method: post, path: "/projects", tag: tagScenes, status: http.StatusCreated,
			locationPath: scenes,
			summary:      "Create a project with a welcome scene, or the example", example: `{` + project + `}`,
		},
		{
			UseCase: usecase.Named("rename_project"), method: post, path: "/projects/{projectId}/name", tag: tagScenes,
			summary: "Set what people call a project; its id stays", example: `{` + project + `,"projectName":"Launch film"}`,
		},
		{
			UseCase: usecase.Named("delete_project"), method: remove, path: "/projects/{projectId}", tag: tagScenes,
			summary: "Delete a project with its scenes and their versions", example: `{` + project + `}`,
		},
		{
			UseCase: usecase.Named("listScenes"), method: get, path: scenes, tag: tagScenes,
			summary: "List the scenes of a project in order", example: `{` + project + `}`,
		},
		{
			UseCase: usecase.Named("addScene"), method: post, path: scenes, tag: tagScenes, status: http.StatusCreated,
			locationPath: scene, summary: "Make a scene from a description", example: `{` + project + `,"userPrompt":"A title that fades in over a sunrise"}`,
		},
		{
			UseCase: usecase.Named("createSceneFromImage"), method: post, path: scenes + "/from-image", tag: tagScenes, status: http.StatusCreated,
			locationPath: scene, summary: "Make a scene from images", example: `{` + project + `,"userPrompt":"In this style: our name",` + image + `}`,
		},
		{
			UseCase: usecase.Named("reorderScenes"), method: post, path: "/projects/{projectId}/order", tag: tagScenes,
			summary: "Reorder all scenes of a project", example: `{"projectId":"trailer","sceneIds":["` + uuidExample + `"]}`,
		},
		{
			UseCase: usecase.Named("editScene"), method: post, path: "/projects/{projectId}/edit", tag: tagScenes, id: "edit_code",
			summary: "Edit the code of a scene outside a project", example: `{` + project + `,"userPrompt":"Make it blue",` + code + `}`,
		},
		{
			UseCase: usecase.Named("editSceneWithImage"), method: post, path: "/projects/{projectId}/edit-with-image", tag: tagScenes, id: "edit_code_with_image",
			summary: "Rewrite the code of a scene from images", example: `{` + project + `,"userPrompt":"Like this",` + image + `,` + code + `}`,
		},
		{
			UseCase: usecase.Named("getScene"), method: get, path: scene, tag: tagScenes,
			summary: "Read a scene with its code and versions", example: `{` + one + `}`,
		},
		{
			UseCase: usecase.Named("preview_scene"), method: get, path: scene + "/preview", tag: tagScenes,
			summary: "Read a scene compiled for the player", example: `{` + one + `}`,
		},
		{
			UseCase: usecase.Named("editScene"), method: post, path: scene + "/edit", tag: tagScenes,
			summary: "Edit a scene as described", example: `{` + one + `,"userPrompt":"Make the title blue"}`,
		},
		{
			UseCase: usecase.Named("editSceneWithImage"), method: post, path: scene + "/edit-with-image", tag: tagScenes,
			summary: "Rewrite a scene from images", example: `{` + one + `,"userPrompt":"Like this",` + image + `}`,
		},
		{
			UseCase: usecase.Named("fixBrokenScene"), method: post, path: scene + "/fix", tag: tagScenes,
			summary: "Repair a scene, or replace it with a safe one",
			example: `{` + one + `,"sceneName":"Opening","brokenCode":"export default () => <b>Hi","errorMessage":"Unexpected end of file"}`,
		},
		{
			UseCase: usecase.Named("rename_scene"), method: post, path: scene + "/name", tag: tagScenes,
			summary: "Rename a scene; later edits keep the name", example: `{` + one + `,"sceneName":"Opening"}`,
		},
		{
			UseCase: usecase.Named("restore_scene"), method: post, path: scene + "/restore", tag: tagScenes,
			summary: "Make an older version the newest one again", example: `{` + one + `,"version":1}`,
		},
		{
			UseCase: usecase.Named("changeDuration"), method: post, path: scene + "/duration", tag: tagScenes,
			summary: "Change the duration of a scene", example: `{` + one + `,"durationSeconds":4.5}`,
		},
		{
			UseCase: usecase.Named("deleteScene"), method: remove, path: scene, tag: tagScenes,
			summary: "Delete a scene with its versions", example: `{` + one + `}`,
		},
		{
			UseCase: usecase.Named("analyzeImage"), method: post, path: "/images/analyze", tag: tagScenes,
			summary: "Describe images", example: `{` + image + `}`,
		},
	}
}
