import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ageOf } from '../age.ts'
import { heldBack } from '../heldback.ts'
import { dayAndTime, dayOf, number } from '../locale.ts'
import { useLoaded } from '../projects/loaded.ts'
import { followLink, showView } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { Causes } from './causes.tsx'
import { closed, followClose } from './closing.ts'
import { ConnectForm, ConnectionText } from './connection.tsx'
import { loadEpisode, type Connection, type Detail } from './data.ts'
import { DeleteEpisode, deletionKey } from './deleteepisode.tsx'
import { EditDialog } from './editdialog.tsx'
import { EpisodeState } from './episodestate.tsx'
import { Exports } from './exports.tsx'
import { Fold } from './fold.tsx'
import { goneAt } from './gone.tsx'
import type { Model } from './model.ts'
import { Prose, ProseSection } from './prose.tsx'
import { Relationships } from './relationships.tsx'
import { Reward } from './signs.tsx'
import { text } from './strings.ts'
import { toggle, viewUrl, type View } from './view.ts'

/** Where the open episode is in the list. */
export interface Steps {
  previous: number | null
  next: number | null
  /** As "3 of 57"; empty if the list lacks it. */
  place: string
}

interface Props {
  view: View
  serial: number
  model: Model
  steps: Steps
  connection: { value: Connection | null; error: string }
  takeFocus: boolean
  revision: unknown
  knownTags: string[]
  /** The person has changed the memory. */
  onChanged: () => void
}

/** Everything about one episode. */
export function Drawer({ view, serial, model, steps, connection, takeFocus, revision, knownTags, onChanged }: Props) {
  const { canChange } = useStore(session)
  const { value: episode, error, reload } = useLoaded(`episode/${serial}`, () => loadEpisode(serial), revision)
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const aside = useRef<HTMLElement>(null)
  const held = useStore(heldBack).byKey.get(deletionKey(serial)) ?? null
  const gone = goneAt(serial, error?.status === 404 && episode !== null)
  const isStored = held === null && gone === null
  return (
    <aside ref={aside} tabIndex={-1} class={held === null ? 'm-drawer' : 'm-drawer m-drawer-held'} aria-label={episode?.name ?? text.episodes} data-testid="drawer" data-serial={serial}>
      <div class="m-drawer-top">
        <span class="m-drawer-place">
          <span class="muted">#{serial}</span>
          <Step view={view} serial={steps.previous} name={text.previous} testid="previous" path="m3.5 10 4.5-4.5 4.5 4.5" />
          <Step view={view} serial={steps.next} name={text.next} testid="next" path="m3.5 6 4.5 4.5L12.5 6" />
          <span class="muted m-place">{steps.place}</span>
        </span>
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

/** A link to the next or the previous episode of the list. Without one it is there, but leads nowhere. */
function Step({ view, serial, name, testid, path }: { view: View; serial: number | null; name: string; testid: string; path: string }) {
  const url = serial === null ? undefined : viewUrl({ ...view, episode: serial, to: null, walk: null })
  return (
    <a class="m-close" href={url} role="link" aria-disabled={serial === null} aria-label={name} title={name} data-testid={testid} onClick={url === undefined ? undefined : followLink}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </a>
  )
}

type ContentProps = Omit<Props, 'serial' | 'knownTags' | 'steps'> & { episode: Detail; isStored: boolean }

function Content({ view, episode, model, connection, takeFocus, revision, isStored, onChanged }: ContentProps) {
  const canChange = useStore(session).canChange && isStored
  const heading = useRef<HTMLHeadingElement>(null)
  // A later effect could take the focus after the person has closed the episode.
  useLayoutEffect(() => {
    if (takeFocus) heading.current?.focus({ preventScroll: true })
  }, [])
  const learned = episode.reflection ?? ''
  return (
    <>
      <h2 ref={heading} tabIndex={-1} data-testid="episode-name">
        <bdi>{episode.name}</bdi>
      </h2>
      <Facts view={view} episode={episode} />
      <Succession view={view} serial={episode.id} model={model} />
      <div class="m-learned">
        <ProseSection title={learned === '' ? text.query : text.reflection} source={learned === '' ? episode.query : learned} />
      </div>
      <Causes view={view} episode={episode} model={model} revision={revision} />
      {learned !== '' && (
        <Fold name="task" title={text.query}>
          {() => <Prose source={episode.query} />}
        </Fold>
      )}
      <Relationships {...{ view, episode, model, revision, isStored, onChanged }} />
      <Fold name="connection" title={text.connection} isAsked={view.to !== null}>
        {() => (
          <>
            <ConnectForm view={view} serial={episode.id} model={model} />
            {view.to !== null && <ConnectionText view={view} model={model} from={episode} {...{ connection, canChange, onChanged }} />}
          </>
        )}
      </Fold>
      <Metadata episode={episode} />
      <Fold name="exports" title={text.exports}>
        {() => <Exports episode={episode} />}
      </Fold>
    </>
  )
}

/** One line: how it went, when, who wrote it, and its tags, which also filter. */
function Facts({ view, episode }: { view: View; episode: Detail }) {
  const created = new Date(episode.created_at)
  const author = authorOf(episode)
  return (
    <div class="m-facts m-line-of-facts" data-testid="facts">
      <Reward reward={episode.reward} />
      <time dateTime={episode.created_at} title={`${dayAndTime.format(created)} · ${ageOf(episode.created_at)}`}>
        {dayOf(created)}
      </time>
      {author !== '' && <bdi>{author}</bdi>}
      {episode.updated_at !== episode.created_at && <span>{text.updated(ageOf(episode.updated_at))}</span>}
      {(episode.tags ?? []).length > 0 && (
        <ul class="m-tags" aria-label={text.tags}>
          {episode.tags!.map((tag) => (
            <li key={tag}>
              <button class="m-tag" aria-pressed={view.tags.includes(tag)} onClick={() => showView({ ...view, tags: toggle(view.tags, tag) })}>
                <bdi>{tag}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Who wrote an episode, by the members of its metadata that the server reads too. */
function authorOf({ metadata }: Detail): string {
  const named = ['agent', 'author', 'source'].map((name) => metadata?.[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof named === 'string' ? named : ''
}

/** Says what has replaced an episode, in words. */
function Succession({ view, serial, model }: { view: View; serial: number; model: Model }) {
  const superseded = model.bySerial.get(serial)?.supersededBy ?? null
  const by = superseded === null ? undefined : model.bySerial.get(superseded.serial)
  if (superseded === null || by === undefined) return null
  return (
    <p class="m-succession" data-testid="succession">
      {text.succession(superseded.type)}{' '}
      <a href={viewUrl({ ...view, episode: by.serial, to: null, walk: null })} onClick={followLink}>
        <bdi>{by.name}</bdi>
      </a>
    </p>
  )
}

function Metadata({ episode }: { episode: Detail }) {
  const rows = Object.entries(episode.metadata ?? {})
  if (rows.length === 0) return null
  return (
    <Fold name="metadata" title={text.metadata} count={number.format(rows.length)}>
      {() => (
        <dl class="m-metadata">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Fold>
  )
}
