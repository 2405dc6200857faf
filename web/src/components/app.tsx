import { useState } from 'preact/hooks'
import { inbox } from '../inbox.ts'
import { live } from '../live.ts'
import { follow, planAddress, projectAddress, route } from '../router.ts'
import { session, signOut } from '../session.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { Lazy } from './lazy.tsx'
import { NoticeList } from './noticelist.tsx'
import { PlansBoard } from './plansboard.tsx'
import { Question } from './question.tsx'
import { SignIn } from './signin.tsx'

/** The projects pages are loaded on demand, because most visitors only look at plans. */
const projects = () => import('../projects/board.tsx').then((part) => part.ProjectsBoard)

/** The whole page: navigation, content, and dialogs above it. */
export function App() {
  const { asked, token } = useStore(session)
  const { plans } = useStore(inbox)
  const { place, by } = useStore(route)
  const { down } = useStore(live)
  const [showsKeys, setShowsKeys] = useState(false)

  if (asked) return <SignIn />
  const open = place.page === 'plans' ? place.planId !== null : place.sceneId !== null
  const keys = { shown: showsKeys, show: setShowsKeys }
  return (
    <div class={open ? 'app app-open' : 'app'}>
      <a class="skip" href="#content">
        {text.toContent}
      </a>
      <header class="top">
        <a class="brand" href={planAddress(null)} onClick={follow}>
          {text.product}
        </a>
        <h1 class="unseen">{text[place.page]}</h1>
        <nav aria-label={text.pages}>
          <PageLink name={text.plans} address={planAddress(null)} current={place.page === 'plans'} />
          <PageLink name={text.projects} address={projectAddress()} current={place.page === 'projects'} />
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
      {place.page === 'plans' ? (
        <PlansBoard planId={place.planId} by={by} keys={keys} />
      ) : (
        <Lazy load={projects} props={{ place, by, keys }} />
      )}
      <Question />
    </div>
  )
}

function PageLink({ name, address, current }: { name: string; address: string; current: boolean }) {
  return (
    <a class="page" href={address} aria-current={current ? 'page' : undefined} onClick={follow}>
      {name}
    </a>
  )
}
