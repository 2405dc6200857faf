import { about, type About } from './about.ts'
import { groupBy } from './grouped.ts'
import type { Numbering } from './reasons.ts'
import { joinProblems, personOf, withoutFolder, type EditedRow, type Plan, type PlanDetail, type PlanEvent, type PlanProblem, type Status, type Task, type UncertainFile } from './plan.ts'
import { reach } from './reach.ts'
import { setRole, session, signOut } from './session.ts'
import { sentence, text } from './strings.ts'
import { refuseWorkspace, setOwnWorkspace, setWorkspaces, workspaceHeader, type WorkspaceSummary } from './workspace.ts'

/** The REST routes that the pages use. Each rejects with an ApiError. */

/** One episode of a cycle. An episode that was not created has no serial number. */
export interface CycleEpisode {
  id?: number
  name: string
}

/** An error response of the server (RFC 9457), or status 0 if there was no response. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly problems: PlanProblem[] = [],
    /** The files that have changed on disk, if that is the reason. */
    readonly changed: string[] = [],
    /** The server's code, such as conflict. */
    readonly code = '',
    /** The closed path that a new relationship would make, if that is the reason. */
    readonly cycle: CycleEpisode[] = [],
    /** The rows to leave out, so that the others can be applied or undone. */
    readonly leaveOut: number[] = [],
    /** Which of several relationships was refused, from 0. */
    readonly index = 0,
  ) {
    super(detail)
  }
}

/** The code of a change that was not sent, because the server could not be reached. */
const NOT_SENT = 'not_sent'

/** Reports whether the server may have made a change although it did not respond. */
export function isUnknown({ status, code }: ApiError): boolean {
  return status === 0 && code !== NOT_SENT
}

/** Loads what the server says of itself. */
export async function loadAbout(): Promise<About> {
  const { token } = session.value
  const { body } = await call<About>('GET', '/api/v1/about')
  if (token === session.value.token) {
    about.set({ known: body })
    setOwnWorkspace(body.workspace)
  }
  return body
}

/** Loads the workspaces that the token lists. */
export async function listWorkspaces(): Promise<void> {
  const { token } = session.value
  const { body } = await call<{ workspaces: WorkspaceSummary[] }>('GET', WORKSPACES)
  if (token === session.value.token) setWorkspaces(body.workspaces)
}

const WORKSPACES = '/api/v1/workspaces'

/** Reports whether a route does not depend on the workspace of the page. The role in it may be another, too. */
const isOfAll = (path: string) => path === WORKSPACES || path.startsWith('/api/v1/recorded')

/** Returns the pending plans, including those that are still being written. */
export async function listPendingPlans(): Promise<Plan[]> {
  const { body } = await call<{ plans: Plan[] }>('GET', '/api/v1/plans?status=pending')
  return (body.plans ?? []).map(withFiles)
}

/** A decided plan, without its rows. */
export interface DecidedPlan {
  id: string
  task: Task
  status: Status
  mediaFolderPath: string
  fileCount: number
  decidedAt?: string
  decidedBy?: string
  undoneAt?: string
  reason?: string
  canUndo: boolean
}

/** Returns the newest decided plans, and how many there are. */
export async function listDecidedPlans(limit: number): Promise<{ plans: DecidedPlan[]; total: number }> {
  const { body } = await call<{ plans: DecidedPlan[]; total: number }>('GET', `/api/v1/plans/decided?limit=${limit}`)
  return { ...body, plans: body.plans.map((plan) => ({ ...plan, decidedBy: personOf(plan.decidedBy) })) }
}

/** How many decided plans are asked whether one of them can be undone. */
const UNDOABLE = 100

/** Reports whether the server can undo a plan that was just decided, or is among the newest. */
export async function canUndo(id: string): Promise<boolean> {
  const { plans } = await listDecidedPlans(UNDOABLE)
  return plans.some((plan) => plan.id === id && plan.canUndo)
}

/** Problems as the API sends them: the texts, and the row of each in the same order. */
interface Problems {
  problems?: string[]
  problemRows?: number[]
}

