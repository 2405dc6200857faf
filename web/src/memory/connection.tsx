import { followLink, showView } from '../router.ts'
import type { Connection } from './data.ts'
import { EpisodeField } from './episodefield.tsx'
import type { Model } from './model.ts'
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
