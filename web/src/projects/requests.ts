import type { Refusal } from '../api.ts'
import type { Failure } from '../decisions.ts'
import { tell } from '../notices.ts'
import { goTo, projectAddress } from '../router.ts'
import { session } from '../session.ts'
import { Store } from '../store.ts'
import { projectChanged } from './revisions.ts'
import { addScene, editScene, fixScene, type Made } from './routes.ts'
import type { Scene } from './scene.ts'
import { text } from './strings.ts'

/** Requests to a model: written, sent and pending. They outlive the form in which they are written. */

export interface Request {
  prompt: string
  /** When it was sent; null while it is being written. */
  since: number | null
  failure: Failure | null
}

/** A new scene of the project or, with `sceneId`, a change of that scene. */
export interface Subject {
  projectId: string
  sceneId: string | null
}

const NOTHING: Request = { prompt: '', since: null, failure: null }

export const requests = new Store<{ of: ReadonlyMap<string, Request> }>({ of: new Map() })

const out = new Map<string, AbortController>()

session.follow(() => {
  if (!session.value.asked) return
  for (const controller of out.values()) controller.abort()
  if (requests.value.of.size > 0) requests.set({ of: new Map() })
})

function keyOf({ projectId, sceneId }: Subject): string {
  return JSON.stringify([projectId, sceneId])
}

export function requestOf(of: ReadonlyMap<string, Request>, subject: Subject): Request {
  return of.get(keyOf(subject)) ?? NOTHING
}

function change(key: string, change: Partial<Request>): void {
  requests.update(({ of }) => ({ of: new Map(of).set(key, { ...(of.get(key) ?? NOTHING), ...change }) }))
}

export function write(subject: Subject, prompt: string): void {
  change(keyOf(subject), { prompt })
}

/** Sends the prompt and returns true on success. After a failure or a cancellation the prompt is kept. */
export async function send(subject: Subject): Promise<boolean> {
  const { projectId, sceneId } = subject
  const prompt = requestOf(requests.value.of, subject).prompt.trim()
  if (prompt === '') return false
  if (sceneId === null) return ask(subject, (signal) => addScene(projectId, prompt, signal), text.notAdded)
  return ask(subject, (signal) => editScene(projectId, sceneId, prompt, signal), text.notEdited)
}

/** Asks the model to repair a scene that failed with this error text. */
export function mend(projectId: string, scene: Scene, words: string): Promise<boolean> {
  const { sceneId } = scene
  return ask({ projectId, sceneId }, (signal) => fixScene(projectId, scene, words, signal), text.notMended)
}

/** Waits for a model, at most once per subject. Returns true on success. */
async function ask(subject: Subject, question: (signal: AbortSignal) => Promise<Made>, headline: string): Promise<boolean> {
  const { projectId, sceneId } = subject
  const key = keyOf(subject)
  if (out.has(key)) return false
  const controller = new AbortController()
  out.set(key, controller)
  change(key, { since: Date.now(), failure: null })
  const from = location.href
  try {
    const made = await question(controller.signal)
    change(key, NOTHING)
    projectChanged(projectId)
    tell(text.made(made.sceneName, sceneId === null, made.chatResponse))
    // If the person has moved on, do not navigate.
    const id = made.sceneId ?? sceneId
    if (location.href === from && id !== null) goTo(projectAddress(projectId, id), 'decision')
    return true
  } catch (error) {
    if (controller.signal.aborted) change(key, { since: null })
    else change(key, { since: null, failure: failureOf(error as Refusal, headline) })
    projectChanged(projectId)
    return false
  } finally {
    out.delete(key)
  }
}

export function cancel(subject: Subject): void {
  out.get(keyOf(subject))?.abort()
}

/** Returns the failure to show for a rejected change. */
export function failureOf({ status, message }: Refusal, headline: string): Failure {
  if (status === 0) return { headline: text.noAnswer, details: [message], problems: [] }
  return { headline, details: status === 409 ? [message, text.conflict] : [message], problems: [] }
}
