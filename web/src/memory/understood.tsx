import { useMemo } from 'preact/hooks'
import { showView } from '../router.ts'
import { isApplied, meaningsOf, withMeaning, type Meaning } from './question.ts'
import { text } from './strings.ts'
import type { View } from './view.ts'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** What the page understood of the question: filters that a click sets and removes. */
export function Understood({ view }: { view: View }) {
  const meanings = useMemo(() => meaningsOf(view.query), [view.query])
  if (meanings.length === 0) return null
  return (
    <div class="m-understood" role="group" aria-label={text.understood} data-testid="understood">
      <span class="muted">{text.understood}</span>
      {meanings.map((meaning) => {
        const applied = isApplied(meaning, view)
        return (
          <button key={meaning.kind} class="m-chip" aria-pressed={applied} onClick={() => showView(withMeaning(meaning, view))}>
            {text.meaning(meaning.words, filterText(meaning))}
            {applied && <span aria-hidden="true"> ×</span>}
          </button>
        )
      })}
    </div>
  )
}

function filterText(meaning: Meaning): string {
  if (meaning.kind === 'outcome') return text.outcomeName(meaning.outcome)
  return day.formatRange(Date.parse(meaning.since), Date.parse(meaning.until))
}
