import { COLUMN, GUTTER, ROW } from './layout.ts'
import { isLit, isSeen, marks, type Context, type Look } from './look.ts'
import type { Kind, Line, Node, Scene } from './scene.ts'
import { text } from './strings.ts'

/** Writes the names of points. */

/** Names are written from this zoom on. Below it, only those of marked points. */
const READABLE: Record<Kind, number> = { layers: Infinity, cloud: 0.55, groups: 0 }
const MOST_NAMES: Record<Kind, number> = { layers: 150, cloud: 60, groups: 150 }
/** From afar, so many of the best connected points have names. */
const LANDMARKS: Record<Kind, number> = { layers: 16, cloud: 14, groups: 0 }
/** Up to so many marked points have names in any case. */
const MOST_LIT = 40
/** So many points of a cloud are tried, the best connected first. */
const MOST_TRIED = 400

const LINE_HEIGHT = 15
const NAME_WIDTH = 156

/** From this zoom on, the layers have all their names beside the episodes. */
const LABELLED = 0.68
/** The first line of a name begins so far right of its circle. */
const BESIDE = 7

/** A name beside its episode, in pixels of the canvas. */
export interface Label {
  lines: Written[]
  /** The name is longer than its lines. */
  isCut: boolean
  width: number
  lineHeight: number
  font: string
  /** What the line from the marked episode means. */
  verb: { text: string; colour: string } | null
}

/** Breaks the names of the layers' episodes into lines, in the place that the layout keeps free. */
export function labelsOf(context: Context, { kind, lines }: Scene, nodes: Node[], look: Look): Map<number, Label> {
  const { camera: { zoom }, palette, lit } = look
  const labels = new Map<number, Label>()
  const verbs = verbsOf(lines, look)
  if (kind !== 'layers' || zoom < LABELLED) return labels
  const size = Math.round(2 * Math.min(15, Math.max(11.5, 12.5 * zoom))) / 2
  const lineHeight = size + 2.5
  const most = Math.min(3, Math.floor((ROW * zoom) / lineHeight))
  for (const node of nodes) {
    const isMarked = marks(look, node)
    const font = `${isMarked || (lit !== null && lit.has(node.id)) ? 600 : 400} ${size}px ${palette.font}`
    context.font = font
    const room = Math.floor((COLUMN - GUTTER - 14 - node.radius - BESIDE) * zoom)
    const name = node.place === undefined ? node.name : `${node.place} ${node.name}`
    const wanted = verbs.get(node.id) ?? null
    const lines = wrapped(context, name, room, Math.max(1, most - (wanted === null ? 0 : 1)))
    context.font = `11px ${palette.font}`
    const verb = wanted === null ? null : { ...wanted, text: wrapped(context, wanted.text, room, 1)[0]!.text }
    const widths = [...lines.map(({ width }) => width), verb === null ? 0 : context.measureText(verb.text).width]
    labels.set(node.id, { lines, isCut: lines.isCut, width: Math.max(...widths), lineHeight, font, verb })
  }
  return labels
}

/** What the lines of the marked episode mean, by the episodes at their other ends. The mouse counts before the selection. */
function verbsOf(lines: Line[], { hovered, cursor, selected, palette }: Look): Map<number, { text: string; colour: string }> {
  const verbs = new Map<number, { text: string; colour: string }>()
  const marked = hovered ?? cursor ?? selected
  for (const { type, from, to } of lines) {
    if (from.id !== marked && to.id !== marked) continue
    const [other, verb] = from.id === marked ? [to.id, text.verb(type, 'outgoing')] : [from.id, text.verb(type, 'incoming')]
    const before = verbs.get(other)
    verbs.set(other, { text: before === undefined ? verb : `${before.text}, ${verb}`, colour: before?.colour ?? palette.types[type] ?? palette.ink })
  }
  return verbs
}

