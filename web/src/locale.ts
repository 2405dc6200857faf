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
