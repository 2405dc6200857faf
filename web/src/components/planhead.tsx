import { useEffect, useRef } from 'preact/hooks'
import { ageOf } from '../age.ts'
import { baseName, isReady, type Plan, type PlanProblem } from '../plan.ts'
import { followLink, planUrl } from '../router.ts'
import { text } from '../strings.ts'
import { escapeInvisible } from '../escape.ts'
import { focusUnrecognised } from './unrecognised.tsx'
import { Warning } from './warning.tsx'

interface Props {
  plan: Plan
  warnings: string[]
  problems: PlanProblem[]
  problemRows: number
  excluded: number
  /** How many files have no row and are listed below. */
  unrecognised: number
  /** Whether the person came by a link or a decision, so that the heading takes the focus. */
  takeFocus: boolean
  /** Null if the plan has no sidecar files to move. */
  sidecars: { on: boolean; set: (on: boolean) => void } | null
}

/** The heading of a plan. */
export function PlanHead({ plan, warnings, problems, problemRows, excluded, unrecognised, takeFocus, sidecars }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takeFocus) heading.current?.focus({ preventScroll: true })
  }, [])
  const since = plan.readyAt ?? plan.createdAt
  const facts = [
    text.files(plan.files.length),
    excluded > 0 ? text.excludedCount(excluded) : '',
    since === undefined ? '' : isReady(plan) ? text.proposed(ageOf(since)) : text.begun(ageOf(since)),
  ]
  return (
    <header class="head">
      <a class="back" href={planUrl(null)} onClick={followLink}>
        ‹ {text.back}
      </a>
      <p class="kind">{text.title(plan)}</p>
      <h2 ref={heading} tabIndex={-1}>
        <bdi>{baseName(plan.mediaFolderPath)}</bdi>
      </h2>
      <p class="path">
        <bdi>{escapeInvisible(plan.mediaFolderPath)}</bdi>
      </p>
      <p class="facts">
        <span>{facts.filter((fact) => fact !== '').join(' · ')}</span>
        {unrecognised > 0 && (
          <a href="#unrecognised" data-testid="to-unrecognised" onClick={focusUnrecognised}>
            {text.notRecognised(unrecognised)}
          </a>
        )}
        {problemRows > 0 && (
          <span class="error">
            <Warning /> {text.problemRows(problemRows)}
          </span>
        )}
      </p>
      {problems.map(
        ({ index, text: line }) =>
          index === undefined && (
            <p key={line} class="plan-problem error" data-testid="plan-problem">
              <Warning /> {line}
            </p>
          ),
      )}
      {warnings.map((line) => (
        <p key={line} class="writing" data-testid="plan-warning">
          {escapeInvisible(line)}
        </p>
      ))}
      {!isReady(plan) && plan.status === 'pending' && (
        <p class="writing" role="status" data-testid="writing">
          {text.writingNote}
        </p>
      )}
      {sidecars !== null && (
        <label class="switch">
          <input
            type="checkbox"
            data-testid="sidecars"
            checked={sidecars.on}
            onChange={(event) => sidecars.set(event.currentTarget.checked)}
          />
          {text.sidecars}
        </label>
      )}
    </header>
  )
}
