/**
 * Places a few episodes in columns from left to right: causes before consequences, and otherwise older before newer.
 * Each connected part follows Sugiyama: levels, an order with few crossings, then coordinates. A part with more levels
 * than columns continues in a second band below, as text does in a second line. Names stand to the right of their
 * episodes. Lines run where no names are: between columns, between bands, or in rows of their own.
 */

export interface LayoutRequest {
  /** Creation times, newest first. */
  times: number[]
  edges: LayoutEdge[]
  /** How many columns the canvas has room for. */
  columns: number
  /** Episodes without any relationships, also to others that are not drawn. */
  unlinked: boolean[]
  /** Draws everything in the order of time, with a heading for each month. */
  byMonth: boolean
}

export interface LayoutEdge {
  from: number
  to: number
  /** `from` belongs to the left of `to`, whatever their times. */
  leads: boolean
}

export interface Layout {
  /** The middles of the episodes' circles. */
  x: number[]
  y: number[]
  /** The path of each edge, from its left end to its right end. */
  paths: Path[]
  headings: Heading[]
  width: number
  height: number
}

/** Where a line goes: curves between columns, or straight parts with round corners. Each point is a place in the picture. */
export interface Path {
  points: [x: number, y: number][]
  straight: boolean
  /** The line leads from right to left. */
  reversed: boolean
}

/** A title above a part of the picture. */
export interface Heading {
  y: number
  /** Of a month, a time in it. Null above the episodes that are not linked. */
  month: number | null
}

/** The distance of two columns, and how much of it is free for lines. */
export const COLUMN = 190
export const GUTTER = 38
/** The height of an episode with two lines of its name, of a line that passes a column, and between two bands. */
export const ROW = 40
const BEND_ROW = 10
const GAP = 26
const HEADING = 30
/** The distance of a circle's middle from the left end of its column. */
const DOT = 12
/** So many lines pass an episode in its column. More would make the picture high. */
const MOST_BENDS = 4
/** More episodes than this in one column continue in the next one. */
const MOST_ROWS = 11
const SWEEPS = 10

/** An episode or a bend during the layout. */
interface Cell {
  column: number
  /** The node's index, or -1 for a bend. */
  node: number
  y: number
  before: Cell[]
  after: Cell[]
}

/** Where an episode is: its column, and the lower end of its band. */
interface Spot {
  column: number
  bottom: number
}

/** A placed part, in coordinates of its own. */
interface Block {
  columns: number
  height: number
  nodes: { node: number; column: number; y: number; bottom: number }[]
  /** The bends of edges, by their indexes: a height in each column that they pass. */
  bends: Map<number, { column: number; y: number }[]>
}

export function layOut(request: LayoutRequest): Layout {
  const { times, edges } = request
  const columns = Math.max(1, request.columns)
  const picture = new Picture(times.length, columns)
  const linked = edges.filter(({ from, to }) => from !== to)
  if (request.byMonth) picture.addMonths(times)
  else {
    const parts = components(times.length, linked)
    const blocks = parts.filter((part) => part.length > 1).map((part) => blockOf(part, request, columns))
    blocks.sort((a, b) => b.nodes.length - a.nodes.length || Math.min(...a.nodes.map(({ node }) => node)) - Math.min(...b.nodes.map(({ node }) => node)))
    for (const block of blocks) picture.add(block)
    const singles = parts.filter((part) => part.length === 1).flat().reverse() // the oldest first
    picture.addGrid(singles.filter((node) => !request.unlinked[node]))
    const lane = singles.filter((node) => request.unlinked[node])
    if (lane.length > 0) picture.addHeading(null)
    picture.addGrid(lane)
  }
  return picture.finish(edges)
}

/** Reports whether an edge is read from its start to its end. Episodes come newest first. */
function forward(times: number[], { from, to, leads }: LayoutEdge): boolean {
  return leads || times[from]! < times[to]! || (times[from] === times[to] && from > to)
}

/** Returns the connected parts, in the order of their newest episodes, each newest first. */
function components(n: number, edges: LayoutEdge[]): number[][] {
  const parent = Array.from({ length: n }, (_, node) => node)
  const root = (node: number): number => {
    while (parent[node] !== node) node = parent[node] = parent[parent[node]!]!
    return node
  }
  for (const { from, to } of edges) parent[root(from)] = root(to)
  const groups = new Map<number, number[]>()
  for (let node = 0; node < n; node++) {
    const group = groups.get(root(node))
    if (group === undefined) groups.set(root(node), [node])
    else group.push(node)
  }
  return [...groups.values()]
}

/**
 * Returns the level of each node of a part, right of everything that leads to it and not further left than it must be,
 * and what each node leads to.
 */
