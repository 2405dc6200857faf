import { withLocalTimes } from './age.ts'
import { ApiError, readPlan, undoPlan } from './api.ts'
import { markChanged } from './inbox.ts'
import { reloadLibrary } from './library/data.ts'
import { withoutFolder, type PlanProblem, type Task } from './plan.ts'
import { planUrl } from './router.ts'
import { Store } from './store.ts'
import { text } from './strings.ts'

/**
 * What has been done, and the button that takes it back. Errors and undoable plans stay until dismissed; others
 * disappear.
 */

/** In milliseconds: long enough to read a notice twice. */
const DISPLAY_TIME = 12_000

/** How many notices of undoable plans are shown at once. The list of decided plans has the others, with the same button. */
const MOST_PLANS = 2

/** What a notice says when its action has ended. */
export interface Outcome {
  text: string
  isError?: boolean
  /** Another attempt would fail, too. */
  isFinal?: boolean
  details?: string[]
  /** What can be done instead; the notice then has this button. */
  instead?: Action
  /** Where to look. */
  link?: { label: string; href: string }
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
  link: { label: string; href: string } | null
  action: Action | null
  /** When the time of the action ends, in milliseconds; null if it has none. */
  until: number | null
  busy: boolean
}

export const notices = new Store<{ list: Notice[] }>({ list: [] })

let lastId = 0

export function notify(message: string, action: Action | null = null): Notice {
  const until = action?.lasts == null ? null : Date.now() + action.lasts
  const notice: Notice = { id: ++lastId, text: message, isError: false, details: [], link: null, action, until, busy: false }
  // A new notice replaces those that need no action, and those with the same key.
  const stays = (old: Notice) => (old.action !== null ? old.action.key !== action?.key : old.isError)
  let plans = 0
  const isShown = ({ until, action, isError, busy }: Notice) => isError || busy || action === null || until !== null || ++plans <= MOST_PLANS
  notices.update(({ list }) => ({ list: [notice, ...list.filter(stays)].filter(isShown) }))
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
  const { text, isError = false, isFinal = !isError, details = [], instead, link = null } = outcome
  const next = instead !== undefined ? { action: instead } : isFinal ? { action: null, until: null } : {}
  updateNotice(id, { busy: false, isError, text, details, link, ...next })
}

const planKey = (planId: string) => 'plan/' + planId

/** What an undo needs of a plan. */
export interface Undoable {
  id: string
  task: Task
  mediaFolderPath: string
  /** How many rows were applied. */
  applied: number
}

/** The rows that the last undo of a plan could not give their old names. The page of the plan marks them. */
export const refusedUndos = new Store<{ byPlan: ReadonlyMap<string, PlanProblem[]> }>({ byPlan: new Map() })

/** The plans whose undo the server refused as a whole. It has not offered to leave out some rows, so their pages offer no undo. */
export const impossibleUndos = new Store<{ ids: ReadonlySet<string> }>({ ids: new Set() })

/** Returns the action that undoes a plan. Of a rename, the rows in `exclude` stay renamed. */
export function undoOf(plan: Undoable, exclude: number[] = []): Action {
  const { id, mediaFolderPath, applied } = plan
  const mark = (problems: PlanProblem[]) => refusedUndos.update(({ byPlan }) => ({ byPlan: new Map(byPlan).set(id, problems) }))
  const run = async (): Promise<Outcome> => {
    try {
      await undoPlan(id, exclude)
      mark([])
      markChanged([id]) // its page may be open
      void reloadLibrary()
      return { text: exclude.length === 0 ? text.undid(plan) : text.undidOthers(plan, applied - exclude.length, exclude.length) }
    } catch (error) {
      return refused(error as ApiError)
    }
  }
  const refused = ({ message, changed, leaveOut, problems, code }: ApiError): Outcome => {
    if (leaveOut.length === 0) {
      const details = [withLocalTimes(message), ...changed.filter((name) => !message.includes(name))]
      const isFinal = code === 'conflict' && changed.length + problems.length > 0 // others may pass, such as another decision
      if (isFinal) impossibleUndos.update(({ ids }) => ({ ids: new Set(ids).add(id) }))
      return { isError: true, isFinal, text: text.undoRefused(plan), details }
    }
    mark(problems)
    const left = [...new Set([...exclude, ...leaveOut])]
    const outcome: Outcome = {
      isError: true,
      text: text.undoRefused(plan),
      details: problems.slice(0, SHOWN_PROBLEMS).map((problem) => withoutFolder(problem.text, mediaFolderPath)),
      link: { label: text.showFiles(leaveOut.length), href: planUrl(id) },
    }
    const others = applied - left.length
    return others > 0 ? { ...outcome, instead: undoOf(plan, left) } : { ...outcome, isFinal: true }
  }
  const label = exclude.length === 0 ? text.undo : text.undoOthers(applied - exclude.length)
  return { key: planKey(id), label, busyLabel: text.undoing, run, lasts: null }
}

/** How many files a notice names. */
const SHOWN_PROBLEMS = 3

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
