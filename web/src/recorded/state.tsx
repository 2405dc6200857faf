import { about, commandOf } from '../about.ts'
import { useStore } from '../store.ts'
import type { Recorded } from './data.ts'
import { text } from './strings.ts'

/** Says whether recording works, and what to run if it does not. */
export function StateOfRecording({ list }: { list: Recorded }) {
  const { known } = useStore(about)
  const command = commandOf(known).split(' ')[0]!
  const notes = notesOf(list).map(([note, rest]) => ({ note, line: rest === '' ? '' : `${command} ${rest}` }))
  const isOn = list.record === 'on'
  return (
    <div class="recorded-state" data-testid="recorded-state" data-record={list.record}>
      {notes.map(({ note, line }) => (
        <p key={note} class="recorded-note">
          {note} {line !== '' && <code>{line}</code>}
        </p>
      ))}
      {notes.length === 0 && <p class="recorded-on">{text.on}</p>}
      {list.waiting > 0 && <p class="muted">{text.waiting(list.waiting)}</p>}
      {list.total === 0 && list.sessions.length === 0 && (
        <div class="empty" data-testid="recorded-empty">
          <h2>{text.none}</h2>
          <p>{text.noneHint(isOn)}</p>
          {isOn && (
            <p>
              <code>{command} setup claude-code</code>
            </p>
          )}
        </div>
      )}
    </div>
  )
}

/** What keeps recording from working, each with the words that follow the program's name in a command line, if one helps. */
function notesOf({ record, paused_until, here, recorder, full }: Recorded): [string, string][] {
  if (record === '') return [[text.unset, 'setup claude-code']]
  if (record === 'off') return [[text.off, 'record on']]
  if (!here) return [[text.elsewhere, '']]
  const notes: [string, string][] = []
  if (paused_until !== undefined) notes.push([text.paused(Date.parse(paused_until)), 'record on'])
  if (recorder === 'silent') notes.push([text.silent, 'record status'])
  if (full) notes.push([text.full, 'record flush'])
  return notes
}
