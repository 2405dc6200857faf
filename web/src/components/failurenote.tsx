import type { Failure } from '../decisions.ts'
import { focusInMiddle } from '../reveal.ts'
import { text } from '../strings.ts'

interface Props {
  failure: Failure
  /** How many rows the failure marked. */
  rows?: number
}

/** Shows why a decision failed, beside its buttons. */
export function FailureNote({ failure, rows = 0 }: Props) {
  return (
    <div class="failure" role="alert" data-testid="failure">
      <p>
        <strong>{failure.headline}</strong>
      </p>
      {failure.details.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {rows > 0 && (
        <button class="quiet" onClick={focusFirstProblem}>
          {text.firstProblem(rows)}
        </button>
      )}
    </div>
  )
}

/** Moves the focus to the first row that has a problem and is shown. */
export function focusFirstProblem(): void {
  const row = document.querySelector('.row-problem:not([hidden])')
  focusInMiddle(row, row?.querySelector('input'))
}
