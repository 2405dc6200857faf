import { NAMED_FROM } from './camera.ts'
import { isLit, isSeen, type Context, type Look } from './paint.ts'
import type { Kind, Node, Scene } from './scene.ts'

/** Writes the names of points. */

/** Names are written from this zoom on. Below it, only those of marked points. */
const READABLE: Record<Kind, number> = { layers: NAMED_FROM, cloud: 0.55, groups: 0 }
const MOST_NAMES: Record<Kind, number> = { layers: 150, cloud: 60, groups: 150 }
/** From afar, so many of the best connected points have names. */
const LANDMARKS: Record<Kind, number> = { layers: 0, cloud: 14, groups: 0 }
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
  // No name covers an episode.
  const taken: [number, number, number, number][] = nodes.map((node) => {
    const [x, y, size] = [node.x * camera.zoom + camera.x, node.y * camera.zoom + camera.y, node.radius * camera.zoom]
    return [x - size, y - size, x + size, y + size]
  })
  taken.push([look.width - BUTTONS[0], 0, look.width, BUTTONS[1]])
  let written = 0
  for (const node of nodes) {
    if (written > MOST_NAMES[kind]) break
    if (!isLit(node, lit)) continue
    const lines = [...wrapped(context, node.name, nameWidth), ...(node.caption === '' ? [] : wrapped(context, node.caption, nameWidth))]
    const at = node.x * camera.zoom + camera.x
    if (at < 0 || at > look.width) continue
    const half = Math.max(...lines.map(({ width }) => width)) / 2 + 3
    const height = lines.length * LINE_HEIGHT
    const below = (node.y + node.radius) * camera.zoom + camera.y + 4
    const above = (node.y - node.radius) * camera.zoom + camera.y - 4 - height
    // The edge of the picture crops no name.
    const x = Math.min(look.width - half, Math.max(half, at))
    const sides = [below, above].filter((top) => top >= 0 && top + height <= look.height)
    const y = sides.find((top) => !taken.some((other) => x - half < other[2] && x + half > other[0] && top < other[3] && top + height > other[1]))
    if (y === undefined) continue
    const box: [number, number, number, number] = [x - half, y, x + half, y + height]
    taken.push(box)
    written++
    const captioned = node.caption !== ''
    lines.forEach(({ text }, i) => {
      context.fillStyle = node.faded || (captioned && i === lines.length - 1) ? palette.muted : palette.ink
      context.strokeText(text, x, y + i * LINE_HEIGHT)
      context.fillText(text, x, y + i * LINE_HEIGHT)
    })
  }
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
