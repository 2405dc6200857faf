const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** How long ago that was: "just now", "5 min. ago", "yesterday". */
export function ageOf(time: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000)
  for (const [unit, length] of steps) {
    if (seconds >= length) return words.format(-Math.floor(seconds / length), unit)
  }
  return 'just now'
}
