import { curve } from './cloudpaint.ts'
import { isLit, isSeen, marks, type Context, type Look } from './look.ts'
import { BUTTONS, labelsOf, paintNames, type Label, type Names } from './names.ts'
import { UNDIRECTED, type Palette } from './palette.ts'
import type { Kind, Line, Node, Scene } from './scene.ts'
import { text } from './strings.ts'
import { monthOf, type Tick } from './timescale.ts'

/** Draws the graph on a canvas. */

/** Draws the scene, and returns which names it writes. */
export function paint(context: Context, scene: Scene, look: Look): Names {
  const { camera, palette, width, height } = look
  const ratio = devicePixelRatio
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = palette.ground
  context.fillRect(0, 0, width, height)
  if (scene.ticks.length > 0) paintTicks(context, scene.ticks, look)
  if (scene.kind === 'cloud') paintBackground(context, look)
  // Of a cloud, no name is there before its point.
  const seen = scene.kind === 'cloud' && look.background === null ? [] : scene.nodes.filter((node) => isSeen(node, look))
  const labels = labelsOf(context, scene, seen, look)
  context.setTransform(ratio * camera.zoom, 0, 0, ratio * camera.zoom, ratio * camera.x, ratio * camera.y)
  if (scene.kind === 'cloud') paintNear(context, scene, look)
  else if (scene.kind === 'groups') for (const line of scene.lines) paintLink(context, line, look)
  else paintLines(context, scene.lines, labels, look)
  for (const node of seen) {
    if (scene.kind !== 'cloud' || standsOut(node, look)) paintNode(context, node, look, scene.kind)
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const names = paintNames(context, scene, seen, labels, look)
  paintHeadings(context, scene, look)
  context.globalAlpha = 1
  return names
}

/** Writes the titles of months, and of the episodes that are not linked. */
function paintHeadings(context: Context, { headings, size }: Scene, { palette, camera, unlinked }: Look): void {
  if (size === null) return
  context.font = `600 12px ${palette.font}`
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  for (const { y, month } of headings) {
    const name = month === null ? text.notLinked(unlinked) : monthOf(month)
    const [left, top] = [14 * camera.zoom + camera.x, (y + 10) * camera.zoom + camera.y]
    const width = context.measureText(name).width
    context.strokeStyle = palette.line
    context.lineWidth = 1
    context.beginPath()
    context.moveTo(left + width + 10, Math.round(top) + 0.5)
    context.lineTo(size.width * camera.zoom + camera.x, Math.round(top) + 0.5)
    context.stroke()
    context.fillStyle = palette.muted
    context.fillText(name, left, top)
  }
}

/** How much a point is drawn that does not stand out. */
const FAINT = 0.4

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
    // The buttons cover the corner.
    if (left < free || left > width - BUTTONS[0] - 60) continue
    context.fillStyle = palette.muted
    context.fillText(name, left + 5, 7)
    free = left + 12 + context.measureText(name).width
  }
}

/** Between episodes that stand out, as those of a path, and at the marked ones. */
const STRONG = 1
/** Elsewhere, so that many lines stay calm. Long straight ones run side by side. */
const CALM = { curved: 0.45, straight: 0.32, faint: 0.22 }

/** Draws each line in the colour of its type. Those of the marked episodes are the widest, and above the others. */
function paintLines(context: Context, lines: Line[], labels: Map<number, Label>, look: Look): void {
  const { palette, lit, camera } = look
  const own = new Set(lines.filter(({ from, to }) => marks(look, from) || marks(look, to)))
  const litEnds = ({ from, to }: Line) => (lit === null ? 1 : Number(lit.has(from.id)) + Number(lit.has(to.id)))
  for (const line of [...lines.filter((line) => !own.has(line)), ...own]) {
    const isOwn = own.has(line)
    const { strength } = line
    const calm = litEnds(line) === 0 ? CALM.faint : line.path?.straight === true ? CALM.straight : CALM.curved
    context.globalAlpha = isOwn || litEnds(line) === 2 ? STRONG : calm
    context.strokeStyle = context.fillStyle = palette.types[line.type] ?? palette.muted
    context.lineWidth = (isOwn ? 2 : 0.9 + strength * 0.9) / Math.max(0.6, Math.min(1, camera.zoom))
    paintPath(context, line, labels.get(line.path?.reversed === true ? line.to.id : line.from.id), look)
  }
  context.globalAlpha = 1
}

