import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { readPlan, type ApiError } from './api.ts'
import { inbox, storeProblemCount } from './inbox.ts'
import type { PlanDetail } from './plan.ts'
import { useStore } from './store.ts'

interface LoadedPlan {
  detail: PlanDetail | null
  /** The error of the last load. */
  error: ApiError | null
  reload: () => Promise<void>
}

/** One plan with its problems, reloaded whenever the list notices a change. */
export function usePlan(id: string): LoadedPlan {
  const [detail, setDetail] = useState<PlanDetail | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const version = useStore(inbox).versions.get(id)
  const latest = useRef(0)
  const reload = useCallback(async () => {
    const request = ++latest.current // a late response to an older request is not shown
    try {
      const loaded = await readPlan(id)
      if (request !== latest.current) return
      setDetail((shown) => (loaded.etag !== null && shown?.etag === loaded.etag ? shown : loaded))
      setError(null)
      storeProblemCount(loaded.plan, loaded.problems.length)
    } catch (error) {
      if (request === latest.current) setError(error as ApiError)
    }
  }, [id])
  useEffect(() => {
    void reload()
    return () => void latest.current++
  }, [reload, version])
  return { detail, error, reload }
}
