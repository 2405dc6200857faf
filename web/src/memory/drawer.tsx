import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ageOf } from '../age.ts'
import { useLoaded } from '../projects/loaded.ts'
import { followLink, showView } from '../router.ts'
import { ConnectForm, ConnectionText } from './connection.tsx'
import { loadEpisode, loadNeighbours, type Connection, type Detail, type Neighbour } from './data.ts'
import { Exports } from './exports.tsx'
import { walk, type Model } from './model.ts'
import { LineSample, Reward } from './signs.tsx'
import { text } from './strings.ts'
import { toggle, viewUrl, type View, type Walk } from './view.ts'

interface Props {
  view: View
  serial: number
  model: Model
  connection: { value: Connection | null; error: string }
  takeFocus: boolean
  revision: unknown
}

/** Returns the view without the open episode. */
export function closed(view: View): View {
  return { ...view, episode: null, to: null, walk: null }
}

/** Everything about one episode. */
export function Drawer({ view, serial, model, connection, takeFocus, revision }: Props) {
  const { value: episode, error } = useLoaded(`episode/${serial}`, () => loadEpisode(serial), revision)
  return (
    <aside class="m-drawer" aria-label={episode?.name ?? text.episodes} data-testid="drawer" data-serial={serial}>
      <div class="m-drawer-top">
        <span class="muted">#{serial}</span>
        <a class="m-close" href={viewUrl(closed(view))} aria-label={text.close} title={text.close} data-testid="close" onClick={followLink}>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 4 8 8M12 4l-8 8" />
          </svg>
        </a>
      </div>
      {episode === null && error === null && <p class="muted">{text.loading}</p>}
      {episode === null && error !== null && (
        <p class="error" role="alert" data-testid="episode-failure">
          {error.status === 404 ? text.gone : `${text.detailFailed} ${error.message}`}
        </p>
      )}
      {episode !== null && <Content {...{ view, episode, model, connection, takeFocus, revision }} />}
    </aside>
  )
}

function Content({ view, episode, model, connection, takeFocus, revision }: Omit<Props, 'serial'> & { episode: Detail }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // A later effect could take the focus after the person has closed the episode.
  useLayoutEffect(() => {
    if (takeFocus) heading.current?.focus({ preventScroll: true })
  }, [])
  const [pages, setPages] = useState<Neighbour[]>([])
  const [cursor, setCursor] = useState<string | null>(null)
  const { value: first } = useLoaded(`neighbours/${episode.id}`, () => loadNeighbours(episode.id), revision)
  useEffect(() => {
    setPages([])
    setCursor(first?.next_cursor ?? null)
  }, [first])
  const neighbours = [...(first?.neighbours ?? []), ...pages]
  const more = async () => {
    const { body } = await loadNeighbours(episode.id, cursor!)
    setPages([...pages, ...body.neighbours])
    setCursor(body.next_cursor ?? null)
  }
  const superseded = model.bySerial.get(episode.id)?.supersededBy ?? null
  const changed = episode.updated_at !== episode.created_at ? ` · ${text.updated(ageOf(episode.updated_at))}` : ''
  return (
    <>
      <h2 ref={heading} tabIndex={-1} data-testid="episode-name">
        <bdi>{episode.name}</bdi>
      </h2>
      <p class="m-facts">
        <Reward reward={episode.reward} />
        <span title={new Date(episode.created_at).toLocaleString('en')}>
          {new Date(episode.created_at).toLocaleDateString('en', { dateStyle: 'medium' })} · {ageOf(episode.created_at)}
          {changed}
        </span>
      </p>
      {superseded !== null && (
        <p class="m-succession">
          <a href={viewUrl({ ...view, episode: superseded.serial, to: null, walk: null })} onClick={followLink}>
            {text.succession(superseded.type, superseded.serial)}
          </a>
        </p>
      )}
      <Tags episode={episode} view={view} />
      <h3>{text.query}</h3>
      <p class="m-prose">{episode.query}</p>
      {episode.reflection !== undefined && episode.reflection !== '' && (
        <>
          <h3>{text.reflection}</h3>
          <p class="m-prose">{episode.reflection}</p>
        </>
      )}
      <h3>{text.relationships}</h3>
      {first !== null && neighbours.length === 0 && <p class="muted">{text.noRelationships}</p>}
      <ul class="m-sentences" data-testid="relationships">
        {neighbours.map((neighbour) => (
          <li key={neighbour.relationship_id}>
            <LineSample type={neighbour.relationship_type} />
            <span>
              {neighbour.sentence}{' '}
              <a href={viewUrl({ ...view, episode: neighbour.id, to: null, walk: null })} onClick={followLink}>
                #{neighbour.id} <bdi>{neighbour.name}</bdi>
              </a>{' '}
              <span class="muted">{text.strength(neighbour.strength)}</span>
            </span>
          </li>
        ))}
      </ul>
      {cursor !== null && (
        <button class="secondary small" onClick={() => void more()}>
          {text.more(Math.min(20, (first?.count ?? 0) - neighbours.length))}
        </button>
      )}
      <Walks view={view} serial={episode.id} model={model} />
      <h3>{text.connect}</h3>
      <ConnectForm view={view} serial={episode.id} model={model} />
      {view.to !== null && <ConnectionText view={view} connection={connection} />}
      <Metadata episode={episode} />
      <Exports episode={episode} neighbours={neighbours} />
    </>
  )
}

function Tags({ episode, view }: { episode: Detail; view: View }) {
  if ((episode.tags ?? []).length === 0) return null
  return (
    <ul class="m-tags" aria-label={text.tags}>
      {episode.tags!.map((tag) => (
        <li key={tag}>
          <button class="m-tag" aria-pressed={view.tags.includes(tag)} onClick={() => showView({ ...view, tags: toggle(view.tags, tag) })}>
            <bdi>{tag}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Walks({ view, serial, model }: { view: View; serial: number; model: Model }) {
  const found = view.walk === null ? [] : walk(model, serial, view.walk)
  const set = (direction: Walk) => showView({ ...view, to: null, walk: view.walk === direction ? null : direction })
  return (
    <>
      <div class="m-actions" role="group">
        {(['back', 'forward'] as const).map((direction) => (
          <button key={direction} class="secondary small" aria-pressed={view.walk === direction} onClick={() => set(direction)}>
            {text.walkTitle[direction]}
          </button>
        ))}
      </div>
      {view.walk !== null && (
        <div role="status" data-testid="walk">
          {found.length === 0 && <p class="muted">{text.walkNone[view.walk]}</p>}
          <ol class="m-walk">
            {found.map((episode) => (
              <li key={episode.serial}>
                <a href={viewUrl({ ...view, episode: episode.serial, walk: null })} onClick={followLink}>
                  #{episode.serial} <bdi>{episode.name}</bdi>
                </a>{' '}
                <Reward reward={episode.reward} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  )
}

function Metadata({ episode }: { episode: Detail }) {
  const rows = Object.entries(episode.metadata ?? {})
  if (rows.length === 0) return null
  return (
    <>
      <h3>{text.metadata}</h3>
      <dl class="m-metadata">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
