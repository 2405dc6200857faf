import { locale } from '../locale.ts'
import { DAY } from './time.ts'

/** Turns times into places from left to right. */

/** So much of a place is the time; the rest is the rank, which gives busy weeks more space. */
const BY_TIME = 0.4

/** Returns a place from 0 to 1 for each time. Equal times keep their order from the end, as lists are newest first. */
export function placesInTime(times: ArrayLike<number>): Float64Array {
  const order = Array.from(times, (_, i) => i).sort((a, b) => times[a]! - times[b]! || b - a)
  const places = new Float64Array(times.length)
  const [first, last] = [times[order[0]!] ?? 0, times[order.at(-1)!] ?? 0]
  order.forEach((i, rank) => {
    const byTime = last > first ? (times[i]! - first) / (last - first) : 0.5
    const byRank = times.length > 1 ? rank / (times.length - 1) : 0.5
    places[i] = BY_TIME * byTime + (1 - BY_TIME) * byRank
  })
  return places
}

export interface Tick {
  x: number
  name: string
}

const year = new Intl.DateTimeFormat(locale, { year: 'numeric' })
const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric' })
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const minute = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })

const wholeMonth = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })

/** Returns the month of a time in words. */
export const monthOf = (time: number): string => wholeMonth.format(time)

/** Returns the name of a period of UTC: a year, a quarter, a month, or the first day of a shorter one. */
export function periodOf(start: number, days: number): string {
  const utc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(start)
  if (days > 300) return utc({ year: 'numeric' })
  if (days > 80) return `Q${Math.floor(new Date(start).getUTCMonth() / 3) + 1} ${utc({ year: 'numeric' })}`
  return days > 27 ? utc({ month: 'short', year: 'numeric' }) : utc({ month: 'short', day: 'numeric' })
}

/** So many ticks at most. */
const MOST_TICKS = 14

/** Returns ticks at the beginnings of years, months or days, at the place of the first point after each. */
export function ticksOf(points: { time: number; x: number }[]): Tick[] {
  const sorted = [...points].sort((a, b) => a.time - b.time)
  const [first, last] = [sorted[0]?.time, sorted.at(-1)?.time]
  if (first === undefined || last === undefined) return []
  const { starts, format } = startsBetween(first, last)
  const ticks: Tick[] = []
  let at = 0
  for (const start of starts) {
    while (at < sorted.length && sorted[at]!.time < start) at++
    if (at < sorted.length && ticks.at(-1)?.x !== sorted[at]!.x) ticks.push({ x: sorted[at]!.x, name: format.format(start) })
  }
  return ticks
}

function startsBetween(first: number, last: number): { starts: number[]; format: Intl.DateTimeFormat } {
  const days = (last - first) / DAY
  const from = new Date(first)
  const calendar = (months: number) => {
    const starts: number[] = []
    for (let i = 0; starts.length <= MOST_TICKS; i++) {
      const start = new Date(from.getFullYear(), Math.floor(from.getMonth() / months) * months + i * months, 1).getTime()
      if (start > last) return starts
      if (start >= first) starts.push(start)
    }
    return null
  }
  if (days > 45) {
    for (const months of [1, 2, 3, 6, 12, 24, 60, 120, 600]) {
      const starts = calendar(months)
      if (starts !== null) return { starts, format: months < 12 ? month : year }
    }
  }
  const step = [1 / 24, 0.25, 1, 2, 7].find((step) => days / step <= MOST_TICKS) ?? days / MOST_TICKS
  const midnight = new Date(from.getFullYear(), from.getMonth(), from.getDate()).getTime()
  const starts: number[] = []
  for (let start = midnight; start <= last; start += step * DAY) if (start >= first) starts.push(start)
  return { starts, format: step < 1 ? minute : day }
}
