import { useEffect } from 'preact/hooks'
import { inbox } from '../inbox.ts'
import { useKeys } from '../keys.ts'
import { goTo, planAddress } from '../router.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { KeyList } from './keylist.tsx'
import { NoPlan } from './noplan.tsx'
import { PlanList, stepThroughPlans } from './planlist.tsx'
import { PlanPage } from './planpage.tsx'

/** The width that list and plan need side by side. The style sheets use the same number. */
export const WIDE = '(min-width: 52rem)'

/** Whether the list of keyboard shortcuts is open. */
export interface ShownKeys {
  shown: boolean
  show: (shown: boolean) => void
}

interface Props {
  planId: string | null
  by: 'decision' | 'hand' | 'load'
  keys: ShownKeys
}

/** The list of plans, and the open plan. */
export function PlansBoard({ planId, by, keys }: Props) {
  const { plans } = useStore(inbox)
  useKeys({
    '?': () => keys.show(true),
    j: () => stepThroughPlans(1),
    k: () => stepThroughPlans(-1),
  })
  useEffect(() => {
    const waiting = plans === null || plans.length === 0 ? '' : `(${plans.length}) `
    document.title = `${waiting}${text.plans} · ${text.product}`
  }, [plans])
  // Only once, so that the shown plan never changes by itself.
  useEffect(() => {
    const first = plans?.[0]
    if (by !== 'load' || planId !== null || first === undefined) return
    if (matchMedia(WIDE).matches) goTo(planAddress(first.id), 'load')
  }, [plans === null])
  return (
    <>
      <div class="panes">
        <PlanList open={planId} onKeys={() => keys.show(true)} />
        <main id="content" class="pane" tabIndex={-1}>
          {planId === null ? <NoPlan /> : <PlanPage key={planId} id={planId} by={by} />}
        </main>
      </div>
      {keys.shown && <KeyList keys={text.shortcuts.list} onClose={() => keys.show(false)} />}
    </>
  )
}
