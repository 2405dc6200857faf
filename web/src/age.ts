import { useEffect, useState } from 'preact/hooks'
import { dayAndTime, dayOf, language } from './locale.ts'
import { text } from './strings.ts'

const relativeTime = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** Returns how long ago a time was: "just now", "5 min. ago", "yesterday". Days are those of the local calendar. */
export function ageOf(time: string, now = Date.now()): string {
  const then = Date.parse(time)
  const seconds = Math.max(0, (now - then) / 1000)
  for (const [unit, length] of units) {
    if (seconds >= length) return relativeTime.format(-(unit === 'day' ? daysBetween(then, now) : Math.floor(seconds / length)), unit)
  }
  return text.justNow
}

/** In milliseconds. */
const RECENT = 6 * 86_400_000

/** Returns the age of a recent time, and otherwise its day: "2 mo. ago" would be the same in most rows of a list. */
export function whenOf(time: string, now = Date.now()): string {
  return now - Date.parse(time) > RECENT ? dayOf(new Date(time), now) : ageOf(time, now)
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g

/** Returns a message of the server with its times in the local zone, to the minute. */
export function withLocalTimes(message: string, format = dayAndTime): string {
  return message.replace(INSTANT, (time) => (Number.isNaN(Date.parse(time)) ? time : format.format(Date.parse(time))))
}

/** Counts the midnights between two times. Days with a clock change have 23 or 25 hours, hence the rounding. */
function daysBetween(then: number, now: number): number {
  return Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(then).setHours(0, 0, 0, 0)) / 86_400_000)
}

/** Redraws the component every 30 seconds, to update the ages that it shows. */
export function useClock(): void {
  const [, redraw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => redraw((n) => n + 1), 30_000)
    return () => clearInterval(timer)
  }, [])
}
