import { isUnknown, type ApiError } from './api.ts'
import { dismissAction, notify, notifyFailure } from './notices.ts'
import { session } from './session.ts'
import { Store } from './store.ts'
import { text } from './strings.ts'

/**
 * Deletions that the page has not sent yet, so that a person can take them back: the number of a deleted episode never
 * comes back. The page sends them after a while, and when the person leaves.
 */

/** In milliseconds. */
const HOLD = 30_000

export interface HeldBack {
  /** What is to be deleted. */
  key: string
  /** When the page sends it, in milliseconds. */
  until: number
  timer: ReturnType<typeof setTimeout>
  /** Deletes it and returns what to say then. It must call fetch at once, because the page may be going. */
  send: () => Promise<string>
  /** What to say if that fails. */
  failed: string
}

export const heldBack = new Store<{ byKey: ReadonlyMap<string, HeldBack> }>({ byKey: new Map() })

/** Deletes something later, and says so with a button that keeps it. */
export function holdBack(key: string, message: string, send: () => Promise<string>, failed: string): void {
  take(key)
  const timer = setTimeout(() => void sendNow(key), HOLD)
  const held = { key, until: Date.now() + HOLD, timer, send, failed }
  heldBack.update(({ byKey }) => ({ byKey: new Map(byKey).set(key, held) }))
  const run = async () => {
    keepHeld(key)
    return null
  }
  notify(message, { key, label: text.keep, busyLabel: text.keep, run, lasts: HOLD, countdown: true })
}

/** Takes a deletion back. */
export function keepHeld(key: string): void {
  take(key)
  dismissAction(key)
}

function take(key: string): HeldBack | undefined {
  const held = heldBack.value.byKey.get(key)
  if (held === undefined) return
  clearTimeout(held.timer)
  heldBack.update(({ byKey }) => ({ byKey: new Map([...byKey].filter(([other]) => other !== key)) }))
  return held
}

async function sendNow(key: string): Promise<void> {
  const held = heldBack.value.byKey.get(key)
  if (held === undefined) return
  const work = held.send()
  take(key)
  dismissAction(key)
  try {
    notify(await work)
  } catch (error) {
    const failure = error as ApiError
    notifyFailure(isUnknown(failure) ? text.noAnswer : held.failed, [failure.message])
  }
}

/** Sends all of them, because the person leaves. */
export function sendHeldBack(): void {
  for (const key of heldBack.value.byKey.keys()) void sendNow(key)
}

addEventListener('pagehide', sendHeldBack)

/** Without a token they cannot be sent. */
session.subscribe(() => {
  if (session.value.signInRequired) for (const key of heldBack.value.byKey.keys()) take(key)
})
