import { dismiss, notices, undo, type Notice } from '../notices.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'

/**
 * Shows the results of decisions. The live region always exists, otherwise screen readers would not announce
 * it.
 */
export function NoticeList() {
  const { list } = useStore(notices)
  return (
    <section class="notices" aria-label={text.notices} aria-live="polite">
      {list.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

function NoticeLine({ notice }: { notice: Notice }) {
  return (
    <div class={notice.isError ? 'notice notice-error' : 'notice'} data-testid="notice">
      <div class="notice-text">
        <p>{notice.text}</p>
        {notice.details.map((line) => (
          <p key={line} class="muted">
            {line}
          </p>
        ))}
      </div>
      {notice.undoablePlan !== null && (
        <button class="secondary" disabled={notice.busy} data-testid="undo" onClick={() => void undo(notice)}>
          {notice.busy ? text.undoing : text.undo}
        </button>
      )}
      <button class="quiet" data-testid="dismiss" onClick={() => dismiss(notice.id)}>
        {text.dismiss}
      </button>
    </div>
  )
}
