/**
 * Places many nodes by force within time: x says when, and only y moves. Relationships pull, and nodes that are too
 * close push. Communities begin in lanes, so that few passes are enough. docs/decisions/0022 compares libraries.
 */

export interface Field {
  x: Float64Array
  y: Float64Array
  /** how much space each node takes. */
  radius: Float64Array
  from: Uint32Array
  to: Uint32Array
  /** The community of each node, numbered from 0. */
  group: Int32Array
}

/** Relationships between communities pull this much less than those within. */
const BETWEEN = 0.04
const PULL = 0.35
/** Nodes of different communities keep a greater distance. */
const APART = 1.5
/** Communities of one node are laid out together. */
const ALONE = 1

/** Gives each community a lane for its time, the largest in the middle, and puts its nodes there. */
export function seedLanes(field: Field): void {
  const { x, y, radius, group } = field
  const lanes = lanesOf(field)
  const placed: Lane[] = []
  for (const lane of lanes) {
    lane.middle = freePlace(lane, placed)
    placed.push(lane)
  }
  // Lanes of few nodes over a long time have much space, and may overlap.
  const tall = Math.max(...lanes.map(({ middle, height }) => Math.abs(middle) + height / 2))
  const squeeze = Math.min(1, heightOf(field) / (2 * tall))
  const laneOf = new Map(lanes.flatMap((lane) => lane.groups.map((id): [number, Lane] => [id, lane])))
  for (let i = 0; i < x.length; i++) {
    const lane = laneOf.get(group[i]!)!
    // The golden ratio spreads neighbours evenly over the lane.
    const part = ((i * 0.618033988749895) % 1) - 0.5
    y[i] = squeeze * (lane.middle + part * Math.max(0, lane.height - 2 * radius[i]!))
  }
}

/** The height that the nodes need if they fill the width. */
function heightOf({ x, radius }: Field): number {
  const area = radius.reduce((sum, r) => sum + 4 * r * r, 0)
  return (1.2 * area) / Math.max(1, x.reduce((most, at) => Math.max(most, at), 0))
}

interface Lane {
  groups: number[]
  left: number
  right: number
  height: number
  middle: number
  /** How many relationships lead to each other lane. */
  near: Map<Lane, number>
}

function lanesOf({ x, radius, group, from, to }: Field): Lane[] {
  const sizes = new Map<number, number>()
  for (const id of group) sizes.set(id, (sizes.get(id) ?? 0) + 1)
  const lanes = new Map<number, Lane & { area: number }>()
  const keyOf = (id: number) => (sizes.get(id) === ALONE ? -1 : id)
  for (let i = 0; i < x.length; i++) {
    const key = keyOf(group[i]!)
    const lane: Lane & { area: number } = lanes.get(key) ?? { groups: [], left: Infinity, right: -Infinity, height: 0, middle: 0, near: new Map(), area: 0 }
    lanes.set(key, lane)
    if (key === -1 || lane.groups.length === 0) lane.groups.push(group[i]!)
    lane.left = Math.min(lane.left, x[i]! - radius[i]!)
    lane.right = Math.max(lane.right, x[i]! + radius[i]!)
    lane.area += 4 * radius[i]! ** 2
  }
  for (let edge = 0; edge < from.length; edge++) {
    const [a, b] = [lanes.get(keyOf(group[from[edge]!]!))!, lanes.get(keyOf(group[to[edge]!]!))!]
    if (a === b) continue
    a.near.set(b, (a.near.get(b) ?? 0) + 1)
    b.near.set(a, (b.near.get(a) ?? 0) + 1)
  }
  const list = [...lanes.values()].sort((a, b) => b.area - a.area || a.left - b.left)
  for (const lane of list) {
    const least = 2 * Math.sqrt(lane.area / Math.PI)
    lane.height = Math.max(lane.area / Math.max(1, lane.right - lane.left), Math.min(least, Math.sqrt(lane.area))) * 1.15
  }
  return list
}

