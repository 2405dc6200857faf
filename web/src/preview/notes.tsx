import type { UnsupportedKind } from './messages.ts'
import { text } from './strings.ts'

/** The reason why a scene is not shown. */
export type PreviewFailure = { kind: 'failed'; frame: number | null; text: string } | { kind: 'empty' } | { kind: StopReason }
export type StopReason = keyof typeof text.stopped

/** Reports whether the scene was stopped, so its frame is removed. */
export function isStopped(failure: PreviewFailure | null): boolean {
  return failure !== null && failure.kind in text.stopped
}

/** Something that the preview does not support. */
export interface UnsupportedNote {
  kind: UnsupportedKind
  text: string
}

/** At most this many notes are listed; the others are counted. */
const MAX_LISTED = 3
/** At most this many notes are stored. */
const MAX_STORED = 100

/** Adds a note once, up to a maximum, because a scene may repeat an attempt at every frame. */
export function addNote(notes: UnsupportedNote[], note: UnsupportedNote): UnsupportedNote[] {
  const known = notes.some(({ kind, text }) => kind === note.kind && (kind === 'sound' || text === note.text))
  return known || notes.length >= MAX_STORED ? notes : [...notes, note]
}

interface OverlayProps {
  failure: PreviewFailure | null
  onRetry: () => void
  /** Asks a model to repair the scene, given the error text; null if not permitted. */
  onRepair: ((errorText: string) => void) | null
}

/**
 * Shows above the picture why the scene is not shown. The alert always exists, otherwise screen readers would
 * not announce it.
 */
export function FailureOverlay({ failure, onRetry, onRepair }: OverlayProps) {
  const errorText = failure === null ? '' : failure.kind === 'failed' ? failure.text : failure.kind === 'empty' ? text.empty : text.stopped[failure.kind]
  return (
    <div class="preview-error" role="alert">
      {failure !== null && (
        <div class="failure" data-testid="preview-error">
          {failure.kind === 'failed' ? (
            <>
              <p>
                <strong>{failure.frame === null ? text.failed : text.failedAt(failure.frame)}</strong>
              </p>
              <p class="preview-error-text">{errorText}</p>
            </>
          ) : (
            <>
              <p>
                <strong>{errorText}</strong>
              </p>
              {isStopped(failure) && (
                <button class="secondary small" data-testid="preview-retry" onClick={onRetry}>
                  {text.retry}
                </button>
              )}
            </>
          )}
          {onRepair !== null && failure.kind !== 'absent' && (
            <button class="secondary small" data-testid="preview-repair" onClick={() => onRepair(errorText)}>
              {text.repair}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

export function NoteList({ notes }: { notes: UnsupportedNote[] }) {
  if (notes.length === 0) return null
  return (
    <ul class="preview-notes" aria-label={text.notes} data-testid="preview-notes">
      {notes.slice(0, MAX_LISTED).map((note) => (
        <li key={note.kind + note.text}>{note.kind === 'sound' ? text.noSound : text.blocked(note.text)}</li>
      ))}
      {notes.length > MAX_LISTED && <li>{text.more(notes.length - MAX_LISTED)}</li>}
    </ul>
  )
}
