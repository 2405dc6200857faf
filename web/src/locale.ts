/** The browser's languages that Intl knows, the preferred one first. Some browsers name what is no language, such as "C". */
const preferred = (globalThis.navigator?.languages ?? []).filter((name) => {
  try {
    return Intl.NumberFormat.supportedLocalesOf(name).length > 0
  } catch {
    return false
  }
})

/** How dates and numbers are written. The texts exist in fewer languages. */
export const locale = preferred[0] ?? 'en'

/** The languages of the texts. English is part of every bundle. */
export type Language = 'en' | 'de' | 'zh-Hans'

export const language: Language = preferred.map(languageOf).find((one) => one !== null) ?? 'en'

/** Returns the language of the texts for a language of the browser. Chinese is here in simplified characters only. */
function languageOf(name: string): Language | null {
  const { language, script } = new Intl.Locale(name).maximize()
  if (language === 'zh') return script === 'Hans' ? 'zh-Hans' : null
  return language === 'en' || language === 'de' ? language : null
}

export const number = new Intl.NumberFormat(locale)

/** A day, a day with the time, and the time alone. */
export const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
export const dayAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
export const timeOfDay = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })

/** A day of this year, and one with the time. */
const shortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
const shortDayAndTime = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** Writes a day, with the year if it is another than this one. */
export function dayOf(time: Date, now = Date.now()): string {
  return (time.getFullYear() === new Date(now).getFullYear() ? shortDay : day).format(time)
}

/** A fraction with two digits at most. */
export const hundredths = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })

/** Writes a number with its noun. The plural is as in most English words unless it is given. */
export function count(n: number, one: string, many = one + 's'): string {
  return `${number.format(n)} ${n === 1 ? one : many}`
}

/** Writes a time, without the day if that is today. */
export function moment(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return (isToday ? timeOfDay : dayAndTime).format(at)
}

/** Writes a span of local minutes, as days if it has whole ones. A side that is open has a word. Without any side it is empty. */
export function span(since: string, until: string, isShort: boolean, words: { since: string; until: string }): string {
  const [from, to] = [since, until].map((minute) => (minute === '' ? null : new Date(minute)))
  const wholeDays = /^(|.*T00:00)$/.test(since) && /^(|.*T23:59)$/.test(until)
  const [days, minutes] = isShort ? [shortDay, shortDayAndTime] : [day, dayAndTime]
  const format = wholeDays ? days : minutes
  if (!from || !to) return from ? `${words.since} ${format.format(from)}` : to ? `${words.until} ${format.format(to)}` : ''
  return format.formatRange(from, to)
}
