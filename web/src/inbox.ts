import { about } from './about.ts'
import { checkPlan, listPendingPlans, loadAbout, type ApiError } from './api.ts'
import { dropDrafts } from './drafts.ts'
import { fingerprint, isReady, type Plan } from './plan.ts'
import { session } from './session.ts'
import { Store } from './store.ts'
import { workspaces } from './workspace.ts'

/** The pending plans. */

interface Inbox {
  /** Null until the first response. */
  plans: Plan[] | null
  /** The error of the last load. */
  failure: string
  /** The number of problems by plan id, once it is known. */
  problems: ReadonlyMap<string, number>
  /** Increases for a plan whenever it may have changed. */
  versions: ReadonlyMap<string, number>
}

export const inbox = new Store<Inbox>({ plans: null, failure: '', problems: new Map(), versions: new Map() })

/** Plans that this page is deciding or has decided: it needs no notification of their end. */
const decidingIds = new Set<string>()
const decidedIds = new Set<string>()

let loading: Promise<void> | null = null
let reloadAgain = false

/** In milliseconds. It limits reloads while an agent adds many files. */
const RELOAD_DELAY = 500

let held = false

/** Loads the list only once after work that changes many plans. */
export async function holdRefresh(work: () => Promise<void>): Promise<void> {
  held = true
  await work().finally(() => {
    held = false
  })
  await refresh()
}

/** Loads the list. A call during a load causes one more load, a little later. */
export function refresh(): Promise<void> {
  if (held) return Promise.resolve()
  reloadAgain = loading !== null
  loading ??= load().finally(() => {
    loading = null
    if (reloadAgain) setTimeout(refresh, RELOAD_DELAY)
  })
  return loading
}

async function load(): Promise<void> {
  if (session.value.signInRequired || workspaces.value.refused) return
  try {
    const { plans: hasPlans } = about.value.known?.plans === true ? about.value.known : await loadAbout()
    const plans = hasPlans ? finishedFirst((await listPendingPlans()).filter((plan) => !decidedIds.has(plan.id))) : []
    const before = inbox.value.plans ?? []
    inbox.set({ plans, failure: '' })
    const pending = new Set(plans.map(({ id }) => id))
    dropDrafts('plan/', (key) => pending.has(key.split('/')[1]!)) // a decided plan has nothing to save
    void countProblems()
    markChanged(changedPlans(before, plans).filter((id) => !isDecidedHere(id)))
  } catch (error) {
    inbox.set({ failure: (error as ApiError).message })
  }
}

/** Puts plans that an agent has not finished at the end, because it may have abandoned them. */
function finishedFirst(plans: Plan[]): Plan[] {
  return [...plans.filter(isReady), ...plans.filter((plan) => !isReady(plan))]
}

function changedPlans(before: Plan[], now: Plan[]): string[] {
  const states = new Map(now.map((plan) => [plan.id, fingerprint(plan)]))
  return before.filter((plan) => states.get(plan.id) !== fingerprint(plan)).map((plan) => plan.id)
}

/** Forgets everything, because the next token may see other plans. */
export function clearInbox(): void {
  inbox.set({ plans: null, failure: '', problems: new Map() })
  about.set({ known: null })
}

/** Makes components that show one of these plans reload it. */
export function markChanged(ids: string[]): void {
  if (ids.length === 0) return
  inbox.update(({ versions }) => {
    const next = new Map(versions)
    for (const id of ids) next.set(id, (next.get(id) ?? 0) + 1)
    return { versions: next }
  })
}

export function isDecidedHere(id: string): boolean {
  return decidingIds.has(id) || decidedIds.has(id)
}

/** Runs a decision. On success the plan leaves the list, otherwise it stays pending. */
export async function runDecision(plan: Plan, decision: () => Promise<void>): Promise<void> {
  decidingIds.add(plan.id)
  try {
    await decision()
    decidedIds.add(plan.id)
    inbox.update(({ plans }) => ({ plans: plans?.filter(({ id }) => id !== plan.id) ?? null }))
  } finally {
    decidingIds.delete(plan.id)
    void refresh()
  }
}

/** Returns the plan to show after this one: the next in the list, otherwise the previous one. */
export function nextPlan(id: string): string | null {
  const plans = inbox.value.plans ?? []
  const at = plans.findIndex((plan) => plan.id === id)
  const others = [...plans.slice(at + 1), ...plans.slice(0, Math.max(0, at)).reverse()]
  return (others.find(isReady) ?? others[0])?.id ?? null
}

/** Stores the number of problems that a plan has now. */
export function storeProblemCount(plan: Plan, problems: number): void {
  inbox.update((now) => ({ problems: new Map(now.problems).set(plan.id, problems) }))
}

/** How many plans have a number of problems in the list. */
const COUNTED = 100

let counting = false
let countAgain = false

/**
 * Counts the problems of each plan, one after the other, because a media folder may be slow. Whatever changed a plan or
 * its files may have changed the problems of all.
 */
async function countProblems(): Promise<void> {
  countAgain = true
  if (counting) return
  counting = true
  while (countAgain) {
    countAgain = false
    for (const plan of (inbox.value.plans ?? []).filter(isReady).slice(0, COUNTED)) {
      if (held) return void (counting = false) // it changes plans; the refresh after it counts again
      const check = await checkPlan(plan, []).catch(() => null) // the next refresh tries again
      if (check !== null) storeProblemCount(plan, check.problems.length)
    }
  }
  counting = false
}
