import type { Camera } from './camera.ts'

/** Paints a cloud: up to 20,000 points and 100,000 relationships. It runs in a worker. */

export interface CloudData {
  x: Float32Array
  y: Float32Array
  radius: Float32Array
  /** The class of the reward, from 0 to 6. */
  step: Uint8Array
  faded: Uint8Array
  /** The strongest relationships come first. */
  from: Uint32Array
  to: Uint32Array
}

export interface CloudLook {
  camera: Camera
  width: number
  height: number
  ratio: number
  fills: string[]
  rims: string[]
  /** The colour of the lines. */
  line: string
}

type Context = OffscreenCanvasRenderingContext2D

/** So many relationships are drawn at most, the strongest. More make a hairball, and take long. */
const MOST_LINES = 14_000

export function paintCloud(context: Context, data: CloudData, look: CloudLook): void {
  const { camera, width, height, ratio } = look
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  context.setTransform(ratio * camera.zoom, 0, 0, ratio * camera.zoom, ratio * camera.x, ratio * camera.y)
  paintLines(context, data, look)
  paintPoints(context, data, look)
}

/** The part of the world that is in the picture. */
function windowOf({ camera, width, height }: CloudLook, margin: number) {
  const left = -camera.x / camera.zoom - margin
  const top = -camera.y / camera.zoom - margin
  return { left, top, right: left + width / camera.zoom + 2 * margin, bottom: top + height / camera.zoom + 2 * margin }
}

function paintLines(context: Context, data: CloudData, look: CloudLook): void {
  const { x, y, from, to } = data
  const { left, top, right, bottom } = windowOf(look, 0)
  const seen: number[] = []
  for (let i = 0; i < from.length && seen.length < MOST_LINES; i++) { // the strongest come first
    const [a, b] = [from[i]!, to[i]!]
    if (Math.max(x[a]!, x[b]!) < left || Math.min(x[a]!, x[b]!) > right) continue
    if (Math.max(y[a]!, y[b]!) < top || Math.min(y[a]!, y[b]!) > bottom) continue
    seen.push(i)
  }
  const { zoom } = look.camera
  // From afar, lines are only a shade. Near, they can be followed.
  const near = Math.min(1, Math.max(0, (zoom - 0.15) / 0.85))
  const share = Math.min(1, Math.sqrt(1500 / Math.max(1, seen.length)))
  context.lineWidth = (0.6 + 0.8 * near) / zoom
  context.globalAlpha = 0.16 + 0.15 * share + 0.4 * near * (0.4 + 0.6 * share)
  context.strokeStyle = look.line
  let drawn = 0
  context.beginPath()
  for (const i of seen) {
    curve(context, x[from[i]!]!, y[from[i]!]!, x[to[i]!]!, y[to[i]!]!)
    if (++drawn % BATCH > 0) continue
    context.stroke()
    context.beginPath()
  }
  context.stroke()
}

/** Long paths take more than their share of time. */
const BATCH = 64

/** A line that leaves and arrives in the direction of time. */
export function curve(context: Pick<Context, 'moveTo' | 'bezierCurveTo'>, x: number, y: number, toX: number, toY: number): void {
  const reach = Math.sign(toX - x) * Math.max(Math.abs(toX - x) * 0.5, Math.min(40, Math.abs(toY - y) * 0.3))
  context.moveTo(x, y)
  context.bezierCurveTo(x + reach, y, toX - reach, toY, toX, toY)
}

/** Points are drawn larger than they are if they would be too small to see. */
const LEAST_PIXELS = 1.3

function paintPoints(context: Context, { x, y, radius, step, faded }: CloudData, look: CloudLook): void {
  const { zoom } = look.camera
  const { left, top, right, bottom } = windowOf(look, 20)
  const least = LEAST_PIXELS / zoom
  const fine = zoom > 0.45
  const classes: number[][] = Array.from({ length: 14 }, () => [])
  for (let i = 0; i < x.length; i++) {
    if (x[i]! > left && x[i]! < right && y[i]! > top && y[i]! < bottom) classes[step[i]! + 7 * (1 - faded[i]!)]!.push(i)
  }
  classes.forEach((members, at) => {
    const bright = at >= 7
    context.globalAlpha = bright ? 1 : 0.45
    // From afar, the rims are most of a point, and tell more than the fills.
    context.fillStyle = fine ? look.fills[at % 7]! : look.rims[at % 7]!
    context.strokeStyle = look.rims[at % 7]!
    context.lineWidth = 1.25
    let drawn = 0
    context.beginPath()
    for (const i of members) {
      const size = Math.max(least, radius[i]! * (fine ? 1 : 0.8))
      context.moveTo(x[i]! + size, y[i]!)
      context.arc(x[i]!, y[i]!, size, 0, 2 * Math.PI)
      if (++drawn % BATCH > 0) continue
      context.fill()
      if (fine) context.stroke()
      context.beginPath()
    }
    context.fill()
    if (fine) context.stroke()
  })
}
