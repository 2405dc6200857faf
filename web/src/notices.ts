import { Refusal, undoPlan } from './api.ts'
import type { Plan } from './plan.ts'
import { Store } from './store.ts'
import { text } from './strings.ts'

/**
 * The results of decisions. Errors and notices with an undo button stay until dismissed; others disappear.
 */

/** In milliseconds: long enough to read a notice twice. */
const STAYS = 12_000

export interface Notice {
  id: number
  text: string
  bad: boolean
  details: string[]
  /** The plan that this notice can undo. */
  undoes: Plan | null
  busy: boolean
}

export const notices = new Store<{ list: Notice[] }>({ list: [] })

let lastId = 0

export function tell(message: string, undoes: Plan | null = null): Notice {
  const notice: Notice = { id: ++lastId, text: message, bad: false, details: [], undoes, busy: false }
  // A new notice replaces those that need no action.
  notices.update(({ list }) => ({ list: [notice, ...list.filter(({ undoes, bad }) => undoes !== null || bad)] }))
  if (undoes === null) setTimeout(() => dismissTold(notice.id), STAYS)
  return notice
}

export function dismiss(id: number): void {
  notices.update(({ list }) => ({ list: list.filter((notice) => notice.id !== id) }))
}

/** Waits while the pointer or the focus is on the notices, so that no button disappears under it. */
function dismissTold(id: number): void {
  const held = document.querySelector('.notices')?.matches(':hover, :focus-within') ?? false
  if (held) setTimeout(() => dismissTold(id), STAYS)
  else dismiss(id)
}

export function dismissAll(): void {
  notices.set({ list: [] })
}

/** Undoes the plan of a notice and shows the result in the notice. */
export async function undo({ id, undoes }: Notice): Promise<void> {
  if (undoes === null) return
  change(id, { busy: true })
  try {
    await undoPlan(undoes.id)
    change(id, { busy: false, bad: false, undoes: null, text: text.undid(undoes), details: [] })
  } catch (error) {
    const refusal = error as Refusal
    const details = [refusal.message, ...refusal.changed.filter((name) => !refusal.message.includes(name))]
    change(id, { busy: false, bad: true, text: text.undoRefused(undoes), details })
  }
}

function change(id: number, change: Partial<Notice>): void {
  notices.update(({ list }) => ({
    list: list.map((notice) => (notice.id === id ? { ...notice, ...change } : notice)),
  }))
}
