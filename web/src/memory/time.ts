/** In milliseconds. */
export const DAY = 86_400_000

/** Writes a time as a local minute, as date inputs do: 2026-09-05T07:40. */
export function localMinute(time: number): string {
  const date = new Date(time)
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The beginning of the day of the local calendar that a time is in. */
export function dayOf(time: number): Date {
  const day = new Date(time)
  day.setHours(0, 0, 0, 0)
  return day
}

/** The beginning of a day of the local calendar, so many days before today. */
export function daysAgo(days: number): number {
  const day = dayOf(Date.now())
  return day.setDate(day.getDate() - days)
}

/** The last whole week, in local minutes. Weeks begin on Monday. */
export function lastWeek(now = new Date()): [since: string, until: string] {
  const monday = now.getDate() - ((now.getDay() + 6) % 7) - 7
  const at = (day: number, hours: number, minutes: number) => localMinute(new Date(now.getFullYear(), now.getMonth(), day, hours, minutes).getTime())
  return [at(monday, 0, 0), at(monday + 6, 23, 59)]
}
