import { useState } from 'preact/hooks'
import { inbox } from '../inbox.ts'
import { live } from '../live.ts'
import { EMPTY_VIEW, viewUrl } from '../memory/view.ts'
import { followLink, planUrl, projectUrl, route } from '../router.ts'
import { session, signOut } from '../session.ts'
import { useStore } from '../store.ts'
import { number, text } from '../strings.ts'
import { Lazy } from './lazy.tsx'
import { NoticeList } from './noticelist.tsx'
import { PlansBoard } from './plansboard.tsx'
import { Question } from './question.tsx'
import { SignIn } from './signin.tsx'

/** These pages are loaded on demand, so that each visitor loads one of them. */
const memory = () => import('../memory/board.tsx').then((part) => part.MemoryBoard)
const projects = () => import('../projects/board.tsx').then((part) => part.ProjectsBoard)

const HOME = viewUrl(EMPTY_VIEW)

/** The whole page: navigation, content, and dialogs above it. */
export function App() {
  const { signInRequired, token } = useStore(session)
  const { plans } = useStore(inbox)
  const { target, cause } = useStore(route)
  const { disconnected } = useStore(live)
  const [showsKeys, setShowsKeys] = useState(false)

  if (signInRequired) return <SignIn />
  const itemOpen = isItemOpen(target)
  const keys = { shown: showsKeys, show: setShowsKeys }
  return (
    <div class={itemOpen ? 'app app-item-open' : 'app'}>
      <a class="skip" href="#content">
        {text.skipToContent}
      </a>
      <header class="top">
        <a class="brand" href={HOME} onClick={followLink}>
          {text.product}
        </a>
        <h1 class="visually-hidden">{text[target.page]}</h1>
        <nav aria-label={text.pages}>
          <PageLink name={text.memory} url={HOME} current={target.page === 'memory'} />
          <PageLink name={text.plans} url={planUrl(null)} current={target.page === 'plans'} count={plans?.length ?? 0} />
          <PageLink name={text.projects} url={projectUrl()} current={target.page === 'projects'} />
        </nav>
        <p class="live" role="status" data-testid="live">
          {disconnected && plans !== null && text.offline}
        </p>
        {token !== '' && (
          <button class="quiet" data-testid="sign-out" onClick={() => signOut()}>
            {text.signOut}
          </button>
        )}
      </header>
      <NoticeList />
      {target.page === 'memory' && <Lazy key="memory" load={memory} props={{ view: target.view, cause, keys }} />}
      {target.page === 'plans' && <PlansBoard planId={target.planId} cause={cause} keys={keys} />}
      {target.page === 'projects' && <Lazy key="projects" load={projects} props={{ target, cause, keys }} />}
      <Question />
    </div>
  )
}

/** Whether a phone shows one item instead of the list. */
function isItemOpen(target: (typeof route.value)['target']): boolean {
  if (target.page === 'memory') return target.view.episode !== null
  return target.page === 'plans' ? target.planId !== null : target.sceneId !== null
}

interface LinkProps {
  name: string
  url: string
  current: boolean
  count?: number
}

function PageLink({ name, url, current, count = 0 }: LinkProps) {
  return (
    <a class="page" href={url} aria-current={current ? 'page' : undefined} onClick={followLink}>
      {name}
      {count > 0 && (
        <>
          {' '}
          <span class="page-count">{number.format(count)}</span>
        </>
      )}
    </a>
  )
}
