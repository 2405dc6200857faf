import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ageOf } from '../age.ts'
import { heldBack } from '../heldback.ts'
import { useLoaded } from '../projects/loaded.ts'
import { followLink, showView } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { closed, followClose } from './closing.ts'
import { ConnectForm, ConnectionText } from './connection.tsx'
import { loadEpisode, type Connection, type Detail } from './data.ts'
import { DeleteEpisode, deletionKey } from './deleteepisode.tsx'
import { EditDialog } from './editdialog.tsx'
import { EpisodeState } from './episodestate.tsx'
import { Exports } from './exports.tsx'
import { goneAt } from './gone.tsx'
import { walk, type Model } from './model.ts'
import { Relationships } from './relationships.tsx'
import { Reward } from './signs.tsx'
import { text } from './strings.ts'
import { toggle, viewUrl, type View, type Walk } from './view.ts'

interface Props {
  view: View
  serial: number
  model: Model
  connection: { value: Connection | null; error: string }
  takeFocus: boolean
  revision: unknown
  knownTags: string[]
  /** The person has changed the memory. */
  onChanged: () => void
}

/** Everything about one episode. */
export function Drawer({ view, serial, model, connection, takeFocus, revision, knownTags, onChanged }: Props) {
  const { canChange } = useStore(session)
  const { value: episode, error, reload } = useLoaded(`episode/${serial}`, () => loadEpisode(serial), revision)
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const aside = useRef<HTMLElement>(null)
  const held = useStore(heldBack).byKey.get(deletionKey(serial)) ?? null
  const gone = goneAt(serial, error?.status === 404 && episode !== null)
  const isStored = held === null && gone === null
  return (
    <aside ref={aside} class={held === null ? 'm-drawer' : 'm-drawer m-drawer-held'} aria-label={episode?.name ?? text.episodes} data-testid="drawer" data-serial={serial}>
      <div class="m-drawer-top">
        <span class="muted">#{serial}</span>
        <span class="m-drawer-buttons">
          {canChange && episode !== null && isStored && (
            <>
              <button class="quiet small" data-testid="edit" onClick={() => setDialog('edit')}>
                {text.edit.open}
              </button>
              <button class="quiet small" data-testid="delete" onClick={() => setDialog('delete')}>
                {text.remove.open}
              </button>
            </>
          )}
          <a
            class="m-close"
            href={viewUrl(closed(view))}
            aria-label={text.close}
            title={text.close}
            data-testid="close"
            onClick={(event) => followClose(event, view)}
          >
            <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
              <path d="m4 4 8 8M12 4l-8 8" />
            </svg>
          </a>
        </span>
      </div>
      {episode !== null && <EpisodeState {...{ episode, held, gone, canChange }} onEdit={() => setDialog('edit')} />}
      {episode === null && error === null && <p class="muted">{text.loading}</p>}
      {error !== null && episode === null && (
        <p class="error" role="alert" data-testid="episode-failure">
          {error.status === 404 ? text.gone : `${text.detailFailed} ${error.message}`}
        </p>
      )}
      {episode !== null && <Content {...{ view, episode, model, connection, takeFocus, revision, isStored, onChanged }} />}
      {episode !== null && dialog === 'edit' && (
        <EditDialog episode={episode} goneAt={gone} knownTags={knownTags} onSaved={onChanged} onStale={() => void reload()} onClose={close} />
      )}
      {episode !== null && dialog === 'delete' && (
        <DeleteEpisode
          episode={episode}
          onHeld={() => {
            close()
            requestAnimationFrame(() => aside.current?.querySelector<HTMLElement>('[data-testid="keep"]')?.focus())
          }}
          onClose={close}
        />
      )}
    </aside>
  )
}

type ContentProps = Omit<Props, 'serial' | 'knownTags'> & { episode: Detail; isStored: boolean }

function Content({ view, episode, model, connection, takeFocus, revision, isStored, onChanged }: ContentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // A later effect could take the focus after the person has closed the episode.
  useLayoutEffect(() => {
    if (takeFocus) heading.current?.focus({ preventScroll: true })
  }, [])
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
      <Prose text={episode.query} />
      {episode.reflection !== undefined && episode.reflection !== '' && (
        <>
          <h3>{text.reflection}</h3>
          <Prose text={episode.reflection} />
        </>
      )}
      <Walks view={view} serial={episode.id} model={model} />
      <ConnectForm view={view} serial={episode.id} model={model} />
      {view.to !== null && <ConnectionText view={view} from={episode} connection={connection} />}
      <Relationships {...{ view, episode, model, revision, isStored, onChanged }} />
      <Metadata episode={episode} />
      <Exports episode={episode} />
    </>
  )
}

/** In characters: a longer text is folded, so that what follows stays in sight. */
const LONG = 600

function Prose({ text: whole }: { text: string }) {
  const [isOpen, setIsOpen] = useState(whole.length <= LONG)
  return (
    <>
      <p class={isOpen ? 'm-prose' : 'm-prose m-folded'} dir="auto">
        {whole}
      </p>
      {!isOpen && (
        <button class="quiet small" onClick={() => setIsOpen(true)}>
          {text.unfold}
        </button>
      )}
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
            {found.map(({ episode, type, via, distance }) => (
              <li key={episode.serial} style={{ '--depth': Math.min(distance, 5) - 1 }}>
                <a href={viewUrl({ ...view, episode: episode.serial, walk: null })} onClick={followLink}>
                  #{episode.serial} <bdi>{episode.name}</bdi>
                </a>
                <span class="m-facts">
                  <Reward reward={episode.reward} />
                  <span>{text.walkStep(type, view.walk === 'back', via, ageOf(episode.createdAt))}</span>
                </span>
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
