import { withLocalTimes } from './age.ts'
import { ApiError, readPlan, undoPlan } from './api.ts'
import type { Plan } from './plan.ts'
import { Store } from './store.ts'
import { text } from './strings.ts'

/**
 * What has been done, and the button that takes it back. Errors and undoable plans stay until dismissed; others
 * disappear.
 */

/** In milliseconds: long enough to read a notice twice. */
const DISPLAY_TIME = 12_000

/** What a notice says when its action has ended. */
export interface Outcome {
  text: string
  isError?: boolean
  /** Another attempt would fail, too. */
  isFinal?: boolean
  details?: string[]
}

/** The button of a notice. */
export interface Action {
  /** What it changes: a later notice with the same key replaces this one, whose button would do the same. */
  key: string
  label: string
  busyLabel: string
  /** Null removes the notice. */
  run: () => Promise<Outcome | null>
  /** How long the button is of use, in milliseconds; null: until the notice is dismissed. */
  lasts: number | null
  /** Whether the page counts down to the end. */
  countdown?: boolean
}

export interface Notice {
  id: number
  text: string
  isError: boolean
  details: string[]
  action: Action | null
  /** When the time of the action ends, in milliseconds; null if it has none. */
  until: number | null
  busy: boolean
}

export const notices = new Store<{ list: Notice[] }>({ list: [] })

let lastId = 0

export function notify(message: string, action: Action | null = null): Notice {
  const until = action?.lasts == null ? null : Date.now() + action.lasts
  const notice: Notice = { id: ++lastId, text: message, isError: false, details: [], action, until, busy: false }
  // A new notice replaces those that need no action, and those with the same key.
  const stays = (old: Notice) => (old.action !== null ? old.action.key !== action?.key : old.isError)
  notices.update(({ list }) => ({ list: [notice, ...list.filter(stays)] }))
  const time = action === null ? DISPLAY_TIME : action.lasts
  if (time !== null) setTimeout(() => dismissWhenUnused(notice.id), time)
  return notice
}

export function notifyFailure(message: string, details: string[]): void {
  updateNotice(notify(message).id, { isError: true, details })
}

export function dismiss(id: number): void {
  notices.update(({ list }) => ({ list: list.filter((notice) => notice.id !== id) }))
}

/** Removes the notice of something that is no more to be taken back. */
export function dismissAction(key: string): void {
  notices.update(({ list }) => ({ list: list.filter(({ action }) => action?.key !== key) }))
}

/** Waits while the pointer or the focus is on the notices, so that no button disappears under it. */
function dismissWhenUnused(id: number): void {
  if (notices.value.list.some((notice) => notice.id === id && notice.isError)) return
  const inUse = document.querySelector('.notices')?.matches(':hover, :focus-within') ?? false
  if (inUse) setTimeout(() => dismissWhenUnused(id), DISPLAY_TIME)
  else dismiss(id)
}

export function dismissAll(): void {
  notices.set({ list: [] })
}

/** Runs the action of a notice and shows its outcome in the notice. */
export async function act({ id, action }: Notice): Promise<void> {
  if (action === null) return
  updateNotice(id, { busy: true })
  const outcome = await action.run()
  if (outcome === null) return dismiss(id)
  const { text, isError = false, isFinal = !isError, details = [] } = outcome
  updateNotice(id, { busy: false, isError, text, details, ...(isFinal ? { action: null, until: null } : {}) })
}

const planKey = (planId: string) => 'plan/' + planId

/** Returns the action that undoes a rename. */
export function undoOf(plan: Pick<Plan, 'id' | 'mediaFolderPath'>): Action {
  const run = async (): Promise<Outcome> => {
    try {
      await undoPlan(plan.id)
      return { text: text.undid(plan) }
    } catch (error) {
      const { message, changed } = error as ApiError
      const details = [withLocalTimes(message), ...changed.filter((name) => !message.includes(name))]
      return { isError: true, text: text.undoRefused(plan), details }
    }
  }
  return { key: planKey(plan.id), label: text.undo, busyLabel: text.undoing, run, lasts: null }
}

/** Removes the notice of a plan that was undone elsewhere: its button could only fail. */
export async function dismissUndone(planId: string): Promise<void> {
  const idle = () => notices.value.list.find((it) => it.action?.key === planKey(planId) && !it.busy && !it.isError)
  if (idle() === undefined) return
  const undone = await readPlan(planId).then(({ plan }) => plan.undoneAt !== undefined, () => false)
  const notice = idle()
  if (undone && notice !== undefined) dismiss(notice.id)
}

function updateNotice(id: number, changes: Partial<Notice>): void {
  notices.update(({ list }) => ({
    list: list.map((notice) => (notice.id === id ? { ...notice, ...changes } : notice)),
  }))
}
