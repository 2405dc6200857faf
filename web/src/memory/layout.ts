/**
 * Places a few episodes in layers from left to right. It follows Sugiyama: layers, then an order with few crossings,
 * then coordinates.
 */

interface Request {
  /** Creation times, one for each node. */
  times: number[]
  edges: [from: number, to: number][]
}

export interface Layout {
  x: number[]
  y: number[]
  /** The points that long edges pass through, by the index of the edge. */
  bends: [number, number][][]
}

const COLUMN = 200
const ROW = 96
const BEND_ROW = 36
const GAP = 60
/** More bends than this take longer than they help. */
const MAX_BENDS = 4000
const SWEEPS = 10

/** A node or a bend during the layout. */
interface Cell {
  column: number
  /** The node's index, or -1 for a bend. */
  node: number
  y: number
  before: Cell[]
  after: Cell[]
}

export function layOut({ times, edges }: Request): Layout {
  const layout: Layout = { x: times.map(() => 0), y: times.map(() => 0), bends: edges.map(() => []) }
  const level = levels(times, edges)
  const cells = times.map((_, node): Cell => ({ column: level[node]!, node, y: 0, before: [], after: [] }))
  const chains = connect(cells, level, edges)
  const groups = components(times.length, edges)
  const singles = groups.filter((group) => group.length === 1).flat()
  const blocks = groups.filter((group) => group.length > 1)
  const groupOf = new Map(blocks.flatMap((group, i) => group.map((node): [number, number] => [node, i])))
  const bendsOf: Cell[][] = blocks.map(() => [])
  chains.forEach((chain, edge) => bendsOf[groupOf.get(edges[edge]![0]) ?? 0]?.push(...chain))

  const shelves = new Shelves(times.length)
  blocks.forEach((group, i) => {
    const members = [...group.map((node) => cells[node]!), ...bendsOf[i]!]
    const columns = order(members, times)
    assign(columns)
    const top = Math.min(...members.map(({ y }) => y))
    const bottom = Math.max(...members.map(({ y }) => y))
    const [left, down] = shelves.place((columns.length - 1) * COLUMN, bottom - top)
    for (const cell of members) {
      cell.y += down - top
      if (cell.node < 0) continue
      layout.x[cell.node] = left + cell.column * COLUMN
      layout.y[cell.node] = cell.y
    }
    for (const [edge, chain] of chains.entries()) {
      if (groupOf.get(edges[edge]![0]) === i) layout.bends[edge] = chain.map((cell) => [left + cell.column * COLUMN, cell.y])
    }
  })
  placeSingles(singles.sort((a, b) => times[a]! - times[b]!), shelves, layout)
  return layout
}

/** Returns the longest way to each node along the edges, which are read from old to new. */
function levels(times: number[], edges: [number, number][]): number[] {
  const level = times.map(() => 0)
  const later: number[][] = times.map(() => [])
  for (const [a, b] of edges) {
    const [old, young] = ordered(times, a, b)
    if (old !== young) later[old]!.push(young)
  }
  const byTime = times.map((_, node) => node).sort((a, b) => times[a]! - times[b]! || b - a)
  for (const node of byTime) for (const next of later[node]!) level[next] = Math.max(level[next]!, level[node]! + 1)
  return level
}

/** Episodes come newest first, so that of equal times the higher index is the older one. */
function ordered(times: number[], a: number, b: number): [number, number] {
  return times[a]! < times[b]! || (times[a] === times[b] && a > b) ? [a, b] : [b, a]
}

/** Joins the cells by the edges, and puts a bend into each column that an edge crosses. */
function connect(cells: Cell[], level: number[], edges: [number, number][]): Cell[][] {
  let bends = 0
  return edges.map(([a, b]) => {
    if (a === b) return []
    const forward = level[a]! < level[b]!
    const [start, end] = forward ? [cells[a]!, cells[b]!] : [cells[b]!, cells[a]!]
    const between = end.column - start.column - 1
    const chain: Cell[] = []
    if (bends + between <= MAX_BENDS) {
      bends += between
      for (let i = 1; i <= between; i++) chain.push({ column: start.column + i, node: -1, y: 0, before: [], after: [] })
    }
    const whole = [start, ...chain, end]
    for (let i = 1; i < whole.length; i++) {
      whole[i - 1]!.after.push(whole[i]!)
      whole[i]!.before.push(whole[i - 1]!)
    }
    return forward ? chain : chain.reverse()
  })
}

