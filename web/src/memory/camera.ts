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
const MARGIN = 70
/** The height at the bottom that the legend may cover, in pixels. */
const LEGEND = 110

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
export function fit(box: Box | null, width: number, height: number, margin = MARGIN): Camera {
  if (box === null || width === 0 || height === 0) return { x: width / 2, y: height / 2, zoom: 1 }
  const across = (width - 2 * margin) / Math.max(1, box.right - box.left)
  const down = (height - 2 * margin) / Math.max(1, box.bottom - box.top)
  const zoom = bounded(Math.min(1.15, across, down))
  return {
    x: width / 2 - ((box.left + box.right) / 2) * zoom,
    y: height / 2 - ((box.top + box.bottom) / 2) * zoom,
    zoom,
  }
}

/** Shows the whole box if its names can then be read; otherwise its right end, which is the newest, around a point. */
export function firstSight(box: Box | null, newest: { x: number; y: number } | null, width: number, height: number): Camera {
  const whole = fit(box, width, height)
  if (box === null || newest === null || whole.zoom >= READABLE) return whole
  return { x: width - 110 - newest.x * 0.7, y: height / 2 - newest.y * 0.7, zoom: 0.7 }
}

export function zoomAt(camera: Camera, factor: number, x: number, y: number): Camera {
  const zoom = bounded(camera.zoom * factor)
  const ratio = zoom / camera.zoom
  return { x: x - (x - camera.x) * ratio, y: y - (y - camera.y) * ratio, zoom }
}

/** Moves the camera so that a point is inside the picture. If it already is, the camera stays. */
export function bringIn(camera: Camera, point: { x: number; y: number }, width: number, height: number): Camera {
  const [x, y] = [point.x * camera.zoom + camera.x, point.y * camera.zoom + camera.y]
  const margin = Math.min(MARGIN, width / 4, height / 4)
  const inside = x >= margin && x <= width - margin && y >= margin && y <= height - Math.min(LEGEND, height / 4)
  return inside ? camera : { ...camera, x: camera.x + width / 2 - x, y: camera.y + height / 2 - y }
}

/** Shows all of some points. If they are already in the picture, the camera stays. */
export function bringAllIn(camera: Camera, points: { x: number; y: number }[], width: number, height: number): Camera {
  const inside = ({ x, y }: { x: number; y: number }) => {
    const [left, top] = [x * camera.zoom + camera.x, y * camera.zoom + camera.y]
    return left >= 20 && left <= width - 20 && top >= 20 && top <= height - LEGEND
  }
  return points.every(inside) ? camera : fit(boxOf(points), width, height - (LEGEND - MARGIN))
}

function bounded(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom))
}
