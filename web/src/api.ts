import { joinProblems, type Plan, type PlanDetail, type PlanProblem } from './plan.ts'
import { knowRole, session, signOut } from './session.ts'
import { sentence, text } from './strings.ts'

/** The REST routes that the pages use. Every one fails with a Refusal. */

/** An answer that was no: the server's (RFC 9457), or none at all (status 0). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly problems: PlanProblem[] = [],
    /** What has changed on the disk since, when that is why. */
    readonly changed: string[] = [],
  ) {
    super(detail)
  }
}

/** The plans that wait, those that are still being written among them. */
export async function pendingPlans(): Promise<Plan[]> {
  const { body } = await call<{ plans: Plan[] }>('GET', '/api/v1/plans?status=pending')
  return (body.plans ?? []).map(whole)
}

/** Problems on the wire: the texts, and in the same order the rows that they are about. */
interface Problems {
  problems?: string[]
  problemRows?: number[]
}

export async function readPlan(id: string): Promise<PlanDetail> {
  const { body, etag } = await call<{ plan: Plan } & Problems>('GET', planPath(id))
  return { plan: whole(body.plan), problems: joinProblems(body.problems, body.problemRows), etag }
}

/** Does what the plan says, but for the rows left out, and leaves the plan pending. */
export async function applyPlan(id: string, etag: string | null, exclude: number[], sidecars: boolean): Promise<void> {
  const headers: Record<string, string> = etag === null ? {} : { 'If-Match': etag }
  await call('POST', planPath(id) + '/apply', { exclude, sidecars, complete: false }, headers)
}

export async function updatePlan(id: string, status: 'completed' | 'rejected', reason = ''): Promise<void> {
  await call('POST', '/api/updatePlan', { planId: id, status, ...(reason === '' ? {} : { reason }) })
}

export async function undoPlan(id: string): Promise<void> {
  await call('POST', planPath(id) + '/undo')
}

function planPath(id: string): string {
  return '/api/v1/plans/' + encodeURIComponent(id)
}

/** Go writes an empty list as it likes; here it is a list. */
function whole(plan: Plan): Plan {
  return { ...plan, files: plan.files ?? [] } as Plan
}

/** An answer's body, and the ETag that names it. */
export interface Answer<T> {
  body: T
  etag: string | null
}

/** One call of the REST API; `signal` takes it back. */
export async function call<T>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<Answer<T>> {
  const { token } = session.value
  if (token !== '') headers['Authorization'] = 'Bearer ' + token
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const request: RequestInit = { method, headers, cache: 'no-cache', signal }
  if (body !== undefined) request.body = JSON.stringify(body)
  const answer = await fetch(path, request).catch(() => {
    throw new Refusal(0, text.unreachable)
  })
  if (token === session.value.token) knowRole(answer.headers.get('Plotline-Role'))
  if (!answer.ok) throw await refusal(answer, token)
  const parsed = (await answer.json().catch(() => {
    throw new Refusal(0, text.unreadable)
  })) as T
  return { body: parsed, etag: answer.headers.get('ETag') }
}

interface ProblemBody extends Problems {
  detail?: string
  title?: string
  changed?: string[]
}

async function refusal(answer: Response, token: string): Promise<Refusal> {
  const body = (await answer.json().catch(() => ({}))) as ProblemBody
  const detail = sentence(body.detail || body.title || text.status(answer.status))
  // An answer to a token that was replaced meanwhile says nothing about the new one.
  if (answer.status === 401 && token === session.value.token) signOut(token === '' ? '' : detail)
  return new Refusal(answer.status, detail, joinProblems(body.problems, body.problemRows), body.changed)
}
