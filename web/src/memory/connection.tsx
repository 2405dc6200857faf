import { useId, useState } from 'preact/hooks'
import { followLink, showView } from '../router.ts'
import type { Connection } from './data.ts'
import type { Model } from './model.ts'
import { text } from './strings.ts'
import { viewUrl, type View } from './view.ts'

/** Enough names to choose from; the browser filters them as the person types. */
const MOST_NAMES = 500

/** Asks for the other end of a path. */
export function ConnectForm({ view, serial, model }: { view: View; serial: number; model: Model }) {
  const [typed, setTyped] = useState('')
  const [failed, setFailed] = useState(false)
  const names = useId()
  const submit = (event: Event) => {
    event.preventDefault()
    const other = serialOf(typed, model)
    setFailed(other === null || other === serial)
    if (other !== null && other !== serial) showView({ ...view, to: other, walk: null })
  }
  return (
    <form class="m-connect" onSubmit={submit}>
      <label>
        <span class="visually-hidden">{text.connectField}</span>
        <input
          data-testid="connect"
          list={names}
          value={typed}
          placeholder={text.connectField}
          autocomplete="off"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <datalist id={names}>
        {model.episodes.slice(0, MOST_NAMES).map((episode) => (
          <option key={episode.serial} value={`#${episode.serial} ${episode.name}`} />
        ))}
      </datalist>
      <button class="secondary" disabled={typed.trim() === ''}>
        {text.connectSubmit}
      </button>
      {failed && (
        <p class="error" role="alert">
          {text.connectUnknown}
        </p>
      )}
    </form>
  )
}

/** Reads "#5 …", "5" or the beginning of a name. */
function serialOf(typed: string, model: Model): number | null {
  const number = /^#?(\d+)(\s|$)/.exec(typed.trim())
  if (number !== null) return Number(number[1])
  const words = typed.trim().toLowerCase()
  return model.episodes.find(({ name }) => name.toLowerCase().startsWith(words))?.serial ?? null
}

interface Props {
  view: View
  connection: { value: Connection | null; error: string }
}

/** The path in words, with links. */
export function ConnectionText({ view, connection: { value, error } }: Props) {
  return (
    <div role="status" class="m-connection" data-testid="connection">
      {value === null && error === '' && <p class="muted">{text.loading}</p>}
      {error !== '' && <p class="error">{error}</p>}
      {value !== null && !value.connected && <p>{text.unconnected}</p>}
      {value?.paths.map((path) => (
        <p key={path.text} class="m-prose">
          {path.text}
        </p>
      ))}
      <a href={viewUrl({ ...view, to: null })} onClick={followLink}>
        {text.connectClear}
      </a>
    </div>
  )
}