/** Returns the connected parts, the largest first. */
function components(n: number, edges: [number, number][]): number[][] {
  const parent = Array.from({ length: n }, (_, node) => node)
  const root = (node: number): number => {
    while (parent[node] !== node) node = parent[node] = parent[parent[node]!]!
    return node
  }
  for (const [a, b] of edges) parent[root(a)] = root(b)
  const groups = new Map<number, number[]>()
  for (let node = 0; node < n; node++) groups.set(root(node), [...(groups.get(root(node)) ?? []), node])
  return [...groups.values()].sort((a, b) => b.length - a.length || a[0]! - b[0]!)
}

/** Orders the cells of each column so that edges cross little: each goes to the mean of its neighbours. */
function order(cells: Cell[], times: number[]): Cell[][] {
  const columns: Cell[][] = []
  for (const cell of cells) (columns[cell.column] ??= []).push(cell)
  for (let i = 0; i < columns.length; i++) {
    columns[i] ??= []
    columns[i]!.sort((a, b) => (times[a.node] ?? 0) - (times[b.node] ?? 0))
    number(columns[i]!)
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const forward = sweep % 2 === 0
    for (const column of forward ? columns : [...columns].reverse()) {
      const means = new Map(column.map((cell) => [cell, mean(forward ? cell.before : cell.after, cell.y)]))
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

/** Gives coordinates: near the neighbours, in order, and not too close. */
function assign(columns: Cell[][]): void {
  for (const column of columns) spread(column)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const column of sweep % 2 === 0 ? columns : [...columns].reverse()) {
      for (const cell of column) cell.y = mean([...cell.before, ...cell.after], cell.y)
      spread(column)
    }
  }
}

/** Moves the cells of a column apart, and keeps the middle of the column where it was. */
function spread(column: Cell[]): void {
  if (column.length === 0) return
  const wanted = mean(column, 0)
  for (let i = 1; i < column.length; i++) {
    const distance = column[i]!.node < 0 || column[i - 1]!.node < 0 ? (ROW + BEND_ROW) / 2 : ROW
    column[i]!.y = Math.max(column[i]!.y, column[i - 1]!.y + distance)
  }
  const shift = wanted - mean(column, 0)
  for (const cell of column) cell.y += shift
}

/** Packs blocks from left to right into shelves. */
class Shelves {
  #width: number
  #left = 0
  #top = 0
  #height = 0

  constructor(nodes: number) {
    this.#width = Math.max(6, Math.ceil(Math.sqrt(nodes) * 0.9)) * COLUMN
  }

  /** Returns the left top corner of a block. */
  place(width: number, height: number): [number, number] {
    if (this.#left > 0 && this.#left + width > this.#width) this.feed()
    const at: [number, number] = [this.#left, this.#top]
    this.#left += width + COLUMN
    this.#height = Math.max(this.#height, height)
    return at
  }

  /** Starts a new shelf. */
  feed(): void {
    if (this.#left === 0) return
    this.#top += this.#height + ROW + GAP / 2
    this.#left = this.#height = 0
  }

  get columns(): number {
    return this.#width / COLUMN
  }
}

/** Puts episodes without relationships into rows below, the oldest first. */
function placeSingles(singles: number[], shelves: Shelves, layout: Layout): void {
  shelves.feed()
  const [left, top] = shelves.place(0, 0)
  singles.forEach((node, i) => {
    layout.x[node] = left + (i % shelves.columns) * COLUMN
    layout.y[node] = top + Math.floor(i / shelves.columns) * ROW
  })
}
