import { act, dismiss, notices, type Notice } from '../notices.ts'
import { followLink } from '../router.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { Countdown } from './countdown.tsx'

/**
 * Shows what has been done, above every page at the bottom left, so that no page moves. The live region always exists,
 * otherwise screen readers would not announce it.
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
        <p>
          {notice.text} {notice.action?.countdown === true && notice.until !== null && <Countdown until={notice.until} />}
        </p>
        {notice.details.map((line) => (
          <p key={line} class="muted">
            {line}
          </p>
        ))}
      </div>
      {notice.action !== null && (
        <button class="secondary" disabled={notice.busy} data-testid="undo" onClick={() => void act(notice)}>
          {notice.busy ? notice.action.busyLabel : notice.action.label}
        </button>
      )}
      {notice.link !== null && (
        <a class="button secondary" href={notice.link.href} data-testid="notice-link" onClick={followLink}>
          {notice.link.label}
        </a>
      )}
      <button class="quiet" data-testid="dismiss" onClick={() => dismiss(notice.id)}>
        {text.dismiss}
      </button>
    </div>
  )
}
