import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Answer, Refusal } from '../api.ts'
import { session } from '../session.ts'

/** Server responses, cached so that a page shown again appears at once. */

interface Loaded<T> {
  /** Null until the first response. */
  value: T | null
  /** The error of the last load. */
  refusal: Refusal | null
  /** How often it was loaded. Components that depend on it load after it, unless it has disappeared. */
  times: number
  reload: () => Promise<void>
}

/** The number of cached responses, enough for going back and forth. */
const MOST_KEPT = 60

const kept = new Map<string, Answer<unknown>>()

/** The next token may see other projects. */
session.follow(() => session.value.asked && kept.clear())

function keep(key: string, answer: Answer<unknown>): void {
  kept.delete(key)
  kept.set(key, answer)
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
}

/** In milliseconds. It limits reloads while an agent changes many scenes. */
const BREATH = 250

/** Loads of one key run one after the other. A call during a load adds one more load at the end. */
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
 * Returns the result of `load`, and loads it again whenever `revision` changes. `key` identifies it among
 * everything that is loaded; null loads nothing. The value keeps its identity while its ETag stays the same.
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
    const isShown = () => turn.current === own // false if another key is shown, or none
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

/** Loads once. If that fails, the previous response is shown with the error. */
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
