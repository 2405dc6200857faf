import { call, type ApiError } from '../api.ts'
import { paced } from '../paced.ts'
import { Store } from '../store.ts'

/** What coding agents did on this machine, as the server lists it. Times are in milliseconds. */

export type Verdict = 'good' | 'bad'
export type Pin = 'always' | 'never'

/** A line that may be told, or that was told. Without an id nothing tells it any more. */
export interface Line {
  id?: string
  text: string
  pin?: Pin
}

export interface Task {
  id: string
  started: number
  /** The serial number of its episode. */
  serial?: number
  /** It repeats an earlier task, and has that one's episode. */
  same?: boolean
  /** Its episode is deleted. */
  gone?: boolean
  /** Its episode cannot be read now. */
  unread?: boolean
  name?: string
  asked?: string
  /** Missing if there was nothing to go by. */
  reward?: number
  because?: string[]
  verdict?: Verdict
  lines?: Line[]
}

/** What was told at one prompt, or at the start of the session. */
export interface Told {
  at: number
  start?: boolean
  /** The id of the task that the prompt began, if that was kept. */
  task?: string
  lines: Line[]
}

export interface Session {
  client: string
  session: string
  project: string
  workspace?: string
  last: number
  tasks: Task[]
  told?: Told[]
}

export interface Recorded {
  record: 'on' | 'off' | ''
  paused_until?: string
  here: boolean
  recorder: 'answers' | 'none' | 'silent'
  full?: boolean
  waiting: number
  today: { project: string; workspace: string; tasks: number }[]
  sessions: Session[]
  total: number
}

/** How many tasks a list has at least, if there are so many, and by how many it grows. */
const STEP = 50
export const MOST = 500

interface State {
  /** Null until the first response. */
  list: Recorded | null
  failure: string
  limit: number
}

export const recorded = new Store<State>({ list: null, failure: '', limit: STEP })

const PATH = '/api/v1/recorded'

async function load(): Promise<void> {
  const { limit } = recorded.value
  try {
    const { body } = await call<Recorded>('GET', `${PATH}?limit=${limit}`)
    recorded.set({ list: body, failure: '' })
  } catch (error) {
    recorded.set({ failure: (error as ApiError).message })
  }
}

/** Loads the list, soon. */
export const refreshRecorded = paced(load)

export function showMore(): void {
  recorded.update(({ limit }) => ({ limit: Math.min(MOST, limit + STEP) }))
  refreshRecorded()
}

export async function judge(task: string, verdict: Verdict | 'none'): Promise<void> {
  await call('POST', `${PATH}/tasks/${task}/verdict`, { verdict })
  await load()
}

export async function pin(line: string, pin: Pin | 'none'): Promise<void> {
  await call('PATCH', `${PATH}/lines/${line}`, { pin })
  await load()
}

/** The page may be going, so this calls fetch at once. */
export async function forget(task: string): Promise<void> {
  await call('DELETE', `${PATH}/tasks/${task}`)
  await load()
}
