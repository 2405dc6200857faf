import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { readPlan, type Refusal } from './api.ts'
import { inbox, noteProblems } from './inbox.ts'
import type { PlanDetail } from './plan.ts'
import { useStore } from './store.ts'

interface Loaded {
  detail: PlanDetail | null
  /** The error of the last load. */
  refusal: Refusal | null
  reload: () => Promise<void>
}

/** One plan with its problems, reloaded whenever the list notices a change. */
export function usePlan(id: string): Loaded {
  const [detail, setDetail] = useState<PlanDetail | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const version = useStore(inbox).versions.get(id)
  const newest = useRef(0)
  const reload = useCallback(async () => {
    const turn = ++newest.current // a late response to an older request is not shown
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
