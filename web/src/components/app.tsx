import { useEffect, useState } from 'preact/hooks'
import { inbox } from '../inbox.ts'
import { useKeys } from '../keys.ts'
import { live } from '../live.ts'
import { follow, goTo, route } from '../router.ts'
import { session, signOut } from '../session.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { KeyList } from './keylist.tsx'
import { NoticeList } from './noticelist.tsx'
import { NoPlan } from './noplan.tsx'
import { PlanList, stepThroughPlans } from './planlist.tsx'
import { PlanPage } from './planpage.tsx'
import { Question } from './question.tsx'
import { SignIn } from './signin.tsx'

/** As wide as list and plan need beside each other; the style sheets use the same number. */
const WIDE = '(min-width: 52rem)'

/** The whole page: the list of plans, one of them, and what lies over both. */
export function App() {
  const { asked, token } = useStore(session)
  const { plans } = useStore(inbox)
  const { planId, by } = useStore(route)
  const { down } = useStore(live)
  const [showsKeys, setShowsKeys] = useState(false)
  useKeys({
    '?': () => setShowsKeys(true),
    j: () => stepThroughPlans(1),
    k: () => stepThroughPlans(-1),
  })
  useEffect(() => {
    const waiting = plans === null || plans.length === 0 ? '' : `(${plans.length}) `
    document.title = `${waiting}${text.plans} · ${text.product}`
  }, [plans])
  // Once, so that no plan ever slips under the pointer by itself.
  useEffect(() => {
    const first = plans?.[0]
    if (by === 'load' && planId === null && first !== undefined && matchMedia(WIDE).matches) goTo(first.id, 'load')
  }, [plans === null])

  if (asked) return <SignIn />
  return (
    <div class={planId === null ? 'app' : 'app app-open'}>
      <a class="skip" href="#plan">
        {text.toPlan}
      </a>
      <header class="top">
        <a class="brand" href="/" onClick={(event) => follow(event, null)}>
          {text.product}
        </a>
        <h1 class="unseen">{text.plans}</h1>
        <nav aria-label={text.pages}>
          <a class="page" href="/" aria-current="page" onClick={(event) => follow(event, null)}>
            {text.plans}
          </a>
        </nav>
        <p class="live" role="status" data-testid="live">
          {down && plans !== null && text.offline}
        </p>
        {token !== '' && (
          <button class="quiet" data-testid="sign-out" onClick={() => signOut()}>
            {text.signOut}
          </button>
        )}
      </header>
      <NoticeList />
      <div class="panes">
        <PlanList open={planId} onKeys={() => setShowsKeys(true)} />
        <main id="plan" class="pane" tabIndex={-1}>
          {planId === null ? <NoPlan /> : <PlanPage key={planId} id={planId} by={by} />}
        </main>
      </div>
      {showsKeys && <KeyList onClose={() => setShowsKeys(false)} />}
      <Question />
    </div>
  )
}
