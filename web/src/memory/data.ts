import { call, callText, type ApiResponse } from '../api.ts'
import { MAX_RESULTS, MAX_SEARCH } from '../limits.ts'
import { timeOf, type QuestionTime, type TimeReply } from './question.ts'
import { mapQuery, type Scope } from './scope.ts'

/** The REST routes of the memory page. */

export interface MapResponse {
  /** Newest first. Tags and source are indexes. */
  episodes: { episode_id: string; id: number; name: string; created_at: string; reward: number; degree: number; community: number; tags?: number[]; source?: number }[]
  /** Ends are indexes of episodes. */
  edges: { from: number; to: number; type: string; strength: number }[]
  tags: string[]
  sources: string[]
  total: number
  truncated: boolean
  /** Of an opening: nothing branches, so these are the newest episodes. */
  by_month?: boolean
  /** Of an opening: how many of the newest episodes have no relationships. */
  unlinked?: number
  /** Of an opening, if hardly an episode has a reward: counts by area and time. */
  areas?: Areas
}

/** Counts of the newest episodes. An area is a tag. */
export interface Areas {
  /** The starts of the periods, oldest first. */
  starts: string[]
  until: string
  areas: { tag: string; counts: number[] }[]
  counted: number
  others?: number
}

export interface Overview {
  episodes: number
  relationships: number
  /** Rewards are counted in seven classes, from worst to best. */
  buckets: { since: string; rewards: number[] }[]
  bucket_seconds: number
  types: { relationship_type: string; count: number }[]
  tags: { tag: string; count: number }[]
  computed_at: string
  last_call?: LastCall
  /** No client has called. Without an audit log of reads, the server does not know. */
  no_call?: boolean
  /** Whether the server is computing a newer one. */
  stale?: boolean
  /** The largest first. */
  communities?: { size: number; hub: number; name: string; reward: number; since: string; until: string }[]
  /** Between communities, by their indexes. */
  links?: { from: number; to: number; count: number }[]
  /** Episodes in communities that are not listed. */
  others?: number
}

/** The newest call of a client. */
export interface LastCall {
  at: string
  client?: string
  operation: string
  episode?: { id: number; name: string }
}

export interface Detail {
  episode_id: string
  id: number
  name: string
  query: string
  reflection?: string
  reward: number
  tags?: string[]
  metadata?: Record<string, unknown>
  created_at: string
  updated_at: string
  relationship_counts: Record<string, { outgoing: number; incoming: number }>
}

export interface Neighbour {
  relationship_id: string
  relationship_type: string
  direction: 'outgoing' | 'incoming'
  strength: number
  /** The verb in English, for texts that leave the page. */
  sentence: string
  id: number
  name: string
  reward: number
}

export interface NeighbourPage {
  neighbours: Neighbour[]
  count: number
  next_cursor?: string
}

/** An episode that a search has found. */
export interface Recalled {
  id: number
  name: string
  reward: number
  created_at: string
  /** The first digits of the hash, if the episode was imported from git. */
  commit?: string
  /** From 0 to 1. */
  score: number
  by: 'number' | 'words' | 'meaning' | 'relationships' | 'time'
  /** The sentence with the words, or the first of what was learned. */
  excerpt?: string
  /** The path, if only relationships lead to it. */
  why?: string
}

/** What a person may mean by what was typed so far. */
export interface Suggestions {
  episodes: Recalled[]
  tags: string[]
  /** How the server read the query. */
  hint: string
}

export interface Path {
  text: string
  total_strength: number
  steps: { relationship_type: string; direction: 'outgoing' | 'incoming'; strength: number; id: number; name: string }[]
}

/** The strongest path, and a shorter one if there is any. */
export interface Connection {
  connected: boolean
  paths: Path[]
}

/** The number of episodes of the first picture, and the most that the page loads. */
export const FIRST = 300
export const MOST = 20_000

export function loadMap(limit: number, scope: Scope | null = null): Promise<ApiResponse<MapResponse>> {
  return call('GET', `/api/v1/graph/map?${mapQuery(limit, scope)}`)
}

/** Loads what the page opens with: a few episodes that the server chooses. */
export function loadOpening(episodes: number): Promise<ApiResponse<MapResponse>> {
  return call('GET', `/api/v1/graph/map?opening=${episodes}`)
}

