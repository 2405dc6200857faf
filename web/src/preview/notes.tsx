import type { LeftOut } from './messages.ts'
import { text } from './strings.ts'

/** The reason why a scene is not shown. Except for `failed`, its frame has been removed. */
export type Trouble = { kind: 'failed'; frame: number | null; text: string } | { kind: Stop }
export type Stop = keyof typeof text.stopped

/** Something that the preview does not support. */
export interface Note {
  what: LeftOut
  text: string
}

/** LISTED notes are shown and the others counted; at most KEPT are stored. */
const LISTED = 3
const KEPT = 100

/** Adds a note once, up to a maximum, because a scene may repeat an attempt at every frame. */
export function withNote(notes: Note[], note: Note): Note[] {
  const known = notes.some(({ what, text }) => what === note.what && (what === 'sound' || text === note.text))
  return known || notes.length >= KEPT ? notes : [...notes, note]
}

interface TroubleProps {
  trouble: Trouble | null
  onRetry: () => void
  /** Asks a model to repair the scene, given the error text; null if not permitted. */
  onMend: ((words: string) => void) | null
}

/**
 * Shows above the picture why the scene is not shown. The alert always exists, otherwise screen readers would
 * not announce it.
 */
export function TroubleNote({ trouble, onRetry, onMend }: TroubleProps) {
  const words = trouble === null ? '' : trouble.kind === 'failed' ? trouble.text : text.stopped[trouble.kind]
  return (
    <div class="preview-trouble" role="alert">
      {trouble !== null && (
        <div class="failure" data-testid="preview-trouble">
          {trouble.kind === 'failed' ? (
            <>
              <p>
                <strong>{trouble.frame === null ? text.failed : text.failedAt(trouble.frame)}</strong>
              </p>
              <p class="preview-said">{words}</p>
            </>
          ) : (
            <>
              <p>
                <strong>{words}</strong>
              </p>
              <button class="secondary small" data-testid="preview-retry" onClick={onRetry}>
                {text.retry}
              </button>
            </>
          )}
          {onMend !== null && trouble.kind !== 'absent' && (
            <button class="secondary small" data-testid="preview-mend" onClick={() => onMend(words)}>
              {text.mend}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

export function NoteList({ notes }: { notes: Note[] }) {
  if (notes.length === 0) return null
  return (
    <ul class="preview-notes" aria-label={text.notes} data-testid="preview-notes">
      {notes.slice(0, LISTED).map((note) => (
        <li key={note.what + note.text}>{note.what === 'sound' ? text.noSound : text.blocked(note.text)}</li>
      ))}
      {notes.length > LISTED && <li>{text.more(notes.length - LISTED)}</li>}
    </ul>
  )
}
