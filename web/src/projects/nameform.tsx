import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../api.ts'
import { FailureNote } from '../components/failurenote.tsx'
import type { Failure } from '../decisions.ts'
import { toFailure } from './requests.ts'
import { text } from './strings.ts'

interface Props {
  /** The name before. */
  was: string
  label: string
  maxLength: number
  /** What to say if it fails. */
  failed: string
  /** Stores the new name. */
  save: (name: string) => Promise<void>
  onClose: () => void
}

/** Edits the name of a scene or a project, in place of its heading. */
export function NameForm({ was, label, maxLength, failed, save, onClose }: Props) {
  const [name, setName] = useState(was)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const submit = async (event: Event) => {
    event.preventDefault()
    const next = name.trim()
    if (busy || next === '') return
    if (next === was) return onClose()
    setBusy(true)
    setFailure(null)
    try {
      await save(next)
      onClose()
    } catch (error) {
      setFailure(toFailure(error as ApiError, failed, null))
      setBusy(false)
    }
  }
  return (
    <form class="name-form" onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onClose()} data-testid="name-form">
      <input
        ref={field}
        aria-label={label}
        required
        maxLength={maxLength}
        autocomplete="off"
        data-testid="new-name"
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button class="primary small" disabled={busy} data-testid="save-name">
        {busy ? text.savingName : text.saveName}
      </button>
      <button type="button" class="quiet small" onClick={onClose}>
        {text.cancelName}
      </button>
      {failure !== null && <FailureNote failure={failure} />}
    </form>
  )
}
