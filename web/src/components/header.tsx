import { about } from '../about.ts'
import { inbox } from '../inbox.ts'
import { number } from '../locale.ts'
import { EMPTY_VIEW, viewUrl } from '../memory/view.ts'
import { followLink, lastMemory, planUrl, projectUrl, recordedUrl, type route } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { workspaces } from '../workspace.ts'
import { Lazy } from './lazy.tsx'
import { Menu } from './menu.tsx'
import { State } from './state.tsx'
import { WorkspaceMenu } from './workspaces.tsx'

const search = () => import('../memory/board.tsx').then((part) => part.HeaderSearch)

interface Props {
  target: (typeof route.value)['target']
  onLeave: () => void
}

/** The header of every page: which memory it is, the pages, the search of the memory, and whether the page is live. */
export function Header({ target, onLeave }: Props) {
  const { token } = useStore(session)
  const { current, refused } = useStore(workspaces)
  const { page } = target
  return (
    <header class="top">
      <h1 class="visually-hidden">
        {text[page]}
        {current !== null && ` · ${current}`}
      </h1>
      <div class="top-start">
        <WorkspaceMenu page={page} />
        <Pages page={page} />
      </div>
      {page === 'memory' && !refused && (
        <div class="top-search">
          <Lazy load={search} props={{ view: target.view }} quiet />
        </div>
      )}
      <div class="top-end">
        <State />
        {token !== '' && (
          <button class="quiet" data-testid="sign-out" onClick={onLeave}>
            {text.signOut}
          </button>
        )}
      </div>
    </header>
  )
}

/** The pages that have something to show, and a menu of the others. */
function Pages({ page }: { page: Props['target']['page'] }) {
  const { plans } = useStore(inbox)
  const { known } = useStore(about)
  const pending = plans?.length ?? 0
  const home = page === 'memory' ? viewUrl(EMPTY_VIEW) : lastMemory()
  const others = [
    { page: 'recorded' as const, url: recordedUrl(), count: 0, isUsed: known?.recorded === true, isOffered: known?.command !== undefined },
    { page: 'plans' as const, url: planUrl(null), count: pending, isUsed: known?.plans === true || pending > 0, isOffered: true },
    { page: 'projects' as const, url: projectUrl(), count: 0, isUsed: known?.projects === true, isOffered: true },
  ]
  const isTab = (other: (typeof others)[number]) => other.isUsed || other.page === page
  const unused = known === null ? [] : others.filter((other) => other.isOffered && !isTab(other))
  return (
    <>
      <nav class="pages" aria-label={text.pages}>
        <PageLink name={text.memory} url={home} current={page === 'memory'} />
        {others.filter(isTab).map((other) => (
          <PageLink key={other.page} name={text[other.page]} url={other.url} current={other.page === page} count={other.count} />
        ))}
      </nav>
      {unused.length > 0 && (
        <Menu class="also" summaryClass="page" summary={text.alsoHere} testId="also">
          <ul class="also-list">
            {unused.map((other) => (
              <li key={other.page}>
                <strong>{text[other.page]}</strong>
                <p class="muted">
                  {text.also[other.page]} <code>{text.alsoFlags[other.page]}</code>
                </p>
                <a href={other.url} onClick={followLink}>
                  {text.alsoOpen(text[other.page])}
                </a>
              </li>
            ))}
          </ul>
        </Menu>
      )}
    </>
  )
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
