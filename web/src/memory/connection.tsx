import { useLayoutEffect, useRef } from 'preact/hooks'
import { reveal } from '../reveal.ts'
import { followLink, showView } from '../router.ts'
import type { Connection, Path } from './data.ts'
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
      testid="connect"
      onPick={(choice) => choice !== null && show(choice.serial)}
    />
  )
}

interface Props {
  view: View
  model: Model
  from: { id: number; name: string }
  connection: { value: Connection | null; error: string }
}

/** The strongest path in words, one relationship a line. A shorter one is folded. */
export function ConnectionText({ view, model, from, connection: { value, error } }: Props) {
  const [strongest, ...others] = value?.paths ?? []
  const answer = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (value !== null && answer.current !== null) reveal(answer.current)
  }, [value === null, from.id, view.to])
  return (
    <div ref={answer} role="status" class="m-connection" data-testid="connection">
      {value === null && error === '' && <p class="muted">{text.loading}</p>}
      {error !== '' && <p class="error">{error}</p>}
      {value !== null && !value.connected && <p>{unconnected(model, from.id, view.to)}</p>}
      {strongest !== undefined && <Stations view={view} from={from} path={strongest} />}
      {others.map((path) => (
        <details key={path.text}>
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

/** Says that no path connects two episodes, and which tags both have. */
function unconnected(model: Model, from: number, to: number | null): string {
  const other = new Set(to === null ? [] : model.bySerial.get(to)?.tags)
  const shared = (model.bySerial.get(from)?.tags ?? []).filter((tag) => other.has(tag))
  return shared.length === 0 ? text.unconnected : `${text.unconnected} ${text.sharedTags(shared.slice(0, MOST_SHARED))}`
}

const MOST_SHARED = 5

/** Each episode of a path with the verb that leads to it, as the server's sentence says it. */
function Stations({ view, from, path }: { view: View; from: { id: number; name: string }; path: Path }) {
  return (
    <>
      <ol class="m-stations">
        <li>
          <Station view={view} id={from.id} name={from.name} />
        </li>
        {path.steps.map(({ id, name, relationship_type: type, direction, strength }) => (
          <li key={id}>
            <LineSample type={type} />
            <span>
              {text.verb(type, direction)} <Station view={view} id={id} name={name} />{' '}
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
