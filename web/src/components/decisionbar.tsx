import { ageOf } from '../age.ts'
import type { Failure } from '../decisions.ts'
import { isReady, type Plan } from '../plan.ts'
import { text } from '../strings.ts'
import { FailureNote } from './failurenote.tsx'

interface Props {
  plan: Plan
  failure: Failure | null
  mayDecide: boolean
  busy: boolean
  ready: boolean
  chosen: number
  chosenProblems: number
  markedRows: number
  onConfirm: () => void
  onReject: () => void
  onDone: () => void
}

/** The bar below the rows, always visible: the decision buttons, and the error of a failed decision. */
export function DecisionBar(props: Props) {
  const { plan, failure, mayDecide, busy, ready, chosen, chosenProblems, markedRows } = props
  if (!isReady(plan)) return null
  const applied = plan.appliedAt
  return (
    <div class="bar">
      {failure !== null && <FailureNote failure={failure} rows={markedRows} />}
      <div class="bar-line">
        <p class="bar-note">
          {!mayDecide ? (
            <span data-testid="look-only">{text.lookOnly}</span>
          ) : applied !== undefined ? (
            text.applied(plan, ageOf(applied))
          ) : (
            chosenProblems > 0 && failure === null && text.chosenProblems(chosenProblems)
          )}
        </p>
        {applied !== undefined ? (
          <button class="primary" disabled={!ready || !mayDecide} data-testid="mark-done" onClick={props.onDone}>
            {busy ? text.marking : text.markDone}
          </button>
        ) : (
          <>
            <button class="secondary" disabled={!ready || !mayDecide} data-testid="reject" aria-keyshortcuts="x" onClick={props.onReject}>
              {text.rejectOpen}
            </button>
            <button
              class="primary"
              disabled={!ready || !mayDecide || chosen === 0}
              data-testid="confirm"
              aria-keyshortcuts="c"
              onClick={props.onConfirm}
            >
              {busy ? text.confirming(plan) : text.confirm(plan, chosen)}
            </button>
          </>
        )}
      </div>
    </div>
  )
}
