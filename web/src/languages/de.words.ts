import { locale, number } from '../locale.ts'

/** What several parts of the German texts need. English files are imported for types only: loading one fixes its texts. */

export function count(n: number, one: string, many: string): string {
  return `${number.format(n)} ${n === 1 ? one : many}`
}

/** Writes a fraction with two digits at most. */
export const hundredths = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })

/** The type of English texts with any other texts as results. TypeScript infers the English ones as literals for some functions. */
export type Translated<T> = T extends (...values: infer Values) => string
  ? (...values: Values) => string
  : T extends unknown[]
    ? T
    : T extends object
      ? { [Key in keyof T]: Translated<T[Key]> }
      : T
