import { Marked } from './marked.tsx'
import { RewardDot } from './signs.tsx'
import { text } from './strings.ts'
import type { Suggestion } from './suggestions.ts'

interface Props {
  id: string
  list: Suggestion[]
  typed: string
  /** The index of the one that Enter chooses; -1 for none. */
  active: number
  onPick: (choice: Suggestion) => void
}

const KINDS: Suggestion['kind'][] = ['episode', 'near', 'tag', 'time']

function heading(kind: Suggestion['kind']): string {
  if (kind === 'episode') return text.episodes
  return kind === 'near' ? text.nearHeading : kind === 'tag' ? text.tags : text.understood
}

/** What the search field offers, in groups. The field keeps the focus. */
export function SearchList({ id, list, typed, active, onPick }: Props) {
  return (
    <div id={id} role="listbox" aria-label={text.search} class="m-suggestions" data-testid="suggestions">
      {KINDS.filter((kind) => list.some((one) => one.kind === kind)).map((kind) => (
        <div key={kind} role="group" aria-labelledby={`${id}-${kind}`} class={`m-suggest-${kind}`}>
          <div id={`${id}-${kind}`} class="m-suggest-head" role="presentation">
            {heading(kind)}
          </div>
          {list.map(
            (one, i) =>
              one.kind === kind && (
                <div
                  key={i}
                  id={`${id}-${i}`}
                  role="option"
                  class="m-suggestion"
                  aria-selected={i === active}
                  data-testid={`suggest-${kind}`}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => onPick(one)}
                >
                  <Content one={one} typed={typed} />
                </div>
              ),
          )}
        </div>
      ))}
    </div>
  )
}

function Content({ one, typed }: { one: Suggestion; typed: string }) {
  if (one.kind === 'tag') return <Marked text={one.tag} typed={typed} />
  if (one.kind === 'time') return <bdi>{one.name}</bdi>
  const { id, name, reward } = one.hit
  return (
    <>
      <RewardDot reward={reward} isStruck={false} />
      <Marked text={name} typed={typed} />
      <span class="m-serial">#{id}</span>
    </>
  )
}
