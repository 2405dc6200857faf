import type { ApiError } from '../api.ts'
import type { Failure } from '../decisions.ts'
import { text as common } from '../strings.ts'
import { text } from './strings.ts'

/** Returns what to show for a rejected change. What the person wrote is still in the form. */
export function failureOf({ status, code, message }: ApiError, headline: string): Failure {
  if (status === 0) return { headline: common.noAnswer, details: [message], problems: [] }
  const known = text.codes[code]
  return { headline, details: [known ?? message], problems: [] }
}
