import { useEffect, useState } from 'preact/hooks'

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** Returns how long ago a time was: "just now", "5 min. ago", "yesterday". */
export function ageOf(time: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000)
  for (const [unit, length] of steps) {
    if (seconds >= length) return words.format(-Math.floor(seconds / length), unit)
  }
  return 'just now'
}

/** Redraws the component every 30 seconds, to update the ages that it shows. */
export function useClock(): void {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 30_000)
    return () => clearInterval(timer)
  }, [])
}
