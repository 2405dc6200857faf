import { number } from '../locale.ts'
import { followLink, showView } from '../router.ts'
import { Choice, Filter } from './choice.tsx'
import type { Overview } from './data.ts'
import { outcomeOf } from './model.ts'
import { spans } from './spans.ts'
import { text } from './strings.ts'
import { isFiltered, OUTCOMES, toggle, viewUrl, withoutFilters, type Outcome, type View } from './view.ts'

interface Props {
  view: View
  /** Null until it is loaded. */
  overview: Overview | null
  /** The most frequent first. */
  sources: [string, number][]
}

/** The filters. */
export function Bar({ view, overview, sources }: Props) {
  const counts = overview === null ? null : outcomesOf(overview)
  const tags = (overview?.tags ?? []).map(({ tag, count }): [string, number] => [tag, count])
  return (
    <div class="m-bar" role="group" aria-label={text.filters}>
      <div class="m-filters">
        <div class="m-group" role="group" aria-label={text.outcome}>
          {OUTCOMES.map((outcome) => (
            <button
              key={outcome}
              class={`m-chip m-outcome-${outcome}`}
              aria-pressed={view.outcomes.includes(outcome)}
              aria-description={counts === null ? undefined : text.episodesOf(counts[outcome])}
              disabled={counts?.[outcome] === 0 && !view.outcomes.includes(outcome)}
              onClick={() => showView({ ...view, outcomes: toggle(view.outcomes, outcome) })}
            >
              <span class="m-dot" aria-hidden="true" />
              {text.outcomeName(outcome)}
              {counts !== null && <span class="m-count" aria-hidden="true">{number.format(counts[outcome])}</span>}
            </button>
          ))}
        </div>
        <Choice name={text.tags} values={tags} chosen={view.tags} onToggle={(tag) => showView({ ...view, tags: toggle(view.tags, tag) })} isTag />
        {sources.length > 0 && (
          <Choice
            name={text.sources}
            values={sources}
            chosen={view.sources}
            onToggle={(source) => showView({ ...view, sources: toggle(view.sources, source) })}
          />
        )}
        <Filter name={text.timeOf(view.since, view.until)} isChosen={view.since !== '' || view.until !== ''}>
          <div class="m-spans" role="group" aria-label={text.time}>
            {spans().map(([name, since, until]) => (
              <button
                key={name}
                class="m-chip"
                aria-pressed={view.since === since && view.until === until}
                onClick={() => showView({ ...view, since, until })}
              >
                {name}
              </button>
            ))}
          </div>
          <Minute name={text.since} value={view.since} onChange={(since) => showView({ ...view, since })} />
          <Minute name={text.until} value={view.until} onChange={(until) => showView({ ...view, until })} />
        </Filter>
        {isFiltered(view) && (
          <a class="m-clear" href={viewUrl(withoutFilters(view))} data-testid="clear-filters" onClick={followLink}>
            {text.clearFilters}
          </a>
        )}
      </div>
    </div>
  )
}

/** Counts the episodes of the workspace by outcome. */
function outcomesOf({ buckets }: Overview): Record<Outcome, number> {
  const counts = { good: 0, mixed: 0, bad: 0 }
  for (const { rewards } of buckets) rewards.forEach((n, i) => (counts[outcomeOf(i - 3)] += n))
  return counts
}

function Minute({ name, value, onChange }: { name: string; value: string; onChange: (value: string) => void }) {
  return (
    <label class="m-minute">
      {name}
      <input
        type="datetime-local"
        max="9999-12-31T23:59" // else a browser takes years of six digits
        value={value}
        onChange={({ currentTarget: { value: typed, validity } }) => !validity.badInput && onChange(typed.slice(0, 16))}
      />
    </label>
  )
}
