import { isUnknown, type ApiError } from '../api.ts'
import type { Failure } from '../decisions.ts'
import { newId } from '../ids.ts'
import { notify } from '../notices.ts'
import { navigate, projectUrl } from '../router.ts'
import { session } from '../session.ts'
import { Store } from '../store.ts'
import { onProgress, type Progress } from './progress.ts'
import { projectChanged } from './revisions.ts'
import { addScene, editScene, fixScene, type ModelResult, type Sending } from './routes.ts'
import type { Scene } from './scene.ts'
import { text } from './strings.ts'

/** Requests to a model: written, sent and pending. They outlive the form in which they are written. */

export interface Request {
  prompt: string
  /** When it was sent; null while it is being written. */
  sentAt: number | null
  /** What the server does for it, as far as it has said so. */
  progress: Progress | null
  failure: Failure | null
}

/** A new scene of the project or, with `sceneId`, a change of that scene. */
export interface Subject {
  projectId: string
  sceneId: string | null
}

/** The HTTP status of a change that something else has overtaken, or whose name is taken. */
export const CONFLICT = 409

const EMPTY: Request = { prompt: '', sentAt: null, progress: null, failure: null }

export const requests = new Store<{ bySubject: ReadonlyMap<string, Request> }>({ bySubject: new Map() })

/** A request that the server has not answered. */
interface Run {
  id: string
  subject: Subject
  controller: AbortController
  startUrl: string
  /** Set when the new version is stored. The answer, with a sentence of the model, may come seconds later. */
  stored: boolean
  /** Called once: whether the new version is stored. */
  end: (stored: boolean) => void
}

/** The requests that the forms wait for, by subject. */
const running = new Map<string, Run>()

session.subscribe(() => {
  if (!session.value.signInRequired) return
  for (const { controller } of running.values()) controller.abort()
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
  if (sceneId === null) return run(subject, (sending) => addScene(projectId, prompt, sending), text.notAdded)
  return run(subject, (sending) => editScene(projectId, sceneId, prompt, sending), text.notEdited)
}

/** Asks the model to repair a scene that failed with this error text. */
export function repair(projectId: string, scene: Scene, errorText: string): Promise<boolean> {
  const { sceneId } = scene
  return run({ projectId, sceneId }, (sending) => fixScene(projectId, scene, errorText, sending), text.notRepaired)
}

/** Waits for a model, at most once per subject. Resolves to true as soon as the new version is stored. */
function run(subject: Subject, request: (sending: Sending) => Promise<ModelResult>, headline: string): Promise<boolean> {
  const key = keyOf(subject)
  if (running.has(key)) return Promise.resolve(false)
  return new Promise((end) => {
    const current: Run = { id: newId(), subject, controller: new AbortController(), startUrl: location.href, stored: false, end }
    running.set(key, current)
    update(key, { sentAt: Date.now(), progress: null, failure: null })
    void waitForAnswer(current, request, headline)
  })
}

async function waitForAnswer(current: Run, request: (sending: Sending) => Promise<ModelResult>, headline: string): Promise<void> {
  const { id, subject, controller } = current
  try {
    const result = await request({ id, signal: controller.signal })
    finish(current, result.sceneId)
    notify(text.finished(result.sceneName, subject.sceneId === null, result.chatResponse))
  } catch (error) {
    if (current.stored) return // only the sentence is missing
    const key = keyOf(subject)
    running.delete(key)
    const failure = controller.signal.aborted ? null : toFailure(error as ApiError, headline)
    update(key, { sentAt: null, progress: null, failure })
    projectChanged(subject.projectId)
    current.end(false)
  }
}

/** Ends the waiting and shows the new version, once per request. */
function finish(current: Run, sceneId: string | undefined): void {
  if (current.stored) return
  current.stored = true
  const { projectId, sceneId: changed } = current.subject
  const key = keyOf(current.subject)
  running.delete(key)
  update(key, EMPTY)
  projectChanged(projectId)
  current.end(true)
  // If the person has moved on, do not navigate.
  const id = sceneId ?? changed
  if (location.href === current.startUrl && id !== null) navigate(projectUrl(projectId, id), 'decision')
}

// Show the steps of this page's requests.
onProgress(({ requestId, sceneId, ...progress }) => {
  for (const [key, current] of running) {
    if (current.id !== requestId) continue
    if (progress.step === 'done') finish(current, sceneId)
    else update(key, { progress })
  }
})

export function cancel(subject: Subject): void {
  running.get(keyOf(subject))?.controller.abort()
}

/** Cancels all requests of a project. */
export function cancelAll(projectId: string): void {
  for (const { subject, controller } of running.values()) if (subject.projectId === projectId) controller.abort()
}

/** Returns the failure to show for a rejected change. `advice` is what to do about a conflict; null if the message says it. */
export function toFailure(error: ApiError, headline: string, advice: string | null = text.conflict): Failure {
  const { status, message } = error
  if (isUnknown(error)) return { headline: text.noAnswer, details: [message], problems: [] }
  return { headline, details: status === CONFLICT && advice !== null ? [message, advice] : [message], problems: [] }
}
