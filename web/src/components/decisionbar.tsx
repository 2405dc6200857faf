import { ageOf } from '../age.ts'
import type { Failure } from '../decisions.ts'
import { isReady, type Plan } from '../plan.ts'
import { text } from '../strings.ts'
import { FailureNote } from './failurenote.tsx'

interface Props {
  plan: Plan
  failure: Failure | null
  canDecide: boolean
  busy: boolean
  enabled: boolean
  /** How many rows would be applied. */
  selected: number
  /** How many rows with a tick cannot be applied. */
  leftOut: number
  /** Shows the rows with problems; null if only the whole plan has some. */
  onShowProblems: (() => void) | null
  markedRows: number
  onConfirm: () => void
  onReject: () => void
  onDone: () => void
}

/** The bar below the rows, always visible: the decision buttons, and the error of a failed decision. */
export function DecisionBar(props: Props) {
  const { plan, failure, canDecide, busy, enabled, selected, leftOut, markedRows } = props
  const applied = plan.appliedAt
  return (
    <div class="bar">
      {failure !== null && <FailureNote failure={failure} rows={markedRows} />}
      <div class="bar-line">
        <p class="bar-note">
          {!canDecide ? (
            <span data-testid="view-only">{text.viewOnly}</span>
          ) : applied !== undefined ? (
            text.applied(plan, ageOf(applied))
          ) : (
            leftOut > 0 && failure === null && <LeftOut rows={leftOut} onShow={props.onShowProblems} />
          )}
        </p>
        {applied !== undefined ? (
          <button class="primary" disabled={!enabled || !canDecide} data-testid="mark-done" onClick={props.onDone}>
            {busy ? text.marking : text.markDone}
          </button>
        ) : (
          <>
            <button class="secondary" disabled={!enabled || !canDecide} data-testid="reject" aria-keyshortcuts="x" onClick={props.onReject}>
              {isReady(plan) ? text.rejectOpen : text.discardOpen}
            </button>
            {isReady(plan) && (
              <button
                class="primary"
                disabled={!enabled || !canDecide || selected === 0}
                data-testid="confirm"
                aria-keyshortcuts="c"
                onClick={props.onConfirm}
              >
                {busy ? text.confirming(plan) : text.confirm(plan, selected, leftOut)}
              </button>
            )}
          </>
        )}
      </div>
    </div>
  )
}

/** Says how many rows are left out, as a button that shows them. */
function LeftOut({ rows, onShow }: { rows: number; onShow: (() => void) | null }) {
  if (onShow === null) return <>{text.blockedPlan}</>
  return (
    <button class="quiet link" data-testid="show-problems" onClick={onShow}>
      {text.leftOut(rows)}
    </button>
  )
}
