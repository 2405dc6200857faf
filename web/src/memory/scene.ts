import { COLUMN, GUTTER, type Heading, type Layout, type LayoutRequest, type Path } from './layout.ts'
import { LEADING, type Edge, type Episode } from './model.ts'
import type { Tick } from './timescale.ts'

/** What the graph draws: points with their places, and relationships with their paths. */

/** Layers for few episodes, a cloud for many, and groups for too many. */
export type Kind = 'layers' | 'cloud' | 'groups'

export interface Point {
  /** An episode's serial number, or the number of a group. */
  id: number
  name: string
  /** A second line below the name. */
  caption: string
  time: number
  /** The class of the reward, from -3 to +3. */
  step: number
  /** The names of points with a higher rank are written first. */
  rank: number
  radius: number
  faded: boolean
  /** The community, numbered from 0. */
  group: number
  /** Its place among the results of a search, from 1. */
  place?: number
}

/** A relationship between two points, by their indexes. */
export interface Joint {
  from: number
  to: number
  type: string
  strength: number
}

export interface Plan {
  kind: Kind
  points: Point[]
  joints: Joint[]
  /** Draws everything in the order of time, with a heading for each month. */
  byMonth?: boolean
}

export interface Node extends Point {
  x: number
  y: number
}

export interface Line {
  type: string
  strength: number
  from: Node
  to: Node
  /** Only in layers. */
  path: Path | null
  /** Keeps relationships between the same points apart. */
  shift: number
}

export interface Scene {
  kind: Kind
  nodes: Node[]
  /** Empty for a cloud, which has too many. */
  lines: Line[]
  joints: Joint[]
  byId: Map<number, Node>
  /** The points of the highest ranks, the highest first. */
  ranked: Node[]
  settled: boolean
  ticks: Tick[]
  headings: Heading[]
  /** What the picture covers with its names; null if it has only its points. */
  size: { width: number; height: number } | null
  /** Scenes with the same shape have their points in the same places. */
  shape: string
}

const MOST_RANKED = 2000

/** Names are read from this zoom on. */
export const READABLE = 0.7

/** Up to this many episodes are placed in layers. */
export const MOST_LAYERED = 300

/** Where points are, by id, and where relationships go, by jointKey. */
export interface Places {
  kind: Kind
  at: Map<number, [number, number]>
  paths: Map<string, Path>
  headings: Heading[]
  size: { width: number; height: number } | null
  /** Better places follow unless it is set. */
  settled: boolean
}

function jointKey(points: Point[], { from, to, type }: Joint): string {
  return `${points[from]!.id} ${points[to]!.id} ${type}`
}

function kindOf(episodes: number): Kind {
  return episodes > MOST_LAYERED ? 'cloud' : 'layers'
}

/** The plan of some episodes, with the relationships of some types between them. None means all types. */
export function planOf(drawn: Episode[], edges: Edge[], types: string[], kind: Kind = kindOf(drawn.length)): Plan {
  const points = drawn.map(({ serial, name, time, step, degree, supersededBy, community }): Point => ({
    id: serial, name, caption: '', time, step, rank: degree, radius: radiusOf(degree, kind), faded: supersededBy !== null, group: community,
  }))
  const place = new Map(drawn.map(({ index }, i) => [index, i]))
  const joints: Joint[] = []
  for (const { from, to, type, strength } of edges) {
    const [a, b] = [place.get(from), place.get(to)]
    if (a !== undefined && b !== undefined && (types.length === 0 || types.includes(type))) joints.push({ from: a, to: b, type, strength })
  }
  return { kind, points, joints }
}

function radiusOf(degree: number, kind: Kind): number {
  return kind === 'cloud' ? 3 + Math.min(12, Math.sqrt(degree)) : 6 + Math.min(4, Math.sqrt(degree))
}

/** How many columns of names a width has room for, in pixels. */
export function columnsIn(width: number): number {
  return Math.max(1, Math.floor((width / READABLE - GUTTER) / COLUMN))
}

/** What the layout in layers needs of a plan. */
export function requestOf({ points, joints, byMonth = false }: Plan, columns: number): LayoutRequest {
  return {
    times: points.map(({ time }) => time),
    edges: joints.map(({ from, to, type }) => ({ from, to, leads: LEADING.has(type) })),
    unlinked: points.map(({ rank }) => rank === 0),
    columns,
    byMonth,
  }
}

/** The places of a layout in layers. */
export function placesOf({ x, y, paths, headings, width, height }: Layout, { kind, points, joints }: Plan): Places {
  return {
    kind,
    at: new Map(points.map(({ id }, i) => [id, [x[i]!, y[i]!]])),
    paths: new Map(joints.map((joint, i) => [jointKey(points, joint), paths[i]!])),
    headings,
    size: { width, height },
    settled: true,
  }
}

