import { useEffect } from 'preact/hooks'
import { inbox } from '../inbox.ts'
import { useKeys, type KeyListState } from '../keys.ts'
import { LIBRARY, navigate, planUrl } from '../router.ts'
import { WIDE_SCREEN } from '../screen.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { KeyList } from './keylist.tsx'
import { Lazy } from './lazy.tsx'
import { NoPlan } from './noplan.tsx'
import { PlanList, stepThroughPlans } from './planlist.tsx'
import { PlanPage } from './planpage.tsx'

const library = () => import('../library/page.tsx').then((part) => part.LibraryPage)

interface Props {
  planId: string | null
  cause: 'decision' | 'navigation' | 'load'
  keys: KeyListState
}

/** The list of plans, and the open plan. */
export function PlansBoard({ planId, cause, keys }: Props) {
  const { plans } = useStore(inbox)
  useKeys({
    '?': () => keys.show(true),
    j: () => stepThroughPlans(1),
    k: () => stepThroughPlans(-1),
  })
  useEffect(() => {
    const count = plans === null || plans.length === 0 ? '' : `(${plans.length}) `
    document.title = `${count}${text.plans} · ${text.product}`
  }, [plans])
  // Only once, so that the shown plan never changes by itself.
  useEffect(() => {
    const first = plans?.[0]
    if (cause !== 'load' || planId !== null || first === undefined) return
    if (matchMedia(WIDE_SCREEN).matches) navigate(planUrl(first.id), 'load')
  }, [plans === null])
  return (
    <>
      <div class="panes">
        <PlanList open={planId} onShowKeys={() => keys.show(true)} />
        <main id="content" class="pane" tabIndex={-1}>
          {planId === null && <NoPlan />}
          {planId === LIBRARY && <Lazy load={library} props={{ takeFocus: cause !== 'load' }} />}
          {planId !== null && planId !== LIBRARY && <PlanPage key={planId} id={planId} cause={cause} />}
        </main>
      </div>
      {keys.shown && <KeyList keys={text.shortcuts.list} onClose={() => keys.show(false)} />}
    </>
  )
}
