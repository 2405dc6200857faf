import { pendingPlans, readPlan, type Refusal } from './api.ts'
import { fingerprint, isReady, type Plan } from './plan.ts'
import { session } from './session.ts'
import { Store } from './store.ts'

/** The plans that wait. */

interface Inbox {
  /** Null until the first answer. */
  plans: Plan[] | null
  /** Why the list could not be loaded the last time. */
  failure: string
  /** How many problems a plan has, by its id and only when somebody has asked. */
  problems: ReadonlyMap<string, number>
  /** Grows for a plan whenever it is no longer what it was. */
  versions: ReadonlyMap<string, number>
}

export const inbox = new Store<Inbox>({ plans: null, failure: '', problems: new Map(), versions: new Map() })

/** Plans that this page decides about just now, and that it has decided: their end is no news. */
const beingDecided = new Set<string>()
const decided = new Set<string>()
/** The state of each plan that its number of problems belongs to. */
const counted = new Map<string, string>()

let loading: Promise<void> | null = null
let again = false

/** In milliseconds: an agent that adds a thousand files is no reason to load the list a thousand times. */
const BREATH = 500

/** Loads the list; a call that comes meanwhile makes it load once more, a little later. */
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

/** Forgets everything: who comes next may see other plans. */
export function empty(): void {
  counted.clear()
  inbox.set({ plans: null, failure: '', problems: new Map() })
}

/** Lets whoever shows one of these plans load it again. */
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

/** Runs a decision. When it fails, the plan waits as before; when it does not, it leaves the list. */
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

/** The plan to look at after this one: the next in the list, else the one before. */
export function after(id: string): string | null {
  const plans = inbox.value.plans ?? []
  const at = plans.findIndex((plan) => plan.id === id)
  const others = [...plans.slice(at + 1), ...plans.slice(0, Math.max(0, at)).reverse()]
  return (others.find(isReady) ?? others[0])?.id ?? null
}

/** Remembers how many problems the plan, as it is now, was found to have. */
export function noteProblems(plan: Plan, problems: number): void {
  counted.set(plan.id, fingerprint(plan))
  inbox.update((now) => ({ problems: new Map(now.problems).set(plan.id, problems) }))
}

/** Asks for the problems of plans that are new, one after the other: they are no matter of seconds. */
async function countProblems(plans: Plan[]): Promise<void> {
  for (const plan of plans) {
    if (!isReady(plan) || counted.get(plan.id) === fingerprint(plan)) continue
    counted.set(plan.id, fingerprint(plan))
    try {
      const { problems } = await readPlan(plan.id)
      noteProblems(plan, problems.length)
    } catch {
      counted.delete(plan.id) // the list shows no number, and the next refresh asks again
      return
    }
  }
}
