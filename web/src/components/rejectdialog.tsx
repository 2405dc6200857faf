import { useState } from 'preact/hooks'
import type { Failure } from '../decisions.ts'
import { text } from '../strings.ts'
import { FailureNote } from './failurenote.tsx'
import { Modal } from './modal.tsx'

interface Props {
  name: string
  onReject: (reason: string) => Promise<Failure | null>
  onClose: () => void
}

/** Asks for the reason of a rejection. The text stays if the rejection fails. */
export function RejectDialog({ name, onReject, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const reject = async (event: Event) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(await onReject(reason.trim()))
    setBusy(false)
  }
  return (
    <Modal title={text.reject.title} testid="reject-dialog" onClose={onClose}>
      <form onSubmit={reject}>
        <p>
          <bdi>{name}</bdi> · {text.reject.note}
        </p>
        <label for="reason">{text.reject.reason}</label>
        <textarea
          id="reason"
          rows={3}
          data-testid="reason"
          aria-describedby="reason-hint"
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void reject(event)
          }}
        />
        <p id="reason-hint" class="muted">
          {text.reject.hint}
        </p>
        {failure !== null && <FailureNote failure={failure} />}
        <div class="buttons">
          <button type="button" class="secondary" data-testid="reject-cancel" onClick={onClose}>
            {text.reject.cancel}
          </button>
          <button class="primary" disabled={busy} data-testid="reject-confirm">
            {text.reject.confirm}
          </button>
        </div>
      </form>
    </Modal>
  )
}
