import { useEffect, useRef, useState } from 'preact/hooks'

/** Drag and drop of one block in a list, by mouse, pen or finger. */

export interface Drag {
  /** The original position of the block, and the position where it would be dropped now. */
  from: number
  to: number
}

/** The distance that a pointer may move during a click, in pixels. */
const CLICK_TOLERANCE = 6

interface DragStart {
  from: number
  x: number
  y: number
  /** The centres of the other blocks, along the direction of the list. */
  centres: number[]
  horizontal: boolean
  scroller: HTMLElement
  scrolled: number
}

interface Dragging {
  drag: Drag | null
  /** Starts a drag if the pointer then moves; `list` contains one element for each block. */
  startDrag: (event: PointerEvent, from: number, list: HTMLElement) => void
  /** Whether the current click ended a drag and must be ignored. */
  wasDragged: () => boolean
}

export function useDrag(drop: (drag: Drag) => void): Dragging {
  const [drag, setDrag] = useState<Drag | null>(null)
  const start = useRef<DragStart | null>(null)
  const latest = useRef({ drag, drop })
  latest.current = { drag, drop }
  const dragged = useRef(false)

  useEffect(() => {
    const move = (event: PointerEvent) => {
      const active = start.current
      if (active === null) return
      const moved = Math.hypot(event.clientX - active.x, event.clientY - active.y) > CLICK_TOLERANCE
      if (latest.current.drag === null && !moved) return
      dragged.current = true
      const to = dropIndex(active, event)
      if (latest.current.drag?.to !== to) setDrag({ from: active.from, to })
    }
    const end = (dropped: boolean) => {
      const { drag, drop } = latest.current
      start.current = null
      setDrag(null)
      setTimeout(() => (dragged.current = false)) // after the click that ends the drag, if any
      if (dropped && drag !== null && drag.from !== drag.to) drop(drag)
    }
    const up = () => start.current !== null && end(true)
    const cancel = () => start.current !== null && end(false)
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && cancel()
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', cancel)
    addEventListener('keydown', escape)
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', cancel)
      removeEventListener('keydown', escape)
    }
  }, [])

  const startDrag = (event: PointerEvent, from: number, list: HTMLElement) => {
    dragged.current = false
    if (event.button === 0) start.current = measure(event, from, list)
  }
  return { drag, startDrag, wasDragged: () => dragged.current }
}

function measure(event: PointerEvent, from: number, list: HTMLElement): DragStart {
  const boxes = [...list.children].map((block) => block.getBoundingClientRect())
  const horizontal = boxes.length < 2 || boxes[0]!.top === boxes[1]!.top
  const centres = boxes.map((box) => (horizontal ? box.left + box.width / 2 : box.top + box.height / 2))
  centres.splice(from, 1)
  const scroller = list.closest<HTMLElement>('[data-scrolls]') ?? document.documentElement
  const scrolled = horizontal ? scroller.scrollLeft : scroller.scrollTop
  return { from, x: event.clientX, y: event.clientY, centres, horizontal, scroller, scrolled }
}

/** Returns how many of the other blocks come before the pointer. */
function dropIndex({ centres, horizontal, scroller, scrolled }: DragStart, event: PointerEvent): number {
  const at = horizontal ? event.clientX + scroller.scrollLeft - scrolled : event.clientY
  return centres.filter((centre) => centre < at).length
}
