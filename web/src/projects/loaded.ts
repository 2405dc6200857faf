import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Answer, Refusal } from '../api.ts'
import { session } from '../session.ts'

/** What the server answered, kept while it is shown and shown at once when it is come back to. */

interface Loaded<T> {
  /** Null until the first answer. */
  value: T | null
  /** Why it could not be loaded the last time. */
  refusal: Refusal | null
  /** How often it was loaded. What hangs on it is loaded after it, and not when it turns out to be gone. */
  times: number
  reload: () => Promise<void>
}

/** As many answers as somebody goes back and forth between. */
const MOST_KEPT = 60

const kept = new Map<string, Answer<unknown>>()

/** Who comes next may see other projects. */
session.follow(() => session.value.asked && kept.clear())

function keep(key: string, answer: Answer<unknown>): void {
  kept.delete(key)
  kept.set(key, answer)
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
}

/** In milliseconds: an agent that changes a hundred scenes is no reason to load them a hundred times. */
const BREATH = 250

/** Loadings of one thing, one after the other; what is asked for meanwhile is one more at the end. */
interface Turn {
  key: string
  again: boolean
  done: Promise<void>
}

interface Shown<T> {
  key: string | null
  answer: Answer<T> | null
  refusal: Refusal | null
}

/**
 * What `load` gives, loaded again whenever `revision` is another. `key` names it among everything that is
 * loaded; null is nothing. What is shown keeps its identity as long as the server gives it the same name.
 */
export function useLoaded<T>(key: string | null, load: () => Promise<Answer<T>>, revision: unknown): Loaded<T> {
  const [shown, setShown] = useState<Shown<T>>({ key: null, answer: null, refusal: null })
  const turn = useRef<Turn | null>(null)
  const times = useRef(0)
  const how = useRef(load)
  how.current = load
  const reload = useCallback((): Promise<void> => {
    if (key === null) return Promise.resolve()
    if (turn.current?.key === key) {
      turn.current.again = true
      return turn.current.done
    }
    const own: Turn = { key, again: false, done: Promise.resolve() }
    const isShown = () => turn.current === own // else something else is, or nothing any more
    const run = async () => {
      for (;;) {
        own.again = false
        const next = await ask(key, how.current)
        if (!isShown()) return
        if (next.refusal === null) times.current++
        setShown(next)
        if (!own.again) break
        await new Promise((go) => setTimeout(go, BREATH))
      }
      turn.current = null
    }
    turn.current = own
    own.done = run()
    return own.done
  }, [key])
  useEffect(() => void reload(), [reload, revision])
  useEffect(() => () => void (turn.current = null), [key])
  const more = { times: times.current, reload }
  if (key === null) return { value: null, refusal: null, ...more }
  if (shown.key === key) return { value: shown.answer?.body ?? null, refusal: shown.refusal, ...more }
  return { value: (kept.get(key)?.body as T) ?? null, refusal: null, ...more }
}

/** Loads once. Without a new answer, the one before is shown beside the reason. */
async function ask<T>(key: string, load: () => Promise<Answer<T>>): Promise<Shown<T>> {
  try {
    const answer = await load()
    const before = kept.get(key) as Answer<T> | undefined
    const same = before !== undefined && answer.etag !== null && before.etag === answer.etag
    keep(key, same ? before : answer)
    return { key, answer: same ? before : answer, refusal: null }
  } catch (error) {
    return { key, answer: (kept.get(key) as Answer<T>) ?? null, refusal: error as Refusal }
  }
}
