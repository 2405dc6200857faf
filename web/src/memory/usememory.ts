import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { live } from '../live.ts'
import { paced } from '../paced.ts'
import { preload, useLoaded } from '../projects/loaded.ts'
import { changes } from './changes.ts'
import { prepareCloud } from './cloud.ts'
import { FIRST, loadMap, loadOpening, loadOverview, MOST, search, type LastCall, type MapResponse, type Overview, type Recalled } from './data.ts'
import { OPENING } from './drawn.ts'
import { buildModel, type Model } from './model.ts'
import { mapQuery, scopeOf, type Scope } from './scope.ts'
import { lastSearch } from './suggestions.ts'
import { readView, type View } from './view.ts'

/** Loads what the page shows, and again when the server says that the graph has changed. */

/** In milliseconds: how often the page looks for changes itself while there are no live updates. */
const POLL = 10_000

/** In milliseconds: the first and the longest wait for an overview that is being computed. */
const OVERVIEW = 1_000
const OVERVIEW_LONGEST = 30_000

const FIRST_KEY = 'memory/map/first'
const loadFirst = () => loadMap(FIRST)
const keyOf = (scope: Scope | null) => 'memory/map/' + mapQuery(MOST, scope)

const OPENING_KEY = 'memory/opening'
const loadFirstPicture = () => loadOpening(OPENING)

/** The first picture and the first rows do not wait until the page around them is drawn. */
preload(OPENING_KEY, loadFirstPicture)
preload(FIRST_KEY, async () => {
  const first = await loadFirst()
  if (first.body.total > FIRST && readView(location.search).picture === 'all') prepareCloud()
  return first
})

/** What the page opens with. */
export interface Opening extends MapResponse {
  model: Model
}

interface Memory {
  model: Model | null
  /** Null until it is loaded. */
  opening: Opening | null
  /** Has the server choose the opening anew. */
  openAgain: () => void
  overview: Overview | null
  /** The newest call of a client: null if there is none, undefined until it is known. */
  lastCall: LastCall | null | undefined
  error: ApiError | null
  reload: () => void
  /** All episodes of the workspace. */
  total: number
  /** What the view asks for is not there yet. The model has only the newest episodes. */
  loading: boolean
  /** Too many episodes to draw them one by one, unless a part of them is chosen. */
  grouped: boolean
  /** Serial numbers of the episodes that were written while the page was open. */
  fresh: ReadonlySet<number>
  /** Increases with every refresh. */
  revision: number
}

/** Reports whether the view looks at single episodes by what only the page knows. */
function isNarrow({ types, outcomes, sources, walk, picture }: View): boolean {
  return types.length + outcomes.length + sources.length > 0 || walk !== null || picture === 'newest'
}

export function useMemory(view: View): Memory {
  const [revision, setRevision] = useState(0)
  const first = useLoaded(FIRST_KEY, loadFirst, null)
  const total = first.value?.total ?? 0
  const isBig = total > MOST
  const scope = scopeOf(view, isBig)
  const grouped = isBig && scope === null && !isNarrow(view)
  const opened = useLoaded(OPENING_KEY, loadFirstPicture, null)
  const opening = useMemo(() => (opened.value === null ? null : { ...opened.value, model: buildModel(opened.value) }), [opened.value])
  // The rest loads after the first picture.
  const isOpened = opened.value !== null || opened.error !== null
  const wanted = !isOpened ? null : scope !== null || (total > FIRST && !grouped) ? keyOf(scope) : null
  const isMore = wanted !== null
  const all = useLoaded(wanted, () => loadMap(MOST, scope), null)
  const overview = useOverview(first.value === null ? null : isBig, revision)
  const map = (isMore ? all.value : null) ?? first.value
  const load = useRef<() => Promise<void>>(first.reload)
  load.current = async () => {
    await (isMore ? all : first).reload()
    setRevision((n) => n + 1)
  }
  const refresh = useMemo(() => paced(() => load.current()), [])
  const recount = useRef(overview.reload)
  recount.current = overview.reload
  const readCall = useMemo(() => paced(() => recount.current()), [])
  useChanges(refresh, isMore ? first.reload : refresh, readCall)
  const checked = useRef(first.value)
  useEffect(() => {
    if (isMore && checked.current !== null && checked.current !== first.value) refresh()
    checked.current = first.value
  }, [first.value])
  const model = useMemo(() => (map === null ? null : buildModel(map)), [map])
  const known = useRef<number | null>(null)
  if (known.current === null && model !== null) known.current = Math.max(0, ...model.episodes.slice(0, FIRST).map(({ serial }) => serial))
  const fresh = useMemo(() => {
    const since = known.current ?? Infinity
    return new Set((model?.episodes ?? []).filter(({ serial }) => serial > since).map(({ serial }) => serial))
  }, [model])
  const reload = () => {
    setRevision((n) => n + 1) // what is open need not wait for the graph
    void load.current()
  }
  const error = first.error ?? opened.error ?? all.error ?? overview.error
  const loading = !isOpened || (wanted !== null && all.value === null && all.error === null)
  const latest = scope === null ? (map?.total ?? total) : total
  const openAgain = () => void opened.reload()
  return { model, opening, openAgain, overview: overview.counts, lastCall: overview.lastCall, error, reload, total: latest, loading, grouped, fresh, revision }
}