function levelsOf(part: number[], { times, edges }: LayoutRequest) {
  const inside = new Set(part)
  const next = new Map(part.map((node): [number, Set<number>] => [node, new Set()]))
  for (const edge of edges) {
    if (!inside.has(edge.from) || edge.from === edge.to) continue
    const [a, b] = forward(times, edge) ? [edge.from, edge.to] : [edge.to, edge.from]
    next.get(a)!.add(b)
  }
  const sorted = ordered([...part].reverse(), next)
  const level = new Map(part.map((node): [number, number] => [node, 0]))
  for (const node of sorted) for (const to of next.get(node)!) level.set(to, Math.max(level.get(to)!, level.get(node)! + 1))
  // What nothing leads to goes beside what it leads to.
  const led = new Set([...next.values()].flatMap((list) => [...list]))
  for (const node of sorted) {
    const first = Math.min(...[...next.get(node)!].map((to) => level.get(to)!))
    if (!led.has(node) && Number.isFinite(first)) level.set(node, first - 1)
  }
  return { level, next }
}

/** Sorts nodes so that edges lead onwards. An edge that closes a ring is taken out of `next`. */
function ordered(nodes: number[], next: Map<number, Set<number>>): number[] {
  const state = new Map<number, 'open' | 'done'>()
  const reversed: number[] = []
  const visit = (start: number) => {
    const stack = [{ node: start, rest: [...next.get(start)!] }]
    state.set(start, 'open')
    while (stack.length > 0) {
      const { node, rest } = stack.at(-1)!
      const to = rest.pop()
      if (to === undefined) {
        state.set(node, 'done')
        reversed.push(node)
        stack.pop()
      } else if (state.get(to) === 'open') next.get(node)!.delete(to)
      else if (!state.has(to)) {
        state.set(to, 'open')
        stack.push({ node: to, rest: [...next.get(to)!] })
      }
    }
  }
  for (const node of nodes) if (!state.has(node)) visit(node)
  return reversed.reverse()
}

/** Numbers the columns of a part from 0, without limit: a level of many episodes takes several. */
function columnsOf(part: number[], request: LayoutRequest, columns: number): Map<number, number> {
  const { level, next } = levelsOf(part, request)
  const rows: number[][] = []
  for (const node of [...part].reverse()) (rows[level.get(node)!] ??= []).push(node)
  const column = new Map<number, number>()
  let at = 0
  for (const row of rows) {
    if (row === undefined) continue
    row.forEach((node, i) => column.set(node, at + Math.floor(i / MOST_ROWS)))
    at += Math.ceil(row.length / MOST_ROWS)
  }
  for (let first = 0; first < at; first += columns) even(column, next, first, Math.min(at, first + columns))
  return column
}

/** Moves episodes to the right within a band, as far as what they lead to lets them, where a column has more than its share. */
function even(column: Map<number, number>, next: Map<number, Set<number>>, first: number, end: number): void {
  const members: number[][] = Array.from({ length: end - first }, () => [])
  for (const [node, at] of column) members[at - first]?.push(node)
  const share = Math.ceil(members.flat().length / members.length)
  for (let pass = 0; pass < members.length; pass++) {
    for (let at = members.length - 2; at >= 0; at--) {
      for (const node of [...members[at]!]) {
        if (members[at]!.length <= share || members[at + 1]!.length >= share) break
        if ([...next.get(node)!].some((to) => column.get(to)! <= first + at + 1)) continue
        members[at] = members[at]!.filter((other) => other !== node)
        members[at + 1]!.push(node)
        column.set(node, first + at + 1)
      }
    }
  }
}

/** Lays out one connected part. */
function blockOf(part: number[], request: LayoutRequest, columns: number): Block {
  const column = columnsOf(part, request, columns)
  const last = Math.max(...column.values())
  const block: Block = { columns: Math.min(columns, last + 1), height: 0, nodes: [], bends: new Map() }
  const cells = new Map(part.map((node): [number, Cell] => [node, { column: column.get(node)!, node, y: 0, before: [], after: [] }]))
  const chains = connect(cells, request, columns)
  for (let first = 0; first <= last; first += columns) {
    const members = [...cells.values(), ...[...chains.values()].flat()].filter(({ column }) => column >= first && column < first + columns)
    if (members.length === 0) continue
    const rows = order(members, first, request.times)
    const height = assign(rows)
    const top = block.height + (block.height > 0 ? GAP : 0)
    for (const cell of members) cell.y += top
    block.height = top + height
    for (const { node, column, y } of members) if (node >= 0) block.nodes.push({ node, column: column - first, y, bottom: block.height })
  }
  for (const [edge, chain] of chains) block.bends.set(edge, chain.map(({ column, y }) => ({ column: column % columns, y })))
  return block
}

