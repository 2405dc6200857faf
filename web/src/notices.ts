import { withLocalTimes } from './age.ts'
import { ApiError, readPlan, undoPlan } from './api.ts'
import type { Plan } from './plan.ts'
import { Store } from './store.ts'
import { text } from './strings.ts'

/**
 * The results of decisions. Errors and notices with an undo button stay until dismissed; others disappear.
 */

/** In milliseconds: long enough to read a notice twice. */
const DISPLAY_TIME = 12_000

/** What a notice needs of the plan that it can undo. */
export type UndoablePlan = Pick<Plan, 'id' | 'mediaFolderPath'>

export interface Notice {
  id: number
  text: string
  isError: boolean
  details: string[]
  /** The plan that this notice can undo. */
  undoablePlan: UndoablePlan | null
  busy: boolean
}

export const notices = new Store<{ list: Notice[] }>({ list: [] })

let lastId = 0

export function notify(message: string, undoablePlan: UndoablePlan | null = null): Notice {
  const notice: Notice = { id: ++lastId, text: message, isError: false, details: [], undoablePlan, busy: false }
  // A new notice replaces those that need no action, and those of the same plan, whose button would do the same.
  const stays = (old: Notice) => (old.undoablePlan !== null ? old.undoablePlan.id !== undoablePlan?.id : old.isError)
  notices.update(({ list }) => ({ list: [notice, ...list.filter(stays)] }))
  if (undoablePlan === null) setTimeout(() => dismissWhenUnused(notice.id), DISPLAY_TIME)
  return notice
}

export function dismiss(id: number): void {
  notices.update(({ list }) => ({ list: list.filter((notice) => notice.id !== id) }))
}

/** Waits while the pointer or the focus is on the notices, so that no button disappears under it. */
function dismissWhenUnused(id: number): void {
  const inUse = document.querySelector('.notices')?.matches(':hover, :focus-within') ?? false
  if (inUse) setTimeout(() => dismissWhenUnused(id), DISPLAY_TIME)
  else dismiss(id)
}

export function dismissAll(): void {
  notices.set({ list: [] })
}

/** Undoes the plan of a notice and shows the result in the notice. */
export async function undo({ id, undoablePlan }: Notice): Promise<void> {
  if (undoablePlan === null) return
  updateNotice(id, { busy: true })
  try {
    await undoPlan(undoablePlan.id)
    updateNotice(id, { busy: false, isError: false, undoablePlan: null, text: text.undid(undoablePlan), details: [] })
  } catch (error) {
    const apiError = error as ApiError
    const details = [withLocalTimes(apiError.message), ...apiError.changed.filter((name) => !apiError.message.includes(name))]
    updateNotice(id, { busy: false, isError: true, text: text.undoRefused(undoablePlan), details })
  }
}

/** Removes the notice of a plan that was undone elsewhere: its button could only fail. */
export async function dismissUndone(planId: string): Promise<void> {
  const idle = () => notices.value.list.find((it) => it.undoablePlan?.id === planId && !it.busy && !it.isError)
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
