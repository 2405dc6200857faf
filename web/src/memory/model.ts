import type { MapResponse } from './data.ts'
import { KINDS } from './kinds.ts'
import type { Outcome, View, Walk } from './view.ts'

/** The loaded episodes and relationships, and what of them a view shows. */

export interface Episode {
  /** The place in Model.episodes. */
  index: number
  serial: number
  name: string
  createdAt: string
  time: number
  reward: number
  /** From -3 to +3. */
  step: number
  degree: number
  /** The number of its community among the loaded episodes. */
  community: number
  tags: string[]
  source: string
  /** The later episode that contradicts or refines this one. */
  supersededBy: { serial: number; type: string } | null
}

export interface Edge {
  from: number
  to: number
  type: string
  strength: number
}

export interface Model {
  /** Newest first. */
  episodes: Episode[]
  edges: Edge[]
  bySerial: Map<number, Episode>
  /** The edges of each episode, by its index. */
  edgesOf: Edge[][]
  sources: string[]
  /** How many episodes could be loaded. */
  total: number
}

/** Only rewards strictly between its negative and itself are mixed. */
const MIXED = 0.3

/** Returns the class of a reward, from -3 to +3, as RewardStep of the server does. Class 0 is mixed. */
export function rewardStep(reward: number): number {
  const size = Math.min(1, Math.abs(reward))
  return size < MIXED ? 0 : Math.sign(reward) * Math.round(size * 3)
}

export function outcomeOf(step: number): Outcome {
  return step > 0 ? 'good' : step < 0 ? 'bad' : 'mixed'
}

export function buildModel(map: MapResponse): Model {
  const episodes = map.episodes.map((row, index): Episode => ({
    index,
    serial: row.id,
    name: row.name,
    createdAt: row.created_at,
    time: Date.parse(row.created_at),
    reward: row.reward,
    step: rewardStep(row.reward),
    degree: row.degree,
    community: row.community,
    tags: (row.tags ?? []).map((tag) => map.tags[tag] ?? ''),
    source: row.source === undefined ? '' : (map.sources[row.source] ?? ''),
    supersededBy: null,
  }))
  const edgesOf: Edge[][] = episodes.map(() => [])
  for (const edge of map.edges) {
    const [from, to] = [episodes[edge.from]!, episodes[edge.to]!]
    edgesOf[edge.from]!.push(edge)
    if (edge.to !== edge.from) edgesOf[edge.to]!.push(edge)
    const supersedes = (edge.type === 'contradicts' || edge.type === 'refines') && from.time >= to.time
    if (supersedes) to.supersededBy ??= { serial: from.serial, type: edge.type }
  }
  const bySerial = new Map(episodes.map((episode) => [episode.serial, episode]))
  return { episodes, edges: map.edges, bySerial, edgesOf, sources: map.sources, total: map.total }
}

/** Returns the episodes that the filters of the view let through, newest first. The words are not looked at. */
export function matching(model: Model, view: View): Episode[] {
  const since = view.since === '' ? -Infinity : Date.parse(view.since)
  const until = view.until === '' ? Infinity : Date.parse(view.until) + 59_999
  return model.episodes.filter(
    (episode) =>
      episode.time >= since &&
      episode.time <= until &&
      view.tags.every((tag) => episode.tags.includes(tag)) &&
      (view.outcomes.length === 0 || view.outcomes.includes(outcomeOf(episode.step))) &&
      (view.sources.length === 0 || view.sources.includes(episode.source)) &&
      (view.types.length === 0 || model.edgesOf[episode.index]!.some(({ type }) => view.types.includes(type))),
  )
}

/** Counts values, the most frequent first. */
export function counted(values: Iterable<string>): [value: string, count: number][] {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

/** Counts episodes by bucket and by class of reward, as the server does. */
export function rewardsOf(episodes: Episode[], buckets: number, start: number, length: number): number[][] {
  const counts = Array.from({ length: buckets }, () => [0, 0, 0, 0, 0, 0, 0])
  for (const { time, step } of episodes) {
    const bucket = counts[Math.floor((time - start) / length)]
    if (bucket !== undefined) bucket[step + 3]!++
  }
  return counts
}

/** The relationships that lead from cause to consequence. */
export const LEADING = new Set(KINDS.filter(({ ordering }) => ordering).map(({ name }) => name))

/** The type of what merely comes next. */
export const NEXT = 'follows'

/** The relationships that say which end is the earlier episode. What merely comes next is the last. */
export const DATED = KINDS.filter(({ earlier }) => earlier !== null)
  .map(({ name }) => name)
  .sort((a, b) => Number(a === NEXT) - Number(b === NEXT))

const earlierEnds = new Map(KINDS.map(({ name, earlier }) => [name, earlier]))

/** Returns where the relationships of a type lie that lead from an episode back to an earlier one, or forward to a later one. */
export function sideOf(type: string, direction: Walk): 'incoming' | 'outgoing' {
  return (earlierEnds.get(type) === 'to') === (direction === 'back') ? 'outgoing' : 'incoming'
}

/** Returns the relationships of an episode to earlier or later ones, and the episode at the other end of each. */
export function edgesTowards(model: Model, index: number, direction: Walk): { edge: Edge; there: number }[] {
  return model.edgesOf[index]!
    .filter(({ type, from, to }) => DATED.includes(type) && from !== to && index === (sideOf(type, direction) === 'outgoing' ? from : to))
    .map((edge) => ({ edge, there: edge.from === index ? edge.to : edge.from }))
    .sort((a, b) => Number(a.edge.type === NEXT) - Number(b.edge.type === NEXT))
}

/** An episode of a walk, with the relationship by which the walk reached it. */
export interface WalkStep {
  episode: Episode
  type: string
  /** The serial number of the episode at the other end, which is nearer to the start. */
  via: number
  /** In relationships from the start. */
  distance: number
}

/** Walks to earlier or later episodes, up to some steps. Each follows the one that led to it, as in a tree. */
export function walk(model: Model, serial: number, direction: Walk, steps = 5): WalkStep[] {
  const start = model.bySerial.get(serial)
  if (start === undefined) return []
  const found: WalkStep[] = []
  const known = new Set<number>([start.index])
  let ends = [start.index]
  for (let step = 0; step < steps && ends.length > 0; step++) {
    const next: number[] = []
    for (const end of ends) {
      for (const { edge, there } of edgesTowards(model, end, direction)) {
        if (known.has(there)) continue
        known.add(there)
        next.push(there)
        found.push({ episode: model.episodes[there]!, type: edge.type, via: model.episodes[end]!.serial, distance: step + 1 })
      }
    }
    ends = next
  }
  const after = new Map<number, WalkStep[]>()
  for (const step of found) after.set(step.via, [...(after.get(step.via) ?? []), step])
  const below = (serial: number): WalkStep[] => (after.get(serial) ?? []).flatMap((step) => [step, ...below(step.episode.serial)])
  return below(serial)
}
