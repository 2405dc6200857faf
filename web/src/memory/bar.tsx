import type { ComponentChildren } from 'preact'
import { Menu } from '../components/menu.tsx'
import { number } from '../locale.ts'
import { followLink, showView } from '../router.ts'
import { text } from './strings.ts'
import { daysAgo, lastWeek, localMinute } from './time.ts'
import { isFiltered, OUTCOMES, toggle, viewUrl, withoutFilters, type View } from './view.ts'

interface Props {
  view: View
  /** The most frequent first. */
  tags: [string, number][]
  sources: [string, number][]
}

/** The filters. */
export function Bar({ view, tags, sources }: Props) {
  return (
    <div class="m-bar" role="group" aria-label={text.filters}>
      <div class="m-filters">
        <div class="m-group" role="group" aria-label={text.outcome}>
          {OUTCOMES.map((outcome) => (
            <button
              key={outcome}
              class={`m-chip m-outcome-${outcome}`}
              aria-pressed={view.outcomes.includes(outcome)}
              onClick={() => showView({ ...view, outcomes: toggle(view.outcomes, outcome) })}
            >
              <span class="m-dot" aria-hidden="true" />
              {text.outcomeName(outcome)}
            </button>
          ))}
        </div>
        <Choice name={text.tags} values={tags} chosen={view.tags} onToggle={(tag) => showView({ ...view, tags: toggle(view.tags, tag) })} />
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

/** Spans up to now, in days, today included, and the last whole week. */
function spans(): [name: string, since: string, until: string][] {
  const upToNow = [1, 7, 30].map((days): [string, string, string] => [text.lastDays(days), localMinute(daysAgo(days - 1)), ''])
  return [...upToNow, [text.lastWeek, ...lastWeek()]]
}

function Filter({ name, isChosen, children }: { name: ComponentChildren; isChosen: boolean; children: ComponentChildren }) {
  return (
    <Menu class="m-menu" summaryClass={isChosen ? 'm-chip m-chosen' : 'm-chip'} summary={name}>
      <div class="m-popover">{children}</div>
    </Menu>
  )
}

interface ChoiceProps {
  name: string
  values: [string, number][]
  chosen: string[]
  onToggle: (value: string) => void
}

function Choice({ name, values, chosen, onToggle }: ChoiceProps) {
  const known = new Set(values.map(([value]) => value))
  const rows = [...chosen.filter((value) => !known.has(value)).map((value): [string, number] => [value, 0]), ...values]
  if (rows.length === 0) return null
  const summary = (
    <>
      {name}
      {chosen.length > 0 && <span class="m-count"> {number.format(chosen.length)}</span>}
    </>
  )
  return (
    <Filter name={summary} isChosen={chosen.length > 0}>
      <ul aria-label={name}>
        {rows.map(([value, count]) => (
          <li key={value}>
            <label class="switch">
              <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
              <bdi>{value}</bdi> <span class="muted">{number.format(count)}</span>
            </label>
          </li>
        ))}
      </ul>
    </Filter>
  )
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
