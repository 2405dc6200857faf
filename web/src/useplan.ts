import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { readPlan, type Refusal } from './api.ts'
import { inbox, noteProblems } from './inbox.ts'
import type { PlanDetail } from './plan.ts'
import { useStore } from './store.ts'

interface Loaded {
  detail: PlanDetail | null
  /** Why it could not be loaded the last time. */
  refusal: Refusal | null
  reload: () => Promise<void>
}

/** One plan with its problems, loaded again whenever the list hears that it has changed. */
export function usePlan(id: string): Loaded {
  const [detail, setDetail] = useState<PlanDetail | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const version = useStore(inbox).versions.get(id)
  const newest = useRef(0)
  const reload = useCallback(async () => {
    const turn = ++newest.current // an older answer that comes late is not shown
    try {
      const loaded = await readPlan(id)
      if (turn !== newest.current) return
      setDetail((shown) => (loaded.etag !== null && shown?.etag === loaded.etag ? shown : loaded))
      setRefusal(null)
      noteProblems(loaded.plan, loaded.problems.length)
    } catch (error) {
      if (turn === newest.current) setRefusal(error as Refusal)
    }
  }, [id])
  useEffect(() => {
    void reload()
    return () => void newest.current++
  }, [reload, version])
  return { detail, refusal, reload }
}