/** Returns the middle of the free place that is nearest to the lanes it is related to. */
function freePlace(lane: Lane, placed: Lane[]): number {
  let sum = 0
  let weight = 0
  for (const [other, count] of lane.near) {
    if (!placed.includes(other)) continue
    sum += other.middle * count
    weight += count
  }
  const wanted = weight === 0 ? 0 : sum / weight
  const half = lane.height / 2
  const taken = placed
    .filter((other) => other.left < lane.right && other.right > lane.left)
    .map((other): [number, number] => [other.middle - other.height / 2 - half, other.middle + other.height / 2 + half])
    .sort((a, b) => a[0] - b[0])
  let [above, below] = [wanted, wanted]
  for (const [top, bottom] of taken) if (below > top && below < bottom) below = bottom
  for (const [top, bottom] of taken.reverse()) if (above > top && above < bottom) above = top
  return wanted - above <= below - wanted ? above : below
}

/** Moves the nodes once. `heat` falls from 1 to 0. */
export function relax(field: Field, heat: number): void {
  pull(field, heat)
  push(field)
}

function pull({ y, from, to, group }: Field, heat: number): void {
  const sum = new Float64Array(y.length)
  const weight = new Float64Array(y.length)
  for (let edge = 0; edge < from.length; edge++) {
    const [a, b] = [from[edge]!, to[edge]!]
    const pull = group[a] === group[b] ? 1 : BETWEEN
    sum[a]! += y[b]! * pull
    sum[b]! += y[a]! * pull
    weight[a]! += pull
    weight[b]! += pull
  }
  for (let i = 0; i < y.length; i++) {
    if (weight[i]! === 0) continue
    const part = PULL * heat * Math.min(1, weight[i]!)
    y[i] = y[i]! + part * (sum[i]! / weight[i]! - y[i]!)
  }
}

/** Moves nodes apart that cover one another. A grid finds them. */
function push(field: Field): void {
  const { x, y, radius } = field
  let widest = 0
  for (const r of radius) widest = Math.max(widest, r)
  const size = 2 * widest * APART
  if (size === 0) return
  const { order, first, columns, rows, left, top } = gridOf(x, y, size)
  for (let i = 0; i < x.length; i++) {
    const column = Math.floor((x[i]! - left) / size)
    const row = Math.min(rows - 1, Math.max(0, Math.floor((y[i]! - top) / size)))
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      const start = first[r * columns + Math.max(0, column - 1)]!
      const end = first[r * columns + Math.min(columns - 1, column + 1) + 1]!
      for (let k = start; k < end; k++) if (order[k]! > i) separate(field, i, order[k]!)
    }
  }
}

function separate({ x, y, radius, group }: Field, a: number, b: number): void {
  const reach = (radius[a]! + radius[b]!) * (group[a] === group[b] ? 1 : APART)
  const dx = x[b]! - x[a]!
  if (dx >= reach || dx <= -reach) return
  const dy = y[b]! - y[a]!
  const missing = Math.sqrt(reach * reach - dx * dx) - Math.abs(dy)
  if (missing <= 0) return
  const shift = (dy === 0 ? (a + b) % 2 === 0 : dy > 0) ? missing * 0.3 : missing * -0.3
  const share = radius[b]! / (radius[a]! + radius[b]!)
  y[a] = y[a]! - shift * 2 * share
  y[b] = y[b]! + shift * 2 * (1 - share)
}

/** Sorts the nodes into cells: those of cell i are order[first[i]] to order[first[i + 1] - 1]. */
function gridOf(x: Float64Array, y: Float64Array, size: number) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < x.length; i++) {
    left = Math.min(left, x[i]!)
    right = Math.max(right, x[i]!)
    top = Math.min(top, y[i]!)
    bottom = Math.max(bottom, y[i]!)
  }
  const columns = Math.floor((right - left) / size) + 1
  const rows = Math.floor((bottom - top) / size) + 1
  const first = new Uint32Array(columns * rows + 1)
  const cell = new Uint32Array(x.length)
  for (let i = 0; i < x.length; i++) {
    cell[i] = Math.floor((y[i]! - top) / size) * columns + Math.floor((x[i]! - left) / size)
    first[cell[i]! + 1]!++
  }
  for (let i = 1; i < first.length; i++) first[i]! += first[i - 1]!
  const next = first.slice()
  const order = new Uint32Array(x.length)
  for (let i = 0; i < x.length; i++) order[next[cell[i]!]!++] = i
  return { order, first, columns, rows, left, top }
}
