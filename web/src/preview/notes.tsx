import type { LeftOut } from './messages.ts'
import { text } from './strings.ts'

/** What keeps a scene from being shown. But for `failed`, its frame is gone. */
export type Trouble = { kind: 'failed'; frame: number | null; text: string } | { kind: Stop }
export type Stop = keyof typeof text.stopped

/** Something that the preview leaves out. */
export interface Note {
  what: LeftOut
  text: string
}

/** So many notes are listed; the others are counted, and so many kept. */
const LISTED = 3
const KEPT = 100

/** The same is noted once, and only so much of it: a scene may try again with every frame. */
export function withNote(notes: Note[], note: Note): Note[] {
  const known = notes.some(({ what, text }) => what === note.what && (what === 'sound' || text === note.text))
  return known || notes.length >= KEPT ? notes : [...notes, note]
}

interface TroubleProps {
  trouble: Trouble | null
  onRetry: () => void
  /** Has the scene mended, given what is wrong with it; null where nobody may. */
  onMend: ((words: string) => void) | null
}

/** Says over the picture why there is none. The alert is always there, or it would not be read out. */
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
