import { useEffect, useState } from 'preact/hooks'
import { loadTime } from './data.ts'
import type { QuestionTime } from './question.ts'
import { Times } from './times.ts'

export const times = new Times(loadTime)

/** Returns the time in a question. It is null until the server has read it, and if it cannot. */
export function useTime(question: string): QuestionTime | null {
  const [, setRead] = useState('')
  useEffect(() => {
    if (times.has(question)) return
    const abort = new AbortController()
    times.ask(question, abort.signal).then(
      () => !abort.signal.aborted && setRead(question),
      () => {}, // the search reports that the server does not answer
    )
    return () => abort.abort()
  }, [question])
  return times.known(question)
}
