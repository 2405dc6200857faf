import type { Camera } from './camera.ts'
import { curve } from './cloudpaint.ts'
import { paintNames } from './names.ts'
import { DASHES, UNDIRECTED, type Palette } from './palette.ts'
import type { Kind, Line, Node, Scene } from './scene.ts'
import type { Tick } from './timescale.ts'

/** Draws the graph on a canvas. */

export interface Look {
  palette: Palette
  camera: Camera
  width: number
  height: number
  /** The last picture of a cloud, and where it was seen from. */
  background: { picture: ImageBitmap; camera: Camera } | null
  /** Ids of points. */
  selected: number | null
  cursor: number | null
  hovered: number | null
  /** Everything else is drawn faintly. Null means that nothing stands out. */
  lit: ReadonlySet<number> | null
  fresh: ReadonlySet<number>
}

export type Context = CanvasRenderingContext2D

export function paint(context: Context, scene: Scene, look: Look): void {
  const { camera, palette, width, height } = look
  const ratio = devicePixelRatio
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = palette.ground
  context.fillRect(0, 0, width, height)
  if (scene.ticks.length > 0) paintTicks(context, scene.ticks, look)
  if (scene.kind === 'cloud') paintBackground(context, look)
  context.setTransform(ratio * camera.zoom, 0, 0, ratio * camera.zoom, ratio * camera.x, ratio * camera.y)
  const seen = scene.nodes.filter((node) => isSeen(node, look))
  if (scene.kind === 'cloud') paintNear(context, scene, look)
  else for (const line of scene.lines) paintLine(context, line, look, scene.kind)
  context.setLineDash([])
  for (const node of seen) {
    if (scene.kind !== 'cloud' || standsOut(node, look)) paintNode(context, node, look, scene.kind)
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  paintNames(context, scene, seen, look)
  context.globalAlpha = 1
}

export function isSeen({ x, y, radius }: Node, { camera, width, height }: Look): boolean {
  const [left, top] = [x * camera.zoom + camera.x, y * camera.zoom + camera.y]
  const margin = radius * camera.zoom
  return left > -100 - margin && left < width + 100 + margin && top > -60 - margin && top < height + 60 + margin
}

const FAINT = 0.13

export function isLit(node: Node, lit: Look['lit']): boolean {
  return lit === null || lit.has(node.id)
}

/** Reports whether a point of a cloud is drawn over the picture of it. */
function standsOut({ id }: Node, { lit, selected, cursor, hovered, fresh }: Look): boolean {
  return id === selected || id === cursor || id === hovered || fresh.has(id) || (lit !== null && lit.has(id))
}

/** Draws the last picture of the cloud at its place, which may have moved or grown since. */
function paintBackground(context: Context, { background, camera, lit }: Look): void {
  if (background === null) return
  const { picture, camera: before } = background
  const ratio = camera.zoom / before.zoom
  const size = ratio / devicePixelRatio
  context.globalAlpha = lit === null ? 1 : 0.3
  context.drawImage(picture, camera.x - before.x * ratio, camera.y - before.y * ratio, picture.width * size, picture.height * size)
  context.globalAlpha = 1
}

/** So many relationships of marked points are drawn over a cloud. */
const MOST_NEAR = 600

/** Draws the relationships of a cloud's marked points. */
function paintNear(context: Context, { nodes, joints }: Scene, { selected, hovered, cursor, lit, palette, camera }: Look): void {
  if (selected === null && hovered === null && cursor === null && lit === null) return
  let drawn = 0
  for (const { from, to, type } of joints) {
    const [a, b] = [nodes[from]!, nodes[to]!]
    const own = [a.id, b.id].some((id) => id === selected || id === hovered || id === cursor)
    if (!own && !(lit !== null && lit.has(a.id) && lit.has(b.id))) continue
    if (++drawn > MOST_NEAR) return
    context.globalAlpha = own ? 0.9 : 0.6
    context.strokeStyle = palette.types[type] ?? palette.muted
    context.lineWidth = 1.4 / camera.zoom
    context.setLineDash((DASHES[type] ?? []).map((length) => (length * 0.8) / camera.zoom))
    context.beginPath()
    curve(context, a.x, a.y, b.x, b.y)
    context.stroke()
  }
}

/** Marks months, or whatever the ticks are, behind the graph. */
function paintTicks(context: Context, ticks: Tick[], { palette, camera, width, height }: Look): void {
  context.font = `11px ${palette.font}`
  context.textBaseline = 'top'
  context.textAlign = 'left'
  let free = -Infinity
  for (const { x, name } of ticks) {
    const left = Math.round(x * camera.zoom + camera.x) + 0.5
    if (left < -100 || left > width) continue
    context.strokeStyle = palette.line
    context.lineWidth = 1
    context.beginPath()
    context.moveTo(left, 0)
    context.lineTo(left, height)
    context.stroke()
    if (left < free) continue
    context.fillStyle = palette.muted
    context.fillText(name, left + 5, 7)
    free = left + 12 + context.measureText(name).width
  }
}

/** Of more episodes than this, such as the results of a search, the lines between them are not drawn stronger. */
const MOST_ON_PATH = 30

function paintLine(context: Context, line: Line, { palette, camera, lit, hovered, selected, cursor }: Look, kind: Kind): void {
  const { type, strength, from, to } = line
  const near = [from.id, to.id].some((id) => id === hovered || id === selected || id === cursor)
  if (kind === 'groups') return paintLink(context, line, palette, near)
  const isBright = lit === null || (isLit(from, lit) && isLit(to, lit))
  const onPath = isBright && lit !== null && lit.size <= MOST_ON_PATH
  context.globalAlpha = !isBright ? FAINT : near || onPath ? 1 : 0.75
  context.strokeStyle = context.fillStyle = palette.types[type] ?? palette.muted
  context.lineWidth = 0.9 + strength * 0.9 + (near || onPath ? 0.6 : 0)
  if (onPath) context.lineWidth /= Math.min(1, camera.zoom) // as wide from afar
  context.lineCap = type === UNDIRECTED ? 'round' : 'butt'
  context.setLineDash(DASHES[type] ?? [])
  context.beginPath()
  if (Math.abs(from.x - to.x) < 1) paintBow(context, line)
  else paintCurve(context, line)
}

/** Draws how much two groups are related: the more, the wider and darker. */
function paintLink(context: Context, { from, to, strength }: Line, palette: Palette, near: boolean): void {
  context.globalAlpha = near ? 0.9 : 0.15 + 0.4 * strength
  context.strokeStyle = near ? palette.accent : palette.muted
  context.lineWidth = 0.75 + 6 * strength
  context.setLineDash([])
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
}

const HEAD = 7

function paintCurve(context: Context, { type, from, to, bends, shift }: Line): void {
  const sign = to.x > from.x ? 1 : -1
  const head = type === UNDIRECTED ? 0 : HEAD
  const end: [number, number] = [to.x - sign * (to.radius + head), to.y + shift]
  let [x, y] = [from.x + sign * (from.radius - 1), from.y + shift]
  context.moveTo(x, y)
  for (const [nextX, nextY] of [...bends, end]) {
    const middle = (x + nextX) / 2
    context.bezierCurveTo(middle, y, middle, nextY, nextX, nextY)
    ;[x, y] = [nextX, nextY]
  }
  context.stroke()
  if (head === 0) return
  context.setLineDash([])
  context.beginPath()
  context.moveTo(end[0] + sign * HEAD, end[1])
  context.lineTo(end[0] - sign, end[1] - 4)
  context.lineTo(end[0] - sign, end[1] + 4)
  context.fill()
}

/** Draws a line between episodes that are above one another. */
function paintBow(context: Context, { type, from, to, shift }: Line): void {
  const sign = to.y > from.y ? 1 : -1
  const head = type === UNDIRECTED ? 0 : HEAD
  const end = to.y - sign * (to.radius + head)
  context.moveTo(from.x + shift, from.y + sign * from.radius)
  context.quadraticCurveTo(from.x + 40 + shift * 2, (from.y + end) / 2, to.x + shift, end)
  context.stroke()
  if (head === 0) return
  context.setLineDash([])
  context.beginPath()
  context.moveTo(to.x + shift, end + sign * HEAD)
  context.lineTo(to.x + shift - 4, end - sign)
  context.lineTo(to.x + shift + 4, end - sign)
  context.fill()
}

function paintNode(context: Context, node: Node, look: Look, kind: Kind): void {
  const { x, y, radius, id } = node
  const { palette, camera, lit } = look
  const step = node.step + 3
  const faint = !isLit(node, lit)
  context.globalAlpha = 1
  const circle = (size: number) => {
    context.beginPath()
    context.arc(x, y, size, 0, 2 * Math.PI)
  }
  if (kind !== 'cloud') {
    circle(Math.max(radius + 2, faint ? 0 : 5 / camera.zoom)) // hides the lines behind
    context.fillStyle = palette.ground
    context.fill()
  }
  context.globalAlpha = faint ? FAINT + 0.1 : node.faded && lit === null ? 0.5 : 1
  const drawn = Math.max(radius, (kind === 'cloud' || lit === null ? 4 : faint ? 0 : 6.5) / camera.zoom)
  circle(drawn)
  context.fillStyle = palette.fills[step]!
  context.fill()
  context.strokeStyle = palette.rims[step]!
  context.lineWidth = kind === 'cloud' ? Math.max(1.25, 1.25 / camera.zoom) : kind === 'groups' ? 2.5 : faint ? 1.75 : Math.max(1.75, 1.25 / camera.zoom)
  context.stroke()
  if (kind === 'layers' && drawn * camera.zoom > 6) paintSign(context, node, palette, drawn / radius)
  context.globalAlpha = 1
  const outline = (colour: string, size: number, dash: number[]) => {
    circle(drawn + size / camera.zoom)
    context.setLineDash(dash.map((length) => length / camera.zoom))
    context.strokeStyle = colour
    context.lineWidth = 2.25 / camera.zoom
    context.stroke()
    context.setLineDash([])
  }
  if (look.fresh.has(id)) outline(palette.accent, 4, [2, 3])
  if (look.hovered === id) outline(palette.muted, 4, [])
  if (look.selected === id) outline(palette.accent, 4, [])
  if (look.cursor === id) outline(palette.ink, 8, [5, 3])
}

/** Draws a plus or a minus, so that the reward is not shown by colour alone. */
function paintSign(context: Context, { x, y, step }: Node, { rims }: Palette, scale: number): void {
  if (step === 0) return
  const arm = 3.5 * scale
  context.strokeStyle = rims[step + 3]!
  context.lineWidth = 1.75 * scale
  context.beginPath()
  context.moveTo(x - arm, y)
  context.lineTo(x + arm, y)
  if (step > 0) {
    context.moveTo(x, y - arm)
    context.lineTo(x, y + arm)
  }
  context.stroke()
}
