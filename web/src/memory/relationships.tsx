import { useEffect, useRef, useState } from 'preact/hooks'
import { heldBack } from '../heldback.ts'
import { number } from '../locale.ts'
import { followLink } from '../router.ts'
import { session } from '../session.ts'
import { useStore } from '../store.ts'
import { AddRelationship } from './addrelationship.tsx'
import { ALL_NEIGHBOURS, type Detail, type Neighbour, type NeighbourFilter } from './data.ts'
import { EditRelationship, removalKey } from './editrelationship.tsx'
import { Fold } from './fold.tsx'
import { Held } from './held.tsx'
import type { Model } from './model.ts'
import { LineSample } from './signs.tsx'
import { text } from './strings.ts'
import { useNeighbours } from './useneighbours.ts'
import { viewUrl, type View } from './view.ts'

interface Props {
  view: View
  episode: Detail
  model: Model
  revision: unknown
  /** Whether the episode is there and stays: otherwise nothing of it can be changed. */
  isStored: boolean
  onChanged: () => void
}

/** The relationships of an episode: how many of each type, then the strongest. */
export function Relationships({ view, episode, model, revision, isStored, onChanged }: Props) {
  const canChange = useStore(session).canChange && isStored
  const held = useStore(heldBack).byKey
  const [filter, setFilter] = useState<NeighbourFilter>(ALL_NEIGHBOURS)
  const { list, count, more, error } = useNeighbours(episode.id, filter, revision)
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Neighbour | null>(null)
  const heading = useRef<HTMLElement>(null)
  const items = useRef<HTMLUListElement>(null)
  const kinds = kindsOf(episode.relationship_counts)
  // The last relationship of a kind may have been removed.
  const gone = filter.type !== '' && kinds.every((kind) => !isSame(kind, filter))
  useEffect(() => {
    if (gone) setFilter(ALL_NEIGHBOURS)
  }, [gone])
  const loadMore = async () => {
    const [first] = (await more?.()) ?? []
    if (first !== undefined) requestAnimationFrame(() => items.current?.querySelector<HTMLElement>(`[data-id="${first.relationship_id}"] a`)?.focus())
  }
  /** Moves the focus within a row, once its buttons have changed. */
  const focusRow = ({ relationship_id: id }: Neighbour, button: string) =>
    requestAnimationFrame(() => items.current?.querySelector<HTMLElement>(`[data-id="${id}"] ${button}`)?.focus())
  const changed = () => {
    setEditing(null)
    setAdding(false)
    onChanged()
  }
  const total = kinds.reduce((sum, kind) => sum + kind.count, 0)
  return (
    <>
      <Fold
        name="relationships"
        title={text.allRelationships}
        count={number.format(total)}
        summary={heading}
        action={
          canChange && (
            <button class="quiet small" data-testid="add-relationship" onClick={() => setAdding(true)}>
              {text.relate.open}
            </button>
          )
        }
      >
        {() => (
          <>
          {kinds.length > 1 && (
            <div class="m-kinds" role="group" aria-label={text.kinds}>
              {kinds.map((kind) => (
                <button
                  key={kind.type + kind.direction}
                  class="m-chip"
                  data-testid="kind"
                  aria-pressed={isSame(kind, filter)}
                  onClick={() => setFilter(isSame(kind, filter) ? ALL_NEIGHBOURS : kind)}
                >
                  <LineSample type={kind.type} />
                  {text.verb(kind.type, kind.direction)} <span class="m-count">{number.format(kind.count)}</span>
                </button>
              ))}
            </div>
          )}
          {list?.length === 0 && error === '' && <p class="muted">{text.noRelationships}</p>}
          <ul ref={items} class="m-sentences" data-testid="relationships">
            {list?.map((neighbour) => (
              <li key={neighbour.relationship_id} class={held.has(removalKey(neighbour.relationship_id)) ? 'm-held' : ''} data-id={neighbour.relationship_id}>
                <LineSample type={neighbour.relationship_type} />
                <span class="m-sentence">
                  {text.verb(neighbour.relationship_type, neighbour.direction)}{' '}
                  <a href={viewUrl({ ...view, episode: neighbour.id, to: null, walk: null })} onClick={followLink}>
                    #{neighbour.id} <bdi>{neighbour.name}</bdi>
                  </a>{' '}
                  {neighbour.strength !== 1 && <span class="muted">{text.strength(neighbour.strength)}</span>}
                </span>
                {canChange && held.has(removalKey(neighbour.relationship_id)) && (
                  <Held held={held.get(removalKey(neighbour.relationship_id))!} text={text.relation.heldRow} onKeep={() => focusRow(neighbour, '.m-pencil')} />
                )}
                {canChange && !held.has(removalKey(neighbour.relationship_id)) && (
                  <button
                    class="quiet m-pencil"
                    data-testid="edit-relationship"
                    title={text.relation.open}
                    aria-label={text.relation.openFor(text.verb(neighbour.relationship_type, neighbour.direction), neighbour.id)}
                    onClick={() => setEditing(neighbour)}
                  >
                    <Pencil />
                  </button>
                )}
              </li>
            ))}
          </ul>
          {error !== '' && isStored && (
            <p class="error" role="alert">
              {text.neighboursFailed} {error}
            </p>
          )}
          {more !== null && (
            <p class="m-rest">
              <button class="secondary small" data-testid="more-relationships" onClick={() => void loadMore()}>
                {text.more(Math.min(20, count - (list?.length ?? 0)))}
              </button>
              <span class="muted" role="status">
                {text.strongestOf(list?.length ?? 0, count)}
              </span>
            </p>
          )}
          </>
        )}
      </Fold>
      {adding && <AddRelationship {...{ view, episode, model }} onAdded={changed} onClose={() => setAdding(false)} />}
      {editing !== null && (
        <EditRelationship
          episode={episode}
          neighbour={editing}
          onChanged={changed}
          onHeld={() => {
            focusRow(editing, '[data-testid="keep"]')
            setEditing(null)
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

interface Kind extends NeighbourFilter {
  count: number
}

/** Returns the kinds that there are, the most frequent first. A relationship of related_to has no direction. */
function kindsOf(counts: Detail['relationship_counts']): Kind[] {
  const kinds = Object.entries(counts).flatMap(([type, { outgoing, incoming }]): Kind[] =>
    type === 'related_to'
      ? [{ type, direction: 'both', count: outgoing + incoming }]
      : [
          { type, direction: 'outgoing', count: outgoing },
          { type, direction: 'incoming', count: incoming },
        ],
  )
  return kinds.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
}

function isSame(a: NeighbourFilter, b: NeighbourFilter): boolean {
  return a.type === b.type && a.direction === b.direction
}

function Pencil() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <path d="M2 12l.6-2.8 6.9-6.9a1.1 1.1 0 0 1 1.6 0l.6.6a1.1 1.1 0 0 1 0 1.6l-6.9 6.9z" />
    </svg>
  )
}
