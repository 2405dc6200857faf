import { ageOf, useClock } from '../age.ts'
import { about } from '../about.ts'
import { Menu } from '../components/menu.tsx'
import { followLink } from '../router.ts'
import { useStore } from '../store.ts'
import type { LastCall as Call } from './data.ts'
import { Line } from './empty.tsx'
import { text } from './strings.ts'
import { viewUrl, type View } from './view.ts'

interface Props {
  /** Undefined until or unless the server knows, null if no client has called. */
  call: Call | null | undefined
  /** The view that a link to the episode keeps. */
  view: View
}

/** When a client last called, and what it read or wrote. Its line has its place before that is known. */
export function LastCall({ call, view }: Props) {
  useClock()
  const { known } = useStore(about)
  if (call === undefined) return <p class="m-call" />
  if (call === null) {
    return (
      <div class="m-call" data-testid="last-call">
        {text.noCall}{' '}
        <Menu class="m-connect" summaryClass="" summary={text.connectClient}>
          <div class="m-popover">
            {text.clients(known).map(([name, line]) => (
              <div key={line}>
                <span class="muted">{name}</span>
                <Line line={line} />
              </div>
            ))}
          </div>
        </Menu>
      </div>
    )
  }
  const { at, client = '', operation, episode } = call
  return (
    <p class="m-call" data-testid="last-call">
      <bdi>{nameOf(client) || text.someClient}</bdi> {text.didCall(operation, episode !== undefined)}{' '}
      {episode !== undefined && (
        <a href={viewUrl({ ...view, episode: episode.id, to: null, walk: null })} title={episode.name} onClick={followLink}>
          “<bdi>{episode.name}</bdi>”
        </a>
      )}{' '}
      <time dateTime={at}>{ageOf(at)}</time>
    </p>
  )
}

/** Leaves out the version of a client: "claude-code/2.0.1". */
function nameOf(client: string): string {
  return client.replace(/\/v?\d\S*$/, '')
}
