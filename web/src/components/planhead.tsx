import { useEffect, useRef } from 'preact/hooks'
import { ageOf } from '../age.ts'
import { baseName, isReady, type Part, type Plan, type PlanEvent, type PlanProblem } from '../plan.ts'
import { type Marked } from '../problems.ts'
import type { Numbering } from '../reasons.ts'
import { followLink, planUrl } from '../router.ts'
import { text } from '../strings.ts'
import { escapeInvisible } from '../escape.ts'
import { focusUncertain } from './uncertain.tsx'
import { focusUnrecognised } from './unrecognised.tsx'
import { Warning } from './warning.tsx'

interface Props {
  plan: Plan
  warnings: string[]
  /** What the folder will remember. */
  remember: Numbering[]
  problems: PlanProblem[]
  history: PlanEvent[]
  /** What the rows with problems of a decided plan are. */
  marked: Marked
  /** The part of each row. */
  parts: Part[]
  /** The only part that is shown; null shows all. */
  part: Part | null
  onPart: (part: Part | null) => void
  /** How many files with a guess are listed below. */
  uncertain: number
  /** How many files have no row and are listed below. */
  unrecognised: number
  /** Whether the person came by a link or a decision, so that the heading takes the focus. */
  takeFocus: boolean
  /** Null if the plan has no sidecar files to move. */
  sidecars: { on: boolean; set: (on: boolean) => void } | null
}

/** The heading of a plan. */
export function PlanHead({ plan, warnings, remember, problems, history, marked, parts, part, onPart, uncertain, unrecognised, takeFocus, sidecars }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takeFocus) heading.current?.focus({ preventScroll: true })
  }, [])
  const since = plan.readyAt ?? plan.createdAt
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
      <Parts {...{ plan, marked, parts, part, onPart }} />
      <div class="facts">
        {history.length > 0 ? (
          <History plan={plan} history={history} />
        ) : (
          since !== undefined && <span>{isReady(plan) ? text.proposed(ageOf(since)) : text.begun(ageOf(since))}</span>
        )}
        {uncertain > 0 && (
          <a href="#uncertain" data-testid="to-uncertain" aria-keyshortcuts="u" onClick={focusUncertain}>
            {text.notCertain(uncertain)}
          </a>
        )}
        {unrecognised > 0 && (
          <a href="#unrecognised" data-testid="to-unrecognised" onClick={focusUnrecognised}>
            {text.notRecognised(unrecognised)}
          </a>
        )}
      </div>
      {problems.map(
        ({ index, text: line }) =>
          index === undefined && (
            <p key={line} class="plan-problem error" data-testid="plan-problem">
              <Warning /> {text.planProblems[line] ?? line}
            </p>
          ),
      )}
      {remember.map((numbering) => (
        <p key={numbering} class="writing" data-testid="remembers">
          {text.remembers[numbering]}
        </p>
      ))}
      {warnings.map((line) => (
        <PlanWarning key={line} line={escapeInvisible(line)} />
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

const PARTS = ['ready', 'problem', 'out'] as const

/** What would happen to the rows, in up to three parts. Each is a button that shows only its rows. */
function Parts({ plan, marked, parts, part, onPart }: Pick<Props, 'plan' | 'marked' | 'parts' | 'part' | 'onPart'>) {
  const counts = PARTS.map((one) => ({ one, rows: parts.filter((of) => of === one).length }))
  const shown = counts.filter(({ one, rows }) => rows > 0 || one === 'ready')
  if (shown.length === 1) return <p class="parts">{text.part.ready(plan, counts[0]!.rows)}</p>
  return (
    <div class="parts" role="group" aria-label={text.parts}>
      {shown.map(({ one, rows }) => (
        <button
          key={one}
          class={`part part-${one}`}
          aria-pressed={part === one}
          disabled={rows === 0}
          data-testid={`part-${one}`}
          onClick={() => onPart(part === one ? null : one)}
        >
          {one === 'problem' && <Warning />} {one === 'problem' && plan.status !== 'pending' ? text.marked[marked](rows) : text.part[one](plan, rows)}
        </button>
      ))}
    </div>
  )
}

/** What happened to the plan and who did it, oldest first. */
function History({ plan, history }: Pick<Props, 'plan' | 'history'>) {
  // A rename completes its plan: one step for a reader.
  const steps = history.filter(({ did }, at) => did !== 'completed' || history[at - 1]?.did !== 'applied')
  return (
    <ol class="history" aria-label={text.historyOf} data-testid="history">
      {steps.map((event, at) => (
        <li key={at}>
          <time dateTime={event.at}>{text.stepAt(text.happened(plan, event), ageOf(event.at))}</time>
        </li>
      ))}
    </ol>
  )
}

/** A warning, whose first sentence is for the reviewer. The rest says what the operator or an agent can do. */
function PlanWarning({ line }: { line: string }) {
  const end = line.indexOf('. ') + 1
  if (end === 0) {
    return (
      <p class="writing" data-testid="plan-warning">
        {line}
      </p>
    )
  }
  return (
    <details class="writing" data-testid="plan-warning">
      <summary>{line.slice(0, end)}</summary>
      {line.slice(end)}
    </details>
  )
}
