import { followLink } from '../router.ts'
import { number } from '../locale.ts'
import type { Areas } from './data.ts'
import { text } from './strings.ts'
import { DAY, localMinute } from './time.ts'
import { periodOf } from './timescale.ts'
import { viewUrl, type View } from './view.ts'

/**
 * A history, such as that of a repository, counted by area and time. Hardly one of its episodes says how it went, so that
 * a drawing of them would be grey. Each count opens its episodes.
 */
export function AreaTable({ areas: { starts, until, areas, counted, others = 0 }, view }: { areas: Areas; view: View }) {
  const times = [...starts, until].map((start) => Date.parse(start))
  const most = Math.max(...areas.flatMap(({ counts }) => counts))
  const part = (i: number): View => ({ ...view, since: localMinute(times[i]!), until: localMinute(times[i + 1]! - 1) })
  // The newest is on the right.
  const showNewest = (element: HTMLElement | null) => element?.scrollTo({ left: element.scrollWidth })
  return (
    <div class="m-areas" ref={showNewest} data-testid="areas" tabIndex={0} role="region" aria-label={text.areas}>
      <p class="muted">{text.areasOf(counted)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.area}</th>
            {starts.map((start, i) => (
              <th key={start} scope="col">
                <a href={viewUrl(part(i))} onClick={followLink}>
                  {periodOf(times[i]!, (times[i + 1]! - times[i]!) / DAY)}
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map(({ tag, counts }) => (
            <tr key={tag}>
              <th scope="row">
                <a href={viewUrl({ ...view, tags: [tag] })} onClick={followLink}>
                  <bdi>{tag}</bdi>
                </a>
              </th>
              {counts.map((n, i) => (
                <td key={starts[i]}>
                  {n > 0 && (
                    <a
                      href={viewUrl({ ...part(i), tags: [tag] })}
                      style={{ '--share': `${Math.round(8 + 38 * Math.sqrt(n / most))}%` }}
                      aria-label={text.areaText(tag, periodOf(times[i]!, (times[i + 1]! - times[i]!) / DAY), n)}
                      onClick={followLink}
                    >
                      {number.format(n)}
                    </a>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {others > 0 && <p class="muted">{text.areasWithout(others)}</p>}
    </div>
  )
}
