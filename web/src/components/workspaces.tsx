import { useEffect, useRef } from 'preact/hooks'
import { listWorkspaces } from '../api.ts'
import { live } from '../live.ts'
import type { route } from '../router.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { withWorkspace, workspaces, type WorkspaceSummary } from '../workspace.ts'
import { Menu } from './menu.tsx'

type Page = (typeof route.value)['target']['page']

const HOMES: Record<Page, string> = { memory: '/', plans: '/plans', projects: '/projects' }

/** The choice of a workspace, if there are several. Its links load the page again: see workspace.ts. */
export function WorkspaceMenu({ page }: { page: Page }) {
  const { current, list, refused } = useStore(workspaces)
  const { disconnected } = useStore(live)
  useEffect(() => {
    const load = () => !document.hidden && void listWorkspaces().catch(() => {}) // the next time may succeed
    load()
    document.addEventListener('visibilitychange', load)
    return () => document.removeEventListener('visibilitychange', load)
  }, [disconnected, refused])
  if (list === null || list.length < 2) return null
  const summary = (
    <>
      <span class="visually-hidden">{text.workspace}: </span>
      <span class="workspace-name">{current}</span>
    </>
  )
  return (
    <Menu class="workspace" summaryClass="workspace-chosen" summary={summary} testId="workspace">
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

/** Shown instead of the content if the token does not list the workspace. */
export function WorkspaceRefused({ page }: { page: Page }) {
  const { current, list } = useStore(workspaces)
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
      <p>{text.noWorkspaceHint}</p>
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
