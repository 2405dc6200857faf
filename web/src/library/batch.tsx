import { baseName } from '../plan.ts'
import { useStore } from '../store.ts'
import { batch, stopBatch, type Batch } from './data.ts'
import { text } from './strings.ts'

/** Failures that are listed; the others are counted. */
const SHOWN_FAILURES = 20

/** How far the work on many folders is, and what came of it. */
export function BatchState() {
  const { now } = useStore(batch)
  if (now === null) return null
  const { running, done, total, failures, stopped } = now
  return (
    <div class="library-batch" data-testid="batch" data-running={running}>
      <p role="status">
        {said(now)} {!running && stopped && text.stopped}
      </p>
      {running && (
        <>
          <progress value={done} max={total} aria-label={said(now)} />
          <button class="secondary small" disabled={stopped} data-testid="stop" onClick={stopBatch}>
            {text.stop}
          </button>
        </>
      )}
      {failures.length > 0 && (
        <div class="error" role="alert" data-testid="batch-failures">
          <p>{text.failures(failures.length)}</p>
          <ul>
            {failures.slice(0, SHOWN_FAILURES).map((failure) => (
              <li key={failure.folder}>
                <bdi>{baseName(failure.folder)}</bdi>: {failure.text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function said({ kind, running, done, total, plans, rows }: Batch): string {
  switch (kind) {
    case 'propose':
      return running ? text.proposing(done, total) : text.proposed(plans)
    case 'confirm':
      return running ? text.confirming(done, total) : text.confirmed(plans, rows)
    case 'name':
      return running ? text.proposing(done, total) : text.named(plans)
    case 'rename':
      return running ? text.renaming(done, total) : text.renamed(plans, rows)
  }
}
