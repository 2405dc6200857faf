import type { Camera } from './camera.ts'
import type { Line, Node, Scene } from './scene.ts'

/** Draws the graph on a canvas, in the colours of the style sheet. */

export interface Palette {
  ground: string
  ink: string
  muted: string
  accent: string
  fills: string[]
  rims: string[]
  types: Record<string, string>
  font: string
}

export const TYPES = ['follows', 'causes', 'part_of', 'related_to', 'contradicts', 'refines']

/** The same dashes as in the server's pictures. */
export const DASHES: Record<string, number[]> = {
  follows: [], causes: [], refines: [9, 4], contradicts: [5, 4], part_of: [10, 4, 2, 4], related_to: [1, 5],
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  const steps = [-3, -2, -1, 0, 1, 2, 3].map((step) => (step < 0 ? 'bad' + -step : step > 0 ? 'good' + step : 'even'))
  return {
    ground: read('--canvas'),
    ink: read('--ink'),
    muted: read('--muted'),
    accent: read('--accent'),
    fills: steps.map((step) => read(`--fill-${step}`)),
    rims: steps.map((step) => read(`--rim-${step}`)),
    types: Object.fromEntries(TYPES.map((type) => [type, read(`--type-${type}`)])),
    font: style.fontFamily,
  }
}

export interface Look {
  palette: Palette
  camera: Camera
  width: number
  height: number
  /** Serial numbers. */
  selected: number | null
  cursor: number | null
  hovered: number | null
  /** Everything else is drawn faintly. Null means that nothing stands out. */
  lit: ReadonlySet<number> | null
  fresh: ReadonlySet<number>
}

type Context = CanvasRenderingContext2D

export function paint(context: Context, scene: Scene, look: Look): void {
  const { camera, palette, width, height } = look
  const ratio = devicePixelRatio
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = palette.ground
  context.fillRect(0, 0, width, height)
  context.setTransform(ratio * camera.zoom, 0, 0, ratio * camera.zoom, ratio * camera.x, ratio * camera.y)
  if (scene.dense) paintDenseLines(context, scene, look)
  else for (const line of scene.lines) paintLine(context, line, look)
  context.setLineDash([])
  const seen = scene.nodes.filter((node) => isSeen(node, look))
  for (const node of seen) paintNode(context, node, look, scene.dense)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  paintNames(context, seen, look, scene.dense)
  context.globalAlpha = 1
}

function isSeen({ x, y }: Node, { camera, width, height }: Look): boolean {
  const [left, top] = [x * camera.zoom + camera.x, y * camera.zoom + camera.y]
  return left > -100 && left < width + 100 && top > -60 && top < height + 60
}

const FAINT = 0.13

function isLit(node: Node, lit: Look['lit']): boolean {
  return lit === null || lit.has(node.episode.serial)
}

/** Draws the lines of each type at once: drawing them one by one would take too long. */
function paintDenseLines(context: Context, { lines }: Scene, { palette, camera, lit }: Look): void {
  context.lineWidth = 1 / camera.zoom
  for (const type of TYPES) {
    for (const bright of [false, true]) {
      context.beginPath()
      for (const { edge, from, to } of lines) {
        if (edge.type !== type || (lit !== null && isLit(from, lit) && isLit(to, lit)) !== bright) continue
        context.moveTo(from.x, from.y)
        context.lineTo(to.x, to.y)
      }
      context.globalAlpha = bright ? 0.9 : lit === null ? 0.22 : 0.05
      context.strokeStyle = palette.types[type]!
      context.stroke()
    }
  }
  context.globalAlpha = 1
}

function paintLine(context: Context, line: Line, { palette, lit, hovered, selected }: Look): void {
  const { edge, from, to } = line
  const near = [from.episode.serial, to.episode.serial].some((serial) => serial === hovered || serial === selected)
  context.globalAlpha = lit !== null && !(isLit(from, lit) && isLit(to, lit)) ? FAINT : near ? 1 : 0.75
  context.strokeStyle = context.fillStyle = palette.types[edge.type] ?? palette.muted
  context.lineWidth = 0.9 + edge.strength * 0.9 + (near ? 0.6 : 0)
  context.lineCap = edge.type === 'related_to' ? 'round' : 'butt'
  context.setLineDash(DASHES[edge.type] ?? [])
  context.beginPath()
  if (Math.abs(from.x - to.x) < 1) paintBow(context, line)
  else paintCurve(context, line)
}

const HEAD = 7

function paintCurve(context: Context, { from, to, bends, shift }: Line): void {
  const sign = to.x > from.x ? 1 : -1
  const end: [number, number] = [to.x - sign * (to.radius + HEAD), to.y + shift]
  let [x, y] = [from.x + sign * (from.radius - 1), from.y + shift]
  context.moveTo(x, y)
  for (const [nextX, nextY] of [...bends, end]) {
    const middle = (x + nextX) / 2
    context.bezierCurveTo(middle, y, middle, nextY, nextX, nextY)
    ;[x, y] = [nextX, nextY]
  }
  context.stroke()
  context.setLineDash([])
  context.beginPath()
  context.moveTo(end[0] + sign * HEAD, end[1])
  context.lineTo(end[0] - sign, end[1] - 4)
  context.lineTo(end[0] - sign, end[1] + 4)
  context.fill()
}

