import { text } from './strings.ts'
import { daysAgo, lastWeek, localMinute } from './time.ts'

/** Times to choose from, in local minutes: today, the last days, and the last whole week. */
export function spans(): [name: string, since: string, until: string][] {
  const upToNow = [1, 7, 30].map((days): [string, string, string] => [text.lastDays(days), localMinute(daysAgo(days - 1)), ''])
  return [...upToNow, [text.lastWeek, ...lastWeek()]]
}
