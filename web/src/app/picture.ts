import { escapeInvisible } from '../escape.ts'
import type { MapResponse } from '../memory/data.ts'

/** The episodes and relationships of results, collected for one drawing. */

export interface Item {
  serial: number
  /** Empty until a result has it. */
  id: string
  name: string
  /** Null until a result has it. */
  reward: number | null
  createdAt: string
  /** Why a search found it. */
  why: string
}

export interface Link {
  from: number
  to: number
  type: string
  strength: number
}

export interface Picture {
  items: Map<number, Item>
  links: Map<string, Link>
  /** The episodes that were asked about. */
  asked: string[]
  /** The results of a search, best first. */
  found: number[]
  /** How many episodes the result has, of which the picture may hold fewer. */
  total: number
}

/** More cannot be read in a conversation, and would take long to place. */
export const MOST = 300

export type Kind = 'recall' | 'related' | 'connection' | 'graph'

/** Tells by the members of a result which tool it comes from. */
export function kindOf(content: unknown): Kind {
  const has = (member: string) => typeof content === 'object' && content !== null && member in content
  if (has('related_episodes')) return 'related'
  if (has('paths')) return 'connection'
  return has('episodes') ? 'recall' : 'graph'
}

interface Step {
  relationship_type: string
  direction: string
  strength?: number
  id: number
  name: string
}

interface Result {
  episodes?: { episode_id?: string; id: number; name: string; reward?: number; created_at?: string; why?: string; via?: Step[]; superseded_by?: (Step & { episode_id: string })[] }[]
  related_episodes?: { episode_id?: string; id: number; episode_name: string; reward?: number; steps?: Step[] }[]
  paths?: { steps?: Step[] }[]
  nodes?: { id: string; serial: number; label: string; created_at?: string; reward?: number }[]
  edges?: { from: string; to: string; type: string; strength: number }[]
  count?: number
  total_nodes?: number
}

export type Arguments = Record<string, unknown>

export function emptyPicture(): Picture {
  return { items: new Map(), links: new Map(), asked: [], found: [], total: 0 }
}

/** Returns the picture with the episodes and relationships of one more result. The picture itself does not change. */
export function withResult(picture: Picture, content: unknown, args: Arguments): Picture {
  const result = (typeof content === 'object' && content !== null ? content : {}) as Result
  const next: Picture = { ...picture, items: new Map(picture.items), links: new Map(picture.links) }
  if (result.nodes !== undefined) addGraph(next, result)
  else if (result.related_episodes !== undefined) addRelated(next, result, String(args['episode_id'] ?? ''))
  else if (result.paths !== undefined) addPaths(next, result, args)
  else if (result.episodes !== undefined) addRecalled(next, result)
  return next
}

function put(picture: Picture, item: Partial<Item> & { serial: number }): boolean {
  const before = picture.items.get(item.serial)
  if (before === undefined && (picture.items.size >= MOST || !Number.isSafeInteger(item.serial))) return false
  const known = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined && value !== null)) as Partial<Item>
  const whole: Item = { id: '', name: '', reward: null, createdAt: '', why: '', ...before, ...known, serial: item.serial }
  picture.items.set(item.serial, { ...whole, name: escapeInvisible(whole.name), why: escapeInvisible(whole.why) })
  return true
}

function link(picture: Picture, from: number, to: number, type: string, strength: number | undefined): void {
  if (!picture.items.has(from) || !picture.items.has(to)) return
  const key = `${from} ${to} ${type}`
  const known = strength ?? picture.links.get(key)?.strength ?? 0.5
  picture.links.set(key, { from, to, type, strength: known })
}

/** Adds the episodes of a path, each related to the one before. */
function addSteps(picture: Picture, start: number, steps: Step[]): void {
  let last = start
  for (const { id, name, relationship_type: type, direction, strength } of steps) {
    if (!put(picture, { serial: id, name })) return
    if (direction === 'incoming') link(picture, id, last, type, strength)
    else link(picture, last, id, type, strength)
    last = id
  }
}

function addRecalled(picture: Picture, { episodes = [], count }: Result): void {
  picture.found = episodes.map(({ id }) => id)
  picture.total = Math.max(count ?? 0, episodes.length)
  for (const { episode_id: id, id: serial, name, reward, created_at: createdAt, why } of episodes) {
    put(picture, { serial, name, ...(id === undefined ? {} : { id }), reward: reward ?? null, createdAt: createdAt ?? '', why: why ?? '' })
  }
  for (const { id, via = [], superseded_by: later = [] } of episodes) {
    addSteps(picture, id, via)
    for (const { id: serial, episode_id, name, relationship_type: type } of later) {
      if (put(picture, { serial, name, id: episode_id })) link(picture, serial, id, type, undefined)
    }
  }
}

/** The serial number that a reference such as "5" or "#5" names, or 0: the start is placed once its number is known. */
function serialOf(reference: string): number {
  const number = /^#?([1-9]\d{0,15})$/.exec(reference.trim())
  return number === null ? 0 : Number(number[1])
}