/** Joins the cells of a band by the edges, with a bend in each column that an edge passes if there is room for it. */
function connect(cells: Map<number, Cell>, { edges }: LayoutRequest, columns: number): Map<number, Cell[]> {
  const passing = new Map<number, number>()
  const chains = new Map<number, Cell[]>()
  const band = (cell: Cell) => Math.floor(cell.column / columns)
  edges.forEach(({ from, to }, edge) => {
    const [a, b] = [cells.get(from), cells.get(to)]
    if (a === undefined || b === undefined || a.column === b.column || band(a) !== band(b)) return
    const [start, end] = a.column < b.column ? [a, b] : [b, a]
    const between = Array.from({ length: end.column - start.column - 1 }, (_, i) => start.column + 1 + i)
    if (between.some((column) => (passing.get(column) ?? 0) >= MOST_BENDS)) return
    for (const column of between) passing.set(column, (passing.get(column) ?? 0) + 1)
    const chain = between.map((column): Cell => ({ column, node: -1, y: 0, before: [], after: [] }))
    const whole = [start, ...chain, end]
    for (let i = 1; i < whole.length; i++) {
      whole[i - 1]!.after.push(whole[i]!)
      whole[i]!.before.push(whole[i - 1]!)
    }
    chains.set(edge, chain)
  })
  return chains
}

/** Orders the cells of each column so that edges cross little: each goes to the mean of its neighbours. */
function order(cells: Cell[], first: number, times: number[]): Cell[][] {
  const columns: Cell[][] = []
  for (const cell of cells) (columns[cell.column - first] ??= []).push(cell)
  for (let i = 0; i < columns.length; i++) {
    columns[i] ??= []
    columns[i]!.sort((a, b) => (times[a.node] ?? 0) - (times[b.node] ?? 0))
    number(columns[i]!)
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const onwards = sweep % 2 === 0
    for (const column of onwards ? columns : [...columns].reverse()) {
      const means = new Map(column.map((cell) => [cell, mean(onwards ? cell.before : cell.after, cell.y)]))
      column.sort((a, b) => means.get(a)! - means.get(b)!)
      number(column)
    }
  }
  return columns
}

/** Numbers a column from the middle, so that columns of different length compare. */
function number(column: Cell[]): void {
  column.forEach((cell, i) => (cell.y = i - (column.length - 1) / 2))
}

function mean(cells: Cell[], otherwise: number): number {
  return cells.length === 0 ? otherwise : cells.reduce((sum, { y }) => sum + y, 0) / cells.length
}

/** Gives heights: near the neighbours, in order, not too close, and no further apart than the fullest column needs. */
function assign(columns: Cell[][]): number {
  const height = Math.max(...columns.map((column) => column.reduce((sum, cell) => sum + heightOf(cell), 0)))
  for (const column of columns) for (const cell of column) cell.y = height / 2 + cell.y * ROW
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const column of sweep % 2 === 0 ? columns : [...columns].reverse()) {
      for (const cell of column) cell.y = mean([...cell.before, ...cell.after], cell.y)
      spread(column, height)
    }
  }
  for (const column of columns) for (const cell of column) cell.y = Math.round(cell.y)
  return height
}

function heightOf({ node }: Cell): number {
  return node < 0 ? BEND_ROW : ROW
}

/** Moves the cells of a column apart, keeps the middle of the column where it was, and all of it within a height. */
function spread(column: Cell[], height: number): void {
  const wanted = mean(column, 0)
  const apart = (i: number) => (heightOf(column[i]!) + heightOf(column[i - 1]!)) / 2
  for (let i = 1; i < column.length; i++) column[i]!.y = Math.max(column[i]!.y, column[i - 1]!.y + apart(i))
  const shift = wanted - mean(column, 0)
  for (const cell of column) cell.y += shift
  let least = 0
  for (let i = 0; i < column.length; i++) {
    least = i === 0 ? heightOf(column[0]!) / 2 : column[i - 1]!.y + apart(i)
    column[i]!.y = Math.max(column[i]!.y, least)
  }
  for (let i = column.length - 1; i >= 0; i--) {
    const most = i === column.length - 1 ? height - heightOf(column[i]!) / 2 : column[i + 1]!.y - apart(i + 1)
    column[i]!.y = Math.min(column[i]!.y, most)
  }
}

const leftOf = (column: number): number => GUTTER + column * COLUMN

