import { useEffect, useState } from 'preact/hooks'

/** In milliseconds: longer than a double click, too short to notice. */
const PAUSE = 600

/**
 * Returns true for a moment if `wanted`. A dialog that has just opened then ignores a click meant for the
 * page.
 */
export function usePause(enabled: boolean): boolean {
  const [paused, setPaused] = useState(enabled)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(false), PAUSE)
    return () => clearTimeout(timer)
  }, [])
  return paused
}
