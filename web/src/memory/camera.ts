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
/** How near a few points of a large picture are shown. */
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

/** What stays free around a picture with names. The buttons are above it. */
const AROUND = 10
const ABOVE = 48
const MOST_ZOOM = 1.15

/**
 * Shows all of a picture with names beside its points if they can then be read, with this zoom at least. Otherwise the
 * part around some points.
 */
export function sight(size: { width: number; height: number }, focus: Box | null, readable: number, width: number, height: number): Camera {
  const [across, down] = [width - 2 * AROUND, height - ABOVE - AROUND]
  const whole = Math.min(MOST_ZOOM, across / size.width, down / size.height)
  const zoom = whole >= readable ? whole : Math.max(readable, Math.min(1, across / size.width))
  const place = (start: number, room: number, extent: number, middle: number) => {
    if (extent * zoom <= room) return start + (room - extent * zoom) / 2
    return Math.min(start, Math.max(start + room - extent * zoom, start + room / 2 - middle * zoom))
  }
  const { left, right, top, bottom } = focus ?? { left: 0, right: 0, top: 0, bottom: 0 }
  return {
    x: place(AROUND, across, size.width, (left + right) / 2),
    y: place(ABOVE, down, size.height, (top + bottom) / 2),
    zoom,
  }
}

/** Reports whether all of a box is in the picture. */
export function isWhole({ x, y, zoom }: Camera, box: Box, width: number, height: number): boolean {
  return box.left * zoom + x >= 0 && box.right * zoom + x <= width && box.top * zoom + y >= 0 && box.bottom * zoom + y <= height
}

/** Reports whether a part of the points is in the picture. */
export function isInView({ x, y, zoom }: Camera, box: Box, width: number, height: number): boolean {
  return box.right * zoom + x > 0 && box.left * zoom + x < width && box.bottom * zoom + y > 0 && box.top * zoom + y < height
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
