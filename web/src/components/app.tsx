import { useState } from 'preact/hooks'
import { sendHeldBack } from '../heldback.ts'
import { inbox } from '../inbox.ts'
import { live } from '../live.ts'
import { number } from '../locale.ts'
import { EMPTY_VIEW, viewUrl } from '../memory/view.ts'
import { followLink, lastMemory, planUrl, projectUrl, route } from '../router.ts'
import { session, signOut } from '../session.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { leaveWorkspace, workspaces } from '../workspace.ts'
import { Lazy } from './lazy.tsx'
import { NoticeList } from './noticelist.tsx'
import { PlansBoard } from './plansboard.tsx'
import { Question } from './question.tsx'
import { SignIn } from './signin.tsx'
import { WorkspaceMenu, WorkspaceRefused } from './workspaces.tsx'

/** These pages are loaded on demand, so that each visitor loads one of them. */
const memory = () => import('../memory/board.tsx').then((part) => part.MemoryBoard)
const projects = () => import('../projects/board.tsx').then((part) => part.ProjectsBoard)

/** The memory page is the home page: its part is loaded while this one begins. A failure shows when it is drawn. */
if (route.value.target.page === 'memory') memory().catch(() => undefined)

/** The whole page: navigation, content, and dialogs above it. */
export function App() {
  const { signInRequired, token } = useStore(session)
  const { plans } = useStore(inbox)
  const { target, cause } = useStore(route)
  const { disconnected } = useStore(live)
  const { current, refused } = useStore(workspaces)
  const [showsKeys, setShowsKeys] = useState(false)

  if (signInRequired) return <SignIn />
  const itemOpen = isItemOpen(target) && !refused
  const home = viewUrl(EMPTY_VIEW)
  const keys = { shown: showsKeys, show: setShowsKeys }
  return (
    <div class={itemOpen ? 'app app-item-open' : 'app'}>
      <a class="skip" href="#content">
        {text.skipToContent}
      </a>
      <header class="top">
        <a class="brand" href={home} onClick={followLink}>
          {text.product}
        </a>
        <h1 class="visually-hidden">
          {text[target.page]}
          {current !== null && ` · ${current}`}
        </h1>
        <WorkspaceMenu page={target.page} />
        <nav aria-label={text.pages}>
          <PageLink name={text.memory} url={target.page === 'memory' ? home : lastMemory()} current={target.page === 'memory'} />
          <PageLink name={text.plans} url={planUrl(null)} current={target.page === 'plans'} count={plans?.length ?? 0} />
          <PageLink name={text.projects} url={projectUrl()} current={target.page === 'projects'} />
        </nav>
        <p class="live" role="status" data-testid="live">
          {disconnected && plans !== null && text.offline}
        </p>
        {token !== '' && (
          <button class="quiet" data-testid="sign-out" onClick={leave}>
            {text.signOut}
          </button>
        )}
      </header>
      <NoticeList />
      {refused && <WorkspaceRefused page={target.page} />}
      {!refused && target.page === 'memory' && <Lazy key="memory" load={memory} props={{ view: target.view, cause, keys }} />}
      {!refused && target.page === 'plans' && <PlansBoard planId={target.planId} cause={cause} keys={keys} />}
      {!refused && target.page === 'projects' && <Lazy key="projects" load={projects} props={{ target, cause, keys }} />}
      <Question />
    </div>
  )
}

function leave(): void {
  sendHeldBack()
  signOut()
  leaveWorkspace()
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
