/** Writes a time as a local minute, as date inputs do: 2026-09-05T07:40. */
export function localMinute(time: number): string {
  const date = new Date(time)
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The beginning of a day of the local calendar, so many days before today. */
export function daysAgo(days: number): number {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  return day.setDate(day.getDate() - days)
}
