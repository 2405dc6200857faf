import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { FailureNote } from '../components/failurenote.tsx'
import { useStore } from '../store.ts'
import { cancel, requestOf, requests, send, write, type Subject } from './requests.ts'
import { text } from './strings.ts'

interface Props {
  subject: Subject
  /** Null if the form cannot be closed. */
  onClose?: (() => void) | null
}

/** In milliseconds: longer than a double click. */
const PAUSE = 600

/** Asks a model for a new scene, or for a change of a scene. */
export function RequestForm({ subject, onClose = null }: Props) {
  const isNew = subject.sceneId === null
  const { prompt, since, failure } = requestOf(useStore(requests).of, subject)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useEffect(() => {
    if (onClose !== null) field.current?.focus()
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    if (since === null) void send(subject).then((done) => done && onClose?.())
    // The second click of a double click does not cancel.
    else if (Date.now() - since > PAUSE) cancel(subject)
  }
  return (
    <form class="request" onSubmit={submit} aria-busy={since !== null} data-testid={isNew ? 'add-form' : 'edit-form'}>
      <label for={id}>{isNew ? text.askAdd : text.askEdit}</label>
      <textarea
        id={id}
        ref={field}
        rows={3}
        placeholder={isNew ? text.askAddHint : text.askEditHint}
        readOnly={since !== null}
        data-testid={isNew ? 'add-prompt' : 'edit-prompt'}
        value={prompt}
        onInput={(event) => write(subject, event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && since === null) submit(event)
        }}
      />
      {failure !== null && <FailureNote failure={failure} />}
      <div class="request-line">
        {since !== null && <Waiting since={since} />}
        {since === null && onClose !== null && (
          <button type="button" class="quiet" onClick={onClose}>
            {text.close}
          </button>
        )}
        {/* One button for both actions, so that it keeps the focus. */}
        <button
          key="go"
          class={since === null ? 'primary' : 'secondary'}
          aria-disabled={since === null && prompt.trim() === ''}
          data-testid={since !== null ? 'cancel' : isNew ? 'add' : 'edit'}
        >
          {since !== null ? text.cancel : isNew ? text.add : text.edit}
        </button>
      </div>
    </form>
  )
}

/** Shows how long a model has been working. Screen readers announce it only once. */
function Waiting({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p class="waiting" role="timer" data-testid="waiting">
      {text.waiting(Math.max(0, Math.round((now - since) / 1000)))}
    </p>
  )
}
