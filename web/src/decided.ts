import { listDecidedPlans, type ApiError, type DecidedPlan } from './api.ts'
import { Store } from './store.ts'

/** The decided plans, loaded once someone looks at them. */

/** How many are loaded at first, and how many more each time. */
const STEP = 20

interface Decided {
  /** Null until the first response. */
  plans: DecidedPlan[] | null
  total: number
  failure: string
}

export const decided = new Store<Decided>({ plans: null, total: 0, failure: '' })

let wanted = 0
let latest = 0

/** Loads the newest decided plans; further calls load more. */
export function loadMoreDecided(): void {
  wanted += STEP
  void load()
}

/** Loads the plans again if they are shown. */
export function decidedChanged(): void {
  if (wanted > 0) void load()
}

/** Forgets the plans when nobody looks at them any more. */
export function forgetDecided(): void {
  wanted = 0
  latest++
  decided.set({ plans: null, total: 0, failure: '' })
}

async function load(): Promise<void> {
  const request = ++latest
  try {
    const { plans, total } = await listDecidedPlans(wanted)
    if (request === latest) decided.set({ plans, total, failure: '' })
  } catch (error) {
    if (request === latest) decided.set({ failure: (error as ApiError).message })
  }
}
