import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { frameAfter } from './clock.ts'

/** What both players share, that of a scene and that of a whole project: the clock and the keys. */

export interface Timing {
  fps: number
  /** How many times as fast as the scene is meant. */
  speed: number
  duration: number
  loop: boolean
  /** Increases with each jump while playing. The clock continues from there. */
  jumps?: number
}

/** How many players play. Thumbnails wait for them. */
export const players = { playing: 0 }

/** While playing, advances with each animation frame. */
export function usePlaying(playing: boolean, frame: number, show: (frame: number) => void, end: () => void, timing: Timing): void {
  const { speed, duration, loop, jumps = 0 } = timing
  const fps = timing.fps * speed
  const latest = useRef(frame)
  latest.current = frame
  // A layout effect, so that the frame of the former run does not replace the one that was sought.
  useLayoutEffect(() => {
    if (!playing) return
    players.playing++
    const from = latest.current
    let startTime: number | null = null
    let request = requestAnimationFrame(function draw(now) {
      startTime ??= now
      const at = frameAfter(from, now - startTime, fps, duration, loop)
      show(at.frame)
      if (at.ended) end()
      else request = requestAnimationFrame(draw)
    })
    return () => {
      players.playing--
      cancelAnimationFrame(request)
    }
  }, [playing, fps, duration, loop, jumps])
}

export interface Transport {
  toggle: () => void
  /** Shows the player on the full screen, or again in the page. */
  toggleFull: () => void
  seek: (to: number) => void
  frame: number
  duration: number
  /** Nothing can be played. */
  stopped: boolean
}

/** The keys within a player. They do not reach the page's own shortcuts. */
export function onPlayerKey(event: KeyboardEvent, transport: Transport): void {
  const { seek, duration } = transport
  const more = { Home: () => seek(0), End: () => seek(duration - 1) }
  const action = actionOf(event, transport) ?? more[event.key as keyof typeof more]
  if (action === undefined || transport.stopped || hasModifier(event)) return
  event.preventDefault()
  event.stopPropagation()
  action()
}

/** Space, F and the arrow keys, wherever the focus is, unless it is on something that has a use for them. */
export function usePageKeys(transport: Transport): void {
  const latest = useRef(transport)
  latest.current = transport
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actionOf(event, latest.current)
      if (action === undefined || latest.current.stopped || hasModifier(event) || isTaken(event)) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function actionOf(event: KeyboardEvent, { toggle, toggleFull, seek, frame }: Transport): (() => void) | undefined {
  const step = event.shiftKey ? 10 : 1
  switch (event.key) {
    case 'ArrowLeft':
      return () => seek(frame - step)
    case 'ArrowRight':
      return () => seek(frame + step)
    case ' ':
      return event.target instanceof HTMLButtonElement ? undefined : toggle // Space presses the button
    case 'f':
      return toggleFull
  }
  return undefined
}

/** Shows an element on the full screen, or again in the page. A browser that cannot has no effect. */
export function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen()
  else element?.requestFullscreen?.().catch(() => undefined) // the browser says why, such as a policy
}

function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey
}

/** What takes these keys itself: text fields, dialogs, code that scrolls, and lists that have handled the event. */
const TAKERS = 'input, textarea, select, summary, dialog, [role="tablist"], .code'

function isTaken({ defaultPrevented, target }: KeyboardEvent): boolean {
  return defaultPrevented || document.querySelector('dialog[open]') !== null || (target instanceof Element && target.closest(TAKERS) !== null)
}
