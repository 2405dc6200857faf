import { useEffect } from 'preact/hooks'
import { lastMemory } from '../router.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { workspaces } from '../workspace.ts'

/** Shown for an address that has no page. */
export function NotFound() {
  const { current, own } = useStore(workspaces)
  useEffect(() => {
    document.title = `${text.unknown} · ${text.product}`
  }, [])
  return (
    <main id="content" class="empty" tabIndex={-1} data-testid="not-found">
      <h2>{text.unknown}</h2>
      <p>
        <code>{location.pathname}</code>
      </p>
      <p>{text.unknownNote}</p>
      {/* If the address names no workspace, the server chooses the one to open. */}
      <a class="button secondary" href={current === own ? '/' : lastMemory()}>
        {text.toMemory}
      </a>
    </main>
  )
}