/**
 * Calls `refresh` after changes and `readCall` after calls of clients, but not while the page is hidden. `check` runs
 * after each connection, when only few changes may have been missed.
 */
function useChanges(refresh: () => void, check: () => void, readCall: () => void): void {
  const latest = useRef(check)
  latest.current = check
  useEffect(() => {
    let known = changes.value
    let missed = false
    let missedCall = false
    const whenVisible = () => {
      if (document.hidden) return
      if (missed || live.value.disconnected) refresh()
      if (missedCall) readCall()
      missed = missedCall = false
    }
    const unsubscribe = changes.subscribe(() => {
      const { events, connections, calls } = changes.value
      missed ||= events !== known.events
      missedCall ||= calls !== known.calls || connections !== known.connections
      if (connections !== known.connections) latest.current()
      known = changes.value
      if (missed || missedCall) whenVisible()
    })
    const timer = setInterval(() => live.value.disconnected && whenVisible(), POLL)
    document.addEventListener('visibilitychange', whenVisible)
    return () => {
      unsubscribe()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', whenVisible)
    }
  }, [])
}

/** Loads the overview once it is known whether communities are needed, and again while the server computes a newer one. */
function useOverview(communities: boolean | null, revision: number) {
  const key = communities === null ? null : `memory/overview/${communities}`
  const overview = useLoaded(key, () => loadOverview(communities === true), revision)
  const wait = useRef(OVERVIEW)
  useEffect(() => {
    if (overview.value?.stale !== true) {
      wait.current = OVERVIEW
      return
    }
    const timer = setTimeout(() => {
      wait.current = Math.min(2 * wait.current, OVERVIEW_LONGEST)
      void overview.reload()
    }, wait.current)
    return () => clearTimeout(timer)
  }, [overview.value, overview.loads])
  const { value, error, reload } = overview
  // A call of a client alone is no reason to draw the counts again.
  const counts = useMemo(() => value, [value?.computed_at, value?.stale, key])
  return { counts, lastCall: value?.last_call ?? (value?.no_call === true ? null : undefined), error, reload }
}

interface Search {
  /** Null without a query, and until the first result. */
  hits: Recalled[] | null
  /** How the server read the query. */
  hint: string
  error: string
}

const NO_SEARCH: Search = { hits: null, hint: '', error: '' }

/** Searches as the query changes. The last results are shown until the next ones are there. */
export function useSearch(query: string, revision: unknown): Search {
  const [result, setResult] = useState(NO_SEARCH)
  const words = query.trim()
  useEffect(() => {
    if (words === '') return setResult(NO_SEARCH)
    const abort = new AbortController()
    search(words, abort.signal).then(
      ({ episodes, hint }) => {
        if (abort.signal.aborted) return
        lastSearch.set({ query: words, hits: episodes })
        // In a large workspace, one or two letters are the beginning of too many words. They find nothing yet.
        const isTooShort = episodes.length === 0 && /^\p{Script=Latin}{1,2}$/u.test(words)
        setResult(isTooShort ? NO_SEARCH : { hits: episodes, hint, error: '' })
      },
      // What was found before stays: a count of 0 would be wrong.
      (error: ApiError) => !abort.signal.aborted && setResult(({ hits }) => ({ hits, hint: '', error: error.message })),
    )
    return () => abort.abort()
  }, [words, revision])
  return words === '' ? NO_SEARCH : result
}