/** Puts blocks where the columns are free the furthest up, and draws the lines between everything. */
class Picture {
  #columns: number
  /** The free height of each column. */
  #free: number[]
  #spots: (Spot | null)[]
  #bends = new Map<number, [x: number, y: number][][]>()
  #used = new Map<string, number>()
  #layout: Layout

  constructor(nodes: number, columns: number) {
    this.#columns = columns
    this.#free = Array.from({ length: columns }, () => 0)
    this.#spots = Array.from({ length: nodes }, () => null)
    const zeros = () => Array.from({ length: nodes }, () => 0)
    this.#layout = { x: zeros(), y: zeros(), paths: [], headings: [], width: GUTTER + columns * COLUMN, height: 0 }
  }

  add(block: Block): void {
    const tops = Array.from({ length: this.#columns - block.columns + 1 }, (_, left) => Math.max(...this.#free.slice(left, left + block.columns)))
    const top = Math.min(...tops)
    const left = tops.indexOf(top)
    for (const { node, column, y, bottom } of block.nodes) this.#put(node, left + column, top + y, top + bottom)
    for (const [edge, bends] of block.bends) {
      this.#bends.set(edge, bends.map(({ column, y }) => [[leftOf(left + column) - 4, top + y], [leftOf(left + column + 1) - GUTTER, top + y]]))
    }
    for (let column = left; column < left + block.columns; column++) this.#free[column] = top + block.height + GAP
  }

  /** Adds rows of episodes below everything else. */
  addGrid(nodes: number[]): void {
    if (nodes.length === 0) return
    const top = Math.max(...this.#free)
    nodes.forEach((node, i) => {
      const bottom = top + (Math.floor(i / this.#columns) + 1) * (ROW + BEND_ROW) - BEND_ROW
      this.#put(node, i % this.#columns, bottom - ROW / 2, bottom)
    })
    this.#free.fill(top + Math.ceil(nodes.length / this.#columns) * (ROW + BEND_ROW) + GAP)
  }

  addHeading(month: number | null): void {
    const top = Math.max(...this.#free)
    this.#layout.headings.push({ y: top, month })
    this.#free.fill(top + HEADING)
  }

  /** Adds all episodes by month, the oldest first. */
  addMonths(times: number[]): void {
    const nodes = times.map((_, node) => node).reverse()
    const monthOf = (node: number) => new Date(times[node]!).getFullYear() * 12 + new Date(times[node]!).getMonth()
    for (let at = 0; at < nodes.length; ) {
      const month = nodes.slice(at).filter((node) => monthOf(node) === monthOf(nodes[at]!))
      this.addHeading(times[nodes[at]!]!)
      this.addGrid(month)
      at += month.length
    }
  }

  #put(node: number, column: number, y: number, bottom: number): void {
    this.#layout.x[node] = leftOf(column) + DOT
    this.#layout.y[node] = y
    this.#spots[node] = { column, bottom }
  }

  finish(edges: LayoutEdge[]): Layout {
    const layout = this.#layout
    layout.height = Math.max(...this.#free) - GAP
    layout.width = GUTTER + (1 + Math.max(0, ...this.#spots.map((spot) => spot?.column ?? 0))) * COLUMN
    layout.paths = edges.map((edge, i) => this.#path(edge, i))
    return layout
  }

  #path({ from, to }: LayoutEdge, edge: number): Path {
    const { x, y } = this.#layout
    const [a, b] = [this.#spots[from]!, this.#spots[to]!]
    const isSameBand = a.bottom === b.bottom
    const reversed = isSameBand ? a.column > b.column : a.bottom > b.bottom
    const [left, right] = reversed ? [to, from] : [from, to]
    const [start, end] = reversed ? [b, a] : [a, b]
    const begin: [number, number] = [leftOf(start.column + 1) - GUTTER, y[left]!]
    const finish: [number, number] = [x[right]!, y[right]!]
    const bends = this.#bends.get(edge)
    if (isSameBand && (bends !== undefined || end.column === start.column + 1)) {
      return { points: [begin, ...(bends ?? []).flat(), finish], straight: false, reversed }
    }
    // Around the names: between the columns, and below the band.
    const out = leftOf(start.column + 1) - GUTTER + 8 + this.#track(`out ${start.column}`) * 3
    const into = leftOf(end.column) - 10 - this.#track(`in ${end.column}`) * 3
    const below = start.bottom + 5 + this.#track(`below ${start.bottom}`) * 3
    return { points: [begin, [out, begin[1]], [out, below], [into, below], [into, finish[1]], finish], straight: true, reversed }
  }

  /** Returns one of a few tracks beside each other in turn, so that lines do not cover one another. */
  #track(place: string): number {
    const used = this.#used.get(place) ?? 0
    this.#used.set(place, used + 1)
    return used % 5
  }
}
