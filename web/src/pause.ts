import { useEffect, useState } from 'preact/hooks'

/** In milliseconds: longer than the second click of a double click, shorter than any thought. */
const PAUSE = 600

/** True for a moment when `wanted`: what has just come up takes no click that was meant for something else. */
export function usePause(wanted: boolean): boolean {
  const [paused, setPaused] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(false), PAUSE)
    return () => clearTimeout(timer)
  }, [])
  return paused
}
