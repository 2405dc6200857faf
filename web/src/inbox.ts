import { pendingPlans, readPlan, type Refusal } from './api.ts'
import { fingerprint, isReady, type Plan } from './plan.ts'
import { session } from './session.ts'
import { Store } from './store.ts'

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
const beingDecided = new Set<string>()
const decided = new Set<string>()
/** The state of each plan for which its problems were counted. */
const counted = new Map<string, string>()

let loading: Promise<void> | null = null
let again = false

/** In milliseconds. It limits reloads while an agent adds many files. */
const BREATH = 500

/** Loads the list. A call during a load causes one more load, a little later. */
export function refresh(): Promise<void> {
  again = loading !== null
  loading ??= load().finally(() => {
    loading = null
    if (again) setTimeout(refresh, BREATH)
  })
  return loading
}

async function load(): Promise<void> {
  if (session.value.asked) return
  try {
    const plans = (await pendingPlans()).filter((plan) => !decided.has(plan.id))
    const before = inbox.value.plans ?? []
    inbox.set({ plans, failure: '' })
    touch(changed(before, plans).filter((id) => !isDecidedHere(id)))
    void countProblems(plans)
  } catch (error) {
    inbox.set({ failure: (error as Refusal).message })
  }
}

function changed(before: Plan[], now: Plan[]): string[] {
  const states = new Map(now.map((plan) => [plan.id, fingerprint(plan)]))
  return before.filter((plan) => states.get(plan.id) !== fingerprint(plan)).map((plan) => plan.id)
}

/** Forgets everything, because the next token may see other plans. */
export function empty(): void {
  counted.clear()
  inbox.set({ plans: null, failure: '', problems: new Map() })
}

/** Makes components that show one of these plans reload it. */
export function touch(ids: string[]): void {
  if (ids.length === 0) return
  inbox.update(({ versions }) => {
    const next = new Map(versions)
    for (const id of ids) next.set(id, (next.get(id) ?? 0) + 1)
    return { versions: next }
  })
}

export function isWaiting(id: string): boolean {
  return inbox.value.plans?.some((plan) => plan.id === id) ?? false
}

export function isDecidedHere(id: string): boolean {
  return beingDecided.has(id) || decided.has(id)
}

/** Runs a decision. On success the plan leaves the list, otherwise it stays pending. */
export async function deciding(plan: Plan, decision: () => Promise<void>): Promise<void> {
  beingDecided.add(plan.id)
  try {
    await decision()
    decided.add(plan.id)
    inbox.update(({ plans }) => ({ plans: plans?.filter(({ id }) => id !== plan.id) ?? null }))
  } finally {
    beingDecided.delete(plan.id)
    void refresh()
  }
}

/** Returns the plan to show after this one: the next in the list, otherwise the previous one. */
export function after(id: string): string | null {
  const plans = inbox.value.plans ?? []
  const at = plans.findIndex((plan) => plan.id === id)
  const others = [...plans.slice(at + 1), ...plans.slice(0, Math.max(0, at)).reverse()]
  return (others.find(isReady) ?? others[0])?.id ?? null
}

/** Stores the number of problems that the current state of the plan has. */
export function noteProblems(plan: Plan, problems: number): void {
  counted.set(plan.id, fingerprint(plan))
  inbox.update((now) => ({ problems: new Map(now.problems).set(plan.id, problems) }))
}

/** Reads the problems of changed plans one after the other, because they are not urgent. */
async function countProblems(plans: Plan[]): Promise<void> {
  for (const plan of plans) {
    if (!isReady(plan) || counted.get(plan.id) === fingerprint(plan)) continue
    counted.set(plan.id, fingerprint(plan))
    try {
      const { problems } = await readPlan(plan.id)
      noteProblems(plan, problems.length)
    } catch {
      counted.delete(plan.id) // the list shows no number, and the next refresh tries again
      return
    }
  }
}