/** An episode that a file may be. A double episode has two of them. */
interface UncertainView {
  path: string
  season?: number
  episode?: number
  why: string
  /** The file that has the episode now. */
  displaces?: string
}

interface View extends Problems {
  plan: Plan
  edited?: EditedRow[]
  history?: PlanEvent[]
  leftOut?: { row: number; reason: string }[]
  uncertain?: UncertainView[]
  remember?: Numbering[]
  unrecognised?: string[]
  reasons?: string[]
  guesses?: { path: string; season: number; episode: number }[]
  titles?: string[]
  warnings?: string[]
}

export async function readPlan(id: string): Promise<PlanDetail> {
  const { body, etag } = await call<View>('GET', planPath(id))
  const { edited = [], history = [], leftOut = [], uncertain = [], remember = [], unrecognised = [], reasons = [], guesses = [], titles = [], warnings = [] } = body
  const plan = withFiles(body.plan)
  const problems = relativeProblems(joinProblems(body.problems, body.problemRows), plan)
  const left = relativeProblems(leftOut.map(({ row, reason }) => ({ index: row, text: reason })), plan)
  return { plan, problems, edited, history: history.map((step) => ({ ...step, by: personOf(step.by) })), leftOut: left, uncertain: byFile(uncertain), remember, unrecognised, reasons, guesses: new Map(guesses.map((guess) => [guess.path, guess])), titles, warnings, etag }
}

/** Joins the episodes of double ones. */
function byFile(uncertain: UncertainView[]): UncertainFile[] {
  return [...groupBy(uncertain, ({ path }) => path)].map(([path, views]) => {
    const [guess = null, ...further] = views.flatMap(({ season, episode }) => (season === undefined || episode === undefined ? [] : { season, episode }))
    return { path, guess, further, why: views[0]!.why, displaces: [...new Set(views.flatMap(({ displaces }) => displaces ?? []))] }
  })
}

/** Shortens the paths in problems, because the page shows the folder above them. */
export function relativeProblems(problems: PlanProblem[], plan: Plan): PlanProblem[] {
  return problems.map((problem) => ({ ...problem, text: withoutFolder(problem.text, plan.mediaFolderPath) }))
}

/** What applying a plan without some rows would do. */
export interface PlanCheck {
  problems: PlanProblem[]
  /** The further rows to exclude so that the rest can be applied. */
  leaveOut: number[]
}

/** Checks a plan without the excluded rows. */
export async function checkPlan(plan: Plan, exclude: number[]): Promise<PlanCheck> {
  const { body } = await call<{ leaveOut: number[] } & Problems>('POST', planPath(plan.id) + '/check', { exclude })
  return { problems: relativeProblems(joinProblems(body.problems, body.problemRows), plan), leaveOut: body.leaveOut }
}

/** A change of rows, as the API takes it. */
export interface PlanEdit {
  changes?: { row: number; season?: number; episode?: number; to?: string }[]
  shiftRows?: number[]
  shiftSeason?: number
  shiftEpisode?: number
  add?: { season: number; episode: number; path: string }[]
  /** Uncertain files that become rows, with their guess unless there are numbers. */
  up?: { path: string; season?: number; episode?: number }[]
  /** What the folder remembers about its numbers from now on. */
  remember?: Numbering[]
}

export async function editPlan(id: string, etag: string | null, edit: PlanEdit): Promise<void> {
  await call('PATCH', planPath(id), edit, ifMatch(etag))
}

function ifMatch(etag: string | null): Record<string, string> {
  return etag === null ? {} : { 'If-Match': etag }
}

/** Applies the plan without the excluded rows. The plan stays pending, unless it is completed, too. */
export async function applyPlan(id: string, etag: string | null, exclude: number[], sidecars: boolean, complete = false): Promise<void> {
  await call('POST', planPath(id) + '/apply', { exclude, sidecars, complete }, ifMatch(etag))
}

/** Makes a plan for a folder from the names of its files, and returns how many rows it has. */
export async function proposePlan(mediaFolderPath: string): Promise<{ taskId: string; fileCount: number }> {
  const { body } = await call<{ taskId: string; fileCount: number }>('POST', '/api/v1/plans/recognitions/propose', { mediaFolderPath })
  return body
}

