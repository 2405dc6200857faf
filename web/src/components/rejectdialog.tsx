import { useState } from 'preact/hooks'
import type { Failure } from '../decisions.ts'
import { draftOf, keepDraft } from '../drafts.ts'
import { text } from '../strings.ts'
import { FailureNote } from './failurenote.tsx'
import { Modal } from './modal.tsx'

interface Props {
  planId: string
  name: string
  /** Whether the agent has not finished the plan. */
  unfinished: boolean
  onReject: (reason: string) => Promise<Failure | null>
  onClose: () => void
}

/** Asks for the reason of a rejection. The text stays if the rejection fails, or if the person leaves the page. */
export function RejectDialog({ planId, name, unfinished, onReject, onClose }: Props) {
  const words = unfinished ? text.discard : text.reject
  const key = `plan/${planId}/reason`
  const [reason, setReason] = useState(() => draftOf<string>(key)?.value ?? '')
  const type = (next: string) => {
    setReason(next)
    keepDraft(key, next === '' ? null : next)
  }
  const close = () => {
    keepDraft(key, null)
    onClose()
  }
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
    <Modal title={words.title} testid="reject-dialog" onClose={close}>
      <form onSubmit={reject}>
        <p>
          <bdi>{name}</bdi> · {words.note}
        </p>
        <label for="reason">{words.reason}</label>
        <textarea
          id="reason"
          rows={3}
          data-testid="reason"
          aria-describedby="reason-hint"
          value={reason}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void reject(event)
          }}
        />
        <p id="reason-hint" class="muted">
          {words.hint}
        </p>
        {failure !== null && <FailureNote failure={failure} />}
        <div class="buttons">
          <button type="button" class="secondary" data-testid="reject-cancel" onClick={close}>
            {words.cancel}
          </button>
          <button class="primary" disabled={busy} data-testid="reject-confirm">
            {words.confirm}
          </button>
        </div>
      </form>
    </Modal>
  )
}
