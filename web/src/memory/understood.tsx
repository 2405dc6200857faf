import { showView } from '../router.ts'
import { isApplied, meaningsOf, withMeaning, type Meaning, type QuestionTime } from './question.ts'
import { text } from './strings.ts'
import type { View } from './view.ts'

interface Props {
  view: View
  time: QuestionTime | null
}

/** What the page understood of the question: filters that a click sets and removes. */
export function Understood({ view, time }: Props) {
  const meanings = meaningsOf(view.query, time)
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
  return text.spanOf(meaning.since, meaning.until)
}