/** Makes a plan that names recognised files after their episodes, or, by show, one that moves videos into folders of their shows. */
export async function proposeRename(mediaFolderPath: string, byShow = false): Promise<{ taskId: string; fileCount: number }> {
  const { body } = await call<{ taskId: string; fileCount: number }>('POST', '/api/v1/plans/renames/propose', { mediaFolderPath, byShow })
  return body
}

export async function updatePlan(id: string, status: 'completed' | 'rejected', reason = ''): Promise<void> {
  await call('POST', '/api/updatePlan', { planId: id, status, ...(reason === '' ? {} : { reason }) })
}

/** Undoes a plan. For a rename, the rows in `exclude` stay renamed. */
export async function undoPlan(id: string, exclude: number[] = []): Promise<void> {
  await call('POST', planPath(id) + '/undo', exclude.length === 0 ? undefined : { exclude })
}

function planPath(id: string): string {
  return '/api/v1/plans/' + encodeURIComponent(id)
}

/** Replaces a null list of files with an empty one. Go may encode an empty list as null. */
function withFiles(plan: Plan): Plan {
  return { ...plan, files: plan.files ?? [] } as Plan
}

/** A response body with its ETag. */
export interface ApiResponse<T> {
  body: T
  etag: string | null
}

/** Makes one call of the REST API; `signal` cancels it. */
export async function call<T>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<ApiResponse<T>> {
  const response = await send(method, path, body, headers, signal)
  const parsed = (await response.json().catch(() => {
    throw new ApiError(0, text.unreadable)
  })) as T
  return { body: parsed, etag: response.headers.get('ETag') }
}

/** Makes a call that a text answers, such as a drawing. */
export async function callText(method: string, path: string, body: object): Promise<string> {
  const response = await send(method, path, body, {}, null)
  return response.text().catch(() => {
    throw new ApiError(0, text.unreadable)
  })
}

async function send(
  method: string,
  path: string,
  body: object | undefined,
  headers: Record<string, string>,
  signal: AbortSignal | null,
): Promise<Response> {
  const { token } = session.value
  if (token !== '') headers['Authorization'] = 'Bearer ' + token
  if (!isOfAll(path)) Object.assign(headers, workspaceHeader())
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (method !== 'GET' && (!reach.value.reachable || !navigator.onLine)) await checkReach(signal)
  // A deletion may be sent while the person leaves the page.
  const request: RequestInit = { method, headers, cache: 'no-cache', signal, keepalive: method === 'DELETE' }
  if (body !== undefined) request.body = JSON.stringify(body)
  const response = await fetch(path, request).catch(() => {
    if (signal?.aborted !== true) reach.set({ reachable: false })
    throw new ApiError(0, text.unreachable)
  })
  reach.set({ reachable: true, answeredAt: Date.now() })
  if (token === session.value.token && !isOfAll(path)) setRole(response.headers.get('Plotline-Role'))
  if (!response.ok) throw await toApiError(response, token)
  return response
}

/** Asks whether the server is there, before a change is sent. If it is not, nothing was sent for certain. */
async function checkReach(signal: AbortSignal | null): Promise<void> {
  await fetch('/livez', { cache: 'no-store', signal }).catch(() => {
    throw new ApiError(0, text.notSent, [], [], NOT_SENT)
  })
}

interface ProblemBody extends Problems {
  detail?: string
  title?: string
  changed?: string[]
  code?: string
  cycle?: CycleEpisode[]
  leaveOut?: number[]
  index?: number
  /** Those that the token lists, if it does not list the one of the request. */
  workspaces?: string[]
}

async function toApiError(response: Response, token: string): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as ProblemBody
  const detail = sentence(body.detail || body.title || text.status(response.status))
  // A response to a replaced token says nothing about the current one.
  if (response.status === 401 && token === session.value.token) signOut(token === '' ? '' : detail)
  if (response.status === 403 && body.workspaces !== undefined && token === session.value.token) refuseWorkspace()
  return new ApiError(response.status, detail, joinProblems(body.problems, body.problemRows), body.changed, body.code, body.cycle, body.leaveOut, body.index)
}
