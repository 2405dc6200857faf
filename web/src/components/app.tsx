import { useState } from 'preact/hooks'
import { sendHeldBack } from '../heldback.ts'
import { route } from '../router.ts'
import { session, signOut } from '../session.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { leaveWorkspace, workspaces } from '../workspace.ts'
import { Header } from './header.tsx'
import { Lazy } from './lazy.tsx'
import { NotFound } from './notfound.tsx'
import { NoticeList } from './noticelist.tsx'
import { Question } from './question.tsx'
import { SignIn } from './signin.tsx'
import { WorkspaceRefused } from './workspaces.tsx'

/** These pages are loaded on demand, so that each visitor loads one of them. */
const memory = () => import('../memory/board.tsx').then((part) => part.MemoryBoard)
const plans = () => import('./plansboard.tsx').then((part) => part.PlansBoard)
const recorded = () => import('../recorded/board.tsx').then((part) => part.RecordedBoard)
const projects = () => import('../projects/board.tsx').then((part) => part.ProjectsBoard)

/** The memory page is the home page: its part is loaded while this one begins. A failure shows when it is drawn. */
if (route.value.target.page === 'memory') memory().catch(() => undefined)

/** The whole page: navigation, content, and dialogs above it. */
export function App() {
  const { signInRequired } = useStore(session)
  const { target, cause } = useStore(route)
  const { refused } = useStore(workspaces)
  const [showsKeys, setShowsKeys] = useState(false)

  if (signInRequired) return <SignIn />
  const itemOpen = isItemOpen(target) && !refused
  const keys = { shown: showsKeys, show: setShowsKeys }
  return (
    <div class={itemOpen ? 'app app-item-open' : 'app'}>
      <a class="skip" href="#content">
        {text.skipToContent}
      </a>
      <Header target={target} onLeave={leave} />
      <NoticeList />
      {refused && <WorkspaceRefused page={target.page} />}
      {!refused && target.page === 'memory' && <Lazy key="memory" load={memory} props={{ view: target.view, cause, keys }} />}
      {!refused && target.page === 'plans' && <Lazy key="plans" load={plans} props={{ planId: target.planId, cause, keys }} />}
      {!refused && target.page === 'projects' && <Lazy key="projects" load={projects} props={{ target, cause, keys }} />}
      {!refused && target.page === 'recorded' && <Lazy key="recorded" load={recorded} props={{ keys }} />}
      {!refused && target.page === 'unknown' && <NotFound />}
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
  switch (target.page) {
    case 'memory':
      return target.view.episode !== null
    case 'plans':
      return target.planId !== null
    case 'projects':
      return target.sceneId !== null
    case 'recorded':
    case 'unknown':
      return false
  }
}
