import { useEffect, useRef, useState } from 'preact/hooks'

/** Drag and drop of one block in a list, by mouse, pen or finger. */

export interface Drag {
  /** The original position of the block, and the position where it would be dropped now. */
  from: number
  to: number
}

/** The distance that a pointer may move during a click, in pixels. */
const SLACK = 6

interface Grabbed {
  from: number
  x: number
  y: number
  /** The centres of the other blocks, along the direction of the list. */
  middles: number[]
  sideways: boolean
  scroller: HTMLElement
  scrolled: number
}

interface Dragging {
  drag: Drag | null
  /** Starts a drag if the pointer then moves; `list` contains one element for each block. */
  grab: (event: PointerEvent, from: number, list: HTMLElement) => void
  /** Whether the current click ended a drag and must be ignored. */
  wasDragged: () => boolean
}

export function useDrag(drop: (drag: Drag) => void): Dragging {
  const [drag, setDrag] = useState<Drag | null>(null)
  const grabbed = useRef<Grabbed | null>(null)
  const now = useRef({ drag, drop })
  now.current = { drag, drop }
  const dragged = useRef(false)

  useEffect(() => {
    const move = (event: PointerEvent) => {
      const held = grabbed.current
      if (held === null) return
      const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLACK
      if (now.current.drag === null && !far) return
      dragged.current = true
      const to = placeAt(held, event)
      if (now.current.drag?.to !== to) setDrag({ from: held.from, to })
    }
    const end = (dropped: boolean) => {
      const { drag, drop } = now.current
      grabbed.current = null
      setDrag(null)
      setTimeout(() => (dragged.current = false)) // after the click that ends the drag, if any
      if (dropped && drag !== null && drag.from !== drag.to) drop(drag)
    }
    const up = () => grabbed.current !== null && end(true)
    const lost = () => grabbed.current !== null && end(false)
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && lost()
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', lost)
    addEventListener('keydown', escape)
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', lost)
      removeEventListener('keydown', escape)
    }
  }, [])

  const grab = (event: PointerEvent, from: number, list: HTMLElement) => {
    dragged.current = false
    if (event.button === 0) grabbed.current = hold(event, from, list)
  }
  return { drag, grab, wasDragged: () => dragged.current }
}

function hold(event: PointerEvent, from: number, list: HTMLElement): Grabbed {
  const boxes = [...list.children].map((block) => block.getBoundingClientRect())
  const sideways = boxes.length < 2 || boxes[0]!.top === boxes[1]!.top
  const middles = boxes.map((box) => (sideways ? box.left + box.width / 2 : box.top + box.height / 2))
  middles.splice(from, 1)
  const scroller = list.closest<HTMLElement>('[data-scrolls]') ?? document.documentElement
  const scrolled = sideways ? scroller.scrollLeft : scroller.scrollTop
  return { from, x: event.clientX, y: event.clientY, middles, sideways, scroller, scrolled }
}

/** Returns how many of the other blocks come before the pointer. */
function placeAt({ middles, sideways, scroller, scrolled }: Grabbed, event: PointerEvent): number {
  const at = sideways ? event.clientX + scroller.scrollLeft - scrolled : event.clientY
  return middles.filter((middle) => middle < at).length
}
