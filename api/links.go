package api

import "github.com/danielgtaylor/huma/v2"

// fromBody and fromPath begin the runtime expressions for a field of the response and an argument of the
// request path (OpenAPI 3.1, 4.8.20.4).
const (
	fromBody = "$response.body#/"
	fromPath = "$request.path."
)

// links returns the OpenAPI links from a response to the operations on the created object.
func (r route) links() map[string]*huma.Link {
	switch r.id {
	case "create_episode":
		return linked(map[string]any{"episode_id": fromBody + "episode_id"},
			"get_episode", "update_episode", "delete_episode", "get_episode_relationships", "find_related_episodes")
	case "add_episode_relationship":
		return linked(map[string]any{"relationship_id": fromBody + "relationship_id"},
			"update_episode_relationship", "remove_episode_relationship")
	case "proposeRecognizePlan", "propose_rename":
		return linkedPlan()
	case "beginRecognizeTask":
		return linkedPlan("addRecognizedMediaFile", "endRecognizeTask")
	case "beginRenameFilesTaskV2":
		return linkedPlan("addRenameFileToTaskV2", "endRenameFilesTaskV2")
	case "create_project":
		return linked(map[string]any{"projectId": fromBody + "projectId"}, "listScenes", "addScene", "createSceneFromImage", "reorderScenes", "rename_project", "delete_project")
	case "addScene", "createSceneFromImage": // a new scene has no older version to restore
		return linked(map[string]any{"projectId": fromPath + "projectId", "sceneId": fromBody + "sceneId"},
			"getScene", "preview_scene", "editScene", "editSceneWithImage", "fixBrokenScene", "changeDuration", "rename_scene", "deleteScene")
	}
	return nil
}

func linkedPlan(filled ...string) map[string]*huma.Link {
	return linked(map[string]any{"taskId": fromBody + "taskId"}, append([]string{"get_plan", "check_plan", "edit_plan", "apply_plan", "undo_plan"}, filled...)...)
}

// linked returns a link to each operation, all with the same path arguments.
func linked(arguments map[string]any, operations ...string) map[string]*huma.Link {
	all := map[string]*huma.Link{}
	for _, operation := range operations {
		all[operation] = &huma.Link{OperationID: operation, Parameters: arguments}
	}
	return all
}
