import { useEffect, useRef, useState } from 'preact/hooks'
import { MAX_SECONDS } from '../limits.ts'
import { FPS, type SceneSummary } from './scene.ts'

/** Changes the duration of a scene by dragging the right edge of its block. */

/** In frames: durations end at tenths of a second. */
const STEP = FPS / 10

export interface Resized {
  sceneId: string
  /** The duration for now. */
  frames: number
}

interface ResizeStart {
  scene: SceneSummary
  x: number
  /** In frames for each pixel. */
  scale: number
}

interface Resizing {
  resized: Resized | null
  startResize: (event: PointerEvent, scene: SceneSummary) => void
}

/** Returns the duration after the edge was moved by some frames. */
export function resizedDuration(frames: number, by: number): number {
  const most = MAX_SECONDS * FPS
  return Math.min(most, Math.max(STEP, Math.round((frames + by) / STEP) * STEP))
}

/** `save` stores the duration when the edge is released. Until it has ended, the block keeps it. */
export function useResize(save: (resized: Resized) => Promise<void>): Resizing {
  const [resized, setResized] = useState<Resized | null>(null)
  const start = useRef<ResizeStart | null>(null)
  const latest = useRef({ resized, save })
  latest.current = { resized, save }
  useEffect(() => {
    const move = (event: PointerEvent) => {
      if (start.current === null) return
      const { scene, x, scale } = start.current
      setResized({ sceneId: scene.sceneId, frames: resizedDuration(scene.duration, (event.clientX - x) * scale) })
    }
    const up = () => {
      const { resized, save } = latest.current
      const before = start.current?.scene.duration
      start.current = null
      if (before === undefined || resized === null) return
      if (resized.frames === before) setResized(null)
      else void save(resized).finally(() => setResized(null))
    }
    const cancel = () => {
      if (start.current === null) return
      start.current = null
      setResized(null)
    }
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
  const startResize = (event: PointerEvent, scene: SceneSummary) => {
    const block = (event.currentTarget as HTMLElement).parentElement
    if (event.button !== 0 || block === null) return
    event.preventDefault() // no text is selected
    start.current = { scene, x: event.clientX, scale: scene.duration / block.offsetWidth }
  }
  return { resized, startResize }
}