/** Draws how much two groups are related: the more, the wider and darker. */
function paintLink(context: Context, { from, to, strength }: Line, look: Look): void {
  const { palette } = look
  const near = marks(look, from) || marks(look, to)
  context.globalAlpha = near ? 0.9 : 0.15 + 0.4 * strength
  context.strokeStyle = near ? palette.accent : palette.muted
  context.lineWidth = 0.75 + 6 * strength
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
}

const HEAD = 7
/** Of the corners of straight lines. */
const ROUNDING = 6

/** Draws a line from the right end of a name to the left of a circle. */
function paintPath(context: Context, { type, from, to, path, shift }: Line, label: Label | undefined, { camera }: Look): void {
  if (path === null) return
  const { points, straight, reversed } = path
  const [left, right] = reversed ? [to, from] : [from, to]
  const head = UNDIRECTED.has(type) ? 0 : HEAD
  const gap = label === undefined ? left.radius : left.radius + (label.width + 11) / camera.zoom
  const at = (i: number): [number, number] => [points[i]![0], points[i]![1] + shift]
  const last = points.length - 1
  const begin = Math.min(left.x + gap, points[0]![0]) + (reversed ? head : 0)
  const end = right.x - right.radius - 1 - (reversed ? 0 : head)
  context.beginPath()
  context.moveTo(begin, at(0)[1])
  if (!straight) context.lineTo(...at(0))
  for (let i = 1; i <= last; i++) {
    const [x, y] = i === last ? [end, at(i)[1]] : at(i)
    const before = at(i - 1)
    if (!straight) {
      const middle = (before[0] + x) / 2
      if (before[1] === y) context.lineTo(x, y)
      else context.bezierCurveTo(middle, before[1], middle, y, x, y)
    } else if (i === last) context.lineTo(x, y)
    else context.arcTo(x, y, ...at(i + 1), ROUNDING)
  }
  context.stroke()
  if (head === 0) return
  if (reversed) paintHead(context, begin, at(0)[1], -1)
  else paintHead(context, end, at(last)[1], 1)
}

function paintHead(context: Context, x: number, y: number, sign: number): void {
  context.beginPath()
  context.moveTo(x + sign * HEAD, y)
  context.lineTo(x - sign, y - 4)
  context.lineTo(x - sign, y + 4)
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
    circle(radius + 2) // hides the lines behind
    context.fillStyle = palette.ground
    context.fill()
  }
  context.globalAlpha = faint ? FAINT : node.faded && lit === null ? 0.5 : 1
  const drawn = Math.max(radius, 4 / camera.zoom)
  circle(drawn)
  context.fillStyle = palette.fills[step]!
  context.fill()
  context.strokeStyle = palette.rims[step]!
  context.lineWidth = kind === 'cloud' ? Math.max(1.25, 1.25 / camera.zoom) : kind === 'groups' ? 2.5 : faint ? 1.75 : Math.max(1.75, 1.25 / camera.zoom)
  context.stroke()
  if (kind === 'layers' && drawn * camera.zoom > 4) paintSign(context, node, palette, drawn)
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
function paintSign(context: Context, { x, y, step }: Node, { rims }: Palette, radius: number): void {
  if (step === 0) return
  const arm = 0.45 * radius
  context.strokeStyle = rims[step + 3]!
  context.lineWidth = 0.22 * radius
  context.beginPath()
  context.moveTo(x - arm, y)
  context.lineTo(x + arm, y)
  if (step > 0) {
    context.moveTo(x, y - arm)
    context.lineTo(x, y + arm)
  }
  context.stroke()
}