function addStart(picture: Picture, reference: string): number {
  picture.asked = [...new Set([...picture.asked, reference])]
  const lower = reference.toLowerCase()
  const known = [...picture.items.values()].find(({ id }) => id !== '' && id === lower)
  const serial = known?.serial ?? serialOf(reference)
  put(picture, { serial, ...(picture.items.has(serial) ? {} : { name: serial === 0 ? 'Start' : `#${serial}` }) })
  return serial
}

function addRelated(picture: Picture, { related_episodes: related = [], count }: Result, reference: string): void {
  const start = addStart(picture, reference)
  picture.total = Math.max(picture.total, (count ?? related.length) + 1)
  for (const { episode_id: id, id: serial, episode_name: name, reward, steps = [] } of related) {
    addSteps(picture, start, steps)
    if (picture.items.has(serial)) put(picture, { serial, name, ...(id === undefined ? {} : { id }), reward: reward ?? null })
  }
}

function addPaths(picture: Picture, { paths = [] }: Result, args: Arguments): void {
  const start = addStart(picture, String(args['from'] ?? ''))
  if (paths.length === 0) addStart(picture, String(args['to'] ?? ''))
  for (const { steps = [] } of paths) addSteps(picture, start, steps)
  picture.total = picture.items.size
}

/** Adds nodes and edges. Of a start that was known only by its id, this is the first to have the number. */
function addGraph(picture: Picture, { nodes = [], edges = [], total_nodes: total }: Result): void {
  const serials = new Map(nodes.map(({ id, serial }) => [id, serial]))
  const asked = picture.asked.map((reference) => serials.get(reference.toLowerCase())).find((serial) => serial !== undefined)
  if (asked !== undefined && picture.items.has(0)) rename(picture, 0, asked)
  for (const { id, serial, label, created_at: createdAt, reward } of nodes) {
    put(picture, { serial, id, name: label, createdAt: createdAt ?? '', reward: reward ?? null })
  }
  for (const { from, to, type, strength } of edges) link(picture, serials.get(from) ?? -1, serials.get(to) ?? -1, type, strength)
  picture.total = Math.max(picture.total, total ?? 0, picture.items.size)
}

function rename(picture: Picture, from: number, to: number): void {
  const { name: _, ...item } = picture.items.get(from)!
  picture.items.delete(from)
  put(picture, { ...item, serial: to })
  const links = [...picture.links.values()]
  picture.links.clear()
  const renamed = (serial: number) => (serial === from ? to : serial)
  for (const { from: a, to: b, type, strength } of links) link(picture, renamed(a), renamed(b), type, strength)
}

/** The arguments of get_dependency_graph that complete a picture: rewards, dates, and all relationships in it. */
export function completion(picture: Picture, kind: Kind, args: Arguments): Arguments | null {
  const form = { format: 'json', labels: 'readable' }
  if (kind === 'graph' && picture.asked.length === 0 && picture.found.length === 0) {
    const most = Number(args['max_nodes'] ?? 100)
    return { ...args, ...form, max_nodes: Math.min(MOST, Number.isSafeInteger(most) && most > 0 ? most : 100) }
  }
  const unnamed = picture.items.has(0) ? picture.asked.filter((reference) => serialOf(reference) === 0) : []
  const ids = [...unnamed, ...[...picture.items.keys()].filter((serial) => serial > 0).map(String)].slice(0, MOST)
  return ids.length === 0 ? null : { episode_ids: ids, max_nodes: MOST, ...form }
}

/** Returns the picture in the form of the memory page's map, newest first. */
export function mapOf(picture: Picture): MapResponse {
  const items = [...picture.items.values()]
  // Without dates, the serial numbers are the order.
  const dated = items.every(({ createdAt }) => !Number.isNaN(Date.parse(createdAt)))
  const time = (item: Item) => (dated ? Date.parse(item.createdAt) : item.serial * 1000)
  items.sort((a, b) => time(b) - time(a) || b.serial - a.serial)
  const index = new Map(items.map(({ serial }, i) => [serial, i]))
  const links = [...picture.links.values()]
  const degree = new Map<number, number>()
  for (const { from, to } of links) for (const end of new Set([from, to])) degree.set(end, (degree.get(end) ?? 0) + 1)
  return {
    episodes: items.map((item) => ({
      episode_id: item.id, id: item.serial, name: item.name, created_at: new Date(time(item)).toISOString(), reward: item.reward ?? 0, degree: degree.get(item.serial) ?? 0, community: 0,
    })),
    edges: links.map(({ from, to, type, strength }) => ({ from: index.get(from)!, to: index.get(to)!, type, strength })),
    tags: [], sources: [], total: picture.total, truncated: false,
  }
}

/** The episodes that the call was about, or the best result of a search. */
export function startOf({ asked, items, found }: Picture): Set<number> {
  const wanted = new Set(asked.map((reference) => reference.toLowerCase().replace(/^#/, '')))
  const named = [...items.values()].filter(({ serial, id }) => wanted.has(String(serial)) || wanted.has(id)).map(({ serial }) => serial)
  return new Set(named.length > 0 ? named : found.slice(0, 1))
}
