import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { FailureNote } from '../components/failurenote.tsx'
import { Menu } from '../components/menu.tsx'
import { useStore } from '../store.ts'
import { reveal } from '../reveal.ts'
import { sentence } from '../strings.ts'
import { useModelStatus } from './modelstatus.ts'
import type { Progress } from './progress.ts'
import { cancel, requestOf, requests, sendPrompt, setPrompt, type Subject } from './requests.ts'
import { text } from './strings.ts'

interface Props {
  subject: Subject
  /** Null if the form cannot be closed. */
  onClose?: (() => void) | null
}

/** In milliseconds: longer than a double click. */
const PAUSE = 600

/** Asks a model for a new scene, or for a change of a scene. Without a model there is nothing to ask. */
export function RequestForm({ subject, onClose = null }: Props) {
  const isNew = subject.sceneId === null
  const model = useModelStatus()
  const { prompt, sentAt, progress, failure } = requestOf(useStore(requests).bySubject, subject)
  const form = useRef<HTMLFormElement | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const known = model !== null
  useEffect(() => {
    if (onClose !== null && form.current !== null) reveal(form.current, field.current) // a person has opened it
  }, [known])
  const submit = (event: Event) => {
    event.preventDefault()
    if (sentAt === null) void sendPrompt(subject).then((done) => done && onClose?.())
    // The second click of a double click does not cancel.
    else if (Date.now() - sentAt > PAUSE) cancel(subject)
  }
  if (model?.configured !== true) return null
  return (
    <form ref={form} class="request" onSubmit={submit} aria-busy={sentAt !== null} data-testid={isNew ? 'add-form' : 'edit-form'}>
      <label for={id}>{isNew ? text.addLabel : text.editLabel}</label>
      <textarea
        id={id}
        ref={field}
        rows={3}
        placeholder={isNew ? text.addHint : text.editHint}
        readOnly={sentAt !== null}
        data-testid={isNew ? 'add-prompt' : 'edit-prompt'}
        value={prompt}
        onInput={(event) => setPrompt(subject, event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && sentAt === null) submit(event)
        }}
      />
      {failure !== null && <FailureNote failure={failure} />}
      <div class="request-line">
        {sentAt !== null && <Waiting sentAt={sentAt} progress={progress} />}
        {sentAt === null && onClose !== null && (
          <button type="button" class="quiet" onClick={onClose}>
            {text.close}
          </button>
        )}
        {/* One button for both actions, so that it keeps the focus. */}
        <button
          key="go"
          class={sentAt === null ? 'primary' : 'secondary'}
          aria-disabled={sentAt === null && prompt.trim() === ''}
          data-testid={sentAt !== null ? 'cancel' : isNew ? 'add' : 'edit'}
        >
          {sentAt !== null ? text.cancel : isNew ? text.add : text.edit}
        </button>
      </div>
    </form>
  )
}

/** Says in one line that the server has no model; the rest opens on a click. */
export function NoModel({ details }: { details: string }) {
  const summary = (
    <>
      {text.noModel} <span class="no-model-how">{text.howToConnect}</span>
    </>
  )
  return (
    <Menu class="no-model" summaryClass="no-model-line" summary={summary} testId="no-model">
      <div class="no-model-details">
        <p>{sentence(details)}.</p>
        <p>{text.withoutModel}</p>
      </div>
    </Menu>
  )
}

/** Shows what the server does and for how long. Screen readers announce each step once. */
function Waiting({ sentAt, progress }: { sentAt: number; progress: Progress | null }) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const step = text.step(progress)
  return (
    <div class="waiting">
      <p class="waiting-step" role="status" data-testid="waiting-step">
        {step}
      </p>
      <p role="timer" data-testid="waiting">
        {text.working(Math.max(0, Math.round((now - sentAt) / 1000)))}
      </p>
    </div>
  )
}
