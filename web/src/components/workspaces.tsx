import { useEffect, useRef } from 'preact/hooks'
import { about } from '../about.ts'
import { listWorkspaces } from '../api.ts'
import { live } from '../live.ts'
import type { route } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { withWorkspace, workspaces, type WorkspaceSummary } from '../workspace.ts'
import { Menu } from './menu.tsx'

type Page = (typeof route.value)['target']['page']

const HOMES: Record<Page, string> = { memory: '/', plans: '/plans', projects: '/projects', recorded: '/recorded', unknown: '/' }

/**
 * The name of the memory and its store, and the choice of another workspace if there are several. Its links load the page
 * again: see workspace.ts.
 */
export function WorkspaceMenu({ page }: { page: Page }) {
  const { current, list, refused } = useStore(workspaces)
  const { known } = useStore(about)
  const { disconnected } = useStore(live)
  useEffect(() => {
    const load = () => !document.hidden && void listWorkspaces().catch(() => {}) // the next time may succeed
    load()
    document.addEventListener('visibilitychange', load)
    return () => document.removeEventListener('visibilitychange', load)
  }, [disconnected, refused])
  const name = (
    <>
      <span class="visually-hidden">{text.workspace}: </span>
      <span class="workspace-name">{current ?? known?.workspace ?? ''}</span>
      {known !== null && known.store !== '' && <span class="workspace-store">{text.storeName(known.store)}</span>}
    </>
  )
  if (list === null || list.length < 2) return <p class="workspace workspace-chosen">{name}</p>
  return (
    <Menu class="workspace" summaryClass="workspace-chosen" summary={name} testId="workspace">
      <nav class="workspace-list" aria-label={text.workspaces}>
        <WorkspaceLinks list={list} page={page} current={current} />
      </nav>
    </Menu>
  )
}

interface LinksProps {
  list: WorkspaceSummary[]
  page: Page
  current: string | null
}

function WorkspaceLinks({ list, page, current }: LinksProps) {
  return (
    <ul>
      {list.map(({ name, episodes }) => (
        <li key={name}>
          <a href={withWorkspace(HOMES[page], name)} aria-current={name === current ? 'true' : undefined}>
            <span class="workspace-name">{name}</span> <span class="muted">{text.episodes(episodes)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Shown instead of the content if the workspace may not be chosen. */
export function WorkspaceRefused({ page }: { page: Page }) {
  const { current, list } = useStore(workspaces)
  const { token } = useStore(session)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    document.title = `${text.noWorkspace} · ${text.product}`
  }, [])
  return (
    <main id="content" class="empty" tabIndex={-1} data-testid="workspace-refused">
      <h2 ref={heading} tabIndex={-1}>
        {text.noWorkspaceNamed(current ?? '')}
      </h2>
      <p>{text.noWorkspaceHint(token !== '')}</p>
      {list !== null && (
        <nav class="workspace-choice" aria-label={text.workspaces}>
          <p>{text.otherWorkspaces(list.length)}</p>
          <WorkspaceLinks list={list} page={page} current={null} />
        </nav>
      )}
      <p>
        <button class="secondary" onClick={() => location.reload()}>
          {text.retry}
        </button>
      </p>
    </main>
  )
}
