import type { Layout } from './layout.ts'
import type { Edge, Episode } from './model.ts'

/** What the graph draws: episodes with their places, and relationships with their paths. */

export interface Node {
  episode: Episode
  x: number
  y: number
  radius: number
}

export interface Line {
  edge: Edge
  from: Node
  to: Node
  bends: [number, number][]
  /** Keeps relationships between the same episodes apart. */
  shift: number
}

export interface Scene {
  nodes: Node[]
  lines: Line[]
  bySerial: Map<number, Node>
  /** Many episodes are drawn smaller, and their relationships as plain lines. */
  dense: boolean
}

/** Up to this many episodes are placed in layers. */
export const MOST_LAYERED = 300

/** Where episodes are, by serial number, and where relationships bend, by edgeKey. */
export interface Places {
  at: Map<number, [number, number]>
  bends: Map<string, [number, number][]>
  dense: boolean
}

export function edgeKey(episodes: Episode[], { from, to, type }: Edge): string {
  return `${episodes[from]!.serial} ${episodes[to]!.serial} ${type}`
}

/** Returns the edges between some of the episodes. */
export function edgesBetween(edges: Edge[], drawn: Episode[], types: string[]): Edge[] {
  const shown = new Set(drawn.map(({ index }) => index))
  return edges.filter(({ from, to, type }) => shown.has(from) && shown.has(to) && (types.length === 0 || types.includes(type)))
}

/** The places of a new layout. */
export function placesOf(layout: Layout, drawn: Episode[], edges: Edge[], episodes: Episode[], dense: boolean): Places {
  const bends = edges.map((edge, i): [string, [number, number][]] => [edgeKey(episodes, edge), layout.bends[i]!])
  return {
    at: new Map(drawn.map(({ serial }, i) => [serial, [layout.x[i]!, layout.y[i]!]])),
    bends: new Map(bends),
    dense,
  }
}

const STEP_X = 200
const STEP_Y = 96

/**
 * Adds the episodes that have no place yet to the right of those they are related to. Nothing else moves. Returns
 * null if a new layout is better, because most of the picture would be new.
 */
export function withAdditions(places: Places | null, drawn: Episode[], edges: Edge[]): Places | null {
  if (places === null || places.dense !== drawn.length > MOST_LAYERED) return null
  const added = drawn.filter(({ serial }) => !places.at.has(serial))
  if (added.length === 0) return places
  if (added.length > drawn.length / 5) return null
  const at = new Map(places.at)
  const taken = new Set([...at.values()].map(cellOf))
  const byIndex = new Map(drawn.map((episode) => [episode.index, episode]))
  for (const episode of [...added].reverse()) { // the oldest first
    const near = edges
      .filter(({ from, to }) => from === episode.index || to === episode.index)
      .map(({ from, to }) => at.get(byIndex.get(from === episode.index ? to : from)?.serial ?? -1))
      .filter((place) => place !== undefined)
    const all = near.length > 0 ? near : [...at.values()]
    const x = Math.max(...all.map((place) => place[0])) + STEP_X
    let y = near.length > 0 ? near.reduce((sum, place) => sum + place[1], 0) / near.length : 0
    while (taken.has(cellOf([x, y]))) y += STEP_Y
    at.set(episode.serial, [x, y])
    taken.add(cellOf([x, y]))
  }
  return { ...places, at }
}

function cellOf([x, y]: [number, number]): string {
  return `${Math.round(x / STEP_X)} ${Math.round(y / STEP_Y)}`
}

export function buildScene(places: Places, drawn: Episode[], edges: Edge[], episodes: Episode[]): Scene {
  const { dense } = places
  const byIndex = new Map<number, Node>()
  const nodes: Node[] = []
  for (const episode of drawn) {
    const place = places.at.get(episode.serial)
    if (place === undefined) continue
    const node = { episode, x: place[0], y: place[1], radius: radiusOf(episode.degree, dense) }
    nodes.push(node)
    byIndex.set(episode.index, node)
  }
  const between = new Map<string, Line[]>()
  const lines: Line[] = []
  for (const edge of edges) {
    const [from, to] = [byIndex.get(edge.from), byIndex.get(edge.to)]
    if (from === undefined || to === undefined) continue
    const line = { edge, from, to, bends: dense ? [] : (places.bends.get(edgeKey(episodes, edge)) ?? []), shift: 0 }
    lines.push(line)
    const pair = [edge.from, edge.to].sort((a, b) => a - b).join(' ')
    between.set(pair, [...(between.get(pair) ?? []), line])
  }
  for (const parallel of between.values()) parallel.forEach((line, i) => (line.shift = (i - (parallel.length - 1) / 2) * 7))
  return { nodes, lines, bySerial: new Map(nodes.map((node) => [node.episode.serial, node])), dense }
}

function radiusOf(degree: number, dense: boolean): number {
  return dense ? 3 + Math.min(7, Math.sqrt(degree)) : 8 + Math.min(9, Math.sqrt(degree) * 2)
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

const DIRECTIONS: Record<Arrow, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** Returns where an arrow key leads: along a relationship, or to the nearest episode if none leads that way. */
export function nodeTowards(scene: Scene, at: Node, arrow: Arrow): Node | null {
  const [dx, dy] = DIRECTIONS[arrow]
  const along = new Set<Node>()
  for (const { from, to } of scene.lines) {
    if (from === at) along.add(to)
    else if (to === at) along.add(from)
  }
  along.delete(at)
  const best = (nodes: Iterable<Node>, most: number): Node | null => {
    let found: Node | null = null
    let least = Infinity
    for (const node of nodes) {
      const [x, y] = [node.x - at.x, node.y - at.y]
      const ahead = x * dx + y * dy
      const aside = Math.abs(x * dy) + Math.abs(y * dx)
      if (node === at || ahead <= 0 || aside > ahead * most) continue
      const cost = ahead + 2 * aside
      if (cost < least) [found, least] = [node, cost]
    }
    return found
  }
  return best(along, 4) ?? best(scene.nodes, 1.5)
}