/** Draws a line between episodes that are above one another. */
function paintBow(context: Context, { from, to, shift }: Line): void {
  const sign = to.y > from.y ? 1 : -1
  const end = to.y - sign * (to.radius + HEAD)
  context.moveTo(from.x + shift, from.y + sign * from.radius)
  context.quadraticCurveTo(from.x + 40 + shift * 2, (from.y + end) / 2, to.x + shift, end)
  context.stroke()
  context.setLineDash([])
  context.beginPath()
  context.moveTo(to.x + shift, end + sign * HEAD)
  context.lineTo(to.x + shift - 4, end - sign)
  context.lineTo(to.x + shift + 4, end - sign)
  context.fill()
}

function paintNode(context: Context, node: Node, look: Look, dense: boolean): void {
  const { x, y, radius, episode } = node
  const { palette, camera, lit } = look
  const step = episode.step + 3
  const faint = !isLit(node, lit)
  context.globalAlpha = 1
  const circle = (size: number) => {
    context.beginPath()
    context.arc(x, y, size, 0, 2 * Math.PI)
  }
  if (!dense) {
    circle(radius + 2) // hides the lines behind
    context.fillStyle = palette.ground
    context.fill()
  }
  context.globalAlpha = faint ? FAINT + 0.1 : episode.supersededBy === null ? 1 : 0.5
  circle(radius)
  context.fillStyle = palette.fills[step]!
  context.fill()
  context.strokeStyle = palette.rims[step]!
  context.lineWidth = dense ? 1 : 1.75
  context.stroke()
  if (!dense && radius * camera.zoom > 6) paintSign(context, node, palette)
  context.globalAlpha = 1
  const outline = (colour: string, size: number, dash: number[]) => {
    circle(radius + size / camera.zoom)
    context.setLineDash(dash.map((length) => length / camera.zoom))
    context.strokeStyle = colour
    context.lineWidth = 2.25 / camera.zoom
    context.stroke()
    context.setLineDash([])
  }
  if (look.fresh.has(episode.serial)) outline(palette.accent, 4, [2, 3])
  if (look.hovered === episode.serial) outline(palette.muted, 4, [])
  if (look.selected === episode.serial) outline(palette.accent, 4, [])
  if (look.cursor === episode.serial) outline(palette.ink, 8, [5, 3])
}

/** Draws a plus or a minus, so that the reward is not shown by colour alone. */
function paintSign(context: Context, { x, y, episode }: Node, { rims }: Palette): void {
  if (episode.step === 0) return
  context.strokeStyle = rims[episode.step + 3]!
  context.lineWidth = 1.75
  context.beginPath()
  context.moveTo(x - 3.5, y)
  context.lineTo(x + 3.5, y)
  if (episode.step > 0) {
    context.moveTo(x, y - 3.5)
    context.lineTo(x, y + 3.5)
  }
  context.stroke()
}

const LINE_HEIGHT = 15
const NAME_WIDTH = 156
const MIN_NAME_WIDTH = 84
/** The distance of two columns of the layout. */
const COLUMN = 200

/** Writes as many names as fit without covering one another, those of the best connected episodes first. */
function paintNames(context: Context, nodes: Node[], look: Look, dense: boolean): void {
  const { camera, palette, lit } = look
  if (camera.zoom < (dense ? 1.5 : 0.28)) {
    nodes = nodes.filter(({ episode }) => [look.selected, look.cursor, look.hovered].includes(episode.serial) || (lit !== null && lit.size < 40 && lit.has(episode.serial)))
  }
  const rank = ({ episode }: Node) => ([look.selected, look.cursor, look.hovered].includes(episode.serial) ? 1e9 : 0) + (lit?.has(episode.serial) ? 1e6 : 0) + episode.degree
  context.font = `12px ${palette.font}`
  context.textAlign = 'center'
  context.textBaseline = 'top'
  context.lineJoin = 'round'
  context.lineWidth = 4
  context.strokeStyle = palette.ground
  const nameWidth = Math.round(Math.min(NAME_WIDTH, Math.max(MIN_NAME_WIDTH, COLUMN * camera.zoom - 12)) / 12) * 12
  // No name covers an episode.
  const taken: [number, number, number, number][] = nodes.map((node) => {
    const [x, y, size] = [node.x * camera.zoom + camera.x, node.y * camera.zoom + camera.y, node.radius * camera.zoom]
    return [x - size, y - size, x + size, y + size]
  })
  let written = 0
  for (const node of nodes.sort((a, b) => rank(b) - rank(a))) {
    if (written > 150) break
    if (!isLit(node, lit)) continue
    const lines = wrapped(context, node.episode.name, nameWidth)
    const x = node.x * camera.zoom + camera.x
    const half = Math.max(...lines.map(({ width }) => width)) / 2 + 3
    const height = lines.length * LINE_HEIGHT
    const below = (node.y + node.radius) * camera.zoom + camera.y + 4
    const above = (node.y - node.radius) * camera.zoom + camera.y - 4 - height
    const y = [below, above].find((top) => !taken.some((other) => x - half < other[2] && x + half > other[0] && top < other[3] && top + height > other[1]))
    if (y === undefined) continue
    const box: [number, number, number, number] = [x - half, y, x + half, y + height]
    taken.push(box)
    written++
    context.fillStyle = node.episode.supersededBy === null ? palette.ink : palette.muted
    lines.forEach(({ text }, i) => {
      context.strokeText(text, x, y + i * LINE_HEIGHT)
      context.fillText(text, x, y + i * LINE_HEIGHT)
    })
  }
}

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
