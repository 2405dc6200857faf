import { Refusal, undoPlan } from './api.ts'
import type { Plan } from './plan.ts'
import { Store } from './store.ts'
import { text } from './strings.ts'

/** What came of decisions. What can be undone, or was not, stays until it is dismissed; the rest goes by itself. */

/** In milliseconds: long enough to be read twice. */
const STAYS = 12_000

export interface Notice {
  id: number
  text: string
  bad: boolean
  details: string[]
  /** The plan that can be taken back from here. */
  undoes: Plan | null
  busy: boolean
}

export const notices = new Store<{ list: Notice[] }>({ list: [] })

let lastId = 0

export function tell(message: string, undoes: Plan | null = null): Notice {
  const notice: Notice = { id: ++lastId, text: message, bad: false, details: [], undoes, busy: false }
  // What there is nothing to do about makes room for what comes after it.
  notices.update(({ list }) => ({ list: [notice, ...list.filter(({ undoes, bad }) => undoes !== null || bad)] }))
  if (undoes === null) setTimeout(() => dismissTold(notice.id), STAYS)
  return notice
}

export function dismiss(id: number): void {
  notices.update(({ list }) => ({ list: list.filter((notice) => notice.id !== id) }))
}

/** Not while somebody is at it: the button that they are about to press must not go. */
function dismissTold(id: number): void {
  const held = document.querySelector('.notices')?.matches(':hover, :focus-within') ?? false
  if (held) setTimeout(() => dismissTold(id), STAYS)
  else dismiss(id)
}

export function dismissAll(): void {
  notices.set({ list: [] })
}

/** Takes back what the notice tells of, and turns it into what came of that. */
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
