import type { Recalled } from './data.ts'
import type { Edge, Episode, Model } from './model.ts'
import { rewardStep } from './model.ts'
import { MOST_LAYERED } from './scene.ts'
import { filterOf, type View } from './view.ts'

/** Chooses what the graph draws: the opening, what a filter or a search leaves, or what surrounds an episode. */

/** The number of episodes that the page opens with. */
export const OPENING = 60
/** Up to so many results, or episodes that the filters let through, are drawn with what is linked to them. */
const MOST_HITS = 40
/** So many results stand out before a person asks for more. */
export const BEST = 8
/** So many episodes are drawn faintly because they are linked to what was found. */
const MOST_LINKED = 16
/** A path or a walk is a story of its own, and needs fewer. */
const BESIDE_WALK = 6

export interface Drawn {
  episodes: Episode[]
  edges: Edge[]
  /** Everything else is drawn faintly. Null if nothing stands out. */
  lit: ReadonlySet<number> | null
  /** The places of results in the list, from 1. */
  places: ReadonlyMap<number, number>
  /** How many results are not drawn. */
  more: number
  isOpening: boolean
  /** It is the open episode with what is linked to it. */
  isAround: boolean
}

interface Question {
  view: View
  model: Model
  /** What the server chose for the first picture, as a model of its own. */
  opening: Model | null
  /** What the filters let through, newest first. */
  found: Episode[]
  /** The results of a search that the filters let through, best first. Null without one. */
  hits: Recalled[] | null
  /** The episodes of a path or a walk. */
  along: ReadonlySet<number> | null
  /** A person has asked for all results. */
  isWhole: boolean
  /** There is room for few columns of names only. */
  isNarrow: boolean
}

export function drawnOf({ view, model, opening, found, hits, along, isWhole, isNarrow }: Question): Drawn {
  const { episode, picture } = view
  const open = model.bySerial.get(episode ?? -1)
  if (along !== null) {
    const episodes = [...along].flatMap((serial) => model.bySerial.get(serial) ?? [])
    // Its lines stand out, even if nothing else is drawn.
    return { ...around(episodes, model, BESIDE_WALK), lit: new Set(episodes.map(({ serial }) => serial)) }
  }
  if (hits !== null) {
    const shown = isWhole ? hits.slice(0, MOST_HITS) : strong(hits).slice(0, BEST)
    const places = new Map(shown.map(({ id }): [number, number] => [id, hits.findIndex((hit) => hit.id === id) + 1]))
    const episodes = shown.map((hit, i) => model.bySerial.get(hit.id) ?? standIn(hit, i))
    const selected = open === undefined || places.has(open.serial) ? [] : [open]
    return { ...around([...episodes, ...selected], model), places, more: hits.length - shown.length }
  }
  if (filterOf(view) !== '' && found.length <= MOST_HITS && view.community === null) {
    return around(open === undefined || found.includes(open) ? found : [...found, open], model)
  }
  const isDefault = filterOf(view) === '' && picture === null
  const base = isDefault ? openingOf(opening, model) : null
  if (base !== null) {
    const isIn = open !== undefined && base.episodes.some(({ serial }) => serial === open.serial)
    if (open === undefined || (isIn && !isNarrow)) return { ...plain(base.episodes, base.edges), isOpening: true }
    return { ...around([open], model, OPENING / 2), lit: null, isAround: true }
  }
  const newest = picture === 'newest' ? found.slice(0, MOST_LAYERED) : found
  return plain(open === undefined || newest.includes(open) ? newest : [...newest, open], model.edges)
}

function plain(episodes: Episode[], edges: Edge[]): Drawn {
  return { episodes, edges, lit: null, places: new Map(), more: 0, isOpening: false, isAround: false }
}

/** The best results: those with at least half of the best score, and not those that only relationships lead to. */
export function strong(hits: Recalled[]): Recalled[] {
  const best = Math.max(0, ...hits.map(({ score }) => score))
  return hits.filter(({ score, by }) => by === 'number' || (by !== 'relationships' && score >= best / 2))
}

/** The opening as the loaded episodes have it now. Null while it is not loaded, or if nothing of it is left. */
function openingOf(opening: Model | null, model: Model): { episodes: Episode[]; edges: Edge[] } | null {
  if (opening === null) return null
  const isWhole = model.episodes.length === model.total
  const now = opening.episodes.flatMap(({ serial }) => model.bySerial.get(serial) ?? [])
  if (isWhole && now.length === 0) return null
  return isWhole || now.length === opening.episodes.length ? { episodes: now, edges: model.edges } : opening
}

/** Draws some episodes, and faintly those that are linked to them, by their strongest relationships. */
function around(episodes: Episode[], model: Model, most = MOST_LINKED): Drawn {
  const known = new Set(episodes.map(({ index }) => index))
  const links = episodes.flatMap(({ index }) => model.edgesOf[index] ?? []).sort((a, b) => b.strength - a.strength)
  const linked = new Set<number>()
  for (const { from, to } of links) {
    for (const end of [from, to]) if (!known.has(end) && linked.size < most) linked.add(end)
  }
  const all = [...episodes, ...[...linked].map((index) => model.episodes[index]!)]
  all.sort((a, b) => b.time - a.time || b.serial - a.serial)
  const lit = linked.size === 0 ? null : new Set(episodes.map(({ serial }) => serial))
  return { ...plain(all, model.edges), lit }
}

/** A result that is not loaded, as in a memory of more episodes than the page loads. */
function standIn({ id, name, reward, created_at: createdAt }: Recalled, i: number): Episode {
  return {
    index: -1 - i, serial: id, name, createdAt, time: Date.parse(createdAt), reward, step: rewardStep(reward), degree: 1, community: 0, tags: [], source: '',
    supersededBy: null,
  }
}
