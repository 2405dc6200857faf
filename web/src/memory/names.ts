import { NAMED_FROM } from './camera.ts'
import { isLit, isSeen, type Context, type Look } from './paint.ts'
import type { Kind, Node, Scene } from './scene.ts'

/** Writes the names of points. */

/** Names are written from this zoom on. Below it, only those of marked points. */
const READABLE: Record<Kind, number> = { layers: NAMED_FROM, cloud: 0.55, groups: 0 }
const MOST_NAMES: Record<Kind, number> = { layers: 150, cloud: 60, groups: 150 }
/** From afar, so many of the best connected points have names. */
const LANDMARKS: Record<Kind, number> = { layers: 16, cloud: 14, groups: 0 }
/** Up to so many marked points have names in any case. */
const MOST_LIT = 40
/** So many points of a cloud are tried, the best connected first. */
const MOST_TRIED = 400

const LINE_HEIGHT = 15
const NAME_WIDTH = 156
const MIN_NAME_WIDTH = 84
/** The distance of two columns of the layout. */
const COLUMN = 200

/** Writes as many names as fit without covering one another, those of the best connected episodes first. */
export function paintNames(context: Context, { kind, ranked }: Scene, nodes: Node[], look: Look): void {
  const { camera, palette, lit, fresh } = look
  const marked = ({ id }: Node) => id === look.selected || id === look.cursor || id === look.hovered
  const points = kind === 'layers' ? nodes : null
  if (camera.zoom < READABLE[kind]) {
    const few = lit !== null && lit.size < MOST_LIT ? lit : null
    const known = new Set(lit === null ? ranked.filter((node) => isSeen(node, look)).slice(0, LANDMARKS[kind]) : [])
    nodes = nodes.filter((node) => known.has(node) || marked(node) || few?.has(node.id) || (kind === 'cloud' && fresh.has(node.id)))
  }
  const rank = (node: Node) => (marked(node) ? 1e12 : 0) + (lit?.has(node.id) ? 1e9 : 0) + node.rank
  const ranks = new Map(nodes.map((node) => [node, rank(node)]))
  nodes.sort((a, b) => ranks.get(b)! - ranks.get(a)!)
  if (kind === 'cloud') nodes = nodes.slice(0, MOST_TRIED)
  context.font = `12px ${palette.font}`
  context.textAlign = 'center'
  context.textBaseline = 'top'
  context.lineJoin = 'round'
  context.lineWidth = 4
  context.strokeStyle = palette.ground
  const nameWidth = kind === 'groups' ? NAME_WIDTH : Math.round(Math.min(NAME_WIDTH, Math.max(MIN_NAME_WIDTH, COLUMN * camera.zoom - 12)) / 12) * 12
  // No name covers an episode, except a faint one.
  const taken: Box[] = (points ?? nodes).filter((node) => isLit(node, lit) || marked(node)).map((node) => {
    const [x, y, size] = [node.x * camera.zoom + camera.x, node.y * camera.zoom + camera.y, node.radius * camera.zoom]
    return [x - size, y - size, x + size, y + size]
  })
  taken.push([look.width - BUTTONS[0], 0, look.width, BUTTONS[1]])
  let written = 0
  for (const node of nodes) {
    if (written > MOST_NAMES[kind]) break
    if (!isLit(node, lit) && !marked(node)) continue
    const stands = lit !== null || marked(node)
    const linesOf = (width: number) => [...wrapped(context, node.name, width), ...(node.caption === '' ? [] : wrapped(context, node.caption, width))]
    let lines = linesOf(nameWidth)
    let place = stands && lines.some(isCut) ? undefined : placeOf(node, lines, look, taken, stands)
    if (place === undefined && stands) {
      // A name that stands out may be wider before it is cut or left out.
      const wide = linesOf(NAME_WIDTH)
      place = placeOf(node, wide, look, taken, true)
      if (place !== undefined) lines = wide
      else place = placeOf(node, lines, look, taken, true)
    }
    if (place === undefined) continue
    taken.push(place)
    written++
    const [x, y] = [(place[0] + place[2]) / 2, place[1]]
    const captioned = node.caption !== ''
    lines.forEach(({ text }, i) => {
      context.fillStyle = node.faded || (captioned && i === lines.length - 1) ? palette.muted : palette.ink
      context.strokeText(text, x, y + i * LINE_HEIGHT)
      context.fillText(text, x, y + i * LINE_HEIGHT)
    })
  }
}

const isCut = ({ text }: Written): boolean => text.endsWith('…')

type Box = [left: number, top: number, right: number, bottom: number]

/** Returns where a name fits: below its episode or above it, or also beside it. The edge of the picture crops no name. */
function placeOf(node: Node, lines: Written[], { camera, width, height }: Look, taken: Box[], beside: boolean): Box | undefined {
  const [x, y, size] = [node.x * camera.zoom + camera.x, node.y * camera.zoom + camera.y, node.radius * camera.zoom + 4]
  if (x < 0 || x > width) return undefined
  const half = Math.max(...lines.map((line) => line.width)) / 2 + 3
  const tall = lines.length * LINE_HEIGHT
  const middle = Math.min(width - half, Math.max(half, x))
  const centres: [number, number][] = [[middle, y + size], [middle, y - size - tall]]
  if (beside) centres.push([x + size + half, y - tall / 2], [x - size - half, y - tall / 2])
  return centres
    .map(([at, top]): Box => [at - half, top, at + half, top + tall])
    .filter((box) => box[0] >= -1 && box[2] <= width + 1 && box[1] >= 0 && box[3] <= height)
    .find((box) => !taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1]))
}

/** The width and the height of the buttons in the upper right corner, with their margins. */
const BUTTONS = [168, 66] as const

interface Written {
  text: string
  width: number
}

const wraps = new Map<string, Written[]>()
const MAX_LINES = 3

/** Breaks a name into a few lines. */
function wrapped(context: Context, name: string, most: number): Written[] {
  const key = `${most} ${name}`
  const before = wraps.get(key)
  if (before !== undefined) return before
  const width = (text: string) => context.measureText(text).width
  const lines: string[] = ['']
  for (const word of name.slice(0, 120).split(/\s+/)) {
    const longer = lines.at(-1) === '' ? word : lines.at(-1) + ' ' + word
    if (width(longer) <= most || lines.at(-1) === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const shown = lines.slice(0, MAX_LINES)
  if (lines.length > MAX_LINES) shown[MAX_LINES - 1] += '…'
  const cut = shown.map((text) => {
    while (width(text) > most + 12) text = [...text].slice(0, -2).join('') + '…'
    return { text, width: width(text) }
  })
  if (wraps.size > 5000) wraps.clear()
  wraps.set(key, cut)
  return cut
}
