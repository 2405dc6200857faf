import { useState } from 'preact/hooks'
import { text } from './strings.ts'

/** In pixels. */
const WIDTH = 480
const LEAST = 340
const MOST = 900
const STEP = 20

/** The width outlasts the tab: it suits the screen, not what is read. */
const KEY = 'plotline.reading-width'

const within = (width: number): number => Math.round(Math.min(MOST, Math.max(LEAST, width)))

/** Returns the width of the reading pane that the person has chosen, and sets it. */
export function useReadingWidth(): [number, (width: number) => void] {
  const [width, setWidth] = useState(() => within(Number(read()) || WIDTH))
  return [
    width,
    (wanted) => {
      const next = within(Math.min(wanted, innerWidth / 2)) // as the style sheet bounds it
      setWidth(next)
      try {
        localStorage.setItem(KEY, String(next))
      } catch {
        // The browser keeps nothing here. The width lasts until the page is reloaded.
      }
    },
  ]
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** The edge of the reading pane, which the pointer drags and the arrow keys move. */
export function ReadingEdge({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const drag = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    if (event.button !== 0) return
    const edge = event.currentTarget
    const from = event.clientX
    edge.setPointerCapture(event.pointerId)
    edge.onpointermove = ({ clientX }) => onWidth(width + from - clientX)
    edge.onlostpointercapture = () => (edge.onpointermove = null)
    event.preventDefault()
  }
  return (
    <div
      class="m-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={text.readingWidth}
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      data-testid="reading-edge"
      onPointerDown={drag}
      onKeyDown={(event) => {
        const step = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key]
        if (step === undefined) return
        event.preventDefault()
        onWidth(width + step)
      }}
      onDblClick={() => onWidth(WIDTH)}
    />
  )
}
