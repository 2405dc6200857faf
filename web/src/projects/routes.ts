import { call, type ApiResponse } from '../api.ts'
import type { Preview } from '../preview/pane.tsx'
import type { Project, Scene, SceneSummary } from './scene.ts'

/** The REST routes of projects. Each rejects with an ApiError. */

const ROOT = '/api/v1/projects'

export function projectPath(projectId: string): string {
  return `${ROOT}/${encodeURIComponent(projectId)}`
}

export function scenePath(projectId: string, sceneId: string, suffix = '', version: number | null = null): string {
  return `${projectPath(projectId)}/scenes/${encodeURIComponent(sceneId)}${suffix}${version === null ? '' : `?version=${version}`}`
}

export async function listProjects(): Promise<ApiResponse<Project[]>> {
  const { body, etag } = await call<{ projects: Project[] | null }>('GET', ROOT)
  return { body: body.projects ?? [], etag }
}

/** Creates a project with a welcome scene, or with the scenes of the example. */
export async function createProject(projectId: string, example = false): Promise<void> {
  await call('POST', ROOT, example ? { projectId, example } : { projectId })
}

/** Sets what people call a project. Its id and address stay. */
export async function renameProject(projectId: string, projectName: string): Promise<void> {
  await call('POST', projectPath(projectId) + '/name', { projectName })
}

/** Deletes a project with its scenes. */
export async function deleteProject(projectId: string): Promise<void> {
  await call('DELETE', projectPath(projectId))
}

/** Whether the server has a model that writes scenes; if not, `details` says what to set. */
export interface ModelStatus {
  configured: boolean
  details?: string
}

export function readModelStatus(): Promise<ApiResponse<ModelStatus>> {
  return call<ModelStatus>('GET', '/api/v1/model')
}

export async function listScenes(projectId: string): Promise<ApiResponse<SceneSummary[]>> {
  const { body, etag } = await call<{ scenes: SceneSummary[] | null }>('GET', projectPath(projectId) + '/scenes')
  return { body: [...(body.scenes ?? [])].sort((a, b) => a.order - b.order), etag }
}

export async function readScene(projectId: string, sceneId: string, version: number | null): Promise<ApiResponse<Scene>> {
  const { body, etag } = await call<Scene>('GET', scenePath(projectId, sceneId, '', version))
  return { body: { ...body, versions: body.versions ?? [] }, etag }
}

export function readPreview(projectId: string, sceneId: string, version: number): Promise<ApiResponse<Preview>> {
  return call<Preview>('GET', scenePath(projectId, sceneId, '/preview', version))
}

/** The result of a model: the scene, and its explanation. */
export interface ModelResult {
  sceneId?: string
  sceneName: string
  reasoning?: string
  chatResponse?: string
}

/** A request to a model: its id, by which events name it, and what cancels it. */
export interface Sending {
  id: string
  signal: AbortSignal
}

/** Adds a scene at the end. It replaces the welcome scene of a new project. */
export function addScene(projectId: string, userPrompt: string, sending: Sending): Promise<ModelResult> {
  return askModel(projectPath(projectId) + '/scenes', { userPrompt, replaceWelcomeScene: true }, sending)
}

export function editScene(projectId: string, sceneId: string, userPrompt: string, sending: Sending): Promise<ModelResult> {
  return askModel(scenePath(projectId, sceneId, '/edit'), { userPrompt }, sending)
}

export function fixScene(projectId: string, scene: Scene, errorMessage: string, sending: Sending): Promise<ModelResult> {
  const { sceneId, sceneName, tsxCode } = scene
  return askModel(scenePath(projectId, sceneId, '/fix'), { sceneName, brokenCode: tsxCode, errorMessage }, sending)
}

async function askModel(path: string, body: object, { id, signal }: Sending): Promise<ModelResult> {
  return (await call<ModelResult>('POST', path, body, { 'X-Request-Id': id }, signal)).body
}

export async function renameScene(projectId: string, sceneId: string, sceneName: string): Promise<void> {
  await call('POST', scenePath(projectId, sceneId, '/name'), { sceneName })
}

/** Makes an older version the newest one again. Resolves to the number of the new version. */
export async function restoreScene(projectId: string, sceneId: string, version: number): Promise<number> {
  return (await call<SceneSummary>('POST', scenePath(projectId, sceneId, '/restore'), { version })).body.version
}

export async function changeDuration(projectId: string, sceneId: string, durationSeconds: number): Promise<void> {
  await call('POST', scenePath(projectId, sceneId, '/duration'), { durationSeconds })
}

export async function deleteScene(projectId: string, sceneId: string): Promise<void> {
  await call('DELETE', scenePath(projectId, sceneId))
}

export async function reorderScenes(projectId: string, sceneIds: string[]): Promise<void> {
  await call('POST', projectPath(projectId) + '/order', { sceneIds })
}

/** The episode that records how a version was made. */
export interface Episode {
  reward: number
}

function episodePath(episodeId: string): string {
  return '/api/v1/episodes/' + encodeURIComponent(episodeId)
}

export function readEpisode(episodeId: string): Promise<ApiResponse<Episode>> {
  return call<Episode>('GET', episodePath(episodeId))
}

/** Replaces the compiler's reward with a person's rating. */
export async function rate(episodeId: string, reward: 1 | -1): Promise<void> {
  await call('PATCH', episodePath(episodeId), { reward })
}
