import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { ApiResponse, ApiError } from '../api.ts'
import { session } from '../session.ts'

/** Server responses, cached so that a page shown again appears at once. */

interface Loaded<T> {
  /** Null until the first response. */
  value: T | null
  /** The error of the last load. */
  error: ApiError | null
  /** How often it was loaded. Components that depend on it load after it, unless it has disappeared. */
  loads: number
  reload: () => Promise<void>
}

/** The number of cached responses, enough for going back and forth. */
const MAX_CACHED = 60

const cache = new Map<string, ApiResponse<unknown>>()

/** Loads that have begun before a component asks for them. */
const early = new Map<string, Promise<ApiResponse<unknown>>>()

/** In milliseconds: an early result that nobody has taken may be out of date after this. */
const EARLY_LASTS = 5_000

/** Begins a load whose first result `useLoaded` takes for the same key. */
export function preload(key: string, load: () => Promise<ApiResponse<unknown>>): void {
  const response = load()
  early.set(key, response)
  const forget = () => setTimeout(() => early.get(key) === response && early.delete(key), EARLY_LASTS)
  response.then(forget, forget) // useLoaded reports an error
}

/** The next token may see other things. */
session.subscribe(() => {
  if (!session.value.signInRequired) return
  cache.clear()
  early.clear()
})

function store(key: string, response: ApiResponse<unknown>): void {
  cache.delete(key)
  cache.set(key, response)
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!)
}

/** Returns what was loaded last for a key. */
export function loadedValue<T>(key: string): T | null {
  return (cache.get(key)?.body as T | undefined) ?? null
}

/** In milliseconds. It limits reloads while an agent changes many scenes. */
const RELOAD_DELAY = 250

/** Loads of one key run one after the other. A call during a load adds one more load at the end. */
interface Run {
  key: string
  again: boolean
  done: Promise<void>
}

interface Shown<T> {
  key: string | null
  response: ApiResponse<T> | null
  error: ApiError | null
}

/**
 * Returns the result of `load`, and loads it again whenever `revision` changes. `key` identifies it among
 * everything that is loaded; null loads nothing. The value keeps its identity while its ETag stays the same.
 */
export function useLoaded<T>(key: string | null, load: () => Promise<ApiResponse<T>>, revision: unknown): Loaded<T> {
  const [shown, setShown] = useState<Shown<T>>({ key: null, response: null, error: null })
  const currentRun = useRef<Run | null>(null)
  const loads = useRef(0)
  const latestLoad = useRef(load)
  latestLoad.current = load
  const reload = useCallback((): Promise<void> => {
    if (key === null) return Promise.resolve()
    if (currentRun.current?.key === key) {
      currentRun.current.again = true
      return currentRun.current.done
    }
    const run: Run = { key, again: false, done: Promise.resolve() }
    const isCurrent = () => currentRun.current === run // false if another key is shown, or none
    const loadAll = async () => {
      for (;;) {
        run.again = false
        const next = await loadOnce(key, latestLoad.current)
        if (!isCurrent()) return
        if (next.error === null) loads.current++
        setShown(next)
        if (!run.again) break
        await new Promise((go) => setTimeout(go, RELOAD_DELAY))
      }
      currentRun.current = null
    }
    currentRun.current = run
    run.done = loadAll()
    return run.done
  }, [key])
  useEffect(() => void reload(), [reload, revision])
  useEffect(() => () => void (currentRun.current = null), [key])
  const rest = { loads: loads.current, reload }
  if (key === null) return { value: null, error: null, ...rest }
  if (shown.key === key) return { value: shown.response?.body ?? null, error: shown.error, ...rest }
  return { value: (cache.get(key)?.body as T) ?? null, error: null, ...rest }
}

/** Loads once. If that fails, the previous response is shown with the error. */
async function loadOnce<T>(key: string, load: () => Promise<ApiResponse<T>>): Promise<Shown<T>> {
  try {
    const begun = early.get(key) as Promise<ApiResponse<T>> | undefined
    early.delete(key)
    const response = await (begun ?? load())
    const before = cache.get(key) as ApiResponse<T> | undefined
    const unchanged = before !== undefined && response.etag !== null && before.etag === response.etag
    store(key, unchanged ? before : response)
    return { key, response: unchanged ? before : response, error: null }
  } catch (error) {
    return { key, response: (cache.get(key) as ApiResponse<T>) ?? null, error: error as ApiError }
  }
}
