import { useEffect, useRef, useState } from 'preact/hooks'
import { checkPlan, type PlanCheck } from './api.ts'
import type { PlanDetail, PlanProblem } from './plan.ts'

/**
 * In milliseconds: how often a plan that is looked at is checked again, since other programs may change its files. After
 * a slow check the next one waits longer.
 */
const CHECK_AGAIN = 4_000
const REST = 10

interface CurrentCheck extends PlanCheck {
  /** Returns the check of the rows that are selected now. */
  update: () => Promise<PlanCheck>
}

/**
 * Checks a plan without the excluded rows: at once by what is known, then by the server, and again while it is open.
 * It reloads the plan if its own problems have changed.
 */
export function useCheck(detail: PlanDetail, excluded: ReadonlySet<number>, active: boolean, reload: () => Promise<void>): CurrentCheck {
  const [answer, setAnswer] = useState<{ of: object; excluded: object; check: PlanCheck } | null>(null)
  const current = useRef({ detail, excluded })
  current.current = { detail, excluded }

  const update = async (): Promise<PlanCheck> => {
    const { detail, excluded } = current.current
    const check = await checkPlan(detail.plan, [...excluded])
    if (current.current.detail === detail && current.current.excluded === excluded) setAnswer({ of: detail, excluded, check })
    return check
  }
  const needed = active && (excluded.size > 0 || detail.problems.length > 0)
  useEffect(() => {
    if (needed) void update().catch(() => undefined)
  }, [needed, detail, excluded])

  const known = answer !== null && answer.of === detail && answer.excluded === excluded ? answer.check : guess(detail, excluded)
  const shown = useRef(known)
  shown.current = known
  useEffect(() => {
    if (!active) return
    let timer = 0
    let ended = false
    const again = async () => {
      const begun = performance.now()
      if (!document.hidden) await compare()
      if (!ended) timer = window.setTimeout(() => void again(), Math.max(CHECK_AGAIN, REST * (performance.now() - begun)))
    }
    const compare = async () => {
      const [{ detail, excluded }, before] = [current.current, shown.current]
      const now = await checkPlan(detail.plan, [...excluded]).catch(() => before)
      const same = current.current.detail === detail && current.current.excluded === excluded
      if (!same || sameProblems(before.problems, now.problems)) return
      await reload() // before the new problems are shown: whoever decides on them needs the plan's new version
      await update().catch(() => undefined)
    }
    timer = window.setTimeout(() => void again(), CHECK_AGAIN)
    return () => {
      window.clearTimeout(timer)
      ended = true
    }
  }, [active, detail.plan.id])
  return { ...(active ? known : { problems: [], leaveOut: [] }), update: needed && answer?.check !== known ? update : async () => known }
}

/** The check by the problems of the whole plan, until the server has checked the selection. */
function guess({ problems }: PlanDetail, excluded: ReadonlySet<number>): PlanCheck {
  const rest = problems.filter(({ index }) => index === undefined || !excluded.has(index))
  return { problems: rest, leaveOut: [...new Set(rest.flatMap(({ index }) => index ?? []))].sort((a, b) => a - b) }
}

function sameProblems(a: PlanProblem[], b: PlanProblem[]): boolean {
  return a.length === b.length && a.every(({ index, text }, i) => b[i]!.index === index && b[i]!.text === text)
}
