import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { useLoaded } from '../projects/loaded.ts'
import { FIRST, loadMap, loadOverview, MOST, recall, type Overview, type Recalled } from './data.ts'
import { buildModel, type Model } from './model.ts'

/** Loads what the page shows, and again while it is visible. */

/** In milliseconds. Larger memories take longer to load. */
const REFRESH = 5_000
const REFRESH_MANY = 30_000
const MANY = 2_000

interface Memory {
  model: Model | null
  overview: Overview | null
  error: ApiError | null
  reload: () => void
  /** Serial numbers of the episodes that were written while the page was open. */
  fresh: ReadonlySet<number>
  /** Changes with every refresh. */
  revision: number
}

export function useMemory(): Memory {
  const [revision, setRevision] = useState(0)
  const first = useLoaded('memory/map/first', () => loadMap(FIRST), revision)
  const isMore = (first.value?.total ?? 0) > FIRST
  const all = useLoaded(isMore ? 'memory/map/all' : null, () => loadMap(MOST), revision)
  const overview = useLoaded('memory/overview', loadOverview, revision)
  const map = (isMore ? all.value : null) ?? first.value
  const many = (map?.total ?? 0) > MANY
  useEffect(() => {
    const refresh = () => !document.hidden && setRevision((n) => n + 1)
    const timer = setInterval(refresh, many ? REFRESH_MANY : REFRESH)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [many])
  const model = useMemo(() => (map === null ? null : buildModel(map)), [map])
  const known = useRef<number | null>(null)
  if (known.current === null && model !== null) known.current = Math.max(0, ...model.episodes.slice(0, FIRST).map(({ serial }) => serial))
  const fresh = useMemo(() => {
    const since = known.current ?? Infinity
    return new Set((model?.episodes ?? []).filter(({ serial }) => serial > since).map(({ serial }) => serial))
  }, [model])
  const reload = () => setRevision((n) => n + 1)
  return { model, overview: overview.value, error: first.error ?? all.error ?? overview.error, reload, fresh, revision }
}

interface Search {
  /** Null without a query, and until the first result. */
  hits: Recalled[] | null
  error: string
}

/** Searches as the query changes. The last results are shown until the next ones are there. */
export function useSearch(query: string, revision: unknown): Search {
  const [search, setSearch] = useState<Search>({ hits: null, error: '' })
  const words = query.trim()
  useEffect(() => {
    if (words === '') return setSearch({ hits: null, error: '' })
    const abort = new AbortController()
    recall(words, abort.signal).then(
      (hits) => !abort.signal.aborted && setSearch({ hits, error: '' }),
      (error: ApiError) => !abort.signal.aborted && setSearch({ hits: [], error: error.message }),
    )
    return () => abort.abort()
  }, [words, revision])
  return words === '' ? { hits: null, error: '' } : search
}
