import { escapeInvisible } from '../escape.ts'
import { togglePin } from './actions.ts'
import type { Line, Pin } from './data.ts'
import { text } from './strings.ts'

/** Lines that were told or may be told, exactly, and whether they are told always or never again. Most of a brief cannot be pinned. */
export function LineList({ lines, isBrief = false }: { lines: Line[]; isBrief?: boolean }) {
  return (
    <ul class="recorded-lines">
      {lines.map((line, at) => (
        <li key={line.id ?? at} data-line={line.id} data-testid="recorded-line" class={line.pin === 'never' ? 'recorded-ended' : undefined}>
          <bdi>{escapeInvisible(line.text)}</bdi>
          {line.id === undefined ? (
            !isBrief && <span class="muted">{text.outdated}</span>
          ) : (
            <span class="recorded-buttons">
              <PinButton line={line} pin="always" name={text.always} hint={text.alwaysHint} isItem />
              <PinButton line={line} pin="never" name={text.never} hint={text.neverHint} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

interface Props {
  line: Line
  pin: Pin
  name: string
  hint: string
  /** Whether the keys that move stop here. */
  isItem?: boolean
}

function PinButton({ line, pin, name, hint, isItem }: Props) {
  return (
    <button
      class="recorded-choice"
      aria-pressed={line.pin === pin}
      aria-label={text.of(name, line.text)}
      title={hint}
      data-testid={`pin-${pin}`}
      data-item={isItem}
      onClick={() => togglePin(line, pin)}
    >
      {name}
    </button>
  )
}
