/** Where the graph is seen from: screen = world * zoom + (x, y). */
export interface Camera {
  x: number
  y: number
  zoom: number
}

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const MIN_ZOOM = 0.02
const MAX_ZOOM = 4
/** Below this, names cannot be read. */
const READABLE = 0.5
/** Below this, episodes have no names. */
export const NAMED_FROM = 0.28
/** How near the newest part of a large picture is shown. */
const NEAR = 0.7

/** What stays free around the points, in pixels. */
export interface Margins {
  side: number
  top: number
  bottom: number
}

/** The space for names, which are centred below the points, and for the buttons at the top. */
const NAMED: Margins = { side: 98, top: 68, bottom: 76 }

/** Small pictures leave less free. */
function within({ side, top, bottom }: Margins, width: number, height: number): Margins {
  return { side: Math.min(side, width / 5), top: Math.min(top, height / 6), bottom: Math.min(bottom, height / 4) }
}

export function boxOf(points: Iterable<{ x: number; y: number }>): Box | null {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box.left === Infinity ? null : box
}

/** Shows the whole box. */
export function fit(box: Box | null, width: number, height: number, margins: Margins = NAMED): Camera {
  if (box === null || width === 0 || height === 0) return { x: width / 2, y: height / 2, zoom: 1 }
  const { side, top, bottom } = within(margins, width, height)
  const across = (width - 2 * side) / Math.max(1, box.right - box.left)
  const down = (height - top - bottom) / Math.max(1, box.bottom - box.top)
  const zoom = bounded(Math.min(1.15, across, down))
  return {
    x: width / 2 - ((box.left + box.right) / 2) * zoom,
    y: (top + height - bottom) / 2 - ((box.top + box.bottom) / 2) * zoom,
    zoom,
  }
}

/** Shows the whole box if its names can then be read; otherwise its right end, which is the newest, around a point. */
export function firstSight(box: Box | null, newest: { x: number; y: number } | null, width: number, height: number): Camera {
  const whole = fit(box, width, height)
  if (box === null || newest === null || whole.zoom >= READABLE) return whole
  const { side, top, bottom } = within(NAMED, width, height)
  const [highest, lowest] = [top - box.top * NEAR, height - bottom - box.bottom * NEAR]
  const y = lowest > highest ? (lowest + highest) / 2 : Math.min(highest, Math.max(lowest, height / 2 - newest.y * NEAR))
  return { x: width - side - newest.x * NEAR, y, zoom: NEAR }
}

export function zoomAt(camera: Camera, factor: number, x: number, y: number): Camera {
  const zoom = bounded(camera.zoom * factor)
  const ratio = zoom / camera.zoom
  return { x: x - (x - camera.x) * ratio, y: y - (y - camera.y) * ratio, zoom }
}

/** Moves the camera so that a point is inside the picture. If it already is, the camera stays. */
export function bringIn(camera: Camera, point: { x: number; y: number }, width: number, height: number): Camera {
  const [x, y] = [point.x * camera.zoom + camera.x, point.y * camera.zoom + camera.y]
  const { side, top, bottom } = within(NAMED, width, height)
  const inside = x >= side && x <= width - side && y >= top && y <= height - bottom
  return inside ? camera : { ...camera, x: camera.x + width / 2 - x, y: camera.y + height / 2 - y }
}

/** Below this, a few marked points cannot be told apart. */
const TELLABLE = 0.1

/**
 * Shows all of some points, or the part of them around one if they would be too small. If they are already in the
 * picture, the camera stays.
 */
export function bringAllIn(camera: Camera, points: { x: number; y: number }[], around: { x: number; y: number }, width: number, height: number): Camera {
  const inside = ({ x, y }: { x: number; y: number }) => {
    const [left, top] = [x * camera.zoom + camera.x, y * camera.zoom + camera.y]
    return left >= 20 && left <= width - 20 && top >= 20 && top <= height - 20
  }
  if (points.every(inside)) return camera
  const whole = fit(boxOf(points), width, height)
  return whole.zoom < TELLABLE ? bringIn({ ...camera, zoom: NEAR }, around, width, height) : whole
}

function bounded(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom))
}
