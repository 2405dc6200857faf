import { zoomAt, type Camera } from './camera.ts'

/** Turns pointers and the wheel into movements of the camera and clicks. */

interface Handlers {
  camera: () => Camera
  move: (camera: Camera) => void
  hover: (x: number, y: number) => void
  leave: () => void
  click: (x: number, y: number) => void
  /** Leaves the plain wheel to the document around the picture. */
  calm?: boolean
}

/** A pointer that moves less than this, in pixels, clicks. */
const CLICK = 5

export function listenForGestures(element: HTMLElement, handlers: Handlers): () => void {
  const pointers = new Map<number, [number, number]>()
  let travelled = 0
  const place = (event: MouseEvent): [number, number] => {
    const box = element.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    if (pointers.size === 0) travelled = 0
    pointers.set(event.pointerId, place(event))
    element.setPointerCapture(event.pointerId)
  }
  const onMove = (event: PointerEvent) => {
    const [x, y] = place(event)
    const before = pointers.get(event.pointerId)
    if (before === undefined) {
      if (event.pointerType === 'mouse') handlers.hover(x, y)
      return
    }
    const [dx, dy] = [x - before[0], y - before[1]]
    travelled += Math.hypot(dx, dy)
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    pointers.set(event.pointerId, [x, y])
    const camera = handlers.camera()
    if (other === undefined) {
      if (travelled >= CLICK) handlers.move({ ...camera, x: camera.x + dx, y: camera.y + dy })
      return
    }
    const apart = Math.hypot(before[0] - other[0], before[1] - other[1])
    const middle = [(x + other[0]) / 2, (y + other[1]) / 2] as const
    const moved = { ...camera, x: camera.x + dx / 2, y: camera.y + dy / 2 }
    handlers.move(zoomAt(moved, Math.hypot(x - other[0], y - other[1]) / Math.max(1, apart), ...middle))
  }
  const onUp = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return
    if (event.type === 'pointerup' && travelled < CLICK && pointers.size === 0) handlers.click(...place(event))
  }
  const onWheel = (event: WheelEvent) => {
    if (handlers.calm === true && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 30 : event.deltaY
    handlers.move(zoomAt(handlers.camera(), Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0018)), ...place(event)))
  }
  const stop = new AbortController()
  const { signal } = stop
  element.addEventListener('pointerdown', onDown, { signal })
  element.addEventListener('pointermove', onMove, { signal })
  element.addEventListener('pointerup', onUp, { signal })
  element.addEventListener('pointercancel', onUp, { signal })
  element.addEventListener('pointerleave', () => handlers.leave(), { signal })
  element.addEventListener('wheel', onWheel, { signal, passive: false })
  return () => stop.abort()
}