/** More communities than this would be too small to see. */
const MOST_COMMUNITIES = 70

export function loadOverview(communities: boolean): Promise<ApiResponse<Overview>> {
  return call('GET', '/api/v1/graph/overview?buckets=120' + (communities ? `&communities=${MOST_COMMUNITIES}` : ''))
}

export function loadEpisode(serial: number): Promise<ApiResponse<Detail>> {
  return call('GET', `/api/v1/episodes/${serial}`)
}

/** In episodes: how many loadLearned reads at once. */
export const MOST_LEARNED = 100

/** Returns the beginning of what was learned in each of these episodes. It fails if one does not exist. */
export async function loadLearned(serials: number[]): Promise<{ id: number; learned: string }[]> {
  const values = new URLSearchParams(serials.map((serial) => ['episode_ids', String(serial)]))
  const { body } = await call<{ episodes: { id: number; learned: string }[] }>('GET', `/api/v1/learned?${values}`)
  return body.episodes
}

/** Which relationships of an episode to list. An empty type means all. */
export interface NeighbourFilter {
  type: string
  direction: 'outgoing' | 'incoming' | 'both'
}

export const ALL_NEIGHBOURS: NeighbourFilter = { type: '', direction: 'both' }

export function loadNeighbours(
  serial: number,
  { type, direction }: NeighbourFilter,
  cursor = '',
  limit = 20,
): Promise<ApiResponse<NeighbourPage>> {
  const values = new URLSearchParams({ limit: String(limit), direction })
  if (type !== '') values.set('relationship_type', type)
  if (cursor !== '') values.set('cursor', cursor)
  return call('GET', `/api/v1/graph/neighbours/${serial}?${values}`)
}

/**
 * In milliseconds. A search begins when the typing pauses for this long, and the next key cancels it. It is shorter than
 * the time between most keys, because results are to be there within 150 ms.
 */
export const SEARCH_PAUSE = 60

/** Finds episodes and tags. The last word of the query may be unfinished. With `related`, also by meaning and relationships. */
export async function suggest(query: string, { limit, related = false }: { limit: number; related?: boolean }, signal: AbortSignal): Promise<Suggestions> {
  const search = new URLSearchParams({ query: query.slice(0, MAX_SEARCH), limit: String(limit), related: String(related) })
  const { body } = await call<Partial<Suggestions>>('GET', '/api/v1/suggestions?' + search, undefined, {}, signal)
  return { episodes: [], tags: [], hint: '', ...body }
}

export const search = (query: string, signal: AbortSignal): Promise<Suggestions> => suggest(query, { limit: MAX_RESULTS, related: true }, signal)

/** Reads "#5" and "5", and a whole choice such as "#5 Saturday". */
export function serialIn(typed: string): number | null {
  const match = /^(?:#(\d{1,15})(?:\s|$)|(\d{1,15})$)/.exec(typed.trim())
  return match === null ? null : Number(match[1] ?? match[2])
}

/** Reports whether an episode has words of the search, or its number. */
export const matchesWords = ({ by }: Recalled): boolean => by === 'words' || by === 'number'

/** Reports whether an episode is only near in meaning. */
export const isNear = ({ by }: Recalled): boolean => by === 'meaning'

/** Reads the time in a question by the rules of recall, in the zone of the browser. */
export async function loadTime(question: string, signal: AbortSignal): Promise<QuestionTime | null> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const search = new URLSearchParams({ question: question.slice(0, MAX_SEARCH), time_zone: timeZone })
  const { body } = await call<TimeReply>('GET', '/api/v1/times?' + search, undefined, {}, signal)
  return timeOf(body)
}

export function loadConnection(from: number, to: number): Promise<ApiResponse<Connection>> {
  return call('GET', `/api/v1/paths?from=${from}&to=${to}`)
}

/** The episode and its neighbours as a drawing. */
export function loadDrawing(serial: number, format: 'mermaid' | 'svg'): Promise<string> {
  return callText('POST', '/api/v1/graph', { episode_ids: [serial], depth: 1, max_nodes: 60, format, labels: 'readable' })
}
