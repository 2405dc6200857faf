import type { ApiError } from '../api.ts'
import type { Failure } from '../decisions.ts'
import { notify } from '../notices.ts'
import { navigate, projectUrl } from '../router.ts'
import { session } from '../session.ts'
import { Store } from '../store.ts'
import { projectChanged } from './revisions.ts'
import { addScene, editScene, fixScene, type ModelResult } from './routes.ts'
import type { Scene } from './scene.ts'
import { text } from './strings.ts'

/** Requests to a model: written, sent and pending. They outlive the form in which they are written. */

export interface Request {
  prompt: string
  /** When it was sent; null while it is being written. */
  sentAt: number | null
  failure: Failure | null
}

/** A new scene of the project or, with `sceneId`, a change of that scene. */
export interface Subject {
  projectId: string
  sceneId: string | null
}

const EMPTY: Request = { prompt: '', sentAt: null, failure: null }

export const requests = new Store<{ bySubject: ReadonlyMap<string, Request> }>({ bySubject: new Map() })

const running = new Map<string, AbortController>()

session.subscribe(() => {
  if (!session.value.signInRequired) return
  for (const controller of running.values()) controller.abort()
  if (requests.value.bySubject.size > 0) requests.set({ bySubject: new Map() })
})

function keyOf({ projectId, sceneId }: Subject): string {
  return JSON.stringify([projectId, sceneId])
}

export function requestOf(bySubject: ReadonlyMap<string, Request>, subject: Subject): Request {
  return bySubject.get(keyOf(subject)) ?? EMPTY
}

function update(key: string, changes: Partial<Request>): void {
  requests.update(({ bySubject }) => ({ bySubject: new Map(bySubject).set(key, { ...(bySubject.get(key) ?? EMPTY), ...changes }) }))
}

export function setPrompt(subject: Subject, prompt: string): void {
  update(keyOf(subject), { prompt })
}

/** Sends the prompt and returns true on success. After a failure or a cancellation the prompt is kept. */
export async function sendPrompt(subject: Subject): Promise<boolean> {
  const { projectId, sceneId } = subject
  const prompt = requestOf(requests.value.bySubject, subject).prompt.trim()
  if (prompt === '') return false
  if (sceneId === null) return run(subject, (signal) => addScene(projectId, prompt, signal), text.notAdded)
  return run(subject, (signal) => editScene(projectId, sceneId, prompt, signal), text.notEdited)
}

/** Asks the model to repair a scene that failed with this error text. */
export function repair(projectId: string, scene: Scene, errorText: string): Promise<boolean> {
  const { sceneId } = scene
  return run({ projectId, sceneId }, (signal) => fixScene(projectId, scene, errorText, signal), text.notRepaired)
}

/** Waits for a model, at most once per subject. Returns true on success. */
async function run(subject: Subject, request: (signal: AbortSignal) => Promise<ModelResult>, headline: string): Promise<boolean> {
  const { projectId, sceneId } = subject
  const key = keyOf(subject)
  if (running.has(key)) return false
  const controller = new AbortController()
  running.set(key, controller)
  update(key, { sentAt: Date.now(), failure: null })
  const startUrl = location.href
  try {
    const result = await request(controller.signal)
    update(key, EMPTY)
    projectChanged(projectId)
    notify(text.finished(result.sceneName, sceneId === null, result.chatResponse))
    // If the person has moved on, do not navigate.
    const id = result.sceneId ?? sceneId
    if (location.href === startUrl && id !== null) navigate(projectUrl(projectId, id), 'decision')
    return true
  } catch (error) {
    if (controller.signal.aborted) update(key, { sentAt: null })
    else update(key, { sentAt: null, failure: toFailure(error as ApiError, headline) })
    projectChanged(projectId)
    return false
  } finally {
    running.delete(key)
  }
}

export function cancel(subject: Subject): void {
  running.get(keyOf(subject))?.abort()
}

/** Returns the failure to show for a rejected change. */
export function toFailure({ status, message }: ApiError, headline: string): Failure {
  if (status === 0) return { headline: text.noAnswer, details: [message], problems: [] }
  return { headline, details: status === 409 ? [message, text.conflict] : [message], problems: [] }
}
