import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { reveal } from '../reveal.ts'
import { followLink, showView } from '../router.ts'
import { AddRelationship } from './addrelationship.tsx'
import type { Connection, Detail, Path } from './data.ts'
import { EpisodeField } from './episodefield.tsx'
import type { Model } from './model.ts'
import { LineSample } from './signs.tsx'
import { text } from './strings.ts'
import { viewUrl, type View } from './view.ts'

/** Asks for the other end of a path. */
export function ConnectForm({ view, serial, model }: { view: View; serial: number; model: Model }) {
  const show = (to: number) => showView({ ...view, to, walk: null })
  return (
    <EpisodeField
      label={text.connect}
      model={model}
      except={serial}
      asked={view.to}
      testid="connect"
      onPick={(choice) => choice !== null && show(choice.serial)}
    />
  )
}

interface Props {
  view: View
  model: Model
  from: Detail
  connection: { value: Connection | null; error: string }
  /** Whether the person may add a relationship. */
  canChange: boolean
  onChanged: () => void
}

/** The strongest path in words, one relationship a line. A shorter one is folded. */
export function ConnectionText({ view, model, from, connection: { value, error }, canChange, onChanged }: Props) {
  const [strongest, ...others] = value?.paths ?? []
  const answer = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (value !== null && answer.current !== null) reveal(answer.current)
  }, [value === null, from.id, view.to])
  return (
    <div ref={answer} role="status" class="m-connection" data-testid="connection">
      {value === null && error === '' && <p class="muted">{text.loading}</p>}
      {error !== '' && <p class="error">{error}</p>}
      {value !== null && !value.connected && view.to !== null && <Unconnected {...{ view, model, from, to: view.to, canChange, onChanged }} />}
      {strongest !== undefined && <Stations view={view} from={from} path={strongest} />}
      {others.map((path) => (
        <details key={path.text} onToggle={({ currentTarget }) => currentTarget.open && reveal(currentTarget)}>
          <summary>{text.shorterPath(path.steps.length)}</summary>
          <Stations view={view} from={from} path={path} />
        </details>
      ))}
      <a href={viewUrl({ ...view, to: null })} onClick={followLink}>
        {text.connectClear}
      </a>
    </div>
  )
}

type UnconnectedProps = Omit<Props, 'connection'> & { to: number }

/** Says that no path connects two episodes, and which tags both have. Offers to link them. */
function Unconnected({ view, model, from, to, canChange, onChanged }: UnconnectedProps) {
  const [linking, setLinking] = useState(false)
  const other = model.bySerial.get(to)
  const shared = sharedTags(model, from.id, to)
  return (
    <>
      <p>
        {text.unconnected} {shared.length > 0 && text.sharedTags(shared.slice(0, MOST_SHARED))}
      </p>
      {canChange && (
        <p>
          <button class="secondary small" data-testid="link-them" onClick={() => setLinking(true)}>
            {text.linkThem}
          </button>
        </p>
      )}
      {linking && (
        <AddRelationship
          {...{ view, episode: from, model }}
          initial={{ serial: to, name: other?.name ?? '', reward: other?.reward ?? 0 }}
          onAdded={() => {
            setLinking(false)
            onChanged()
          }}
          onClose={() => setLinking(false)}
        />
      )}
    </>
  )
}

/** Returns the tags that both episodes have. A tag of every loaded episode tells nothing about two of them. */
function sharedTags({ episodes, bySerial }: Model, from: number, to: number): string[] {
  const other = new Set(bySerial.get(to)?.tags)
  const shared = (bySerial.get(from)?.tags ?? []).filter((tag) => other.has(tag))
  return shared.filter((tag) => !episodes.every(({ tags }) => tags.includes(tag)))
}

const MOST_SHARED = 5

/** A sentence for each step of a path. Each has its subject: without it, all would seem to be about the first episode. */
function Stations({ view, from, path }: { view: View; from: { id: number; name: string }; path: Path }) {
  return (
    <>
      <ol class="m-stations">
        <li>
          <Station view={view} id={from.id} name={from.name} />
        </li>
        {path.steps.map(({ id, name, relationship_type: type, direction, strength }, i) => (
          <li key={id}>
            <LineSample type={type} />
            <span>
              #{i === 0 ? from.id : path.steps[i - 1]!.id} {text.verb(type, direction)} <Station view={view} id={id} name={name} />{' '}
              <span class="muted">{text.strength(strength)}</span>
            </span>
          </li>
        ))}
      </ol>
      <p class="muted">{text.pathStrength(path.total_strength)}</p>
    </>
  )
}

function Station({ view, id, name }: { view: View; id: number; name: string }) {
  return (
    <a href={viewUrl({ ...view, episode: id, to: null, walk: null })} onClick={followLink}>
      #{id} <bdi>“{name}”</bdi>
    </a>
  )
}
