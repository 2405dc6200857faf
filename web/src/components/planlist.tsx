import { ageOf, useClock } from '../age.ts'
import { inbox, refresh } from '../inbox.ts'
import { baseName, isReady, type Plan } from '../plan.ts'
import { followLink, LIBRARY, planUrl } from '../router.ts'
import { useStore } from '../store.ts'
import { text } from '../strings.ts'
import { escapeInvisible } from '../escape.ts'
import { DecidedList } from './decidedlist.tsx'
import { Warning } from './warning.tsx'

const LINKS = '[data-testid="plan-item"]'

/** Moves the focus to the plan after (1) or before (-1) the focused or open one. */
export function stepThroughPlans(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(LINKS)]
  const focused = links.indexOf(document.activeElement as HTMLAnchorElement)
  const current = focused >= 0 ? focused : links.findIndex((link) => link.ariaCurrent === 'true')
  const start = current < 0 && step < 0 ? 0 : current
  links[Math.min(links.length - 1, Math.max(0, start + step))]?.focus()
}

/** The pending plans, in order of creation and the unfinished ones last, and the decided plans. */
export function PlanList({ open, onShowKeys }: { open: string | null; onShowKeys: () => void }) {
  const { plans, failure, problems } = useStore(inbox)
  useClock()
  const moveFocus = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    stepThroughPlans(event.key === 'ArrowDown' ? 1 : -1)
  }
  return (
    <div class="list">
      <nav aria-labelledby="waiting">
        <a
          class="item library-link"
          href={planUrl(LIBRARY)}
          aria-current={open === LIBRARY ? 'true' : undefined}
          data-testid="to-library"
          onClick={followLink}
        >
          <span class="item-name">{text.library}</span>
        </a>
        <h2 id="waiting">
          {text.pendingPlans} {plans !== null && plans.length > 0 && <span class="count">{plans.length}</span>}
        </h2>
        {failure !== '' && (
          <div class="failed" role="alert" data-testid="list-failure">
            <p>
              {text.listFailed} {failure}
            </p>
            <button class="secondary" onClick={() => void refresh()}>
              {text.retry}
            </button>
          </div>
        )}
        {plans === null && failure === '' && <p class="muted">{text.loading}</p>}
        <ul data-testid="plan-list" onKeyDown={moveFocus}>
          {plans?.map((plan) => (
            <li key={plan.id}>
              <Item plan={plan} open={plan.id === open} problems={problems.get(plan.id) ?? 0} />
            </li>
          ))}
        </ul>
        <DecidedList open={open} />
      </nav>
      <footer>
        <a href="/api/docs/">{text.restDocs}</a>
        <button class="quiet" onClick={onShowKeys}>
          {text.keys} <kbd>?</kbd>
        </button>
      </footer>
    </div>
  )
}

function Item({ plan, open, problems }: { plan: Plan; open: boolean; problems: number }) {
  const since = plan.readyAt ?? plan.createdAt
  const facts = [text.kind(plan.task), text.amount(plan.task, plan.files.length), since === undefined ? '' : ageOf(since)]
  return (
    <a
      class="item"
      href={planUrl(plan.id)}
      title={escapeInvisible(plan.mediaFolderPath)}
      aria-current={open ? 'true' : undefined}
      data-testid="plan-item"
      data-plan-id={plan.id}
      onClick={followLink}
    >
      <bdi class="item-name">{baseName(plan.mediaFolderPath)}</bdi>
      <span class="item-facts">{facts.filter((fact) => fact !== '').join(' · ')}</span>
      {!isReady(plan) && <span class="item-state">{text.beingWritten}</span>}
      {plan.appliedAt !== undefined && <span class="item-state">{text.notMarked}</span>}
      {problems > 0 && plan.appliedAt === undefined && (
        <span class="item-problems">
          <Warning /> {text.problems(problems)}
        </span>
      )}
    </a>
  )
}
