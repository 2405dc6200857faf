import { isUnknown, type ApiError } from '../api.ts'
import type { Failure } from '../decisions.ts'
import { text as common } from '../strings.ts'
import { text } from './strings.ts'

/** Returns what to show for a rejected change. What the person wrote is still in the form. */
export function failureOf(error: ApiError, headline: string): Failure {
  if (isUnknown(error)) return { headline: common.noAnswer, details: [error.message], problems: [] }
  return { headline, details: [text.codes[error.code] ?? error.message], problems: [] }
}
