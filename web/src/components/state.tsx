import { live, retryNow } from '../live.ts'
import { reach } from '../reach.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'

/**
 * Whether the page is up to date: a dot while it is live, and otherwise since when it is not. The live region always
 * exists, otherwise screen readers would not announce it.
 */
export function State() {
  const { connected, disconnected } = useStore(live)
  const { reachable, answeredAt } = useStore(reach)
  const problem = !reachable ? text.notConnected : disconnected ? text.noEvents : ''
  const kind = !reachable ? 'down' : disconnected ? 'late' : connected ? 'live' : 'new'
  return (
    <div class={`state state-${kind}`} data-testid="state" data-state={kind}>
      <span class="state-dot" title={kind === 'live' ? text.live : undefined} />
      <p class="live" role="status" data-testid="live">
        {problem !== '' && [problem, text.since(answeredAt)].filter((part) => part !== '').join(' · ')}
      </p>
      {problem !== '' && (
        <button class="quiet" data-testid="retry-now" onClick={retryNow}>
          {text.retryNow}
        </button>
      )}
    </div>
  )
}