/** Writes names beside their episodes, on a ground that no line crosses. */
function paintLabels(context: Context, nodes: Node[], labels: Map<number, Label>, look: Look): Names {
  const { camera, palette, lit } = look
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  const isAbove = (node: Node) => marks(look, node) || labels.get(node.id)!.verb !== null
  for (const node of [...nodes.filter((node) => !isAbove(node)), ...nodes.filter(isAbove)]) {
    const { lines, width, lineHeight, font, verb } = labels.get(node.id)!
    const x = node.x * camera.zoom + camera.x + node.radius * camera.zoom + BESIDE
    const y = node.y * camera.zoom + camera.y
    const tall = (lines.length + (verb === null ? 0 : 1)) * lineHeight
    const top = y - tall / 2
    context.globalAlpha = 1
    context.fillStyle = palette.ground
    context.fillRect(x - 1, top - 1, width + 5, tall + 2)
    if (verb !== null) {
      context.font = `11px ${palette.font}`
      context.fillStyle = verb.colour
      context.fillText(verb.text, x, top + lineHeight / 2)
    }
    context.font = font
    context.globalAlpha = isLit(node, lit) || marks(look, node) ? 1 : 0.62
    context.fillStyle = isLit(node, lit) && !node.faded ? palette.ink : palette.muted
    lines.forEach(({ text }, i) => context.fillText(text, x, top + (i + (verb === null ? 0.5 : 1.5)) * lineHeight))
  }
  context.globalAlpha = 1
  return { written: nodes.length, whole: new Set(nodes.filter(({ id }) => !labels.get(id)!.isCut).map(({ id }) => id)) }
}

/** What of the names can be read. */
export interface Names {
  written: number
  /** The points whose whole name is written. */
  whole: ReadonlySet<number>
}

/**
 * Writes the names beside the episodes of layers; from afar and elsewhere, as many as fit without covering one another.
 */
export function paintNames(context: Context, { kind, ranked }: Scene, nodes: Node[], labels: Map<number, Label>, look: Look): Names {
  if (labels.size > 0) return paintLabels(context, nodes, labels, look)
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
  // No name covers an episode, except a faint one.
  const taken: Box[] = (points ?? nodes).filter((node) => isLit(node, lit) || marked(node)).map((node) => {
    const [x, y, size] = [node.x * camera.zoom + camera.x, node.y * camera.zoom + camera.y, node.radius * camera.zoom]
    return [x - size, y - size, x + size, y + size]
  })
  taken.push([look.width - BUTTONS[0], 0, look.width, BUTTONS[1]])
  let written = 0
  const whole = new Set<number>()
  for (const node of nodes) {
    if (written > MOST_NAMES[kind]) break
    if (!isLit(node, lit) && !marked(node)) continue
    const stands = lit !== null || marked(node)
    const name = wrapped(context, node.name, NAME_WIDTH)
    const lines = [...name, ...(node.caption === '' ? [] : wrapped(context, node.caption, NAME_WIDTH))]
    const place = placeOf(node, lines, look, taken, stands)
    if (place === undefined) continue
    taken.push(place)
    written++
    if (!name.isCut) whole.add(node.id)
    const [x, y] = [(place[0] + place[2]) / 2, place[1]]
    const captioned = node.caption !== ''
    lines.forEach(({ text }, i) => {
      context.fillStyle = node.faded || (captioned && i === lines.length - 1) ? palette.muted : palette.ink
      context.strokeText(text, x, y + i * LINE_HEIGHT)
      context.fillText(text, x, y + i * LINE_HEIGHT)
    })
  }
  return { written, whole }
}

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
export const BUTTONS = [168, 66] as const

interface Written {
  text: string
  width: number
}

type Lines = Written[] & { isCut: boolean }

const wraps = new Map<string, Lines>()
const MAX_LINES = 3
/** So many characters of a name are looked at. */
const MAX_NAME = 200

/** Breaks a name into a few lines. */
function wrapped(context: Context, name: string, most: number, mostLines = MAX_LINES): Lines {
  const key = `${context.font} ${most} ${mostLines} ${name}`
  const before = wraps.get(key)
  if (before !== undefined) return before
  const width = (text: string) => context.measureText(text).width
  const lines: string[] = ['']
  for (const word of name.slice(0, MAX_NAME).split(/\s+/)) {
    const longer = lines.at(-1) === '' ? word : lines.at(-1) + ' ' + word
    if (width(longer) <= most || lines.at(-1) === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const shown = lines.slice(0, mostLines)
  if (lines.length > mostLines) shown[mostLines - 1] += '…'
  let isCut = lines.length > mostLines || name.length > MAX_NAME
  const fitting = shown.map((text) => {
    while (width(text) > most + 12) {
      text = [...text].slice(0, -2).join('') + '…'
      isCut = true
    }
    return { text, width: width(text) }
  })
  const cut = Object.assign(fitting, { isCut })
  if (wraps.size > 5000) wraps.clear()
  wraps.set(key, cut)
  return cut
}