const STEPS = { cloud: [26, 26], groups: [160, 160] } as const

/**
 * Adds the points that have no place yet to the right of those they are related to. Nothing else moves. Returns null
 * if a new layout is better, because most of the picture would be new.
 */
export function withAdditions(places: Places | null, { kind, points, joints }: Plan): Places | null {
  if (places === null || places.kind !== kind || kind === 'layers') return null
  const added = points.map((_, i) => i).filter((i) => !places.at.has(points[i]!.id))
  if (added.length === 0) return places
  if (added.length > points.length / 5) return null
  const [stepX, stepY] = STEPS[kind]
  const cellOf = ([x, y]: [number, number]) => `${Math.round(x / stepX)} ${Math.round(y / stepY)}`
  const at = new Map(places.at)
  const taken = new Set([...at.values()].map(cellOf))
  const newest = [...at.values()].reduce((right, place) => (place[0] > right[0] ? place : right))
  const related = new Map(added.map((i): [number, number[]] => [i, []]))
  for (const { from, to } of joints) {
    related.get(from)?.push(to)
    related.get(to)?.push(from)
  }
  for (const i of added.reverse()) { // the oldest first
    const near = related.get(i)!.map((other) => at.get(points[other]!.id)).filter((place) => place !== undefined)
    const x = (near.length > 0 ? Math.max(...near.map((place) => place[0])) : newest[0]) + stepX
    let y = near.length > 0 ? near.reduce((sum, place) => sum + place[1], 0) / near.length : 0
    while (taken.has(cellOf([x, y]))) y += stepY
    at.set(points[i]!.id, [x, y])
    taken.add(cellOf([x, y]))
  }
  return { ...places, at }
}

/** Returns the scene, or null if a point has no place. */
export function buildScene(places: Places, plan: Plan, ticksOf: (nodes: Node[]) => Tick[]): Scene | null {
  const { kind, points, joints } = plan
  const nodes: Node[] = []
  for (const point of points) {
    const place = places.at.get(point.id)
    if (place === undefined) return null
    nodes.push({ ...point, x: place[0], y: place[1] })
  }
  const lines = kind === 'cloud' ? [] : linesOf(places, plan, nodes)
  const ticks = kind === 'layers' ? [] : ticksOf(nodes)
  const shape = kind === 'layers' ? nodes.map(({ id, x, y }) => `${id} ${x} ${y}`).join() : kind
  const ranked = [...nodes].sort((a, b) => b.rank - a.rank).slice(0, MOST_RANKED)
  return { kind, nodes, lines, joints, byId: new Map(nodes.map((node) => [node.id, node])), ranked, settled: places.settled, ticks, headings: places.headings, size: places.size, shape }
}

function linesOf(places: Places, { points, joints }: Plan, nodes: Node[]): Line[] {
  const between = new Map<string, Line[]>()
  const lines = joints.map((joint): Line => {
    const { from, to, type, strength } = joint
    const line = { type, strength, from: nodes[from]!, to: nodes[to]!, path: places.paths.get(jointKey(points, joint)) ?? null, shift: 0 }
    const pair = [from, to].sort((a, b) => a - b).join(' ')
    between.set(pair, [...(between.get(pair) ?? []), line])
    return line
  })
  for (const parallel of between.values()) parallel.forEach((line, i) => (line.shift = (i - (parallel.length - 1) / 2) * 5))
  return lines
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

const DIRECTIONS: Record<Arrow, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** Returns where an arrow key leads: along a relationship, or to the nearest point if none leads that way. */
export function nodeTowards({ nodes, joints, lines }: Scene, at: Node, arrow: Arrow): Node | null {
  const onLine = arrow === 'ArrowRight' || arrow === 'ArrowLeft' ? endOfLine(lines, at, arrow) : null
  if (onLine !== null) return onLine
  const [dx, dy] = DIRECTIONS[arrow]
  const along = new Set<Node>()
  for (const { from, to } of joints) {
    if (nodes[from] === at) along.add(nodes[to]!)
    else if (nodes[to] === at) along.add(nodes[from]!)
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
  return best(along, 4) ?? best(nodes, 1.5)
}

/** Returns the nearest end of the lines that leave a point to one side. Some lead on to the next band. */
function endOfLine(lines: Line[], at: Node, arrow: 'ArrowRight' | 'ArrowLeft'): Node | null {
  const ends = lines.flatMap(({ from, to, path }) => {
    if (path === null) return []
    const [left, right] = path.reversed ? [to, from] : [from, to]
    const [start, end] = arrow === 'ArrowRight' ? [left, right] : [right, left]
    return start.id === at.id ? [end] : []
  })
  const distance = (node: Node) => Math.hypot(node.x - at.x, node.y - at.y)
  return ends.reduce<Node | null>((nearest, node) => (nearest === null || distance(node) < distance(nearest) ? node : nearest), null)
}
